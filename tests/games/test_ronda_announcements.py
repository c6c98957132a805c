"""Ronda: announcements, hidden combinations, calls."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.ronda_cases import ANNOUNCED
from games.ronda_table import PACK, dealt, gains, game, layout, play_round, run, suited
from kafenio import bits
from kafenio.contract import Rng
from kafenio.errors import IllegalPlay
from kafenio.games.ronda.deal import RondaDeal
from kafenio.match import Match


def announcing(hands: Sequence[str], **options: object) -> RondaDeal:
    """A new deal with hands of these ranks; four players get three cards unless the hands have four."""
    cards = suited([hand.removesuffix("*") for hand in hands])
    three = len(cards[0].split()) == 3
    if three and len(hands) == 4:
        options.setdefault("opening", "table")
    return dealt(cards, layout(cards) if three else "", options=options)


def texts(deal: RondaDeal, seat: int) -> list[str]:
    return [deal.text(p) for p in deal.legal(seat)]


@pytest.mark.parametrize("name, options, hands, calls, points", ANNOUNCED, ids=[row[0] for row in ANNOUNCED])
def test_worked_announcements(
    name: str, options: dict[str, object], hands: list[str], calls: dict[int, str], points: list[int]
) -> None:
    """R17, R22-R30: who gets the tokens, who pays for a combination kept back."""
    deal = announcing(hands, **options)
    play_round(deal, [s for s, hand in enumerate(hands) if hand.endswith("*")], calls)
    assert gains(deal, "ronda", "tringla", "hidden", "call") == points


# What may be said, and when.


def test_r18_an_announcement_takes_no_turn() -> None:
    deal = announcing(["5 5 1", "2 3 7"])
    run(deal, "announce ronda")
    assert deal.turn == 0 and texts(deal, 0) == ["lay 1c", "lay 5c", "lay 5e"]
    assert list(deal.kinds) == [2, 0, 0, 0, 0]


def test_r18_before_play_everybody_is_asked_once_in_turn() -> None:
    """Option announce_timing: also who holds nothing."""
    deal = announcing(["5 5 1", "2 3 7", "10 10 7"], announce_timing="before_play")
    asked = []
    for text in ("announce ronda", "pass", "pass"):
        asked.append((deal.actors(), texts(deal, deal.turn)))
        run(deal, text)
    assert asked == [((0,), ["announce ronda", "pass"]), ((1,), ["pass"]), ((2,), ["announce ronda", "pass"])]
    assert deal.asked == 0 and deal.turn == 0 and texts(deal, 0) == ["lay 1c", "lay 5c", "lay 5e"]
    run(deal, "lay 1c", "lay 2c")
    assert texts(deal, 2) == ["lay 7e", "lay 10c", "lay 10e"]


def test_r18_before_play_a_pass_without_a_choice_is_given_for_the_seat() -> None:
    hands = suited(["2 3 7", "5 3 2", "10 10 7"])
    match = Match(game(players=3, announce_timing="before_play", first_dealer="seat:2"), Rng(1))
    pack = PACK.listed(" ".join([*hands, layout(hands)]))
    match.begin(pack=pack + [n for n in range(40) if n not in pack])
    assert [(e.kind, e.seat) for e in match.settle()] == [("passed", 0), ("passed", 1)]
    assert match.actors() == (2,) and match.legal(2) == ["announce ronda", "pass"]
    match.play(2, "pass")
    match.play(0, "lay 2c")
    assert match.deals[0].plays == [(2, "pass"), (0, "lay 2c")]


def test_r18_before_play_asks_again_in_every_round() -> None:
    deal = announcing(["5 5 1", "2 3 7"], announce_timing="before_play")
    play_round(deal)
    assert deal.phase == 1 and deal.actors() == (0,)


def test_r18_hands_of_four_cards_may_have_no_announcements() -> None:
    """Option announce_in_four_card_hand; R30: then there is no window for calls either."""
    for timing in ("own_first_turn", "before_play"):
        deal = announcing(
            ["5 5 1 2", "2 3 7 4", "10 11 1 3", "6 6 12 4"],
            announce_in_four_card_hand=False,
            announce_timing=timing,
            hidden_ronda="challenge",
        )
        assert deal.asked == 0 and texts(deal, 0)[0] == "lay 1c"
        play_round(deal)
        assert deal.asked == (0 if timing == "own_first_turn" else 1)
        assert deal.phase == (0 if timing == "own_first_turn" else 1) and deal.left == 12


def test_r18_four_cards_in_every_round_may_mean_no_announcements_at_all() -> None:
    deal = announcing(["5 5 1 2", "2 3 7 4"], opening="four_cards", announce_in_four_card_hand=False)
    heard = []
    while deal.turn >= 0:
        heard += texts(deal, deal.turn)
        deal.pick(deal.turn, 0)
    assert not [t for t in heard if t.startswith("announce")]


@pytest.mark.parametrize(
    "hand, wrong",
    [("5c 5e 1c", "announce tringla"), ("5c 5e 5b", "announce ronda"), ("5c 6c 1c", "announce ronda")],
)
def test_r19_only_the_best_that_is_held_may_be_announced(hand: str, wrong: str) -> None:
    deal = dealt([hand, "2e 3e 7e"], layout([hand, "2e 3e 7e"]))
    with pytest.raises(IllegalPlay):
        deal.read(0, wrong)


def test_r19_nobody_has_to_announce() -> None:
    deal = announcing(["5 5 5", "2 3 7"])
    run(deal, "lay 5c")
    assert list(deal.kinds) == [0] * 5


def test_r20_the_rank_stays_secret() -> None:
    """What others know is a pair, of any rank."""
    deal = announcing(["5 5 1", "2 3 7"])
    run(deal, "announce ronda", "lay 1c")
    view = deal.view(1)
    pairs = set()
    for seed in range(60):
        found = game().imagine(view, Rng(seed))
        assert found.view(1) == view
        ranks = [n // 4 for n in PACK.members(found.spent[0] | found.hands[0])]
        assert len(ranks) == 3 and len(set(ranks)) == 2
        pairs.add(max(ranks, key=ranks.count))
    assert len(pairs) > 4


def test_n30_r21_after_the_first_card_it_is_too_late() -> None:
    deal = announcing(["5 5 1", "2 3 7"])
    run(deal, "lay 1c", "lay 2c")
    assert texts(deal, 0) == ["lay 5c", "lay 5e"]
    with pytest.raises(IllegalPlay, match="'announce ronda' is not legal for seat 0; legal: lay 5c, lay 5e"):
        deal.read(0, "announce ronda")
    play_round(deal)
    assert gains(deal, "ronda") == [0, 0]


def test_r17_two_rondas_are_heard_as_two() -> None:
    """Option two_pairs."""
    for option, first, second in (("two_rondas", 4, 5), ("highest", 2, 2)):
        deal = announcing(["3 3 11 11", "10 10 5 6"], opening="four_cards", two_pairs=option)
        heard = deal.play(0, deal.read(0, "announce ronda"))
        assert heard[0].facts == {"kind": "two_rondas" if option == "two_rondas" else "ronda"}
        run(deal, "lay 3c", "announce ronda")
        assert list(deal.kinds[:2]) == [first, second]
        view = deal.view(1)
        for seed in range(20):
            found = game(opening="four_cards", two_pairs=option).imagine(view, Rng(seed))
            ranks = [n // 4 for n in PACK.members(found.hands[0] | found.spent[0])]
            assert len(set(ranks)) == 2 if option == "two_rondas" else len(set(ranks)) in (2, 3)


def test_r17_in_three_cards_one_pair_is_just_a_pair() -> None:
    deal = announcing(["5 5 1", "2 3 7"], two_pairs="two_rondas")
    run(deal, "announce ronda")
    assert deal.kinds[0] == 2


# When it is settled.


def settled_at(deal: RondaDeal, announce: Sequence[int]) -> int:
    """Cards still in the hands when the announcements are paid; -1 if they never are in this round."""
    left = deal.left
    while deal.left == left and deal.turn >= 0:
        said = [t for t in texts(deal, deal.turn) if t.startswith("announce")]
        plain = [t for t in texts(deal, deal.turn) if t not in said]
        run(deal, said[0] if said and deal.turn in announce else plain[0])
        if any(line.reason in ("ronda", "tringla") for line in deal.points()):
            return sum(bits.size(h) for h in deal.hands) if deal.left == left else 0
    return -1


@pytest.mark.parametrize(
    "hands, options, cards",
    [
        (["5 5 1", "2 3 7", "4 6 10"], {}, 6),  # a single announcement
        (["5 5 1", "2 3 7", "4 4 10"], {}, 0),  # two rondas: their ranks are needed
        (["5 5 5", "2 2 7", "4 4 10"], {}, 6),  # a single tringla
        (["5 5 5", "2 2 2", "4 6 10"], {}, 0),  # two tringlas
        (["5 5 1", "2 3 7", "4 6 10"], {"announce_timing": "before_play"}, 9),
        (["5 5 1", "2 3 7", "4 4 10"], {"announce_timing": "before_play"}, 0),
        (["5 6 1", "2 3 7", "4 4 10"], {"announce_timing": "before_play"}, 9),
    ],
)
def test_r22_r27_announcements_are_settled_as_soon_as_no_rank_is_needed(
    hands: list[str], options: dict[str, object], cards: int
) -> None:
    assert settled_at(announcing(hands, **options), (0, 1, 2)) == cards


def test_r27_two_rondas_of_one_player_are_a_single_announcement() -> None:
    deal = announcing(["3 3 11 11", "1 2 5 6"], opening="four_cards", two_pairs="two_rondas")
    assert settled_at(deal, (0,)) == 6


# Hidden combinations.


def test_n31_r28_the_penalty_comes_when_the_round_is_over() -> None:
    """R29: a score may fall below 0; N31."""
    deal = announcing(["3 3 1", "10 10 2"])
    run(deal, "lay 1c", "announce ronda", "lay 2c", "lay 3c", "lay 10c", "3e x 3c+4c+5c+6c")
    assert gains(deal, "ronda", "hidden") == [0, 1]
    play_round(deal)
    assert gains(deal, "ronda", "hidden") == [-5, 6]


def test_r28_hiders_are_judged_in_seat_order_from_the_dealers_right() -> None:
    deal = announcing(["2 2 1", "3 3 4", "6 6 5"])
    play_round(deal, (2,))
    assert [(step.reason, step.seat) for step in deal.scored() if step.reason == "hidden"] == [
        ("hidden", 0),
        ("hidden", 1),
    ]


def test_r30_every_player_has_one_word_in_turn_order() -> None:
    """Option hidden_ronda=challenge; a seat already called is not called again."""
    deal = announcing(["2 2 1", "5 6 3", "4 7 10"], hidden_ronda="challenge")
    play_until_calls(deal)
    heard = []
    for text in ("pass", "call 0", "call 1"):
        heard.append((deal.turn, texts(deal, deal.turn)))
        run(deal, text)
    assert heard == [
        (0, ["pass", "call 1", "call 2"]),
        (1, ["pass", "call 0", "call 2"]),
        (2, ["pass", "call 1"]),
    ]
    assert deal.asked == 0 and deal.left == 18
    assert gains(deal, "call") == [-5, 6, -1]


def test_r30_who_has_nobody_left_to_call_passes_without_being_asked() -> None:
    deal = announcing(["2 2 1 3", "5 6 3 4", "4 7 10 11", "6 12 1 11"], hidden_ronda="challenge")
    play_until_calls(deal)
    assert deal.left == 24
    run(deal, "call 1", "call 0", "call 3")
    assert texts(deal, 3) == ["pass", "call 2"]
    deal.answer_forced()
    assert deal.actors() == (3,)
    again = deal.copy()
    assert isinstance(again, RondaDeal)
    again.called |= bits.bit(2)
    assert texts(again, 3) == ["pass"]
    again.answer_forced()
    assert again.asked == 0 and again.left == 12


def test_r30_a_side_that_calls_cannot_call_its_partner() -> None:
    deal = announcing(["2 2 1 3", "5 6 3 4", "4 7 10 11", "6 12 1 11"], hidden_ronda="challenge")
    play_until_calls(deal)
    assert texts(deal, 0) == ["pass", "call 1", "call 3"]


def test_r30_without_the_option_nobody_is_asked() -> None:
    for option in ("automatic", "off"):
        deal = announcing(["2 2 1", "5 6 3", "4 7 10"], hidden_ronda=option)
        play_round(deal)
        assert deal.asked == 0 and deal.left == 18


def test_r30_the_last_word_closes_the_deal() -> None:
    deal = announcing(["2 2 1", "5 6 3"], hidden_ronda="challenge")
    while deal.left:
        play_round(deal)
    play_until_calls(deal)
    run(deal, "pass", "pass")
    assert deal.turn == -1 and sum(deal.taken()) == 40


def play_until_calls(deal: RondaDeal) -> None:
    while deal.phase != 2:
        run(deal, texts(deal, deal.turn)[-1])
