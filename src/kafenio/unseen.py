"""All deals that one seat cannot tell from a given one: counted once, then drawn evenly, every pack alike.

Without further knowledge the unseen cards are shuffled over the hidden places. Else they are dealt card by card, each to
the stock or to a hand in proportion to the number of ways to deal the rest (count): exact, and nothing is thrown away. A card
put back into the stock counts for as much as its possible places; then it gets one, and only places that cannot all have come
about are drawn again. After dozens of returns hardly any would stand, so there each card only keeps to its own. Equal ranks are neighbours (number = 4 * rank + suit), so a state need not remember ranks gone by.
"""

from __future__ import annotations

from kafenio import audience, bits, memory
from kafenio.audience import View
from kafenio.contract import ROOM, Deal, Rng
from kafenio.errors import BadPosition

PAIR, THREE, TWO_PAIRS, ONE_PAIR = 2, 3, 4, 5  # kinds: a pair or two; three alike; exactly two pairs; exactly one

DIRECT, START = 1 << 20, 1 << 16  # a larger table of counts is hashed, from so many places on
TRIES = 1000000  # a view of a real deal needs far fewer; one that admits no deal ends here
PATIENCE = 10000  # places in a row that cannot all have come about, before that is no longer asked


class Unseen:
    def __init__(self, deal: Deal, seat: int) -> None:
        self.seat, self.known, self.unknown, self.others, self.tracks, self.states = seat, deal.seen[seat], 0, 0, 0, 1
        self.loose = self.ops = self.told = self.tried = self.missed = 0
        self.bound = self.total = 1.0
        self.other, self.need, self.ways, self.kind = memory.ints(8), memory.ints(8), memory.ints(8), memory.ints(8)
        self.base, self.stride, self.met = memory.ints(8), memory.ints(8), memory.ints(8)
        self.got, self.mine = memory.words(8), memory.words(8)
        self.cards, self.card, self.weight = 0, memory.ints(64), memory.reals(512)
        self.track, self.holder, self.at, self.walk = (
            memory.ints(ROOM),
            memory.ints(ROOM),
            memory.ints(ROOM),
            memory.ints(ROOM),
        )
        self.places = memory.words(8 * ROOM)
        self.op_card, self.op_new = memory.ints(ROOM), memory.ints(ROOM)
        self.memo, self.keys = memory.reals(1), memory.words(1)
        self.hashed = self.room_for = self.filled = 0
        self.find_unknown(deal)
        self.find_tracks(deal)
        if self.told or self.loose:
            self.weigh(deal)

    def __dealloc__(self) -> None:
        memory.free(self.other)
        memory.free(self.need)
        memory.free(self.ways)
        memory.free(self.kind)
        memory.free(self.base)
        memory.free(self.stride)
        memory.free(self.met)
        memory.free(self.got)
        memory.free(self.mine)
        memory.free(self.card)
        memory.free(self.weight)
        memory.free(self.track)
        memory.free(self.holder)
        memory.free(self.at)
        memory.free(self.walk)
        memory.free(self.places)
        memory.free(self.op_card)
        memory.free(self.op_new)
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
            else:
                self.draw_plain(work, rng)
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
                self.base[j] = (self.need[j] + 1) * self.ways[j]
                self.stride[j] = self.states
                self.states *= self.base[j]
                if self.need[j] and (deal.kinds[s] or deal.bars[s]):
                    self.told = 1
                self.others += 1
                unknown |= deal.hands[s]
        for i in range(16):
            unknown |= deal.heaps[i]
        for i in range(deal.left):
            unknown |= bits.bit(deal.stock[i])
        self.unknown = unknown & ~self.known

    def find_tracks(self, deal: Deal) -> None:
        """The cards that went back: which, and at which places of the whole stock each may have lain."""
        self.ops = deal.returns
        now = deal.round() - 1 if self.ops else 0
        for op in range(self.ops):
            self.op_card[op] = self.tracked(deal.returned[op])
        for op in range(self.ops):
            self.op_new[op] = -1
            for t in range(self.tracks):
                if self.track[t] == deal.replaced[op]:
                    self.op_new[op] = t
        for t in range(self.tracks):
            card = bits.bit(self.track[t])
            last = new = 0
            for op in range(self.ops):
                if self.op_card[op] == t:
                    last = op + 1
                if self.op_new[op] == t:
                    new = op + 1
            self.holder[t] = -1  # it came back to the table
            if new >= last or (new and not deal.top_first and deal.batch[new - 1] == deal.batch[last - 1]):
                continue
            reach = self.reach(deal, last - 1)
            came = deal.came_to[last - 1] - 1
            if self.seat < deal.seats and deal.hands[self.seat] & card:
                came = 8 * now + self.seat
            self.holder[t] = 0
            if came < 0:
                self.loose += 1
            for j in range(self.others):
                if came == 8 * now + self.other[j]:
                    self.met[j + 1] += 1
            for place in range(deal.whole):
                if not reach & bits.bit(place):
                    continue
                slot = deal.slot(place)
                if came >= 0:
                    if slot == came:
                        self.places[8 * t + 7] |= bits.bit(place)  # 7: seen since
                        self.holder[t] = 7
                elif slot // 8 > now:
                    self.places[8 * t] |= bits.bit(place)  # 0: the stock
                elif slot // 8 == now:
                    for j in range(self.others):
                        if slot % 8 == self.other[j]:
                            self.places[8 * t + 1 + j] |= bits.bit(place)

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

    def tracked(self, number: int) -> int:
        for t in range(self.tracks):
            if self.track[t] == number:
                return t
        self.track[self.tracks] = number
        self.tracks += 1
        return self.tracks - 1

    def weigh(self, deal: Deal) -> None:
        """The weight of every card in every hand and in the stock, and the table of counts."""
        left = self.unknown
        while left:
            card = left & -left
            left ^= card
            k = self.cards
            self.card[k] = bits.number(card)
            self.weight[8 * k] = 1.0
            for j in range(self.others):
                self.weight[8 * k + 1 + j] = 0.0 if deal.bars[self.other[j]] & card else 1.0
            for t in range(self.tracks):
                if self.track[t] == self.card[k]:
                    self.weight[8 * k] = bits.size(self.places[8 * t]) / float(max(deal.left, 1))
                    for j in range(self.others):
                        self.weight[8 * k + 1 + j] *= bits.size(self.places[8 * t + 1 + j]) / float(deal.each)
            self.cards += 1
        for x in range(self.loose):
            self.bound *= self.crowding(deal, x)
        self.hashed = 1 if self.cards * self.states > DIRECT else 0
        self.make_room(START if self.hashed else self.cards * self.states + 1)
        self.total = self.count(0, self.start())

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

    def crowding(self, deal: Deal, x: int) -> float:
        """The greatest factor of the x-th returned card in one place (room)."""
        most = self.room(deal, 0, x)
        if deal.round() > 0:
            for h in range(1, self.others + 1):
                most = max(most, self.room(deal, h, x))
        return most

    def room(self, deal: Deal, h: int, x: int) -> float:
        """Returned cards in one holder lie at different places: so much more than its weight says is the x-th worth."""
        n = deal.each if h else deal.left
        free = n - self.met[h] - x
        return n / float(free) if free > 0 else 0.0

    # Counting. A state: for every other hand the cards it still needs, and for an announced one done * 3 + equal cards so far,
    # done = ranks that it has two of, or three of for three alike; counted up to two where the kind asks for it.

    def start(self) -> int:
        state = 0
        for j in range(self.others):
            digit = self.need[j] * self.ways[j]
            if self.kind[j]:
                done = 0
                for rank in range(13):
                    if 3 * (done + 1) < self.ways[j] and bits.size(
                        self.mine[j] & bits.run(4, 4 * rank)
                    ) >= alike_needed(self.kind[j]):
                        done += 1
                digit += 3 * done
            state += digit * self.stride[j]
        return self.enter(0, state)

    def enter(self, k: int, state: int) -> int:
        """A new rank begins with card k: equal cards are counted from those already played."""
        for j in range(self.others):
            if self.kind[j]:
                equal = 0
                if k < self.cards:
                    equal = min(2, bits.size(self.mine[j] & bits.run(4, self.card[k] // 4 * 4)))
                state += self.stride[j] * (equal - state // self.stride[j] % self.base[j] % 3)
        return state

    def after(self, k: int, state: int, j: int) -> int:
        """The state when card k has gone to other j, or to none (-1); -1 if it cannot."""
        if j >= 0:
            digit = state // self.stride[j] % self.base[j]
            ways = self.ways[j]
            if digit < ways:
                return -1
            state -= self.stride[j] * ways
            if ways > 1:
                equal = digit % 3
                if equal == 2 and self.kind[j] != THREE:
                    return -1  # three alike: he would have said so
                if equal < 2:
                    state += self.stride[j]
                if equal == alike_needed(self.kind[j]) - 1 and digit % ways < ways - 3:
                    state += 3 * self.stride[j]
        if self.told and (k + 1 == self.cards or self.card[k + 1] // 4 != self.card[k] // 4):
            state = self.enter(k + 1, state)
        return state

    def finished(self, state: int) -> bool:
        for j in range(self.others):
            digit = state // self.stride[j] % self.base[j]
            if digit >= self.ways[j] or (self.kind[j] and not announced(self.kind[j], digit // 3)):
                return False
        return True

    def count(self, k: int, state: int) -> float:
        """The weight of all ways to deal the cards from k on."""
        if k == self.cards:
            return 1.0 if self.finished(state) else 0.0
        at = k * self.states + state
        total = self.memo[self.entry(at)]
        if total < 0.0:
            total = 0.0
            for j in range(-1, self.others):
                total += self.part(k, state, j)
            self.remember(at, total)
        return total

    def part(self, k: int, state: int, j: int) -> float:
        weight = self.weight[8 * k + 1 + j]
        if weight == 0.0:
            return 0.0
        then = self.after(k, state, j)
        if then < 0:
            return 0.0
        return weight * self.count(k + 1, then)

    # Drawing.

    def draw_plain(self, work: Deal, rng: Rng) -> None:
        rng.fill(self.unknown)
        for j in range(self.others):
            s = self.other[j]
            work.hands[s] = work.hands[s] & self.known | rng.draw_set(self.need[j])
        self.draw_rest(work, rng, 0)

    def draw_rest(self, work: Deal, rng: Rng, fixed: int) -> None:
        """The bag into heaps and stock, but for fixed places."""
        for i in range(16):
            if work.heaps[i]:
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
            j = self.choose(k, state, rng)
            if j >= 0:
                self.got[j] |= bits.bit(self.card[k])
                rest ^= bits.bit(self.card[k])
            state = self.after(k, state, j)
            if state < 0:
                return False
        fixed = 0
        if self.loose:
            if not (self.find_places(work, rng) and (self.missed >= PATIENCE or self.came_about(work))):
                if self.missed < PATIENCE:
                    self.missed += 1
                return False
            if self.missed < PATIENCE:
                self.missed = 0
            for t in range(self.tracks):
                if self.holder[t] == 0:
                    fixed |= bits.bit(self.at[t])
                    rest ^= bits.bit(self.track[t])
        for j in range(self.others):
            work.hands[self.other[j]] = work.hands[self.other[j]] & self.known | self.got[j]
        rng.fill(rest)
        self.draw_rest(work, rng, fixed)
        if fixed:
            for t in range(self.tracks):
                if self.holder[t] == 0:
                    work.stock[work.whole - 1 - self.at[t]] = self.track[t]
        return True

    def choose(self, k: int, state: int, rng: Rng) -> int:
        """Where card k goes: an other hand, or -1."""
        u = rng.real() * self.count(k, state)
        found = -1
        for j in range(-1, self.others):
            part = self.part(k, state, j)
            if part > 0.0:
                found = j
                u -= part
                if u < 0.0:
                    return found
        return found

    def find_places(self, work: Deal, rng: Rng) -> bool:
        """A place of the whole stock for every card that went back."""
        used = 0
        worth = 1.0
        for t in range(self.tracks):
            if self.holder[t] < 0:
                continue
            if self.holder[t] < 7:
                self.holder[t] = 0
                for j in range(self.others):
                    if self.got[j] & bits.bit(self.track[t]):
                        self.holder[t] = j + 1
                x = 0
                for other in range(t):
                    if self.holder[other] == self.holder[t]:
                        x += 1
                worth *= self.room(work, self.holder[t], x)
            places = self.places[8 * t + self.holder[t]]
            if self.missed >= PATIENCE:
                places &= ~used
            if places == 0:
                return False
            i = rng.below(bits.size(places))
            while i:
                places &= places - 1
                i -= 1
            self.at[t] = bits.number(places)
            if used & bits.bit(self.at[t]):
                return False
            used |= bits.bit(self.at[t])
        return self.missed >= PATIENCE or worth >= self.bound or rng.real() * self.bound < worth

    def came_about(self, work: Deal) -> bool:
        """Undo the returns one by one: did each card go back to a place that the rules allow?"""
        for t in range(self.tracks):
            self.walk[t] = -1 if self.holder[t] < 0 else self.at[t]
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
