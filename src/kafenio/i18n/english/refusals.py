"""Why a play is refused: sentences without their full stop. Then what the server refuses, by its code."""

from __future__ import annotations

from collections.abc import Mapping

from kafenio.i18n.english.text import Text

__all__ = ["CODES", "REFUSALS"]

REFUSALS: Mapping[str, Text] = {
    "not_held": "You do not hold {card}",
    # fishing
    "one_laid": "One card is laid at a time",
    "not_among": "That is not among your plays, such as {play}",
    "can_take": "{card} can take, so it may not be laid: {play}",
    "one_can_take": "A card of yours can take, so none may be laid: {play}",
    "not_on_table": "{card} does not lie on the table",
    "taken_once": "A card can be taken only once",
    "not_both": "{card} takes the equal card or a sum, not both together",
    "one_equal": "{card} takes one equal card only",
    "not_equal": "{card} takes a single card only if it is equal, and {taken} is not",
    "no_sum": "{card} takes no sum",
    "no_value": "{card} has no value and belongs to no sum",
    "equal_first": "{card} must take the equal card that lies there",
    "wrong_sum": "{cards} make {total}, but {card} takes {takes}",
    "not_secured": "You have not secured what you lack for the match",
    "not_twice": "You captured on your last turn, so now you lay a card",
    "jack_takes_all": "A jack takes everything that lies on the table, and nothing less",
    # Kozel
    "claims_only": "Before this lead you only say whether you claim something",
    "lead_or_reply": "Here one leads, contests or discards: {play}",
    "played_once": "A card can be played only once",
    "you_lead": "Nobody has led yet: you lead",
    "due": ("{n} card is due", "{n} cards are due"),
    "unbeatable": "This lead cannot be beaten: throw your cards",
    "no_claim_now": "Nothing may be claimed now: it is done before a lead, with four cards",
    "claim_not_held": "You do not hold what you would claim",
    "led_already": "It has been led already: beat it or throw",
    "lead_all_four": "You claimed: now you lead all four cards",
    "one_suit": "An ordinary lead has cards of one suit only",
    "lead_size": "A lead of so many cards is not in the game",
    "shorter_hand": "Somebody holds fewer cards, and all must be able to reply",
    "none_beats": "None of these cards beats {card}",
    "each_beaten": "Each of {cards} must be beaten by a different card",
    # Ronda
    "word_due": "A word is due now, not a card: {plays}",
    "one_card": "You play one card: {plays}",
    "announced": "You have announced already",
    "too_late": "It is too late: announcements come before the first card",
    "played_already": "You have played a card of this round, so it is too late",
    "no_combination": "You hold neither two nor three cards of one rank",
    "four_card_hand": "Nothing is announced in a hand of four cards",
    "a_tringla": "You hold three alike, so it is a tringla",
    "a_ronda": "You hold a pair, so it is a ronda",
    "call_opponent": "Only an opponent whom nobody has called may be called",
    "call_at_end": "Calls are made at the end of a round",
    "no_calls": "Nobody is called at this table",
    "no_pass": "You play a card: nobody passes",
    "other_captures": "Another card of yours captures, so it must be played: {play}",
    "not_quietly": "Nothing is taken quietly here: {play}",
    "no_tap": "There is no tap that {card} answers: {play}",
    "answers": "A card of the tapped rank answers: {play}",
    "takes_run": "{card} takes its equal and the whole run above it: {play}",
    "stays": "No card of its rank lies there, so {card} stays on the table: {play}",
}

CODES: Mapping[str, Text] = {
    "bad_message": "The table did not understand that.",
    "busy": "The table is busy. Try again.",
    "too_fast": "One after the other: say less at once.",
    "stale": "The table has changed meanwhile. Look again.",
    "illegal": "That cannot be played now.",
    "not_stored": "That could not be stored, so it does not count. Try again.",
    "not_seated": "You have no seat at this table.",
    "not_now": "That cannot be done now.",
    "not_yours": "That is not for you to do.",
    "taken": "That seat is taken.",
    "unknown": "That is not there.",
}
