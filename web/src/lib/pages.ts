// Which page a path shows. A page is a component in src/pages, loaded when first shown; add it here.
import type { Component } from "svelte";
import First from "../pages/First.svelte"; // with what starts everything: nobody waits for it

type Load = () => Promise<{ default: Component }>;

export const PAGES: Record<string, { path: RegExp; load: Load }> = {
  first: { path: /^\/$/, load: () => Promise.resolve({ default: First }) },
  house: { path: /^\/house\/(?<id>\w+)$/, load: () => import("../pages/House.svelte") },
  rules: { path: /^\/rules\/(?<id>\w+)$/, load: () => import("../pages/Rules.svelte") },
  table: { path: /^\/t\/(?<id>[0-9a-f]+)$/, load: () => import("../pages/Table.svelte") },
  tables: { path: /^\/tables$/, load: () => import("../pages/Tables.svelte") },
  pass: { path: /^\/pass$/, load: () => import("../pages/Pass.svelte") },
  you: { path: /^\/you$/, load: () => import("../pages/You.svelte") },
  friend: { path: /^\/friend$/, load: () => import("../pages/Arrive.svelte") },
  recover: { path: /^\/recover$/, load: () => import("../pages/Arrive.svelte") },
  replay: { path: /^\/replay(?:\/(?<id>[0-9a-f]+)\/\d+)?$/, load: () => import("../pages/Replay.svelte") },
};

export function pageOf(path: string): { page: string; id: string } {
  for (const [page, { path: pattern }] of Object.entries(PAGES)) {
    const found = pattern.exec(path);
    if (found) return { page, id: found.groups?.["id"] ?? "" };
  }
  return { page: "first", id: "" };
}
