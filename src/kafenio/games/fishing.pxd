cimport cython
from libc cimport math
from kafenio cimport bits, memory, plays
from kafenio.bits cimport u64
from kafenio.contract cimport Plays
from kafenio.games cimport outlook

cdef int FIGURE, MANY
cdef u64 NUMERALS, LOW

cdef int worth(int rank, int lift) noexcept nogil
@cython.locals(rank=int)
cdef int rank_worth(int value, int lift) noexcept nogil
@cython.locals(small=u64, card=u64, rest=int, higher=u64, exact=u64, rank=int)
cdef void add_sums(Plays out, u64 base, int total, u64 cards, int lift) noexcept nogil
@cython.locals(number=int, base=u64, start=int, equal=u64, same=u64, total=int)
cdef void add_captures(Plays out, u64 able, u64 table, u64 pool, u64 totals, int lift, int raised, int several, int equal_first) noexcept nogil
@cython.locals(first=int, tidy=int, end=int, i=int, k=int, taken=u64)
cdef void add_unions(Plays out, int start) noexcept nogil
@cython.locals(end=int, i=int)
cdef void make_unique(Plays out, int first) noexcept nogil
@cython.locals(one=u64, many=u64, value=int)
cdef u64 sums(u64 cards, int lift) noexcept nogil
@cython.locals(ranks=u64)
cdef u64 takers(u64 table, u64 totals, int raised) noexcept nogil
@cython.locals(mine=int, theirs=int, level=int, other=int)
cdef int most(u64 *piles, u64 cards, int side, int sides, int least) noexcept nogil
@cython.locals(mine=int, rest=int, other=int, lead=double, odds=double)
cdef double share(u64 *piles, u64 cards, int side, int sides, double stray) noexcept nogil
