"""Kozel: what a table is shown and told at the edges of a trick and of a deal; bare positions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import in_words
from games.kozel_tables import cards, dealt, kozel, say, tally
from kafenio import bits
from kafenio.errors import BadRecord
from kafenio.games.kozel import Kozel
from kafenio.games.kozel.deal import KozelDeal


def lines(deal: KozelDeal, viewer: int) -> Mapping[str, str]:
    return in_words.lines(kozel(), deal.view(viewer))


def trick() -> KozelDeal:
    """Seat 0 has led, seat 1 is to reply."""
    hands = {0: "Kh 8h 7c Td", 1: "Ah 7d 8s 9s"}
    deal = dealt(hands, turned="6c", special_leads=[])
    say(deal, "0 lead Kh")
    return deal


def test_the_picture_shows_lead_replies_and_the_best_once_each() -> None:
    deal = trick()
    assert lines(deal, 1) == {
        "Trump": "clubs, 6c lies under the stock",
        "Led": "A: Kh",
        "Best so far": "A: Kh",
        "A": "3 cards",
        "Your hand": "7d Ah 8s 9s",
        "Stock": "28 cards",
        "Pile of A": "nothing",
        "Your pile": "nothing",
        "Penalty points": "A 0, B 0",
    }


def test_r37_both_draw_the_winner_first() -> None:
    taken = say(trick(), "1 discard 7d")
    assert [(e.kind, e.seat) for e in taken] == [("discard", 1), ("trick", 0), ("drawn", 0), ("drawn", 1)]
    beaten = say(trick(), "1 contest Ah")
    assert [(e.kind, e.seat) for e in beaten] == [("contest", 1), ("trick", 1), ("drawn", 1), ("drawn", 0)]


def test_r26_the_breakdown_counts_what_lies_face_down_too() -> None:
    deal = dealt({0: "Kh 8h 7c Td", 1: "Ad 7d 8s 9s"}, turned="6c", special_leads=[])
    say(deal, "0 lead Kh", "1 discard Ad")
    assert deal.points() == [(0, "aces", 11), (0, "kings", 4)] and deal.gained() == [15, 0]


@pytest.mark.parametrize("left, text", [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_the_picture_counts_the_stock(left: int, text: str) -> None:
    deal = Kozel.of().position({"hand": "Kh 8h", "trump": "c", "stock": left})
    assert isinstance(deal, KozelDeal)
    assert lines(deal, 0)["Stock"] == text


def test_r31_the_picture_counts_a_beaten_claim_in_its_pile() -> None:
    deal = dealt({0: "Ac Ad Th Ts", 1: "6h 7h 8h 9h"}, turned="Kc")
    say(deal, "0 claim moscow", "1 claim molodka", "0 lead Ac Ad Th Ts", "1 discard 6h 7h 8h 9h")
    assert deal.beaten == 1
    assert lines(deal, 0)["Your pile"] == "Ac Ad Th Ts 9h 8h 7h 6h"


def test_r31_three_beaten_claims_lie_in_the_pile_and_count() -> None:
    hands = {0: "Ac Ad Th Ts", 1: "9h 8h 7h 6h", 2: "Qd Jd 8d 7d", 3: "Kc Qc 8c 7c"}
    deal = dealt(hands, turned="Ks", players=4)
    say(deal, "0 claim moscow", "1 claim molodka", "2 claim molodka", "3 claim molodka")
    lead, *thrown = hands.values()
    say(deal, f"0 lead {lead}", *(f"{seat} discard {text}" for seat, text in enumerate(thrown, 1)))
    assert deal.beaten == 3
    picture = in_words.lines(kozel(players=4), deal.view(0))
    assert picture["Pile of your side"] == "Ac Ad Th Ts Kc Qc Qd Jd 9h 8c 8d 8h 7c 7d 7h 6h"
    assert picture["Pile of B and D"] == "nothing"
    assert sum(points for _, _, points in deal.points()) == 2 * 11 + 2 * 10 + 3 + 2 + 4 + 3
    assert {side for side, _, _ in deal.points()} == {0}


def test_r26_others_see_how_many_cards_lie_face_down_in_a_pile() -> None:
    deal = dealt({0: "7h 8c 7c Td", 1: "Ah 7d 8s 9s", 2: "Kd Qd 9c Jc"}, turned="6c", players=3, special_leads=[])
    say(deal, "0 lead 7h", "1 contest Ah", "2 discard Jc")
    picture = in_words.lines(kozel(players=3), deal.view(0))
    assert picture["Pile of B"] == "Ah 7h, 1 face down" and picture["Pile of C"] == "nothing"


def test_a_card_played_before_a_position_is_in_no_hand() -> None:
    deal = Kozel.of().position({"hand": "Kh 8h 7c Td", "trump": "c", "plays": ["1 lead As"], "sizes": [4, 3]})
    assert isinstance(deal, KozelDeal)
    assert deal.shown[1] == cards("As") and bits.size(deal.hands[1]) == 3 and not deal.hands[1] & cards("As")


def test_what_was_noted_at_a_real_table_is_never_below_zero() -> None:
    for points in ([-1, 0], [0, -1], [-2, 4]):
        with pytest.raises(BadRecord, match="are not 2 numbers from 0 on"):
            tally().claim(points, {})
    with pytest.raises(BadRecord, match="are not 2 numbers from 0 on"):
        tally().claim([0, 2], {"tricks": (5, -1)})


def test_who_gives_a_deal_up_pays_as_for_no_trick_or_leaves_the_pot() -> None:
    """R46, R48a, R56."""
    three = tally(players=3)
    assert [three.given_up(side).points for side in range(3)] == [(6, 0, 0), (0, 6, 0), (0, 0, 6)]
    assert three.worth(three.given_up(1)) == (0, -6, 0)
    double = tally(tie_rule="double_next")
    double.level_row = 1
    assert double.given_up(0).points == (12, 0)
    money = tally(players=3, money=True, stake=3)
    assert [money.given_up(side).points for side in range(3)] == [(0, 4, 4), (4, 0, 4), (4, 4, 0)]
    assert money.worth(money.given_up(1)) == (4, 0, 4)
    left = tally(players=3)
    left.playing = [0, 2]
    assert left.given_up(2).points == (0, 0, 6)
