"""Kozel in words: the notation of plays, and what a table is told. Reads a deal by its public fields; never compiled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kafenio import bits
from kafenio.audience import EVERYONE, Event
from kafenio.cards import FRENCH_36
from kafenio.contract import Point

if TYPE_CHECKING:
    from kafenio.audience import View
    from kafenio.games.kozel.deal import KozelDeal

__all__ = ["CLAIMS", "ENDS", "beating", "breakdown", "cards_text", "events", "opened", "ranked", "text", "trump_name"]

# what stands in deal.py too: the heads of plays, claims, ends, heaps, options
VERBS = ("lead", "contest", "discard")
CLAIMS = ("no claim", "molodka", "moscow", "aces")
CLAIM, FOUR_ACES = 3, 3
ENDS = ("", "bura", "", "four_aces")
REASONS = ("", "bura", "", "four aces")
BURIED, BEATEN = 5, 10
SHOKHA = 27  # the number of the 6s
FACE_DOWN, WINNER_SEES, NOBODY_SEES = 0, 0, 1
RANKS = {"A": ("aces", 11), "T": ("tens", 10), "K": ("kings", 4), "Q": ("queens", 3), "J": ("jacks", 2)}


def ranked(cards: int) -> list[int]:
    """Card numbers in the order of a play: A T K Q J 9 8 7 6, equal ranks c d h s."""
    return sorted(FRENCH_36.members(cards), key=lambda n: (-(n % 9), n // 9))


def names(cards: int) -> tuple[str, ...]:
    return tuple(FRENCH_36.name(n) for n in ranked(cards))


def cards_text(cards: int) -> str:
    """`Kh 8h`."""
    return " ".join(names(cards))


def trump_name(trump: int) -> str:
    """`h`, or `none`."""
    return "none" if trump < 0 else FRENCH_36.suits[trump]


def claim_name(deal: KozelDeal, claim: int) -> str:
    """Four aces are claimed as the Moscow that they are, where there is one (R58)."""
    return "moscow" if claim == FOUR_ACES and deal.special_leads & 1 else CLAIMS[claim]


def text(deal: KozelDeal, play: int) -> str:
    """A play in notation."""
    if bits.head(play) != CLAIM:
        return f"{VERBS[bits.head(play)]} {cards_text(bits.body(play))}"
    claim = bits.body(play)
    return f"claim {claim_name(deal, claim)}" if claim else "no claim"


def breakdown(deal: KozelDeal) -> list[Point]:
    """The card points of every side, rank by rank."""
    found = []
    for side in range(deal.sides):
        pile = deal.piles[side] | deal.heaps[BURIED + side]
        for i in range(deal.beaten):
            pile |= deal.heaps[BEATEN + i] if deal.beaten_side[i] == side else 0
        taken = [name[0] for name in names(pile)]
        found += [Point(side, why, worth * taken.count(r)) for r, (why, worth) in RANKS.items() if r in taken]
    return found


def beating(view: View) -> dict[str, dict[str, str]]:
    """For each card of the viewer which cards of the best play so far it beats: `higher`, `trump`, or `top`, the 6s (R23)."""
    fields = view.fields
    best = FRENCH_36.members(fields["best"])
    found: dict[str, dict[str, str]] = {}
    for card in FRENCH_36.members(view.hand):
        why = {FRENCH_36.name(other): how for other in best if (how := beats(card, other, fields))}
        if why:
            found[FRENCH_36.name(card)] = why
    return found


def beats(card: int, other: int, fields: Mapping[str, Any]) -> str:
    """How one card beats another; nothing if it does not."""
    if fields["shokha"] and SHOKHA in (card, other):
        return "top" if card == SHOKHA else ""
    suit, wanted = card // 9, other // 9
    if suit == wanted:
        return "higher" if card > other else ""
    return "trump" if suit == fields["trump"] else ""


# What happened.


def opened(deal: KozelDeal) -> list[Event]:
    """Hands dealt, and the turn-up with what is trump by it."""
    turned = Event("turned", cards=names(deal.turned), facts={"trump": trump_name(deal.trump)})
    return [*deal.dealt_events(FRENCH_36.names), turned]


def events(deal: KozelDeal, before: KozelDeal, seat: int, play: int) -> list[Event]:
    """What a play caused, from the state before it and the one after."""
    if before.asked:
        return claims(deal, before) if not deal.asked else []
    kind, cards = VERBS[bits.head(play)], bits.body(play)
    hidden = cards if kind == "discard" and deal.discards == FACE_DOWN else 0
    found = [Event(kind, seat, names(cards), faces=bits.bit(seat) if hidden else EVERYONE)]
    if sum(deal.tricks) > sum(before.tricks):
        found += [taken(deal, before, hidden), *drawn(deal, before)]
    if deal.broken_off:
        found += pot_won(deal)
    elif deal.turn < 0:
        found += piles_opened(deal, sum_of(before.heaps) | hidden)
    return found


def claims(deal: KozelDeal, before: KozelDeal) -> list[Event]:
    """The claims of a window that has closed, in the order of the seats from the one on lead (R30)."""
    found = []
    for s in before.actors():
        if deal.claims[s]:
            found.append(Event("claimed", s, facts={"claim": claim_name(deal, deal.claims[s])}))
    return found + (pot_won(deal) if deal.broken_off else [])


def pot_won(deal: KozelDeal) -> list[Event]:
    """The pot, won at once with these cards (R57, R58)."""
    seat = deal.taking
    with_aces = deal.broken_off == FOUR_ACES and not deal.lead
    cards = deal.hands[seat] if with_aces else deal.shown[seat] or deal.last[seat]
    facts = {"side": seat % deal.sides, "reason": REASONS[deal.broken_off], "points": deal.pot}
    return [Event("points", seat, names(cards), facts)]


def taken(deal: KozelDeal, before: KozelDeal, hidden: int) -> Event:
    """Who took the trick, and the cards in it that lay face down (R26)."""
    winner = deal.last_taker
    faces = bits.bit(winner) if deal.discard_view == WINNER_SEES else EVERYONE
    if deal.discard_view == NOBODY_SEES:
        faces = 0
    cards = names(sum_of(before.heaps[:BURIED]) | hidden)
    return Event("trick", winner, cards, {"side": winner % deal.sides}, faces=faces)


def drawn(deal: KozelDeal, before: KozelDeal) -> list[Event]:
    """What each seat drew, the winner first; everyone sees the turn-up go (R39)."""
    found = []
    for i in range(deal.seats):
        s = (deal.last_taker + i) % deal.seats
        new = deal.hands[s] & ~before.hands[s]
        turn_up = new & before.turned
        if new ^ turn_up:
            found.append(Event("drawn", s, names(new ^ turn_up), faces=bits.bit(s)))
        if turn_up:
            found.append(Event("drawn", s, names(turn_up)))
    return found


def piles_opened(deal: KozelDeal, hidden: int) -> list[Event]:
    """What lay face down in the piles, now that the deal is counted (R26)."""
    hidden &= ~sum_of(deal.last)
    sides = [side for side in range(deal.sides) if deal.piles[side] & hidden]
    return [Event("opened", cards=names(deal.piles[side] & hidden), facts={"side": side}) for side in sides]


def sum_of(sets: Iterable[int]) -> int:
    """Every card of several sets."""
    cards = 0
    for part in sets:
        cards |= part
    return cards
