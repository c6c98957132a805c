// All that the screens show, in one place. Only verbs.ts changes it.
import type { Me } from "../api";
import type { Faces, Pack } from "../cards/faces";
import type { Part } from "../i18n";
import type { Message, Now, TableState } from "../wire";

export interface Route { page: string; id: string }
/** Something told: a message of the server, put into words when it is shown, or words of our own. */
export interface Line { n: number; seat: number; said: Message | Part[]; event: string }
/** Who sits at a table with this very device; no token: the person of this browser. */
export interface Holder { seat: number; name: string; token: string }
/** A device that is passed from hand to hand: `at` holds it, or is to get it while it is covered. */
export interface Device { table: string; people: Holder[]; at: number; covered: boolean }
export interface Prefs {
  name: string; // nothing: a guest
  theme: "" | "light" | "dark";
  contrast: "" | "more";
  language: string;
  fourColours: boolean;
  index: "auto" | "big" | "full";
  speed: number; // 0: cards do not move
  back: "" | "cups" | "zellige" | "meander"; // of cards; nothing: the pack's own
  sound: boolean;
  vibration: boolean;
  autoplay: boolean; // forced plays
  bot: string; // whom I play against
}

export const PREFS: Prefs = {
  name: "", theme: "", contrast: "", language: "", fourColours: false, index: "auto", speed: 1, back: "", sound: true, vibration: true,
  autoplay: false, bot: "level3",
};

export const app = $state({
  route: { page: "first", id: "" } as Route,
  language: "en",
  prefs: { ...PREFS },
  me: null as Me | null,
  offline: false, // no network: tables wait
  renewal: false, // a newer version of the client waits
  busy: "", // the game whose table is being made
  failed: "", // what went wrong, for people
  last: null as { id: string; game: string } | null, // the table to come back to
  /** What is shown is a replay: nothing is asked of anybody. */
  past: false,
  wide: false, // room for the rail and for full faces

  device: null as Device | null, // at a table where it is passed from hand to hand
  table: null as TableState | null,
  seat: null as number | null,
  link: "closed" as "opening" | "open" | "lost" | "closed",
  /** The present as the server told it last. */
  now: null as Now | null,
  /** What is on the screen: the same, once everything has moved. */
  shown: null as Now | null,
  /** The cards of the table in their places. */
  order: [] as string[],
  moving: false,
  log: [] as Line[],
  /** What is told in the event line: the last event, or why something cannot be. */
  says: null as Line | null,
  /** Announced at once to screen readers. */
  loud: "",
  /** Cards of mine and of the table that are chosen. */
  chosen: [] as string[],
  aimed: [] as string[],
  /** The last cards taken, for who asks. */
  lastTake: null as { seat: number; cards: string[] } | null,
  /** Who laid which card last. */
  lastLaid: null as { seat: number; cards: string[] } | null,
  cry: null as { word: string; points: number; key: number } | null,
  /** Somebody asks to take a play back; whether I am asked. */
  undo: null as { seat: number; mine: boolean } | null,
  open: "" as "" | "log" | "take" | "menu" | "sheet" | "talk" | "rules" | "report",
  until: 0, // when the running clock or window ends, by performance.now()
  faces: { big: {} as Faces, full: {} as Faces },
  pack: "french" as Pack,
});
