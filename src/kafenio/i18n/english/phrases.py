"""What may be said at any table, by name."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["PHRASES"]

PHRASES: Mapping[str, Text] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "nice_one": "Nice one!",
    "thanks": "Thank you!",
    "sorry": "Sorry!",
    "oops": "Oops!",
    "one_moment": "One moment, please.",
    "your_turn": "It is your turn.",
    "another": "One more match?",
    "good_game": "Good game!",
    "bye": "Bye!",
}
