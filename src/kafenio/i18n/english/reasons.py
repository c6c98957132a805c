"""Why a bot plays as it does, and what may be said now."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["NOTES", "WHYS"]

WHYS: Mapping[str, Text] = {
    "only": "It is the only play.",
    "its_own": "{text}",
    "no_other": "There is no other play.",
    # greedy players of fishing games
    "brings": "It brings {what}.",
    "cards": ("{n} card", "{n} cards"),
    "clubs": ("{n} club", "{n} clubs"),
    "good_two": "the good two",
    "good_ten": "the good ten",
    "bount": "a bount",
    "missa": "a missa",
    "wait": "Every capture leaves more than it brings; {card} can wait on the table.",
    "nothing_taken": "Nothing can be taken, and {card} gives the next player least.",
    "secures": "It secures what is lacking and finishes the match.",
    "finish": "What was lacking for the match is in the pile.",
    # beside these, of the play that is hinted at
    "keeps": "It keeps {cards} for a capture.",
    "keeps_jack": "It keeps {cards} for a fuller table.",
    "equals_gone": "{card} is a safe lay: the other three of its rank are gone.",
    "equal_left": "{card} is a fairly safe lay: only {other} of its rank can still come.",
    "no_tap": "Nobody can tap {card}: the other three of its rank are gone.",
    "no_beater": "Nobody can beat it: every card that could is gone.",
    "keeps_trump": "It keeps {cards}, which beats all the rest.",
    # Ronda
    "announce": "Announced it may score; kept back it costs points or brings none.",
    "silent": "There is nothing worth saying.",
    "call": "That seat has played cards of one rank without announcing them.",
    "answer": (
        "It answers the tap for {n} point and the cards apart.",
        "It answers the tap for {n} points and the cards apart.",
    ),
    "nothing_better": "Nothing better can be taken, and {card} gives the next player least.",
    # Kozel
    "claim": "It takes the lead with cards that nobody holds back for long.",
    "bura": "Three trumps are a Bura: they win the pot.",
    "holds": "It holds in {percent} of 100 cases, and the others throw to it.",
    "costs_nothing": "It costs nothing if it is beaten.",
    "wins": ("It wins {n} point at the least cost.", "It wins {n} points at the least cost."),
    "partner": "The trick is the partner's: points thrown to it are kept.",
    "not_worth": "The trick is not worth better cards: throw what counts least.",
    # levels
    "prospect": "{percent} % for the match, {points} points in this deal.",
    "prospect.second": (
        "{percent} % for the match, {points} points in this deal; after {play} {percent_after} %, {points_after}."
    ),
    "counted": "The last round is counted out: {percent} % for the match, {points} points in this deal.",
    "counted.second": (
        "The last round is counted out: {percent} % for the match, {points} points in this deal; "
        "after {play} {percent_after} %, {points_after}."
    ),
}

NOTES: Mapping[str, Text] = {
    "finish": "You have captured what you lack: finish wins the match now.",
    "claim.moscow": "Your cards are a Moscow: you may claim it and lead all four.",
    "claim.molodka": "Your cards are a Molodka: you may claim it and lead all four.",
    "claim.aces": "You hold the four aces: claimed, they win the pot.",
    "call": "The round is over. Did an opponent keep a ronda or tringla back? Call a seat, or pass.",
    "announce.ronda": "You hold {cards}: you may announce a ronda.",
    "announce.tringla": "You hold {cards}: you may announce a tringla.",
    "answer.khamsa": "You may answer the tap with {card}: khamsa.",
    "answer.aachra": "You may answer the tap with {card}: aachra.",
    "tap": "{card} taps the card just laid: bount.",
    "equal": "{count} {rank}, {cards}",
}
