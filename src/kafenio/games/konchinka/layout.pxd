cimport cython
from kafenio cimport bits
from kafenio.bits cimport u64, i16
from kafenio.contract cimport Deal, Rng

cdef u64 PACK, JACKS
cdef int AUTO, PAIRS_AND_JACKS, JACKS_ONLY, PAIRS_ONLY

cdef class Layout(Deal):
    cdef public int deal_packet, hands_open, layout_check, layout_pair_return, layout_pair_which, jack_sweeps, laid
    cdef public u64 table
    cdef public i16 laid_at[52]
    cdef u64 pack(self) noexcept nogil
    @cython.final
    @cython.locals(_=int)
    cdef bint deal_out(self, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(shown=u64, s=int, i=int, viewer=int)
    cdef void next_round(self) noexcept nogil
    @cython.final
    cdef void lay(self, u64 card) noexcept nogil
    @cython.final
    @cython.locals(card=u64, group=u64, paired=bint)
    cdef bint repair(self, Rng rng) noexcept nogil
    @cython.final
    cdef u64 banned(self) noexcept nogil
    @cython.final
    @cython.locals(banned=u64, pairs=bint, earlier=u64, rest=u64, card=u64)
    cdef u64 offending(self) noexcept nogil
    @cython.final
    @cython.locals(best=u64, card=u64)
    cdef u64 earliest(self, u64 cards) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef int opening(self, int number) noexcept nogil
    @cython.final
    @cython.locals(given=int, i=int)
    cdef u64 drawn(self, u64 cards, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(first=int, places=u64, place=int, rest=u64, card=u64, i=int)
    cdef void replace(self, u64 cards, Rng rng) noexcept nogil
