"""Setting a table up: which game, how many players, which preset; asked where the command line does not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import kafenio
from kafenio.bots import BOTS
from kafenio.errors import BadOptions
from kafenio.game import Game, games, load
from kafenio.i18n.options import differences, goal
from kafenio.i18n.words import GAMES, N_, Words
from kafenio.tui.console import Console, quoted

__all__ = ["ask_for_bots", "ask_for_game", "ask_for_name"]

MOST = 5  # seats of any game
EASY = 3  # levels of bots that are quick enough where the rules run interpreted


def ask_for_game(console: Console) -> Game:
    """A game under a preset, by three questions."""
    console.say(N_("Which game?"))
    names = games()
    told = [f"{load(name).TITLE}: {GAMES[name]}" if name in GAMES else load(name).TITLE for name in names]
    cls = load(names[choose(console, told, names)])
    players = ask_for_players(console, cls)
    fitting = presets(cls, players)
    told = [preset_line(name, game) for name, game in fitting.items()]
    console.say(N_("Which rules?"))
    return list(fitting.values())[choose(console, told, list(fitting))]


def ask_for_players(console: Console, cls: type[Game]) -> int:
    """How many play."""
    possible = [n for n in range(2, MOST + 1) if presets(cls, n)]
    while True:
        answer = console.ask(f"How many players? {', '.join(map(str, possible))}. Enter: {possible[0]}.")
        if not answer:
            return possible[0]
        if answer in map(str, possible):
            return int(answer)
        console.say(f"{quoted(answer)} is none of these numbers.")


def presets(cls: type[Game], players: int) -> Mapping[str, Game]:
    """The presets that so many can play, those with other rules under two names once."""
    found: dict[str, Game] = {}
    for name, options in cls.PRESETS.items():
        if options.get("players", players) != players:
            continue
        try:
            game = cls.of(name, players=players)
        except BadOptions:
            continue
        if game.options not in [other.options for other in found.values()]:
            found[name] = game
    return found


def preset_line(name: str, game: Game) -> str:
    """`first_to_21: The points of all deals are added up.`"""
    words = Words(game, [""] * game.seats, None)
    different = [sentence for _, sentence in differences(words, game.options)]
    return f"{name}: {' '.join(different)}" if different else f"{name}: the usual rules. {goal(words, game.options)}"


def choose(console: Console, told: Sequence[str], names: Sequence[str]) -> int:
    """The place of one of several things, told by number and chosen by number or name."""
    for number, text in enumerate(told, 1):
        console.say(f"{number}. {text}")
    while True:
        answer = console.ask(f"A number from 1 to {len(told)}. Enter: 1.").lower()
        if not answer:
            return 0
        if answer in names:
            return names.index(answer)
        if answer in map(str, range(1, len(told) + 1)):
            return int(answer) - 1
        console.say(f"{quoted(answer)} is none of these.")


def ask_for_bots(console: Console) -> str:
    """The bot that takes the other seats."""
    levels = [name.partition("@")[0].removeprefix("level") for name in BOTS if name.startswith("level")]
    if not kafenio.compiled:
        levels = levels[:EASY]  # the others would think for minutes
    while True:
        question = f"How strong are the others? A level from {levels[0]} to {levels[-1]}."
        answer = console.ask(f"{question} Enter: greedy, who takes what scores.")
        if not answer:
            return "greedy"
        if answer in levels:
            return f"level{answer}"
        console.say(f"{quoted(answer)} is none of these levels.")


def ask_for_name(console: Console, usual: str) -> str:
    """The name of the one who plays."""
    while True:
        name = console.ask(f"Your name? Enter: {usual}.") or usual
        if name.isprintable() and not name.startswith("bot:"):
            return name
        console.say("A name that can be printed, and does not begin with bot:, please.")
