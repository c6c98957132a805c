// House rules as the server describes them.
import type { Message } from "../wire";

/** A value of an option, as records write it. */
export type Plain = boolean | number | string | (number | string)[];
export type Options = Record<string, Plain>;

/** An option as it stands: it has choices, or whole numbers from low to high, or an amount. */
export interface Described {
  name: string;
  topic: Message;
  ask: Message;
  value: Plain;
  usual: Plain;
  said: Message;
  rules: string;
  sources: { said: Message; of?: string }[];
  choices?: { value: Plain; said: Message }[];
  low?: number | null;
  high?: number | null;
  amount?: boolean;
}

/** Rules that go together: options that are not as usual for so many players. */
export interface HouseRules {
  players: number;
  options: Options;
  goal: Message;
  described: Described[];
}

/** Rules known under a name. */
export interface Preset {
  name: string;
  called: Message;
  options: Options;
  said: Message[];
  sources: Message[];
  players?: number | null;
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
