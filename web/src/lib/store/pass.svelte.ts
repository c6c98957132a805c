// One device for several people. Each has a seat and a token of his own; the page opens a seat's socket only when its owner
// has said that he holds the device, and closes it before it is passed on. See docs/decisions/one-device.md.
import { api, Refusal } from "../api";
import { TableSocket } from "../socket/socket";
import type { FromClient, TableState } from "../wire";
import { app, type Device, type Holder } from "./state.svelte";
import { COLOURS, agree, clearTable, connect, go, keep, kept, rename, rulesFor, someone } from "./verbs";

const KEPT_MOST = 5;
const CLOCK = { kind: "days", days: 30 } as const; // nobody need be connected, and a window waits for every answer

const devices = (): Device[] => kept<{ list: Device[] }>("devices", { list: [] }).list;

function save(device: Device): void {
  const others = devices().filter((other) => other.table !== device.table);
  keep("devices", { list: [device, ...others].slice(0, KEPT_MOST) });
}

/** A new table: a seat for each name, a bot where there is none. */
export async function passAndPlay(game: string, names: string[]): Promise<void> {
  await rename(names[0]!);
  await someone();
  const players = names.length;
  const made = await api.makeTable({ ...rulesFor(game, players), game, players, bots: [], clock: CLOCK, public: false, pause_s: 120 });
  const seats = names.map((name, seat) => ({ name, seat }));
  const bots = seats.filter((s) => !s.name).map((s) => s.seat);
  await attend(made.id, "", (table) => {
    const empty = bots.find((seat) => !table.seats[seat]?.bot);
    return empty === undefined ? null : { t: "fill", seat: empty, bot: app.prefs.bot };
  });
  const people: Holder[] = [{ seat: 0, name: names[0]!, token: "" }];
  for (const { name, seat } of seats.slice(1).filter((s) => s.name)) {
    const { token } = await api.guestToken(name, COLOURS[seat % COLOURS.length]!);
    await api.join(made.id, made.code, token);
    people.push({ seat, name, token });
  }
  const device: Device = { table: made.id, people, at: 0, covered: false };
  await agreeOthers(device);
  save(device);
  go(`/t/${made.id}`);
}

/** Everybody but who holds the device now sits down and agrees; he is the last, so the cards are dealt when he looks. */
async function agreeOthers(device: Device): Promise<void> {
  for (const { seat, token } of device.people.filter((holder) => holder.seat !== device.at))
    await attend(device.table, token, (table, as) => {
      if (as === null) return { t: "sit", seat };
      return table.seats[as]?.agreed ? null : { t: "agree", terms: table.terms };
    });
}

/** At a table as somebody, until there is nothing more to say. */
function attend(table: string, token: string, next: (table: TableState, as: number | null) => FromClient | null): Promise<void> {
  return new Promise((done, failed) => {
    let as: number | null = null;
    const socket = new TableSocket(table, {
      known: () => null,
      link(state, code) { if (state === "closed") failed(new Error(`closed: ${code}`)); },
      said(message) {
        if (message.t === "refused") {
          socket.close();
          failed(new Refusal(409, message.text, message.said ?? { id: `code.${message.code}` }));
        } else if (message.t === "state" || message.t === "table") {
          if (message.t === "state") as = message.as ?? null;
          const wanted = next(message.table, as);
          if (wanted) socket.send(wanted);
          else {
            socket.close();
            done();
          }
        }
      },
    }, token);
  });
}

/** The device of a table that is passed from hand to hand, if it is this one. */
export function deviceAt(table: string): Device | null {
  return devices().find((device) => device.table === table) ?? null;
}

let versions: Record<number, { v: number; as: number | null }> = {};
let passed: number[] = []; // those who have answered in the open window

/** Sit down with the device: the first one plays on at once, later a curtain asks who holds it. */
export function takeUp(device: Device): void {
  versions = {};
  passed = [];
  app.device = { ...device, covered: true };
  save(app.device); // a page that is opened again must not show the hand that was seen last
  if (!device.covered) uncover();
}

/** Who is named on the curtain holds the device. */
export function uncover(): void {
  const device = app.device, holder = device?.people.find((one) => one.seat === device.at);
  if (!device || !holder) return;
  app.device = { ...device, covered: false };
  connect(device.table, holder.token, versions[holder.seat] ?? null);
}

/** After everything that happens: is it somebody else's turn who sits at this device? */
export function look(): void {
  const { device, now, table, seat } = app;
  if (!device || device.covered || !now || !table || seat === null || app.moving) return;
  if (table.state !== "playing" || now.result || !now.view) return; // a score-sheet is for everybody
  const actors = now.actors ?? [];
  if (actors.length < 2) passed = [];
  else if (now.answered && !passed.includes(seat)) passed.push(seat);
  if (actors.includes(seat) && !now.answered) {
    passed = passed.filter((one) => one !== seat);
    return;
  }
  const turns = [...actors.filter((one) => one > seat), ...actors.filter((one) => one < seat)];
  const next = turns.find((one) => !passed.includes(one) && device.people.some((holder) => holder.seat === one));
  if (next !== undefined) cover(device, next);
}

/** The hand is hidden, its socket closed, the device passed on. */
function cover(device: Device, next: number): void {
  if (app.now && app.seat !== null) versions[app.seat] = { v: app.now.v, as: app.seat };
  clearTable();
  app.device = { ...device, at: next, covered: true };
  save(app.device);
}

/** Another match, if who holds the device wants it: the others are taken to agree. */
export async function againTogether(): Promise<void> {
  const { device } = app;
  if (!device || app.seat === null) return;
  app.device = { ...device, at: app.seat };
  await agreeOthers(app.device);
  agree();
}
