// The lobby: public tables as they change, friends as they come and go, and the search for people who want the same.
import { fresh } from "../ids";
import type { Find, FriendState, FromClient, FromServer, Listed } from "../lobby";
import { told } from "../refused";
import { LiveSocket, type Link } from "../socket/socket";
import { app } from "./state.svelte";
import { go, known, someone } from "./verbs";

export interface Looking { find: Find; waiting: number; needed: number }

export const lobby = $state({
  link: "closed" as Link,
  told: false, // whether the list is there
  tables: [] as Listed[],
  friends: [] as FriendState[],
  looking: null as Looking | null,
  refused: "",
});

const LINGERS_MS = 300; // between two pages of the lobby
let socket: LiveSocket<FromServer, FromClient> | undefined;
let visits = 0;

/** A page shows the lobby from now until the function that is given back is called. `meet`: a stranger becomes a guest for it. */
export function visit(meet: boolean): () => void {
  visits++;
  void come(meet);
  return () => {
    visits--;
    setTimeout(() => { if (!visits) leave(); }, LINGERS_MS);
  };
}

async function come(meet: boolean): Promise<void> {
  if (socket || (!meet && !app.me && !known())) return;
  try {
    await someone();
  } catch {
    lobby.link = "lost";
    return;
  }
  if (socket || !visits) return;
  socket = new LiveSocket<FromServer, FromClient>(
    "/ws/lobby",
    {
      said: heard,
      link(found) { lobby.link = found; },
    },
    () => lobby.looking?.find ?? null, // a search ends with its socket, so it begins again with the next
  );
}

function leave(): void {
  socket?.close();
  socket = undefined;
  Object.assign(lobby, { link: "closed", told: false, looking: null, refused: "" });
}

function heard(message: FromServer): void {
  switch (message.t) {
    case "tables":
      lobby.tables = message.tables;
      lobby.told = true;
      break;
    case "listed":
      lobby.tables = [...lobby.tables.filter((table) => table.id !== message.table.id), message.table];
      break;
    case "gone":
      lobby.tables = lobby.tables.filter((table) => table.id !== message.id);
      break;
    case "friends":
      lobby.friends = message.friends;
      break;
    case "friend":
      lobby.friends = lobby.friends.map((friend) => (friend.id === message.friend.id ? message.friend : friend));
      break;
    case "waiting":
      if (lobby.looking?.find.id === message.id) Object.assign(lobby.looking, { waiting: message.waiting, needed: message.needed });
      break;
    case "cancelled":
      if (lobby.looking?.find.id === message.id) lobby.looking = null;
      break;
    case "found":
      lobby.looking = null;
      go(`/t/${message.table}`);
      break;
    case "refused":
      if (message.id && lobby.looking?.find.id === message.id) lobby.looking = null;
      lobby.refused = told(message.said ?? { id: `code.${message.code}` });
      break;
    default:
      break;
  }
}

/** Look for people who want the same game, so many, by the same clock. */
export function find(wanted: Omit<Find, "t" | "id">): void {
  const asked: Find = { t: "find", id: fresh(), ...wanted };
  lobby.refused = "";
  lobby.looking = { find: asked, waiting: 1, needed: wanted.players };
  socket?.send(asked);
}

export function lookNoMore(): void {
  lobby.looking = null;
  socket?.send({ t: "cancel" });
}

const FREE = "";
/** Those with a free seat first, then by who is there. */
export const inOrder = (tables: readonly Listed[]): Listed[] =>
  [...tables].sort((a, b) => Number(hasRoom(b)) - Number(hasRoom(a)) || (b.here ?? 0) - (a.here ?? 0));

export const hasRoom = (table: Listed): boolean => table.state === "open" && table.seats.includes(FREE);
