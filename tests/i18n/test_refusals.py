"""Why a play is refused: the rule for each kind of mistake, and an answer to everything that can be typed."""

from __future__ import annotations

import random
import re

import pytest

from in_words import english
from kafenio.audience import View
from kafenio.contract import Rng
from kafenio.game import Game, load
from kafenio.i18n.refusals import Refusal, refusal
from kafenio.i18n.rules import rule
from kafenio.match import Match
from kafenio.tui.plays import VERBS, reading
from support import CASES, Case, made, many


def refused(game: str, position: dict[str, object], text: str) -> Refusal:
    """What is said to a play in a bare position."""
    deal = load(game).of().position(position)
    seat = int(str(position.get("seat", 0)))
    legal = [deal.text(play) for play in deal.legal(seat)]
    assert text not in legal
    return refusal(deal.view(seat), legal, text)


HERE = {"hand": "8h 6s Kd Td", "table": "3c 5d 6c 8s 8d Kh"}
DUTY = {"options": {"capture_obligation": "if_able"}, **HERE}

KONTSINA = [
    (HERE, "lay 2c", "You do not hold 2c", "R11"),
    (HERE, "8h x 2c+6c", "2c does not lie on the table", "R13"),
    (HERE, "8h x 3c+6c", "3c and 6c make 9, but 8h takes 8", "R15"),
    (HERE, "8h x 8s+3c+5d", "8h takes the equal card or a sum, not both together", "R16"),
    (HERE, "8h x 8s+8d", "8h takes one equal card only", "R13"),
    (HERE, "8h x 6c", "8h takes a single card only if it is equal, and 6c is not", "R13"),
    (HERE, "8h x 3c+3c", "A card can be taken only once", "R13"),
    (HERE, "Kd x 8s+5d", "Kd takes no sum", "R14"),
    (HERE, "Td x Kh+3c", "Kh has no value and belongs to no sum", "R14"),
    (HERE, "lay 8h 6s", "One card is laid at a time", "R11"),
    (HERE, "lead 8h", "That is not among your plays, such as 6s x 6c", "R20"),
    (DUTY, "lay 6s", "6s can take, so it may not be laid: 6s x 6c", "R17"),
    (DUTY, "lay Td", "A card of yours can take, so none may be laid: 6s x 6c", "R17"),
    (
        {"options": {"equal_rank_priority": True}, **HERE},
        "8h x 3c+5d",
        "8h must take the equal card that lies there",
        "R16",
    ),
]
KONCHINKA = [
    (
        {"hand": "Jc 4d", "table": "Kh 9c"},
        "Jc x Kh",
        "A jack takes everything that lies on the table, and nothing less",
        "R22",
    ),
    ({"hand": "Jc 4d", "table": "Kh 9c"}, "lay 4d", "A card of yours can take, so none may be laid: Jc x Kh+9c", "R24"),
    ({"hand": "7h Kd", "table": "2c 3d 5h"}, "Kd x 2c+3d", "Kd takes no sum", "R18"),
    (
        {
            "options": {"consecutive_captures": "not_twice_running", "capture_obligation": "optional"},
            "hand": "7h Kd",
            "table": "2c 5h",
            "plays": ["0 9c x 9d", "1 lay 2c"],
        },
        "7h x 2c+5h",
        "You captured on your last turn, so now you lay a card",
        "R25a",
    ),
    ({"hand": "7h Kd", "table": "2c 3d 5h"}, "finish", "You have not secured what you lack for the match", "R45"),
]
LEADING = {"hand": "As Ks 6s 9d", "trump": "h"}
REPLYING = {"seat": 1, "hand": "Ah 9h Jd 7c", "trump": "c", "plays": ["0 lead Kh 8h"]}
KOZEL = [
    (LEADING, "lead As 9d", "An ordinary lead has cards of one suit only", "R17"),
    (LEADING, "lead 9d 6s", "An ordinary lead has cards of one suit only", "R18"),
    (LEADING, "lead", "Here one leads, contests or discards: lead As", "R22"),
    (LEADING, "contest As", "Nobody has led yet: you lead", "R17"),
    (LEADING, "claim moscow", "Nothing may be claimed now: it is done before a lead, with four cards", "R29"),
    (
        {"options": {"lead_sizes": [1, 3]}, **LEADING},
        "lead As Ks",
        "A lead of so many cards is not in the game",
        "R18a",
    ),
    ({"sizes": [4, 2], **LEADING}, "lead As Ks 6s", "Somebody holds fewer cards, and all must be able to reply", "R41"),
    ({"phase": "claims", **LEADING}, "claim moscow", "You do not hold what you would claim", "R27"),
    ({"phase": "claims", **LEADING}, "lead As", "Before this lead you only say whether you claim something", "R30"),
    (REPLYING, "discard", "Here one leads, contests or discards: contest Ah 9h", "R22"),
    (REPLYING, "contest Ah", "2 cards are due", "R20"),
    (REPLYING, "contest Ah Jd", "Each of 8h and Kh must be beaten by a different card", "R24"),
    (REPLYING, "contest 9h Jd", "None of these cards beats Kh", "R23"),
    (REPLYING, "lead Ah 9h", "It has been led already: beat it or throw", "R14"),
    (REPLYING, "discard Ad 9h", "You do not hold Ad", "R20"),
    (REPLYING, "discard 9h 9h", "A card can be played only once", "R20"),
    (
        {"seat": 1, "hand": "Ah Th Kh Qh", "trump": "h", "plays": ["0 lead 9d 8d 7d 6d"]},
        "contest Ah Th Kh Qh",
        "This lead cannot be beaten: throw your cards",
        "R32",
    ),
]
TABLE = {"hand": "1c 2e 5b", "table": "5d 6c 7e 10b 12d"}
RONDA = [
    (TABLE, "lay 5b", "5b takes its equal and the whole run above it: 5b x 5d+6c+7e+10b", "R32"),
    (TABLE, "5b x 5d", "5b takes its equal and the whole run above it: 5b x 5d+6c+7e+10b", "R32"),
    (TABLE, "1c x 12d", "No card of its rank lies there, so 1c stays on the table: lay 1c", "R33"),
    (TABLE, "lay 12c", "You do not hold 12c", "R31"),
    (TABLE, "answer 5b", "There is no tap that 5b answers: 5b x 5d+6c+7e+10b", "R41"),
    (TABLE, "5b x 5d+6c+7e+10b quiet", "Nothing is taken quietly here: 5b x 5d+6c+7e+10b", "R39"),
    (TABLE, "lay", "You play one card: lay 1c, lay 2e and 5b x 5d+6c+7e+10b", "R31"),
    (TABLE, "lay 1c 2e", "You play one card: lay 1c, lay 2e and 5b x 5d+6c+7e+10b", "R31"),
    (TABLE, "announce ronda", "You hold neither two nor three cards of one rank", "R19"),
    (TABLE, "pass", "You play a card: nobody passes", "R31"),
    (TABLE, "call 1", "Nobody is called at this table", "R28"),
    ({"hand": "1c 1e 5b"}, "announce tringla", "You hold a pair, so it is a ronda", "R19"),
    ({"hand": "1c 1e 1b"}, "announce ronda", "You hold three alike, so it is a tringla", "R19"),
    (
        {"options": {"capture_obligation": "if_able"}, **TABLE},
        "lay 1c",
        "Another card of yours captures, so it must be played: 5b x 5d+6c+7e+10b",
        "R35",
    ),
    (
        {"hand": "7b 2c", "plays": ["0 lay 7c", "1 7e x 7c"]},
        "lay 7b",
        "A card of the tapped rank answers: answer 7b",
        "R41",
    ),
    (
        {"options": {"announce_timing": "before_play"}, "phase": "announcements", "hand": "1c 1e 5b"},
        "lay 5b",
        "A word is due now, not a card: announce ronda and pass",
        "R18",
    ),
    ({"options": {"hidden_ronda": "challenge"}, **TABLE}, "call 1", "Calls are made at the end of a round", "R30"),
]


@pytest.mark.parametrize(
    ("game", "position", "text", "sentence", "number"),
    [
        (game, *case)
        for game, cases in (("kontsina", KONTSINA), ("konchinka", KONCHINKA), ("kozel", KOZEL), ("ronda", RONDA))
        for case in cases
    ],
)
def test_a_mistake_is_named_with_its_rule(
    game: str, position: dict[str, object], text: str, sentence: str, number: str
) -> None:
    why = refused(game, position, text)
    assert (english.text(why.sentence), why.rule) == (sentence, number)


def typed(game: Game, view: View, rng: random.Random) -> str:
    """Something that looks like a play of this game."""
    names = game.PACK.names
    held = game.PACK.shown(view.hand).split() or list(names)
    cards = [rng.choice(rng.choice((held, names))) for _ in range(rng.randint(1, 4))]
    verbs = ["lay", "lead", "contest", "discard", "answer"]
    return rng.choice(
        [
            f"{rng.choice(verbs)} {' '.join(cards)}",
            f"{cards[0]} x {' '.join(cards[1:] or cards)}{rng.choice(['', ' quiet'])}",
            " ".join(cards),
            rng.choice(["finish", "call 1", "no claim", "claim moscow", "claim aces", "announce ronda"]),
            rng.choice(sorted(VERBS)),
        ]
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_is_typed_is_answered_by_a_rule_of_the_table(case: Case) -> None:
    game = made(case)
    rng = random.Random(str(case))
    match = Match(game, Rng(rng.getrandbits(30)))
    options = {name: getattr(game.options, name) for name in game.options.__struct_fields__}
    told: set[str] = set()
    match.begin()
    for _ in range(many(60, 20)):
        match.settle()
        if match.deal is None:
            break
        seat = next(s for s in match.actors() if match.legal(s))
        legal = match.legal(seat)
        for _ in range(8):
            text = typed(game, match.view(seat), rng)
            found = reading(game.PACK, legal, text)
            if found.text and not found.several:
                answer = refusal(match.view(seat), legal, found.text)
                assert re.fullmatch(r"\S[^{]*\S \(R\d+a?\)[.]", english.text(answer.message()))
                told.add(answer.rule)
        match.make(seat, rng.choice(legal))
    for number in told:
        assert rule(game.NAME, options, number)
