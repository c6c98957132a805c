import { expect, test } from "vitest";
import { offer } from "../src/lib/cards/plays";
import { advance, arrange, rounds } from "../src/lib/store/view";
import type { Now } from "../src/lib/wire";

test("a capture names its card and what it takes", () => {
  expect(offer("8h x 3c+5d")).toMatchObject({ verb: "take", cards: ["8h"], takes: ["3c", "5d"], quiet: false });
});

test("several combinations are taken together", () => {
  expect(offer("8h x 8d 3c+5d").takes).toEqual(["8d", "3c", "5d"]);
});

test("a capture may be quiet", () => {
  expect(offer("5b x 5d+6c quiet")).toMatchObject({ takes: ["5d", "6c"], quiet: true });
});

test("words are told from cards", () => {
  expect(offer("announce ronda")).toMatchObject({ verb: "announce", what: "ronda", cards: [] });
  expect(offer("no claim").verb).toBe("no claim");
  expect(offer("claim moscow").what).toBe("moscow");
  expect(offer("lead Kh 8h").cards).toEqual(["Kh", "8h"]);
});

const now = (view: Record<string, unknown>): Now => ({ v: 1, match: 1, deal: 1, view });

test("a capture leaves hand and table for a pile", () => {
  const after = advance(now({ hands: ["8h 2c", "?? ??"], table: "3c 5d Qh" }), { kind: "captured", seat: 0, cards: "8h 3c 5d" }, (s) => s);
  expect(after.view).toMatchObject({ hands: ["2c", "?? ??"], table: "Qh", piles: ["8h 3c 5d"] });
});

test("a hidden hand loses a card that is laid", () => {
  const after = advance(now({ hands: ["2c", "?? ??"] }), { kind: "laid", seat: 1, cards: "9d" }, (s) => s);
  expect(after.view).toMatchObject({ hands: ["2c", "??"], table: "9d" });
});

test("cards keep their place on the table", () => {
  expect(arrange(["Qh", "3c", "5d"], { table: "3c 4s Qh" })).toEqual(["Qh", "3c", "4s"]);
});

test("rounds are counted from the stock", () => {
  expect(rounds({ each: 4, seats: 3, whole: 36, left: 12 })).toEqual({ round: 3, rounds: 4 });
});
