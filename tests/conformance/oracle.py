"""Every deal that a seat cannot exclude, found the slow way: fill the hidden places in each way there is, make the plays again.

Nothing here reads what the rules note of hidden cards (bars, kinds, claims): a filling stands if every play so far is legal
in it and the seat's view comes out the same. Cards of the stock that nobody has seen are alike: only their number counts.
Cards that went back into the stock (`loose` where they have not been seen since) weigh as the ways in which they can have got
to where they lie. Where a great many went back, one at a time, the orders are not gone through: then each may have got
to any of its `spots`, whatever the others did (a test of its own holds that to the slow way).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, permutations, product
from math import comb, factorial, perm, prod

from kafenio.contract import Deal
from kafenio.errors import IllegalPlay, Misdeal
from support import SPECTATOR, History, renamed

MANY = 8  # with more returned cards than these the orders are not gone through

Key = tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, int], ...]]


def numbers(cards: int) -> list[int]:
    return [n for n in range(52) if cards >> n & 1]


def mask(cards: tuple[int, ...] | list[int]) -> int:
    return sum(1 << n for n in cards)


def returned(deal: Deal) -> set[int]:
    return set(deal.returned[: deal.returns])


def key(deal: Deal) -> Key:
    """Hands, heaps, and where in the stock the cards that went back lie."""
    lying = tuple((i, n) for i, n in enumerate(deal.stock[: deal.left]) if n in returned(deal))
    return tuple(deal.hands), tuple(deal.heaps), lying


def fillings(cards: frozenset[int], sizes: list[int]) -> Iterator[list[list[int]]]:
    """Every way to give so many of these cards to each."""
    if not sizes:
        yield []
        return
    for given in combinations(sorted(cards), sizes[0]):
        for rest in fillings(cards - set(given), sizes[1:]):
            yield [list(given), *rest]


class Hidden:
    """What one viewer (None: the spectators) does not see at one ply."""

    def __init__(self, history: History, ply: int, viewer: int | None) -> None:
        self.history, self.ply, self.viewer = history, ply, viewer
        deal = self.deal = history.states[ply]
        self.known = deal.seen[SPECTATOR if viewer is None else viewer]
        self.others = [s for s in range(deal.seats) if s != viewer and deal.hands[s] & ~self.known]
        self.heaps = [i for i, heap in enumerate(deal.heaps) if heap & ~self.known]
        self.held = [numbers(deal.hands[s] & ~self.known) for s in self.others]
        self.held += [numbers(deal.heaps[i] & ~self.known) for i in self.heaps]
        self.sizes = [len(cards) for cards in self.held]
        self.stock = [n for n in deal.stock[: deal.left] if not self.known >> n & 1]
        self.cards = set(self.stock).union(*map(set, self.held))
        self.loose = len(returned(deal) & self.cards)
        single = all(deal.batch[i] == i for i in range(deal.returns))
        self.many = self.loose > 0 and single and len(returned(deal)) > MANY

    def cost(self) -> int:
        """How many deals there are to look at."""
        found, n = 1, len(self.cards)
        for size in self.sizes:
            found *= comb(n, size)
            n -= size
        if self.many:
            return found * prod(max(1, len(self.lying_at(n))) for n in sorted(returned(self.deal) & self.cards))
        found *= perm(self.deal.left, self.loose)
        for _ in range(len(returned(self.deal)) - self.loose if self.loose else 0):
            found *= self.deal.each
        return found

    def begins(self) -> int:
        """The ply from which the plays are made again: the round's first where a card went back, else the deal's."""
        if not self.loose:
            return 0
        left = [state.left for state in self.history.states[: self.ply + 1]]
        return left.index(left[-1])

    def weights(self) -> dict[Key, int]:
        """Every deal with its weight; equal weights where no card went back."""
        found: dict[Key, int] = {}
        memo: dict[object, int] = {}
        went_all, begins = mask(list(returned(self.deal))), self.begins()
        for sets in fillings(frozenset(self.cards), self.sizes):
            rest = sorted(self.cards - set().union(*map(set, sets)))
            if not self.plausible(sets, rest, begins):
                continue
            deal = self.placed(sets)
            went = [n for n in rest if n in returned(self.deal)]
            for places in self.lyings(went):
                lying = dict(zip(went, places, strict=True))
                case = (*(cards & went_all for cards in deal.hands), *places)
                if self.loose and case not in memo:
                    memo[case] = self.ways(deal, lying) * factorial(deal.left - len(went))
                if weight := memo[case] if self.loose else 1:
                    found[tuple(deal.hands), tuple(deal.heaps), tuple(sorted((i, n) for n, i in lying.items()))] = (
                        weight
                    )
        return found

    def lyings(self, went: list[int]) -> Iterator[tuple[int, ...]]:
        """Where in the stock these cards may lie."""
        if not self.many:
            return permutations(range(self.deal.left), len(went))
        ways = product(*map(self.lying_at, went))
        return (places for places in ways if len(set(places)) == len(places))

    def lying_at(self, number: int) -> list[int]:
        """Where in the stock one of many returned cards may lie."""
        places = (self.deal.whole - 1 - p for p in self.spots(self.deal, self.last(number)))
        return [i for i in places if i < self.deal.left]

    def could_be_seen_as(self, other: Deal) -> bool:
        """Whether another deal, its hidden places filled anyhow, is one that the viewer cannot exclude."""
        sets = [numbers(other.hands[s] & ~self.known) for s in self.others]
        sets += [numbers(other.heaps[i] & ~self.known) for i in self.heaps]
        if [len(cards) for cards in sets] != self.sizes:
            return False
        rest = sorted(n for n in other.stock[: other.left] if not self.known >> n & 1)
        if self.cards != set(rest).union(*map(set, sets)) or not self.plausible(sets, rest, self.begins()):
            return False
        lying = {n: i for i, n in enumerate(other.stock[: other.left]) if n in returned(other)}
        return not self.loose or self.ways(other, lying) > 0

    def placed(self, sets: list[list[int]]) -> Deal:
        """The deal with these cards in the hidden hands and heaps."""
        deal = self.deal.copy()
        hands, heaps = list(deal.hands), list(deal.heaps)
        for seat, cards in zip(self.others, sets, strict=False):
            hands[seat] = hands[seat] & self.known | mask(cards)
        for i, cards in zip(self.heaps, sets[len(self.others) :], strict=True):
            heaps[i] = heaps[i] & self.known | mask(cards)
        deal.hands, deal.heaps = hands, heaps
        return deal

    def plausible(self, sets: list[list[int]], rest: list[int], begins: int) -> bool:
        """Make the plays again with the hidden cards renamed: are they legal, does the viewer see the same?"""
        new = dict(zip([*chain(*self.held), *sorted(self.stock)], [*chain(*sets), *rest], strict=True))
        deal = self.begun(new, begins)
        if deal is None:
            return False
        names = self.history.game.PACK.names
        try:
            for seat, play, text in self.history.plays[begins : self.ply]:
                other = renamed(text, names, new)
                deal.apply(seat, play if other == text else deal.read(seat, other))
        except IllegalPlay:
            return False
        lies = [deal.hands[s] & ~self.known for s in self.others] + [deal.heaps[i] & ~self.known for i in self.heaps]
        return lies == list(map(mask, sets)) and deal.view(self.viewer) == self.deal.view(self.viewer)

    def begun(self, new: dict[int, int], begins: int) -> Deal | None:
        """The deal from which the plays are made again: dealt from the pack itself where no card went back; None: a misdeal."""
        history = self.history
        dealt = self.dealt(history.states[0], new)
        if not self.loose:
            try:
                pack = [dealt.get(n, n) for n in history.record.pack]
                return history.game.deal(pack, history.facts, history.record.repairs)
            except Misdeal:
                return None
        deal = history.states[begins].copy()
        deal.hands = [self.exchanged(cards, dealt) for cards in deal.hands]
        deal.heaps = [self.exchanged(cards, dealt) for cards in deal.heaps]
        deal.stock = [dealt.get(n, n) if i < deal.left else n for i, n in enumerate(deal.stock)]
        return deal

    def dealt(self, first: Deal, new: dict[int, int]) -> dict[int, int]:
        """What was dealt for each card: the turn-up itself, the same in every deal, whenever it was played."""
        for turn_up in numbers(getattr(first, "turned", 0)):
            if turn_up in new:
                there = next(n for n, other in new.items() if other == turn_up)
                return {**new, there: new[turn_up], turn_up: turn_up}
        return new

    def exchanged(self, cards: int, new: dict[int, int]) -> int:
        return mask([new.get(n, n) for n in numbers(cards)])

    # Cards that went back.

    def ways(self, deal: Deal, lying: dict[int, int]) -> int:
        """In how many orders the cards can have been dealt, after the returns, for this deal to come of it."""
        size = deal.seats * deal.each
        rounds = (deal.whole - deal.left) // size
        slots = [deal.slot_of(place) for place in range(deal.whole)]
        went, lists = sorted(returned(deal)), []
        for number in went:
            last = self.last(number)
            holder = next((s for s in range(deal.seats) if deal.hands[s] >> number & 1), -1)
            if self.came_back(deal, number, last):
                lists.append([-1])
            elif deal.came_to[last]:
                lists.append([p for p, slot in enumerate(slots) if slot == deal.came_to[last] - 1])
            elif holder >= 0:
                lists.append([p for p, slot in enumerate(slots) if slot == 8 * (rounds - 1) + holder])
            else:
                lists.append([deal.whole - 1 - lying[number]])
        if self.many:
            spots = [set(self.spots(deal, self.last(n))) for n in went]
            lists = [[p for p in places if p < 0 or p in may] for places, may in zip(lists, spots, strict=True)]
            return self.ways_apart([places for places in lists if places != [-1]], slots[: rounds * size])
        total = 0
        for places in product(*lists):
            real = [p for p in places if p >= 0]
            if len(set(real)) == len(real) and self.could_be(deal, dict(zip(went, places, strict=True))):
                weight = 1
                for slot in {slots[p] for p in range(rounds * size)}:
                    weight *= factorial(deal.each - sum(slots[p] == slot for p in real))
                total += weight
        return total

    def ways_apart(self, lists: list[list[int]], dealt: list[int]) -> int:
        """Ways to give each card one of its places, hand by hand, and the other cards of a hand the rest."""
        if not all(lists):
            return 0
        total = 1
        for slot in set(dealt):
            inside = [places for places in lists if places[0] < len(dealt) and dealt[places[0]] == slot]
            apart = sum(len(set(places)) == len(places) for places in product(*inside))
            total *= apart * factorial(max(0, self.deal.each - len(inside)))
        return total

    def last(self, number: int) -> int:
        """Its last return."""
        return max(i for i in range(self.deal.returns) if self.deal.returned[i] == number)

    def spots(self, deal: Deal, last: int) -> list[int]:
        """Where a card may lie in the whole stock that went back alone, if the later ones may have gone back anywhere."""
        m = deal.whole - 1 if deal.top_first else deal.whole
        back = [above for above in range(m + 1) if self.allowed(above, m)]
        places = set(back)
        for later in range(last, deal.returns):
            if later > last:
                places = {p - 1 for p in places if p} if deal.top_first else places
                places = {p + (above <= p) for p in places for above in back}
            if not deal.top_first:
                places = {p - 1 for p in places if p}
        return sorted(places)

    @staticmethod
    def came_back(deal: Deal, number: int, last: int) -> bool:
        """Whether a card that went back was opened again."""
        return any(
            deal.replaced[i] == number and (i >= last or (not deal.top_first and deal.batch[i] == deal.batch[last]))
            for i in range(deal.returns)
        )

    def could_be(self, deal: Deal, places: dict[int, int]) -> bool:
        """Undo the returns in a list: each card must have gone back to a place that the option allows."""
        stock: list[int | None] = [None] * deal.whole
        for number, place in places.items():
            if place >= 0:
                stock[place] = number
        end = deal.returns
        while end:
            first = deal.batch[end - 1]
            if not deal.top_first:
                for op in reversed(range(first, end)):
                    stock.insert(0, deal.replaced[op])
            for op in reversed(range(first, end)):
                above = stock.index(deal.returned[op])
                del stock[above]
                if not self.allowed(above, len(stock)):
                    return False
            if deal.top_first:
                stock.insert(0, deal.replaced[first])
            end = first
        return True

    def allowed(self, above: int, m: int) -> bool:
        """Whether a card may go back into a stock of m so that so many lie above it."""
        how = self.history.game.options.return_position  # type: ignore[attr-defined]
        low, high = {
            "random_middle": (-(-m // 3), 2 * m // 3),
            "exact_middle": (m // 2, m // 2),
            "random": (0, m),
            "bottom": (m, m),
        }[how]
        return low <= above <= high
