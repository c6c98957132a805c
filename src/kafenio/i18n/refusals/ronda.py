"""Why Ronda refuses a play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kafenio.cards import LATIN_40
from kafenio.i18n.refusals import Refusal
from kafenio.i18n.words import N_, Words

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["refuse"]

ANNOUNCING, CALLING = 1, 2  # phase
BEFORE_PLAY = 1  # announce_timing
CHALLENGE = 1  # hidden_ronda


def refuse(words: Words, view: View, legal: Sequence[str], text: str) -> Refusal:
    verb, *rest = text.split()
    cards = [word for word in text.split() if word in LATIN_40.numbers]
    if verb == "announce":
        return announcing(words, view)
    if verb in ("call", "pass"):
        return speaking(words, view, verb)
    if view["phase"]:
        return Refusal(
            words.say(N_("A word is due now, not a card: {plays}"), plays=words.listed(legal)),
            "R18" if view["phase"] == ANNOUNCING else "R30",
        )
    if not cards or (verb == "lay" and len(cards) > 1):
        plays = [play for play in legal if not play.startswith("announce")]
        return Refusal(words.say(N_("You play one card: {plays}"), plays=words.listed(plays)), "R31")
    if cards[0] not in LATIN_40.shown(view.hand).split():
        return Refusal(words.say(N_("You do not hold {card}"), card=cards[0]), "R31")
    return playing(words, view, legal, verb, cards[0], "quiet" in rest)


def announcing(words: Words, view: View) -> Refusal:
    ranks = [n // 4 for n in LATIN_40.members(view.hand)]
    most = max((ranks.count(rank) for rank in ranks), default=0)
    if view["kinds"][view.seat]:
        return Refusal(words.say(N_("You have announced already")), "R17")
    if view["announce_timing"] == BEFORE_PLAY and view["phase"] != ANNOUNCING:
        return Refusal(words.say(N_("It is too late: announcements come before the first card")), "R18")
    if view["spent"][view.seat]:
        return Refusal(words.say(N_("You have played a card of this round, so it is too late")), "R21")
    if most < 2:
        return Refusal(words.say(N_("You hold neither two nor three cards of one rank")), "R19")
    if not view["announce_in_four_card_hand"] and len(ranks) > 3:
        return Refusal(words.say(N_("Nothing is announced in a hand of four cards")), "R18")
    text = N_("You hold three alike, so it is a tringla") if most > 2 else N_("You hold a pair, so it is a ronda")
    return Refusal(words.say(text), "R19")


def speaking(words: Words, view: View, verb: str) -> Refusal:
    if verb == "call" and view["phase"] == CALLING:
        return Refusal(words.say(N_("Only an opponent whom nobody has called may be called")), "R30")
    if verb == "call" and view["hidden_ronda"] == CHALLENGE:
        return Refusal(words.say(N_("Calls are made at the end of a round")), "R30")
    if verb == "call":
        return Refusal(words.say(N_("Nobody is called at this table")), "R28")
    return Refusal(words.say(N_("You play a card: nobody passes")), "R31")


def playing(words: Words, view: View, legal: Sequence[str], verb: str, card: str, quiet: bool) -> Refusal:
    """A card has one way to be played: it takes its equal and the run, it answers, or it stays."""
    own = next((play for play in legal if card in play.split()[:2]), None)
    if own is None:
        capture = next(play for play in legal if not play.startswith("announce"))
        return Refusal(
            words.say(N_("Another card of yours captures, so it must be played: {play}"), play=capture), "R35"
        )
    if quiet:
        text = N_("Nothing is taken quietly here: {play}")
        return Refusal(words.say(text, play=own), "R39")
    if verb == "answer":
        return Refusal(words.say(N_("There is no tap that {card} answers: {play}"), card=card, play=own), "R41")
    if own.startswith("answer"):
        return Refusal(words.say(N_("A card of the tapped rank answers: {play}"), play=own), "R41")
    if " x " in own:
        return Refusal(
            words.say(N_("{card} takes its equal and the whole run above it: {play}"), card=card, play=own), "R32"
        )
    return Refusal(
        words.say(N_("No card of its rank lies there, so {card} stays on the table: {play}"), card=card, play=own),
        "R33",
    )
