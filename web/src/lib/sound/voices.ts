// The sounds of the table, made of noise and a few tones: dry and short. Each is put on a context at a time of its clock.
export type Voice = keyof typeof VOICES;

type Out = { on: BaseAudioContext; to: AudioNode };

/** Rises at once to `loud`, and has died away after `long` seconds. */
function dying({ on, to }: Out, at: number, loud: number, long: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0004, at + long);
  gain.connect(to);
  return gain;
}

function tone(out: Out, at: number, hertz: number, long: number, loud: number, end = hertz): void {
  const found = out.on.createOscillator();
  found.frequency.setValueAtTime(hertz, at);
  found.frequency.exponentialRampToValueAtTime(end, at + long);
  found.connect(dying(out, at, loud, long));
  found.start(at);
  found.stop(at + long);
}

let hiss: AudioBuffer | undefined;

/** White noise through a filter that may move. */
function noise(out: Out, at: number, kind: BiquadFilterType, hertz: number, long: number, loud: number, end = hertz, q = 0.8): void {
  if (hiss?.sampleRate !== out.on.sampleRate) {
    hiss = out.on.createBuffer(1, out.on.sampleRate, out.on.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const found = out.on.createBufferSource(), filter = out.on.createBiquadFilter();
  found.buffer = hiss;
  filter.type = kind;
  filter.Q.value = q;
  filter.frequency.setValueAtTime(hertz, at);
  filter.frequency.exponentialRampToValueAtTime(end, at + long);
  found.connect(filter).connect(dying(out, at, loud, long));
  found.start(at, Math.random() * 0.5, long);
}

/** Something hard that rings: a cup, a glass, a bell. */
const ringing = (out: Out, at: number, partials: readonly number[], long: number, loud: number): void =>
  partials.forEach((hertz, i) => tone(out, at, hertz, long / (1 + i * 0.6), loud / (1 + i)));

function knock(out: Out, at: number, hard: number): void {
  noise(out, at, "lowpass", 700 + 300 * hard, 0.05, 0.3 + 0.12 * hard);
  tone(out, at, 190 + 12 * hard, 0.11, 0.22 + 0.1 * hard, 120);
}

const CUP = [2340, 3610, 5230], GLASS = [1760, 2790, 4480], BELL = [415, 634, 1107, 1630];

/** One card on stone: never twice the same. */
function card(out: Out, at: number, loud = 1): void {
  const pitch = 1 + (Math.random() - 0.5) * 0.06;
  noise(out, at, "bandpass", 2100 * pitch, 0.05, 0.42 * loud);
  tone(out, at, 170 * pitch, 0.06, 0.28 * loud, 85);
}

export const VOICES = {
  card: (out: Out, at: number) => card(out, at),
  deal: (out: Out, at: number) => card(out, at, 0.45),
  gather: (out: Out, at: number) => noise(out, at, "bandpass", 900, 0.24, 0.3, 3200, 0.6),
  sweep: (out: Out, at: number) => {
    noise(out, at, "bandpass", 700, 0.34, 0.34, 4200, 0.6);
    ringing(out, at + 0.16, GLASS, 0.7, 0.09);
  },
  bount: (out: Out, at: number) => [0, 0.14].forEach((later) => knock(out, at + later, 0.2)),
  khamsa: (out: Out, at: number) => [0, 0.12].forEach((later) => knock(out, at + later, 1)),
  aachra: (out: Out, at: number) => [0, 0.015, 0.13, 0.145].forEach((later) => knock(out, at + later, 1.6)),
  cry: (out: Out, at: number) => knock(out, at, 0.3),
  turn: (out: Out, at: number) => {
    ringing(out, at, CUP, 0.16, 0.1);
    ringing(out, at + 0.07, CUP.map((hertz) => hertz * 1.04), 0.1, 0.05);
  },
  spoon: (out: Out, at: number) => [0, 1, 2, 3, 4, 5].forEach((i) => ringing(out, at + i * 0.075, GLASS.map((h) => h * (1.3 + i * 0.03)), 0.12, 0.06)),
  pencil: (out: Out, at: number) => [0, 0.11, 0.19].forEach((later, i) => noise(out, at + later, "bandpass", 3400 + i * 500, 0.09, 0.14, 4600, 2)),
  won: (out: Out, at: number) => [0, 0.2].forEach((later, i) => ringing(out, at + later, GLASS.map((h) => h * (1 + i * 0.122)), 0.9, 0.1)),
  goat: (out: Out, at: number) => [0, 0.42].forEach((later) => ringing(out, at + later, BELL, 0.8, 0.16)),
};
