"""What the terminal says and asks. Commands stay as they are typed."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["CARDS", "TERMINAL"]

TERMINAL: Mapping[str, Text] = {
    "help": """Type the number of a play, or the play itself: its cards may stand in any order.
?             this help
? R17         that rule
? PLAY        why that play is not allowed now
rules         all the rules of this table
table         everything on the table again
plays         every play you may make
score         the score-sheet
last          the last plays
hint          what a good bot would do, and why
save FILE     keep the match as it stands
quit          leave; the match is saved and can go on later""",
    "speak_up": "It is not your turn, but you may say this now. A number says it, Enter does not.",
    "nothing_to_say": "You have nothing to say. Press Enter.",
    "next_deal": "Press Enter for the next deal.",
    "your_play.one": "Your play? (Enter: 1)",
    "your_play": "Your play?",
    "pass_to": "Pass to {name}. {name}, press Enter.",
    "more_plays": ("And {n} more: plays lists them all.", "And {n} more: plays lists them all."),
    "which": "That may be {plays}. Which?",
    "number": "Type a number from 1 to {last}, or ? for help.",
    "no_play": "{answer} is no play and no command. Type a number from 1 to {last}, or ? for help.",
    "hint": "Hint: {play}. {why}",
    "allowed": "{play} is allowed.",
    "no_deal": "Nothing is being played now.",
    "rules_in": "These rules are written in English only.",
    "no_rule": "There is no rule {number} at this table; rules tells them all.",
    "no_count": "No deal has been counted yet.",
    "counts": "30/8/2c/Td means 30 cards, 8 of them clubs, with the 2c and the Td.",
    "nothing_played": "Nothing has been played yet.",
    "save_where": "Save to which file? Type save and its name.",
    "exists": "{name} exists already; choose another name.",
    "not_written": "{name} cannot be written: {why}.",
    "saved_in": "Saved in {name}.",
    "players": ("{game}, {n} player.", "{game}, {n} players."),
    "seat.bot": "Seat {seat}: {name}, a bot ({bot}).",
    "seat.you": "Seat {seat}: {name}. That is you.",
    "seat": "Seat {seat}: {name}.",
    "against": "{first} play against {second}.",
    "different": "Different from the usual rules:",
    "usual": "The usual rules, without exception.",
    "help_any_time": "Type ? for help at any time.",
    "goes_on": "Deal {number} goes on.",
    "notation": "Plays: {examples}",
    "match_saved": "The match is saved in {name}.",
    "the_end": "The end. Enter leaves; save FILE keeps the match.",
    "to_go_on": "Saved. To go on: {command}",
    # before a match
    "which_game": "Which game?",
    "game": "{title}: {about}",
    "which_rules": "Which rules?",
    "how_many": "How many players? {possible}. Enter: {usual}.",
    "how_strong": "How strong are the others? A level from {low} to {high}. Enter: greedy, who takes what scores.",
    "your_name": "Your name? Enter: {usual}.",
    "bot_failed": "{failed}. A greedy bot plays on for it.",
    "bad_name": "A name that can be printed, and does not begin with bot:, please.",
    "preset": "{called} ({name}): {rules}",
    "usual_rules": "The usual rules.",
    "choose": "A number from 1 to {last}. Enter: 1.",
    "none_of_these": "{answer} is none of these.",
    "player": "player",
}

CARDS: Mapping[str, Text] = {
    "cdhs": (
        "A card is its rank and its suit: 8h is the eight of hearts, Td the ten of diamonds. "
        "c is clubs, d diamonds, h hearts, s spades."
    ),
    "cebd": (
        "A card is its rank and its suit: 7c is the seven of cups, 10d the jack of coins. "
        "c is cups, e swords, b clubs, d coins; 10 is the jack, 11 the knight, 12 the king."
    ),
}
