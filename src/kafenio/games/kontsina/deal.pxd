cimport cython
from libc cimport math
from kafenio cimport bits, plays
from kafenio.bits cimport u64, i16
from kafenio.contract cimport Deal, Plays, Rng
from kafenio.games cimport fishing, outlook

cdef u64 PACK, CLUBS, NUMERALS, VALUES, GOOD_TWO, GOOD_TEN
cdef int BY_CARD, IF_ABLE, MORE_THAN_HALF, POINTS
cdef double LEVEL, DEALS_STRAY, POINTS_STRAY, POINTS_A_DEAL, CLUBS_STRAY, DEAL_STRAYS

cdef class KontsinaDeal(Deal):
    cdef public int deal_packet, capture_obligation, capture_scope, equal_rank_priority, sweep_bonus, pile_visibility
    cdef public int majority_test, cards_tie, clubs_tie, points_cards, points_clubs, points_2c, points_td
    cdef public int match_format, target_score, deals
    cdef public int last_taker, laid
    cdef public u64 table
    cdef public u64 piles[4]
    cdef public i16 sweeps[4]
    cdef public i16 laid_at[52]
    cdef u64 pack(self) noexcept nogil
    @cython.locals(_=int)
    cdef bint begin(self, Rng rng) noexcept nogil
    @cython.final
    cdef inline void lay(self, u64 card) noexcept nogil
    @cython.locals(hand=u64, totals=u64, able=u64)
    cdef void list_plays(self, int seat, Plays out) noexcept nogil
    @cython.final
    cdef inline u64 totals(self) noexcept nogil
    @cython.locals(card=u64, taken=u64)
    cdef void make(self, int seat, u64 play) noexcept nogil
    @cython.final
    cdef void end(self) noexcept nogil
    @cython.final
    @cython.locals(least=int, place=int)
    cdef inline int majority(self, int side, u64 cards, int points, int half, int one_each) noexcept nogil
    @cython.locals(side=int, mine=u64, points=int)
    cdef int score(self, int seat) noexcept nogil
    @cython.locals(mine=int, lead=double, best=double, side=int)
    cdef double reward(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(found=int, side=int)
    cdef int rest(self) noexcept nogil
    @cython.final
    @cython.locals(found=double)
    cdef double expected(self, int side) noexcept nogil
    @cython.final
    cdef double share(self, int side, u64 cards, double stray) noexcept nogil
    @cython.final
    @cython.locals(spread=double, mine=double, odds=double, other=int)
    cdef double chance(self, int side) noexcept nogil
    @cython.final
    @cython.locals(points=double, odds=double, other=int)
    cdef double total(self, int side) noexcept nogil
    @cython.final
    @cython.locals(first=double, second=double, side=int, total=double)
    cdef double spread(self) noexcept nogil
    @cython.locals(key=u64, seat=int, side=int, mine=u64)
    cdef u64 key(self) noexcept nogil
    @cython.locals(taken=u64, worth=int, card=u64)
    cdef int promise(self, int seat, u64 play) noexcept nogil
