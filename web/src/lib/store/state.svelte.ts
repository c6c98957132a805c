// All that the screens show, in one place. Only verbs.ts changes it, each value as a whole; the choices alone one by one.
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

class App {
  route = $state.raw<Route>({ page: "first", id: "" });
  language = $state("en");
  prefs = $state({ ...PREFS });
  me = $state.raw<Me | null>(null);
  offline = $state(false); // no network: tables wait
  renewal = $state(false); // a newer version of the client waits
  busy = $state(""); // the game whose table is being made
  failed = $state(""); // what went wrong, for people
  last = $state.raw<{ id: string; game: string } | null>(null); // the table to come back to
  /** What is shown is a replay: nothing is asked of anybody. */
  past = $state(false);
  wide = $state(false); // room for the rail and for full faces

  device = $state.raw<Device | null>(null); // at a table where it is passed from hand to hand
  table = $state.raw<TableState | null>(null);
  seat = $state<number | null>(null);
  link = $state<"opening" | "open" | "lost" | "closed">("closed");
  /** The present as the server told it last. */
  now = $state.raw<Now | null>(null);
  /** What is on the screen: the same, once everything has moved. */
  shown = $state.raw<Now | null>(null);
  /** The cards of the table in their places. */
  order = $state.raw<string[]>([]);
  moving = $state(false);
  log = $state.raw<Line[]>([]);
  /** What is told in the event line: the last event, or why something cannot be. */
  says = $state.raw<Line | null>(null);
  /** Announced at once to screen readers. */
  loud = $state("");
  /** Cards of mine and of the table that are chosen. */
  chosen = $state.raw<string[]>([]);
  aimed = $state.raw<string[]>([]);
  /** The last cards taken, for who asks. */
  lastTake = $state.raw<{ seat: number; cards: string[] } | null>(null);
  /** Who laid which card last. */
  lastLaid = $state.raw<{ seat: number; cards: string[] } | null>(null);
  cry = $state.raw<{ word: string; points: number; key: number } | null>(null);
  /** Somebody asks to take a play back; whether I am asked. */
  undo = $state.raw<{ seat: number; mine: boolean } | null>(null);
  open = $state<"" | "log" | "take" | "menu" | "sheet" | "talk" | "rules" | "report">("");
  until = $state(0); // when the running clock or window ends, by performance.now()
  faces = $state.raw<{ big: Faces; full: Faces }>({ big: {}, full: {} });
  pack = $state<Pack>("french");
}

export const app = new App();
