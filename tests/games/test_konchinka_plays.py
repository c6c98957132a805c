"""Konchinka: turns and captures."""

from __future__ import annotations

import random

import pytest

import in_words
from games.konchinka_cases import LEGAL
from games.konchinka_table import captures, game, legal, lying, pile, place, run
from kafenio.cards import FRENCH_52 as PACK
from kafenio.contract import Rng
from kafenio.errors import BadPosition, IllegalPlay, NotationError
from kafenio.games.konchinka.deal import KonchinkaDeal
from support import many


@pytest.mark.parametrize("name, position, plays", LEGAL, ids=[row[0] for row in LEGAL])
def test_worked_legal_plays(name: str, position: dict[str, object], plays: list[str]) -> None:
    """R17-R27, R50-R52, with the options of capture."""
    assert sorted(legal(game().position(position))) == sorted(plays)


@pytest.mark.parametrize("obligation", ["if_able", "by_card", "optional"])
def test_cl37_whatever_the_obligation(obligation: str) -> None:
    name, position, plays = LEGAL[-1]
    options = position["options"]
    assert name == "CL37" and isinstance(options, dict)
    assert legal(game().position({**position, "options": {**options, "capture_obligation": obligation}})) == [
        "lay 5d",
        "lay Js",
    ] and sorted(plays) == ["lay 5d", "lay Js"]


CHOICES: dict[str, list[object]] = {
    "capture_obligation": ["if_able", "by_card", "optional"],
    "capture_scope": ["one", "several"],
    "jack_sweeps": [True, False],
    "figure_values": ["none", "13_12_11", "literal_14", "14_13_12"],
    "ace_value": ["1", "none"],
}


def random_rules(rng: random.Random) -> dict[str, object]:
    options = {name: rng.choice(choices) for name, choices in CHOICES.items()}
    if options["figure_values"] != "none":
        options["ace_value"] = "1"
    return options


@pytest.mark.parametrize("seed", range(many(40, 8, 400)))
def test_r27_legal_plays_are_those_of_a_slow_second_statement(seed: int) -> None:
    """R19-R24, R50-R52: under random options of capture, on random tables of up to eight cards."""
    rng = random.Random(seed)
    for _ in range(10):
        options = random_rules(rng)
        cards = rng.sample(PACK.names, rng.randint(5, 12))
        hand, table = cards[:4], cards[4:]
        taken = {card: captures(card, table, game(None, **options)) for card in hand}
        expected = {(card, way) for card in hand for way in taken[card]}
        obligation = options["capture_obligation"]
        if obligation == "by_card":
            expected |= {(card, frozenset[str]()) for card in hand if not taken[card]}
        elif obligation == "optional" or not expected:
            expected |= {(card, frozenset[str]()) for card in hand}
        texts = legal(place([" ".join(hand), ""], " ".join(table), **options))
        found = [(t.split()[0], frozenset(t.split()[2].split("+"))) for t in texts if " x " in t]
        found += [(t.split()[1], frozenset[str]()) for t in texts if t.startswith("lay")]
        assert len(found) == len(set(found)) and set(found) == expected, (hand, table, options)


@pytest.mark.parametrize("seed", range(many(40, 8, 400)))
def test_r24_a_lay_tells_every_card_that_could_have_captured(seed: int) -> None:
    """The cards barred are those that alone would capture, the sums and jacks of every option included."""
    rng = random.Random(seed)
    for _ in range(10):
        options = random_rules(rng) | {"capture_obligation": "if_able"}
        rules = game(None, **options)
        idle: list[str] = []
        while len(idle) < 2:
            table = rng.sample(PACK.names, rng.randint(0, 5))
            able = {card for card in PACK.names if card not in table and captures(card, table, rules)}
            idle = [card for card in PACK.names if card not in able and card not in table]
        deal = place([idle[0], idle[1]], " ".join(table), **options)
        run(deal, f"lay {idle[0]}")
        assert set(PACK.shown(deal.bars[0]).split()) - set(table) == able, (table, options)


@pytest.mark.parametrize("options", [{"capture_obligation": "by_card"}, {"capture_obligation": "optional"}])
def test_r24_a_free_lay_tells_nothing_of_the_hand(options: dict[str, object]) -> None:
    deal = place(["3h Kd", "4s Qc"], "2c 9d", **options)
    run(deal, "lay Kd")
    assert deal.bars[0] == 0


# One rule after the other.


def test_r17_a_turn_is_one_card_and_nobody_passes() -> None:
    deal = place(["3h Kd", "4s Qc"], "2c 9d")
    with pytest.raises(NotationError, match="'pass' is no play; a play looks like 'lay 8h' or '8h x 3c"):
        deal.read(0, "pass")
    with pytest.raises(IllegalPlay, match="'lay 4s' is not legal for seat 1; it is the turn of seat 0"):
        deal.read(1, "lay 4s")
    run(deal, "lay Kd")
    assert PACK.shown(deal.hands[0]) == "3h" and deal.actors() == (1,)


def test_r18_an_ace_counts_1_in_sums_or_nothing() -> None:
    """CL21, CL22."""
    assert legal(place(["4s", ""], "As 3d")) == ["4s x As+3d"]
    assert legal(place(["4s", ""], "As 3d", ace_value="none")) == ["lay 4s"]
    assert legal(place(["Ah", ""], "As 3d", ace_value="none")) == ["Ah x As"]


def test_r19_an_equal_card_is_taken_and_of_several_one() -> None:
    assert legal(place(["9h", ""], "9c 9d Qs")) == ["9h x 9c", "9h x 9d"]


def test_r20_a_set_needs_two_cards_and_the_exact_total() -> None:
    assert legal(place(["9h", ""], "2c 6d 3s Ac")) == ["9h x 2c+6d+Ac", "9h x 6d+3s"]
    assert legal(place(["9h", ""], "2c 6d Kc")) == ["lay 9h"]


def test_r21_one_combination_a_turn_then_the_next_seat_plays() -> None:
    deal = place(["6s 6h", "4s 4h"], "6c 2d 4c")
    assert legal(deal) == ["6h x 6c", "6h x 2d+4c", "6s x 6c", "6s x 2d+4c"]
    run(deal, "6s x 6c")
    assert deal.actors() == (1,) and lying(deal) == "2d 4c"


def test_r21_several_combinations_that_share_no_card() -> None:
    """CL26, B5."""
    deal = place(["6s", "4s"], "6c 2d 4c", capture_scope="several")
    run(deal, "6s x 6c+2d+4c")
    assert lying(deal) == "" and pile(deal, 0) == {"6s", "6c", "2d", "4c"}


def test_r22_a_jack_takes_all_even_under_several() -> None:
    assert legal(place(["Jh", ""], "Jc 5d 6s", capture_scope="several")) == ["Jh x Jc+5d+6s"]


def test_r23_a_laid_jack_belongs_to_no_sum_without_values() -> None:
    """CL12, CL13; with values it counts (CL35)."""
    assert legal(place(["Qh", ""], "Jc As")) == ["lay Qh"]
    assert legal(place(["Qh", ""], "Jc As", figure_values="13_12_11")) == ["Qh x Jc+As"]
    assert legal(place(["Qh", ""], "Jc 2s", figure_values="literal_14")) == ["Qh x Jc+2s"]
    assert legal(place(["Qh", ""], "Jc As", figure_values="14_13_12")) == ["Qh x Jc+As"]


def test_r24_a_hand_that_can_capture_must() -> None:
    """CL07, CL23, CL24."""
    deal = place(["7h Kd", "4s Qc"], "2c 5h")
    with pytest.raises(IllegalPlay, match="'lay Kd' is not legal for seat 0; legal: 7h x 2c"):
        deal.read(0, "lay Kd")


def test_r25_on_an_empty_table_a_jack_is_laid_and_tells_nothing() -> None:
    deal = place(["Js 4d", "4s Qc"], "")
    assert legal(deal) == ["lay 4d", "lay Js"]
    run(deal, "lay 4d")
    assert deal.bars[0] == 0


def test_r25a_after_a_capture_any_card_is_laid_and_tells_nothing() -> None:
    """Counted by player, also with partners: what the partner took does not matter. CL27."""
    deal = place(
        ["9h Jd", "Kd Qc", "9s 3s", "5d Qh"],
        "9c Kc 7d",
        partnerships=True,
        consecutive_captures="not_twice_running",
    )
    run(deal, "9h x 9c", "Kd x Kc")
    assert legal(deal, 2) == ["lay 3s", "lay 9s"]  # nothing to take, not rested
    run(deal, "lay 9s", "lay 5d")
    assert legal(deal, 0) == ["lay Jd"]  # beside others
    run(deal, "lay Jd")
    assert deal.bars[0] == 0 and deal.bars[2] and deal.bars[3]
    assert deal.took == 0b0010


def test_r25a_a_lay_makes_free_again_and_rounds_do_not_reset() -> None:
    rules = game("not_twice_running", deal_packet=4)
    top = PACK.listed("9h 2s 3s 4s 5h 6h 7h 8h 9c Kc Qd Ad Kd Ks Qs Qc 9d 9s Tc Td")
    deal = rules.deal(top + [n for n in range(52) if n not in top], {"dealer": 1})
    run(deal, "lay 2s", "lay 5h", "lay 3s", "lay 6h", "lay 4s", "lay 7h", "9h x 9c", "lay 8h")
    assert deal.left == 32 and all(t.startswith("lay") for t in legal(deal, 0))
    run(deal, "lay Kd", "lay 9d")
    assert "Ks x Kc" in legal(deal, 0)
    fresh = rules.deal(top + [n for n in range(52) if n not in top], {"dealer": 1})
    assert isinstance(fresh, KonchinkaDeal) and fresh.took == 0


def test_r26_any_card_is_laid_a_konchinka_too_and_lies_last() -> None:
    deal = place(["2c Td", "4s Qc"], "Kc 9d")
    assert legal(deal) == ["lay 2c", "lay Td"]
    run(deal, "lay Td")
    assert lying(deal) == "Kc 9d Td"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r28_the_table_holds_no_pair_and_a_lay_shows_what_a_hand_lacks(players: int) -> None:
    for seed in range(many(20, 3)):
        deal = game(None, players=players).bare().dealt(Rng(seed))
        assert isinstance(deal, KonchinkaDeal)
        while deal.turn >= 0:
            ranks = [name[0] for name in lying(deal).split()]
            assert len(ranks) == len(set(ranks))
            seat, hand, beside = deal.turn, PACK.shown(deal.hands[deal.turn]).split(), bool(deal.table)
            play = deal.pick(seat, seed % deal.choices(seat))
            if beside and deal.text(play).startswith("lay"):
                assert not {card[0] for card in hand} & {"J", *ranks}


def test_r29_what_is_captured_lies_in_the_pile_of_the_side_closed_to_the_eye() -> None:
    """The picture, not the knowledge: every capture was seen by all."""
    shown = {}
    for visibility in ("closed", "own", "open"):
        rules = game(None, pile_visibility=visibility)
        deal = place(["9h 2s", "9d 3s"], "9c Kc", pile_visibility=visibility)
        run(deal, "9h x 9c")
        assert pile(deal, 0) == {"9h", "9c"}
        shown[visibility] = [
            in_words.lines(rules, deal.view(seat))["Your pile" if seat == 0 else "Pile of A"] == "2 cards: 9c 9h"
            for seat in (0, 1, None)
        ]
    assert shown == {"closed": [False] * 3, "own": [True, False, False], "open": [True] * 3}


def test_r30_clearing_the_table_earns_nothing_unless_agreed() -> None:
    for bonus in (0, 3):
        deal = place(["9h 2s", "Jd 3s"], "9c", sweep_bonus=bonus)
        told = [e.kind for e in deal.play(0, deal.read(0, "9h x 9c"))]
        assert told == (["captured", "sweep"] if bonus else ["captured"])
        run(deal, "lay 3s", "lay 2s", "Jd x 3s+2s")  # the last play of the deal is a sweep too (R39a)
        assert [line for line in deal.points() if line.reason == "sweeps"] == (
            [(0, "sweeps", 3), (1, "sweeps", 3)] if bonus else []
        )


# Figures with values.


def test_r50_r51_figures_take_sums_and_are_part_of_them() -> None:
    """CL28-CL33."""
    ways = {
        "13_12_11": ["Kh x Qc+As", "Kh x Td+3s"],
        "literal_14": ["Kh x Qc+2s", "Kh x Td+3s+As"],
        "14_13_12": ["Kh x Qc+As", "Kh x Td+3s+As"],
    }
    for values, plays in ways.items():
        deal = place(["Kh", ""], "Qc Td 3s As 2s", jack_sweeps=False, figure_values=values)
        assert sorted(set(legal(deal)) & {p for w in ways.values() for p in w}) == plays


def test_r51_literal_totals_need_two_cards() -> None:
    """CL36."""
    assert legal(place(["Qh", ""], "Kc", jack_sweeps=False, figure_values="literal_14")) == ["lay Qh"]


def test_r52_the_jack_has_no_privilege_and_r54_the_rest_is_unchanged() -> None:
    deal = place(["Jh 5s", "4s Qc"], "Jc 5d 9s", jack_sweeps=False, figure_values="13_12_11")
    assert legal(deal) == ["5s x 5d", "Jh x Jc"]
    plain = place(["Jh", "4s"], "Jc 5d 6s", jack_sweeps=False)
    assert legal(plain) == ["Jh x Jc"]  # nor does it take a sum where figures have no value


# Notation and positions.


def test_cards_of_a_play_stand_in_table_order_and_are_read_in_any() -> None:
    deal = place(["Th", "4s"], "5h 2c 3d")
    assert legal(deal) == ["Th x 5h+2c+3d"]
    for text in ("Th x 2c+3d+5h", "Th × 3d 2c+5h", "  Th  x 2c 3d 5h "):
        assert deal.text(deal.read(0, text)) == "Th x 5h+2c+3d"


@pytest.mark.parametrize(
    "plays, error",
    [
        (["0 9s takes 9c"], "plays: '9s takes 9c' of seat 0 is no play"),
        (["0 finish"], "plays: 'finish' of seat 0 is no play"),
        (["0 9s x 9c", "0 lay 5h"], "plays: seat 0 after seat 0"),
        (["0 Kd x Ks", "1 lay 5h"], "plays: Kd cannot lie there after 'Kd x Ks'"),
        (["0 9s x 5h", "1 lay 2d"], "plays: 5h cannot lie there after '9s x 5h'"),
    ],
)
def test_turns_that_cannot_have_led_here_are_refused(plays: list[str], error: str) -> None:
    with pytest.raises((BadPosition, NotationError), match=error):
        game().position({"hand": "7h Kd", "table": "2c 3d 5h", "plays": plays})


def test_r25a_a_position_needs_only_the_movers_last_turn() -> None:
    fields: dict[str, object] = {
        "hand": "7h Kd",
        "table": "2c 3d 5h",
        "options": {"consecutive_captures": "not_twice_running"},
    }
    assert legal(game().position({**fields, "plays": ["0 9s x 9c"]})) == ["lay 7h", "lay Kd"]
    assert legal(game().position({**fields, "plays": ["0 lay 2c", "1 9s x 9c"]})) == ["7h x 2c+5h"]
