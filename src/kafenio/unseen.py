"""All deals that one seat cannot tell from a given one: counted once, then drawn evenly, every pack alike.

Without further knowledge the unseen cards are shuffled over the hidden places; a hand that was claimed as a whole is drawn
before the others (contract.draw_claimed). Where plays have told of single cards, they are dealt card by card, each to
the stock or to a hand in proportion to the number of ways to deal the rest (count). Equal ranks are neighbours (number =
4 * rank + suit), so a state need not remember ranks gone by.

A card put back into the stock can have come to some places and not to others (reach). Where one can have come to a part of
a hand only, that hand is counted in cells: places that are alike for every such card. Of the stock it is enough to know how
many lie there that might lie in a hand as well: all of those can lie at the same places. So no draw is thrown away, however
many went back (docs/decisions/returned-cards-are-counted.md); only those that went back several at a time hinder each other
in further ways, and a draw in which they cannot all have come about is made again.
"""

from __future__ import annotations

from kafenio import audience, bits, memory
from kafenio.audience import View
from kafenio.contract import HEAPS, ROOM, Deal, Rng
from kafenio.errors import BadPosition

PAIR, THREE, TWO_PAIRS, ONE_PAIR = 2, 3, 4, 5  # kinds: a pair or two; three alike; exactly two pairs; exactly one
GONE, SEEN, LOOSE = 0, 1, 2  # a card that went back: it is on the table again; its hand is known; neither
HANDS, PLACES = 5, 5 + HEAPS  # the hands by seat, then the heaps
DIRECT, START = 1 << 20, 1 << 16  # a larger table of counts is hashed, from so many places on
CELLS, STEPS = 24, 80  # room for the stock and every place of a round; for the pack and the cards played in a round
TRIES = 1000000  # a view of a real deal needs far fewer; one that admits no deal ends here


class Unseen:
    def __init__(self, deal: Deal, seat: int) -> None:
        self.seat, self.known, self.unknown, self.others, self.states = seat, deal.seen[seat], 0, 0, 1
        self.ops = self.tracks = self.loose = self.told = self.tried = 0
        self.total = 1.0
        self.other, self.need, self.got, self.mine = memory.ints(8), memory.ints(8), memory.words(8), memory.words(8)
        self.kind, self.ways, self.kind_at, self.slot = memory.ints(8), memory.ints(8), memory.ints(8), memory.words(8)
        self.op_card, self.op_new = memory.ints(ROOM), memory.ints(ROOM)
        self.track, self.fate, self.step = memory.ints(ROOM), memory.ints(ROOM), memory.ints(ROOM)
        self.spots, self.pool, self.order = memory.words(ROOM), memory.words(ROOM), memory.ints(ROOM)
        self.at, self.walk = memory.ints(ROOM), memory.ints(ROOM)
        self.deep = self.ordered = self.depth = self.room = 0
        self.cells, self.owner, self.within = 1, memory.ints(CELLS), memory.words(CELLS)
        self.base, self.stride = memory.ints(CELLS), memory.ints(CELLS)
        self.cards = self.played = self.open_states = 0
        self.card, self.may, self.either = memory.ints(STEPS), memory.words(STEPS), memory.ints(STEPS)
        self.goes = memory.ints(STEPS)
        self.claim, self.claimed = memory.ints(PLACES), 0
        self.memo, self.keys = memory.reals(1), memory.words(1)
        self.hashed = self.room_for = self.filled = 0
        self.find_unknown(deal)
        if deal.returns:
            self.find_tracks(deal)
        if self.told or self.loose:
            self.find_pools(deal)
            self.find_cells()
            self.find_steps(deal)
            self.hashed = 1 if self.cards * self.states > DIRECT else 0
            self.make_room(START if self.hashed else self.cards * self.states + 1)
            self.total = self.count(0, self.start())

    def __dealloc__(self) -> None:
        memory.free(self.other)
        memory.free(self.need)
        memory.free(self.got)
        memory.free(self.mine)
        memory.free(self.kind)
        memory.free(self.ways)
        memory.free(self.kind_at)
        memory.free(self.slot)
        memory.free(self.op_card)
        memory.free(self.op_new)
        memory.free(self.track)
        memory.free(self.fate)
        memory.free(self.step)
        memory.free(self.spots)
        memory.free(self.pool)
        memory.free(self.order)
        memory.free(self.at)
        memory.free(self.walk)
        memory.free(self.owner)
        memory.free(self.within)
        memory.free(self.base)
        memory.free(self.stride)
        memory.free(self.card)
        memory.free(self.may)
        memory.free(self.either)
        memory.free(self.goes)
        memory.free(self.claim)
        memory.free(self.memo)
        memory.free(self.keys)

    def draw(self, work: Deal, rng: Rng) -> bool:
        """Deal the hidden cards again in a deal with the same view. False: the view admits no deal."""
        tries = 0
        while tries < TRIES and self.total > 0.0:
            tries += 1
            self.tried += 1
            if self.told or self.loose:
                if not self.draw_counted(work, rng):
                    continue
            elif not self.draw_plain(work, rng):
                continue
            if work.possible(self.seat):
                return True
        return False

    # What is hidden, and what is known of it.

    def find_unknown(self, deal: Deal) -> None:
        unknown = 0
        for s in range(deal.seats):
            if s != self.seat:
                j = self.others
                self.other[j] = s
                self.need[j] = bits.size(deal.hands[s] & ~self.known)
                self.mine[j] = deal.spent[s] | deal.hands[s] & self.known
                self.kind[j] = deal.kinds[s]
                self.ways[j] = ways_of(deal.kinds[s])
                if self.need[j] and (deal.kinds[s] or deal.bars[s]):
                    self.told = 1
                self.others += 1
                unknown |= deal.hands[s]
                self.find_claim(deal, s, deal.hands[s])
        for place in range(HANDS, PLACES):
            unknown |= deal.heaps[place - HANDS]
            self.find_claim(deal, place, deal.heaps[place - HANDS])
        for i in range(deal.left):
            unknown |= bits.bit(deal.stock[i])
        self.unknown = unknown & ~self.known

    def find_claim(self, deal: Deal, place: int, cards: int) -> None:
        if cards & ~self.known:
            self.claim[place] = deal.claim_on(place)
            if self.claim[place]:
                self.claimed = 1

    # Cards that went back.

    def find_tracks(self, deal: Deal) -> None:
        """Which they are, and at which places of the whole stock each may have lain: bit n for place n."""
        self.ops = deal.returns
        for op in range(self.ops):
            self.op_card[op] = self.tracked(deal.returned[op])
        for op in range(self.ops):
            self.op_new[op] = -1
            for t in range(self.tracks):
                if self.track[t] == deal.replaced[op]:
                    self.op_new[op] = t
        self.deep = bits.run(deal.left, deal.whole - deal.left)
        for j in range(self.others):
            self.slot[j] = self.slot_places(deal, 8 * (deal.round() - 1) + self.other[j])
        for t in range(self.tracks):
            self.find_spots(deal, t)

    def tracked(self, number: int) -> int:
        for t in range(self.tracks):
            if self.track[t] == number:
                return t
        self.track[self.tracks] = number
        self.tracks += 1
        return self.tracks - 1

    def slot_places(self, deal: Deal, slot: int) -> int:
        found = 0
        for place in range(deal.whole):
            if deal.slot(place) == slot:
                found |= bits.bit(place)
        return found

    def find_spots(self, deal: Deal, t: int) -> None:
        """Whether a card is out, and where it may be."""
        last = new = 0
        for op in range(self.ops):
            if self.op_card[op] == t:
                last = op + 1
            if self.op_new[op] == t:
                new = op + 1
        self.step[t] = -1
        self.fate[t] = GONE
        if new >= last or (new and not deal.top_first and deal.batch[new - 1] == deal.batch[last - 1]):
            return
        came = deal.came_to[last - 1] - 1
        if self.seat < deal.seats and deal.hands[self.seat] & bits.bit(self.track[t]):
            came = 8 * (deal.round() - 1) + self.seat
        self.spots[t] = self.reach(deal, last - 1)
        if came >= 0:
            self.fate[t] = SEEN
            self.spots[t] &= self.slot_places(deal, came)
            return
        self.fate[t] = LOOSE
        self.loose += 1
        hidden = self.deep
        for j in range(self.others):
            hidden |= self.slot[j]
        self.spots[t] &= hidden

    def reach(self, deal: Deal, op: int) -> int:
        """Where in the whole stock the card of a return may lie if it was not opened again: bit n for place n."""
        first = deal.batch[op]
        m = deal.whole - 1 if deal.top_first else deal.whole + op - first
        low = deal.least_above(m)
        places = bits.run(deal.most_above(m) - low + 1, low)
        for i in range(op + 1, self.ops):
            if deal.top_first:
                places //= 2  # the top card was opened
            elif deal.batch[i] == i:
                for _ in range(first, i):
                    places //= 2
                first = i
            m = deal.whole - 1 if deal.top_first else deal.whole + i - first
            stay = places & bits.run(deal.most_above(m), 0)
            places = stay | bits.up(places & ~bits.run(deal.least_above(m), 0), 1)
        if not deal.top_first:
            for _ in range(first, self.ops):
                places //= 2
        return places

    def roams(self, t: int) -> bool:
        """Whether a card may be in another hand."""
        return self.fate[t] == LOOSE and self.spots[t] & ~self.deep != 0

    def find_pools(self, deal: Deal) -> None:
        """The places from which each card is drawn, in an order in which the number of choices is always the same.

        A small set comes before a larger one, and each takes in those before it that it meets: without batches it contains
        them anyway. Cards that may be in a hand come last, and share what they can reach of the stock.
        """
        for t in range(self.tracks):
            if self.fate[t] != GONE:
                i = self.ordered
                while i > 0 and self.freedom(self.order[i - 1]) > self.freedom(t):
                    self.order[i] = self.order[i - 1]
                    i -= 1
                self.order[i] = t
                self.ordered += 1
        shared = 0
        for t in range(self.tracks):
            if self.roams(t):
                shared |= self.spots[t] & self.deep
        for i in range(self.ordered):
            t = self.order[i]
            self.pool[t] = shared if self.roams(t) else self.spots[t]
            for earlier in range(i):
                if self.pool[t] & self.pool[self.order[earlier]]:
                    self.pool[t] |= self.pool[self.order[earlier]]
            if self.roams(t):
                shared = self.pool[t]
        self.depth = deal.left  # places of the stock, and those shared, that no card must have
        self.room = bits.size(shared)
        for t in range(self.tracks):
            if self.fate[t] == LOOSE and not self.roams(t):
                self.depth -= 1
                if self.pool[t] & shared:
                    self.room -= 1

    def freedom(self, t: int) -> int:
        """The order of find_pools."""
        return bits.size(self.spots[t]) + (64 if self.roams(t) else 0)

    # What is counted: the cells, and the cards in the order in which they are dealt to them. Cell 0 is the stock.

    def find_cells(self) -> None:
        for j in range(self.others):
            if self.need[j] and not self.parted(j):
                self.add_cell(j, self.slot[j], self.need[j])
            elif self.need[j]:
                self.part_hand(j)
        self.played = self.cards
        self.open_states = self.states  # in a multiple of them no cell has a free place
        for j in range(self.others):
            self.kind_at[j] = self.states
            self.states *= self.ways[j]

    def parted(self, j: int) -> bool:
        """Whether a card can have come to some places of a hand and not to the others."""
        for t in range(self.tracks):
            if self.roams(t) and self.spots[t] & self.slot[j] and self.slot[j] & ~self.spots[t]:
                return True
        return False

    def part_hand(self, j: int) -> None:
        """Cells of places that are alike; what has been played of the hand took its places too."""
        rest = self.slot[j]
        while rest:
            places = rest
            for t in range(self.tracks):
                places &= self.spots[t] if self.spots[t] & rest & -rest else ~self.spots[t]
            self.add_cell(j, places, bits.size(places))
            rest ^= places
        others = bits.size(self.slot[j]) - self.need[j]
        for t in range(self.tracks):
            if self.fate[t] == SEEN and self.spots[t] & self.slot[j]:
                self.step[t] = self.cards
                self.add_step(self.track[t], self.cells_in(j, self.spots[t]))
                others -= 1
        for _ in range(others):
            self.add_step(-1, self.cells_in(j, self.slot[j]))

    def add_cell(self, j: int, within: int, room: int) -> None:
        self.owner[self.cells] = j
        self.within[self.cells] = within
        self.base[self.cells] = room + 1
        self.stride[self.cells] = self.states
        self.states *= room + 1
        self.cells += 1

    def cells_in(self, j: int, places: int) -> int:
        """The cells of a hand that lie at these places: bit c for cell c."""
        found = 0
        for c in range(1, self.cells):
            if self.owner[c] == j and self.within[c] & ~places == 0:
                found |= bits.bit(c)
        return found

    def add_step(self, number: int, may: int) -> None:
        """A card (-1: any) that goes to one of these cells."""
        self.card[self.cards] = number
        self.may[self.cards] = may
        self.cards += 1

    def find_steps(self, deal: Deal) -> None:
        """Every unseen card, and the cells to which it may go."""
        either = 0
        left = self.unknown
        while left:
            card = left & -left
            left ^= card
            returned = -1
            for t in range(self.tracks):
                if self.track[t] == bits.number(card) and self.fate[t] == LOOSE:
                    returned = t
                    self.step[t] = self.cards
            may = 1 if returned < 0 or self.spots[returned] & self.deep else 0
            for j in range(self.others):
                if not deal.bars[self.other[j]] & card:
                    if returned < 0:
                        may |= self.cells_in(j, self.slot[j])
                    elif self.spots[returned] & self.slot[j]:
                        may |= self.cells_in(j, self.spots[returned])
            if returned >= 0 and may & 1 and self.roams(returned):
                self.either[self.cards] = 1
                either += 1
            self.add_step(bits.number(card), may)
        self.base[0] = max(1, either)
        self.stride[0] = self.states
        self.states *= self.base[0]

    # The table of counts.

    def make_room(self, n: int) -> None:
        """An empty table of counts: by number of card and state, or hashed where most states are never met."""
        self.memo = memory.more_reals(self.memo, n)
        for i in range(n):
            self.memo[i] = -1.0
        self.room_for = n
        self.filled = 0
        if self.hashed:
            self.keys = memory.more_words(self.keys, n)

    def entry(self, at: int) -> int:
        """The place of a count in the table; a free one if it is not there."""
        if not self.hashed:
            return at
        i = bits.mix(at, 0) & self.room_for - 1
        while self.memo[i] >= 0.0 and self.keys[i] != at:
            i = i + 1 & self.room_for - 1
        return i

    def remember(self, at: int, total: float) -> None:
        i = self.entry(at)
        self.memo[i] = total
        if self.hashed:
            self.keys[i] = at
            self.filled += 1
            if 2 * self.filled > self.room_for:
                self.spread()

    def spread(self) -> None:
        """Twice the room: every count to its new place."""
        old = self.room_for
        counts, keys = self.memo, self.keys
        self.memo, self.keys = memory.new_reals(2 * old), memory.new_words(2 * old)
        self.room_for = 2 * old
        for i in range(2 * old):
            self.memo[i] = -1.0
        for i in range(old):
            if counts[i] >= 0.0:
                j = self.entry(keys[i])
                self.memo[j] = counts[i]
                self.keys[j] = keys[i]
        memory.free(counts)
        memory.free(keys)

    # Counting. A state: for every cell of a hand its free places, for an announced hand done * 3 + equal cards so far, and how
    # many cards lie in the stock that might lie in a hand as well. done = ranks that a hand has two of, or three of for three
    # alike; counted up to two where the kind asks for it.

    def start(self) -> int:
        state = 0
        for c in range(1, self.cells):
            state += (self.base[c] - 1) * self.stride[c]
        for j in range(self.others):
            if self.kind[j]:
                done = 0
                for rank in range(13):
                    if 3 * (done + 1) < self.ways[j] and bits.size(
                        self.mine[j] & bits.run(4, 4 * rank)
                    ) >= alike_needed(self.kind[j]):
                        done += 1
                state += 3 * done * self.kind_at[j]
        return self.enter(self.played, state)

    def enter(self, k: int, state: int) -> int:
        """A new rank begins with card k: equal cards are counted from those already played."""
        for j in range(self.others):
            if self.kind[j]:
                equal = 0
                if k < self.cards:
                    equal = min(2, bits.size(self.mine[j] & bits.run(4, self.card[k] // 4 * 4)))
                state += self.kind_at[j] * (equal - state // self.kind_at[j] % self.ways[j] % 3)
        return state

    def after(self, k: int, state: int, c: int) -> int:
        """The state when card k has gone to a cell; -1 if it would have been announced otherwise."""
        j = self.owner[c]
        if c == 0:
            if self.either[k] and state // self.stride[0] + 1 < self.base[0]:
                state += self.stride[0]
        else:
            state -= self.stride[c]
            if self.kind[j] and k >= self.played:
                digit = state // self.kind_at[j] % self.ways[j]
                equal = digit % 3
                if equal == 2 and self.kind[j] != THREE:
                    return -1  # three alike: he would have said so
                if equal < 2:
                    state += self.kind_at[j]
                if equal == alike_needed(self.kind[j]) - 1 and digit < self.ways[j] - 3:
                    state += 3 * self.kind_at[j]
        if self.told and k >= self.played and (k + 1 == self.cards or self.card[k + 1] // 4 != self.card[k] // 4):
            state = self.enter(k + 1, state)
        return state

    def finished(self, state: int) -> bool:
        if state % self.open_states:
            return False
        for j in range(self.others):
            if self.kind[j] and not announced(self.kind[j], state // self.kind_at[j] % self.ways[j] // 3):
                return False
        return True

    def count(self, k: int, state: int) -> float:
        """The ways to deal the cards from k on."""
        if k == self.cards:
            return 1.0 if self.finished(state) else 0.0
        at = k * self.states + state
        total = self.memo[self.entry(at)]
        if total < 0.0:
            total = 0.0
            for c in range(self.cells):
                total += self.part(k, state, c)
            self.remember(at, total)
        return total

    def part(self, k: int, state: int, c: int) -> float:
        """Those of them with card k in a cell."""
        if not self.may[k] & bits.bit(c):
            return 0.0
        ways = self.choices(k, state, c)
        if ways == 0.0:
            return 0.0
        then = self.after(k, state, c)
        if then < 0:
            return 0.0
        return ways * self.count(k + 1, then)

    def choices(self, k: int, state: int, c: int) -> float:
        """How many places a cell has for card k; of the stock, in proportion to all that are free."""
        n = state // self.stride[c] % self.base[c]
        if c:
            return float(n)
        if not self.either[k]:
            return 1.0
        return (self.room - n) / float(self.depth - n) if n < self.room else 0.0

    # Drawing.

    def draw_plain(self, work: Deal, rng: Rng) -> bool:
        """What was claimed by itself, the rest shuffled. False: a card was drawn twice."""
        rest = self.unknown
        if self.claimed:
            for place in range(PLACES):
                if self.claim[place]:
                    cards = self.draw_claim(work, place, rng)
                    if cards == 0 or cards & ~rest:
                        return False
                    rest ^= cards
        rng.fill(rest)
        for j in range(self.others):
            s = self.other[j]
            if not self.claim[s]:
                work.hands[s] = work.hands[s] & self.known | rng.draw_set(self.need[j])
        self.draw_rest(work, rng, 0)
        return True

    def draw_claim(self, work: Deal, place: int, rng: Rng) -> int:
        """Hidden cards for a hand or a heap of which it is known what it is as a whole; which cards they are."""
        held = self.known & (work.hands[place] if place < HANDS else work.heaps[place - HANDS])
        cards = work.draw_claimed(self.claim[place], held, self.unknown, rng)
        if place < HANDS:
            work.hands[place] = held | cards
        else:
            work.heaps[place - HANDS] = held | cards
        return cards

    def draw_rest(self, work: Deal, rng: Rng, fixed: int) -> None:
        """The bag into heaps and stock, but for fixed places."""
        for i in range(PLACES - HANDS):
            if work.heaps[i] and not self.claim[HANDS + i]:
                work.heaps[i] = work.heaps[i] & self.known | rng.draw_set(bits.size(work.heaps[i] & ~self.known))
        for i in range(work.left):
            if bits.bit(work.stock[i]) & self.unknown:
                if fixed == 0 or not fixed & bits.bit(work.whole - 1 - i):
                    work.stock[i] = rng.draw()

    def draw_counted(self, work: Deal, rng: Rng) -> bool:
        state = self.start()
        rest = self.unknown
        for j in range(self.others):
            self.got[j] = 0
        for k in range(self.cards):
            c = self.choose(k, state, rng)
            if c > 0 and k >= self.played:
                self.got[self.owner[c]] |= bits.bit(self.card[k])
                rest ^= bits.bit(self.card[k])
            self.goes[k] = c
            state = self.after(k, state, c)
        if self.loose and not (self.find_places(rng) and self.came_about(work)):
            return False
        fixed = 0
        for t in range(self.tracks):
            if self.in_stock(t):
                fixed |= bits.bit(self.at[t])
                rest ^= bits.bit(self.track[t])
        for j in range(self.others):
            work.hands[self.other[j]] = work.hands[self.other[j]] & self.known | self.got[j]
        rng.fill(rest)
        self.draw_rest(work, rng, fixed)
        for t in range(self.tracks):
            if self.in_stock(t):
                work.stock[work.whole - 1 - self.at[t]] = self.track[t]
        return True

    def choose(self, k: int, state: int, rng: Rng) -> int:
        """The cell to which card k goes."""
        u = rng.real() * self.count(k, state)
        found = 0
        for c in range(self.cells):
            part = self.part(k, state, c)
            if part > 0.0:
                found = c
                u -= part
                if u < 0.0:
                    return found
        return found

    def in_stock(self, t: int) -> bool:
        return self.fate[t] == LOOSE and self.goes[self.step[t]] == 0

    def find_places(self, rng: Rng) -> bool:
        """A place of the whole stock for every card that went back. False: a view that admits no deal."""
        used = 0
        for i in range(self.ordered):
            t = self.order[i]
            places = self.pool[t]
            if self.step[t] >= 0 and self.goes[self.step[t]]:
                places = self.within[self.goes[self.step[t]]]
            places &= ~used
            if places == 0:
                return False
            n = rng.below(bits.size(places))
            while n:
                places &= places - 1
                n -= 1
            self.at[t] = bits.number(places)
            used |= bits.bit(self.at[t])
        return True

    def came_about(self, work: Deal) -> bool:
        """Undo the returns one by one: did each card go back to a place that the rules allow?"""
        for t in range(self.tracks):
            self.walk[t] = -1 if self.fate[t] == GONE else self.at[t]
        end = self.ops
        while end:
            first = work.batch[end - 1]
            if not work.top_first:
                for op in range(end - 1, first - 1, -1):
                    self.lay_on_top(op)
            for op in range(end - 1, first - 1, -1):
                t = self.op_card[op]
                above = self.walk[t]
                m = work.whole - 1 if work.top_first else work.whole + op - first
                if above < work.least_above(m) or above > work.most_above(m):
                    return False
                for other in range(self.tracks):
                    if self.walk[other] > above:
                        self.walk[other] -= 1
                self.walk[t] = -1
            if work.top_first:
                self.lay_on_top(first)
            end = first
        return True

    def lay_on_top(self, op: int) -> None:
        for t in range(self.tracks):
            if self.walk[t] >= 0:
                self.walk[t] += 1
        if self.op_new[op] >= 0:
            self.walk[self.op_new[op]] = 0


def alike_needed(kind: int) -> int:
    """So many cards of one rank make the combination."""
    return 3 if kind == THREE else 2


def ways_of(kind: int) -> int:
    """How many states a hand of this kind has beside the cards that it needs."""
    return 1 if kind == 0 else 9 if kind >= TWO_PAIRS else 6


def announced(kind: int, done: int) -> bool:
    """Whether a hand with so many finished ranks is what was announced."""
    if kind == TWO_PAIRS:
        return done == 2
    if kind == ONE_PAIR:
        return done == 1
    return done > 0


def imagine(cls: type[Deal], seen: View, rng: Rng) -> Deal:
    """A deal that the view's seat cannot tell from the true one, drawn evenly among all of them."""
    deal = cls()
    audience.restore(deal, seen)
    if not Unseen(deal, seen.seat).draw(deal, rng):
        raise BadPosition("no deal has this view")
    return deal
