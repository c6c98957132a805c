"""The table in a plain terminal: what happened in words, what one sees, what one may do, one fact a line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import kafenio
from kafenio.audience import Event
from kafenio.bots import ADVISER, bot, hint
from kafenio.errors import BotFailed
from kafenio.game import Bot, Sheet
from kafenio.i18n.notes import notes
from kafenio.i18n.options import differences, goal
from kafenio.i18n.refusals import refusal
from kafenio.i18n.rules import RulesError, languages, plain, rule, rules
from kafenio.i18n.words import Words, rule_number
from kafenio.match import Match
from kafenio.message import Side, Value, said
from kafenio.records import Record
from kafenio.tui import keep
from kafenio.tui.console import Console, Left, quoted
from kafenio.tui.glance import account, glance, last_plays
from kafenio.tui.plays import Reading, reading
from kafenio.tui.sheet import HARD, sheet_lines

__all__ = ["LineTable", "SheetWords", "shown_names"]

ROWS = 12  # of a score-sheet that is told whole after every deal
MANY = 24  # plays listed at a time
STRUCK = re.compile(r"~~\d+~~ ")  # an older total, which stands in an older row too
COUNTS = re.compile(r"\d+/\d+/")  # what a side has captured


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
        language: str = "en",
    ) -> None:
        self.console = console
        self.match = match
        self.game = match.game
        self.seats = list(seats)
        self.bots = bots
        self.path = path
        self.draft = resumed or keep.draft()
        self.humans = [s for s in range(self.game.seats) if s not in bots]
        self.language = language
        self.words = {s: Words(self.game, shown_names(seats), s, language) for s in self.humans}
        self.anybody = Words(self.game, shown_names(seats), None, language)
        self.log = list(log)
        self.told = dict.fromkeys(self.humans, len(log))
        self.playing = set(match.tally.still_in()) or set(range(self.game.seats))
        self.holder = self.humans[0] if len(self.humans) == 1 else -1  # who has the device

    def say(self, key: str, /, **values: Value) -> None:
        self.console.say(self.anybody.say(key, **values))

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
            self.say("terminal.bot_failed", failed=str(e))
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
        question = "terminal.speak_up"
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
                self.console.ask(self.words[seat].say("terminal.nothing_to_say"))

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
        self.score(0 if self.match.over else len(self.match.deals))
        self.keep_up()
        while not self.match.over:
            answer = self.console.ask(self.anybody.say("terminal.next_deal"))
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
            question = "terminal.your_play.one" if len(legal) == 1 else "terminal.your_play"
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
            self.console.ask(self.anybody.say("terminal.pass_to", name=self.anybody.names[seat]))
        self.tell(seat)

    def show(self, seat: int, everything: bool = False) -> None:
        """The table as a seat sees it, in its parts that matter to a play or in all of them."""
        words = self.words[seat]
        self.console.say()
        picture = self.game.picture(self.match.view(seat))
        for line in picture if everything else glance(picture, seat):
            self.console.say(words.line(line))

    def list_plays(self, seat: int, legal: Sequence[str], most: int) -> None:
        words = self.words[seat]
        for note in notes(self.match.view(seat), legal):
            self.console.say(words.text(note))
        for number, text in enumerate(legal[:most], 1):
            self.console.say(f"{number}. {words.play(text)}")
        if len(legal) > most:
            self.say("terminal.more_plays", n=len(legal) - most)

    def refuse(self, seat: int, legal: Sequence[str], answer: str, found: Reading) -> None:
        """One clear line for an answer that is no play here."""
        if found.several:
            self.say("terminal.which", plays=found.several)
        elif found.text:
            why = refusal(self.match.view(seat), legal, found.text)
            self.console.say(self.words[seat].text(why.message()))
        elif not answer:
            self.say("terminal.number", last=len(legal))
        else:
            self.say(
                "terminal.no_play",
                answer=quoted(answer),
                last=len(legal),
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
                self.hint(seat, legal)
            case "save":
                self.save(rest)
            case "quit" | "exit":
                raise Left
            case _:
                return False
        return True

    def hint(self, seat: int, legal: Sequence[str]) -> None:
        """What a good bot would do, and what speaks for it."""
        view = self.match.view(seat)
        choice = bot(ADVISER if kafenio.compiled else "greedy", self.game.NAME, 0).choose(view, legal)
        why, *more = hint(choice, view, legal)
        self.say("terminal.hint", play=choice.play, why=why)
        for reason in more:
            self.console.say(self.words[seat].text(reason))

    def explain(self, seat: int, legal: Sequence[str], about: str) -> None:
        if not about:
            self.say("terminal.help")
            self.tell_notation()
        elif about[:1].upper() == "R" and about[1:2].isdigit():
            self.tell_rules(about)
        elif seat >= 0:
            found = reading(self.game.PACK, legal, about)
            if found.play:
                self.say("terminal.allowed", play=found.play)
            elif found.several or not found.text:
                self.refuse(seat, legal, about, found)
            else:
                why = refusal(self.match.view(seat), legal, found.text)
                self.console.say(self.words[seat].text(why.message()))
                self.tell_rules(why.rule)
        else:
            self.say("terminal.no_deal")

    def tell_rules(self, number: str) -> None:
        """All the rules of this table, or one of them."""
        name, options = self.game.NAME, {n: getattr(self.game.options, n) for n in self.game.options.__struct_fields__}
        language = self.language if self.language in languages(name) else "en"
        if language != self.language:
            self.say("terminal.rules_in")
        try:
            text = rule(name, options, rule_number(number), language) if number else rules(name, options, language)
        except RulesError:
            self.say("terminal.no_rule", number=rule_number(number))
        else:
            self.console.write(plain(text, self.console.width) + "\n")

    def score(self, number: int = 0) -> None:
        """The score-sheet, or what it says of one deal if it is long."""
        sheet = self.match.tally.sheet()
        if not sheet.rows:
            self.say("terminal.no_count")
            return
        if number and len(sheet.rows) > ROWS:
            sheet = Sheet(sheet.heads, tuple(row for row in sheet.rows if row[0] == number))
        heads, rows = SheetWords(self.game, self.anybody.names, None, self.language).sheet(sheet)
        rows = [[STRUCK.sub("", cell) for cell in row] for row in rows]
        self.console.write("\n" + "\n".join(sheet_lines(heads, rows, self.console.width)) + "\n")
        if any(COUNTS.search(cell) for row in rows for cell in row):
            self.say("terminal.counts")
        self.console.say()

    def account(self, seat: int) -> None:
        """What counts so far in a deal that is being played."""
        if seat >= 0:
            for line in account(self.game.picture(self.match.view(seat))):
                self.console.say(self.words[seat].line(line))

    def tell_last(self, seat: int) -> None:
        """The last trick, or the last play of each seat."""
        words = self.words.get(seat, self.anybody)
        plays = last_plays(self.log, self.game.seats)
        if not plays:
            self.say("terminal.nothing_played")
        for event in plays:
            for line in self.lines_of(event, words):
                self.console.say(line)

    def save(self, name: str) -> None:
        if not name:
            self.say("terminal.save_where")
            return
        path = Path(name)
        if path.exists() and path != self.path:
            self.say("terminal.exists", name=name)
            return
        try:
            keep.save(path, self.match, self.seats, self.draft)
        except OSError as e:
            self.say("terminal.not_written", name=name, why=e.strerror or str(e))
        else:
            self.path = self.path or path
            self.say("terminal.saved_in", name=name)

    # Beginning and end.

    def introduce(self) -> None:
        """Who sits where, what is played for, what differs from the usual rules."""
        self.say("terminal.players", game=said(f"title.{self.game.NAME}"), n=self.game.seats)
        for seat, name in enumerate(self.anybody.names):
            if seat in self.bots:
                self.say("terminal.seat.bot", seat=seat, name=name, bot=self.seats[seat])
            elif len(self.humans) == 1:
                self.say("terminal.seat.you", seat=seat, name=name)
            else:
                self.say("terminal.seat", seat=seat, name=name)
        if self.game.sides < self.game.seats:
            self.say("terminal.against", first=Side(0), second=Side(1))
        self.console.say(self.anybody.text(goal(self.game)))
        different = [self.anybody.text(sentence) for _, sentence in differences(self.game)]
        self.say("terminal.different" if different else "terminal.usual")
        for sentence in different:
            self.console.say(f"- {sentence}")
        self.tell_notation()
        self.say("terminal.help_any_time")
        self.console.say()

    def go_on(self) -> None:
        """Where a resumed match stands."""
        if not self.match.deals:
            return
        if self.match.deal is not None:
            self.say("terminal.goes_on", number=len(self.match.deals))
        if self.match.tally.sheet().rows:
            self.score()
        if self.holder >= 0 and self.match.deal is not None:
            self.tell_last(self.holder)

    def tell_notation(self) -> None:
        """How cards and plays are written."""
        self.say(f"cards.{self.game.PACK.suits}")
        self.say("terminal.notation", examples=said(f"write.{self.game.NAME}"))

    def finish(self) -> None:
        """What is paid, and the record."""
        for line in self.voice().settled(self.match.tally.settlement()):
            self.console.say(line)
        if self.path:
            self.say("terminal.match_saved", name=str(self.path))
            return
        while True:
            answer = self.console.ask(self.anybody.say("terminal.the_end"))
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
                self.say("terminal.match_saved", name=str(path))
            else:
                again = f"kafenio play --resume {shlex.quote(str(path))}"
                self.say("terminal.to_go_on", command=again)
        except Left:
            pass  # nobody is there to read it


def shown_names(seats: Sequence[str]) -> list[str]:
    """Names for sentences: a bot's without its version, and with its seat where several would be called the same."""
    short = [name.removeprefix("bot:").partition("@")[0] if name.startswith("bot:") else name for name in seats]
    return [f"{name}-{seat}" if short.count(name) > 1 else name for seat, name in enumerate(short)]


class SheetWords(Words):
    """Words for a score-sheet, whose columns are narrow: no line breaks within a side of partners but after `+`."""

    def side(self, side: int) -> str:
        return f"{HARD}+ ".join(self.names[s] for s in self.game.members(side))
