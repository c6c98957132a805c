// The account of the match: what each deal has added, and what there was at the start.
import { app } from "./state.svelte";

/** Whether tokens are played for: a purse each, a pot in the middle. */
export const forMoney = (): boolean => Boolean(app.table?.options["money"]);

/** What a side has before the first deal. */
export const atFirst = (): number => (forMoney() ? Number(app.table?.options["purse"] ?? 0) : 0);

/** What the deal with this index has brought a side. */
export function gained(deal: number, side: number): number {
  const rows = app.shown?.history ?? [];
  return (rows[deal]?.[side] ?? 0) - (deal ? (rows[deal - 1]?.[side] ?? 0) : atFirst());
}

/** With its sign, a true minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
