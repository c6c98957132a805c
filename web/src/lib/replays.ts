// Replays, as they are asked for over HTTP: of a finished match at a table, or of a record's own text.
import { ask } from "./api";
import type { Happened, Message, Now, TableState } from "./wire";

export interface Step { now: Now; events: Happened[]; seat?: number; time_s?: number; comment?: string }
export interface Replay {
  table: TableState;
  deals: number[]; // how many plays each has
  deal: number;
  seat: number;
  steps: Step[];
  open?: boolean;
  whole?: boolean;
  mine?: number;
  date?: string;
  notes?: string[];
}
export interface Likely { play: string; chance: number; points: number }
export interface Advice { seat: number; play: string; why: Message[]; likely: Likely[] }

/** Where a record comes from. */
export type Source = { table: string; match: number } | { name: string; text: string };

/** As many characters as a server reads. */
export const LARGEST = 256 * 1024;

const at = (source: Source, what: string, query: string): [method: string, path: string, body?: unknown] =>
  "table" in source
    ? ["GET", `/api/tables/${source.table}/matches/${source.match}/${what}?${query}`]
    : ["POST", `/api/replays${what === "replay" ? "" : `/${what}`}?${query}`, { text: source.text }];

export const replays = {
  deal: (source: Source, deal: number, seat: number | null, open: boolean) =>
    ask<Replay>(...at(source, "replay", `deal=${deal}${seat === null ? "" : `&seat=${seat}`}${open ? "&open=true" : ""}`)),
  advice: (source: Source, deal: number, ply: number) => ask<Advice>(...at(source, "advice", `deal=${deal}&ply=${ply}`)),
  report: (table: string, match: number, deal: number, ply: number, why: string) =>
    ask<{ report: string }>("POST", `/api/tables/${table}/matches/${match}/reports`, { deal, ply, why }),
  recordPath: (table: string, match: number) => `/api/tables/${table}/matches/${match}/record`,
};
