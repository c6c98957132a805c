cimport cython
from kafenio cimport bits, memory
from kafenio.bits cimport u64, i64, p_u64
from kafenio.contract cimport Deal, Rng

cdef int PAIR, THREE, TWO_PAIRS, ONE_PAIR, GONE, SEEN, LOOSE, HANDS, PLACES, DIRECT, START, CELLS, STEPS, TRIES

@cython.final
cdef class Unseen:
    cdef readonly int seat, others, tracks, loose, told, cells
    cdef readonly i64 states
    cdef readonly i64 tried
    cdef int ops, ordered, depth, room, cards, played, open_states
    cdef u64 known, unknown, deep
    cdef double total
    cdef int *other
    cdef int *need
    cdef u64 *got
    cdef u64 *mine
    cdef int *kind
    cdef int *ways
    cdef int *kind_at
    cdef u64 *slot
    cdef int *op_card
    cdef int *op_new
    cdef int *track
    cdef int *fate
    cdef int *step
    cdef u64 *spots
    cdef u64 *pool
    cdef int *order
    cdef int *at
    cdef int *walk
    cdef int *owner
    cdef u64 *within
    cdef int *base
    cdef int *stride
    cdef int *card
    cdef u64 *may
    cdef int *either
    cdef int *goes
    cdef double *memo
    cdef u64 *keys
    cdef int *claim
    cdef int claimed, hashed
    cdef i64 room_for, filled
    @cython.locals(tries=int)
    cpdef bint draw(self, Deal work, Rng rng) noexcept nogil
    @cython.locals(unknown=u64, s=int, j=int, i=int, place=int)
    cdef void find_unknown(self, Deal deal) noexcept nogil
    cdef void find_claim(self, Deal deal, int place, u64 cards) noexcept nogil
    @cython.locals(op=int, t=int, j=int)
    cdef void find_tracks(self, Deal deal) noexcept nogil
    @cython.locals(t=int)
    cdef int tracked(self, int number) noexcept nogil
    @cython.locals(found=u64, place=int)
    cdef u64 slot_places(self, Deal deal, int slot) noexcept nogil
    @cython.locals(last=int, new=int, op=int, came=int, hidden=u64, j=int)
    cdef void find_spots(self, Deal deal, int t) noexcept nogil
    @cython.locals(first=int, m=int, low=int, places=u64, i=int, _=int, stay=u64)
    cdef u64 reach(self, Deal deal, int op) noexcept nogil
    cdef bint roams(self, int t) noexcept nogil
    @cython.locals(t=int, i=int, earlier=int, shared=u64)
    cdef void find_pools(self, Deal deal) noexcept nogil
    cdef int freedom(self, int t) noexcept nogil
    @cython.locals(j=int)
    cdef void find_cells(self) noexcept nogil
    @cython.locals(t=int)
    cdef bint parted(self, int j) noexcept nogil
    @cython.locals(rest=u64, places=u64, t=int, others=int, _=int)
    cdef void part_hand(self, int j) noexcept nogil
    cdef void add_cell(self, int j, u64 within, int room) noexcept nogil
    @cython.locals(found=u64, c=int)
    cdef u64 cells_in(self, int j, u64 places) noexcept nogil
    cdef void add_step(self, int number, u64 may) noexcept nogil
    @cython.locals(left=u64, card=u64, may=u64, returned=int, either=int, t=int, j=int)
    cdef void find_steps(self, Deal deal) noexcept nogil
    @cython.locals(i=i64)
    cdef void make_room(self, i64 n) noexcept nogil
    @cython.locals(i=i64)
    cdef i64 entry(self, i64 at) noexcept nogil
    @cython.locals(i=i64)
    cdef void remember(self, i64 at, double total) noexcept nogil
    @cython.locals(i=i64, j=i64, old=i64, counts=cython.p_double, keys=p_u64)
    cdef void spread(self) noexcept nogil
    @cython.locals(state=i64, c=int, j=int, rank=int, done=int)
    cdef i64 start(self) noexcept nogil
    @cython.locals(j=int, equal=int)
    cdef i64 enter(self, int k, i64 state) noexcept nogil
    @cython.locals(j=int, digit=int, equal=int)
    cdef i64 after(self, int k, i64 state, int c) noexcept nogil
    @cython.locals(j=int)
    cdef bint finished(self, i64 state) noexcept nogil
    @cython.locals(at=i64, total=double, c=int)
    cdef double count(self, int k, i64 state) noexcept nogil
    @cython.locals(ways=double, then=i64)
    cdef double part(self, int k, i64 state, int c) noexcept nogil
    @cython.locals(n=int)
    cdef double choices(self, int k, i64 state, int c) noexcept nogil
    @cython.locals(j=int, s=int, rest=u64, place=int, cards=u64)
    cdef bint draw_plain(self, Deal work, Rng rng) noexcept nogil
    @cython.locals(held=u64, cards=u64)
    cdef u64 draw_claim(self, Deal work, int place, Rng rng) noexcept nogil
    @cython.locals(i=int)
    cdef void draw_rest(self, Deal work, Rng rng, u64 fixed) noexcept nogil
    @cython.locals(state=i64, rest=u64, j=int, k=int, c=int, t=int, fixed=u64)
    cdef bint draw_counted(self, Deal work, Rng rng) noexcept nogil
    @cython.locals(u=double, found=int, c=int, part=double)
    cdef int choose(self, int k, i64 state, Rng rng) noexcept nogil
    cdef bint in_stock(self, int t) noexcept nogil
    @cython.locals(used=u64, places=u64, i=int, t=int, n=int)
    cdef bint find_places(self, Rng rng) noexcept nogil
    @cython.locals(t=int, op=int, above=int, other=int, end=int, first=int, m=int)
    cdef bint came_about(self, Deal work) noexcept nogil
    @cython.locals(t=int)
    cdef void lay_on_top(self, int op) noexcept nogil

cdef int ways_of(int kind) noexcept nogil
cdef int alike_needed(int kind) noexcept nogil
cdef bint announced(int kind, int done) noexcept nogil

@cython.locals(deal=Deal)
cpdef Deal imagine(cls, seen, Rng rng)
