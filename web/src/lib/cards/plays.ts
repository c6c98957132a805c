// Plays as the server offers them, taken apart for the screen. No rules: only the notation.

export type Verb = "lay" | "take" | "answer" | "announce" | "call" | "pass" | "finish" | "lead" | "contest" | "discard" | "claim" | "no claim";

export interface Offer {
  /** What is sent back, letter for letter. */
  text: string;
  verb: Verb;
  /** The cards of mine that are played. */
  cards: string[];
  /** The cards of the table that are taken. */
  takes: string[];
  /** What is announced, claimed, or who is called. */
  what: string;
  /** Ronda: taken without tapping. */
  quiet: boolean;
}

export function offer(text: string): Offer {
  const found: Offer = { text, verb: "pass", cards: [], takes: [], what: "", quiet: false };
  const words = text.split(" ");
  if (words[1] === "x") {
    const quiet = words.at(-1) === "quiet";
    const taken = words.slice(2, quiet ? -1 : undefined).flatMap((w) => w.split("+"));
    return { ...found, verb: "take", cards: [words[0]!], takes: taken, quiet };
  }
  if (text === "no claim") return { ...found, verb: "no claim" };
  const [verb, ...rest] = words as [Verb, ...string[]];
  if (verb === "announce" || verb === "claim" || verb === "call") return { ...found, verb, what: rest.join(" ") };
  return { ...found, verb, cards: rest };
}

export const cardsOf = (text: string | undefined): string[] => (text ? text.split(" ") : []);

export const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((card) => b.includes(card));
