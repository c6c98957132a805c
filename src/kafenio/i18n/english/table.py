"""What lies on the table, line by line, and the words that sentences are put together from."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["BASE", "COUNTS", "LABELS", "PICTURE", "RANKS", "SUITS", "TITLES"]

BASE: Mapping[str, Text] = {
    "and": "{list} and {last}",
    "comma": "{list}, {last}",
    "line": "{label}: {content}",
    "you": "you",
    "refused": "{sentence} ({rule}).",
    "seat": "seat {number}",
}

TITLES: Mapping[str, Text] = {
    "kontsina": "Kontsina",
    "konchinka": "Konchinka",
    "kozel": "Kozel",
    "ronda": "Ronda",
}

# Suits of the French pack as trumps are named.
SUITS: Mapping[str, Text] = {
    "c": "clubs",
    "d": "diamonds",
    "h": "hearts",
    "s": "spades",
    "none": "none",
}

# Numbers of rondas, and of equal cards.
COUNTS: Mapping[str, Text] = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
}

# Several cards of one rank of the Latin pack.
RANKS: Mapping[str, Text] = {
    "1": "ones",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "7": "sevens",
    "10": "tens",
    "11": "elevens",
    "12": "twelves",
}

LABELS: Mapping[str, Text] = {
    "table": "Table",
    "stock": "Stock",
    "hand": "{name}",
    "hand.you": "Your hand",
    "pile": "Pile of {side}",
    "pile.you": "Your pile",
    "pile.ours": "Pile of your side",
    "score": "Score of {side}",
    "score.you": "Your score",
    "score.ours": "Score of your side",
    "apart": "Lying apart",
    "announced": "Announced",
    "trump": "Trump",
    "claims": "Claimed",
    "lead": "Led",
    "reply": "Reply",
    "thrown": "Thrown",
    "best": "Best so far",
    "last_trick": "Last trick",
    "penalty": "Penalty points",
    "pot": "Pot",
    "purses": "Purses",
}

PICTURE: Mapping[str, Text] = {
    "empty": "empty",
    "nothing": "nothing",
    "no_cards": "no cards",
    "cards": ("{n} card", "{n} cards"),
    "cards.open": ("{n} card: {cards}", "{n} cards: {cards}"),
    "hidden": ("{n} hidden", "{n} hidden"),
    "face_down": ("{n} face down", "{n} face down"),
    "trump.under": "{trump}, {cards} lies under the stock",
    "asked": "being asked for",
    "said": "{name}: {what}",
    "played": "{name}: {cards}",
    "each": "{name} {cards}",
    "taken": "taken by {name}: {plays}",
    "apart": "{cards} ({name}: {what})",
    "score": "{side} {number}",
    "claim.moscow": "Moscow",
    "claim.molodka": "Molodka",
    "claim.aces": "four aces",
    "two_rondas": "two rondas",
}
