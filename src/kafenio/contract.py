"""What everything outside the rules knows of a game: Deal, and the buffers and the generator that go with it.

Plays are ints inside (bits.play) and text outside. The methods that the .pxd names as nogil check nothing: they are what
search and playouts call. The checked Python side follows them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from kafenio import audience, bits, memory
from kafenio.audience import FACE_DOWN, FACE_UP, FACT, HELD, OWN, SECRET, SEEN_BY, Audience, Event, View
from kafenio.errors import IllegalPlay, Misdeal, NotationError

__all__ = ["Deal", "Plays", "Point", "Rng", "perft", "playouts"]

MOST = (1 << 56) - 1
HEAPS, ROOM = 17, 100
RETURNS = ROOM  # typed, so hidden from Python
RANDOM_MIDDLE, EXACT_MIDDLE, RANDOM, BOTTOM = 0, 1, 2, 3  # return_position


class Point(NamedTuple):
    """One line of a breakdown: who scored, why, how many."""

    side: int
    reason: str
    points: int


class Rng:
    """PCG32 and a bag of cards to draw from. The same seed gives the same cards compiled or interpreted."""

    def __init__(self, seed: int) -> None:
        self.state = bits.step(bits.step(seed))
        self.left = 0
        self.bag = memory.ints(64)

    def below(self, n: int) -> int:
        self.state = bits.step(self.state)
        return bits.scale(bits.output(self.state), n)

    def real(self) -> float:
        """0 <= x < 1, in steps of 2**-62."""
        high = self.below(1 << 30)
        return (high + self.below(1 << 30) / 1073741824.0) / 1073741824.0

    def fill(self, cards: int) -> None:
        """Put a set into the bag."""
        self.left = 0
        while cards:
            self.bag[self.left] = bits.number(cards)
            self.left += 1
            cards &= cards - 1

    def draw(self) -> int:
        """The number of a card drawn from the bag."""
        i = self.below(self.left)
        self.left -= 1
        number = self.bag[i]
        self.bag[i] = self.bag[self.left]
        return number

    def draw_set(self, n: int) -> int:
        cards = 0
        while n:
            cards |= bits.bit(self.draw())
            n -= 1
        return cards

    def roll(self, n: int) -> int:
        """0 … n-1, for callers in Python."""
        if not 0 < n < 1 << 31:
            raise ValueError(f"a number from 1 on expected, not {n}")
        return self.below(n)

    def shuffled(self, numbers: Sequence[int]) -> list[int]:
        """The same numbers in random order."""
        found = list(numbers)
        for i in range(len(found) - 1, 0, -1):
            j = self.roll(i + 1)
            found[i], found[j] = found[j], found[i]
        return found

    def __dealloc__(self) -> None:
        memory.free(self.bag)


class Plays:
    """A growing buffer of plays that C fills without the GIL."""

    def __init__(self) -> None:
        self.size = 0
        self.room = 256
        self.met = 0
        self.items = memory.words(256)

    def grow(self) -> None:
        self.items = memory.more_words(self.items, self.room * 2)
        self.room *= 2

    def listed(self) -> list[int]:
        found = [0] * self.size
        for i in range(self.size):
            found[i] = self.items[i]
        return found

    def __dealloc__(self) -> None:
        memory.free(self.items)


SCRATCH = Plays()  # for calls from Python, which hold the GIL


class Deal:
    """One pack, from the first card dealt to the last counted.

    Hidden cards, and all that is known of them, live only in the fields declared here: views, imagined deals and search
    are written once.
    """

    seats: int
    sides: int
    scores: list[int]
    deal_number: int
    dealer: int
    turn: int
    asked: int
    answers: list[int]
    left: int
    hands: list[int]
    heaps: list[int]
    seen: list[int]
    stock: list[int]
    spent: list[int]
    bars: list[int]
    kinds: list[int]
    each: int
    packet: int
    whole: int
    top_first: int
    return_position: int
    returns: int
    returned: list[int]
    replaced: list[int]
    batch: list[int]
    came_to: list[int]
    cuts: list[int]
    outs: list[int]

    GAME = ""  # the name under which the game is registered
    PLAY = ""  # a pattern that every text of a play matches
    EXAMPLE = ""  # what a play looks like, for error messages
    AUDIENCES: ClassVar[dict[str, Audience]] = {
        "seats": FACT,
        "sides": FACT,  # side s = the seats with seat % sides == s
        "scores": FACT.each(5),  # by side, before this deal
        "deal_number": FACT,  # from 1
        "dealer": FACT,
        "turn": FACT,  # the seat waited for, -1 when over; in a window the seat that its answers are counted from
        "asked": FACT,  # a window is open: bit s for each seat asked, whether it has answered or not
        "answers": OWN.each(5),  # 0: none yet
        "left": FACT,  # cards in the stock; the top is stock[left - 1]
        "hands": HELD.each(5),
        "heaps": FACE_DOWN.each(HEAPS),  # face-down cards beside the stock
        "seen": SEEN_BY.each(6),  # hidden cards that a seat, or the spectators, have seen
        "stock": FACE_DOWN.each(52),
        # what plays have told of hidden hands, each emptied when a new round is dealt
        "spent": FACE_UP.each(5),  # cards of this round's hand already played
        "bars": FACT.each(5),  # cards that the seat cannot hold
        "kinds": FACT.each(5),  # announced: 2 a pair and no three alike, 3 three alike, among spent and held together
        # cards of the layout put back into the stock, at a place that nobody knows
        "each": FACT,  # cards a seat in a later round
        "packet": FACT,  # dealt so many at a time
        "whole": FACT,  # the stock when the layout was right
        "top_first": FACT,  # the new card is taken before the old one goes back
        "return_position": FACT,
        "returns": FACT,
        "returned": FACT.each(ROOM, "returns"),  # card numbers
        "replaced": FACT.each(ROOM, "returns"),  # the card that took its place
        "batch": FACT.each(ROOM, "returns"),  # the first return of those that went back together
        "came_to": FACT.each(ROOM, "returns"),  # where it was dealt, once it has been played: 1 + slot
        "cuts": SECRET.each(ROOM),  # cards above it; given beforehand when a record is replayed, else -1
        "outs": SECRET.each(ROOM),  # the card to go back, where it is drawn; likewise
    }

    def __init__(
        self,
        pack: Sequence[int] | None = None,
        rng: Rng | None = None,
        cuts: Sequence[int] = (),
        outs: Sequence[int] = (),
        facts: Mapping[str, int | Sequence[int]] | None = None,
    ) -> None:
        """Facts are fields by name. Without a pack an empty deal, for positions; with one it is dealt, or Misdeal."""
        memory.shape(self, audience.audiences(type(self)))
        for name, value in (facts or {}).items():
            self.put_field(name, value)
        if pack is not None:
            self.stack(list(pack))
            self.put_field("cuts", [*cuts, *[-1] * (ROOM - len(cuts))])
            self.put_field("outs", [*outs, *[-1] * (ROOM - len(outs))])
            if not self.begin(rng or Rng(0)):
                raise Misdeal("the rules ask for another shuffle")

    def put_field(self, name: str, value: int | Sequence[int]) -> None:
        """Set a field by name; an array is filled up with zeros."""
        if not isinstance(value, int):
            value = [*value, *[0] * (audience.audiences(type(self))[name].count - len(value))]
        setattr(self, name, value)

    def stack(self, pack: list[int]) -> None:
        """A full stock in this order, the first card on top."""
        cards = 0
        self.left = len(pack)
        if self.left == bits.size(self.pack()):
            for i in range(self.left):
                n = pack[self.left - 1 - i]
                if 0 <= n < 64:
                    self.stock[i] = n
                    cards |= bits.bit(n)
        if cards != self.pack():
            raise NotationError(
                f"not the pack of {self.GAME}: {bits.size(self.pack())} different cards expected, {len(pack)} given"
            )

    def dealt(self, rng: Rng) -> Deal:
        """A new deal under the same facts, from a shuffled pack."""
        new = self.copy()
        new.fresh(self, rng)
        return new

    # Rules of one game: C methods without the GIL when compiled.

    def pack(self) -> int:
        """Every card of the game."""
        raise NotImplementedError

    def begin(self, rng: Rng) -> bool:
        """Deal from a full stock; False: a misdeal. Draws only what `cuts` does not tell."""
        raise NotImplementedError

    def list_plays(self, seat: int, out: Plays) -> None:
        """Fill out with the plays of a seat that may act, in a stable order."""
        raise NotImplementedError

    def make(self, seat: int, play: int) -> None:
        """Apply a listed play."""
        raise NotImplementedError

    def score(self, seat: int) -> int:
        raise NotImplementedError

    def reward(self, seat: int) -> float:
        """The outcome for search, -1 … 1."""
        raise NotImplementedError

    def promise(self, seat: int, play: int) -> int:
        """How a listed play looks at a glance, 1 … 1000: playouts of search choose in proportion; all alike by default."""
        return 1

    def key(self) -> int:
        """A hash of all that the value of a deal without a stock depends on; 0: the game has none."""
        return 0

    def pass_over(self) -> None:
        """Answer for every seat asked that has no choice; a game with windows has its own."""

    def possible(self, seat: int) -> bool:
        """Whether the hidden cards fit what `bars` and `kinds` cannot say; a game that needs it has its own."""
        return True

    def claim_on(self, place: int) -> int:
        """What a hand (its seat) or a heap (5 + its number) is known to be as a whole, 0 if nothing is: then a game that has
        such claims draws it with draw_claimed."""
        return 0

    def draw_claimed(self, claim: int, held: int, hidden: int, rng: Rng) -> int:
        """Hidden cards that make `held` what was claimed, every such set as likely; others too, which are not `possible`."""
        return 0

    def out_of_turn(self, seat: int) -> bool:
        """Whether a seat may say something though it is another's turn; a game that has such plays has its own."""
        return False

    # What every game shares.

    def assign(self, source: Deal) -> None:
        memory.assign(self, source)

    def fresh(self, opening: Deal, rng: Rng) -> None:
        """Shuffle and deal until the rules accept it."""
        while True:
            self.assign(opening)
            self.shuffle(rng)
            for i in range(RETURNS):
                self.cuts[i] = -1
                self.outs[i] = -1
            if self.begin(rng):
                return

    def pop(self) -> int:
        """The top card of the stock, as a set."""
        self.left -= 1
        return bits.bit(self.stock[self.left])

    def pop_set(self, n: int) -> int:
        cards = 0
        while n:
            cards |= self.pop()
            n -= 1
        return cards

    def shuffle(self, rng: Rng) -> None:
        """A full stock in random order."""
        rng.fill(self.pack())
        self.left = 0
        while rng.left:
            self.stock[self.left] = rng.draw()
            self.left += 1

    def deal_round(self, each: int, packet: int) -> None:
        """A hand to every seat, the seat after the dealer first; what the last round told is forgotten."""
        for s in range(self.seats):
            self.hands[s] = 0
            self.spent[s] = 0
            self.bars[s] = 0
            self.kinds[s] = 0
        given = 0
        while given < each:
            for i in range(self.seats):
                self.hands[bits.wrap(self.dealer + 1 + i, self.seats)] |= self.pop_set(packet)
            given += packet

    def spend(self, seat: int, card: int) -> None:
        """A card leaves a hand face up."""
        self.hands[seat] ^= card
        self.spent[seat] |= card
        for i in range(self.returns):
            if bits.bit(self.returned[i]) == card:
                self.came_to[i] = 1 + 8 * (self.round() - 1) + seat

    def round(self) -> int:
        """How many rounds were dealt since the layout was right."""
        return (self.whole - self.left) // (self.seats * self.each)

    def slot(self, place: int) -> int:
        """Who gets the card that lay so deep in the whole stock, and when: 8 * round + seat."""
        n = self.seats * self.each
        return 8 * (place // n) + (self.dealer + 1 + place % n // self.packet) % self.seats

    def least_above(self, m: int) -> int:
        """The fewest cards that may lie above one that goes back into a stock of m."""
        if self.return_position == EXACT_MIDDLE:
            return m // 2
        if self.return_position == RANDOM:
            return 0
        if self.return_position == BOTTOM:
            return m
        return (m + 2) // 3

    def most_above(self, m: int) -> int:
        if self.return_position == EXACT_MIDDLE:
            return m // 2
        if self.return_position == RANDOM or self.return_position == BOTTOM:
            return m
        return 2 * m // 3

    def send_back(self, card: int, first: int, rng: Rng) -> None:
        """A card of the layout goes back into the stock; `first` = the first return of its batch."""
        above = self.cuts[self.returns]
        low = self.least_above(self.left)
        high = self.most_above(self.left)
        if above < low or above > high:
            above = low + rng.below(high - low + 1)
        self.cuts[self.returns] = above
        i = self.left
        self.left += 1
        while above:
            self.stock[i] = self.stock[i - 1]
            i -= 1
            above -= 1
        self.stock[i] = bits.number(card)
        self.returned[self.returns] = bits.number(card)
        self.batch[self.returns] = first
        self.returns += 1

    def open_instead(self, i: int) -> int:
        """The top card of the stock in the place of the i-th returned one."""
        new = self.pop()
        self.replaced[i] = bits.number(new)
        return new

    def put_back(self, card: int, rng: Rng) -> int:
        """A card of the layout goes back into the stock, the top card comes in its place."""
        new = 0
        i = self.returns
        if self.top_first:
            new = self.open_instead(i)
        self.send_back(card, i, rng)
        if not self.top_first:
            new = self.open_instead(i)
        return new

    def circling(self, more: int) -> bool:
        """With so many more going back the rules want another shuffle."""
        return self.returns + more > RETURNS

    def next_asked(self) -> int:
        """In an open window the next seat without an answer, -1 when all have answered."""
        for i in range(self.seats):
            s = bits.wrap(self.turn + i, self.seats)
            if self.asked & bits.bit(s) and self.answers[s] == 0:
                return s
        return -1

    def play_out(self, out: Plays, rng: Rng) -> int:
        """Uniform plays to the end: how many. Answers without a choice are no plays."""
        made = 0
        while self.turn >= 0:
            seat = self.turn
            if self.asked:
                self.pass_over()
                if self.asked == 0:
                    continue
                seat = self.next_asked()
            out.size = 0
            self.list_plays(seat, out)
            out.met += out.size
            self.make(seat, out.items[rng.below(out.size)])
            made += 1
        return made

    # The Python side.

    def cards(self) -> int:
        return self.pack()

    def slot_of(self, place: int) -> int:
        return self.slot(place)

    def possible_for(self, seat: int) -> bool:
        return self.possible(seat)

    def above_range(self, i: int) -> tuple[int, int]:
        """The fewest and the most cards that may lie above the i-th returned card."""
        m = self.whole - 1 if self.top_first else self.whole + i - self.batch[i]
        return self.least_above(m), self.most_above(m)

    def gained(self) -> list[int]:
        """What `score` gives, by seat."""
        return [self.score(seat) for seat in range(self.seats)]

    def rewards(self) -> list[float]:
        """What `reward` gives, by seat."""
        return [self.reward(seat) for seat in range(self.seats)]

    def key_of_ending(self) -> int:
        """What `key` gives."""
        return self.key()

    def promises(self, seat: int) -> list[int]:
        """What `promise` gives for each legal play of a seat."""
        return [self.promise(seat, play) for play in self.legal(seat)]

    def actors(self) -> tuple[int, ...]:
        """Who may act: whose turn it is first, then who may say something out of turn.

        In a window every seat asked, to its end: who has answered is a secret.
        """
        if self.turn < 0:
            return ()
        if self.asked:
            order = [(self.turn + i) % self.seats for i in range(self.seats)]
            return tuple([s for s in order if self.asked & bits.bit(s)])
        return (self.turn, *[s for s in range(self.seats) if s != self.turn and self.out_of_turn(s)])

    def mover(self) -> int:
        """The seat to play next, -1 when over; answers without a choice are given first. For loops in one thread of play."""
        while self.asked:
            self.pass_over()
            if self.asked:
                return self.next_asked()
        return self.turn

    def fill(self, seat: int) -> int:
        """The seat's plays into SCRATCH: how many."""
        SCRATCH.size = 0
        if self.turn >= 0 and 0 <= seat < self.seats:
            if self.asked:
                if self.asked & bits.bit(seat) and self.answers[seat] == 0:
                    self.list_plays(seat, SCRATCH)
            elif seat == self.turn or self.out_of_turn(seat):
                self.list_plays(seat, SCRATCH)
        return SCRATCH.size

    def legal(self, seat: int) -> list[int]:
        """The plays of a seat, in a stable order: a function of its view alone. Empty if it is not its turn."""
        self.fill(seat)
        return SCRATCH.listed()

    def choices(self, seat: int) -> int:
        """The number of legal plays."""
        return self.fill(seat)

    def pick(self, seat: int, i: int) -> int:
        """Make the i-th legal play, and tell which it was."""
        n = self.fill(seat)
        if not 0 <= i < n:
            raise IllegalPlay(f"seat {seat} has {n} plays, not one with number {i}")
        play = SCRATCH.items[i]
        self.make(seat, play)
        return play

    def apply(self, seat: int, play: int) -> None:
        """A legal play; anything else raises IllegalPlay and changes nothing."""
        n = self.fill(seat)
        for i in range(n):
            if SCRATCH.items[i] == play:
                self.make(seat, play)
                return
        raise IllegalPlay(f"{play:#x} is not legal for seat {seat}; {self.legal_text(seat)}")

    def play(self, seat: int, play: int) -> list[Event]:
        """Apply a legal play and tell what it caused: for tables, not for loops."""
        before = self.copy()
        self.apply(seat, play)
        return self.events(before, seat, play)

    def forced(self) -> list[Event]:
        """`answer_forced`, and what it caused."""
        if not self.asked:
            return []
        before = self.copy()
        self.pass_over()
        return self.events(before, -1, 0)

    def answer_forced(self) -> None:
        """Answer for every seat asked that has no choice: records leave these answers out."""
        if self.asked:
            self.pass_over()

    def copy(self) -> Deal:
        twin = type(self).__new__(type(self))
        twin.assign(self)
        return twin

    def __copy__(self) -> Deal:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return rebuilt, (type(self), {n: getattr(self, n) for n in audience.audiences(type(self))})

    def text(self, play: int) -> str:
        """The notation of a listed play; unique among a state's legal plays."""
        raise NotImplementedError

    def read(self, seat: int, text: str) -> int:
        """The legal play that a text names, its cards in any order, `×` for `x`.

        NotationError for a text that is no play of this game, IllegalPlay for one that is not legal here.
        """
        plays = self.legal(seat)
        texts = [self.text(play) for play in plays]
        if text in texts:
            return plays[texts.index(text)]
        wanted = play_key(text)
        for play, own in zip(plays, texts, strict=True):
            if play_key(own) == wanted:
                return play
        plain = " ".join(text.replace("×", "x").split())
        if not re.fullmatch(self.PLAY, plain):
            raise NotationError(f"{text!r} is no play; a play looks like {self.EXAMPLE}")
        raise IllegalPlay(f"{plain!r} is not legal for seat {seat}; {self.legal_text(seat)}")

    def legal_text(self, seat: int) -> str:
        """For messages: the legal plays of a seat, or whose turn it is."""
        legal = self.legal(seat)
        if legal:
            return f"legal: {', '.join(map(self.text, legal))}"
        if self.turn < 0:
            return "the deal is over"
        waited = [s for s in self.actors() if self.legal(s)]
        return f"it is the turn of seat {', '.join(map(str, waited))}"

    def dealt_events(self, names: Sequence[str]) -> list[Event]:
        """The hands just dealt, from the seat after the dealer on; names by card number."""
        found = []
        for i in range(self.seats):
            seat = (self.dealer + 1 + i) % self.seats
            hand = self.hands[seat]
            cards = tuple([names[n] for n in range(len(names)) if hand & bits.bit(n)])
            faces = bits.bit(seat)
            for other in range(6):
                if not hand & ~self.seen[other]:
                    faces |= bits.bit(other)
            if cards:
                found.append(Event("dealt", seat, cards, faces=faces))
        return found

    def opened(self) -> list[Event]:
        """What everyone saw of the deal itself: hands dealt, the layout, its repairs."""
        raise NotImplementedError

    def events(self, before: Deal, seat: int, play: int) -> list[Event]:
        """What a play caused, from the state before it and this one; seat -1: answers without a choice were given."""
        raise NotImplementedError

    def points(self) -> list[Point]:
        """The breakdown of the deal so far: who scored, why, how many."""
        raise NotImplementedError

    def ended(self) -> str:
        """Why the deal was broken off, as records write it; empty if it was played out or goes on."""
        return ""

    def view(self, seat: int | None, same: audience.Same | None = None) -> View:
        """What a seat (None: a spectator) may know; `same` is shared between the views of one moment."""
        return audience.view(self, audience.SPECTATOR if seat is None else seat, same)

    def open_view(self) -> View:
        """Every card, for the study of records; never for a table."""
        return audience.view(self, audience.OPEN)


def play_key(text: str) -> tuple[str, ...]:
    """The words of a play with its cards in one order: two texts of one play have the same key."""
    words = text.replace("×", "x").replace("+", " ").split()
    return (*words[:1], *sorted(words[1:]))


def rebuilt(cls: type[Deal], fields: dict[str, int | list[int]]) -> Deal:
    deal = cls()
    for name, value in fields.items():
        setattr(deal, name, value)
    return deal


def playouts(opening: Deal, n: int, seed: int) -> tuple[int, int]:
    """n deals from fresh packs with uniform plays: the number of plays made, and a checksum of plays and scores."""
    rng, work, out = Rng(seed), opening.copy(), Plays()
    return played(opening, work, out, rng, n), out.met


def played(opening: Deal, work: Deal, out: Plays, rng: Rng, n: int) -> int:
    made = 0
    while n:
        work.fresh(opening, rng)
        made += work.play_out(out, rng)
        out.met = out.met * 3 + work.score(0) & MOST
        n -= 1
    return made


def perft(deal: Deal, depth: int) -> int:
    """How many lines of `depth` plays there are from here, shorter ones that end the deal included.

    Answers without a choice are no plays; in a window the first seat without an answer goes first.
    """
    deal = deal.copy()
    deal.answer_forced()
    if depth == 0 or deal.turn < 0:
        return 1
    seats = [s for s in deal.actors() if deal.choices(s)]
    total = 0
    for seat in seats[:1] if deal.asked else seats:
        for i in range(deal.choices(seat)):
            then = deal.copy()
            then.pick(seat, i)
            total += perft(then, depth - 1)
    return total
