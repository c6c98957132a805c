// Letters before words: what is shown first is set in the fonts that stay, so that nothing moves when they come.
import { t } from "./i18n";

const PATIENCE_MS = 800; // a slow line is not waited for: then words come first
const FONTS = [["400", "--text"], ["600", "--text"], ["700", "--display"]] as const;

export async function letters(): Promise<void> {
  const style = getComputedStyle(document.documentElement);
  const wanted = FONTS.map(([weight, family]) => document.fonts.load(`${weight} 1rem ${style.getPropertyValue(family)}`, `${t("first.note")} 1`));
  await Promise.race([Promise.allSettled(wanted), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}
