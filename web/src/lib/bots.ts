// The bots one may play against, the weakest first; how they are called: bots.NAME.
export const BOTS = ["random", "level1", "level2", "level3", "level4", "level5", "level6", "greedy", "level7", "level8"] as const;
