"""One match of a contest, whatever its bots do: a program that fails gives up the deal, and the match goes on."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kafenio.arena.plan import Contest, Unit
from kafenio.arena.simulate import choice, dismiss, play_deal, seeded
from kafenio.bots import hire
from kafenio.contract import Rng
from kafenio.errors import BotFailed
from kafenio.match import Match

__all__ = ["Forfeit", "Outcome", "Part", "play_unit", "told"]


PATIENCE = 3  # deals that a bot gives up before the match is lost too


class Part(msgspec.Struct, frozen=True):
    """What a match brought a bot: deals, points ahead of the other bots (the mean of these), its part of the win."""

    bot: int
    deals: int
    points: float
    won: float


class Forfeit(msgspec.Struct, frozen=True):
    """A deal that a bot gave up, and why."""

    bot: int
    deal: int
    why: str


class Outcome(msgspec.Struct, frozen=True):
    """A match that was played."""

    number: int
    seating: int
    parts: list[Part]
    forfeits: list[Forfeit] = []

    @property
    def unit(self) -> Unit:
        return Unit(self.number, self.seating)


class Failed(Exception):
    """The bot of a seat has failed."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat
        self.why = why


def play_unit(contest: Contest, unit: Unit) -> Outcome:
    """Play one match. All matches of a set have the same cards, deal by deal, and the same first dealer."""
    game, line = contest.rules, contest.seatings[unit.seating]
    match = Match(game)
    players = [
        hire(contest.bots[line[game.side(seat)]], game, seeded(contest.seed, unit.number, f"{unit.seating} bot {seat}"))
        for seat in range(game.seats)
    ]
    account = Account(line)
    forfeits: list[Forfeit] = []

    def chooses(seat: int, legal: Sequence[str]) -> str:
        try:
            return choice(match, players[seat], seat, legal)
        except BotFailed as e:
            raise Failed(seat, str(e)) from None

    try:
        while not match.over and not beaten(forfeits) and not 0 < contest.deals <= len(match.deals):
            playing = {game.side(seat) for seat in match.tally.still_in() or range(game.seats)}
            number = len(match.deals) + 1
            match.rng = Rng(seeded(contest.seed, unit.number, f"deal {number}"))
            match.begin()
            try:
                play_deal(match, chooses)
            except Failed as e:
                side = game.side(e.seat)
                match.enter(match.tally.given_up(side), match.dealer)
                forfeits.append(Forfeit(line[side], number, e.why))
            result = match.deals[-1].result
            assert result is not None
            account.add(match.tally.worth(result), playing)
    finally:
        dismiss(players)
    winners = [line[s] for s in match.tally.winners] or account.ahead(beaten(forfeits))
    won = [winners.count(bot) / len(winners) for bot in account.bots]
    return Outcome(unit.number, unit.seating, account.parts(won), forfeits)


def beaten(forfeits: Sequence[Forfeit]) -> list[int]:
    """The bots that have given up so many deals that they give up the match."""
    bots = [forfeit.bot for forfeit in forfeits]
    return [bot for bot in set(bots) if bots.count(bot) >= PATIENCE]


class Account:
    """The points of a match by bot; a bot may have several sides."""

    def __init__(self, line: Sequence[int]) -> None:
        self.line = line
        self.bots = sorted(set(line))
        self.deals = dict.fromkeys(self.bots, 0)
        self.points = dict.fromkeys(self.bots, 0.0)

    def add(self, worth: Sequence[int], playing: set[int]) -> None:
        """Enter a deal; sides that are out take no part in it."""
        for bot in self.bots:
            mine = [worth[s] for s in playing if self.line[s] == bot]
            others = [worth[s] for s in playing if self.line[s] != bot]
            if mine and others:
                self.deals[bot] += 1
                self.points[bot] += sum(mine) / len(mine) - sum(others) / len(others)

    def ahead(self, beaten: Sequence[int]) -> list[int]:
        """Who wins a match that is not played to its end: whoever has not given it up, else whoever has most points."""
        most = max(self.points.values())
        return [bot for bot in self.bots if (bot not in beaten if beaten else self.points[bot] == most)]

    def parts(self, won: Sequence[float]) -> list[Part]:
        return [
            Part(bot, self.deals[bot], round(self.points[bot], 6), round(share, 6))
            for bot, share in zip(self.bots, won, strict=True)
        ]


def told(forfeit: Forfeit, outcome: Outcome, contest: Contest) -> str:
    """A forfeit in a line."""
    where = f"set {outcome.number + 1}, match {outcome.seating + 1}, deal {forfeit.deal}"
    return f"{where} given up by {contest.bots[forfeit.bot]}: {forfeit.why}"
