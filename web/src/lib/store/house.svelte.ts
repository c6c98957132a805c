// House rules being chosen: what the page shows, and all that can be done there. Every change is tried at the server before it
// stands. What is chosen is kept on this device for each game, unless it came by a link: then only once it is played.
import { api, Refusal, type Wanted } from "../api";
import { t } from "../i18n";
import { whyNot } from "../refused";
import { linkOf, readLink } from "../rules/link";
import { differing, inPreset, nearest } from "../rules/nearest";
import { same, type Described, type HouseRules, type Options, type Plain, type Preset } from "../rules/types";
import type { ClockTerms, Message } from "../wire";
import { app } from "./state.svelte";
import { houseWords, keep, kept, playNow, SEATS, withFriends } from "./verbs";

export interface Rules { players: number; options: Options }
export interface OwnSet extends Rules { name: string }
/** How one sits together with friends; nothing of it changes the game. */
export interface Terms { clock: ClockTerms; public: boolean; rated: boolean }

const TERMS: Terms = { clock: { kind: "untimed" }, public: false, rated: false };
const SETS_MOST = 20;

export const house = $state({
  game: "",
  ready: false,
  missing: "", // why there is nothing to choose from
  players: 0,
  options: {} as Options,
  described: [] as Described[],
  goal: null as Message | null,
  presets: [] as Preset[],
  /** Why something was refused, and beside what it is told: an option, "link", "presets", "terms". */
  refused: null as { at: string; why: string } | null,
  /** The rules came by a link; the device's own are untouched. */
  linked: false,
  before: null as Rules | null, // the last change
  terms: TERMS,
  sets: [] as OwnSet[],
});

const rules = (): Rules => ({ players: house.players, options: house.options });
const usual = (game: string): Rules => ({ players: SEATS[game] ?? 2, options: {} });
/** What this device keeps for a game: rules, and what tables with friends are like. */
const own = (game: string): Partial<Wanted> => kept<Partial<Wanted>>(`rules.${game}`, {});

/** The page of a game's rules: those of a link, or the device's own, or the usual ones. */
export async function open(game: string, search: string): Promise<void> {
  const mine = own(game), stands: Rules = { ...usual(game), ...picked(mine) };
  Object.assign(house, {
    game, ready: false, missing: "", refused: null, linked: false, before: null, described: [], presets: [],
    terms: { ...TERMS, ...(mine.clock && { clock: mine.clock }), public: mine.public ?? false, rated: mine.rated ?? false },
    sets: kept<{ list: OwnSet[] }>(`sets.${game}`, { list: [] }).list,
  });
  app.failed = "";
  try {
    await houseWords();
    const [presets] = await Promise.all([api.presets(game), begin(game, stands)]);
    house.presets = presets;
    if (search.length > 1) await follow(search);
    house.ready = true;
  } catch (error) {
    house.missing = whyNot(error);
  }
}

/** The rules that the device keeps; usual ones, and a word about it, if they are no longer good. */
async function begin(game: string, stands: Rules): Promise<void> {
  try {
    show(await api.tryRules({ game, ...stands }));
  } catch (error) {
    if (!(error instanceof Refusal) || !error.status || same(stands, usual(game))) throw error;
    const why = whyNot(error);
    show(await api.tryRules({ game, ...usual(game) }));
    house.refused = { at: "link", why };
  }
}

async function follow(search: string): Promise<void> {
  const { players = usual(house.game).players, options } = readLink(search, house.described);
  const wanted = typeof players === "number" ? { players, options } : { options: { ...options, players } }; // refused in words
  if (await attempt(wanted, "link")) {
    house.linked = true;
    house.before = null;
  }
}

const picked = (mine: Partial<Wanted>): Partial<Rules> => ({
  ...(mine.players && { players: mine.players }),
  ...(mine.options && { options: mine.options as Options }),
});

function show(found: HouseRules): void {
  Object.assign(house, { players: found.players, options: found.options, described: found.described, goal: found.goal });
}

/** Try rules; they stand if they go together. */
async function attempt(wanted: Partial<Rules>, at: string): Promise<boolean> {
  try {
    const found = await api.tryRules({ game: house.game, ...wanted });
    house.before = rules();
    house.refused = null;
    show(found);
    return true;
  } catch (error) {
    house.refused = { at, why: whyNot(error) };
    return false;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** One change after another, each of the rules that stand then. */
function change(to: (now: Rules) => Rules, at: string): Promise<boolean> {
  const made = last.then(async () => {
    const stood = await attempt(to(rules()), at);
    if (stood) remember();
    return stood;
  });
  last = made.catch(() => undefined);
  return made;
}

/** On this device; or, where they came by a link, in the address. */
function remember(): void {
  if (house.linked) history.replaceState(null, "", link());
  else keepOwn();
}

function keepOwn(): void {
  keep(`rules.${house.game}`, { ...own(house.game), ...rules(), ...house.terms });
}

// What a person does.

export const choose = (name: string, value: Plain): Promise<boolean> =>
  change(({ players, options }) => ({ players, options: { ...options, [name]: value } }), name);

/** What stands in a field for a number; nothing is sent that its bounds forbid. */
export async function chooseNumber(option: Described, typed: string): Promise<boolean> {
  const low = option.low ?? 0, high = option.high ?? Number.MAX_SAFE_INTEGER;
  const value = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : NaN;
  if (value >= low && value <= high) return choose(option.name, value);
  house.refused = { at: option.name, why: t("house.number", { low, high }) };
  return false;
}

export const choosePlayers = (players: number): Promise<boolean> => change(({ options }) => ({ players, options }), "players");

export const choosePreset = (preset: Preset): Promise<boolean> =>
  change(({ players }) => ({ players: preset.players ?? players, options: preset.options }), "presets");

export const chooseSet = (set: OwnSet): Promise<boolean> => change(() => ({ players: set.players, options: set.options }), "sets");

/** An option as in the preset that is nearest; where it is that already, as usual. */
export function back(option: Described): Promise<boolean> {
  const base = inPreset(preset(), option);
  return choose(option.name, (same(option.value, base) ? option.usual : base) as Plain);
}

export const allUsual = (): Promise<boolean> => change(({ players }) => ({ players, options: {} }), "presets");

/** The rules before the last change. */
export async function undo(): Promise<void> {
  const { before } = house;
  if (before && (await change(() => before, "presets"))) house.before = null;
}

/** The rules of a link are left for those of the device. */
export async function toOwn(): Promise<void> {
  history.replaceState(null, "", `/house/${house.game}`);
  await open(house.game, "");
}

export function settle(changed: Partial<Terms>): void {
  Object.assign(house.terms, changed);
  if (house.terms.clock.kind === "untimed") house.terms.rated = false;
  if (!house.linked) keepOwn();
}

export function keepSet(name: string): void {
  const kept = { name: name.trim().slice(0, 40), ...rules() };
  if (!kept.name) return;
  house.sets = [kept, ...house.sets.filter((set) => set.name !== kept.name)].slice(0, SETS_MOST);
  keep(`sets.${house.game}`, { list: house.sets });
}

export function dropSet(name: string): void {
  house.sets = house.sets.filter((set) => set.name !== name);
  keep(`sets.${house.game}`, { list: house.sets });
}

/** To a table with these rules; they are the device's own from now on. */
export async function start(friends: boolean): Promise<void> {
  await last;
  keepOwn();
  await (friends ? withFriends : playNow)(house.game);
}

// What the page shows.

export const preset = (): Preset | undefined => nearest(house.presets, house.players, house.options);
export const differences = (): Described[] => differing(house.described, preset());
export const link = (): string => linkOf(house.game, house.players, house.options);
/** The page of the rules as they are now, at one of them. */
export const ruleAt = (rule: string): string => `${link().replace("/house/", "/rules/")}#${rule}`;
