// The view of a deal as the wire carries it (fields that are 0 or empty are left out), and how an event changes it. What an
// event does to the picture is only for the time until the server's own view is shown.
import { cardsOf } from "../cards/plays";
import type { Happened, Now } from "../wire";

export interface View {
  seats?: number;
  deal_number?: number;
  dealer?: number;
  turn?: number;
  left?: number;
  each?: number;
  whole?: number;
  hands?: string[];
  spent?: string[];
  table?: string;
  laid_at?: number[];
  piles?: string[];
  sweeps?: number[];
  heaps?: string[];
  last_taker?: number;
  // Ronda
  chain?: number;
  chain_seat?: number;
  apart?: string;
  kinds?: number[];
  phase?: number;
  gains?: number[];
  // Kozel
  present?: number;
  trick?: number;
  leader?: number;
  trump?: number;
  turned?: string;
  to_play?: number;
  taking?: number;
  lead?: string;
  best?: string;
  shown?: string[];
  last?: string[];
  tricks?: number[];
  claims?: number[];
  pot?: number;
}

export const viewOf = (now: Now | null): View => (now?.view ?? {}) as View;

export const handOf = (view: View, seat: number): string[] => cardsOf(view.hands?.[seat]);

/** Cards taken by a side, the face-down ones too. */
export const taken = (view: View, side: number): number =>
  cardsOf(view.piles?.[side]).length + cardsOf(view.heaps?.[5 + side]).length;

/** Cards that a seat has played face up to this trick. */
export const shownBy = (view: View, seat: number): string[] => cardsOf(view.shown?.[seat]);

/** How many cards a seat has thrown face down to this trick. */
export const cardsDown = (view: View, seat: number): number => cardsOf(view.heaps?.[seat]).length;

/** Rounds of a fishing deal: which one this is, and how many there are. */
export function rounds(view: View): { round: number; rounds: number } | null {
  const step = (view.each ?? 0) * (view.seats ?? 0);
  if (!step || view.whole === undefined) return null;
  const more = Math.ceil((view.left ?? 0) / step), all = 1 + Math.ceil(view.whole / step);
  return { round: all - more, rounds: all };
}

function without(cards: string | undefined, gone: readonly string[], hidden = 0): string {
  const left = cardsOf(cards);
  for (const card of gone) {
    const i = left.indexOf(card);
    if (i >= 0) left.splice(i, 1);
    else hidden++;
  }
  for (; hidden > 0; hidden--) {
    const i = left.lastIndexOf("??");
    if (i >= 0) left.splice(i, 1);
  }
  return left.join(" ");
}

const joined = (cards: string | undefined, more: readonly string[]): string => [...cardsOf(cards), ...more].join(" ");

function put<T>(list: readonly T[] | undefined, i: number, value: T, empty: T): T[] {
  const found = [...(list ?? [])];
  while (found.length <= i) found.push(empty);
  found[i] = value;
  return found;
}

/** The view after an event, as far as the screen needs it. */
export function advance(now: Now, event: Happened, sideOf: (seat: number) => number): Now {
  const view = { ...viewOf(now) };
  const seat = event.seat ?? -1, cards = cardsOf(event.cards);
  const fromHand = (gone: string[]) => {
    view.hands = put(view.hands, seat, without(view.hands?.[seat], gone), "");
  };
  const toPile = (side: number, more: string[]) => {
    view.piles = put(view.piles, side, joined(view.piles?.[side], more), "");
  };
  switch (event.kind) {
    case "dealt":
    case "drawn":
      view.hands = put(view.hands, seat, joined(view.hands?.[seat], cards), "");
      view.left = Math.max(0, (view.left ?? 0) - cards.length);
      break;
    case "layout":
      view.left = Math.max(0, (view.left ?? 0) - cards.length);
      view.table = joined(view.table, cards);
      break;
    case "laid":
      fromHand(cards);
      view.table = joined(view.table, cards);
      break;
    case "captured":
      fromHand(cards.slice(0, 1));
      view.table = without(view.table, cards.slice(1));
      toPile(sideOf(seat), cards);
      break;
    case "tapped":
    case "answered":
      fromHand(cards.slice(0, 1));
      view.table = without(view.table, cards.slice(1));
      view.apart = joined(view.apart, cards);
      view.chain = event.kind === "tapped" ? 1 : Number(event.facts?.["level"] ?? 2);
      break;
    case "chain":
      view.apart = "";
      view.chain = 0;
      toPile(sideOf(seat), cards);
      break;
    case "leftovers":
      view.table = "";
      break;
    case "lead":
    case "contest":
      fromHand(cards);
      view.shown = put(view.shown, seat, cards.join(" "), "");
      if (event.kind === "lead") view.lead = cards.join(" ");
      break;
    case "discard":
      fromHand(cards);
      view.heaps = put(view.heaps, seat, cards.map(() => "??").join(" "), "");
      break;
    case "trick":
      view.last = view.shown ?? [];
      view.shown = [];
      view.heaps = (view.heaps ?? []).map((heap, i) => (i < 5 ? "" : heap));
      view.lead = "";
      break;
    default:
      return now;
  }
  return { ...now, view: view as Record<string, unknown> };
}

/** A deal before its first card, as the row that begins it tells: so that cards can be dealt one after another. */
export function beginning(now: Now, events: readonly Happened[]): Now {
  const view = viewOf(now);
  const out = events.filter((e) => e.kind === "dealt" || e.kind === "layout").reduce((n, e) => n + cardsOf(e.cards).length, 0);
  const empty: View = { ...view, left: (view.left ?? 0) + out, hands: [], table: "", piles: [], shown: [], heaps: [], apart: "" };
  return { ...now, view: empty as Record<string, unknown>, result: null };
}

/** Cards keep their place on the table: those that stay in their order, new ones after them. */
export function arrange(before: readonly string[], view: View): string[] {
  const cards = cardsOf(view.table);
  const kept = before.filter((card) => cards.includes(card));
  return [...kept, ...cards.filter((card) => !kept.includes(card))];
}
