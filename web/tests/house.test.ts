import { expect, test } from "vitest";
import { linkOf, read, readLink, written } from "../src/lib/rules/link";
import { differing, nearest, unlike } from "../src/lib/rules/nearest";
import type { Described, Plain, Preset } from "../src/lib/rules/types";

const said = { id: "x" };
const option = (name: string, usual: Plain, more: Partial<Described> = {}): Described => ({
  name, usual, value: usual, topic: said, ask: said, said, rules: "R1", sources: [], ...more,
});
const choices = (...values: Plain[]) => ({ choices: values.map((value) => ({ value, said })) });
const DESCRIBED = [
  option("players", 2, choices(2, 3, 4)),
  option("shokha", true, choices(true, false)),
  option("ace_value", "1", choices("1", "none")),
  option("lead_sizes", [1, 2], choices([1], [1, 2])),
  option("special_leads", ["moscow"], choices([], ["moscow"], ["molodka", "moscow"])),
  option("first_dealer", "random", choices("random", "seat:0", "seat:1")),
  option("deals", 4, { low: 1, high: 100 }),
  option("stake", "1", { amount: true }),
];
const OTHER = {
  shokha: false, ace_value: "none", lead_sizes: [1], special_leads: [], first_dealer: "seat:1", deals: 12, stake: "0.50",
} satisfies Record<string, Plain>;

test("a link says every rule in letters that people can read", () => {
  expect(linkOf("kozel", 3, { shokha: false, first_dealer: "seat:1", lead_sizes: [1, 3] })).toBe(
    "/house/kozel?players=3&shokha=false&first_dealer=seat:1&lead_sizes=1,3",
  );
});

test("what a link says is read back with its kinds of values", () => {
  const { search } = new URL(linkOf("kozel", 3, OTHER), "http://x");
  expect(readLink(search, DESCRIBED)).toEqual({ players: 3, options: OTHER });
});

test.each(DESCRIBED.flatMap((o) => (o.choices ?? []).map((c) => [o.name, c.value] as const)))("%s = %j is read back", (name, value) => {
  expect(read(written(value), DESCRIBED.find((o) => o.name === name))).toEqual(value);
});

test("what means nothing is left for the server to refuse", () => {
  expect(readLink("?deals=many&shoka=1&shokha=perhaps&players=nine", DESCRIBED)).toEqual({
    players: "nine", options: { deals: "many", shoka: "1", shokha: "perhaps" },
  });
});

test("what is no letter of ours is written so that it comes back", () => {
  const link = linkOf("kozel", 2, { "a&b=c#d": "e f&?#%,:" });
  expect(link.split("#")).toHaveLength(1);
  expect(readLink(new URL(link, "http://x").search, []).options).toEqual({ "a&b=c#d": "e f&?#%,:" });
});

const preset = (name: string, options: Preset["options"], players?: number): Preset => ({
  name, called: said, options, said: [], sources: [], ...(players ? { players } : {}),
});
const SEED = preset("seed", {}), CAFE = preset("cafe", { shokha: false, deals: 7, stake: "2" }), THREE = preset("three", {}, 3);

test("rules are named after the preset with the fewest changes", () => {
  const named = (players: number, options: Preset["options"]) => nearest([SEED, CAFE, THREE], players, options)?.name;
  expect(named(2, {})).toBe("seed");
  expect(named(3, {})).toBe("three");
  expect(named(2, { deals: 9 })).toBe("seed");
  expect(named(2, { shokha: false, deals: 7, stake: "2" })).toBe("cafe");
  expect(named(2, { shokha: false, deals: 7 })).toBe("cafe");
});

test("what a preset changes back counts as a change too", () => {
  expect(unlike(CAFE, { shokha: false, deals: 7 })).toEqual(["stake"]);
  const now = DESCRIBED.map((o) => ({ ...o, value: o.name === "shokha" ? false : o.name === "deals" ? 7 : o.value }));
  expect(differing(now, CAFE).map((o) => o.name)).toEqual(["shokha", "deals", "stake"]);
  expect(differing(now, SEED).map((o) => o.name)).toEqual(["shokha", "deals"]);
});
