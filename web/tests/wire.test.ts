import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error a tool without types
import { types } from "../tools/types.mjs";

test("the types of the wire are those of the published schema", async () => {
  expect(readFileSync(new URL("../src/lib/wire.ts", import.meta.url), "utf8")).toBe(await types());
});
