"""Sentences for what happens at a table, told to one listener.

`MESSAGES` is the whole of what can be said of events, by kind: `laid`, and `laid.you` where the listener did it. A kind
may have variants (`claimed:moscow`) and persons: `you`, `ours` for the listener and a partner, `they` for two others,
`accused` for whom it is about. Placeholders have names. A pair is singular and plural, chosen by {n}. The texts are the
msgids of the catalogs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from gettext import NullTranslations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from kafenio.audience import Event
    from kafenio.game import Game, Line, Result

__all__ = ["GAMES", "MESSAGES", "NOTATION", "N_", "REASONS", "Speech", "Text", "Words", "rule_number"]

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
    "first_dealer:cut_lowest": N_("{name} has cut the lowest card and deals first."),
    "first_dealer:cut_lowest.you": N_("You have cut the lowest card and deal first."),
    "cut": N_("{name} cuts {cards}."),
    "cut.you": N_("You cut {cards}."),
    "deal_begins": N_("Deal {number}. {name} deals."),
    "deal_begins.you": N_("Deal {number}. You deal."),
    "misdeal": N_("Misdeal: the pack is shuffled and dealt again."),
    "dealt": N_("{name} gets {cards}."),
    "dealt.you": N_("You get {cards}."),
    "dealt:hidden": NN_("{name} gets {n} card.", "{name} gets {n} cards."),
    "layout": N_("On the table: {cards}."),
    "returned": N_("{first} may not lie there: it goes back into the stock, and {rest} takes its place."),
    "turned": N_("{cards} is turned up under the stock: {trump} are trump."),
    "turned:none": N_("{cards} is turned up under the stock: there is no trump."),
    "last_round": N_("Khlassou! {name} deals the last cards."),
    "last_round.you": N_("Khlassou! You deal the last cards."),
    # fishing
    "laid": N_("{name} lays {cards}."),
    "laid.you": N_("You lay {cards}."),
    "captured": N_("{name} takes {rest} with {first}."),
    "captured.you": N_("You take {rest} with {first}."),
    "sweep": N_("{name} clears the table: a sweep."),
    "sweep.you": N_("You clear the table: a sweep."),
    "ronda.sweep": N_("Missa! {name} clears the table."),
    "ronda.sweep.you": N_("Missa! You clear the table."),
    "leftovers": N_("{side} took last, so what lies on the table goes there: {cards}."),
    "leftovers.you": N_("You took last, so what lies on the table is yours: {cards}."),
    "leftovers.ours": N_("Your side took last, so what lies on the table is yours: {cards}."),
    "finished": N_("{name} has captured what was lacking, and the match ends at once."),
    "finished.you": N_("You have captured what you lacked, and the match ends at once."),
    # announcements and taps
    "announced:ronda": N_("Ronda! {name} holds a pair."),
    "announced:ronda.you": N_("Ronda! You hold a pair."),
    "announced:two_rondas": N_("Two rondas! {name} holds two pairs."),
    "announced:two_rondas.you": N_("Two rondas! You hold two pairs."),
    "announced:tringla": N_("Tringla! {name} holds three alike."),
    "announced:tringla.you": N_("Tringla! You hold three alike."),
    "passed": N_("{name} passes."),
    "passed.you": N_("You pass."),
    "called": N_("{name} says that {accused} kept a combination back."),
    "called.you": N_("You say that {accused} kept a combination back."),
    "called.accused": N_("{name} says that you kept a combination back."),
    "tapped": N_("Bount! {name} taps with {first} and sets {rest} apart."),
    "tapped.you": N_("Bount! You tap with {first} and set {rest} apart."),
    "answered:2": N_("Khamsa! {name} answers with {first}."),
    "answered:2.you": N_("Khamsa! You answer with {first}."),
    "answered:3": N_("Aachra! {name} answers with {first}."),
    "answered:3.you": N_("Aachra! You answer with {first}."),
    "chain": N_("{name} takes the cards of the tap: {cards}."),
    "chain.you": N_("You take the cards of the tap: {cards}."),
    # tricks
    "claimed:moscow": N_("{name} claims a Moscow."),
    "claimed:moscow.you": N_("You claim a Moscow."),
    "claimed:molodka": N_("{name} claims a Molodka."),
    "claimed:molodka.you": N_("You claim a Molodka."),
    "claimed:aces": N_("{name} claims four aces."),
    "claimed:aces.you": N_("You claim four aces."),
    "lead": N_("{name} leads {cards}."),
    "lead.you": N_("You lead {cards}."),
    "contest": N_("{name} beats it with {cards}."),
    "contest.you": N_("You beat it with {cards}."),
    "discard": N_("{name} throws {cards}."),
    "discard.you": N_("You throw {cards}."),
    "discard:hidden": NN_("{name} throws {n} card face down.", "{name} throws {n} cards face down."),
    "trick": N_("{name} takes the trick."),
    "trick.you": N_("You take the trick."),
    "trick:thrown": N_("{name} takes the trick; thrown to it: {cards}."),
    "trick:thrown.you": N_("You take the trick; thrown to it: {cards}."),
    "drawn": N_("{name} draws {cards}."),
    "drawn.you": N_("You draw {cards}."),
    "drawn:hidden": NN_("{name} draws {n} card.", "{name} draws {n} cards."),
    "opened": N_("The pile of {side} is opened; face down in it: {cards}."),
    "opened.you": N_("Your pile is opened; face down in it: {cards}."),
    "opened.ours": N_("The pile of your side is opened; face down in it: {cards}."),
    # points, the account, the end
    "points": NN_("{side} scores {n} point: {reason}.", "{side} scores {n} points: {reason}."),
    "points.you": NN_("You score {n} point: {reason}.", "You score {n} points: {reason}."),
    "points.ours": NN_("Your side scores {n} point: {reason}.", "Your side scores {n} points: {reason}."),
    "points.they": NN_("{side} score {n} point: {reason}.", "{side} score {n} points: {reason}."),
    "points:lost.they": NN_("{side} lose {n} point: {reason}.", "{side} lose {n} points: {reason}."),
    "points:lost": NN_("{side} loses {n} point: {reason}.", "{side} loses {n} points: {reason}."),
    "points:lost.you": NN_("You lose {n} point: {reason}.", "You lose {n} points: {reason}."),
    "points:lost.ours": NN_("Your side loses {n} point: {reason}.", "Your side loses {n} points: {reason}."),
    "points:bura": N_("A Bura, {cards}: {name} wins the pot of {points}."),
    "points:bura.you": N_("A Bura, {cards}: you win the pot of {points}."),
    "points:four aces": N_("Four aces, {cards}: {name} wins the pot of {points}."),
    "points:four aces.you": N_("Four aces, {cards}: you win the pot of {points}."),
    "score": NN_("{side}: {n} point.", "{side}: {n} points."),
    "score.you": NN_("You: {n} point.", "You: {n} points."),
    "score.ours": NN_("Your side: {n} point.", "Your side: {n} points."),
    "because": N_("{points} for {reason}"),
    "kozel.score": NN_(
        "{side}: {card_points} card points, {n} penalty point.",
        "{side}: {card_points} card points, {n} penalty points.",
    ),
    "kozel.score.you": NN_(
        "You: {card_points} card points, {n} penalty point.", "You: {card_points} card points, {n} penalty points."
    ),
    "kozel.score.ours": NN_(
        "Your side: {card_points} card points, {n} penalty point.",
        "Your side: {card_points} card points, {n} penalty points.",
    ),
    "kozel.score:money": NN_(
        "{side}: {card_points} card points, {n} token.", "{side}: {card_points} card points, {n} tokens."
    ),
    "kozel.score:money.you": NN_(
        "You: {card_points} card points, {n} token.", "You: {card_points} card points, {n} tokens."
    ),
    "ronda.score": NN_("{side}: {n} point in this deal.", "{side}: {n} points in this deal."),
    "ronda.score.you": NN_("You: {n} point in this deal.", "You: {n} points in this deal."),
    "ronda.score.ours": NN_("Your side: {n} point in this deal.", "Your side: {n} points in this deal."),
    "out": N_("{side} is out."),
    "out.they": N_("{side} are out."),
    "out.you": N_("You are out, and may watch the others."),
    "out.ours": N_("Your side is out."),
    "match_over": N_("{side} wins the match."),
    "match_over.they": N_("{side} win the match."),
    "match_over.you": N_("You win the match."),
    "match_over.ours": N_("Your side wins the match."),
    "match_over:shared": N_("{side} share the match."),
    "match_over:shared.you": N_("You share the match with {side}."),
    "match_over:shared.ours": N_("Your side shares the match with {side}."),
    "settled:nothing": N_("Nobody has anything to pay."),
    "settled:receives": N_("{name} receives {amount}."),
    "settled:receives.you": N_("You receive {amount}."),
    "settled:pays": N_("{name} pays {amount}."),
    "settled:pays.you": N_("You pay {amount}."),
    "settled:even": N_("{name} neither receives nor pays."),
    "settled:even.you": N_("You neither receive nor pay."),
}

GAMES: Mapping[str, str] = {
    "kontsina": N_("a Greek game of fishing, in which a card takes an equal one from the table, or a sum."),
    "konchinka": N_("a Russian game of fishing, in which you must take when you can, and a jack takes everything."),
    "kozel": N_("a Russian game of tricks with one to four cards, in which you may throw instead of following."),
    "ronda": N_("a Moroccan game of pairs and runs, with announcements and taps."),
}

NOTATION: Mapping[str, str] = {
    "kontsina": N_("lay 8h puts the eight of hearts on the table; 8h x 3c+5d takes 3c and 5d with it."),
    "konchinka": N_("lay 8h puts the eight of hearts on the table; 8h x 3c+5d takes 3c and 5d with it."),
    "kozel": N_("lead Kh 8h leads two hearts; contest Ah 9h beats them; discard Jd 7c throws two cards face down."),
    "ronda": N_("lay 5b puts the five of clubs on the table; 5b x 5d+6c takes the five and the run above it."),
}

LABELS: Mapping[str, str] = {
    "table": N_("Table"),
    "stock": N_("Stock"),
    "your hand": N_("Your hand"),
    "pile": N_("Pile of {side}"),
    "pile.you": N_("Your pile"),
    "pile.ours": N_("Pile of your side"),
    "score": N_("Score of {side}"),
    "score.you": N_("Your score"),
    "score.ours": N_("Score of your side"),
    "lying apart": N_("Lying apart"),
    "announced": N_("Announced"),
    "trump": N_("Trump"),
    "claims": N_("Claimed"),
    "lead": N_("Led"),
    "reply": N_("Reply"),
    "thrown": N_("Thrown"),
    "best": N_("Best so far"),
    "last trick": N_("Last trick"),
    "penalty points": N_("Penalty points"),
    "pot": N_("Pot"),
    "purses": N_("Purses"),
}

SUITS: Mapping[str, str] = {
    "c": N_("clubs"),
    "d": N_("diamonds"),
    "h": N_("hearts"),
    "s": N_("spades"),
    "none": N_("none"),
}

REASONS: Mapping[str, str] = {
    "cards": N_("the most cards"),
    "clubs": N_("the most clubs"),
    "good two": N_("the good two"),
    "good ten": N_("the good ten"),
    "two of clubs": N_("the two of clubs"),
    "ten of diamonds": N_("the ten of diamonds"),
    "aces": N_("aces"),
    "sweeps": N_("sweeps"),
    "finish": N_("the early finish"),
    "ronda": N_("ronda"),
    "tringla": N_("tringla"),
    "missa": N_("missa"),
    "bount": N_("bount"),
    "khamsa": N_("khamsa"),
    "aachra": N_("aachra"),
    "hidden": N_("a combination kept back"),
    "call": N_("a call"),
    "dealer_last": N_("the dealer's last card"),
    "ronda.cards": N_("cards above the half"),
}

AND = N_("{list} and {last}")
YOU = N_("you")
VARIANTS = {"first_dealer": "how", "announced": "kind", "claimed": "claim", "answered": "level"}


class Speech:
    """Messages of a catalog with their placeholders filled in."""

    def __init__(self, catalog: NullTranslations | None = None) -> None:
        self.catalog = catalog or NullTranslations()

    def say(self, text: Text, /, **values: object) -> str:
        if isinstance(text, tuple):
            n = values["n"]
            assert isinstance(n, int)
            found = self.catalog.ngettext(*text, n)
        else:
            found = self.catalog.gettext(text)
        return found.format(**values)


class Words(Speech):
    """What one listener at a table is told. `names` by seat; `seat` None for who only watches."""

    def __init__(
        self, game: Game, names: Sequence[str], seat: int | None, catalog: NullTranslations | None = None
    ) -> None:
        super().__init__(catalog)
        self.game = game
        self.names = names
        self.seat = seat

    def listed(self, items: Sequence[str]) -> str:
        """`3c, 5d and 7h`."""
        if len(items) < 2:
            return "".join(items)
        return self.say(AND, list=", ".join(items[:-1]), last=items[-1])

    def side(self, side: int) -> str:
        """A side by its members."""
        return self.listed([self.names[s] for s in self.game.members(side)])

    def person(self, side: int) -> str:
        """How the listener belongs to a side: `.you`, `.ours`; `.they` for partners, nothing for one other player."""
        members = self.game.members(side)
        if self.seat in members:
            return ".you" if len(members) == 1 else ".ours"
        return ".they" if len(members) > 1 else ""

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
        facts = dict(told.facts)
        person = ".you" if told.seat == self.seat else ""
        if "side" in facts:
            person = person if told.seat >= 0 else self.person(facts["side"])
            facts["side"] = self.side(facts["side"])
        if facts.get("seat", -1) == self.seat:
            person = ".accused"
        if "trump" in facts:
            facts["trump"] = self.say(SUITS[facts["trump"]])
        values = {
            "n": abs(facts["points"]) if told.kind == "points" else len(told.cards),
            "cards": self.listed(told.cards),
            "first": told.cards[0] if told.cards else "",
            "rest": self.listed(told.cards[1:]),
            "name": self.names[told.seat] if told.seat >= 0 else "",
            "accused": self.names[facts["seat"]] if "seat" in facts else "",
            **facts,
        }
        if told.kind == "points" and told.seat < 0:
            values["reason"] = self.reason(facts["reason"])
        return self.say(self.message(told.kind + variant(told), person), **values)

    def message(self, key: str, person: str = "") -> Text:
        """The text for a kind and a person: this game's own, or that of all games."""
        game = self.game.NAME
        for name in (f"{game}.{key}{person}", f"{game}.{key}", key + person):
            if name in MESSAGES:
                return MESSAGES[name]
        return MESSAGES[key]

    def counted(self, result: Result) -> list[str]:
        """What a deal is worth to each side, and why where that has not been told yet."""
        money = bool(getattr(self.game.options, "money", False))
        if money and result.ended:
            return []
        card_points = (result.counts or {}).get("card_points")
        found = []
        for side, points in enumerate(result.points):
            if card_points and not card_points[side] and not points and len(result.points) > 2 and not money:
                continue  # out of the match
            text = self.say(
                self.message("score:money" if money else "score", self.person(side)),
                n=points,
                side=self.side(side),
                card_points=card_points[side] if card_points else 0,
            )
            reasons = [
                self.say(MESSAGES["because"], points=line.points, reason=self.reason(line.reason))
                for line in result.lines
                if line.side == side and f"{self.game.NAME}.score" not in MESSAGES
            ]
            found.append(f"{text[:-1]} ({self.listed(reasons)})." if reasons else text)
        return found

    def reason(self, reason: str) -> str:
        return self.say(REASONS.get(f"{self.game.NAME}.{reason}") or REASONS[reason])

    def line(self, line: Line) -> str:
        """A line of the picture of the table, with the players' names for their seats."""
        return f"{self.label(line.label)}: {self.content(line)}"

    def label(self, label: str) -> str:
        found = re.fullmatch(r"(?P<what>seat|pile of side|score of side) (?P<of>\d)(?: \(yours\))?", label)
        if not found:
            return self.say(LABELS[label])
        of, what = int(found["of"]), found["what"].partition(" ")[0]
        if what == "seat":
            return self.say(LABELS["your hand"]) if of == self.seat else self.names[of]
        text = LABELS.get(what + self.person(of)) or LABELS[what]
        return self.say(text, side=self.side(of))

    def content(self, line: Line) -> str:
        if line.label in ("penalty points", "purses"):
            return ", ".join(f"{self.side(side)} {n}" for side, n in enumerate(line.text.split()))
        text = re.sub(r"\bseat (\d)(?= \w)", lambda found: f"{self.seated(int(found[1]))}:", line.text)
        text = re.sub(r"\bseat (\d)", lambda found: self.seated(int(found[1])), text)
        if line.label == "lying apart":
            return text.replace(": ", " (", 1) + ")"
        if line.label == "trump":
            suit, comma, rest = text.partition(",")
            return self.say(SUITS[suit]) + comma + rest
        return text

    def seated(self, seat: int) -> str:
        """Who sits there: a name, or you."""
        return self.say(YOU) if seat == self.seat else self.names[seat]

    def play(self, text: str) -> str:
        """A play in notation; a seat that it names is called by its name too."""
        if re.fullmatch(r"call \d", text):
            return f"{text} ({self.names[int(text[-1])]})"
        return text

    def out(self, sides: Sequence[int]) -> list[str]:
        """Who is out of the match."""
        return [self.say(self.message("out", self.person(side)), side=self.side(side)) for side in sides]

    def settled(self, settlement: Sequence[object] | None) -> list[str]:
        """What each seat receives or pays in the end."""
        if settlement and not any(settlement):
            return [self.say(MESSAGES["settled:nothing"])]
        found = []
        for seat, amount in enumerate(settlement or ()):
            assert isinstance(amount, int | Decimal)
            kind = "receives" if amount > 0 else "pays" if amount < 0 else "even"
            person = ".you" if seat == self.seat else ""
            found.append(self.say(self.message(f"settled:{kind}", person), name=self.names[seat], amount=abs(amount)))
        return found

    def won(self, winners: Sequence[int]) -> list[str]:
        """Who has won a match."""
        if len(winners) > 1:
            mine = next((p for s in winners if (p := self.person(s)) in (".you", ".ours")), "")
            others = [self.side(s) for s in winners if not mine or self.seat not in self.game.members(s)]
            return [self.say(MESSAGES[f"match_over:shared{mine}"], side=self.listed(others))]
        return [self.say(self.message("match_over", self.person(winners[0])), side=self.side(winners[0]))]


def variant(told: Event) -> str:
    """What else the text of an event hangs on."""
    if told.kind in VARIANTS:
        return f":{told.facts[VARIANTS[told.kind]]}"
    if told.kind == "points":
        if told.seat >= 0:
            return f":{told.facts['reason']}"
        return ":lost" if told.facts["points"] < 0 else ""
    if told.kind == "turned":
        return ":none" if told.facts["trump"] == "none" else ""
    if told.kind == "trick":
        return ":thrown" if told.cards and "??" not in told.cards else ""
    return ":hidden" if "??" in told.cards else ""


def rule_number(text: str) -> str:
    """`R13`, `r13`, `R32A` as the rules number it."""
    return text[:1].upper() + text[1:].lower()
