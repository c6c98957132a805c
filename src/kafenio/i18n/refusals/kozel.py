"""Why Kozel refuses a play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kafenio import bits
from kafenio.cards import FRENCH_36
from kafenio.i18n.refusals import Refusal
from kafenio.i18n.words import N_, Words

if TYPE_CHECKING:
    from kafenio.audience import View

__all__ = ["refuse"]

SHOKHA = "6s"
MOSCOW, MOLODKA = 1, 2  # special_leads


def refuse(words: Words, view: View, legal: Sequence[str], text: str) -> Refusal:
    verb, *rest = text.split()
    cards = [word for word in text.split() if word in FRENCH_36.numbers]
    if verb in ("claim", "no"):
        return claiming(words, view, rest)
    if view["asked"]:
        return Refusal(words.say(N_("Before this lead you only say whether you claim something")), "R30")
    if not cards or verb not in ("lead", "contest", "discard", *cards) or "x" in rest:
        return Refusal(words.say(N_("Here one leads, contests or discards: {play}"), play=legal[0]), "R22")
    missing = [card for card in cards if card not in FRENCH_36.shown(view.hand).split()]
    if missing:
        return Refusal(words.say(N_("You do not hold {card}"), card=missing[0]), "R17" if not view["lead"] else "R20")
    if len(set(cards)) < len(cards):
        return Refusal(words.say(N_("A card can be played only once")), "R20")
    if verb == "lead" or (not view["lead"] and verb in FRENCH_36.numbers):
        return leading(words, view, legal, cards)
    if not view["lead"]:
        return Refusal(words.say(N_("Nobody has led yet: you lead")), "R17")
    due = bits.size(view["lead"])
    if len(cards) != due:
        return Refusal(words.say((N_("{n} card is due"), N_("{n} cards are due")), n=due), "R20")
    if view["special"]:
        return Refusal(words.say(N_("This lead cannot be beaten: throw your cards")), "R32")
    return beating(words, view, cards)


def claiming(words: Words, view: View, claim: Sequence[str]) -> Refusal:
    """No window is open, or the hand is none that may be claimed."""
    aces = view["money"] and view["four_aces_win"]
    if not view["asked"]:
        rule = "R29" if view["special_leads"] or aces else "R36"
        return Refusal(words.say(N_("Nothing may be claimed now: it is done before a lead, with four cards")), rule)
    known = {"moscow": ("R27", view["special_leads"] & MOSCOW), "molodka": ("R28", view["special_leads"] & MOLODKA)}
    rule, there = {**known, "aces": ("R58", aces)}.get(claim[0] if claim else "", ("R30", True))
    return Refusal(words.say(N_("You do not hold what you would claim")), rule if there else "R29")


def leading(words: Words, view: View, legal: Sequence[str], cards: Sequence[str]) -> Refusal:
    """Another has led, something was claimed, or the set of cards is none that may be led."""
    if view["lead"]:
        return Refusal(words.say(N_("It has been led already: beat it or throw")), "R14")
    if view["claims"][view.seat]:
        return Refusal(words.say(N_("You claimed: now you lead all four cards")), "R31")
    suits = {card[1] for card in cards if not (card == SHOKHA and view["shokha"] and view["shokha_lead"])}
    if len(suits) > 1:
        return Refusal(
            words.say(N_("An ordinary lead has cards of one suit only")), "R18" if SHOKHA in cards else "R17"
        )
    if not view["lead_sizes"] & bits.bit(len(cards) - 1):
        return Refusal(words.say(N_("A lead of so many cards is not in the game")), "R18a")
    return Refusal(words.say(N_("Somebody holds fewer cards, and all must be able to reply")), "R41")


def beating(words: Words, view: View, cards: Sequence[str]) -> Refusal:
    """Each card of the best play must be beaten by a different one; which of them stays unbeaten."""
    best = FRENCH_36.shown(view["best"]).split()
    for other in best:
        if not any(beats(view, card, other) for card in cards):
            return Refusal(words.say(N_("None of these cards beats {card}"), card=other), "R23")
    text = N_("Each of {cards} must be beaten by a different card")
    return Refusal(words.say(text, cards=words.listed(best)), "R24")


def beats(view: View, card: str, other: str) -> bool:
    """R23."""
    top = SHOKHA if view["shokha"] else ""
    if top in (card, other):
        return card == top
    if card[1] == other[1]:
        return FRENCH_36.ranks.index(card[0]) > FRENCH_36.ranks.index(other[0])
    return view["trump"] >= 0 and card[1] == FRENCH_36.suits[view["trump"]]
