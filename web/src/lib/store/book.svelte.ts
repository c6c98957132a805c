// The book of rules that is shown: on its page, or over a table.
import { api } from "../api";
import { whyNot } from "../refused";
import { asked, searchOf, type Rulebook } from "../rules/book";
import { app } from "./state.svelte";

export const book = $state({
  found: null as Rulebook | null,
  failed: "", // why there is none, for people
  rule: "", // the rule to be shown
  talked: false, // the language was changed on the page: its choice keeps the focus
});

let last = 0;

/** Read the rules in the language of now; what was read stays until they are here. */
export async function read(game: string, search: string): Promise<void> {
  const turn = ++last;
  if (book.found?.game !== game) book.found = null;
  book.failed = "";
  try {
    const found = await api.rules(game, asked(search, app.language));
    if (turn === last) book.found = found;
  } catch (error) {
    if (turn !== last) return;
    book.found = null;
    book.failed = whyNot(error);
  }
}

/** The rules of the table, over it; at a rule, if one is named. */
export function openRules(rule = ""): void {
  book.rule = rule;
  app.open = "rules";
}

export const readTable = (): Promise<void> => (app.table ? read(app.table.game, searchOf(app.table)) : Promise.resolve());
