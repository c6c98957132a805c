// What is said at the table: the last words, whose are shown at a seat, whom I do not hear.
import { has, t, type Id } from "../i18n";
import type { Muted, Noted, Said } from "../wire";
import { app } from "./state.svelte";

export interface Word { n: number; person: string; name: string; seat: number | null; phrase: string; text: string }

const BUBBLE_MS = 6000, KEPT = 40;

/** The ready phrases, as they are offered. A test holds them to those of the server. */
export const PHRASES = {
  play: ["well_played", "nice_one", "bravo", "wow", "exciting", "so_close", "what_luck", "bad_luck", "oops", "my_mistake", "partner", "good_game"],
  courtesy: ["thanks", "please", "sorry", "no_problem", "yes", "no"],
  greetings: ["hello", "welcome", "nice_to_meet", "good_luck", "bye", "see_you"],
  time: ["one_moment", "thinking", "take_time", "your_turn", "go_on", "back_soon", "i_am_back", "slow_line"],
  table: ["which_rules", "bot_instead", "take_back", "another", "last_one"],
} as const;

export const talk = $state({
  words: [] as Word[],
  bubbles: [] as Word[], // at most one a seat
  fresh: 0, // said since I last looked
  muted: [] as string[],
  noted: false, // a report of mine is kept
});

let count = 0;

export function hearTalk(message: Said | Muted | Noted): void {
  if (message.t === "muted") talk.muted = message.people;
  else if (message.t === "noted") talk.noted = true;
  else {
    const { person, name, seat = null, phrase = "", text = "" } = message;
    const word = { n: ++count, person, name, seat, phrase, text };
    talk.words = [...talk.words.slice(1 - KEPT), word];
    if (app.open !== "talk" && seat !== app.seat) talk.fresh++;
    talk.bubbles = [...talk.bubbles.filter((b) => b.seat !== seat), word];
    setTimeout(() => { talk.bubbles = talk.bubbles.filter((b) => b !== word); }, BUBBLE_MS);
  }
}

export function forgetTalk(): void {
  Object.assign(talk, { words: [], bubbles: [], fresh: 0, noted: false });
}

/** The id of a phrase's text. */
export const phraseId = (name: string): Id => `phrase.${name}` as Id;

/** What was said, a phrase in the listener's language. */
export const textOf = (word: Word): string => (has(phraseId(word.phrase)) ? t(phraseId(word.phrase)) : word.text);
