// A play in words, from its notation: for what might have been played. What has been played, the server tells.
import { offer } from "../cards/plays";
import { has, say, type Id, type Part } from "./index";

const row = (cards: string[], between = " "): Part[] => cards.flatMap((card, i): Part[] => (i ? [between, { card }] : [{ card }]));

export function playInWords(text: string, name: (seat: number) => string): Part[] {
  const play = offer(text), [card] = play.cards;
  switch (play.verb) {
    case "take": {
      const taken = say("replay.takes", { card: { card: card! }, cards: row(play.takes, " + ") });
      return play.quiet ? [...taken, ", ", ...say("play.quiet")] : taken;
    }
    case "lay": return say("play.lay.card", { card: { card: card! } });
    case "answer": return say("replay.answer", { card: { card: card! } });
    case "lead": return say("kozel.lead", { cards: row(play.cards) });
    case "contest": return say("kozel.beat", { cards: row(play.cards) });
    case "discard": return say("kozel.throw.cards", { cards: row(play.cards) });
    case "announce": return say(play.what === "ronda" ? "play.announce.ronda" : "play.announce.tringla");
    case "call": return say("play.call", { name: name(Number(play.what)) });
    case "claim": return has(`kozel.claim.${play.what}`) ? say(`kozel.claim.${play.what}` as Id) : [play.what];
    case "no claim": return say("kozel.no_claim");
    case "finish": return say("play.finish");
    default: return say("play.pass");
  }
}
