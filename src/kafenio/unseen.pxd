cimport cython
from kafenio cimport bits, memory
from kafenio.bits cimport u64, i64, p_u64
from kafenio.contract cimport Deal, Rng

cdef int PAIR, THREE, TWO_PAIRS, ONE_PAIR, DIRECT, START, TRIES, PATIENCE

@cython.final
cdef class Unseen:
    cdef readonly int seat, others, tracks, loose, told
    cdef readonly i64 states
    cdef readonly i64 tried
    cdef int ops, cards, missed
    cdef u64 known, unknown
    cdef double bound, total
    cdef int *other
    cdef int *need
    cdef int *ways
    cdef int *kind
    cdef int *base
    cdef int *stride
    cdef int *met
    cdef u64 *got
    cdef u64 *mine
    cdef int *card
    cdef double *weight
    cdef int *track
    cdef int *holder
    cdef int *at
    cdef int *walk
    cdef u64 *places
    cdef int *op_card
    cdef int *op_new
    cdef double *memo
    cdef u64 *keys
    cdef int hashed
    cdef i64 room_for, filled
    @cython.locals(tries=int)
    cpdef bint draw(self, Deal work, Rng rng) noexcept nogil
    @cython.locals(unknown=u64, s=int, j=int, i=int)
    cdef void find_unknown(self, Deal deal) noexcept nogil
    @cython.locals(now=int, op=int, t=int, card=u64, last=int, new=int, came=int, j=int, place=int, slot=int, reach=u64)
    cdef void find_tracks(self, Deal deal) noexcept nogil
    @cython.locals(first=int, m=int, low=int, places=u64, i=int, _=int, stay=u64)
    cdef u64 reach(self, Deal deal, int op) noexcept nogil
    @cython.locals(t=int)
    cdef int tracked(self, int number) noexcept nogil
    @cython.locals(left=u64, card=u64, k=int, j=int, t=int, x=int)
    cdef weigh(self, Deal deal)
    @cython.locals(i=i64)
    cdef void make_room(self, i64 n) noexcept nogil
    @cython.locals(i=i64)
    cdef i64 entry(self, i64 at) noexcept nogil
    @cython.locals(i=i64)
    cdef void remember(self, i64 at, double total) noexcept nogil
    @cython.locals(i=i64, j=i64, old=i64, counts=cython.p_double, keys=p_u64)
    cdef void spread(self) noexcept nogil
    @cython.locals(most=double, h=int)
    cdef double crowding(self, Deal deal, int x) noexcept nogil
    @cython.locals(n=int, free=int)
    cdef double room(self, Deal deal, int h, int x) noexcept nogil
    @cython.locals(state=i64, j=int, digit=int, rank=int, done=int)
    cdef i64 start(self) noexcept nogil
    @cython.locals(j=int, equal=int)
    cdef i64 enter(self, int k, i64 state) noexcept nogil
    @cython.locals(digit=int, ways=int, equal=int)
    cdef i64 after(self, int k, i64 state, int j) noexcept nogil
    @cython.locals(j=int, digit=int)
    cdef bint finished(self, i64 state) noexcept nogil
    @cython.locals(at=i64, total=double, j=int)
    cdef double count(self, int k, i64 state) noexcept nogil
    @cython.locals(weight=double, then=i64)
    cdef double part(self, int k, i64 state, int j) noexcept nogil
    @cython.locals(j=int, s=int)
    cdef void draw_plain(self, Deal work, Rng rng) noexcept nogil
    @cython.locals(i=int)
    cdef void draw_rest(self, Deal work, Rng rng, u64 fixed) noexcept nogil
    @cython.locals(state=i64, rest=u64, j=int, k=int, fixed=u64, t=int)
    cdef bint draw_counted(self, Deal work, Rng rng) noexcept nogil
    @cython.locals(u=double, found=int, j=int, part=double)
    cdef int choose(self, int k, i64 state, Rng rng) noexcept nogil
    @cython.locals(used=u64, worth=double, t=int, j=int, x=int, other=int, places=u64, i=int)
    cdef bint find_places(self, Deal work, Rng rng) noexcept nogil
    @cython.locals(t=int, op=int, above=int, other=int, end=int, first=int, m=int)
    cdef bint came_about(self, Deal work) noexcept nogil
    @cython.locals(t=int)
    cdef void lay_on_top(self, int op) noexcept nogil

cdef int ways_of(int kind) noexcept nogil
cdef int alike_needed(int kind) noexcept nogil
cdef bint announced(int kind, int done) noexcept nogil

@cython.locals(deal=Deal)
cpdef Deal imagine(cls, seen, Rng rng)
