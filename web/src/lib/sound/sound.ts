// What is heard and felt at the table. Nothing before the person has touched the page, and nothing that is not also shown.
import { app } from "../store/state.svelte";
import type { Happened } from "../wire";
import type { Voice } from "./voices";

const CAN_SHAKE = "vibrate" in navigator;
const LAND_S = 0.2, CLOSE_S = 0.05; // until a card lies; the same again sooner than this is heard once
const CALLS: ReadonlySet<Voice> = new Set(["turn", "spoon"]); // to who looks elsewhere too
const still = matchMedia("(prefers-reduced-motion: reduce)");

let touched = false;
let context: AudioContext | undefined;
let voices: typeof import("./voices").VOICES | undefined;
const last = new Map<Voice, number>();

/** Whether this device can vibrate at all. */
export const canVibrate = (): boolean => CAN_SHAKE;

/** From the first touch or key on, there may be sounds. */
export function listenForTouch(): void {
  const wake = () => {
    touched = true;
    if (app.prefs.sound) void ready();
  };
  for (const kind of ["pointerup", "keydown"] as const) addEventListener(kind, wake, { capture: true, passive: true });
}

async function ready(): Promise<void> {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  voices ??= (await import("./voices")).VOICES;
}

/** Let something be heard, some seconds from now. */
export function sound(voice: Voice, later_s = 0): void {
  if (!touched || !app.prefs.sound || !context || !voices) return;
  if (document.hidden && !CALLS.has(voice)) return;
  const at = context.currentTime + later_s;
  if (Math.abs(at - (last.get(voice) ?? -1)) < CLOSE_S) return;
  last.set(voice, at);
  voices[voice]({ on: context, to: context.destination }, at);
}

function shake(pattern: number | number[]): void {
  if (touched && CAN_SHAKE && app.prefs.vibration && !document.hidden) navigator.vibrate(pattern);
}

/** Later by so much where cards move; at once where they do not. */
const moving = (seconds: number): number => (app.prefs.speed === 0 || still.matches ? 0 : seconds / app.prefs.speed);

const TAPS: readonly Voice[] = ["bount", "bount", "khamsa", "aachra"];

/** An event begins to be shown. */
export function soundsOf(event: Happened): void {
  const facts = event.facts ?? {};
  switch (event.kind) {
    case "dealt":
    case "drawn":
    case "layout":
      (event.cards ?? "").split(" ").slice(0, 4).forEach((_, i) => sound("deal", moving(0.15 + i * 0.07)));
      break;
    case "laid":
    case "lead":
    case "contest":
    case "discard":
      sound("card", moving(LAND_S));
      break;
    case "captured":
      sound("card", moving(LAND_S));
      sound("gather", moving(LAND_S + 0.4));
      break;
    case "chain":
    case "leftovers":
    case "trick":
      sound("gather", moving(0.6));
      break;
    case "sweep":
      sound("sweep");
      break;
    case "tapped":
    case "answered":
      sound(TAPS[event.kind === "tapped" ? 1 : Number(facts["level"] ?? 2)] ?? "bount", moving(LAND_S));
      shake([30, 40, 30]);
      break;
    case "announced":
      sound("cry");
      break;
    case "counted":
      sound("pencil");
      break;
    default:
      break;
  }
}

/** It has become my turn. */
export function soundMyTurn(): void {
  sound("turn");
  shake(20);
}

/** The match is over: the glasses of who has won; the bell of the goat. */
export function soundTheEnd(won: boolean): void {
  if (won) sound("won", 0.4);
  else if (app.table?.game === "kozel") sound("goat", 0.4);
}
