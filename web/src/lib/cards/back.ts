// The back of the cards: the pack's own, or the one that was chosen.
import { app, type Prefs } from "../store/state.svelte";

/** The name of a back among the pictures of a pack. */
export const backName = (back: Prefs["back"]): string => (back ? `back-${back}` : "back");

/** Its picture. */
export function pictureOfBack(): string {
  const name = backName(app.prefs.back);
  return app.faces.big[name] ?? app.faces.full[name] ?? "";
}
