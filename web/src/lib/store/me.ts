// Who I am, on this device: what changes when I log in, or go.
import { account } from "../account";
import { Refusal, type Me } from "../api";
import { t } from "../i18n";
import { whyNot } from "../refused";
import { app } from "./state.svelte";
import { keep, prefer } from "./verbs";

/** I am this person from now on. */
export function become(me: Me): void {
  app.me = me;
  keep("known", { here: true });
  prefer({ name: me.name });
}

/** This device knows nobody any more. */
export function forget(): void {
  for (const key of ["known", "last", "devices"]) keep(key, {});
  prefer({ name: "" });
  location.assign("/");
}

export async function logOut(everywhere: boolean): Promise<void> {
  await account.leave(everywhere);
  forget();
}

/** Why something about the account was refused, in words. */
export function why(error: unknown): string {
  if (!(error instanceof Refusal)) return t("you.passkey.failed"); // the browser, or the person, has broken it off
  return error.status === 400 ? t("code.bad_login") : whyNot(error);
}
