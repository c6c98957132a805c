"""Records of a match in progress, of a real table, with unknown cards or a seal: checked as far as they go."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from kafenio.errors import BadRecord
from kafenio.records import replay, verify
from kafenio.records.format import from_plain, to_plain
from records.sample import checked, match_of, refusal, sample, short
from support import Case, each_case

Plain = dict[str, Any]


def test_a_match_may_be_in_progress_in_the_middle_of_a_deal() -> None:
    record = short()
    del record["result"], record["deals"][1]["points"], record["deals"][1]["plays"][20:]
    assert checked(record) == ["deal 2: goes on after 20 plays", "the match goes on"]


def test_a_match_may_be_in_progress_between_two_deals() -> None:
    record = short()
    del record["result"], record["deals"][1]
    assert checked(record) == ["the match goes on"]


def test_a_match_may_not_have_begun() -> None:
    assert checked({"format": "kafenio/1", "game": "kontsina"}) == ["the match goes on"]


@each_case
def test_every_beginning_of_a_match_is_a_record(case: Case) -> None:
    """Whatever the number of plays after which it is looked at."""
    record = match_of(case.game(), 1)
    deal = record.deals[0]
    for plays in range(0, len(deal.plays) + 1, 7):
        shorter = from_plain({"format": "kafenio/1", "game": case.name, "options": record.options})
        shorter.dealer_draw = record.dealer_draw
        shorter.deals = [from_plain_deal(deal.dealer, deal.pack, deal.repairs, deal.plays[:plays])]
        assert verify(shorter)[-1] in (
            "the match goes on",
            f"deal 1: points is not noted; the rules give {deal.points}",
        )


def from_plain_deal(dealer: Any, pack: Any, repairs: Any, plays: Any) -> Any:
    deal = {"dealer": dealer, "pack": pack, "repairs": repairs, "plays": plays}
    return from_plain({"format": "kafenio/1", "game": "kontsina", "deals": [deal]}).deals[0]


def test_what_is_not_noted_is_told() -> None:
    record = short()
    del record["result"], record["deals"][0]["points"]
    assert checked(record) == [
        "deal 1: points is not noted; the rules give [5, 0]",
        "result: not noted; side 0 has won, totals [2, 0]",
    ]
    record["result"] = {}
    assert checked(record)[1:] == [
        "result: totals is not noted; the rules give [2, 0]",
        "result: winner is not noted; the rules give [0]",
    ]


def test_misdeals_are_only_counted() -> None:
    record = short()
    record["deals"][0]["misdeals"] = 2
    assert checked(record) == []
    assert replay(from_plain(record)).deals[0].misdeals == 2


# A real table.


def kept(*points: list[int], **more: object) -> Plain:
    """A record of deals without plays."""
    deals = [{"dealer": number % 2, "points": list(p)} for number, p in enumerate(points)]
    return {"format": "kafenio/1", "game": "kontsina", "deals": deals, **more}


def test_deals_kept_at_a_table_add_up() -> None:
    record = kept([3, 2], [2, 3], [1, 4], [4, 1], [2, 3], result={"totals": [2, 3], "winner": [1]})
    assert checked(record) == [
        f"deal {n}: kept without its plays; its points are added as they stand" for n in range(1, 6)
    ]
    record["result"]["winner"] = [0]
    assert refusal(record) == "result: winner = [0] stands there; the rules give [1]"


def test_deals_kept_at_a_table_and_played_ones_go_together() -> None:
    record = short()
    del record["deals"][0]["pack"], record["deals"][0]["plays"], record["deals"][0]["repairs"]
    assert checked(record) == ["deal 1: kept without its plays; its points are added as they stand"]


WRONG: list[tuple[Plain, str]] = [
    (kept([3, 2, 0]), "deal 1: points: 3 numbers for 2 sides"),
    (kept([3, 2], [1, 4], [2, 3], [2, 3], [2, 3]), "deal 5: the match was over after deal 4: side 1 has won"),
    ({**kept([3, 2], [2, 3]), "deals": [{"dealer": 0}, {"points": [3, 2]}]}, "deal 1: points: missing, and its plays do not tell them"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "says"), WRONG)
def test_a_table_that_does_not_add_up_is_refused(record: Plain, says: str) -> None:
    assert refusal(record) == says


def test_card_points_of_kozel_must_cost_what_is_noted() -> None:
    deal = {"dealer": 0, "points": [0, 2], "card_points": [75, 45]}
    record = {"format": "kafenio/1", "game": "kozel", "deals": [deal]}
    assert checked(record)[-1] == "the match goes on"
    deal["points"] = [2, 0]
    assert refusal(record) == "deal 1: points: [2, 0], [0, 2] expected for [75, 45] card points"
    deal |= {"points": [0, 2], "card_points": [70, 40]}
    assert refusal(record) == "deal 1: card_points: [70, 40] add up to 110, not 120"


def test_a_deal_without_points_may_be_the_last_one() -> None:
    record = kept([3, 2])
    record["deals"].append({"dealer": 1})
    assert checked(record)[1:] == ["deal 2: goes on; kept without its plays", "the match goes on"]


def test_points_too_large_for_a_deal_are_refused() -> None:
    with pytest.raises(BadRecord, match=r"deal 1: points\[0\]: expected int <= 1000000"):
        from_plain(kept([10**7, 0]))


def test_totals_too_large_for_a_deal_to_follow_are_refused() -> None:
    record = sample("ronda", 1)
    deals = [{"points": [10**6, 10**6]}] * 2200
    record["deals"] = [{"dealer": 0, "points": [10**6, 10**6]}, *deals, {**record["deals"][0], "dealer": 1}]
    del record["result"]
    assert refusal(record) == "deal 2202: the totals before it are too large"


# Unknown cards.


def hide(record: Plain, keep: Callable[[int], bool], number: int = 1) -> None:
    """Unknown cards in the pack, but for these places."""
    cards = record["deals"][number - 1]["pack"].split()
    record["deals"][number - 1]["pack"] = " ".join(c if keep(i) else "??" for i, c in enumerate(cards))


def test_hands_are_filled_in_from_what_they_play() -> None:
    record = short()
    hide(record, lambda i: 8 <= i < 12)
    assert checked(record) == ["deal 1: 48 unknown cards are filled in from the plays"]
    record["deals"][0]["points"] = [4, 1]
    assert refusal(record) == "deal 1: points = [4, 1] stands there; the rules give [5, 0]"


def test_a_play_that_no_cards_would_allow_is_refused() -> None:
    record = short()
    hide(record, lambda i: 8 <= i < 12)
    plays = record["deals"][0]["plays"]
    assert plays[:2] == ["0 Ad x As", "1 4c x 4d"]
    plays[1] = "1 4c x 5c"
    assert refusal(record).startswith("deal 1, ply 1: '4c x 5c' is not legal for seat 1; legal: ")


def test_what_nobody_plays_was_on_the_table() -> None:
    record = short()
    hide(record, lambda i: False)
    assert checked(record) == ["deal 1: 52 unknown cards are filled in from the plays"]


@pytest.mark.parametrize("last", [34, 36])
def test_a_card_that_went_back_from_the_layout_and_was_played_later_lay_there(last: int) -> None:
    """Konchinka: the repair names it, and so does a play."""
    record = to_plain(match_of(Case("konchinka", "seed", 2).game(), 1))
    assert record["deals"][1]["repairs"] == ["Ac Tc 18"]
    hide(record, lambda i: i < 11 or i % 2 == 0 or i >= last, 2)
    assert checked(record)[0].startswith("deal 2: ")


def test_the_last_unknown_card_is_the_one_that_is_missing() -> None:
    record = short()
    hide(record, lambda i: i != 9)
    assert checked(record) == ["deal 1: 1 unknown card is filled in from the plays"]


def test_a_deal_in_progress_may_keep_its_stock_unknown() -> None:
    record = short()
    hide(record, lambda i: i < 12)
    record["deals"] = [{**record["deals"][0], "plays": record["deals"][0]["plays"][:6]}]
    del record["result"], record["deals"][0]["points"]
    assert checked(record) == [
        "deal 1: unknown cards are left in the stock (40)",
        "deal 1: goes on after 6 plays",
        "the match goes on",
    ]
    record["deals"][0]["plays"][5] = "1 lay 2c"
    assert refusal(record).startswith("deal 1, ply 5: 'lay 2c' is not legal for seat 1; legal: ")


def test_a_deal_is_followed_while_its_cards_are_known() -> None:
    record = short()
    hide(record, lambda i: i < 12)
    record["deals"] = [{**record["deals"][0], "plays": record["deals"][0]["plays"][:11]}]
    del record["result"], record["deals"][0]["points"]
    assert checked(record)[0] == "deal 1: goes on; unknown cards, so it is followed for 8 of its 11 plays"


def test_unknown_plays_leave_only_the_words_to_be_read() -> None:
    record = short()
    hide(record, lambda i: i >= 8)
    record["deals"][0]["plays"][0] = "0 ??"
    says = "deal 1: unknown cards, so it is followed for 0 of its 48 plays; its points are added as they stand"
    assert checked(record) == [says]


def test_claims_that_cards_filled_in_may_have_made_up_are_not_judged() -> None:
    """Kozel: whether a card was in the hand at a window or drawn after it is not told."""
    for seed in range(30):
        record = sample("kozel", seed)
        hide(record, lambda i: i == 8)
        note = checked(record)[0]
        assert note.startswith("deal 1: ")
        assert note.endswith(("one way of several", "its points are added as they stand"))


def test_cards_that_leave_a_doubt_do_not_tell_what_was_legal() -> None:
    record = sample("kozel", 1)
    hide(record, lambda i: i == 8)
    with pytest.raises(BadRecord, match="deal 1, ply 3: the record does not tell the cards"):
        replay(from_plain(record), 1, 3)


def test_a_pack_of_unknown_cards_still_has_all_of_them() -> None:
    record = short()
    record["deals"][0]["pack"] = "?? ?? ??"
    assert refusal(record) == "deal 1: pack: 3 cards, 52 expected"


def test_of_plays_without_cards_each_card_is_played_once() -> None:
    record = short()
    del record["deals"][0]["pack"]
    note = "deal 1: no pack, so its plays are only read; its points are added as they stand"
    assert checked(record) == [note]
    first = record["deals"][0]["plays"][0]
    record["deals"][0]["plays"][4] = first
    assert refusal(record) == "deal 1, ply 4: 'Ad x As' stands there; Ad has been played before"
    record["deals"][0]["plays"][4] = "0 sings"
    assert refusal(record).startswith("deal 1, ply 4: 'sings' is no play")


def test_a_discard_may_be_unknown() -> None:
    record = sample("kozel", 1)
    plays = record["deals"][0]["plays"]
    ply = next(i for i, text in enumerate(plays) if " discard " in text)
    words = plays[ply].split()
    plays[ply] = " ".join(words[:2] + ["??"] * len(words[2:]))
    says = f"unknown cards, so it is followed for {ply} of its {len(plays)} plays"
    assert checked(record) == [f"deal 1: {says}; its points are added as they stand"]


def test_a_layout_that_needs_no_known_repair_is_refused_whatever_is_unknown() -> None:
    for seed in range(40):
        record = sample("konchinka", seed)
        if record["deals"][0]["repairs"]:
            break
    hide(record, lambda i: i < 30)
    record["deals"][0]["repairs"] = ["2c 3c 99"]
    assert refusal(record).startswith("deal 1: repair 1: ")


def test_a_layout_with_unknown_cards_is_not_judged() -> None:
    record = sample("konchinka", 1)
    hide(record, lambda i: not 8 <= i < 12)
    assert checked(record)[0].startswith("deal 1: ")


# Seals.


def sealed(record: Plain, salt: str) -> Plain:
    deal = record["deals"][0]
    seal = hashlib.sha256(f"{salt} {deal['pack']}".encode()).hexdigest()
    record["deals"][0] = {"seal": seal, "salt": salt, **deal}
    return record


def test_a_seal_that_fits_holds() -> None:
    assert checked(sealed(short(), "3f9a")) == []
    record = sealed(short(), "ελιά")
    record["deals"][0]["seal"] = record["deals"][0]["seal"].upper()
    assert checked(record) == []


def test_a_seal_over_another_pack_is_refused() -> None:
    record = sealed(short(), "3f9a")
    record["deals"][0]["salt"] = "3f9b"
    assert refusal(record).startswith(f"deal 1: seal = {record['deals'][0]['seal']} stands there; salt and pack give ")


def test_a_seal_may_not_be_opened_yet() -> None:
    record = sealed(short(), "3f9a")
    del record["deals"][0]["salt"]
    assert checked(record) == ["deal 1: the seal is not opened yet"]
