cimport cython
from kafenio cimport bits, fishing, plays
from kafenio.bits cimport u64, i16
from kafenio.contract cimport Deal, Plays, Rng

cdef u64 PACK, CLUBS, JACKS, TWO_OF_CLUBS, TEN_OF_DIAMONDS
cdef int FIGURES

cdef class Konchinka(Deal):
    cdef public int sides, last_taker, finisher, laid
    cdef public u64 table
    cdef public u64 piles[4]
    cdef public i16 needs[4]
    cdef public i16 laid_at[52]
    cdef u64 pack(self) noexcept nogil
    @cython.locals(card=u64, place=int, _=int)
    cdef bint begin(self, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(earlier=u64, cards=u64, card=u64, i=int, n=int)
    cdef u64 offending(self) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef int opened(self, int number) noexcept nogil
    @cython.final
    cdef void lay(self, u64 card) noexcept nogil
    @cython.locals(hand=u64, number=int, base=u64, rank=int, same=u64)
    cdef void list_plays(self, int seat, Plays out) noexcept nogil
    @cython.final
    @cython.locals(able=u64, totals=u64, rank=int)
    cdef u64 takers(self) noexcept nogil
    @cython.locals(card=u64, taken=u64, side=int)
    cdef void make(self, int seat, u64 play) noexcept nogil
    cdef void end_round(self) noexcept nogil
    @cython.final
    @cython.locals(mine=u64)
    cdef int secured(self, int side) noexcept nogil
    @cython.final
    @cython.locals(best=int, winner=int, side=int, n=int)
    cdef int most(self, u64 cards) noexcept nogil
    @cython.locals(side=int, points=int)
    cdef int score(self, int seat) noexcept nogil
    @cython.locals(best=int, side=int)
    cdef double reward(self, int seat) noexcept nogil
