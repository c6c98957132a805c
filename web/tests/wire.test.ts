import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error a tool without types
import { types } from "../tools/types.mjs";

test.each(["wire", "lobby"])("the types of the %s are those of the published schema", async (name) => {
  expect(readFileSync(new URL(`../src/lib/${name}.ts`, import.meta.url), "utf8")).toBe(await types(name));
});
