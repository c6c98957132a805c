"""The lines between a table and a bot in another program, as docs/bots.md describes them; and the bot's side of them.

The table: `kafenio 1`, `game JSON`, then for every match `match JSON`, for every deal `deal N`, and for every play `view JSON`,
a `legal PLAY` for each legal play, `go JSON`; `stop`, `quit`. The bot: `bot NAME`, `ready`, `play PLAY`, and before a play
`why TEXT`, `estimate JSON`, `info TEXT`; `error TEXT` to anything that it cannot do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from threading import Thread
from typing import Any, TextIO

import msgspec

from kafenio.audience import View
from kafenio.bots import bot
from kafenio.bots.levels import Level
from kafenio.bots.shown import read_view
from kafenio.errors import KafenioError
from kafenio.game import Bot, Choice, Estimate, Game, load
from kafenio.message import Message

__all__ = ["VERSION", "BotSide", "estimate_line", "read_estimate", "written"]

VERSION = 1
ENCODER = msgspec.json.Encoder()


def written(word: str, value: object) -> str:
    """A line with a value as JSON."""
    return f"{word} {ENCODER.encode(value).decode()}"


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """An estimate as a bot tells it; what it leaves out it does not know."""

    play: str
    points: float = 0.0
    chance: float = 0.0
    error: float = 0.0
    visits: int = 0


def estimate_line(estimate: Estimate) -> str:
    """Six digits are enough, and the same everywhere."""
    numbers = {name: round(getattr(estimate, name), 6) for name in ("points", "chance", "error")}
    return written("estimate", {"play": estimate.play, **numbers, "visits": estimate.visits})


def read_estimate(text: str) -> Estimate:
    """ValueError with what is wrong."""
    try:
        told = msgspec.json.decode(text.encode(), type=Told)
    except msgspec.MsgspecError as e:
        raise ValueError(f"estimate {text[:60]!r}: {e}") from None
    if not all(map(math.isfinite, (told.points, told.chance, told.error))) or not 0 <= told.chance <= 1:
        raise ValueError(f"estimate {text[:60]!r}: a chance from 0 to 1 expected, and finite numbers")
    return Estimate(told.play, told.visits, told.points, told.chance, told.error)


class Wrong(Exception):
    """A line that the bot's side cannot follow."""


class BotSide:
    """A bot of ours as a program: it reads the table's lines and writes its own until `quit` or the end of input."""

    def __init__(self, spec: str, target: TextIO, words: Callable[[Message], str]) -> None:
        self.spec = spec
        self.words = words  # the reason of a play, to be read by people
        self.target = target
        self.game: Game | None = None
        self.player: Bot | None = None
        self.seat = 0
        self.view: View | None = None
        self.legal: list[str] = []
        self.thinking: Thread | None = None

    def run(self, source: TextIO) -> None:
        try:
            for line in source:
                word, _, rest = line.strip().partition(" ")
                if word == "quit":
                    break
                if word and word != "stop":
                    self.wait()
                try:
                    self.hear(word, rest)
                except (Wrong, KafenioError) as e:
                    self.say(f"error {e}")
        except BrokenPipeError:
            pass
        finally:
            self.stop()
            self.wait()

    def say(self, line: str) -> None:
        self.target.write(" ".join(line.splitlines()) + "\n")
        self.target.flush()

    def wait(self) -> None:
        """Until a choice that is being made has been told."""
        if self.thinking is not None:
            self.thinking.join()
            self.thinking = None

    def stop(self) -> None:
        if self.thinking is not None and isinstance(self.player, Level):
            self.player.stop()

    def hear(self, word: str, rest: str) -> None:
        does: Mapping[str, Callable[[str], None]] = {
            "": lambda _: None,
            "kafenio": self.hello,
            "game": self.begin_game,
            "match": self.begin_match,
            "deal": lambda _: None,
            "view": self.look,
            "legal": self.legal.append,
            "go": self.go,
            "stop": lambda _: self.stop(),
        }
        if word not in does:
            raise Wrong(f"{word[:40]!r} is no word of the table; words: {', '.join(filter(None, does))}, quit")
        does[word](rest)

    def hello(self, rest: str) -> None:
        if rest != str(VERSION):
            raise Wrong(f"version {rest[:40]!r} is not {VERSION}")
        self.say(f"bot {self.spec}")

    def begin_game(self, rest: str) -> None:
        told = fields("game", rest)
        options = told.get("options", {})
        if not isinstance(options, dict):
            raise Wrong("game: options: an object expected")
        game = load(str(told.get("game"))).of(**options)
        bot(self.spec, game.NAME, 0)
        self.game = game
        self.say("ready")

    def begin_match(self, rest: str) -> None:
        told = fields("match", rest)
        seat, seed = told.get("seat"), told.get("seed", 0)
        if self.game is None:
            raise Wrong("match: a game expected first")
        if type(seat) is not int or not 0 <= seat < self.game.seats or type(seed) is not int or seed < 0:
            raise Wrong(f"match: a seat from 0 to {self.game.seats - 1} and a seed from 0 on expected")
        self.player, self.seat, self.view = bot(self.spec, self.game.NAME, seed), seat, None

    def look(self, rest: str) -> None:
        if self.game is None or self.player is None:
            raise Wrong("view: a match expected first")
        try:
            self.view = read_view(self.game, self.seat, fields("view", rest))
        except (AttributeError, TypeError, ValueError) as e:  # JSON of another shape
            raise Wrong(f"view: no view of {self.game.NAME}: {e}") from None
        self.legal = []

    def go(self, rest: str) -> None:
        told = fields("go", rest or "{}")
        if self.player is None or self.view is None or not self.legal:
            raise Wrong("go: a view and legal plays expected first")
        if isinstance(self.player, Level) and ("time" in told or "iterations" in told):
            self.player.allow(told.get("time"), told.get("iterations"))
        self.thinking = Thread(target=self.think, args=(self.player, self.view, self.legal))
        self.view, self.legal = None, []
        self.thinking.start()

    def think(self, player: Bot, view: View, legal: list[str]) -> None:
        for line in answers(player.choose(view, legal), self.words):
            self.say(line)


def answers(choice: Choice, words: Callable[[Message], str]) -> Iterator[str]:
    """A choice as lines, the play last."""
    yield from map(estimate_line, choice.estimates)
    if choice.why:
        yield f"why {words(choice.why)}"
    yield f"play {choice.play}"


def fields(word: str, text: str) -> dict[str, Any]:
    """The JSON object of a line."""
    try:
        found = msgspec.json.decode(text.encode())
    except msgspec.MsgspecError as e:
        raise Wrong(f"{word}: {e}") from None
    if not isinstance(found, dict):
        raise Wrong(f"{word}: a JSON object expected")
    return found
