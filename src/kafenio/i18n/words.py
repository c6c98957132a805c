"""Messages as texts of one language, told to one listener."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from kafenio.i18n.catalog import RIGHT_TO_LEFT, catalog
from kafenio.i18n.english import ENGLISH
from kafenio.i18n.teller import Teller
from kafenio.message import Cards, Message, Row, Seat, Side, Value, said

if TYPE_CHECKING:
    from kafenio.audience import Event
    from kafenio.game import Game, Line, Sheet

__all__ = ["Speech", "Words", "rule_number"]

APART, TOGETHER = "\u2068", "\u2069"  # around what has its own direction among words written from right to left


class Speech:
    """Messages in a language, where nobody sits at a table yet."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.catalog = catalog(language)

    def say(self, key: str, /, **args: Value) -> str:
        """The text of a message by its id."""
        return self.text(said(key, **args))

    def text(self, message: Message) -> str:
        """A message in words."""
        n = message.args.get("n", 0)
        places = {name: self.value(value) for name, value in message.args.items()}
        return self.catalog.text(message.id, abs(n)).format_map(places)

    def value(self, value: Value) -> str:
        """What stands in a place, in words."""
        match value:
            case Message():
                return self.text(value)
            case tuple():
                return self.listed([self.value(v) for v in value])
            case Cards(cards):
                return self.listed([self.apart(card) for card in cards.split()])
            case Row(row):
                return self.apart(row)
            case Seat(seat):
                return self.seated(seat)
            case Side(side):
                return self.side(side)
            case int() if value >= 0:
                return str(value)
            case Decimal():
                return self.apart(format(value, "f"))
            case _:
                return self.apart(str(value))

    def listed(self, items: Sequence[str]) -> str:
        """`3c, 5d and 7h`."""
        if len(items) < 2:
            return "".join(items)
        head = items[0]
        for item in items[1:-1]:
            head = self.catalog.text("comma").format(list=head, last=item)
        return self.catalog.text("and").format(list=head, last=items[-1])

    def apart(self, text: str) -> str:
        """A text that keeps its own direction."""
        return f"{APART}{text}{TOGETHER}" if text and self.language in RIGHT_TO_LEFT else text

    def seated(self, seat: int) -> str:
        """Who sits there."""
        return self.say("seat", number=seat)

    def side(self, side: int) -> str:
        """A side by its members."""
        raise TypeError("a side is told at a table only")


class Words(Speech):
    """What one listener at a table is told. `names` by seat; `seat` None for who only watches."""

    def __init__(self, game: Game, names: Sequence[str], seat: int | None, language: str = "en") -> None:
        super().__init__(language)
        self.game = game
        self.names = names
        self.seat = seat
        self.teller = Teller(game, seat)

    def seated(self, seat: int) -> str:
        """Who sits there: a name, or you."""
        return self.say("you") if seat == self.seat else self.apart(self.names[seat])

    def side(self, side: int) -> str:
        return self.listed([self.apart(self.names[s]) for s in self.game.members(side)])

    def texts(self, messages: Sequence[Message]) -> list[str]:
        return [self.text(message) for message in messages]

    def tell(self, event: Event) -> list[str]:
        """An event as the listener is told it: no sentence for one that is not for him."""
        return self.texts(self.teller.tell(event))

    def out(self, sides: Sequence[int]) -> list[str]:
        """Who is out of the match."""
        return self.texts(self.teller.out(sides))

    def settled(self, settlement: Sequence[int | Decimal] | None) -> list[str]:
        """What each seat receives or pays in the end."""
        return self.texts(self.teller.settled(settlement))

    def line(self, line: Line) -> str:
        """A line of the picture of the table, with the players' names for their seats."""
        return self.say("line", label=self.label(line.label), content=line.content)

    def label(self, label: Message) -> Message:
        """A label in the person that it has for the listener."""
        person = ""
        match label.args:
            case {"name": Seat(seat)}:
                person = self.teller.you(seat)
            case {"side": Side(side)}:
                person = self.teller.person(side)
        own = label.id + person
        return Message(own, label.args) if own in ENGLISH else label

    def play(self, text: str) -> str:
        """A play in notation; a seat that it names is called by its name too."""
        if re.fullmatch(r"call \d", text):
            return f"{self.apart(text)} ({self.seated(int(text[-1]))})"
        return self.apart(text)

    def sheet(self, sheet: Sheet) -> tuple[list[str], list[list[str]]]:
        """The heads and the rows of a score-sheet."""
        return [self.value(head) for head in sheet.heads], [[self.value(cell) for cell in row] for row in sheet.rows]


def rule_number(text: str) -> str:
    """`R13`, `r13`, `R32A` as the rules number it."""
    return text[:1].upper() + text[1:].lower()
