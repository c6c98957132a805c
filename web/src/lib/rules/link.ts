// A rule set as an address: /house/kontsina?players=3&capture_obligation=if_able&sweep_bonus=1, every option that is not as
// usual, written as the command line takes it. Which values there may be, the server's description says.
import type { Described, Options, Plain } from "./types";

/** A value as text: lists with commas, the empty one as nothing. */
export const written = (value: Plain): string => (Array.isArray(value) ? value.join(",") : String(value));

/** The value that a text means for this option; the text itself where it means none, for the server to refuse. */
export function read(text: string, option: Described | undefined): Plain {
  const choice = option?.choices?.find((c) => written(c.value) === text);
  if (choice) return choice.value;
  return option?.low != null && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

const piece = (text: string): string => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":");

/** The address of rules for so many players. */
export function linkOf(game: string, players: number, options: Options): string {
  const pieces = Object.entries(options).map(([name, value]) => `${piece(name)}=${piece(written(value))}`);
  return `/house/${game}?${[`players=${players}`, ...pieces].join("&")}`;
}

/** What stands behind the question mark of such an address. */
export function readLink(search: string, described: Described[]): { players?: Plain; options: Options } {
  const options: Options = {};
  for (const [name, text] of new URLSearchParams(search)) options[name] = read(text, described.find((o) => o.name === name));
  const { players, ...others } = options;
  return players === undefined ? { options } : { players, options: others };
}
