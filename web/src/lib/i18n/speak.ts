// Messages of the server put into words. A message is an id and values; which one an event gets for this listener, the server
// has decided. See docs/decisions/words-by-id.md.
import type { Message, TableState } from "../wire";
import { has, listed, say, type Id, type Part, type Values } from "./index";

export interface Listener {
  table: TableState;
  seat: number | null;
  name(seat: number): string;
}

export function sentence(message: Message, to: Listener): Part[] {
  const values: Values = {};
  for (const [place, value] of Object.entries(message.args ?? {})) values[place] = typeof value === "number" ? value : said(value, to);
  return say(message.id as Id, values);
}

function said(value: unknown, to: Listener): Part[] {
  if (typeof value === "number") return [String(value)];
  if (typeof value === "string") return value ? [value] : [];
  if (Array.isArray(value)) return listed(value.map((item) => said(item, to)));
  const found = value as { cards?: string; row?: string; seat?: number; side?: number; id?: string };
  if (found.cards !== undefined) return named(found.cards);
  if (found.row !== undefined) return found.row.split(" ").flatMap((card, i): Part[] => (i ? [" ", { card }] : [{ card }]));
  if (found.seat !== undefined) return [{ name: to.name(found.seat) }];
  if (found.side !== undefined) return side(found.side, to);
  return sentence(value as Message, to);
}

const named = (cards: string): Part[] => listed(cards.split(" ").filter(Boolean).map((card) => [{ card }]));

export function members(side: number, to: Listener): number[] {
  return to.table.seats.filter((s) => s.side === side).map((s) => s.seat);
}

/** A side by its members. */
export function side(number: number, to: Listener): Part[] {
  return listed(members(number, to).map((seat): Part[] => [{ name: to.name(seat) }]));
}

/** Why there are points, as a score-sheet names it. */
export function reason(key: string, to: Listener): Part[] {
  const found = [`reason.${to.table.game}.${key}`, `reason.${key}`, `sheet.count.${key}`].find(has);
  return found ? say(found) : [key];
}
