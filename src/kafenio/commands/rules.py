"""`kafenio rules`: the rules of a game in words, as they are under the options given."""

from __future__ import annotations

from kafenio.commands import BAD, GOOD, complain, say
from kafenio.game import Game
from kafenio.i18n.rules import RulesError, languages, plain, rule, rules
from kafenio.i18n.words import rule_number

__all__ = ["run"]


def run(game: Game, number: str | None, language: str, strict: bool) -> int:
    """All rules, or one of them by its number; in English if they are not written in the language, unless `strict`."""
    if not strict and language not in languages(game.NAME):
        language = "en"
    options = {name: getattr(game.options, name) for name in game.options.__struct_fields__}
    try:
        if number is None:
            text = rules(game.NAME, options, language)
        else:
            text = rule(game.NAME, options, rule_number(number), language)
    except RulesError as e:
        complain(str(e))
        return BAD
    say(plain(text))
    return GOOD
