"""The table in a plain terminal: what happened in words, what one sees, what one may do, one fact a line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from kafenio.audience import Event
from kafenio.bots import bot
from kafenio.errors import BotFailed
from kafenio.game import Bot, Sheet
from kafenio.i18n.options import differences, goal
from kafenio.i18n.refusals import refusal
from kafenio.i18n.rules import RulesError, plain, rule, rules
from kafenio.i18n.words import N_, NOTATION, Text, Words, rule_number
from kafenio.match import Match
from kafenio.records import Record
from kafenio.tui import keep, notes
from kafenio.tui.console import Console, Left, quoted
from kafenio.tui.plays import Reading, reading
from kafenio.tui.sheet import HARD, sheet_lines

__all__ = ["LineTable", "readable", "shown_names"]

ROWS = 12  # of a score-sheet that is told whole after every deal
MANY = 24  # plays listed at a time
ACCOUNT = re.compile(r"score of side \d|penalty points|pot|purses")  # labels of what counts so far
STRUCK = re.compile(r"~~\d+~~ ")  # an older total, which stands in an older row too
COUNTS = re.compile(r"\d+/\d+/")
HELP = N_(
    """Type the number of a play, or the play itself: its cards may stand in any order.
?             this help
? R17         that rule
? PLAY        why that play is not allowed now
rules         all the rules of this table
table         everything on the table again
plays         every play you may make
score         the score-sheet
last          the last plays
hint          what the greedy bot would do, and why
save FILE     keep the match as it stands
quit          leave; the match is saved and can go on later"""
)
CARDS = {
    "cdhs": N_(
        "A card is its rank and its suit: 8h is the eight of hearts, Td the ten of diamonds. "
        "c is clubs, d diamonds, h hearts, s spades."
    ),
    "cebd": N_(
        "A card is its rank and its suit: 7c is the seven of cups, 10d the jack of coins. "
        "c is cups, e swords, b clubs, d coins; 10 is the jack, 11 the knight, 12 the king."
    ),
}


class LineTable:
    """One match at one terminal. `seats` as records name them; whoever sits where no bot does is asked here."""

    def __init__(
        self,
        console: Console,
        match: Match,
        seats: Sequence[str],
        bots: dict[int, Bot],
        path: Path | None = None,
        resumed: Record | None = None,
        log: Sequence[Event] = (),
    ) -> None:
        self.console = console
        self.match = match
        self.game = match.game
        self.seats = list(seats)
        self.bots = bots
        self.path = path
        self.draft = resumed or keep.draft()
        self.humans = [s for s in range(self.game.seats) if s not in bots]
        self.words = {s: Words(self.game, shown_names(seats), s) for s in self.humans}
        self.anybody = Words(self.game, shown_names(seats), None)
        self.log = list(log)
        self.told = dict.fromkeys(self.humans, len(log))
        self.playing = set(match.tally.still_in()) or set(range(self.game.seats))
        self.holder = self.humans[0] if len(self.humans) == 1 else -1  # who has the device

    def say(self, text: Text, /, **values: object) -> None:
        self.console.say(self.anybody.say(text, **values))

    def voice(self) -> Words:
        """Words for what everybody at this device may hear: to the only one here as you."""
        return self.words[self.humans[0]] if len(self.humans) == 1 else self.anybody

    # The match.

    def run(self) -> None:
        """To the end of the match, or until the person leaves. OSError if it cannot be saved then."""
        with self.console.listening():
            try:
                self.introduce()
                self.go_on()
                while not self.match.over:
                    if self.match.deal is None:
                        self.happen(self.match.begin())
                    while self.match.deal is not None:
                        self.console.look_up()
                        self.step()
                    self.after_deal()
                self.finish()
            except Left:
                self.leave()
            except OSError:
                raise
            except Exception:
                self.leave()  # a mistake of ours costs nobody a match
                raise

    def step(self) -> None:
        """One answer or play."""
        if len(self.humans) > 1 and self.window() and len(self.match.actors()) > 1:
            self.ask_around()
        self.happen(self.match.settle())
        waiting = [s for s in self.match.actors() if self.match.legal(s)]
        first, *aside = waiting or [-1]
        if not self.window() and any(self.speak_up(s) for s in aside):
            return
        if first >= 0:
            self.act(first)

    def window(self) -> bool:
        """Whether answers are being asked for; else whoever acts beside the seat in turn speaks out of it."""
        return self.match.deal is not None and bool(self.match.deal.asked)

    def act(self, seat: int) -> None:
        """The play of a seat, a bot's or a person's."""
        legal = self.match.legal(seat)
        if seat in self.bots:
            text = self.bot_play(seat, legal)
        else:
            text = self.turn(seat, legal)
        self.happen(self.match.play(seat, text))

    def bot_play(self, seat: int, legal: Sequence[str]) -> str:
        """What the bot of a seat plays; where a program fails, a greedy bot plays on for it."""
        try:
            return self.bots[seat].choose(self.match.view(seat), legal).play
        except BotFailed as e:
            self.say(N_("{failed}. A greedy bot plays on for it."), failed=e)
            self.bots[seat] = bot("greedy", self.game.NAME, 0)
            self.seats[seat] = f"bot:{self.bots[seat].name}"
            return self.bot_play(seat, legal)

    def speak_up(self, seat: int) -> bool:
        """Whether a seat says what it may say out of its turn."""
        legal = self.match.legal(seat)
        if seat in self.bots:
            self.act(seat)
            return True
        self.hand_over(seat)
        self.list_plays(seat, legal, MANY)
        question = N_("It is not your turn, but you may say this now. A number says it, Enter does not.")
        while answer := self.console.ask(self.words[seat].say(question)):
            if not self.command(answer, seat, legal):
                found = reading(self.game.PACK, legal, answer)
                if found.play:
                    self.happen(self.match.play(seat, found.play))
                    return True
                self.refuse(seat, legal, answer, found)
        return False

    def ask_around(self) -> None:
        """Everybody at this device answers a window, with a choice or without: else being asked would tell something."""
        for seat in self.humans:
            if seat not in self.match.actors():
                continue
            legal = self.match.legal(seat)
            if len(legal) > 1:
                self.happen(self.match.play(seat, self.turn(seat, legal)))
            elif legal:
                self.hand_over(seat)
                self.show(seat)
                self.console.ask(self.words[seat].say(N_("You have nothing to say. Press Enter.")))

    def happen(self, events: Sequence[Event]) -> None:
        """Note what happened; a single listener hears it at once."""
        self.log += events
        if self.holder in self.told and len(self.humans) == 1:
            self.tell(self.holder)

    def tell(self, seat: int) -> None:
        """What happened since this seat was told last."""
        for event in self.log[self.told[seat] :]:
            for line in self.lines_of(event, self.words[seat]):
                self.console.say(line)
        self.told[seat] = len(self.log)

    def lines_of(self, event: Event, words: Words) -> list[str]:
        """An event in words; that others get cards nobody else sees goes without saying."""
        told = event.seen_by(words.seat)
        if told and told.kind in ("dealt", "drawn") and "??" in told.cards:
            return []
        return words.tell(event)

    def after_deal(self) -> None:
        """The account, and time to read it."""
        if len(self.humans) > 1:
            for event in self.log[min(self.told.values()) :]:
                for line in self.lines_of(event, self.anybody):
                    self.console.say(line)
            self.told = dict.fromkeys(self.humans, len(self.log))
            self.holder = -1
        now = set(self.match.tally.still_in()) or self.playing
        if not self.match.over:
            for line in self.voice().out(sorted({self.game.side(s) for s in self.playing - now})):
                self.console.say(line)
        self.playing = now
        self.score("" if self.match.over else str(len(self.match.deals)))
        self.keep_up()
        while not self.match.over:
            answer = self.console.ask(self.anybody.say(N_("Press Enter for the next deal.")))
            if not answer or not self.command(answer, -1, ()):
                return

    # A turn.

    def turn(self, seat: int, legal: Sequence[str]) -> str:
        """The play that the person in this seat chooses."""
        self.keep_up()
        self.hand_over(seat)
        self.show(seat)
        self.list_plays(seat, legal, MANY)
        while True:
            question = N_("Your play? (Enter: 1)") if len(legal) == 1 else N_("Your play?")
            answer = self.console.ask(self.words[seat].say(question))
            if not answer and len(legal) == 1:
                return legal[0]
            if self.command(answer, seat, legal):
                continue
            found = reading(self.game.PACK, legal, answer)
            if found.play:
                return found.play
            self.refuse(seat, legal, answer, found)

    def hand_over(self, seat: int) -> None:
        """The device goes to another person, with the last one's hand out of sight."""
        if seat != self.holder:
            if self.holder >= 0:
                self.console.wipe()
            self.holder = seat
            self.console.ask(
                self.anybody.say(N_("Pass to {name}. {name}, press Enter."), name=self.anybody.names[seat])
            )
        self.tell(seat)

    def show(self, seat: int, everything: bool = False) -> None:
        """The table as a seat sees it, in its parts that matter to a play or in all of them."""
        words = self.words[seat]
        self.console.say()
        picture = self.game.picture(self.match.view(seat))
        for line in picture if everything else notes.glance(picture):
            self.console.say(words.line(line))

    def list_plays(self, seat: int, legal: Sequence[str], most: int) -> None:
        words = self.words[seat]
        for note in notes.notes(words, self.match.view(seat), legal):
            self.console.say(note)
        for number, text in enumerate(legal[:most], 1):
            self.console.say(f"{number}. {words.play(text)}")
        if len(legal) > most:
            self.say(N_("And {n} more: plays lists them all."), n=len(legal) - most)

    def refuse(self, seat: int, legal: Sequence[str], answer: str, found: Reading) -> None:
        """One clear line for an answer that is no play here."""
        if found.several:
            self.say(N_("That may be {plays}. Which?"), plays=self.anybody.listed(found.several))
        elif found.text:
            self.console.say(refusal(self.words[seat], self.match.view(seat), legal, found.text).line())
        elif not answer:
            self.say(N_("Type a number from 1 to {n}, or ? for help."), n=len(legal))
        else:
            self.say(
                N_("{answer} is no play and no command. Type a number from 1 to {n}, or ? for help."),
                answer=quoted(answer),
                n=len(legal),
            )

    # Commands.

    def command(self, answer: str, seat: int, legal: Sequence[str]) -> bool:
        """Whether the answer was a command, which is then done."""
        word, _, rest = answer.partition(" ")
        rest = rest.strip()
        if word.startswith("?") and word != "?":
            word, rest = "?", answer[1:].strip()
        match word.lower():
            case "?" | "help":
                self.explain(seat, legal, rest)
            case "rules":
                self.tell_rules(rest)
            case "table" if seat >= 0:
                self.show(seat, everything=True)
                self.list_plays(seat, legal, MANY)
            case "plays" if seat >= 0:
                self.list_plays(seat, legal, len(legal))
            case "score":
                self.score()
                self.account(seat)
            case "last":
                self.tell_last(seat)
            case "hint" if seat >= 0:
                choice = bot("greedy", self.game.NAME, 0).choose(self.match.view(seat), legal)
                self.say(N_("Hint: {play}. {why}"), play=choice.play, why=choice.why)
            case "save":
                self.save(rest)
            case "quit" | "exit":
                raise Left
            case _:
                return False
        return True

    def explain(self, seat: int, legal: Sequence[str], about: str) -> None:
        if not about:
            self.say(HELP)
            self.tell_notation()
        elif about[:1].upper() == "R" and about[1:2].isdigit():
            self.tell_rules(about)
        elif seat >= 0:
            found = reading(self.game.PACK, legal, about)
            if found.play:
                self.say(N_("{play} is allowed."), play=found.play)
            elif found.several or not found.text:
                self.refuse(seat, legal, about, found)
            else:
                why = refusal(self.words[seat], self.match.view(seat), legal, found.text)
                self.console.say(why.line())
                self.tell_rules(why.rule)
        else:
            self.say(N_("Nothing is being played now."))

    def tell_rules(self, number: str) -> None:
        """All the rules of this table, or one of them."""
        options = {n: getattr(self.game.options, n) for n in self.game.options.__struct_fields__}
        try:
            text = rule(self.game.NAME, options, rule_number(number)) if number else rules(self.game.NAME, options)
        except RulesError as e:
            self.console.say(str(e))
        else:
            self.console.write(plain(text, self.console.width) + "\n")

    def score(self, number: str = "") -> None:
        """The score-sheet, or what it says of one deal if it is long."""
        names = self.anybody.names
        sides = [f"{HARD}+ ".join(names[s] for s in self.game.members(side)) for side in range(self.game.sides)]
        sheet = readable(self.match.tally.sheet(sides), names)
        if not sheet.rows:
            self.say(N_("No deal has been counted yet."))
            return
        if number and len(sheet.rows) > ROWS:
            sheet = Sheet(sheet.heads, tuple(row for row in sheet.rows if row[0] == number))
        self.console.write("\n" + "\n".join(sheet_lines(sheet, self.console.width)) + "\n")
        if any(COUNTS.match(cell) for row in sheet.rows for cell in row):
            self.say(N_("30/8/2c/Td means 30 cards, 8 of them clubs, with the 2c and the Td."))
        self.console.say()

    def account(self, seat: int) -> None:
        """What counts so far in a deal that is being played."""
        if seat >= 0:
            for line in self.game.picture(self.match.view(seat)):
                if ACCOUNT.fullmatch(line.label):
                    self.console.say(self.words[seat].line(line))

    def tell_last(self, seat: int) -> None:
        """The last trick, or the last play of each seat."""
        words = self.words.get(seat, self.anybody)
        plays = notes.last_plays(self.log, self.game.seats)
        if not plays:
            self.say(N_("Nothing has been played yet."))
        for event in plays:
            for line in self.lines_of(event, words):
                self.console.say(line)

    def save(self, name: str) -> None:
        if not name:
            self.say(N_("Save to which file? Type save and its name."))
            return
        path = Path(name)
        if path.exists() and path != self.path:
            self.say(N_("{name} exists already; choose another name."), name=name)
            return
        try:
            keep.save(path, self.match, self.seats, self.draft)
        except OSError as e:
            self.say(N_("{name} cannot be written: {why}."), name=name, why=e.strerror or e)
        else:
            self.path = self.path or path
            self.say(N_("Saved in {name}."), name=name)

    # Beginning and end.

    def introduce(self) -> None:
        """Who sits where, what is played for, what differs from the usual rules."""
        self.say(N_("{game}, {n} players."), game=self.game.TITLE, n=self.game.seats)
        for seat, name in enumerate(self.anybody.names):
            if seat in self.bots:
                self.say(N_("Seat {seat}: {name}, a bot ({bot})."), seat=seat, name=name, bot=self.seats[seat])
            elif len(self.humans) == 1:
                self.say(N_("Seat {seat}: {name}. That is you."), seat=seat, name=name)
            else:
                self.say(N_("Seat {seat}: {name}."), seat=seat, name=name)
        if self.game.sides < self.game.seats:
            first, second = (self.anybody.side(side) for side in range(self.game.sides))
            self.say(N_("{first} play against {second}."), first=first, second=second)
        self.console.say(goal(self.anybody, self.game.options))
        different = [sentence for _, sentence in differences(self.anybody, self.game.options)]
        self.say(N_("Different from the usual rules:") if different else N_("The usual rules, without exception."))
        for sentence in different:
            self.console.say(f"- {sentence}")
        self.tell_notation()
        self.say(N_("Type ? for help at any time."))
        self.console.say()

    def go_on(self) -> None:
        """Where a resumed match stands."""
        if not self.match.deals:
            return
        if self.match.deal is not None:
            self.say(N_("Deal {n} goes on."), n=len(self.match.deals))
        if self.match.tally.sheet([""] * self.game.sides).rows:
            self.score()
        if self.holder >= 0 and self.match.deal is not None:
            self.tell_last(self.holder)

    def tell_notation(self) -> None:
        """How cards and plays are written."""
        self.say(CARDS[self.game.PACK.suits])
        self.say(N_("Plays: {examples}"), examples=self.anybody.say(NOTATION[self.game.NAME]))

    def finish(self) -> None:
        """What is paid, and the record."""
        for line in self.voice().settled(self.match.tally.settlement()):
            self.console.say(line)
        if self.path:
            self.say(N_("The match is saved in {name}."), name=self.path)
            return
        while True:
            answer = self.console.ask(self.anybody.say(N_("The end. Enter leaves; save FILE keeps the match.")))
            if not answer or not self.command(answer, -1, ()):
                return

    def keep_up(self) -> None:
        """The record is never behind by more than the play being thought about."""
        if self.path:
            keep.save(self.path, self.match, self.seats, self.draft)

    def leave(self) -> None:
        """Save the match and say how it goes on."""
        if self.match.over and not self.path:
            return
        path = self.path or keep.free_name(self.game.NAME)
        keep.save(path, self.match, self.seats, self.draft)
        try:
            if self.console.prompt:
                self.console.say()  # below what was being typed
            if self.match.over:
                self.say(N_("The match is saved in {name}."), name=path)
            else:
                again = f"kafenio play --resume {shlex.quote(str(path))}"
                self.say(N_("Saved. To go on: {command}"), command=again)
        except Left:
            pass  # nobody is there to read it


def shown_names(seats: Sequence[str]) -> list[str]:
    """Names for sentences: a bot's without its version, and with its seat where several would be called the same."""
    short = [name.removeprefix("bot:").partition("@")[0] if name.startswith("bot:") else name for name in seats]
    return [f"{name}-{seat}" if short.count(name) > 1 else name for seat, name in enumerate(short)]


def readable(sheet: Sheet, names: Sequence[str]) -> Sheet:
    """A sheet with the dealers' names for their seats, and without totals that were struck through."""
    rows = [[STRUCK.sub("", cell) for cell in row] for row in sheet.rows]
    if "dealer" in sheet.heads:
        at = sheet.heads.index("dealer")
        for row in rows:
            row[at] = names[int(row[at])] if row[at].isdigit() else row[at]
    return Sheet(sheet.heads, tuple(map(tuple, rows)))
