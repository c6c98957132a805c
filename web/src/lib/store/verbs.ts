// What can be done, by the person or by the server. Screens call these; they alone change the app.
import { tick } from "svelte";
import { api, type Wanted } from "../api";
import { whyNot } from "../refused";
import { faces } from "../cards/faces";
import { cardsOf, offer, type Offer } from "../cards/plays";
import { fresh } from "../ids";
import { deckIs, has, more, RIGHT_TO_LEFT, say, t, use, type Id, type Part, type Text } from "../i18n";
import { members, sentence, type Listener } from "../i18n/speak";
import type { Stage } from "../motion/stage";
import { pageOf } from "../pages";
import { TableSocket } from "../socket/socket";
import { listenForTouch, sound, soundMyTurn, soundsOf, soundTheEnd } from "../sound/sound";
import type { FromClient, FromServer, Happened, Missed, Mute, News, Now, Report, Say } from "../wire";
import { app, PREFS, type Device, type Line, type Prefs } from "./state.svelte";
import { forgetTalk, hearTalk } from "./talk.svelte";
import { advance, arrange, beginning, viewOf } from "./view";

const LATIN = new Set(["ronda"]);
export const COLOURS = ["red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown"];
export const SEATS: Record<string, number> = { kontsina: 2, konchinka: 2, kozel: 4, ronda: 4 };
const LOG_MOST = 400;

// What this device remembers.

export function kept<T>(key: string, otherwise: T): T {
  try {
    return { ...otherwise, ...(JSON.parse(localStorage.getItem(`kafenio.${key}`) ?? "{}") as T) };
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`kafenio.${key}`, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: the choice holds for this visit
  }
}

// The page.

/** Before the first screen: what was chosen on this device, the words, the page. */
export async function begin(): Promise<void> {
  app.prefs = kept<Prefs>("prefs", { ...PREFS });
  const last = kept<{ id: string; game: string }>("last", { id: "", game: "" });
  app.last = last.id ? last : null;
  await speak(app.prefs.language || browserLanguage());
  dress();
  const wide = matchMedia("(min-width: 1024px)");
  const measure = () => { app.wide = wide.matches; };
  measure();
  wide.addEventListener("change", measure);
  addEventListener("popstate", follow);
  listenForTouch();
  document.addEventListener("visibilitychange", () => { if (document.hidden) hurry(); });
  for (const wish of [DARK, MORE]) wish.addEventListener("change", dress);
  app.route = pageOf(location.pathname);
  if (known()) void api.me().then((me) => { app.me = me; }, () => undefined);
  if (app.route.page === "table") await enter(app.route.id, location.hash.slice(1));
}

const LANGUAGES = import.meta.glob<{ default: Record<string, Text> }>(["../../generated/words/*.json", "!**/*.house.json"]);

/** The languages that are there. */
export const languages = (): string[] => Object.keys(LANGUAGES).map((path) => path.replace(/^.*\/(\w+)\.json$/, "$1"));

function browserLanguage(): string {
  return navigator.languages.map((l) => l.slice(0, 2)).find((l) => languages().includes(l)) ?? "en";
}

export async function speak(language: string): Promise<void> {
  const load = LANGUAGES[`../../generated/words/${language}.json`];
  use(language, load && language !== "en" ? (await load()).default : {});
  app.language = language;
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

const HOUSE = import.meta.glob<{ default: Record<string, Text> }>("../../generated/words/*.house.json");

/** The words of house rules, in the language of now and in English. */
export async function houseWords(): Promise<void> {
  const load = (language: string) => HOUSE[`../../generated/words/${language}.house.json`]?.().then((m) => m.default);
  const [own, english] = await Promise.all([load(app.language), load("en")]);
  more(english ?? {}, own ?? {});
}

export function prefer(changed: Partial<Prefs>): void {
  Object.assign(app.prefs, changed);
  if (changed.language) void speak(changed.language);
  if (changed.autoplay && !app.moving) forced();
  keep("prefs", app.prefs);
  dress();
  void pictures();
}

/** Another name; a table shows it when one next sits down. */
export async function rename(name: string): Promise<void> {
  prefer({ name: name.trim() });
  if (app.me && app.prefs.name) app.me = await api.rename(app.prefs.name, app.me.colour).catch(() => app.me);
}

const DARK = matchMedia("(prefers-color-scheme: dark)");
const MORE = matchMedia("(prefers-contrast: more)");

/** The theme that was chosen, or the system's. */
function dress(): void {
  const { theme, contrast } = app.prefs, root = document.documentElement;
  root.dataset["theme"] = theme || (DARK.matches ? "dark" : "light");
  if (contrast || MORE.matches) root.dataset["contrast"] = "more";
  else delete root.dataset["contrast"];
}

/** To another page, with a place in the history. */
export function go(path: string): void {
  history.pushState(null, "", path);
  follow();
}

function follow(): void {
  const route = pageOf(location.pathname);
  if (route.page === "table") {
    if (route.id !== app.table?.id) void enter(route.id, location.hash.slice(1));
  } else leaveTable();
  app.route = route;
}

// To the table.

let socket: TableSocket | undefined;
let invited = false; // by a link: the first free seat is mine
let seatWanted = ""; // the public table where I want to sit
let asked = false; // for that seat; another guest may be quicker
let stage: Stage | undefined;

/** The page of the table lends its stage, so that cards move. */
export function onStage(found: Stage | undefined): void {
  stage = found;
}

/** Whether this browser has been here before: the server may know who it is. */
export const known = (): boolean => kept("known", { here: false }).here;

/** Somebody who may sit down: the person known here, else a new guest. */
export async function someone(): Promise<void> {
  if (app.me) return;
  app.me = known() ? await api.me().catch(() => null) : null;
  app.me ??= await api.guest(app.prefs.name || t("guest"), COLOURS[Math.floor(Math.random() * COLOURS.length)]!);
  keep("known", { here: true });
}

/** The rules of last time, if they were for so many; what is agreed on with friends beside them is left out. */
export function rulesFor(game: string, players: number): Partial<Wanted> {
  const { clock, public: listed, rated, ...rules } = kept<Partial<Wanted>>(`rules.${game}`, {});
  return players === (rules.players ?? SEATS[game]) ? rules : {};
}

/** To a new table, by the rules of last time and what `wanted` makes of the number of players. */
async function newTable(game: string, wanted: (players: number) => Partial<Wanted>, many?: number): Promise<void> {
  if (app.busy) return;
  app.busy = game;
  app.failed = "";
  try {
    await someone();
    const players = many ?? kept<Partial<Wanted>>(`rules.${game}`, {}).players ?? SEATS[game] ?? 2;
    const made = await api.makeTable({ ...rulesFor(game, players), game, players, ...wanted(players) });
    go(`/t/${made.id}`);
  } catch (error) {
    app.failed = whyNot(error);
  } finally {
    app.busy = "";
  }
}

/** A table with bots of my strength. */
export const playNow = (game: string): Promise<void> =>
  newTable(game, (players) => ({ bots: Array<string>(players - 1).fill(app.prefs.bot), pause_s: 120, window_s: 3 }));

/** A table for friends: its free seats are for who has the link. */
export const withFriends = (game: string): Promise<void> => newTable(game, () => ({ ...kept<Partial<Wanted>>(`rules.${game}`, {}), bots: [] }));

/** A table in the list, for whoever comes. */
export const forAll = (game: string, players: number, clock: Wanted["clock"]): Promise<void> =>
  newTable(game, () => ({ bots: [], public: true, ...(clock ? { clock } : {}) }), players);

/** To a public table, on its first free seat. */
export function sitAt(id: string): void {
  seatWanted = id;
  go(`/t/${id}`);
}

/** Sit at a table, or watch it; a code lets one in. */
export async function enter(id: string, code: string): Promise<void> {
  leaveTable();
  if (kept<{ list: Device[] }>("devices", { list: [] }).list.some((device) => device.table === id)) {
    const { deviceAt, takeUp } = await import("./pass.svelte");
    takeUp(deviceAt(id)!);
    return;
  }
  try {
    await someone();
    if (code) await api.join(id, code);
  } catch (error) {
    app.failed = whyNot(error);
    history.replaceState(null, "", "/");
    app.route = pageOf("/");
    return;
  }
  invited = Boolean(code) || seatWanted === id;
  seatWanted = "";
  asked = false;
  connect(id);
}

/** Open the socket of a table: by the cookie or a token, with what is known of it already. */
export function connect(id: string, token = "", told: { v: number; as: number | null } | null = null): void {
  if (told) app.seat = told.as; // what was missed does not say it again
  socket = new TableSocket(id, {
    said: heard,
    link(found, why) {
      app.link = found;
      if (found === "closed" && why) {
        app.failed = t("table.lost");
        app.last = null;
        keep("last", {});
        go("/");
      }
    },
    known: () => (untold ? null : app.now && app.table?.id === id && app.now.match ? { v: app.now.v, as: app.seat } : told),
  }, token);
}

export function leaveTable(): void {
  clearTable();
  app.device = null;
}

/** Nothing of the table stays in the page. */
export function clearTable(): void {
  socket?.close();
  socket = undefined;
  drop();
  toldFrom = -1;
  untold = false;
  Object.assign(app, {
    past: false, table: null, seat: null, now: null, shown: null, log: [], says: null, chosen: [], aimed: [], lastTake: null,
    lastLaid: null, cry: null, undo: null, open: "", link: "closed", loud: "", until: 0,
  });
  app.order = [];
  forgetTalk();
}

const send = (message: FromClient): boolean => socket?.send(message) ?? false;

// What the server says.

const waiting: { step: () => Promise<unknown>; done: () => void }[] = [];
let toldFrom = -1; // the row from which what happened is asked again, for the log
let untold = false; // and that has not come yet: where the line breaks meanwhile, all is asked anew

function heard(message: FromServer): void {
  switch (message.t) {
    case "state":
      app.seat = message.as ?? null;
      seated(message.table);
      drop();
      present(message.now);
      settle(message.now);
      if (message.now.result) app.open = "sheet";
      toldFrom = message.since ?? 0;
      untold = message.now.v > toldFrom;
      if (untold) send({ t: "hello", v: toldFrom, as: app.seat });
      offerTerms();
      forced();
      break;
    case "missed":
      untold = false;
      seated(message.table);
      present(message.now);
      hurry();
      void queue(async () => catchUp(message));
      break;
    case "news":
      present(message.now);
      void queue(() => show(message));
      break;
    case "done":
      present(message.now);
      void queue(async () => settle(message.now));
      break;
    case "table":
      seated(message.table);
      offerTerms();
      break;
    case "clock":
      clock(message);
      break;
    case "undo":
      app.undo = message.waiting?.length ? { seat: message.seat, mine: app.seat !== null && message.waiting.includes(app.seat) } : null;
      if (message.refused) answer(t("table.undo.refused"));
      break;
    case "refused":
      if (message.code === "taken" && asked) {
        invited = true;
        offerTerms();
      } else if (message.code !== "stale") answer(message.said && app.table ? sentence(message.said, listener()) : t(`code.${message.code}`));
      break;
    case "said":
    case "muted":
    case "noted":
      if (message.t === "noted" && reporting) answer(t("report.noted"));
      else hearTalk(message);
      if (message.t === "noted") reporting = false;
      break;
    default:
      break;
  }
}

/** The pack of a game, and its pictures. */
export function deckOf(game: string): void {
  const latin = LATIN.has(game);
  deckIs(latin);
  app.pack = latin ? "latin" : "french";
  void pictures();
}

function seated(table: NonNullable<typeof app.table>): void {
  app.table = table;
  deckOf(table.game);
  app.last = { id: table.id, game: table.game };
  keep("last", app.last);
}

/** The pictures of cards that this screen needs. */
async function pictures(): Promise<void> {
  const pack = app.pack === "latin" ? "latin" : app.prefs.fourColours ? "french-four" : "french";
  const { index } = app.prefs;
  const needed = index === "auto" ? (app.wide ? (["full", "big"] as const) : (["big", "full"] as const)) : ([index] as const);
  for (const face of needed) app.faces = { ...app.faces, [face]: await faces(pack, face) };
}

/** What was missed is told and not moved; what was asked for again is the whole log. */
function catchUp({ since, events, now }: Missed): void {
  const again = since === toldFrom;
  if (again) app.log = [];
  for (const event of events.flat()) {
    if (again) {
      voice(event);
      recall(event);
    } else note(event);
  }
  settle(now);
  if (now.result && !again) app.open = "sheet";
}

function present(now: Now): void {
  app.now = now;
  if (now.clock) clock(now.clock);
}

function clock(found: NonNullable<Now["clock"]>): void {
  const seconds = found.window_s ?? (found.seat != null ? found.left_s?.[found.seat] : undefined);
  app.until = seconds == null || app.device ? 0 : performance.now() + seconds * 1000;
  if (found.warn && found.seat === app.seat) {
    app.loud = t("table.slow");
    sound("spoon");
  }
}

/** Agree at once where only bots sit with me; others are asked. */
function offerTerms(): void {
  const { table, seat } = app;
  if (!table || table.state !== "open") return;
  const free = table.seats.find((s) => !s.person && !s.bot);
  if (seat === null && invited && free) {
    invited = false;
    asked = true;
    sit(free.seat);
  }
  if (seat === null) return;
  asked = false;
  const mine = table.seats[seat];
  const here = (other: number): boolean => app.device?.people.some((holder) => holder.seat === other) ?? false;
  if (mine && !mine.agreed && table.seats.every((s) => s.seat === seat || s.bot || (s.agreed && here(s.seat)))) send({ t: "agree", terms: table.terms });
}

let running = false;
let drops = 0; // what began before the last one changes nothing any more
let called = 0; // the row after which my turn was last sounded

/** Shown after what is shown already; done when that is over, or is not wanted any more. */
export function queue(step: () => Promise<unknown>): Promise<void> {
  return new Promise((done) => {
    waiting.push({ step, done });
    if (!running) void goOn();
  });
}

/** Show what waits, one thing after another. */
async function goOn(): Promise<void> {
  running = true;
  while (waiting.length) {
    const { step, done } = waiting.shift()!;
    try {
      app.moving = true;
      await step();
    } catch (error) {
      console.error(error);
      if (app.now) settle(app.now);
    }
    done();
  }
  app.moving = false;
  running = false;
  stage?.calm();
  if (!forced() && myTurn() && app.now?.v !== called) {
    called = app.now?.v ?? 0;
    soundMyTurn();
  }
}

/** Nothing of what waits or moves is shown any more. */
function drop(): void {
  drops++;
  for (const { done } of waiting.splice(0)) done();
  hurry();
}

/** Shown at once, instead of what still waits. */
export function instead(step: () => void): void {
  drop();
  void queue(async () => step());
}

/** A row of the match: every event moves and is told, then the server's own view stands. Whether it was not dropped meanwhile. */
export async function show(news: Pick<News, "now" | "events">): Promise<boolean> {
  const begun = drops;
  if (news.events.some((event) => event.kind === "deal_begins")) place(beginning(news.now, news.events));
  for (const event of news.events) {
    if (begun !== drops) return false;
    note(event);
    soundsOf(event);
    const change = () => {
      if (app.shown && begun === drops) place(advance(app.shown, event, sideOf));
    };
    if (stage && !document.hidden) await stage.perform(event, change);
    else change();
  }
  if (begun === drops) settle(news.now);
  return begun === drops;
}

const sideOf = (seat: number): number => app.table?.seats[seat]?.side ?? seat;

function place(now: Now): void {
  app.shown = now;
  app.order = arrange(app.order, viewOf(now));
}

/** What is on the screen from now on. */
export function settle(now: Now): void {
  place(now);
  const mine = new Set(now.legal?.flatMap((text) => offer(text).cards) ?? []);
  app.chosen = app.chosen.filter((card) => mine.has(card));
  app.aimed = app.aimed.filter((card) => app.order.includes(card));
}

// Words.

export const listener = (): Listener => ({ table: app.table!, seat: app.seat, name: nameOf });

/** A line in the language of now. */
export const wordsOf = (line: Line): Part[] => (Array.isArray(line.said) ? line.said : sentence(line.said, listener()));

/** Who else sits there, in the order of play after me. */
export function othersInOrder(): NonNullable<typeof app.table>["seats"] {
  const seats = app.table?.seats ?? [], mine = app.seat ?? 0;
  return seats.map((_, i) => seats[(mine + i) % seats.length]!).filter((s) => s.seat !== app.seat);
}

/** Whether it is the turn of this seat alone. */
export const toPlay = (seat: number): boolean => app.now?.actors?.length === 1 && app.now.actors[0] === seat;

export function nameOf(seat: number): string {
  const table = app.table, here = table?.seats[seat];
  if (!table || !here) return "";
  if (here.name) return here.name;
  if (!here.bot) return t("free");
  const bots = table.seats.filter((s) => s.bot);
  return bots.length > 1 ? t("bot.numbered", { n: bots.indexOf(here) + 1 }) : t("bot");
}

/** A seat as I call it: “You” for mine. */
export const calledSeat = (seat: number): string => (seat === app.seat ? t("hand.you") : nameOf(seat));

/** A side by its members, as I call them. */
export const calledSide = (side: number): string => members(side, listener()).map(calledSeat).join(" + ");

/** My side; -1 for who watches. */
export const mySide = (): number => (app.seat === null ? -1 : sideOf(app.seat));

/** The sides, mine first. */
export function sides(): number[] {
  const found = [...new Set(app.table?.seats.map((s) => s.side) ?? [])].sort((a, b) => a - b);
  return found.sort((a, b) => Number(b === mySide()) - Number(a === mySide()));
}

let lines = 0;

/** The words of an event, for the event line and the log. */
export function voice(event: Happened): void {
  for (const message of event.said ?? []) {
    const line = { n: ++lines, seat: event.seat ?? -1, said: message, event: event.kind };
    app.log = [...app.log, line].slice(-LOG_MOST);
    app.says = line;
  }
}

/** What an event leaves to look at: who laid last, the last take. */
export function recall(event: Happened): void {
  const seat = event.seat ?? -1, cards = cardsOf(event.cards);
  switch (event.kind) {
    case "deal_begins":
      app.lastTake = app.lastLaid = null;
      break;
    case "laid":
    case "lead":
      app.lastLaid = { seat, cards };
      break;
    case "captured":
    case "chain":
      app.lastTake = { seat, cards };
      app.lastLaid = null;
      break;
    default:
      break;
  }
}

function note(event: Happened): void {
  voice(event);
  recall(event);
  switch (event.kind) {
    case "deal_begins":
      if (app.open === "sheet") app.open = "";
      break;
    case "tapped":
    case "answered":
    case "announced":
    case "sweep":
      cry(event);
      break;
    case "counted":
      app.open = "sheet";
      break;
    case "match_over":
      soundTheEnd(((event.facts?.["winners"] as number[] | undefined) ?? []).includes(mySide()));
      break;
    default:
      break;
  }
}

const CRIES: Record<string, string> = { tapped: "bount", sweep: "missa" };
const LEVELS = ["", "bount", "khamsa", "aachra"];
const CRY_MS = 1500;

/** A word cried at the table, for as long as it can be read. */
function cry(event: Happened): void {
  const facts = event.facts ?? {}, level = event.kind === "tapped" ? 1 : Number(facts["level"] ?? 0);
  const word = LEVELS[level] || CRIES[event.kind] || String(facts["kind"] ?? "").replace("two_rondas", "ronda");
  if (app.table?.game !== "ronda" || !has(`cry.${word}`)) return;
  const points = (app.table.options["tap_points"] as number[] | undefined)?.[level - 1] ?? 0;
  const key = ++lines;
  app.cry = { word: t(`cry.${word}` as Id), points, key };
  setTimeout(() => { if (app.cry?.key === key) app.cry = null; }, CRY_MS);
}

/** Something to the person alone, in the event line and aloud. */
export function answer(text: string | Part[]): void {
  app.says = { n: ++lines, seat: -1, said: typeof text === "string" ? [text] : text, event: "answer" };
}

// My plays.

export const offers = (): Offer[] => (app.now?.legal ?? []).map(offer);

/** What is played by itself: a play without a choice, for who wants it so; that there is nothing to claim need not be said. */
function withoutChoice(): string | undefined {
  const [only, ...others] = app.now?.legal ?? [];
  return !others.length && !app.now?.answered && (app.prefs.autoplay || only === "no claim") ? only : undefined;
}

/** Something is asked of me that I can choose. */
export const myTurn = (): boolean => Boolean(app.now?.legal?.length) && !app.now?.answered && withoutChoice() === undefined;

/** Send a play that was offered; what still moves is finished first. */
export function play(text: string): void {
  const now = app.now;
  if (!now?.legal?.includes(text)) return;
  hurry();
  app.chosen = [];
  app.aimed = [];
  send({ t: "play", id: fresh(), v: now.v, m: text });
}

/** Ask why a card may not be laid: nothing is played, as it is not among my plays; the answer names the rule. */
export function askWhy(card: string): void {
  const now = app.now, text = `lay ${card}`;
  if (now?.legal?.length && !now.legal.includes(text)) send({ t: "play", id: fresh(), v: now.v, m: text });
}

/** Whether a play has been made by itself. */
function forced(): boolean {
  const only = withoutChoice();
  if (only !== undefined) play(only);
  return only !== undefined;
}

export const sit = (seat: number): boolean => send({ t: "sit", seat });
export const agree = (): boolean => app.table !== null && send({ t: "agree", terms: app.table.terms });
export const fillSeat = (seat: number, bot: string): boolean => send({ t: "fill", seat, bot });

/** Ask the others to let me take my last play back. */
export const takeBack = (): boolean => send({ t: "undo", id: fresh() });
export const letTakeBack = (yes: boolean): boolean => send({ t: "undo_answer", yes });
/** Take my seat back from the bot that plays meanwhile. */
export const comeBack = (): boolean => send({ t: "back" });

export const ready = (): void => {
  app.open = "";
  send({ t: "ready" });
};

export const again = (): void => {
  if (app.device) void import("./pass.svelte").then((pass) => pass.againTogether());
  else agree();
  app.open = "";
};

export function open(what: typeof app.open): void {
  app.open = app.open === what ? "" : what;
}

export function choose(cards: string[]): void {
  app.chosen = cards;
  app.aimed = [];
}

export function aim(cards: string[]): void {
  app.aimed = cards;
}

/** Finish what moves; what comes next moves again. */
export function hurry(): void {
  if (running) stage?.hurry();
}

/** Say something, hear somebody no longer, report somebody. */
export const tell = (message: Say | Mute | Report): boolean => send(message);
let reporting = false; // a bot's play: the answer stands in the event line

/** Tell those who run the server of a bot's play: its last one. */
export function reportPlay(seat: number, why: string): void {
  reporting = send({ t: "report_play", seat, why });
}

export { say, tick, type Id };
