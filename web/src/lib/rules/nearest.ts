// Which preset rules are nearest to, and what they change in it.
import { same, type Described, type Options, type Preset } from "./types";

/** The options that a preset and these rules have otherwise. */
export function unlike(preset: Preset, options: Options): string[] {
  const names = new Set([...Object.keys(preset.options), ...Object.keys(options)]);
  return [...names].filter((name) => !same(preset.options[name], options[name]));
}

/** The preset with the fewest changes; of several the one that says more. */
export function nearest(presets: Preset[], players: number, options: Options): Preset | undefined {
  const fits = presets.filter((p) => p.players == null || p.players === players);
  const rank = (p: Preset): [number, number] => {
    const far = unlike(p, options).length;
    const shared = Object.entries(p.options).filter(([name, value]) => same(value, options[name])).length;
    return [far, -shared - (p.players == null ? 0 : 1)];
  };
  return fits
    .map((preset, place) => ({ preset, place, rank: rank(preset) }))
    .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.place - b.place)[0]?.preset;
}

/** What an option is in a preset. */
export const inPreset = (preset: Preset | undefined, option: Described): unknown => preset?.options[option.name] ?? option.usual;

/** The options of these rules that are not as usual, or not as in the preset. */
export function differing(described: Described[], preset: Preset | undefined): Described[] {
  return described.filter((o) => o.name !== "players" && (!same(o.value, o.usual) || !same(o.value, inPreset(preset, o))));
}
