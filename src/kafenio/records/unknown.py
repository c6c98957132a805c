"""Unknown cards of a pack (`??`), as far as the plays tell which they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafenio import bits
from kafenio.contract import Deal
from kafenio.errors import KafenioError
from kafenio.game import Game, Repair
from kafenio.records.line import Ply, split

__all__ = ["UNKNOWN", "fill_in", "played"]

UNKNOWN = "??"
PLAYED = {"lay": 1, "answer": 1, "lead": 4, "contest": 4, "discard": 4}  # how many cards stand after these words


def played(text: str) -> list[str]:
    """The names of the cards that leave a hand by a play."""
    words = text.split()
    if len(words) > 2 and words[1] in ("x", "×"):
        return words[:1]
    return words[1 : 1 + PLAYED.get(words[0], 0)]


def fill_in(
    game: Game,
    facts: Mapping[str, int | list[int]],
    places: Sequence[int | None],
    repairs: Sequence[Repair],
    lines: Sequence[str],
) -> tuple[list[int | None], bool]:
    """The pack with every card that its place and the plays tell, and whether these are certain.

    A hand that is played out before its seat gets another card held just what the seat plays. Where hands are filled up
    meanwhile (Kozel) a card is put where it must have been at the latest: one of several ways.
    """
    found = list(places)
    plays = [play for line in lines if (play := split(line)) and play.seat < game.seats]
    certain = True
    while None in found:
        missing = [n for n in game.pack(facts) if n not in found]
        if len(missing) == 1:
            found[found.index(None)] = missing[0]
            break
        told, certain = next_told(game, facts, found, missing, repairs, plays)
        if not told:
            break
        for place, number in told.items():
            found[place] = number
    return found, certain


def next_told(
    game: Game,
    facts: Mapping[str, int | list[int]],
    places: Sequence[int | None],
    missing: Sequence[int],
    repairs: Sequence[Repair],
    plays: Sequence[Ply],
) -> tuple[dict[int, int], bool]:
    """The unknown cards that come into hands first, place to card, and whether hands were empty at every new dealing."""
    rest = iter(missing)
    pack = [next(rest) if n is None else n for n in places]
    unknown = sum(bits.bit(n) for n in missing)
    certain = True
    try:
        deal = game.deal(pack, facts, repairs)
        for i in range(len(plays) + 1):
            told = on_table(game, deal, plays, unknown) if i == 0 else {}
            for seat in range(game.seats):
                wanted = later(game, [play for play in plays[i:] if play.seat == seat], unknown)
                told |= dict(zip(game.PACK.members(deal.hands[seat] & unknown), wanted, strict=False))
            if told or i == len(plays):
                return {pack.index(filler): number for filler, number in told.items()}, certain
            before = list(deal.hands)
            follow(deal, plays[i])
            certain = certain and not any(filled_up(b, a) for b, a in zip(before, deal.hands, strict=True))
    except KafenioError:
        pass
    return {}, certain


def later(game: Game, plays: Sequence[Ply], unknown: int) -> list[int]:
    """The unknown cards that leave a hand in these plays, in order."""
    numbers = [game.PACK.numbers.get(name) for play in plays for name in played(play.text)]
    return [n for n in dict.fromkeys(numbers) if n is not None and unknown & bits.bit(n)]


def on_table(game: Game, deal: Deal, plays: Sequence[Ply], unknown: int) -> dict[int, int]:
    """Cards that nobody ever plays were opened, if there are just as many."""
    hidden = sum(deal.hands) | sum(bits.bit(n) for n in deal.stock[: deal.left])
    opened = game.PACK.members(unknown & ~hidden)
    never = game.PACK.members(unknown & ~sum(bits.bit(n) for n in later(game, plays, unknown)))
    return dict(zip(opened, never, strict=True)) if len(opened) == len(never) else {}


def follow(deal: Deal, play: Ply) -> None:
    """Make a play, answers without a choice before it."""
    try:
        deal.apply(play.seat, deal.read(play.seat, play.text))
    except KafenioError:
        deal.answer_forced()
        deal.apply(play.seat, deal.read(play.seat, play.text))


def filled_up(before: int, after: int) -> bool:
    """Whether a hand got cards beside those it still held."""
    return bool(after & ~before) and bool(after & before)
