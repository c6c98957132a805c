"""Kozel: what search is told of a play and of a finished deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.kozel_tables import cards, kozel
from kafenio import bits
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
    deal.turn = -1
    return deal


def worth(paid: float, most: float, ahead: int) -> float:
    """Three quarters for what others pay more, of the most that may be, a quarter for the lead in card points."""
    return 0.75 * paid / most + 0.25 * ahead / 120


@pytest.mark.parametrize(
    "taken, options, expected",
    [
        ([f"{C} {D} {H}", S], {}, [worth(2, 2, 60), worth(-2, 2, -60)]),
        ([f"{C} {D} {H}", S], {"scale_2p": "thresholds"}, [worth(4, 6, 60), worth(-4, 6, -60)]),
        ([f"{C} {D} As", f"{H} Ts Ks Qs Js"], {"scale_2p": "thresholds"}, [worth(2, 6, 22), worth(-2, 6, -22)]),
        ([f"{C} {D} {H} {S}", ""], {"scale_2p": "thresholds"}, [1, -1]),
        ([f"{C} {D} {H} {S}", "6c"], {"scale_2p": "thresholds"}, [1, -1]),
        ([f"{C} {D} {H} {S}", "6c"], {"scale_2p": "thresholds", "zero_test": "tricks"}, [0.75, -0.75]),
        ([f"{C} {D}", f"{H} {S}"], {}, [0, 0]),
        ([f"{C} {D}", f"{H} {S}"], {"tie_rule": "both_pay_2"}, [0, 0]),
        (TWO_THIRDS, {}, [worth(3, 4, 20), worth(0, 4, -20), worth(-3, 4, -40)]),
        (TWO_THIRDS, {"scale_3p": "thresholds"}, [worth(3, 6, 20), worth(0, 6, -20), worth(-3, 6, -40)]),
        (LEVEL, {}, [worth(2, 4, 0), worth(2, 4, 0), worth(-4, 4, -30)]),
        (LEVEL, {"tie_rule": "both_pay_2"}, [worth(1, 4, 0), worth(1, 4, 0), worth(-2, 4, -30)]),
    ],
)
def test_what_others_pay_counts_most_then_the_card_points(
    taken: list[str], options: dict[str, object], expected: list[float]
) -> None:
    """R44-R47."""
    assert ended(taken, **options).rewards() == pytest.approx(expected)


def test_who_is_out_neither_pays_nor_leads() -> None:
    """R51: three have become two."""
    found = ended([f"{C} {D}", "", f"{H} {S_20}"], (0, 2)).rewards()
    assert [found[0], found[2]] == pytest.approx([worth(2, 2, 10), worth(-2, 2, -10)])
    full = ended([f"{C} {D}", f"{H} {S_20}", "6c"], (0, 2)).rewards()
    assert full[0] == pytest.approx(worth(2, 2, 60))


def test_partners_pay_by_their_card_points_and_have_one_reward() -> None:
    """R55."""
    first, second = worth(4, 6, 60), worth(-4, 6, -60)
    assert ended([f"{C} {D} {H}", S], players=4).rewards() == pytest.approx([first, second, first, second])


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


def test_kozel_remembers_no_endings() -> None:
    assert position({"hand": "Ah Kh", "trump": "c"}).key_of_ending() == 0
