"""Why Kozel refuses a play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kafenio import bits
from kafenio.cards import FRENCH_36
from kafenio.i18n.refusals import Refusal
from kafenio.message import Cards, said

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["refuse"]

SHOKHA = "6s"
MOSCOW, MOLODKA = 1, 2  # special_leads


def refuse(view: View, legal: Sequence[str], text: str) -> Refusal:
    verb, *rest = text.split()
    cards = [word for word in text.split() if word in FRENCH_36.numbers]
    if verb in ("claim", "no"):
        return claiming(view, rest)
    if view["asked"]:
        return Refusal(said("refuse.claims_only"), "R30")
    if not cards or verb not in ("lead", "contest", "discard", *cards) or "x" in rest:
        return Refusal(said("refuse.lead_or_reply", play=legal[0]), "R22")
    missing = [card for card in cards if card not in FRENCH_36.shown(view.hand).split()]
    if missing:
        return Refusal(said("refuse.not_held", card=Cards(missing[0])), "R17" if not view["lead"] else "R20")
    if len(set(cards)) < len(cards):
        return Refusal(said("refuse.played_once"), "R20")
    if verb == "lead" or (not view["lead"] and verb in FRENCH_36.numbers):
        return leading(view, legal, cards)
    if not view["lead"]:
        return Refusal(said("refuse.you_lead"), "R17")
    due = bits.size(view["lead"])
    if len(cards) != due:
        return Refusal(said("refuse.due", n=due), "R20")
    if view["special"]:
        return Refusal(said("refuse.unbeatable"), "R32")
    return beating(view, cards)


def claiming(view: View, claim: Sequence[str]) -> Refusal:
    """No window is open, or the hand is none that may be claimed."""
    aces = view["money"] and view["four_aces_win"]
    if not view["asked"]:
        rule = "R29" if view["special_leads"] or aces else "R36"
        return Refusal(said("refuse.no_claim_now"), rule)
    known = {"moscow": ("R27", view["special_leads"] & MOSCOW), "molodka": ("R28", view["special_leads"] & MOLODKA)}
    rule, there = {**known, "aces": ("R58", aces)}.get(claim[0] if claim else "", ("R30", True))
    return Refusal(said("refuse.claim_not_held"), rule if there else "R29")


def leading(view: View, legal: Sequence[str], cards: Sequence[str]) -> Refusal:
    """Another has led, something was claimed, or the set of cards is none that may be led."""
    if view["lead"]:
        return Refusal(said("refuse.led_already"), "R14")
    if view["claims"][view.seat]:
        return Refusal(said("refuse.lead_all_four"), "R31")
    suits = {card[1] for card in cards if not (card == SHOKHA and view["shokha"] and view["shokha_lead"])}
    if len(suits) > 1:
        return Refusal(said("refuse.one_suit"), "R18" if SHOKHA in cards else "R17")
    if not view["lead_sizes"] & bits.bit(len(cards) - 1):
        return Refusal(said("refuse.lead_size"), "R18a")
    return Refusal(said("refuse.shorter_hand"), "R41")


def beating(view: View, cards: Sequence[str]) -> Refusal:
    """Each card of the best play must be beaten by a different one; which of them stays unbeaten."""
    best = FRENCH_36.shown(view["best"]).split()
    for other in best:
        if not any(beats(view, card, other) for card in cards):
            return Refusal(said("refuse.none_beats", card=Cards(other)), "R23")
    return Refusal(said("refuse.each_beaten", cards=Cards(" ".join(best))), "R24")


def beats(view: View, card: str, other: str) -> bool:
    """R23."""
    top = SHOKHA if view["shokha"] else ""
    if top in (card, other):
        return card == top
    if card[1] == other[1]:
        return FRENCH_36.ranks.index(card[0]) > FRENCH_36.ranks.index(other[0])
    return view["trump"] >= 0 and card[1] == FRENCH_36.suits[view["trump"]]
