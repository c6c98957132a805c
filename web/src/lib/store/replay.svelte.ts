// A replay: which record, where in it, from whose seat. It fills the app as a table does, so that a table's parts show it.
import { whyNot } from "../refused";
import { say, t, type Part } from "../i18n";
import { sentence } from "../i18n/speak";
import { LARGEST, replays, type Advice, type Replay, type Source, type Step } from "../replays";
import { app } from "./state.svelte";
import { deckOf, hurry, instead, listener, nameOf, queue, recall, settle, show, someone, voice } from "./verbs";
import { arrange, viewOf } from "./view";

const PAUSE_MS = 1100; // between two plays, at the usual speed
const KEPT = 24; // deals that are at hand
const BESIDES = new Set(["dealt", "drawn", "layout", "counted", "match_over"]);

class Past {
  source = $state.raw<Source | null>(null);
  /** The deal that is shown. */
  found = $state.raw<Replay | null>(null);
  /** The step that is shown, or moves. */
  at = $state(0);
  open = $state(false);
  playing = $state(false);
  speed = $state(1);
  /** Hide what is still to come. */
  veiled = $state(false);
  loading = $state(false);
  failed = $state("");
  advice = $state.raw<Advice | null>(null);
  /** Records of a file with several. */
  others = $state.raw<string[]>([]);
  nth = $state(0);

  get steps(): Step[] { return this.found?.steps ?? []; }
  get last(): number { return Math.max(0, this.steps.length - 1); }
  get step(): Step | undefined { return this.steps[this.at]; }
}

export const past = new Past();
const known = new Map<string, Replay>();
let asked = 0;

// From where.

interface Place { deal: number; at: number; seat: number | null; open: boolean }

const placeOf = (query: string): Place => {
  const given = new URLSearchParams(query), number = (name: string) => Number.parseInt(given.get(name) ?? "", 10);
  const seat = number("seat");
  return { deal: number("deal") || 1, at: number("ply") || 0, seat: Number.isNaN(seat) ? null : seat, open: given.has("open") };
};

/** The page is shown: the match that its path names, or the record that is at hand. */
export async function arrive(): Promise<void> {
  const [, table, match] = /^\/replay\/([0-9a-f]+)\/(\d+)$/.exec(location.pathname) ?? [];
  const named = table ? { table, match: Number(match) } : null;
  const same = named ? past.source && "table" in past.source && past.source.table === named.table && past.source.match === named.match
    : past.source && "text" in past.source;
  if (same && past.found) return present(past.found, past.at);
  Object.assign(past, { source: named, found: null, at: 0, failed: "", others: [], playing: false, open: false });
  if (!named) return;
  const place = placeOf(location.search);
  await load(place, true);
}

/** A record from disk: it is sent to this server to be read, and not kept there. */
export async function openFile(file: File): Promise<void> {
  past.failed = "";
  past.playing = false;
  const texts = await file.text().then(
    (text) => (file.name.endsWith(".jsonl") || text.trimStart().startsWith("{") ? text.split("\n").filter((line) => line.trim()) : [text]),
    () => null,
  );
  if (!texts?.length) {
    past.failed = t("replay.unreadable", { name: file.name });
    return;
  }
  if (location.pathname !== "/replay") history.pushState(null, "", "/replay");
  past.others = texts;
  await openNth(0, file.name);
}

/** One record of a file that has several. */
export async function openNth(nth: number, name = past.source && "name" in past.source ? past.source.name : ""): Promise<void> {
  const text = past.others[nth] ?? "";
  past.nth = nth;
  if (text.length > LARGEST) {
    past.failed = t("replay.large", { name, n: LARGEST / 1024 });
    return;
  }
  const before = past.source;
  past.source = { name, text };
  if (!(await load({ deal: 1, at: 0, seat: null, open: past.open }, true))) past.source = before && past.found ? before : null;
}

/** Get a deal and show it; whether it is there. */
async function load(place: Place, first = false): Promise<boolean> {
  const { source } = past, ticket = ++asked;
  if (!source) return false;
  const before = past.open;
  past.loading = true;
  past.failed = "";
  past.open = place.open; // at once: what is chosen next goes on from here
  try {
    if ("table" in source) await someone();
    const found = await dealOf(source, place);
    if (ticket !== asked || app.route.page !== "replay") return false;
    if (first) past.veiled = found.mine === undefined && "table" in source;
    present(found, Math.min(place.at, found.steps.length - 1));
    return true;
  } catch (error) {
    if (ticket === asked) {
      past.failed = whyNot(error);
      past.open = before;
    }
    return false;
  } finally {
    if (ticket === asked) past.loading = false;
  }
}

async function dealOf(source: Source, { deal, seat, open }: Place): Promise<Replay> {
  const key = JSON.stringify([source, deal, seat, open]);
  const found = known.get(key) ?? (await replays.deal(source, deal, seat, open));
  known.set(key, found);
  if (known.size > KEPT) known.delete(known.keys().next().value!);
  return found;
}

/** A deal is at hand: it lies on the table. */
function present(found: Replay, at: number): void {
  past.found = found;
  const seats = found.table.seats.map((s) => (s.name || s.bot ? s : { ...s, name: t("replay.player", { n: s.seat + 1 }) }));
  Object.assign(app, { past: true, table: { ...found.table, seats }, seat: found.seat, log: [], says: null, chosen: [], aimed: [] });
  deckOf(found.table.game);
  jump(at);
}

/** What a step did, in words; what is dealt and counted besides is left out. */
export function inWords(step: Step, i: number): Part[] {
  const told = step.events.filter((event) => !BESIDES.has(event.kind)).flatMap((event) => event.said ?? []);
  if (told.length) return told.flatMap((message, j): Part[] => [...(j ? [" "] : []), ...sentence(message, listener())]);
  if (!i) return say("replay.begin");
  return (step.seat ?? -1) < 0 ? say("replay.counted") : say("replay.silent", { name: { name: nameOf(step.seat!) } });
}

/** The event line says what the play was, not what came last. */
function conclude(step: Step, i: number): void {
  app.says = { n: app.says?.n ?? 0, seat: step.seat ?? -1, said: inWords(step, i), event: "replay" };
}

// To and fro.

/** Show a step as it stands, without moving anything. */
export function jump(to: number): void {
  const { found } = past;
  if (!found) return;
  const at = Math.max(0, Math.min(to, past.last)), step = found.steps[at]!;
  past.at = at;
  past.advice = null;
  app.now = step.now;
  instead(() => {
    if (past.found !== found) return;
    app.lastLaid = app.lastTake = app.cry = null;
    app.order = found.steps.slice(0, at + 1).reduce((order, { now }) => arrange(order, viewOf(now)), [] as string[]);
    for (const earlier of found.steps.slice(0, at + 1)) for (const event of earlier.events) recall(event);
    if (app.open === "sheet" || app.open === "") app.open = step.now.result ? "sheet" : "";
    app.says = null;
    for (const event of step.events) voice(event);
    settle(step.now);
    conclude(step, at);
  });
  remember();
}

/** The next play, as it was made: its cards move. */
export function forward(): Promise<void> {
  const step = past.steps[past.at + 1];
  if (!step) return Promise.resolve();
  if (app.moving) hurry();
  past.at += 1;
  past.advice = null;
  app.now = step.now;
  if (app.open === "sheet") app.open = "";
  remember();
  return queue(async () => {
    if (await show(step)) conclude(step, past.steps.indexOf(step));
  });
}

export const back = (): void => jump(past.at - 1);

/** The steps where a round or a trick begins, the first and the last. */
export const marks = (): number[] => past.steps.flatMap((step, i) => {
  const kinds = step.events.map((event) => event.kind);
  return i === 0 || i === past.last || kinds.includes("trick") || kinds.includes("dealt") ? [i] : [];
});

export const nextMark = (): void => jump(marks().find((i) => i > past.at) ?? past.last);
export const lastMark = (): void => jump(marks().findLast((i) => i < past.at) ?? 0);

export const deals = (): number => past.found?.deals.length ?? 0;

/** Another deal, from its beginning. */
export async function toDeal(deal: number): Promise<void> {
  const { found } = past;
  if (!found || deal < 1 || deal > deals()) return;
  await load({ deal, at: 0, seat: found.seat, open: past.open });
}

/** From whose seat, and whether all cards lie open. */
export async function look(seat: number, open: boolean): Promise<void> {
  if (past.found) await load({ deal: past.found.deal, at: past.at, seat, open });
}

/** Play by itself, or stop; at the end of a deal the next one begins, at the end of the match this deal again. */
export async function playOn(): Promise<void> {
  past.playing = !past.playing;
  if (!past.playing) return;
  if (past.at === past.last) {
    if (past.found && past.found.deal < deals()) await toDeal(past.found.deal + 1);
    else jump(0);
  }
  while (past.playing && past.at < past.last && app.route.page === "replay") {
    await forward();
    if (past.at < past.last) await new Promise((done) => setTimeout(done, PAUSE_MS / past.speed));
  }
  past.playing = false;
}

export function stop(): void {
  past.playing = false;
}

// The address tells the place, so that it can be shared.

let noted: ReturnType<typeof setTimeout> | undefined;

export function link(): string {
  const { source, found } = past;
  if (!source || !found || !("table" in source)) return "";
  const query = `deal=${found.deal}&ply=${past.at}&seat=${found.seat}${past.open ? "&open" : ""}`;
  return `${location.origin}/replay/${source.table}/${source.match}?${query}`;
}

function remember(): void {
  clearTimeout(noted);
  noted = setTimeout(() => {
    const found = link();
    if (found && app.route.page === "replay") history.replaceState(null, "", found);
  }, 300); // browsers allow only so many in a time
}

// A bot's opinion, and ours of a bot.

/** What a strong bot would have played instead of the play that is shown. */
export async function advise(): Promise<void> {
  const { source, found, at } = past;
  if (!source || !found || at < 1) return;
  past.loading = true;
  try {
    const advice = await replays.advice(source, found.deal, at - 1);
    if (past.found === found && past.at === at) past.advice = advice;
  } catch (error) {
    past.failed = whyNot(error);
  } finally {
    past.loading = false;
  }
}

/** Whether a bot made the play that is shown, in a match of this server. */
export const byBot = (): boolean => {
  const seat = past.step?.seat ?? -1;
  return past.source !== null && "table" in past.source && Boolean(app.table?.seats[seat]?.bot);
};

/** Tell those who run the server: the record and this place go along. What is said then. */
export async function report(why: string): Promise<string> {
  const { source, found, at } = past;
  if (!source || !found || !("table" in source)) return "";
  try {
    await replays.report(source.table, source.match, found.deal, at - 1, why);
    return t("report.noted");
  } catch (error) {
    return whyNot(error);
  }
}
