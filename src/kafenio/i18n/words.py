"""Sentences for what happens at a table, told to one listener.

`MESSAGES` is the whole of what can be said of events, by kind: `laid`, and `laid.you` where the listener did it. A kind
may have variants (`claimed:moscow`) and persons: `you`, and `ours` for a side of the listener and a partner. Placeholders
have names. A pair is singular and plural, chosen by {n}. The texts are the msgids of the catalogs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from gettext import NullTranslations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from kafenio.audience import Event
    from kafenio.game import Game, Result

__all__ = ["GAMES", "MESSAGES", "N_", "REASONS", "Text", "Words", "rule_number"]

Text: TypeAlias = str | tuple[str, str]


def N_(text: str) -> str:
    """Marks a text for the catalogs."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """Marks a singular and its plural for the catalogs."""
    return one, many


MESSAGES: Mapping[str, Text] = {
    # the dealer and the deal
    "first_dealer:random": N_("{name} is drawn as first dealer."),
    "first_dealer:random.you": N_("You are drawn as first dealer."),
    "first_dealer:seat": N_("{name} deals first."),
    "first_dealer:seat.you": N_("You deal first."),
    "first_dealer:cut_lowest": N_("{name} cut the lowest card and deals first."),
    "first_dealer:cut_lowest.you": N_("You cut the lowest card and deal first."),
    "cut": N_("{name} cuts {cards}."),
    "cut.you": N_("You cut {cards}."),
    "deal_begins": N_("Deal {number}. {name} deals."),
    "deal_begins.you": N_("Deal {number}. You deal."),
    "misdeal": N_("Misdeal: the pack is shuffled and dealt again."),
    "dealt": N_("{name} gets {cards}."),
    "dealt:hidden": NN_("{name} gets {n} card.", "{name} gets {n} cards."),
    "dealt.you": N_("You get {cards}."),
    "layout": N_("On the table: {cards}."),
    "returned": N_("{first} may not lie there: it goes back into the stock, and {rest} takes its place."),
    "turned": N_("{cards} is turned up."),
    # fishing
    "laid": N_("{name} lays {cards}."),
    "laid.you": N_("You lay {cards}."),
    "captured": N_("{name} takes {rest} with {first}."),
    "captured.you": N_("You take {rest} with {first}."),
    "sweep": N_("{name} clears the table: a sweep."),
    "sweep.you": N_("You clear the table: a sweep."),
    "leftovers": N_("{side} took last and so gets what lies on the table: {cards}."),
    "leftovers.you": N_("You took last and so get what lies on the table: {cards}."),
    "leftovers.ours": N_("Your side took last and so gets what lies on the table: {cards}."),
    "finished": N_("{name} has what was lacking and finishes the match."),
    "finished.you": N_("You have what was lacking and finish the match."),
    # the account
    "score": NN_("{side}: {n} point.", "{side}: {n} points."),
    "score.you": NN_("You score {n} point.", "You score {n} points."),
    "score.ours": NN_("Your side scores {n} point.", "Your side scores {n} points."),
    "because": N_("{points} for {reason}"),
    "match_over": N_("{side} wins the match."),
    "match_over.you": N_("You win the match."),
    "match_over.ours": N_("Your side wins the match."),
    "settled:receives": N_("{name} receives {amount}."),
    "settled:receives.you": N_("You receive {amount}."),
    "settled:pays": N_("{name} pays {amount}."),
    "settled:pays.you": N_("You pay {amount}."),
    "settled:even": N_("{name} neither receives nor pays."),
    "settled:even.you": N_("You neither receive nor pay."),
    "match_over:shared": N_("{side} share the match."),
}

GAMES: Mapping[str, str] = {
    "kontsina": N_("a Greek game of fishing, in which a card takes an equal one from the table, or a sum."),
    "konchinka": N_("its Russian cousin, in which you must take when you can, and a jack takes everything."),
    "kozel": N_("a Russian game of tricks with one to four cards, in which you may throw instead of following."),
    "ronda": N_("a Moroccan game of pairs and runs, with announcements and taps."),
}

LABELS: Mapping[str, str] = {
    "table": N_("Table"),
    "stock": N_("Stock"),
    "your hand": N_("Your hand"),
    "pile": N_("Pile of {side}"),
    "pile.you": N_("Your pile"),
    "pile.ours": N_("Pile of your side"),
}

REASONS: Mapping[str, str] = {
    "cards": N_("the most cards"),
    "clubs": N_("the most clubs"),
    "good two": N_("the good two"),
    "good ten": N_("the good ten"),
    "sweeps": N_("sweeps"),
}

AND = N_("{list} and {last}")
VARIANTS = {"first_dealer": "how", "announced": "kind", "claimed": "claim", "answered": "level"}


class Words:
    """What one listener at a table is told. `names` by seat; `seat` None for who only watches."""

    def __init__(
        self, game: Game, names: Sequence[str], seat: int | None, catalog: NullTranslations | None = None
    ) -> None:
        self.game = game
        self.names = names
        self.seat = seat
        self.catalog = catalog or NullTranslations()

    def say(self, text: Text, /, **values: object) -> str:
        """A message of the catalog with its placeholders filled in."""
        if isinstance(text, tuple):
            n = values["n"]
            assert isinstance(n, int)
            found = self.catalog.ngettext(*text, n)
        else:
            found = self.catalog.gettext(text)
        return found.format(**values)

    def listed(self, items: Sequence[str]) -> str:
        """`3c, 5d and 7h`."""
        if len(items) < 2:
            return "".join(items)
        return self.say(AND, list=", ".join(items[:-1]), last=items[-1])

    def side(self, side: int) -> str:
        """A side by its members."""
        return self.listed([self.names[s] for s in self.game.members(side)])

    def person(self, side: int) -> str:
        """How the listener belongs to a side: `.you`, `.ours`, or not at all."""
        members = self.game.members(side)
        return "" if self.seat not in members else ".you" if len(members) == 1 else ".ours"

    def tell(self, event: Event) -> list[str]:
        """An event as the listener is told it: no sentence for one that is not for him."""
        told = event.seen_by(self.seat)
        if told is None:
            return []
        if told.kind == "counted":
            return self.counted(told.facts["result"])
        if told.kind == "match_over":
            return self.won(told.facts["winners"])
        return [self.sentence(told)]

    def sentence(self, told: Event) -> str:
        key = told.kind
        if key in VARIANTS:
            key += f":{told.facts[VARIANTS[key]]}"
        elif "??" in told.cards:
            key += ":hidden"
        values = {
            "n": len(told.cards),
            "cards": self.listed(told.cards),
            "first": told.cards[0] if told.cards else "",
            "rest": self.listed(told.cards[1:]),
            "name": self.names[told.seat] if told.seat >= 0 else "",
            **told.facts,
        }
        person = ".you" if told.seat == self.seat else ""
        if "side" in told.facts:
            person = self.person(told.facts["side"])
            values["side"] = self.side(told.facts["side"])
        return self.say(message(key, person), **values)

    def counted(self, result: Result) -> list[str]:
        """What each side scores in a deal, and why."""
        found = []
        for side, points in enumerate(result.points):
            text = self.say(message("score", self.person(side)), n=points, side=self.side(side))
            reasons = [
                self.say(MESSAGES["because"], points=line.points, reason=self.reason(line.reason))
                for line in result.lines
                if line.side == side
            ]
            found.append(f"{text[:-1]}: {self.listed(reasons)}." if reasons else text)
        return found

    def reason(self, reason: str) -> str:
        return self.say(REASONS[reason])

    def label(self, label: str) -> str:
        """The label of a line of the picture, with the players' names for their seats."""
        found = re.fullmatch(r"(?P<what>seat|pile of side) (?P<of>\d)(?: \(yours\))?", label)
        if not found:
            return self.say(LABELS[label])
        of = int(found["of"])
        if found["what"] == "seat":
            return self.say(LABELS["your hand"]) if of == self.seat else self.names[of]
        text = LABELS[f"pile{self.person(of)}"]
        return self.say(text, side=self.side(of))

    def play(self, text: str) -> str:
        """A play in notation; a seat that it names is called by its name too."""
        if re.fullmatch(r"call \d", text):
            return f"{text} ({self.names[int(text[-1])]})"
        return text

    def settled(self, settlement: Sequence[object] | None) -> list[str]:
        """What each seat receives or pays in the end."""
        found = []
        for seat, amount in enumerate(settlement or ()):
            assert isinstance(amount, int | Decimal)
            kind = "receives" if amount > 0 else "pays" if amount < 0 else "even"
            person = ".you" if seat == self.seat else ""
            found.append(self.say(message(f"settled:{kind}", person), name=self.names[seat], amount=f"{abs(amount):f}"))
        return found

    def won(self, winners: Sequence[int]) -> list[str]:
        """Who has won a match."""
        if len(winners) > 1:
            return [self.say(MESSAGES["match_over:shared"], side=self.listed([self.side(s) for s in winners]))]
        return [self.say(message("match_over", self.person(winners[0])), side=self.side(winners[0]))]


def message(key: str, person: str = "") -> Text:
    """The text for a kind and a person, or the one for everybody."""
    return MESSAGES.get(key + person) or MESSAGES[key]


def rule_number(text: str) -> str:
    """`R13`, `r13`, `R32A` as the rules number it."""
    return text[:1].upper() + text[1:].lower()
