// Words by id. A text with a count is { one, few, …, other }, chosen by the language's own rule; {name} is a placeholder.
// English is at hand, the other languages are loaded when asked for. Ids are checked by the compiler.
import english from "../../generated/words/en.json";

export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Id = keyof typeof english;
/** A piece of a sentence: words, a card, or somebody's name. */
export type Part = string | { card: string } | { name: string };
export type Value = string | number | Part | Part[];
export type Values = Record<string, Value>;

export const RIGHT_TO_LEFT = new Set(["ar"]);

let texts: Record<string, Text> = english;
let language = "en";
let rule = new Intl.PluralRules("en");

/** The texts of a language, English where one is lacking. */
export function use(name: string, found: Record<string, Text>): void {
  texts = { ...english, ...found };
  language = name;
  rule = new Intl.PluralRules(name);
}

/** More texts of the language in use, where a screen needs them: house rules. */
export function more(...found: Record<string, Text>[]): void {
  texts = Object.assign({}, ...found, texts) as Record<string, Text>;
}

export const has = (id: string): id is Id => id in texts;
export const lang = (): string => language;

function template(id: string, values: Values): string {
  const text = texts[id];
  if (text === undefined) throw new Error(`no text ${id}`);
  if (typeof text === "string") return text;
  return text[rule.select(Number(values["n"]))] ?? text.other ?? "";
}

/** A sentence in pieces. */
export function say(id: Id, values: Values = {}): Part[] {
  const found: Part[] = [];
  for (const [i, piece] of template(id, values).split(/\{(\w+)\}/).entries()) {
    if (i % 2 === 0) {
      if (piece) found.push(piece);
      continue;
    }
    const value = values[piece];
    if (value === undefined) throw new Error(`${id}: no value for {${piece}}`);
    if (Array.isArray(value)) found.push(...value);
    else found.push(typeof value === "number" ? String(value) : value);
  }
  return found;
}

/** A sentence as text; cards are named by `cardName`. */
export function t(id: Id, values: Values = {}): string {
  return spoken(say(id, values));
}

/** Pieces as text for screen readers and titles. */
export function spoken(parts: Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : "card" in part ? cardName(part.card) : part.name)).join("");
}

/** A card in full: “8 of hearts”. */
export function cardName(card: string): string {
  if (card === "??") return t("card.hidden");
  const rank = card.slice(0, -1), suit = card.slice(-1);
  const latin = /^\d+[dceb]$/.test(card) && isLatin;
  return t("card", { rank: t(`rank.${rank}` as Id), suit: t((latin ? `suit.latin.${suit}` : `suit.${suit}`) as Id) });
}

let isLatin = false;
/** Whether cards are of the Latin pack: `7d` is a coin there and a diamond in the French one. */
export function deckIs(latin: boolean): void {
  isLatin = latin;
}

/** `3c, 5d and 7h`. */
export function listed(items: Part[][]): Part[] {
  if (items.length < 2) return items.flat();
  const head = items.slice(1, -1).reduce<Part[]>((list, last) => say("comma", { list, last }), items[0]!);
  return say("and", { list: head, last: items.at(-1)! });
}
