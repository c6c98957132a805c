// The games of the house, each with its label.
import konchinka from "../assets/konchinka.svg";
import kontsina from "../assets/kontsina.svg";
import kozel from "../assets/kozel.svg";
import ronda from "../assets/ronda.svg";

export const LABELS = { kontsina, konchinka, kozel, ronda };
export type Game = keyof typeof LABELS;
export const GAMES = Object.keys(LABELS) as Game[];

/** A game of another server is none of ours. */
export const isGame = (name: string): name is Game => name in LABELS;
