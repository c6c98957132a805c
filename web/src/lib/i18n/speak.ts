// Sentences for what happens at a table, told to one listener. The ids are those of kafenio.i18n.words, so that the terminal
// and the browser say the same.
import type { Happened, TableState } from "../wire";
import { has, listed, say, type Id, type Part, type Values } from "./index";

export interface Listener {
  table: TableState;
  seat: number | null;
  name(seat: number): string;
}

interface Result {
  points: number[];
  lines: [number, string, number][];
  ended: boolean | string;
  counts: Record<string, number[]>;
}

const VARIANTS: Record<string, string> = { first_dealer: "how", announced: "kind", claimed: "claim", answered: "level" };

/** An event in words; some are told in several sentences, some in none. */
export function tell(event: Happened, to: Listener): Part[][] {
  if (event.kind === "counted") return counted(event.facts!["result"] as Result, to);
  if (event.kind === "match_over") return [won(event.facts!["winners"] as number[], to)];
  return [sentence(event, to)];
}

function sentence(event: Happened, to: Listener): Part[] {
  const facts = event.facts ?? {}, seat = event.seat ?? -1;
  const cards = (event.cards ?? "").split(" ").filter(Boolean);
  let person = seat === to.seat ? ".you" : "";
  const values: Values = {};
  for (const [key, value] of Object.entries(facts)) {
    if (typeof value === "string" || typeof value === "number") values[key] = value;
  }
  if (typeof facts["side"] === "number") {
    if (seat < 0) person = personOf(facts["side"], to);
    values["side"] = side(facts["side"], to);
  }
  if (typeof facts["seat"] === "number") {
    if (facts["seat"] === to.seat) person = ".accused";
    values["accused"] = name(facts["seat"], to);
  }
  if (typeof facts["trump"] === "string") values["trump"] = say(`suits.${facts["trump"]}` as Id);
  Object.assign(values, {
    n: event.kind === "points" ? Math.abs(Number(facts["points"])) : cards.length,
    cards: named(cards),
    first: named(cards.slice(0, 1)),
    rest: named(cards.slice(1)),
    ...(seat >= 0 ? { name: name(seat, to) } : {}),
  });
  if (event.kind === "points" && seat < 0) values["reason"] = reason(String(facts["reason"]), to);
  return say(id(event.kind + variant(event, cards), person, to), values);
}

const named = (cards: string[]): Part[] => listed(cards.map((card) => [{ card }]));
const name = (seat: number, to: Listener): Part[] => [{ name: to.name(seat) }];

export function members(side: number, to: Listener): number[] {
  return to.table.seats.filter((s) => s.side === side).map((s) => s.seat);
}

/** A side by its members. */
export function side(number: number, to: Listener): Part[] {
  return listed(members(number, to).map((seat) => name(seat, to)));
}

function personOf(number: number, to: Listener): string {
  const seats = members(number, to);
  if (to.seat !== null && seats.includes(to.seat)) return seats.length === 1 ? ".you" : ".ours";
  return seats.length > 1 ? ".they" : "";
}

/** The text for a kind and a person: this game's own, or that of all games. */
function id(key: string, person: string, to: Listener): Id {
  const game = to.table.game;
  for (const found of [`${game}.${key}${person}`, `${game}.${key}`, key + person, key]) {
    if (has(`event.${found}`)) return `event.${found}` as Id;
  }
  throw new Error(`no text for the event ${key}`);
}

export function reason(key: string, to: Listener): Part[] {
  const own = `reason.${to.table.game}.${key}`;
  return say((has(own) ? own : `reason.${key}`) as Id);
}

function variant(event: Happened, cards: string[]): string {
  const facts = event.facts ?? {}, hidden = cards.includes("??");
  const by = VARIANTS[event.kind];
  if (by) return `:${facts[by]}`;
  if (event.kind === "points") {
    if ((event.seat ?? -1) >= 0) return `:${facts["reason"]}`;
    return Number(facts["points"]) < 0 ? ":lost" : "";
  }
  if (event.kind === "turned") return facts["trump"] === "none" ? ":none" : "";
  if (event.kind === "trick") return cards.length && !hidden ? ":thrown" : "";
  return hidden ? ":hidden" : "";
}

/** What a deal is worth to each side, and why where that has not been told yet. */
function counted(result: Result, to: Listener): Part[][] {
  const money = Boolean(to.table.options["money"]) && to.table.game === "kozel";
  if (money && result.ended) return [];
  const cardPoints = result.counts["card_points"];
  const found: Part[][] = [];
  for (const [number, points] of result.points.entries()) {
    if (cardPoints && !cardPoints[number] && !points && result.points.length > 2 && !money) continue; // out of the match
    const text = say(id(money ? "score:money" : "score", personOf(number, to), to), {
      n: points, side: side(number, to), card_points: cardPoints?.[number] ?? 0,
    });
    const reasons = has(`event.${to.table.game}.score`) ? [] : result.lines
      .filter(([whose]) => whose === number)
      .map(([, why, worth]) => say("event.because", { points: worth, reason: reason(why, to) }));
    const end = text.at(-1);
    if (reasons.length && typeof end === "string") found.push([...text.slice(0, -1), end.replace(/\.$/, ""), " (", ...listed(reasons), ")."]);
    else found.push(text);
  }
  return found;
}

function won(winners: number[], to: Listener): Part[] {
  if (winners.length > 1) {
    const mine = winners.map((s) => personOf(s, to)).find((p) => p === ".you" || p === ".ours") ?? "";
    const others = winners.filter((s) => !mine || to.seat === null || !members(s, to).includes(to.seat));
    return say(`event.match_over:shared${mine}` as Id, { side: listed(others.map((s) => side(s, to))) });
  }
  return say(id("match_over", personOf(winners[0]!, to), to), { side: side(winners[0]!, to) });
}
