"""Setting a table up: which game, how many players, which preset, who else; asked where the command line does not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import kafenio
from kafenio.bots import BOTS
from kafenio.errors import BadOptions
from kafenio.game import Game, games, load
from kafenio.i18n.house import preset
from kafenio.i18n.options import differences, goal
from kafenio.i18n.words import Speech
from kafenio.message import said
from kafenio.tui.console import Console, quoted

__all__ = ["Setup"]

MOST = 5  # seats of any game
EASY = 3  # levels of bots that are quick enough where the rules run interpreted


class Setup:
    """Questions before a match, each asked until it is answered."""

    def __init__(self, console: Console, language: str = "en") -> None:
        self.console = console
        self.speech = Speech(language)
        self.say = self.speech.say

    def game(self) -> Game:
        """A game under a preset, by three questions."""
        self.console.say(self.say("terminal.which_game"))
        names = games()
        told = [self.say("terminal.game", title=said(f"title.{name}"), about=said(f"game.{name}")) for name in names]
        cls = load(names[self.choose(told, names)])
        fitting = presets(cls, self.players(cls))
        self.console.say(self.say("terminal.which_rules"))
        told = [self.preset(name, game) for name, game in fitting.items()]
        return list(fitting.values())[self.choose(told, list(fitting))]

    def players(self, cls: type[Game]) -> int:
        """How many play."""
        possible = [str(n) for n in range(2, MOST + 1) if presets(cls, n)]
        return int(
            self.one_of(self.say("terminal.how_many", possible=", ".join(possible), usual=possible[0]), possible)
        )

    def bots(self) -> str:
        """The bot that takes the other seats."""
        names = dict.fromkeys(name.partition("@")[0] for name in BOTS)
        levels = [name.removeprefix("level") for name in names if name.startswith("level")]
        if not kafenio.compiled:
            levels = levels[:EASY]  # the others would think for minutes
        question = self.say("terminal.how_strong", low=levels[0], high=levels[-1])
        answer = self.one_of(question, ["greedy", *levels])
        return f"level{answer}" if answer in levels else answer

    def name(self, usual: str) -> str:
        """The name of the one who plays."""
        while True:
            name = self.console.ask(self.say("terminal.your_name", usual=usual)) or usual
            if name.isprintable() and not name.startswith("bot:"):
                return name
            self.console.say(self.say("terminal.bad_name"))

    def preset(self, name: str, game: Game) -> str:
        """`first_to_21: The points of all deals are added up, and who reaches the target wins.`"""
        different = [sentence for _, sentence in differences(game)]
        told = map(self.speech.text, different or [said("terminal.usual_rules"), goal(game)])
        return self.say("terminal.preset", called=preset(game.NAME, name), name=name, rules=" ".join(told))

    def choose(self, told: Sequence[str], names: Sequence[str]) -> int:
        """The place of one of several things, told by number and chosen by number or name."""
        for number, text in enumerate(told, 1):
            self.console.say(f"{number}. {text}")
        numbers = [str(number) for number in range(1, len(told) + 1)]
        question = self.say("terminal.choose", last=len(told))
        answer = self.one_of(question, [*numbers, *names])
        return (numbers if answer in numbers else names).index(answer)

    def one_of(self, question: str, answers: Sequence[str]) -> str:
        """One of these answers, the first of them for none."""
        while True:
            answer = self.console.ask(question).lower()
            if not answer:
                return answers[0]
            if answer in answers:
                return answer
            self.console.say(self.say("terminal.none_of_these", answer=quoted(answer)))


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
