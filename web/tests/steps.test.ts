// What is shown one after another at a table: nothing of what was dropped comes back, whatever was still moving then.
import { beforeEach, expect, test, vi } from "vitest";
import type { Stage } from "../src/lib/motion/stage";
import type { FromClient, FromServer, Happened, Now, TableState } from "../src/lib/wire";

class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  readonly readyState = Socket.OPEN;
  readonly sent: FromClient[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor() { Socket.last = this; }
  send(text: string): void { this.sent.push(JSON.parse(text) as FromClient); }
  close(): void { /* nobody hears it */ }
}

const nothing = (): undefined => undefined;
vi.stubGlobal("WebSocket", Socket);
vi.stubGlobal("location", { origin: "http://here", pathname: "/t/1" });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: nothing }));
vi.stubGlobal("document", { hidden: false, addEventListener: nothing, removeEventListener: nothing, documentElement: { dataset: {} } });
vi.stubGlobal("addEventListener", nothing);
vi.stubGlobal("removeEventListener", nothing);
vi.stubGlobal("localStorage", { getItem: () => null, setItem: nothing });
vi.stubGlobal("fetch", () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
const { app } = await import("../src/lib/store/state.svelte");
const { clearTable, connect, hurry, instead, onStage, play, queue } = await import("../src/lib/store/verbs");

const seats = [0, 1].map((seat) => ({ seat, side: seat, name: `Seat ${seat}`, person: `p${seat}`, agreed: true }));
const table = { id: "1", state: "playing", game: "kontsina", title: "", options: {}, differences: [], terms: "", clock: {}, window_s: 1, seats, host: "p0" } as unknown as TableState;
const now = (v: number, cards: string, legal: string[] = []): Now => ({ v, match: 1, deal: 1, view: { table: cards }, legal });
const laid = (card: string): Happened => ({ kind: "laid", seat: 1, cards: card, said: [{ id: "tell.laid", args: {} } as never] });
const said = (message: FromServer): void => Socket.last.onmessage!({ data: JSON.stringify(message) });
const state = (v: number, cards: string): FromServer => ({ t: "state", why: "hello", table, now: now(v, cards), you: "p0", as: 0 });
const news = (v: number, cards: string, card: string): FromServer => ({ t: "news", now: now(v, cards), events: [laid(card)] });
const onTable = (): unknown => app.shown?.view?.["table"];
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

let ends: (() => void)[]; // of what moves, in the order of its beginning
let hurried: number;
beforeEach(() => {
  ends = [];
  hurried = 0;
  onStage({
    perform: (_: Happened, change: () => void) => new Promise<void>((done) => ends.push(() => { change(); done(); })),
    hurry: () => { hurried++; },
    calm: nothing,
  } as unknown as Stage);
  clearTable();
  connect("1");
  said(state(1, "2c"));
});

async function allEnds(): Promise<void> {
  for (; ends.length; await settled()) ends.shift()!();
}

test("a card that still moves when the table is left brings nothing of it back", async () => {
  said(news(2, "2c 3c", "3c"));
  clearTable();
  await allEnds();
  expect([app.shown, app.log, app.says, app.order, app.moving]).toEqual([null, [], null, [], false]);
});

test("a card that still moves when the table is told anew changes nothing of it", async () => {
  said(news(2, "2c 3c", "3c"));
  said(news(3, "2c 3c 4c", "4c"));
  said(state(9, "9c"));
  await allEnds();
  expect(onTable()).toBe("9c");
});

test("what was missed is told after what still waits, and stays", async () => {
  said(news(2, "2c 3c", "3c"));
  said(news(3, "2c 3c 4c", "4c"));
  said({ t: "missed", since: 3, events: [[laid("9c")]], table, now: now(4, "2c 3c 4c 9c") });
  await allEnds();
  expect(onTable()).toBe("2c 3c 4c 9c");
  expect(app.log.length).toBe(3);
});

test("what happened before one came is told again, without moving", async () => {
  said(state(9, "2c 3c"));
  expect(Socket.last.sent.at(-1)).toEqual({ t: "hello", v: 0, as: 0 });
  said(news(10, "2c 3c 4c", "4c"));
  said({ t: "missed", since: 0, events: [[laid("2c")], [laid("3c")], [laid("4c")]], table, now: now(10, "2c 3c 4c") });
  await allEnds();
  expect(app.log.length).toBe(3);
  expect(app.lastLaid).toEqual({ seat: 1, cards: ["4c"] });
  expect(onTable()).toBe("2c 3c 4c");
});

test("where the line breaks before what happened is told again, all is asked anew", () => {
  said(state(9, "2c 3c"));
  Socket.last.onopen!();
  expect(Socket.last.sent.at(-1)).toEqual({ t: "hello" });
  said(state(9, "2c 3c"));
  said({ t: "missed", since: 0, events: [[laid("2c")], [laid("3c")]], table, now: now(9, "2c 3c") });
  Socket.last.onopen!();
  expect(Socket.last.sent.at(-1)).toEqual({ t: "hello", v: 9, as: 0 });
});

test("a play of mine moves, unless something else still does", async () => {
  said({ t: "news", now: now(2, "2c", ["lay 3c"]), events: [] });
  await settled();
  play("lay 3c");
  hurry();
  expect(hurried).toBe(0);
  said(news(3, "2c 3c", "3c"));
  hurry();
  expect(hurried).toBe(1);
  await allEnds();
});

test("who waits for a step goes on when it is dropped", async () => {
  said(news(2, "2c 3c", "3c")); // it moves, and what comes after waits
  let shown = false;
  const waited = queue(async () => { shown = true; });
  instead(nothing);
  await waited;
  expect(shown).toBe(false);
});
