// What is asked over HTTP.
import type { ClockTerms, Listed } from "./lobby";
import type { Rulebook } from "./rules/book";
import type { HouseRules, Preset } from "./rules/types";
import type { Message, TableState } from "./wire";

export interface Me { id: string; name: string; colour: string; account: boolean }
export interface MyTable extends Listed { seat: number | null; turn?: boolean }
export interface GameInfo { name: string; title: string; players: number[] }
export interface Made { id: string; code: string; link: string }
export interface Wanted {
  game: string;
  players?: number;
  preset?: string;
  options?: Record<string, unknown>;
  clock?: ClockTerms;
  window_s?: number;
  pause_s?: number;
  public?: boolean;
  rated?: boolean;
  bots?: string[];
}

/** The server refused, and says why, for `whyNot` in words for every language; status 0: it did not answer. */
export class Refusal extends Error {
  constructor(readonly status: number, text: string, readonly why?: Message) {
    super(text);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown, token = ""): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Refusal(0, String(error));
  }
  const found: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const { error, why } = found as { error?: string; why?: Message };
    throw new Refusal(answer.status, error ?? answer.statusText, why);
  }
  return found as T;
}

export const api = {
  me: () => ask<Me>("GET", "/api/me"),
  guest: (name: string, colour: string) => ask<Me>("POST", "/api/guest", { name, colour }),
  rename: (name: string, colour: string) => ask<Me>("PATCH", "/api/me", { name, colour }),
  presets: (game: string) => ask<Preset[]>("GET", `/api/games/${game}/presets`),
  tryRules: (wanted: Wanted) => ask<HouseRules>("POST", "/api/rules", wanted),
  makeTable: (wanted: Wanted) => ask<Made>("POST", "/api/tables", wanted),
  table: (id: string) => ask<TableState>("GET", `/api/tables/${id}`),
  join: (id: string, code: string, token = "") => ask<TableState>("POST", `/api/tables/${id}/join`, { code }, token),
  guestToken: (name: string, colour: string) => ask<{ me: Me; token: string }>("POST", "/api/guest/token", { name, colour }),
  friendLink: () => ask<{ link: string }>("POST", "/api/friends/link"),
  games: () => ask<GameInfo[]>("GET", "/api/games"),
  myTables: () => ask<MyTable[]>("GET", "/api/me/tables"),
  tables: () => ask<Listed[]>("GET", "/api/tables"),
  invitation: (id: string) => ask<{ link: string }>("GET", `/api/tables/${id}/invitation`),
  rules: (game: string, query: string) => ask<Rulebook>("GET", `/api/games/${encodeURIComponent(game)}/rules?${query}`),
  recordPath: (id: string) => `/api/tables/${id}/record`,
};
