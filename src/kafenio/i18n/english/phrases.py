"""What may be said at any table, by name."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["PHRASES"]

PHRASES: Mapping[str, Text] = {
    # greetings
    "hello": "Hello!",
    "welcome": "Welcome!",
    "nice_to_meet": "Nice to meet you!",
    "good_luck": "Good luck!",
    "bye": "Bye!",
    "see_you": "See you next time!",
    # about play
    "well_played": "Well played!",
    "nice_one": "Nice one!",
    "bravo": "Bravo!",
    "wow": "Wow!",
    "exciting": "How exciting!",
    "so_close": "So close!",
    "what_luck": "What luck!",
    "bad_luck": "Bad luck!",
    "oops": "Oops!",
    "my_mistake": "My mistake.",
    "partner": "Well done, partner!",
    "good_game": "Good game!",
    # courtesy
    "thanks": "Thank you!",
    "please": "Please.",
    "sorry": "Sorry!",
    "no_problem": "No problem.",
    "yes": "Yes.",
    "no": "No.",
    # time
    "one_moment": "One moment, please.",
    "thinking": "I am thinking.",
    "take_time": "Take your time.",
    "your_turn": "It is your turn.",
    "go_on": "Shall we go on?",
    "back_soon": "I will be right back.",
    "i_am_back": "I am back.",
    "slow_line": "My connection is slow.",
    # the table
    "which_rules": "Which rules do we play?",
    "bot_instead": "Shall a bot take the free seat?",
    "take_back": "May I take that back?",
    "another": "One more match?",
    "last_one": "This is my last match.",
}
