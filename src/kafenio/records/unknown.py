"""Unknown cards of a pack (`??`), as far as the plays tell which they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kafenio import bits
from kafenio.contract import Deal
from kafenio.errors import KafenioError
from kafenio.game import Game, Repair
from kafenio.match import left_out
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
    missing = [n for n in game.pack(facts) if n not in found]
    if len(missing) == 1:
        found[found.index(None)] = missing[0]
        return found, True
    told: Mapping[int, int] = {}
    while missing:
        pack = filled(found, missing)
        told = next_told(game, facts, pack, sum(bits.bit(n) for n in missing), repairs, plays)
        if not told:
            break
        for place, number in told.items():
            found[place] = number
        missing = [n for n in missing if n not in found]
    return found, not refilled(game, facts, filled(found, missing), repairs, plays)


def filled(places: Sequence[int | None], missing: Sequence[int]) -> list[int]:
    """The pack with any cards in its unknown places."""
    rest = iter(missing)
    return [next(rest) if n is None else n for n in places]


def next_told(
    game: Game,
    facts: Mapping[str, int | list[int]],
    pack: Sequence[int],
    unknown: int,
    repairs: Sequence[Repair],
    plays: Sequence[Ply],
) -> dict[int, int]:
    """The unknown cards that come into hands first, from place to card; a filled pack, and the set of fillers in it."""
    for i, deal in enumerate(walked(game, facts, pack, repairs, plays)):
        told: dict[int, int] = {}
        opened = unknown & ~sum(deal.hands) & ~sum(bits.bit(n) for n in deal.stock[: deal.left])
        if opened:
            told = on_table(game, opened, plays, unknown)
            if i or not told:
                return {}
        for seat in range(game.seats):
            wanted = later(game, [play for play in plays[i:] if play.seat == seat], unknown)
            told |= paired(game.PACK.members(deal.hands[seat] & unknown), wanted)
        if told:
            return {pack.index(filler): number for filler, number in told.items()}
    return {}


def paired(fillers: Sequence[int], wanted: Sequence[int]) -> dict[int, int]:
    """Fillers in a hand and the cards it holds. A right one stays: it may have lain in the layout, where repairs name it."""
    held = wanted[: len(fillers)]
    right = set(fillers) & set(held)
    others = zip([n for n in fillers if n not in right], [n for n in held if n not in right], strict=False)
    return {**{n: n for n in right}, **dict(others)}


def walked(
    game: Game,
    facts: Mapping[str, int | list[int]],
    pack: Sequence[int],
    repairs: Sequence[Repair],
    plays: Sequence[Ply],
) -> Iterator[Deal]:
    """The deal before every play and after the last, as far as it can be followed."""
    try:
        deal = game.deal(pack, facts, repairs)
        yield deal
        for i, play in enumerate(plays):
            if deal.asked and left_out(deal, [(p.seat, p.text) for p in plays[i:]]):
                deal.answer_forced()
            follow(deal, play)
            yield deal
    except KafenioError:
        return


def refilled(
    game: Game,
    facts: Mapping[str, int | list[int]],
    pack: Sequence[int],
    repairs: Sequence[Repair],
    plays: Sequence[Ply],
) -> bool:
    """Whether a hand gets cards beside those that it still holds, or the deal cannot be followed."""
    before = [0] * game.seats
    states = 0
    for deal in walked(game, facts, pack, repairs, plays):
        for seat in range(game.seats):
            if before[seat] & deal.hands[seat] and deal.hands[seat] & ~before[seat]:
                return True
        before = list(deal.hands)
        states += 1
    return states <= len(plays)


def later(game: Game, plays: Sequence[Ply], unknown: int) -> list[int]:
    """The unknown cards that leave a hand in these plays, in order."""
    numbers = [game.PACK.numbers.get(name) for play in plays for name in played(play.text)]
    return [n for n in dict.fromkeys(numbers) if n is not None and unknown & bits.bit(n)]


def on_table(game: Game, opened: int, plays: Sequence[Ply], unknown: int) -> dict[int, int]:
    """Cards that nobody ever plays were opened, if there are just as many."""
    never = game.PACK.members(unknown & ~sum(bits.bit(n) for n in later(game, plays, unknown)))
    fillers = game.PACK.members(opened)
    return dict(zip(fillers, never, strict=True)) if len(fillers) == len(never) else {}


def follow(deal: Deal, play: Ply) -> None:
    """Make a play, answers without a choice before it."""
    try:
        deal.apply(play.seat, deal.read(play.seat, play.text))
    except KafenioError:
        deal.answer_forced()
        deal.apply(play.seat, deal.read(play.seat, play.text))
