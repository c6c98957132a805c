// What is asked about myself: the account, passkeys, matches, data, programs.
import { ask, type Me } from "./api";

export interface Passkey { id: string; name: string; created: number; used: number | null }
export interface Account { login: string | null; password: boolean; passkeys: Passkey[] }
export interface PlayedMatch {
  table: string; number: number; game: string; names: string[]; seat: number; side: number;
  totals: number[]; winners: number[]; ended: number; rated: boolean;
}
export interface Rating { game: string; form: string; points: number; matches: number }
export interface Program { id: string; name: string; created: number; used: number | null }
interface Asked { id: string; options: Record<string, unknown> }

const kind = (): typeof PublicKeyCredential | undefined => ("PublicKeyCredential" in window ? PublicKeyCredential : undefined);

/** Whether this browser can make and show passkeys. */
export const hasPasskeys = (): boolean => typeof kind()?.parseCreationOptionsFromJSON === "function";

const written = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON();

export const account = {
  mine: () => ask<Account>("GET", "/api/account"),
  make: (login: string, password: string) => ask<Me>("POST", "/api/account", { login, password }),
  enter: (login: string, password: string) => ask<Me>("POST", "/api/login", { login, password }),
  newPassword: (old: string, fresh: string) => ask<Me>("POST", "/api/account/password", { old, new: fresh }),
  leave: (everywhere: boolean) => ask<null>("POST", "/api/logout", { everywhere }),
  dropPasskey: (id: string) => ask<null>("DELETE", `/api/passkeys/${encodeURIComponent(id)}`),
  recovery: () => ask<{ link: string }>("POST", "/api/me/recovery"),
  recover: (code: string) => ask<Me>("POST", "/api/recover", { code }),
  befriend: (code: string) => ask<{ name: string }>("POST", "/api/friends", { code }),
  unfriend: (id: string) => ask<null>("DELETE", `/api/friends/${id}`),
  matches: (before?: number) => ask<PlayedMatch[]>("GET", `/api/me/matches${before ? `?before=${before}` : ""}`),
  profile: (id: string) => ask<{ ratings: Rating[] }>("GET", `/api/people/${id}`),
  naming: () => ask<{ named: boolean }>("GET", "/api/me/named"),
  name: (named: boolean) => ask<{ named: boolean }>("POST", "/api/me/named", { named }),
  programs: () => ask<Program[]>("GET", "/api/me/tokens"),
  newProgram: (name: string) => ask<{ token: string }>("POST", "/api/me/tokens", { name }),
  dropProgram: (id: string) => ask<null>("DELETE", `/api/me/tokens/${id}`),
  end: (name: string) => ask<null>("POST", "/api/me/delete", { name }),

  /** A new passkey: for a guest, his account. */
  async newPasskey(name: string): Promise<Me> {
    const asked = await ask<Asked>("POST", "/api/passkeys/options");
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.options as unknown as PublicKeyCredentialCreationOptionsJSON);
    const credential = written(await navigator.credentials.create({ publicKey }));
    return ask<Me>("POST", "/api/passkeys", { id: asked.id, credential, name });
  },

  async enterByPasskey(): Promise<Me> {
    const asked = await ask<Asked>("POST", "/api/login/passkey/options");
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.options as unknown as PublicKeyCredentialRequestOptionsJSON);
    const credential = written(await navigator.credentials.get({ publicKey }));
    return ask<Me>("POST", "/api/login/passkey", { id: asked.id, credential });
  },
};
