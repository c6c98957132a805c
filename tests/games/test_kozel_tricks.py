"""Kozel: dealing, the course of a trick, claims, drawing, and what each seat is told of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.kozel_tables import cards, dealt, hand, hidden, kozel, legal, names, pile, say
from kafenio import bits
from kafenio.audience import EVERYONE, Event
from kafenio.cards import FRENCH_36 as PACK
from kafenio.contract import Deal, Rng
from kafenio.errors import NotationError
from kafenio.games.kozel.deal import KozelDeal
from kafenio.match import Match
from support import many, viewers, walk

MOSCOW, MOLODKA, MOLODKA_2 = "Ac Ad Th 6s", "Kd Jd 9d 7d", "Kc Jc 9c 7c"


def kinds(events: list[Event]) -> list[tuple[str, int]]:
    return [(e.kind, e.seat) for e in events]


def counted(deal: KozelDeal) -> list[int]:
    return deal.gained()[: deal.sides]


def say_on(deal: Deal, *lines: str) -> KozelDeal:
    assert isinstance(deal, KozelDeal)
    say(deal, *lines)
    return deal


def play_on(deal: KozelDeal, seed: int = 1) -> KozelDeal:
    """Random plays to the end."""
    rng = random.Random(seed)
    while deal.turn >= 0:
        seat = next(s for s in deal.actors() if deal.choices(s))
        deal.pick(seat, rng.randrange(deal.choices(seat)))
    return deal


# The pack and the deal.


def test_r2_the_pack_has_36_cards() -> None:
    pack = kozel().pack({})
    assert [PACK.name(n) for n in pack] == [rank + suit for suit in "cdhs" for rank in "6789JQKTA"]
    with pytest.raises(NotationError, match="not the pack of kozel: 36 different cards expected, 35 given"):
        kozel().deal(pack[:35], {"dealer": 0})


def test_r3_card_points_add_up_to_120() -> None:
    for text, points in [("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0), ("8", 0), ("7", 0), ("6", 0)]:
        deal = kozel().bare()
        deal.put_field("piles", [cards(" ".join(text + suit for suit in "cdhs"))])
        assert deal.gained() == [4 * points, 0]
    deal = kozel().bare()
    deal.put_field("piles", [bits.run(36, 0)])
    assert deal.gained() == [120, 0]
    assert [(line.reason, line.points) for line in deal.points()] == [
        *(("aces", 44), ("tens", 40), ("kings", 16), ("queens", 12), ("jacks", 8))
    ]


def test_r8_four_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    deal = kozel(players=3).deal(list(range(36)), {"dealer": 1})
    assert [hand(deal, s) for s in (2, 0, 1)] == ["6c 9c Kc 6d", "7c Jc Tc 7d", "8c Qc Ac 8d"]
    two_left = kozel(players=3).deal(list(range(36)), {"dealer": 0, "present": 0b101})
    assert [bits.size(h) for h in two_left.hands] == [4, 0, 4, 0, 0] and hand(two_left, 2) == "6c 8c Jc Kc"


def test_r9_the_card_turned_up_makes_trump() -> None:
    for turned, suit in [("9c", 0), ("Ad", 1), ("6h", 2), ("7s", 3)]:
        deal = dealt({}, turned=turned)
        assert names(deal.turned) == turned and deal.trump == suit
        assert deal.opened()[-1] == Event("turned", cards=(turned,), facts={"trump": "cdhs"[suit]})


def test_r10_the_turn_up_belongs_to_the_stock_and_everyone_sees_it() -> None:
    deal = dealt({}, turned="9c", stock="Kd")
    assert deal.left + bits.size(deal.turned) == 28
    for viewer in viewers(kozel()):
        view = deal.view(viewer)
        assert view["turned"] == cards("9c") and view["stock"] == (None,) * 27


def test_r11_the_6s_turned_up_makes_spades_trump_or_nothing() -> None:
    """K38."""
    lead, reply = "As 9c 8c Kd", "7s Ks Qh 9h"
    trumps = {}
    choices: dict[str, Any] = {"spades": {}, "none": {"shokha_turnup": "no_trump"}, "off": {"shokha": False}}
    for name, options in choices.items():
        deal = dealt({0: lead, 1: reply}, turned="6s", **options)
        say(deal, "0 lead Kd")
        trumps[name] = (deal.trump, "contest 7s" in legal(deal, 1))
    assert trumps == {"spades": (3, True), "none": (-1, False), "off": (3, True)}
    off = dealt({0: lead, 1: reply}, turned="6s", shokha=False, shokha_turnup="no_trump")
    assert off.trump == 3  # R4: the option has no effect


@pytest.mark.parametrize(
    "options, stock",
    [
        ({"players": 2}, 28),
        ({"players": 3}, 24),
        ({"players": 4}, 20),
        ({"players": 3, "remove_6c": True}, 23),
        ({"players": 5, "money": True}, 16),
        ({"players": 5, "money": True, "remove_6c": True}, 15),
    ],
    ids=str,
)
def test_r12_the_stock_after_the_deal_and_equal_hands(options: dict[str, Any], stock: int) -> None:
    game = kozel(**options)
    assert dealt({}, **options).left + 1 == stock
    uneven = False
    for seed in range(many(12, 3)):
        for deal in walk(game, seed):
            if deal.turn >= 0 and isinstance(deal, KozelDeal) and deal.lead == 0:
                uneven |= len({bits.size(h) for h in deal.hands[: game.seats]}) > 1
    assert uneven == bool(stock % game.seats)


# The course of a trick.


def test_r13_r14_r15_the_dealers_left_leads_then_the_winner_of_each_trick() -> None:
    deal = dealt({2: "9d 8c 7s Kh", 0: "Jd 8s 7h 9c", 1: "7d 8h 9s Qc"}, players=3, dealer=1, turned="6c")
    deal.answer_forced()
    assert (deal.leader, deal.turn) == (2, 2)
    say(deal, "2 lead 9d")
    assert deal.turn == 0
    say(deal, "0 contest Jd")
    assert deal.turn == 1
    say(deal, "1 discard 7d")
    deal.answer_forced()
    assert (deal.leader, deal.turn, deal.trick) == (0, 0, 2)


def test_r13_a_seat_that_is_out_is_passed_over() -> None:
    deal = dealt({}, players=3, dealer=0, facts={"present": 0b101})
    deal.answer_forced()
    assert deal.turn == 2 and deal.left == 27
    say(deal, f"2 {legal(deal, 2)[0]}")
    assert deal.turn == 0


def test_r16_claims_lead_replies_taking_drawing() -> None:
    deal = dealt({0: "9d 8c 7s Kh", 1: "Jd 8s 7h 9c"}, turned="6c", stock="Qd Qs")
    assert deal.actors() == (0, 1) and deal.asked
    assert kinds(say(deal, "0 no claim", "1 no claim")) == []
    assert kinds(say(deal, "0 lead 9d")) == [("lead", 0)]
    events = say(deal, "1 contest Jd")
    assert kinds(events) == [("contest", 1), ("trick", 1), ("drawn", 1), ("drawn", 0)]
    assert [e.cards for e in events[2:]] == [("Qd",), ("Qs",)] and [e.faces for e in events[2:]] == [0b10, 0b1]
    assert deal.asked == 0b11  # the next window


def test_r26_the_winner_takes_all_that_was_thrown_and_alone_sees_it() -> None:
    """K26."""
    deal = dealt({0: "7d 8c 9s Kh", 1: "Ad 8s 7h 9c", 2: "6d 6h 7c Qh"}, players=3, turned="6c")
    say(deal, "0 lead 7d")
    assert say(deal, "1 discard Ad") == [Event("discard", 1, ("Ad",), faces=0b10)]
    assert [hidden(deal, v, "Ad") for v in (0, 1, 2, None)] == [True, False, True, True]
    events = say(deal, "2 discard 6d")
    assert events[1] == Event("trick", 0, ("Ad", "6d"), {"side": 0}, faces=0b1)
    assert counted(deal) == [11, 0, 0] and names(pile(deal, 0)) == "6d 7d Ad"
    assert [hidden(deal, v, "Ad") for v in (0, 1, 2, None)] == [False, False, True, True]
    assert [hidden(deal, v, "6d") for v in (0, 1, 2, None)] == [False, True, False, True]
    assert deal.view(2)["heaps"][5].more == 1  # yet everyone sees how many


@pytest.mark.parametrize(
    "option, sees, faces",
    [("winner", [0], 0b1), ("nobody", [], 0), ("all", [0, 2, None], EVERYONE)],
)
def test_r26_discard_view_says_who_sees_them(option: str, sees: list[int | None], faces: int) -> None:
    deal = dealt({0: "7d 8c 9s Kh", 1: "Ad 8s 7h 9c", 2: "6d 6h 7c Qh"}, players=3, turned="6c", discard_view=option)
    events = say(deal, "0 lead 7d", "1 discard Ad", "2 discard 6h")
    assert [v for v in (0, 2, None) if not hidden(deal, v, "Ad")] == sees
    assert events[1].faces == faces and events[1].cards == ("Ad", "6h")


def test_r22_discards_face_up_are_shown_to_all_at_once_and_never_win() -> None:
    deal = dealt({0: "7d 8c 9s Kh", 1: "Ad 8s 7h 9c", 2: "6d 6h 7c Qh"}, players=3, turned="6c", discards="face_up")
    assert say(deal, "0 lead 7d", "1 discard Ad") == [Event("discard", 1, ("Ad",))]
    assert not any(hidden(deal, v, "Ad") for v in (0, 1, 2, None)) and deal.best == cards("7d")
    assert say(deal, "2 discard 6d")[1] == Event("trick", 0, (), {"side": 0}, faces=0b1)
    assert deal.piles[0] == cards("7d Ad 6d") and counted(deal) == [11, 0, 0]


@pytest.mark.parametrize("option", ["winner", "nobody", "all"])
def test_r26_r42_all_piles_are_opened_when_the_deal_is_counted(option: str) -> None:
    deal = dealt({}, players=3, discard_view=option)
    told: list[Event] = []
    rng, discarded = random.Random(3), 0
    while deal.turn >= 0:
        seat = next(s for s in deal.actors() if deal.choices(s))
        play = rng.choice(deal.legal(seat))
        verb, _, which = deal.text(play).partition(" ")
        discarded |= cards(which) if verb == "discard" else 0
        told = deal.play(seat, play)
    assert not any(deal.hands) and deal.left == 0 and not deal.turned
    assert not any(deal.heaps) and sum(deal.piles) == bits.run(36, 0)
    opened = {e.facts["side"]: cards(" ".join(e.cards)) for e in told if e.kind == "opened"}
    lay = {side: deal.piles[side] & discarded for side in range(3)}
    assert opened == {side: hidden for side, hidden in lay.items() if hidden and option != "all"}
    assert deal.ended() == ""


# Claims.


def test_r27_r29_r30_r31_r33_a_moscow_goes_before_a_molodka() -> None:
    """K27."""
    deal = dealt({0: "7c 8h 9s Qc", 2: MOLODKA, 3: MOSCOW, 1: "Ts Kh Jh Js"}, players=4)
    assert deal.actors() == (0, 1, 2, 3)
    assert say(deal, "2 claim molodka") == []
    deal.answer_forced()
    assert deal.asked
    events = say(deal, "3 claim moscow")
    assert events == [Event("claimed", 2, facts={"claim": "molodka"}), Event("claimed", 3, facts={"claim": "moscow"})]
    assert legal(deal, 3) == ["lead Ac Ad Th 6s"] and hand(deal, 2) == names(cards(MOLODKA))
    say(deal, "3 lead Ac Ad Th 6s", "0 discard 7c 8h 9s Qc", "1 discard Ts Kh Jh Js", "2 discard Kd Jd 9d 7d")
    assert bits.size(pile(deal, 1)) == 16 and deal.last_taker == 3 and deal.leader == 3


@pytest.mark.parametrize(
    "hands, claiming, leader",
    [
        ({1: MOLODKA, 3: MOLODKA_2}, [1, 3], 1),  # K28
        ({0: MOLODKA, 2: MOLODKA_2}, [0, 2], 0),  # K29
        ({0: MOLODKA, 2: MOSCOW}, [0, 2], 2),  # K30
        ({1: MOLODKA, 3: MOLODKA_2}, [3], 3),
        ({1: MOLODKA, 3: MOLODKA_2}, [], 0),
        ({3: "Ac Td Ts 6s", 1: "Ad Ah Th Tc"}, [1, 3], 1),
    ],
)
def test_r31_the_best_claim_leads_equal_ones_from_the_lead_on(
    hands: dict[int, str], claiming: list[int], leader: int
) -> None:
    deal = dealt(hands, players=4)
    for seat in hands:
        wanted = [text for text in legal(deal, seat) if text.startswith("claim")]
        say(deal, f"{seat} {wanted[0] if seat in claiming else 'no claim'}")
    deal.answer_forced()
    assert (deal.asked, deal.turn, deal.leader) == (0, leader, leader)
    if claiming:
        assert cards(legal(deal, leader)[0].removeprefix("lead ")) == deal.hands[leader]
        assert len(legal(deal, leader)) == 1
    else:
        assert len(legal(deal, leader)) > 1


def test_r31_the_order_begins_with_the_seat_on_lead() -> None:
    deal = dealt({0: MOLODKA, 3: MOLODKA_2}, players=4, dealer=1)  # seat 2 is on lead
    assert deal.actors() == (2, 3, 0, 1)
    say(deal, "0 claim molodka", "3 claim molodka")
    deal.answer_forced()
    assert deal.leader == 3


def test_r29_also_before_the_first_trick_or_not() -> None:
    """K39."""
    hands = {0: "7c 8h 9s Qc", 2: MOLODKA}
    deal = dealt(hands, players=4)
    assert legal(deal, 2) == ["no claim", "claim molodka"]
    without = dealt(hands, players=4, special_lead_first_trick=False)
    assert without.actors() == (0,) and legal(without, 2) == []
    say(without, "0 lead 7c")
    for seat in (1, 2, 3):
        say(without, f"{seat} {legal(without, seat)[-1]}")
    assert without.asked == 0b1111


def test_r29_the_player_on_lead_may_lead_a_combination_in_the_first_trick_all_the_same() -> None:
    deal = dealt({0: MOSCOW}, special_lead_first_trick=False)
    assert "lead Ac Ad Th 6s" in legal(deal, 0)
    say(deal, "0 lead Ac Ad Th 6s")
    assert all(text.startswith("discard") for text in legal(deal, 1))


def test_r30_choices_are_secret_until_the_last_and_declaring_is_voluntary() -> None:
    deal = dealt({0: MOLODKA, 1: MOSCOW, 2: "7c 8h 9s Qc"}, players=3)
    before = [deal.view(v).fields for v in (0, 2, None)]
    assert say(deal, "1 claim moscow") == []
    assert [deal.view(v).fields for v in (0, 2, None)] == before and deal.actors() == (0, 1, 2)
    assert legal(deal, 1) == [] and legal(deal, 2) == ["no claim"]
    say(deal, "2 no claim")
    events = say(deal, "0 no claim")
    assert events == [Event("claimed", 1, facts={"claim": "moscow"})]  # its name alone
    assert hidden(deal, 2, MOSCOW) and list(deal.claims[:3]) == [0, 2, 0]
    silent = dealt({0: MOLODKA, 1: MOSCOW, 2: "7c 8h 9s Qc"}, players=3)
    assert say(silent, "0 no claim", "1 no claim", "2 no claim") == [] and silent.turn == 0
    assert "lead Kd Jd 9d 7d" in legal(silent, 0)  # R17, R28


@pytest.mark.parametrize(
    "effect, replies",
    [("auto_win", ["discard Ah Kh Qh 8h"]), ("lead_only", ["contest Ah Kh Qh 8h", "discard Ah Kh Qh 8h"])],
)
def test_r32_r33_a_special_lead_wins_or_only_leads(effect: str, replies: list[str]) -> None:
    deal = dealt({0: MOLODKA, 1: "Ah Kh Qh 8h"}, turned="9h", special_lead_effect=effect)
    say(deal, "0 claim molodka", "1 no claim", "0 lead Kd Jd 9d 7d")
    assert legal(deal, 1) == replies


def test_r32_not_even_trumps_and_the_6s_beat_it() -> None:
    deal = dealt({0: MOLODKA_2, 1: "Ah Kh Qh 6s"}, turned="9h")
    say(deal, "0 claim molodka", "1 claim molodka", "0 lead Kc Jc 9c 7c")
    assert legal(deal, 1) == ["discard Ah Kh Qh 6s"]


def test_r33_r34_the_declarer_takes_all_draws_first_and_leads_again() -> None:
    """K32."""
    deal = dealt({1: MOSCOW, 0: "Kc Qd 9s 7h"}, turned="8h", stock="Jc Jd")
    say(deal, "0 no claim", "1 claim moscow", "1 lead Ac Ad Th 6s")
    events = say(deal, "0 discard Kc Qd 9s 7h")
    assert counted(deal) == [0, 39]
    assert kinds(events) == [("discard", 0), ("trick", 1), ("drawn", 1), ("drawn", 0)]
    assert "Jc" in hand(deal, 1) and "Jd" in hand(deal, 0)
    deal.answer_forced()
    assert (deal.leader, deal.trick) == (1, 2)


# Drawing, the end of the stock, unequal hands.


def late(hands: dict[int, str], stock: str = "", turned: str = "", trump: str = "c", **options: object) -> KozelDeal:
    """The end of a deal, seat 0 on lead: these hands and what is left of the stock, the top first."""
    deal = kozel(**options).bare()
    assert isinstance(deal, KozelDeal)
    deal.put_field("hands", [cards(hands.get(s, "")) for s in range(5)])
    deal.put_field("stock", PACK.listed(stock)[::-1])
    deal.left = len(stock.split())
    deal.turned = cards(turned)
    deal.trump = "cdhs".index(trump)
    deal.present = bits.run(deal.seats, 0)
    deal.trick = 5
    deal.last_taker = -1
    deal.begin_trick(0)
    return deal


def test_r37_r38_r39_one_card_each_from_the_winner_on_the_turn_up_last() -> None:
    """K33."""
    deal = late({0: "7d 6d Kc Ks", 1: "9d Jd Qc Qs"}, "9c", "8h", trump="h")
    say(deal, "0 lead 7d 6d")
    events = say(deal, "1 contest 9d Jd")
    assert events[2:] == [Event("drawn", 1, ("9c",), faces=0b10), Event("drawn", 0, ("8h",))]
    assert hand(deal, 1) == "9c Qc Qs" and hand(deal, 0) == "Kc 8h Ks"
    assert deal.left == 0 and deal.turned == 0 and not deal.asked
    assert all(not hidden(deal, v, "8h") for v in (0, 1, None))  # everyone saw who drew it
    assert hidden(deal, 0, "9c")


def test_r34_r38_r40_r41_an_odd_stock_leaves_unequal_hands() -> None:
    """K34."""
    deal = late(
        {0: "7d 6h 7h 8s", 1: "8d 7s 9h Jh", 2: "Ad Kd Jd 9d"}, "9c", "8h", trump="h", players=3, remove_6c=True
    )
    say(deal, "2 no claim", "0 lead 7d", "1 contest 8d", "2 contest Ad")
    assert [bits.size(h) for h in deal.hands[:3]] == [4, 3, 4]
    assert "9c" in hand(deal, 2) and "8h" in hand(deal, 0) and deal.asked == 0
    assert max(len(text.split()) for text in legal(deal, 2)) == 1 + 3


def test_r38_fill_up_each_fills_up_before_the_next_draws() -> None:
    """K35, K65."""
    hands = {0: "Ad Kd", 1: "8d 7s"}
    one = late(hands, "Jd 9d", "7d", trump="d")
    say(one, "0 lead Ad", "1 discard 8d")
    assert [hand(one, s) for s in (0, 1)] == ["7d Jd Kd", "9d 7s"]
    fill = late(hands, "Jd 9d", "7d", trump="d", refill_order="fill_up")
    say(fill, "0 lead Ad", "1 discard 8d")
    assert [hand(fill, s) for s in (0, 1)] == ["7d 9d Jd Kd", "7s"]
    assert fill.asked == 0 and legal(fill, 0) == ["lead Kd", "lead Jd", "lead 9d", "lead 7d"]
    play_all = late(hands, "Jd 9d", "7d", trump="d", refill_order="fill_up", short_hand="play_all")
    say(play_all, "0 lead Ad", "1 discard 8d")
    assert play_all.actors() == (0,) and legal(play_all, 0) == ["no claim", "claim molodka"]
    say(play_all, "0 no claim")
    assert len(legal(play_all, 0)) == 15


def test_r36_r39_r41_five_players_and_36_cards() -> None:
    """K36."""
    deal = late(
        {0: "7d 6h 7h 8s", 1: "8d 7s 9h Jh", 2: "9d Kh Js 8h", 3: "Ad Kd Jd Qd", 4: "6d 6s 7c 8c"},
        "",
        "9c",
        players=5,
        money=True,
    )
    say(deal, "3 no claim", "0 lead 7d", "1 contest 8d", "2 contest 9d", "3 contest Ad")
    assert say(deal, "4 discard 6d")[-1] == Event("drawn", 3, ("9c",))
    assert [bits.size(h) for h in deal.hands] == [3, 3, 3, 4, 3] and not deal.asked
    assert max(len(text.split()) for text in legal(deal, 3)) == 1 + 3


def test_r40_a_player_without_cards_is_skipped_and_does_not_lead() -> None:
    deal = late({0: "7d", 1: "8d 7s", 2: "6d 9h"}, players=3, remove_6c=True)
    say(deal, "0 lead 7d", "1 discard 8d", "2 discard 6d")
    assert deal.last_taker == 0 and (deal.leader, deal.turn) == (1, 1)
    say(deal, "1 lead 7s")
    assert deal.turn == 2
    say(deal, "2 discard 9h")
    assert deal.turn == -1


def test_r41_when_all_others_are_empty_handed_the_leader_takes_his_own_trick() -> None:
    deal = late({0: "7d 8d 9d", 1: ""}, refill_order="fill_up")
    assert "lead 9d 8d 7d" in legal(deal, 0)
    say(deal, "0 lead 9d 8d 7d")
    assert deal.turn == -1 and deal.tricks[0] == 1 and bits.size(deal.piles[0]) == 3


def test_r41_play_all_lets_a_short_hand_throw_all_it_has() -> None:
    """K37."""
    hands = {0: MOLODKA, 1: "Ac Tc Ah", 2: "8c 8h 9s Qc"}
    capped = late(hands, players=3, remove_6c=True)
    assert not capped.asked and max(len(text.split()) for text in legal(capped, 0)) == 1 + 3
    deal = late(hands, players=3, remove_6c=True, short_hand="play_all")
    assert deal.actors() == (0, 2)  # who holds four cards is known to all
    say(deal, "0 claim molodka", "2 no claim", "0 lead Kd Jd 9d 7d")
    assert legal(deal, 1) == ["discard Ac Ah Tc"]
    say(deal, "1 discard Ac Ah Tc", "2 discard 8c 8h 9s Qc")
    assert deal.last_taker == 0 and bits.size(pile(deal, 0)) == 11


def test_r42_r43_the_deal_ends_when_all_cards_are_played_and_counts_120() -> None:
    for players in (2, 3, 4):
        deal = play_on(dealt({}, players=players))
        assert sum(counted(deal)) == 120 and bits.size(sum(deal.piles)) == 36
        assert sum(deal.tricks) == deal.trick - 1
        assert sum(line.points for line in deal.points()) == 120


def test_r43_partners_add_their_tricks_together() -> None:
    deal = dealt({0: "7d 8c 9s Kh", 1: "6d 8s 7h 9c", 2: "Ad 6h 7c Qh", 3: "8d 9h 7s Js"}, players=4, turned="6c")
    say(deal, "0 lead 7d", "1 discard 6d", "2 contest Ad", "3 discard 8d")
    assert counted(deal) == [11, 0] and deal.gained() == [11, 0, 11, 0] and list(deal.tricks[:2]) == [1, 0]


def test_r55_partners_see_nothing_of_each_other_but_their_plays() -> None:
    deal = dealt({0: "7d 8c 9s Kh", 1: "6d 8s 7h 9c", 2: "Ad 6h 7c Qh", 3: "8d 9h 7s Js"}, players=4, turned="6c")
    assert hidden(deal, 0, "Ad 6h 7c Qh")
    say(deal, "0 lead 7d", "1 contest 9c")
    assert say(deal, "2 discard Qh") == [Event("discard", 2, ("Qh",), faces=0b100)]
    assert hidden(deal, 0, "Qh") and deal.view(0)["heaps"][2].more == 1


# Money: the pot at once.


def test_r57_three_trumps_in_a_lead_win_the_pot_at_once() -> None:
    """K52."""
    deal = dealt({0: "Ah Kh 7h 8c", 1: "Th 8h 9c 9s"}, turned="9h", players=3, money=True)
    events = say(deal, "0 lead Ah Kh 7h")
    assert kinds(events) == [("lead", 0), ("points", 0)]
    assert events[1].facts == {"side": 0, "reason": "bura", "points": 3}
    assert deal.turn == -1 and deal.ended() == "bura" and deal.taking == 0 and deal.actors() == ()
    assert hidden(deal, 2, "Th 8h")  # hands stay closed


def test_r57_two_trumps_or_three_plain_cards_are_no_bura() -> None:
    """K53."""
    for lead, rest in (("Ah Kh", "8c 7c"), ("Ad Kd 9d", "8c")):
        deal = dealt({0: f"{lead} {rest}", 1: "Th 8h 9c 9s"}, turned="9h", players=3, money=True)
        say(deal, f"0 lead {lead}")
        assert deal.turn == 1


def test_r57_the_6s_counts_as_a_trump_with_the_shokha() -> None:
    options: dict[str, Any] = {"money": True, "shokha_lead": "wild"}
    with_it = say_on(dealt({0: "Ah Kh 6s 8c"}, turned="9h", **options), "0 lead Ah Kh 6s")
    assert with_it.ended() == "bura"
    spades: dict[str, Any] = {"money": True, "shokha": False}
    assert say_on(dealt({0: "As Ks 6s 8c"}, turned="9s", **spades), "0 lead As Ks 6s").ended() == "bura"
    assert say_on(dealt({0: "As Ks 6s 8c"}, turned="9h", **spades), "0 lead As Ks 6s").ended() == ""


@pytest.mark.parametrize("option, after_lead, after_trick", [("on_lead", "bura", ""), ("if_trick_won", "", "bura")])
def test_r57_bura_wins_when_led_or_with_its_trick(option: str, after_lead: str, after_trick: str) -> None:
    deal = dealt({0: "Kh Jh 7h 8c", 1: "Ah Th 8h 9s"}, turned="9h", money=True, bura_wins=option)
    say(deal, "0 lead Kh Jh 7h")
    assert deal.ended() == after_lead
    if after_trick:
        lost = say_on(deal.copy(), "1 contest Ah Th 8h")
        assert lost.ended() == "" and lost.turn >= 0
        events = say(deal, "1 discard Ah Th 8h")
        assert deal.ended() == after_trick and deal.turn == -1 and counted(deal) == [27, 0]
        assert kinds(events) == [("discard", 1), ("trick", 0), ("points", 0)]
        assert events[2].cards == ("Kh", "Jh", "7h")


def test_r57_bura_wins_off_plays_on() -> None:
    deal = say_on(dealt({0: "Kh Jh 7h 8c"}, turned="9h", money=True, bura_wins="off"), "0 lead Kh Jh 7h")
    assert deal.ended() == "" and deal.turn == 1
    assert say_on(dealt({0: "Kh Jh 7h 8c"}, turned="9h"), "0 lead Kh Jh 7h").ended() == ""  # no money, no Bura


def test_r58_four_aces_declared_win_the_pot_at_once_and_are_shown() -> None:
    """K54."""
    deal = dealt({1: "Ac Ad Ah As"}, players=3, money=True, stake=2)
    deal.answer_forced()
    events = say(deal, "1 claim moscow")
    assert events == [
        Event("claimed", 1, facts={"claim": "moscow"}),
        Event("points", 1, ("Ac", "Ad", "Ah", "As"), {"side": 1, "reason": "four aces", "points": 6}),
    ]
    assert deal.ended() == "four_aces" and deal.taking == 1
    assert not any(hidden(deal, v, "Ac Ad Ah As") for v in (0, 2, None))


def test_r58_four_aces_led_win_it_too() -> None:
    deal = dealt({0: "Ac Ad Ah As"}, money=True)
    say(deal, "0 no claim")
    deal.answer_forced()
    assert kinds(say(deal, "0 lead Ac Ad Ah As")) == [("lead", 0), ("points", 0)]
    assert deal.ended() == "four_aces"


def test_r58_without_a_moscow_they_are_claimed_as_aces_and_nothing_goes_before_them() -> None:
    for special, other in [([], "no claim"), (["molodka"], "claim molodka")]:
        deal = dealt({0: MOLODKA, 1: "Ac Ad Ah As"}, money=True, special_leads=special)
        assert legal(deal, 1) == ["no claim", "claim aces"] and other in legal(deal, 0)
        say(deal, f"0 {other}", "1 claim aces")
        assert deal.ended() == "four_aces" and deal.taking == 1
    silent = dealt({0: "Ac Ad Ah As"}, money=True, special_leads=[])
    say(silent, "0 no claim")
    silent.answer_forced()
    assert len(legal(silent, 0)) == 4  # they cannot be led


def test_r58_four_aces_win_off() -> None:
    deal = dealt({0: "Ac Ad Ah As"}, money=True, four_aces_win=False)
    say(deal, "0 claim moscow")
    deal.answer_forced()
    say(deal, "0 lead Ac Ad Ah As")
    assert deal.ended() == "" and deal.turn == 1
    assert not dealt({}, money=True, special_leads=[], four_aces_win=False).asked
    assert dealt({}, money=True, special_leads=[]).asked


# What seats know.


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 3, "remove_6c": True},
        {"players": 4, "discard_view": "nobody"},
        {"players": 5, "money": True, "short_hand": "play_all", "refill_order": "fill_up"},
        {"discards": "face_up"},
        {"players": 3, "discard_view": "all"},
    ],
    ids=str,
)
def test_imagined_deals_look_the_same_to_their_viewer(options: dict[str, object]) -> None:
    game, rng = kozel(**options), Rng(5)
    for seed in range(many(6, 1)):
        for deal in walk(game, seed, eager=True):
            for viewer in viewers(game):
                view = deal.view(viewer)
                other = game.imagine(view, rng)
                assert other.view(viewer) == view and other.cards() == deal.cards()
                if viewer is not None:
                    assert other.legal(viewer) == deal.legal(viewer)


def test_a_claim_that_was_heard_and_beaten_is_imagined_as_one() -> None:
    deal = dealt({0: "7c 8h 9s Qc", 1: MOLODKA, 2: MOSCOW}, players=3, discard_view="nobody")
    say(
        deal,
        "1 claim molodka",
        "2 claim moscow",
        "2 lead Ac Ad Th 6s",
        "0 discard 7c 8h 9s Qc",
        "1 discard Kd Jd 9d 7d",
    )
    assert deal.beaten == 1 and pile(deal, 2) == cards(f"7c 8h 9s Qc {MOLODKA} {MOSCOW}")
    rng = Rng(9)
    for viewer in (0, 2, None):
        for _ in range(many(20, 3)):
            other = kozel(players=3).imagine(deal.view(viewer), rng)
            suits = {name[1] for name in names(other.heaps[10]).split() if name != "6s"}
            assert bits.size(other.heaps[10]) == 4 and len(suits) == 1


def test_plays_of_a_window_stand_in_the_record_from_the_lead_on() -> None:
    match = Match(kozel(players=3, first_dealer="seat:0"), Rng(1))
    match.begin([PACK.number(name) for name in record_pack()])
    match.play(0, "claim moscow")
    match.play(1, "claim molodka")
    assert match.deals[-1].plays == [(1, "claim molodka"), (0, "claim moscow")]
    match.play(0, "lead Ac Ad Th 6s")
    assert match.deals[-1].plays[-1] == (0, "lead Ac Ad Th 6s")


def record_pack() -> list[str]:
    """Seat 1 has a Molodka, seat 2 nothing, seat 0 a Moscow."""
    hands = [MOLODKA.split(), "7c 8h 9s Qc".split(), MOSCOW.split()]
    first = [hands[i][j] for j in range(4) for i in range(3)]
    return first + [name for name in PACK.names if name not in first]
