"""Kontsina, from the deal to the last card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import in_words
import kafenio
from games.kontsina_cases import LEGAL
from kafenio import bits
from kafenio.cards import FRENCH_52 as PACK
from kafenio.contract import Deal, Rng
from kafenio.errors import BadPosition, IllegalPlay, NotationError
from kafenio.game import load
from kafenio.games import fishing
from kafenio.games.kontsina import Kontsina
from kafenio.games.kontsina.deal import KontsinaDeal
from kafenio.match import Match


def dealt(hands: Sequence[str], table: str, rest: str = "", dealer: int = 1, **options: object) -> KontsinaDeal:
    """A new deal in which the first hands, the layout and the next stock cards are these; packets of four."""
    game = Kontsina.of(None, players=len(hands), **options)
    order = [hands[(dealer + 1 + i) % len(hands)] for i in range(len(hands))]
    top = PACK.listed(" ".join([*order, table, rest]))
    deal = game.deal(top + [n for n in range(52) if n not in top], {"dealer": dealer})
    assert isinstance(deal, KontsinaDeal)
    return deal


def last_round(hands: Sequence[str], table: str, **options: object) -> KontsinaDeal:
    """Every card is out: what lies nowhere is in no pile."""
    deal = Kontsina.of().position(
        {"hands": list(hands), "table": table, "last_round": True, "options": {"players": len(hands), **options}}
    )
    assert isinstance(deal, KontsinaDeal)
    return deal


def run(deal: Deal, *plays: str) -> None:
    """Plays in turn."""
    for text in plays:
        deal.apply(deal.turn, deal.read(deal.turn, text))


def pile(deal: Deal, side: int) -> set[str]:
    assert isinstance(deal, KontsinaDeal)
    return set(PACK.shown(deal.piles[side]).split())


@pytest.mark.parametrize("name, position, plays", LEGAL, ids=[row[0] for row in LEGAL])
def test_worked_legal_plays(name: str, position: dict[str, object], plays: list[str]) -> None:
    """R11-R20, with the options of capture."""
    deal = Kontsina.of().position(position)
    assert sorted(deal.text(p) for p in deal.legal(0)) == sorted(plays)


def test_a_position_has_no_last_taker_and_its_table_keeps_its_order() -> None:
    deal = last_round(["Ah", "3h"], "Kd 2c")
    run(deal, "lay Ah")
    assert [deal.text(p) for p in deal.legal(1)] == ["3h x 2c+Ah", "lay 3h"]
    run(deal, "lay 3h")
    assert deal.last_taker == -1 and pile(deal, 0) == pile(deal, 1) == set()


@pytest.mark.parametrize("given, left", [({}, 8), ({"stock": 5}, 5), ({"stock": 0}, 0), ({"last_round": True}, 0)])
def test_a_position_has_a_stock_for_one_more_round_unless_told(given: dict[str, object], left: int) -> None:
    assert Kontsina.of().position({"hand": "8h", **given}).left == left


def test_a_position_before_later_rounds_can_be_imagined_and_played_to_its_end() -> None:
    game = Kontsina.of(None, deal_packet=2)
    deal = game.position({"hand": "8h", "table": "3c 5d", "stock": 8, "options": {"deal_packet": 2}})
    imagined = game.imagine(deal.view(0), Rng(1))
    while imagined.turn >= 0:
        imagined.pick(imagined.turn, 0)
    assert imagined.left == 0 and imagined.hands[:2] == [0, 0]


# Setup and deal.


def test_r1_the_pack_has_52_cards() -> None:
    assert len(PACK) == 52 and len(set(PACK.names)) == 52


def test_r2_two_three_or_four_play() -> None:
    assert [Kontsina.of(None, players=n).seats for n in (2, 3, 4)] == [2, 3, 4]


def test_r4_the_first_dealer_is_drawn_by_lot_or_named() -> None:
    dealers = set()
    for seed in range(20):
        match = Match(Kontsina.of(), Rng(seed))
        events = match.find_dealer()
        dealers.add(match.dealer)
        assert [(e.kind, e.seat) for e in events] == [("first_dealer", match.dealer)]
    assert dealers == {0, 1}
    named = Match(Kontsina.of(None, first_dealer="seat:1"), Rng(0))
    named.find_dealer()
    assert named.dealer == 1


@pytest.mark.parametrize("packet, hand", [(4, "Ac Ad Ah As"), (2, "Ac Ad 2c 2d"), (1, "Ac Ah 2c 2h")])
def test_r5_packets_go_round_from_the_leader_then_the_table(packet: int, hand: str) -> None:
    deal = Kontsina.of(None, deal_packet=packet).deal(list(range(52)), {"dealer": 1})
    assert isinstance(deal, KontsinaDeal)
    assert PACK.shown(deal.hands[0]) == hand
    assert PACK.text(deal.on_table(deal.table)) == "3c 3d 3h 3s"


def test_r29_when_a_deal_begins_nobody_has_taken() -> None:
    assert dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Tc Jc Qc Kc").last_taker == -1


def test_r6_the_stock_is_seen_by_nobody() -> None:
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Tc Jc Qc Kc")
    for seat in (0, 1, None):
        assert set(deal.view(seat)["stock"]) == {None} and len(deal.view(seat)["stock"]) == 40


def test_r7_the_layout_stands_whatever_it_is() -> None:
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Kc Kd Kh Ks")
    assert PACK.shown(deal.table) == "Kc Kd Kh Ks" and deal.returns == 0


@pytest.mark.parametrize("players, stocks", [(2, [40, 32, 24, 16, 8, 0]), (3, [36, 24, 12, 0]), (4, [32, 16, 0])])
def test_r8_the_pack_comes_out_exactly(players: int, stocks: list[int]) -> None:
    """R24, R26 too: the same dealer deals four more each until the stock is empty."""
    deal = Kontsina.of(None, players=players).deal(Rng(players).shuffled(range(52)), {"dealer": 0})
    seen, plays = [deal.left], 0
    while deal.turn >= 0:
        deal.pick(deal.turn, deal.choices(deal.turn) - 1)
        plays += 1
        if deal.left != seen[-1]:
            seen.append(deal.left)
            assert deal.turn == 1 and deal.dealer == 0  # R25: the same leader
            assert [bits.size(h) for h in deal.hands[:players]] == [4] * players
    assert seen == stocks and plays == 48


# Turns and captures.


def test_r9_two_players_alternate_from_the_non_dealer() -> None:
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Kc Kd Kh Ks", dealer=0)
    assert deal.actors() == (1,)
    run(deal, "lay 6c")
    assert deal.actors() == (0,)


def test_r10_ks06_the_seat_after_the_dealer_leads_and_the_dealer_plays_last() -> None:
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c", "2d 3d 4d 5d", "6d 7d 8d 9d"], "Kc Kd Kh Ks", dealer=2)
    seats = []
    for text in ("lay 6d", "lay 2c", "lay 6c", "lay 2d"):
        seats.append(deal.turn)
        run(deal, text)
    assert seats == [3, 0, 1, 2]


def test_r11_a_seat_plays_one_card_in_its_turn() -> None:
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Kc Kd Kh Ks")
    assert deal.legal(1) == []
    with pytest.raises(IllegalPlay, match="'lay 6c' is not legal for seat 1; it is the turn of seat 0"):
        deal.read(1, "lay 6c")
    with pytest.raises(NotationError, match="'pass' is no play; a play looks like"):
        deal.read(0, "pass")
    run(deal, "lay 2c")
    assert bits.size(deal.hands[0]) == 3 and deal.turn == 1


def test_r12_suits_never_matter_for_capturing() -> None:
    for suit in "cdhs":
        deal = Kontsina.of().position({"hand": f"5{suit}", "table": "Ah 4s" if suit != "h" else "Ac 4s"})
        assert len(deal.legal(0)) == 2


def test_r13_r14_a_figure_is_taken_by_its_equal_alone() -> None:
    deal = Kontsina.of().position({"hand": "Jh Qh Kh Th", "table": "Jc Qc Kc"})
    assert [deal.text(p) for p in deal.legal(0) if " x " in deal.text(p)] == ["Jh x Jc", "Qh x Qc", "Kh x Kc"]


def test_r15_r16_a_set_or_an_equal_card_never_both() -> None:
    deal = Kontsina.of().position({"hand": "6s", "table": "6c 2d 4h"})
    with pytest.raises(IllegalPlay, match=r"legal: 6s x 6c, 6s x 2d\+4h, lay 6s"):
        deal.read(0, "6s x 6c+2d+4h")


def test_r17_r18_a_card_that_could_capture_may_be_laid_and_be_taken_later() -> None:
    deal = dealt(["5c 3c 4c 9s", "5d 7c 8c 9c"], "5h Kd Kh Ks")
    run(deal, "lay 5c", "5d x 5c")
    assert pile(deal, 1) == {"5c", "5d"} and PACK.text(deal.on_table(deal.table)) == "5h Kd Kh Ks"


def test_r19_on_an_empty_table_a_card_is_laid() -> None:
    assert len(Kontsina.of().position({"hand": "4h 9d Kc", "table": ""}).legal(0)) == 3


def test_r20_no_two_legal_plays_are_the_same() -> None:
    deal = Kontsina.of("cassino_style").position({"hand": "Th 5s", "table": "Ac 2d 3h 4s 5c 6d 7h 8s Tc"})
    texts = [deal.text(p) for p in deal.legal(0)]
    assert len(set(texts)) == len(texts) and all(
        deal.read(0, t) == p for t, p in zip(texts, deal.legal(0), strict=True)
    )


def test_r21_the_card_played_goes_with_what_it_took() -> None:
    deal = dealt(["8h 3s 4c 9s", "5s 7c 8c 9c"], "3c 5d Kh Ks")
    run(deal, "8h x 3c+5d")
    assert pile(deal, 0) == {"8h", "3c", "5d"} and not deal.table & PACK.cards("3c 5d")


@pytest.mark.parametrize(
    "visibility, shown", [("closed", [False, False]), ("own", [True, False]), ("open", [True, True])]
)
def test_r22_piles_are_closed_their_height_is_not_secret(visibility: str, shown: list[bool]) -> None:
    game = Kontsina.of(None, pile_visibility=visibility)
    deal = game.position({"hand": "2c", "piles": ["8h 3c", "5d"], "options": {"pile_visibility": visibility}})
    lines = in_words.lines(game, deal.view(0))
    assert lines["Your pile"].startswith("2 cards") and lines["Pile of B"].startswith("1 card")
    assert ["3c 8h" in lines["Your pile"], "5d" in lines["Pile of B"]] == shown


def test_ks08_r23_clearing_the_table_earns_nothing_unless_agreed() -> None:
    for bonus in (0, 1, 10):
        deal = last_round(["7h 3s 9c Kd", "Kh 4s Qh 2c"], "4d 3d Qs", sweep_bonus=bonus)
        plays = ("7h x 4d+3d", "Qh x Qs", "lay Kd", "lay 4s", "lay 3s", "lay 2c", "9c x 4s+3s+2c", "Kh x Kd")
        for text in plays:
            events = deal.play(deal.turn, deal.read(deal.turn, text))
            assert ("sweep" in [e.kind for e in events]) == (text == "Qh x Qs" and bonus > 0)
        assert [line.points for line in deal.points() if line.reason == "sweeps"] == ([bonus] if bonus else [])
        assert list(deal.sweeps) == [0, 1, 0, 0]  # the last play of the deal is no sweep


def test_ks05_r25_the_same_seat_leads_after_a_redeal() -> None:
    deal = dealt(["2c 3c 4c 5c", "6c 7c 8c 9c"], "Kc Kd Kh Ks", "2d 3d 4d 5d 6d 7d 8d 9d")
    run(deal, *(f"lay {c}" for c in "2c 6c 3c 7c 4c 8c 5c".split()))
    events = deal.play(1, deal.read(1, "lay 9c"))
    assert deal.left == 32 and deal.actors() == (0,) and PACK.shown(deal.hands[0]) == "2d 3d 4d 5d"
    assert [(e.kind, e.seat) for e in events] == [("laid", 1), ("dealt", 0), ("dealt", 1)]
    assert events[1].seen_by(1) is not None and events[1].seen_by(1).cards == ("??",) * 4  # type: ignore[union-attr]  # told, not shown


# The end of a deal.


def test_ks01_r27_the_last_taker_gets_the_table() -> None:
    deal = last_round(["7h 3s 9c Kd", "Td 4s Qh 2c"], "4d 3d Qs")
    run(deal, "7h x 4d+3d", "Qh x Qs", "lay Kd", "lay 4s", "lay 3s", "lay 2c", "9c x 4s+3s+2c")
    events = deal.play(1, deal.read(1, "lay Td"))
    assert pile(deal, 0) == set("7h 3d 4d 9c 4s 3s 2c Kd Td".split()) and pile(deal, 1) == {"Qh", "Qs"}
    assert events[-1].kind == "leftovers" and events[-1].cards == ("Kd", "Td") and events[-1].facts == {"side": 0}
    assert deal.actors() == () and deal.table == 0 and deal.turn == -1


def test_r27_the_other_side_gets_the_table_where_it_took_last() -> None:
    deal = last_round(["9c", "Qh", "3s", "2s"], "Qs 4d", partnerships=True)
    run(deal, "lay 9c", "Qh x Qs", "lay 3s")
    events = deal.play(3, deal.read(3, "lay 2s"))
    assert events[-1].kind == "leftovers" and events[-1].facts == {"side": 1}
    assert pile(deal, 1) == {"Qh", "Qs", "4d", "9c", "3s", "2s"}


def test_ks02_r28_nothing_is_left_when_the_last_card_clears_the_table() -> None:
    deal = last_round(["7h 3s 9c Kd", "Kh 4s Qh 2c"], "4d 3d Qs")
    run(deal, "7h x 4d+3d", "Qh x Qs", "lay Kd", "lay 4s", "lay 3s", "lay 2c", "9c x 4s+3s+2c")
    events = deal.play(1, deal.read(1, "Kh x Kd"))
    assert [e.kind for e in events] == ["captured"]
    assert pile(deal, 0) == set("7h 4d 3d 9c 4s 3s 2c".split()) and pile(deal, 1) == set("Qh Qs Kh Kd".split())


def test_ks03_a_capture_may_be_declined() -> None:
    deal = last_round(["5h 9c", "Qd 2s"], "5d 7c")
    run(deal, "lay 5h", "lay 2s", "9c x 7c+2s", "lay Qd")
    assert pile(deal, 0) == set("9c 7c 2s 5d 5h Qd".split()) and pile(deal, 1) == set()


def test_ks04_r29_without_a_capture_the_table_goes_to_nobody() -> None:
    for options in ({}, {"cards_tie": "one_each", "clubs_tie": "one_each", "majority_test": "more_than_half"}):
        deal = last_round(["5h", "Qd"], "7d 8s", **options)
        run(deal, "lay 5h")
        assert [e.kind for e in deal.play(1, deal.read(1, "lay Qd"))] == ["laid"]
        assert deal.gained() == [0, 0] and deal.points() == [] and pile(deal, 0) == pile(deal, 1) == set()


def test_ks07_r43_r44_partners_share_a_pile() -> None:
    deal = last_round(["2h", "Qd", "3h", "Qh"], "Qs", partnerships=True)
    run(deal, "lay 2h", "Qd x Qs", "lay 3h", "lay Qh")
    assert deal.sides == 2 and pile(deal, 1) == set("Qd Qs 2h 3h Qh".split())
    assert [deal.view(s).hand for s in range(4)] == [0, 0, 0, 0]


def test_r44_partners_do_not_see_each_others_hands() -> None:
    deal = Kontsina.of("four_partners").deal(list(range(52)), {"dealer": 3})
    assert deal.view(0)["hands"][2].shown == 0 and deal.view(0)["hands"][2].more == 4


def test_r45_without_partners_everybody_plays_alone() -> None:
    assert Kontsina.of("four_alone").sides == 4 and Kontsina.of("four_partners").sides == 2


# What plays tell.


def test_a_lay_tells_what_could_have_captured_only_when_capture_is_due() -> None:
    for obligation, told in (
        ("optional", ""),
        ("by_card", ""),
        ("if_able", "2c 2d 2h 2s 5c 5d 5h 5s 7c 7d 7h 7s Kc Kd Kh Ks"),
    ):
        deal = dealt(["9c Qs 8c 6d", "3h 4d 3d Ad"], "2c 5h Kd Kh", capture_obligation=obligation)
        run(deal, "lay Qs")
        assert PACK.shown(deal.bars[0]) == told


def test_r15_high_cards_of_the_table_add_up_too() -> None:
    deal = dealt(["9c Qs 7c 6d", "3h 4d 3d Ad"], "2c 8h Kd Kh", capture_obligation="if_able")
    run(deal, "lay Qs")
    assert PACK.shown(deal.bars[0]) == "2c 2d 2h 2s 8c 8d 8h 8s Tc Td Th Ts Kc Kd Kh Ks"


def test_the_registry_knows_kontsina() -> None:
    assert load("kontsina") is Kontsina


def test_a_huge_table_keeps_every_capture_and_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """capture_scope=several: the list of unions stops growing, single captures stay (R13, R15)."""
    many = 1 << 15
    if not kafenio.compiled:
        many = 500
        monkeypatch.setattr(fishing, "MANY", many)
    table = "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s Tc"
    single = Kontsina.of().position({"hand": "Th", "table": table}).legal(0)
    plays = Kontsina.of().position({"hand": "Th", "table": table, "options": {"capture_scope": "several"}}).legal(0)
    assert len(single) + many // 4 < len(plays) < len(single) + 4 * many and len(set(plays)) == len(plays)
    assert set(single) <= set(plays)


def test_a_position_takes_no_plays_for_nothing_hangs_on_them() -> None:
    """R17: a capture is never forbidden by what was played before."""
    with pytest.raises(BadPosition, match="plays: in Kontsina nothing hangs on what led here; leave them out"):
        Kontsina.of().position({"hand": "8h", "plays": ["1 lay 8c"]})
