"""Why Ronda refuses a play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kafenio.cards import LATIN_40
from kafenio.i18n.refusals import Refusal
from kafenio.message import Cards, said

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["refuse"]

ANNOUNCING, CALLING = 1, 2  # phase
BEFORE_PLAY = 1  # announce_timing
CHALLENGE = 1  # hidden_ronda


def refuse(view: View, legal: Sequence[str], text: str) -> Refusal:
    verb, *rest = text.split()
    cards = [word for word in text.split() if word in LATIN_40.numbers]
    if verb == "announce":
        return announcing(view)
    if verb in ("call", "pass"):
        return speaking(view, verb)
    if view["phase"]:
        return Refusal(
            said("refuse.word_due", plays=tuple(legal)),
            "R18" if view["phase"] == ANNOUNCING else "R30",
        )
    if not cards or (verb == "lay" and len(cards) > 1):
        plays = [play for play in legal if not play.startswith("announce")]
        return Refusal(said("refuse.one_card", plays=tuple(plays)), "R31")
    if cards[0] not in LATIN_40.shown(view.hand).split():
        return Refusal(said("refuse.not_held", card=Cards(cards[0])), "R31")
    return playing(view, legal, verb, cards[0], "quiet" in rest)


def announcing(view: View) -> Refusal:
    ranks = [n // 4 for n in LATIN_40.members(view.hand)]
    most = max((ranks.count(rank) for rank in ranks), default=0)
    if view["kinds"][view.seat]:
        return Refusal(said("refuse.announced"), "R17")
    if view["announce_timing"] == BEFORE_PLAY and view["phase"] != ANNOUNCING:
        return Refusal(said("refuse.too_late"), "R18")
    if view["spent"][view.seat]:
        return Refusal(said("refuse.played_already"), "R21")
    if most < 2:
        return Refusal(said("refuse.no_combination"), "R19")
    if not view["announce_in_four_card_hand"] and len(ranks) > 3:
        return Refusal(said("refuse.four_card_hand"), "R18")
    text = "refuse.a_tringla" if most > 2 else "refuse.a_ronda"
    return Refusal(said(text), "R19")


def speaking(view: View, verb: str) -> Refusal:
    if verb == "call" and view["phase"] == CALLING:
        return Refusal(said("refuse.call_opponent"), "R30")
    if verb == "call" and view["hidden_ronda"] == CHALLENGE:
        return Refusal(said("refuse.call_at_end"), "R30")
    if verb == "call":
        return Refusal(said("refuse.no_calls"), "R28")
    return Refusal(said("refuse.no_pass"), "R31")


def playing(view: View, legal: Sequence[str], verb: str, card: str, quiet: bool) -> Refusal:
    """A card has one way to be played: it takes its equal and the run, it answers, or it stays."""
    own = next((play for play in legal if card in play.split()[:2]), None)
    if own is None:
        capture = next(play for play in legal if not play.startswith("announce"))
        return Refusal(said("refuse.other_captures", play=capture), "R35")
    if quiet:
        return Refusal(said("refuse.not_quietly", play=own), "R39")
    if verb == "answer":
        return Refusal(said("refuse.no_tap", card=Cards(card), play=own), "R41")
    if own.startswith("answer"):
        return Refusal(said("refuse.answers", play=own), "R41")
    if " x " in own:
        return Refusal(said("refuse.takes_run", card=Cards(card), play=own), "R32")
    return Refusal(
        said("refuse.stays", card=Cards(card), play=own),
        "R33",
    )
