"""What may be said at any table, by name; the texts are msgids of the catalogs."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.words import N_

__all__ = ["PHRASES"]

PHRASES: Mapping[str, str] = {
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "well_played": N_("Well played!"),
    "nice_one": N_("Nice one!"),
    "thanks": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "oops": N_("Oops!"),
    "one_moment": N_("One moment, please."),
    "your_turn": N_("It is your turn."),
    "another": N_("One more match?"),
    "good_game": N_("Good game!"),
    "bye": N_("Bye!"),
}
