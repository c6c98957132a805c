// My tables that are open or playing, as the server knows them; the device alone knows only the last one.
import { api, type MyTable } from "../api";
import { app } from "./state.svelte";
import { known } from "./verbs";

export const mine = $state({ tables: null as MyTable[] | null });

/** Ask the server; who has never been here has no tables. */
export async function lookForMine(): Promise<void> {
  if (!app.me && !known()) return;
  mine.tables = await api.myTables().catch(() => mine.tables);
}
