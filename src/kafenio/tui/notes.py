"""What a person at the table is told besides the events: which lines of the picture matter, and what may be said now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kafenio.audience import Event, View
from kafenio.cards import LATIN_40
from kafenio.game import Line
from kafenio.i18n.words import N_, Text, Words

__all__ = ["glance", "last_plays", "notes"]

# labels of the picture that are told only when asked for
ASIDE = re.compile(r"stock|(pile|score) of side \d|seat \d|last trick|penalty points|pot|purses")
PLAYS = frozenset({"laid", "captured", "tapped", "answered"})

# What a legal play stands for, by the way it begins.
SAYING: dict[str, Text] = {
    "finish": N_("You have captured what you lack: finish wins the match now."),
    "claim moscow": N_("Your cards are a Moscow: you may claim it and lead all four."),
    "claim molodka": N_("Your cards are a Molodka: you may claim it and lead all four."),
    "claim aces": N_("You hold the four aces: claimed, they win the pot."),
    "call": N_("The round is over. Did an opponent keep a ronda or tringla back? Call a seat, or pass."),
}
RANKS: dict[str, str] = {
    "1": N_("ones"),
    "2": N_("twos"),
    "3": N_("threes"),
    "4": N_("fours"),
    "5": N_("fives"),
    "6": N_("sixes"),
    "7": N_("sevens"),
    "10": N_("tens"),
    "11": N_("elevens"),
    "12": N_("twelves"),
}
NUMBERS: dict[int, str] = {2: N_("two"), 3: N_("three"), 4: N_("four")}


def glance(picture: Sequence[Line]) -> list[Line]:
    """The lines of a picture that are told at every turn."""
    lead = next((line.text for line in picture if line.label == "lead"), None)
    return [
        line
        for line in picture
        if not ASIDE.fullmatch(line.label)
        and line.text != "being asked for"
        and not (line.label == "best" and line.text == lead)
    ]


def last_plays(log: Sequence[Event], seats: int) -> Sequence[Event]:
    """From the log: the last trick, with its claims and draws, where there are tricks; else the last round of the table."""
    tricks = [i for i, event in enumerate(log) if event.kind == "trick"]
    if tricks:
        first = next((i for i in range(tricks[-1], -1, -1) if log[i].kind == "lead"), 0)
        return log[first:]
    leads = [i for i, event in enumerate(log) if event.kind == "lead"]
    if leads:
        return log[leads[0] :]
    plays = [i for i, event in enumerate(log) if event.kind in PLAYS]
    return log[plays[-seats] if len(plays) >= seats else plays[0] :] if plays else ()


def notes(words: Words, view: View, legal: Sequence[str]) -> list[str]:
    """A sentence for each thing beyond a card that the seat may do now."""
    begun = {beginning for beginning in SAYING for play in legal if play.startswith(beginning)}
    found = [words.say(SAYING[beginning]) for beginning in SAYING if beginning in begun]
    if view.game == "ronda":
        found += ronda_notes(words, view, legal)
    return found


def ronda_notes(words: Words, view: View, legal: Sequence[str]) -> Iterator[str]:
    """What may be announced, tapped or answered."""
    for play in legal:
        verb, *rest = play.split()
        if verb == "announce":
            held = words.listed([equal(words, cards) for cards in groups(view.hand)])
            text = N_("You hold {cards}: you may announce a {kind}.")
            yield words.say(text, cards=held, kind=words.say(N_("tringla") if rest == ["tringla"] else N_("ronda")))
        elif verb == "answer":
            cry = "khamsa" if view["chain"] == 1 else "aachra"
            yield words.say(N_("You may answer the tap with {card}: {cry}."), card=rest[0], cry=cry)
        elif rest[:1] == ["x"] and "quiet" not in rest and taps(view, verb):
            yield words.say(N_("{card} taps the card just laid: bount."), card=verb)


def taps(view: View, card: str) -> bool:
    """Whether a card that captures taps the one just laid (R39)."""
    return bool(view["laid_last"]) and view["last_card"] // 4 == LATIN_40.number(card) // 4


def groups(hand: int) -> list[list[str]]:
    """The cards of a hand that are equal to another one, rank by rank."""
    found: dict[str, list[str]] = {}
    for name in LATIN_40.shown(hand).split():
        found.setdefault(name[:-1], []).append(name)
    return [cards for cards in found.values() if len(cards) > 1]


def equal(words: Words, cards: Sequence[str]) -> str:
    """`two sevens, 7c and 7e`."""
    rank = words.say(RANKS[cards[0][:-1]])
    return words.say(
        N_("{number} {rank}, {cards}"), number=words.say(NUMBERS[len(cards)]), rank=rank, cards=words.listed(cards)
    )
