"""Kozel: what may be led, what beats what, what may be claimed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations, product

import pytest

from games.kozel_cases import COMBINATIONS, LEGAL
from games.kozel_tables import cards, dealt, kozel, legal, say
from kafenio.cards import FRENCH_36 as PACK
from kafenio.errors import IllegalPlay, NotationError
from kafenio.games.kozel.deal import KozelDeal
from support import many


def asked(position: Mapping[str, object]) -> list[str]:
    """The legal plays of a bare position."""
    deal = kozel().position(position)
    assert isinstance(deal, KozelDeal)
    seat = position.get("seat", 0)
    assert isinstance(seat, int)
    return legal(deal, seat)


def leads(hand: str, **options: object) -> list[str]:
    return asked({"hand": hand, "options": options})


@pytest.mark.parametrize("name, position, plays", LEGAL, ids=[row[0] for row in LEGAL])
def test_worked_cases_of_legal_plays(name: str, position: dict[str, object], plays: list[str]) -> None:
    assert asked(position) == plays


@pytest.mark.parametrize("name, options, four, claim", COMBINATIONS, ids=[row[0] for row in COMBINATIONS])
def test_r27_r28_what_is_a_moscow_or_a_molodka(name: str, options: dict[str, object], four: str, claim: str) -> None:
    window = asked({"options": options, "hand": four, "phase": "claims"})
    expected = ["no claim", f"claim {claim}"] if claim else ["no claim"]
    assert window == (expected if options.get("special_leads") != [] or options.get("money") else [])


# The rules said a second time, over names and permutations.


def beats_one(x: str, y: str, trump: str, shokha: bool) -> bool:
    """R23."""
    if shokha and "6s" in (x, y):
        return x == "6s"
    if x[1] == y[1]:
        return "6789JQKTA".index(x[0]) > "6789JQKTA".index(y[0])
    return x[1] == trump


def beats(cards: Iterable[str], others: Sequence[str], trump: str, shokha: bool) -> bool:
    """R24."""
    return any(
        all(beats_one(x, y, trump, shokha) for x, y in zip(order, others, strict=True)) for order in permutations(cards)
    )


def combination(four: Sequence[str], special: Iterable[str], shokha: bool) -> str:
    """R27, R28, R28a."""
    plain = [c for c in four if not (shokha and c == "6s")]
    if len(four) < 4:
        return ""
    if "moscow" in special and all(c[0] in "AT" for c in plain) and any(c[0] == "A" for c in plain):
        return "moscow"
    return "molodka" if "molodka" in special and len({c[1] for c in plain}) == 1 else ""


def may_lead(hand: Sequence[str], options: Mapping[str, object], most: int) -> set[frozenset[str]]:
    """R17-R18a, R41."""
    shokha, special, sizes = options["shokha"], options["special_leads"], options["lead_sizes"]
    assert isinstance(special, list) and isinstance(sizes, list)
    found = set()
    for n in range(1, most + 1):
        for chosen in combinations(hand, n):
            wild = shokha and options["shokha_lead"] == "wild"
            suits = {c[1] for c in chosen if not (wild and c == "6s")}
            if (len(suits) <= 1 and n in sizes) or combination(chosen, special, bool(shokha)):
                found.add(frozenset(chosen))
    return found


def in_words(found: Iterable[str], verb: str) -> set[frozenset[str]]:
    return {frozenset(text.split()[1:]) for text in found if text.startswith(verb)}


SIZES = [[1, *more] for n in range(4) for more in combinations((2, 3, 4), n)]
SPECIAL = [[], ["moscow"], ["molodka"], ["moscow", "molodka"]]


def test_r17_r18_r18a_r41_leads_are_those_of_the_rules_said_again() -> None:
    rng = random.Random(17)
    for _ in range(many(4000, 400)):
        hand = rng.sample(PACK.names, rng.choice((2, 3, 4, 4, 4)))
        if rng.random() < 0.5:  # full of aces, tens and spades
            hand = rng.sample([c for c in PACK.names if c[0] in "AT" or c in ("Ks", "6s", "7s", "Qh", "7h")], 4)
        shortest = rng.randint(1, len(hand))
        options: dict[str, object] = {
            "shokha": rng.random() < 0.7,
            "shokha_lead": rng.choice(("spade", "wild")),
            "lead_sizes": rng.choice(SIZES),
            "special_leads": rng.choice(SPECIAL),
            "short_hand": rng.choice(("cap_lead", "play_all")),
        }
        position = {"options": options, "hand": " ".join(hand), "sizes": [len(hand), shortest]}
        most = shortest if options["short_hand"] == "cap_lead" else len(hand)
        found = asked(position)
        assert len(found) == len(set(found))
        assert in_words(found, "lead") == may_lead(hand, options, most), (options, hand)


def test_r20_r22_r23_r24_replies_are_those_of_the_rules_said_again() -> None:
    rng = random.Random(20)
    for _ in range(many(4000, 400)):
        shokha, trump = rng.random() < 0.7, rng.choice("cdhs")
        suit = rng.choice("cdhs")
        lead = rng.sample([c for c in PACK.names if c[1] == suit], rng.randint(1, 4))
        hand = rng.sample([c for c in PACK.names if c not in lead], 4)
        if rng.random() < 0.6:  # cards that can beat something
            hand = rng.sample([c for c in PACK.names if c not in lead and (c[1] in (suit, trump) or c == "6s")], 4)
        options = {"shokha": shokha, "special_leads": []}
        position = {"options": options, "seat": 1, "hand": " ".join(hand), "trump": trump}
        found = asked({**position, "plays": ["0 lead " + " ".join(lead)]})
        sets = [frozenset(chosen) for chosen in combinations(hand, len(lead))]
        assert in_words(found, "contest") == {s for s in sets if beats(s, lead, trump, shokha)}, (trump, lead, hand)
        assert in_words(found, "discard") == set(sets)


# Leads.


def test_r17_one_to_four_cards_of_one_suit_may_be_led() -> None:
    assert leads("9h 8h 7h 6d") == [
        *("lead 9h", "lead 8h", "lead 7h", "lead 6d", "lead 9h 8h", "lead 9h 7h", "lead 8h 7h", "lead 9h 8h 7h")
    ]


def test_r18_the_6s_is_a_spade_in_a_lead_or_wild() -> None:
    assert "lead As 6s" in leads("As 6s 9d 8c") and "lead 9d 6s" not in leads("As 6s 9d 8c")
    assert {"lead As 6s", "lead 9d 6s", "lead 8c 6s"} <= set(leads("As 6s 9d 8c", shokha_lead="wild"))
    assert leads("9h 8h 7h 6s", shokha_lead="wild", special_leads=[], lead_sizes=[1, 4])[-1] == "lead 9h 8h 7h 6s"


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_r18a_lead_sizes_limit_ordinary_leads_alone(sizes: list[int]) -> None:
    ordinary = leads("9h 8h 7h 6h", lead_sizes=sizes, special_leads=[])
    assert {len(text.split()) - 1 for text in ordinary} == set(sizes)
    assert "lead 9h 8h 7h 6h" in leads("9h 8h 7h 6h", lead_sizes=sizes)  # a Molodka
    assert "lead Ah Tc Td Th" in leads("Ah Tc Td Th", lead_sizes=sizes)  # a Moscow


def test_r19_r20_everyone_plays_as_many_cards_as_were_led() -> None:
    for lead in ("9d", "9d 8d", "9d 8d 7d"):
        deal = dealt({0: "9d 8d 7d Kc", 1: "Ah Kh Qh Js"})
        say(deal, f"0 lead {lead}")
        assert {len(text.split()) for text in legal(deal, 1)} == {1 + len(lead.split())}


def test_r21_nobody_has_to_follow_suit_to_trump_or_to_beat() -> None:
    deal = dealt({0: "9d 8d 7s Kc", 1: "Ad Kh Qh 9s"}, turned="8h")
    say(deal, "0 lead 9d")
    assert legal(deal, 1) == [
        *("contest Kh", "contest Qh", "contest Ad"),
        *("discard 9s", "discard Kh", "discard Qh", "discard Ad"),
    ]


def test_r22_a_reply_is_all_face_up_or_all_face_down() -> None:
    deal = dealt({0: "9d 8d 7s Kc", 1: "Ad Td Qc 9s"}, turned="8h")
    say(deal, "0 lead 9d 8d")
    with pytest.raises(IllegalPlay, match="'contest Ad 9s' is not legal for seat 1; legal: contest Ad Td, discard"):
        deal.read(1, "contest Ad 9s")
    assert "discard Ad Td" in legal(deal, 1)  # a set that could have won


def test_r23_a_card_of_another_plain_suit_never_beats() -> None:
    position: dict[str, object] = {"seat": 1, "hand": "Ac", "plays": ["0 lead 6d"]}
    assert asked({**position, "trump": "h"}) == ["discard Ac"]
    assert asked({**position, "trump": "c"}) == ["contest Ac", "discard Ac"]
    assert asked({**position, "trump": "none"}) == ["discard Ac"]
    assert asked({"seat": 1, "hand": "7d", "plays": ["0 lead 6d"]}) == ["contest 7d", "discard 7d"]


def test_r25_a_reply_must_beat_the_best_play_so_far_a_partners_too() -> None:
    deal = dealt({0: "7d 8s 9c Kc", 1: "9d 7c 7s 7h", 2: "Jd 8d Ac Ks"}, players=4, turned="8h")
    say(deal, "0 lead 7d", "1 contest 9d")
    assert legal(deal, 2)[0] == "contest Jd" and "contest 8d" not in legal(deal, 2)
    say(deal, "2 contest Jd")
    assert deal.taking == 2 and deal.best == cards("Jd") and deal.lead == cards("7d")


def test_r28_four_of_a_suit_led_without_a_claim_win_as_a_molodka() -> None:
    deal = dealt({0: "9d 8d 7d 6d", 1: "Ah Th Kh Qh"}, turned="8h")
    say(deal, "0 no claim", "1 no claim", "0 lead 9d 8d 7d 6d")
    assert legal(deal, 1) == ["discard Ah Th Kh Qh"]


def test_r28_no_four_cards_are_both() -> None:
    special = ["moscow", "molodka"]
    for four in combinations(PACK.names, 4):
        if combination(four, special[:1], True):
            assert not combination(four, special[1:], True)


def test_r28a_a_combination_that_is_not_in_the_game_does_not_exist() -> None:
    assert "lead Th Kh 8h 6s" not in leads("Th Kh 8h 6s", special_leads=["moscow"])
    assert "lead Th Kh 8h 6s" in leads("Th Kh 8h 6s", special_leads=["moscow"], shokha_lead="wild")
    assert leads("Ah Td Tc 6s", special_leads=["molodka"]) == leads("Ah Td Tc 6s", special_leads=[])


def test_r35_no_special_lead_with_fewer_than_four_cards() -> None:
    assert leads("Ah Td 6s") == ["lead 6s", "lead Ah", "lead Td"]
    assert asked({"hand": "Ah Td 6s", "phase": "claims", "stock": 0}) == []


def test_r36_without_special_leads_four_of_a_suit_are_an_ordinary_lead() -> None:
    deal = dealt({0: "9d 8d 7d 6d", 1: "Ah Th Kh Qh"}, turned="8h", special_leads=[])
    assert deal.actors() == (0,) and not deal.asked
    say(deal, "0 lead 9d 8d 7d 6d", "1 contest Ah Th Kh Qh")
    assert deal.last_taker == 1


def test_r58_four_aces_never_beat_four_cards_that_can_be_led() -> None:
    """So contesting with them cannot win the pot: leads hold an ace (a Moscow), are of one suit, or hold the 6s too."""
    aces = ["Ac", "Ad", "Ah", "As"]
    others = [[c for c in PACK.names if c[1] == suit and c not in aces] for suit in "cdhs"]
    one_suit = [list(four) for suit in others for four in combinations(suit, 4)]
    with_6s = [[*three, "6s"] for suit in others[:3] for three in combinations(suit, 3)]
    for lead, trump, shokha in product([*one_suit, *with_6s], [*"cdhs", "none"], [True, False]):
        assert not beats(aces, lead, trump, shokha)


# Notation.


def test_a_play_is_read_with_its_cards_in_any_order() -> None:
    deal = dealt({0: "9d 8d 7s Kc"})
    deal.answer_forced()
    assert deal.text(deal.read(0, "lead  8d 9d")) == "lead 9d 8d"
    with pytest.raises(IllegalPlay, match="'lead 9d Kc' is not legal for seat 0; legal: lead 7s, lead 9d"):
        deal.read(0, "lead 9d Kc")
    for text in ("claim bura", "lead", "lead 9d 8d 7d 6d Kd", "lay 9d", "discard 5d", "no", "claim"):
        with pytest.raises(NotationError, match="is no play; a play looks like 'lead Kh 8h', 'contest Ah 9h' or"):
            deal.read(0, text)
