// A clock in words.
import type { ClockTerms } from "./lobby";
import { t } from "./i18n";

/** The clocks that are offered where strangers meet. */
export const CLOCKS: ClockTerms[] = [{ kind: "play", seconds: 60 }, { kind: "match", seconds: 900, increment: 10 }, { kind: "days", days: 2 }, {}];

export function clockWords(clock: ClockTerms): string {
  switch (clock.kind) {
    case "play":
      return t("clock.play", { n: clock.seconds ?? 30 });
    case "match":
      return t("clock.match", { n: Math.round((clock.seconds ?? 30) / 60), more: clock.increment ?? 0 });
    case "days":
      return t("clock.days", { n: clock.days ?? 3 });
    default:
      return t("clock.untimed");
  }
}
