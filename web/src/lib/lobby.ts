// Made by `npm run types` from src/kafenio/server/lobby.schema.json: do not edit.
export type Lobby = FromClient | FromServer;
export type FromClient = Find | Cancel | Pong;
export type FromServer =
  Tables | ListedNews | Gone | Friends | FriendNews | Waiting | Cancelled | Found | Refused | Ping;

/**
 * Look for a table: when enough people wait for the same, one is made and all are told.
 *
 * Without a preset any will do. It replaces what one looked for before, and ends with the socket.
 */
export interface Find {
  t: "find";
  /**
   * Chosen by the client.
   */
  id: string;
  game: string;
  players: number;
  preset?: string | null;
  clock?: ClockTerms;
  rated?: boolean;
}
/**
 * How thinking time is limited: not at all, for each play, for the match with an increment, or in days a play.
 */
export interface ClockTerms {
  kind?: "days" | "match" | "play" | "untimed";
  seconds?: number;
  increment?: number;
  days?: number;
}
/**
 * Look no more.
 */
export interface Cancel {
  t: "cancel";
}
/**
 * The answer to a ping, at once: the server measures the lag by it.
 */
export interface Pong {
  t: "pong";
  k: number;
}
/**
 * All public tables: the first message.
 */
export interface Tables {
  t: "tables";
  tables: Listed[];
}
/**
 * A public table that is open or playing.
 */
export interface Listed {
  id: string;
  state: string;
  game: string;
  differences: string[];
  clock: ClockTerms1;
  seats: string[];
  watching: number;
  rated?: boolean;
  here?: number;
  said?: Message[];
}
/**
 * How thinking time is limited: not at all, for each play, for the match with an increment, or in days a play.
 */
export interface ClockTerms1 {
  kind?: "days" | "match" | "play" | "untimed";
  seconds?: number;
  increment?: number;
  days?: number;
}
/**
 * A sentence or a word: the id of its text and the values of its places. `n` chooses the plural.
 */
export interface Message {
  id: string;
  args?: {
    [k: string]: unknown;
  };
}
/**
 * A public table is new, or has changed.
 */
export interface ListedNews {
  t: "listed";
  table: Listed;
}
/**
 * A public table is over, or no more public.
 */
export interface Gone {
  t: "gone";
  id: string;
}
/**
 * All my friends: the second message, and again when one is new or has gone.
 */
export interface Friends {
  t: "friends";
  friends: FriendState[];
}
/**
 * A friend, and whether he is here; at which table only if that is public.
 */
export interface FriendState {
  id: string;
  name: string;
  colour: string;
  presence: "at_table" | "away" | "online";
  table?: string;
}
/**
 * A friend has come, gone, sat down or risen.
 */
export interface FriendNews {
  t: "friend";
  friend: FriendState;
}
/**
 * I am looking for a table; so many look for one of the same kind, and so many are needed.
 */
export interface Waiting {
  t: "waiting";
  id: string;
  waiting: number;
  needed: number;
}
/**
 * I look for a table no more.
 */
export interface Cancelled {
  t: "cancelled";
  id: string;
}
/**
 * A table was made, and I sit at it: open its socket, see what is played there, and agree.
 */
export interface Found {
  t: "found";
  id: string;
  table: string;
}
/**
 * Nothing has changed. `code` is for programs, `text` for people; `said` tells the player why, with the rule behind it.
 */
export interface Refused {
  t: "refused";
  code:
    | "bad_message"
    | "busy"
    | "illegal"
    | "not_now"
    | "not_seated"
    | "not_stored"
    | "not_yours"
    | "stale"
    | "taken"
    | "too_fast"
    | "unknown";
  text: string;
  id?: string | null;
  v?: number | null;
  said?: Message | null;
}
export interface Ping {
  t: "ping";
  k: number;
  lag_ms?: number | null;
}
