"""Setting a table up: which game, how many players, which preset, who else; asked where the command line does not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import kafenio
from kafenio.bots import BOTS
from kafenio.errors import BadOptions
from kafenio.game import Game, games, load
from kafenio.i18n.options import differences, goal
from kafenio.i18n.words import GAMES, N_, Speech, Words
from kafenio.tui.console import Console, quoted

__all__ = ["Setup"]

MOST = 5  # seats of any game
EASY = 3  # levels of bots that are quick enough where the rules run interpreted


class Setup:
    """Questions before a match, each asked until it is answered."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.say = Speech().say

    def game(self) -> Game:
        """A game under a preset, by three questions."""
        self.console.say(self.say(N_("Which game?")))
        names = games()
        told = [f"{load(name).TITLE}: {self.say(GAMES[name])}" for name in names]
        cls = load(names[self.choose(told, names)])
        fitting = presets(cls, self.players(cls))
        self.console.say(self.say(N_("Which rules?")))
        told = [self.preset(name, game) for name, game in fitting.items()]
        return list(fitting.values())[self.choose(told, list(fitting))]

    def players(self, cls: type[Game]) -> int:
        """How many play."""
        possible = [str(n) for n in range(2, MOST + 1) if presets(cls, n)]
        question = N_("How many players? {possible}. Enter: {usual}.")
        return int(self.one_of(self.say(question, possible=", ".join(possible), usual=possible[0]), possible))

    def bots(self) -> str:
        """The bot that takes the other seats."""
        levels = [name.partition("@")[0].removeprefix("level") for name in BOTS if name.startswith("level")]
        if not kafenio.compiled:
            levels = levels[:EASY]  # the others would think for minutes
        question = N_("How strong are the others? A level from {low} to {high}. Enter: greedy, who takes what scores.")
        answer = self.one_of(self.say(question, low=levels[0], high=levels[-1]), ["greedy", *levels])
        return f"level{answer}" if answer in levels else answer

    def name(self, usual: str) -> str:
        """The name of the one who plays."""
        while True:
            name = self.console.ask(self.say(N_("Your name? Enter: {usual}."), usual=usual)) or usual
            if name.isprintable() and not name.startswith("bot:"):
                return name
            self.console.say(self.say(N_("A name that can be printed, and does not begin with bot:, please.")))

    def preset(self, name: str, game: Game) -> str:
        """`first_to_21: The points of all deals are added up, and who reaches the target wins.`"""
        words = Words(game, [""] * game.seats, None)
        different = [sentence for _, sentence in differences(words, game.options)]
        return f"{name}: {' '.join(different or [self.say(N_('The usual rules.')), goal(words, game.options)])}"

    def choose(self, told: Sequence[str], names: Sequence[str]) -> int:
        """The place of one of several things, told by number and chosen by number or name."""
        for number, text in enumerate(told, 1):
            self.console.say(f"{number}. {text}")
        numbers = [str(number) for number in range(1, len(told) + 1)]
        question = self.say(N_("A number from 1 to {n}. Enter: 1."), n=len(told))
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
            self.console.say(self.say(N_("{answer} is none of these."), answer=quoted(answer)))


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
