"""Sealed shuffles: a pack is drawn from the system's randomness, sealed and stored before its first card is seen.

The seal is the SHA-256 of salt, a space and the pack as records write it. It is shown before the deal; the record of the
finished match opens it. Opening a deal needs nothing but what was stored, so it is opened the same way after a restart.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from kafenio.audience import Event
from kafenio.contract import Rng
from kafenio.errors import Misdeal
from kafenio.game import Game
from kafenio.match import Cut, Match

__all__ = ["Prepared", "Shuffler", "opened", "prepared", "seal"]


class Prepared(NamedTuple):
    """All that chance decides about a deal, as it is stored."""

    number: int
    dealer: int
    how: str  # how the first dealer was found; empty for a later deal
    cuts: tuple[tuple[int, int], ...]
    pack: str
    repairs: tuple[str, ...]
    misdeals: int
    salt: str

    @property
    def seal(self) -> str:
        return seal(self.salt, self.pack)


def seal(salt: str, pack: str) -> str:
    return hashlib.sha256(f"{salt} {pack}".encode()).hexdigest()


class Shuffler:
    """Randomness that nobody can foresee."""

    def shuffled(self, cards: Sequence[int], number: int) -> list[int]:
        """A pack for the deal with this number."""
        found = list(cards)
        secrets.SystemRandom().shuffle(found)
        return found

    def rng(self) -> Rng:
        """For what the rules draw beside the pack: places of returned cards, the first dealer."""
        return Rng(secrets.randbits(63))

    def salt(self) -> str:
        return secrets.token_hex(16)


def prepared(match: Match, shuffler: Shuffler) -> Prepared:
    """The next deal, drawn but not begun: `match` does not change."""
    game, how = match.game, ""
    scratch = Match(game, shuffler.rng())
    if match.dealer < 0:
        how = str(scratch.find_dealer()[-1].facts["how"])
    dealer = scratch.dealer if how else match.dealer
    facts = {**match.facts(), "dealer": dealer}
    number, misdeals = len(match.deals) + 1, 0
    while True:
        pack = shuffler.shuffled(game.pack(facts), number)
        try:
            deal = game.deal(pack, facts, None, shuffler.rng())
            break
        except Misdeal:
            misdeals += 1
    cuts = tuple((c.seat, c.card) for c in scratch.cuts)
    repairs = tuple(map(game.repair_text, game.repairs(deal)))
    return Prepared(number, dealer, how, cuts, game.PACK.text(pack), repairs, misdeals, shuffler.salt())


def opened(match: Match, deal: Prepared) -> list[Event]:
    """Begin a stored deal, and what everyone sees of it."""
    game = match.game
    events: list[Event] = []
    if match.dealer < 0:
        match.dealer = deal.dealer
        match.cuts = [Cut(seat, card) for seat, card in deal.cuts]
        events = first_dealer(game, deal)
    begins, *rest = match.begin(
        game.PACK.listed(deal.pack), [game.read_repair(text) for text in deal.repairs], deal.misdeals
    )
    return [*events, begins, *[Event("misdeal", deal.dealer)] * deal.misdeals, *rest]


def first_dealer(game: Game, deal: Prepared) -> list[Event]:
    cuts = [Event("cut", seat, (game.PACK.name(card),)) for seat, card in deal.cuts]
    return [*cuts, Event("first_dealer", deal.dealer, facts={"how": deal.how})]
