"""Kozel: what search is told of a play and of a finished deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, sqrt

import pytest

from games.kozel_tables import cards, kozel
from kafenio import bits
from kafenio.cards import FRENCH_36 as PACK
from kafenio.games.kozel import Kozel
from kafenio.games.kozel.deal import KozelDeal


def position(fields: Mapping[str, object]) -> KozelDeal:
    deal = Kozel.of().position(fields)
    assert isinstance(deal, KozelDeal)
    return deal


LED: dict[str, object] = {"trump": "c", "plays": ["1 lead Kh"], "sizes": [4, 3]}


@pytest.mark.parametrize(
    "fields, expected",
    [
        ({"hand": "Ac Ad Th 6s", "phase": "claims"}, {"claim moscow": 60, "no claim": 20}),
        (
            {"hand": "Ah Kh 9d Td", "trump": "c"},
            {"lead Ah": 10, "lead 9d": 10, "lead Ah Kh": 20, "lead Td 9d": 20},
        ),
        # 5, twice what lies there, and what is played to it; 60 shared by 2 and what is thrown, and 1
        ({"hand": "Ah 7c 9d Td", **LED}, {"contest Ah": 24, "contest 7c": 13, "discard 9d": 31, "discard Td": 6}),
        ({"hand": "Tc Kd Qd Jd", **LED}, {"contest Tc": 23, "discard Kd": 11, "discard Qd": 13, "discard Jd": 16}),
        ({"hand": "Ad", "trump": "c", "plays": ["1 lead Th"], "sizes": [1, 0]}, {"discard Ad": 5}),
        ({"hand": "Kd", "trump": "d", "plays": ["1 lead Th"], "sizes": [1, 0]}, {"contest Kd": 29, "discard Kd": 11}),
        ({"hand": "Qd", "trump": "d", "plays": ["1 lead Jh"], "sizes": [1, 0]}, {"contest Qd": 12, "discard Qd": 13}),
        ({"hand": "8d", "trump": "d", "plays": ["1 lead Ah"], "sizes": [1, 0]}, {"contest 8d": 27, "discard 8d": 31}),
    ],
)
def test_plays_promise_claims_long_leads_dear_tricks_and_cheap_discards(
    fields: dict[str, object], expected: dict[str, int]
) -> None:
    deal = position(fields)
    found = dict(zip(map(deal.text, deal.legal(0)), deal.promises(0), strict=True))
    assert found.items() >= expected.items()


# What a finished deal is worth. Cards worth 30, 30 …, or 10 and 20, of a suit:

C, D, H, S = "Ac Tc Kc Qc Jc", "Ad Td Kd Qd Jd", "Ah Th Kh Qh Jh", "As Ts Ks Qs Js"
H_20, S_20 = "Ah Kh Qh Jh", "As Ks Qs Js"
TWO_THIRDS = [f"{C} {D}", f"{H} Ts", S_20]  # 60, 40, 20
LEVEL = [f"{C} Td Th", f"{S} {H_20}", "Ad Kd Qd Jd"]  # 50, 50, 20
ALL_LEVEL = [f"{C} Ts", f"{D} Th", f"{H_20} {S_20}"]  # 40 each


def ended(taken: Sequence[str], present: Sequence[int] = (), /, **options: object) -> KozelDeal:
    """A finished deal with these cards taken, a trick for each side that has some."""
    deal = kozel(**{"players": len(taken), **options}).bare()
    assert isinstance(deal, KozelDeal)
    deal.put_field("piles", [cards(text) for text in taken])
    deal.put_field("tricks", [int(bool(text)) for text in taken])
    deal.present = sum(bits.bit(s) for s in present or range(deal.seats))
    deal.deal_number, deal.turn = 1, -1
    return deal


def hoped(totals: Sequence[float], ahead: Sequence[int], to_come: float = 0.0) -> list[float]:
    """Nine tenths for the chance of the match, by penalty points of the sides in play, and a tenth for the card points."""
    stray = 1.4 * sqrt(to_come or max((12 - max(totals)) / 1.3, 0.3))
    chances = [1 / sum(exp((mine - other) / stray) for other in totals) for mine in totals]
    return [0.9 * (2 * chance - 1) + 0.1 * lead / 120 for chance, lead in zip(chances, ahead, strict=True)]


@pytest.mark.parametrize(
    "taken, options, expected",
    [
        ([f"{C} {D} {H}", S], {}, hoped([0, 2], [60, -60])),
        ([f"{C} {D} {H}", S], {"scale_2p": "thresholds"}, hoped([0, 4], [60, -60])),
        ([f"{C} {D} As", f"{H} Ts Ks Qs Js"], {"scale_2p": "thresholds"}, hoped([0, 2], [22, -22])),
        ([f"{C} {D} {H} {S}", ""], {"scale_2p": "thresholds"}, hoped([0, 6], [120, -120])),
        ([f"{C} {D} {H} {S}", "6c"], {"scale_2p": "thresholds"}, hoped([0, 6], [120, -120])),
        (
            [f"{C} {D} {H} {S}", "6c"],
            {"scale_2p": "thresholds", "zero_test": "tricks"},
            hoped([0, 4], [120, -120]),
        ),
        ([f"{C} {D}", f"{H} {S}"], {}, [0, 0]),
        ([f"{C} {D}", f"{H} {S}"], {"tie_rule": "both_pay_2"}, [0, 0]),
        (TWO_THIRDS, {}, hoped([0, 2, 4], [20, -20, -40])),
        (TWO_THIRDS, {"scale_3p": "thresholds"}, hoped([0, 2, 4], [20, -20, -40])),
        (LEVEL, {}, hoped([0, 0, 4], [0, 0, -30])),
        (LEVEL, {"tie_rule": "both_pay_2"}, hoped([2, 2, 4], [0, 0, -30])),
        ([f"{C} {D} {H}", S], {"deals": 5}, hoped([0, 2], [60, -60], 4)),
        ([f"{C} {D} {H}", S], {"deals": 1}, [1, -1]),
        ([f"{C} {D}", f"{H} {S}"], {"deals": 1}, [0, 0]),
    ],
)
def test_a_deal_is_worth_the_chance_of_the_match_and_a_little_for_the_card_points(
    taken: list[str], options: dict[str, object], expected: list[float]
) -> None:
    """R44-R47."""
    assert ended(taken, **options).rewards() == pytest.approx(expected)


def scored(scores: Sequence[int], taken: Sequence[str], **options: object) -> list[float]:
    """The rewards of a finished deal after these penalties."""
    deal = ended(taken, **options)
    deal.put_field("scores", scores)
    return deal.rewards()


def test_who_is_out_has_lost() -> None:
    """R50-R54."""
    ahead = [f"{C} {D} {H}", S]
    assert scored([11, 10], ahead) == [1, -1]
    assert scored([4, 10], ahead) == [1, -1]
    first, second, third = scored([0, 10, 4], TWO_THIRDS)  # the second has 12 now, and two play on
    assert second == -1 and [first, third] == pytest.approx(
        [
            0.9 * (2 / (1 + exp(-8 / (1.4 * sqrt(0.3)))) - 1) + 0.1 * 20 / 120,
            0.9 * (2 / (1 + exp(8 / (1.4 * sqrt(0.3)))) - 1) - 0.1 * 40 / 120,
        ]
    )
    assert scored([0, 10, 4], TWO_THIRDS, elimination="first_out_ends") == [1, -1, -1]
    assert scored([0, 10, 8], TWO_THIRDS) == [1, -1, -1]
    level = scored([12, 10, 8], TWO_THIRDS)  # all have 12: R53
    assert level[0] > level[2]


def test_who_was_out_neither_pays_nor_leads() -> None:
    """R51: three have become two."""
    found = ended([f"{C} {D}", "", f"{H} {S_20}"], (0, 2)).rewards()
    assert [found[0], found[2]] == pytest.approx(hoped([0, 2], [10, -10]))


def test_partners_pay_by_their_card_points_and_have_one_reward() -> None:
    """R55."""
    assert ended([f"{C} {D} {H}", S], players=4).rewards() == pytest.approx(hoped([0, 4], [60, -60]) * 2)


@pytest.mark.parametrize(
    "options", [{}, {"scale_2p": "thresholds"}, {"money": True, "players": 3}, {"players": 4}], ids=str
)
def test_while_a_deal_is_played_more_card_points_are_worth_more(options: dict[str, object]) -> None:
    found = []
    for first, second in (("Ah", "As Ts"), ("Ah", "As"), ("Ah Th", "As"), ("Ah Th Kh", "As")):
        deal = ended([first, second, *[""] * (int(str(options.get("players", 2))) % 2)], **options)
        deal.turn = 0
        found.append(deal.rewards()[0])
    assert found == sorted(set(found)) and found[0] > -1 and found[-1] < 1


def test_while_a_deal_is_played_who_may_stay_below_a_threshold_fears_it() -> None:
    deal = ended([f"{C} {D} As", "Ah"], scale_2p="thresholds")
    deal.turn = 0
    none = ended([f"{C} {D} As", "Ah"], scale_2p="thresholds")
    none.turn = 0
    none.put_field("tricks", [1, 0])
    assert none.rewards()[1] < deal.rewards()[1] < 0


@pytest.mark.parametrize(
    "taken, tie, parts, ahead",
    [
        (TWO_THIRDS, "split", [1, 0, 0], [20, -20, -40]),
        (TWO_THIRDS, "carry", [1, 0, 0], [20, -20, -40]),
        (LEVEL, "split", [1 / 2, 1 / 2, 0], [0, 0, -30]),
        (LEVEL, "carry", [1 / 3, 1 / 3, 1 / 3], [0, 0, -30]),  # everyone may still win it
        (ALL_LEVEL, "split", [1 / 3, 1 / 3, 1 / 3], [0, 0, 0]),
        (ALL_LEVEL, "carry", [1 / 3, 1 / 3, 1 / 3], [0, 0, 0]),
    ],
)
def test_for_money_a_part_of_the_pot_counts_then_the_card_points(
    taken: list[str], tie: str, parts: list[float], ahead: list[int]
) -> None:
    """R59, R60."""
    expected = [0.9 * (2 * part - 1) + 0.1 * lead / 120 for part, lead in zip(parts, ahead, strict=True)]
    assert ended(taken, money=True, money_tie=tie).rewards() == pytest.approx(expected)


@pytest.mark.parametrize("why", [1, 3])
def test_a_pot_won_at_once_is_all(why: int) -> None:
    """R57, R58."""
    deal = ended(TWO_THIRDS, money=True)
    deal.broken_off, deal.taking = why, 2
    assert deal.rewards() == [-1, -1, 1]


# What an ending is remembered by.


def test_an_ending_is_known_by_all_that_can_still_count() -> None:
    def ending(hand: str = "Ah Kh", **fields: int | Sequence[int]) -> int:
        deal = position({"hands": [hand, "7c 8c"], "trump": "c"})
        for name, value in fields.items():
            deal.put_field(name, value)
        return deal.key_of_ending()

    ace = bits.bit(PACK.number("As"))
    found = [
        ending(),
        ending("Ah Qh"),
        ending(turn=1),
        ending(leader=1),
        ending(taking=1),
        ending(best=ace),
        ending(lead=ace),
        ending(special=1),
        ending(to_play=1),
        ending(asked=1),
        ending(broken_off=1),
        ending(answers=[1]),
        ending(claims=[1]),
        ending(shown=[ace]),
        ending(piles=[ace]),
        ending(piles=[0, ace]),
        ending(tricks=[1]),
        ending(tricks=[0, 1]),
        ending(turned=ace),
    ]
    assert len(set(found)) == len(found)
    assert ending(shown=[ace]) == ending(shown=[0, bits.bit(PACK.number("Ad"))])  # it is their points that count
