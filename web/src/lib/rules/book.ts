// The rules of a game as the server tells them, and where they are found: /rules/kozel?players=3&shokha=false#R4.
import type { Message, TableState } from "../wire";

export interface Word { text: string; card?: boolean }
export interface Piece { text?: string; rule?: string; play?: Word[]; typed?: string }
export interface Step { seat: number; play: Word[]; said: Message[] }
export interface Example {
  rule: string;
  hand?: string[];
  table?: string[];
  trump?: string;
  led?: string[][];
  plays?: Word[][];
  thrown?: number;
  story?: Step[];
}
export interface Paragraph { pieces: Piece[]; rule?: string; items?: Piece[][]; examples?: Example[] }
export interface Section { title: string; paragraphs: Paragraph[] }
export interface Differs { option: string; said: string; rules: string[] }
export interface Rulebook { game: string; language: string; players: number; sides: number; seats: number[]; differs: Differs[]; sections: Section[] }

/** What the server is asked for, from what stands behind the question mark of such an address. */
export function asked(search: string, language: string): string {
  const query = new URLSearchParams({ language });
  for (const [name, text] of new URLSearchParams(search)) {
    if (name === "preset") query.set(name, text);
    else query.append("option", `${name}=${text}`);
  }
  return query.toString();
}

const written = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value));

/** The same for the rules of a table. */
export function searchOf(table: Pick<TableState, "seats" | "differences">): string {
  const found = new URLSearchParams({ players: String(table.seats.length) });
  for (const { option, value } of table.differences) found.set(option, written(value));
  return `?${found}`;
}

/** The same rules for so many players. */
export function withPlayers(search: string, players: number): string {
  const found = new URLSearchParams(search);
  found.set("players", String(players));
  return `?${found}`;
}

/** The rules that a section states, first and last. */
export function stated(section: Section): string[] {
  const found = [...new Set(section.paragraphs.flatMap((p) => p.rule ?? []))];
  return found.length > 1 ? [found[0]!, found.at(-1)!] : found;
}

/** Plays that begin with the same word: what may be taken, led, announced; what may be laid comes last. */
export function kinds(plays: Word[][]): [string, Word[][]][] {
  const found = new Map<string, Word[][]>();
  for (const play of plays) {
    const kind = play[0]!.card ? "take" : play[0]!.text;
    found.set(kind, [...(found.get(kind) ?? []), play]);
  }
  return [...found].sort(([a], [b]) => Number(a === "lay") - Number(b === "lay"));
}

/** The cards of a hand that none of these plays uses. */
export const idle = (hand: string[], plays: Word[][]): string[] =>
  hand.filter((card) => !plays.some((play) => play.some((word) => word.text === card)));
