// Why something was refused, in the language of now.
import { Refusal } from "./api";
import { spoken, t } from "./i18n";
import { sentence, type Listener } from "./i18n/speak";
import type { Message } from "./wire";

/** Where nobody sits. */
const NOBODY: Listener = { table: null as never, seat: null, name: () => "" };

/** What is said away from any table. */
export const told = (message: Message): string => spoken(sentence(message, NOBODY));

/** What went wrong when something was asked. */
export function whyNot(error: unknown): string {
  if (!(error instanceof Refusal) || !error.status) return t("first.failed");
  return error.why ? told(error.why) : t("code.broken"); // no answer of the house, but of something before it
}
