// Made by `npm run types` from src/kafenio/server/wire.schema.json: do not edit.
export type Wire = FromClient | FromServer;
export type FromClient =
  | Hello
  | Play
  | Sit
  | Leave
  | FillSeat
  | Agree
  | Ready
  | AskUndo
  | AnswerUndo
  | Say
  | Mute
  | Report
  | ReportPlay
  | Back
  | Kick
  | Pong;
export type FromServer =
  State | News | Missed | Done | Refused | TableNews | Clock | Undo | Said | Muted | Noted | Ping;

/**
 * The first message, and a request to be brought up to date: the answer is `missed` or a whole `state`.
 */
export interface Hello {
  t: "hello";
  v?: number | null;
  as?: number | null;
}
/**
 * A play in notation, as it was offered. Sent again with the same id it is not played twice.
 *
 * An id is used once by a player in a match, on whatever device: a random one is best.
 */
export interface Play {
  t: "play";
  /**
   * Chosen by the client.
   */
  id: string;
  /**
   * How many rows this viewer has been able to see at this table.
   */
  v: number;
  m: string;
}
/**
 * Take a free seat, or the seat of a bot between deals.
 */
export interface Sit {
  t: "sit";
  seat: number;
}
/**
 * Give the seat up; during a match a bot takes it.
 */
export interface Leave {
  t: "leave";
}
/**
 * The host gives a seat, or every free one, to a bot; without a bot the seat becomes free, between matches.
 */
export interface FillSeat {
  t: "fill";
  bot: string | null;
  seat?: number | null;
}
/**
 * To these terms and no others: `terms` as the table state names them. After a match it asks for another.
 */
export interface Agree {
  t: "agree";
  terms: string;
}
/**
 * For the next deal.
 */
export interface Ready {
  t: "ready";
}
/**
 * Ask the others to take back one's play, the last one.
 */
export interface AskUndo {
  t: "undo";
  /**
   * Chosen by the client.
   */
  id: string;
}
export interface AnswerUndo {
  t: "undo_answer";
  yes: boolean;
}
/**
 * A ready phrase by name; a text of one's own where the host allows it.
 */
export interface Say {
  t: "say";
  phrase?: string | null;
  text?: string | null;
}
/**
 * Hear somebody no longer, or again: at every table, until it is taken back. The answer is `muted`.
 */
export interface Mute {
  t: "mute";
  person: string;
  on?: boolean;
}
/**
 * Tell those who run the server about somebody; the last words said at the table go along. The answer is `noted`.
 */
export interface Report {
  t: "report";
  person: string;
  why: string;
}
/**
 * A play of a bot that looks foolish; the record goes along. Without `deal` and `ply` its last play is meant.
 *
 * Deals count from 1; `ply` is the place in the deal's plays as the record has them, from 0.
 */
export interface ReportPlay {
  t: "report_play";
  seat: number;
  deal?: number | null;
  ply?: number | null;
  why?: string;
}
/**
 * Take the seat back from the bot that plays meanwhile.
 */
export interface Back {
  t: "back";
}
/**
 * The host sends somebody away; banned, he does not come back.
 */
export interface Kick {
  t: "kick";
  person: string;
  ban?: boolean;
}
/**
 * The answer to a ping, at once: the server measures the lag by it.
 */
export interface Pong {
  t: "pong";
  k: number;
}
/**
 * Everything: after entering, after a gap too long, when the seat has changed.
 */
export interface State {
  t: "state";
  why: "gap" | "hello" | "resent" | "seat";
  table: TableState;
  now: Now;
  you: string;
  as?: number | null;
  since?: number;
}
/**
 * What everyone at a table may know of it.
 */
export interface TableState {
  id: string;
  state: "open" | "over" | "playing";
  game: string;
  title: string;
  options: {
    [k: string]: unknown;
  };
  differences: Difference[];
  terms: string;
  clock: ClockTerms;
  window_s: number;
  seats: SeatState[];
  host: string;
  public?: boolean;
  free_chat?: boolean;
  rated?: boolean;
  watching?: number;
  match?: number;
  deal?: number;
  seal?: string;
  sheet?: unknown[][];
}
/**
 * An option that is not as usual, and what that means.
 */
export interface Difference {
  option: string;
  value: unknown;
  text: string;
  said: Message;
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
 * How thinking time is limited: not at all, for each play, for the match with an increment, or in days a play.
 */
export interface ClockTerms {
  kind?: "days" | "match" | "play" | "untimed";
  seconds?: number;
  increment?: number;
  days?: number;
}
export interface SeatState {
  seat: number;
  side: number;
  person?: string;
  name?: string;
  colour?: string;
  bot?: string;
  here?: boolean;
  agreed?: boolean;
  ready?: boolean;
  absent?: boolean;
  out?: boolean;
}
/**
 * The present as this viewer may see it.
 */
export interface Now {
  v: number;
  match: number;
  deal: number;
  view?: {
    [k: string]: unknown;
  } | null;
  actors?: number[];
  legal?: string[];
  answered?: string;
  totals?: number[];
  history?: number[][];
  result?: {
    [k: string]: unknown;
  } | null;
  winners?: number[];
  settled?: Message[];
  beats?: {
    [k: string]: {
      [k: string]: string;
    };
  };
  undo?: boolean;
  clock?: Clock | null;
}
/**
 * Whose time runs. `left_s` by seat where time is limited; `warn`: it is about to end.
 */
export interface Clock {
  t: "clock";
  seat?: number | null;
  left_s?: number[] | null;
  window_s?: number | null;
  warn?: boolean;
}
/**
 * One row of the match, as this viewer is told it.
 */
export interface News {
  t: "news";
  now: Now;
  events: Happened[];
  id?: string | null;
}
/**
 * An event as this viewer is told it; `said` in words, as messages of the catalogs.
 */
export interface Happened {
  kind: string;
  seat?: number;
  cards?: string;
  facts?: {
    [k: string]: unknown;
  };
  said?: Message[];
}
/**
 * What happened since `v`, row by row, and where that led.
 */
export interface Missed {
  t: "missed";
  since: number;
  events: Happened[][];
  table: TableState;
  now: Now;
}
/**
 * A play that was sent again: it stands since before.
 */
export interface Done {
  t: "done";
  id: string;
  now: Now;
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
export interface TableNews {
  t: "table";
  table: TableState;
}
/**
 * Somebody asks to take his play back; `waiting` for these seats; none: settled.
 */
export interface Undo {
  t: "undo";
  seat: number;
  waiting?: number[];
  refused?: boolean;
}
/**
 * Somebody has said something; who has muted him is not told.
 */
export interface Said {
  t: "said";
  name: string;
  person: string;
  seat?: number | null;
  phrase?: string;
  text?: string;
}
/**
 * Whom you do not hear; sent after a change, and on coming in if there is anybody.
 */
export interface Muted {
  t: "muted";
  people: string[];
}
/**
 * A report is kept.
 */
export interface Noted {
  t: "noted";
  report: string;
}
export interface Ping {
  t: "ping";
  k: number;
  lag_ms?: number | null;
}
