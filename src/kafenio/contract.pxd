cimport cython
from kafenio cimport bits, memory
from kafenio.bits cimport u64, i16

cdef u64 MOST
cdef int RETURNS, EXACT_MIDDLE, RANDOM, BOTTOM

@cython.final
cdef class Rng:
    cdef u64 state
    cdef int *bag
    cdef int left
    cdef int below(self, int n) noexcept nogil
    @cython.locals(high=int)
    cdef double real(self) noexcept nogil
    cdef inline void fill(self, u64 cards) noexcept nogil
    @cython.locals(i=int, number=int)
    cdef int draw(self) noexcept nogil
    @cython.locals(cards=u64)
    cdef u64 draw_set(self, int n) noexcept nogil

@cython.final
cdef class Plays:
    cdef int size, room
    cdef u64 *items
    cdef u64 met
    cdef void grow(self) noexcept nogil
    @cython.locals(found=list, i=int)
    cdef list listed(self)

cdef Plays SCRATCH

cdef class Deal:
    cdef public int seats, sides, deal_number, dealer, turn, left, each, packet, whole, top_first, return_position, returns
    cdef public int scores[5]
    cdef public u64 asked
    cdef public i16 answers[5]
    cdef public u64 hands[5]
    cdef public u64 heaps[17]
    cdef public u64 seen[6]
    cdef public i16 stock[52]
    cdef public u64 spent[5]
    cdef public u64 bars[5]
    cdef public i16 kinds[5]
    cdef public i16 returned[100]
    cdef public i16 replaced[100]
    cdef public i16 came_to[100]
    cdef public i16 batch[100]
    cdef public i16 cuts[100]
    cdef public i16 outs[100]
    cdef u64 pack(self) noexcept nogil
    cdef bint begin(self, Rng rng) noexcept nogil
    cdef void list_plays(self, int seat, Plays out) noexcept nogil
    cdef void make(self, int seat, u64 play) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    cdef double reward(self, int seat) noexcept nogil
    cdef int promise(self, int seat, u64 play) noexcept nogil
    cdef u64 key(self) noexcept nogil
    cdef void pass_over(self) noexcept nogil
    cdef bint possible(self, int seat) noexcept nogil
    cdef int claim_on(self, int place) noexcept nogil
    cdef u64 draw_claimed(self, int claim, u64 held, u64 hidden, Rng rng) noexcept nogil
    cdef bint out_of_turn(self, int seat) noexcept nogil
    @cython.final
    cdef void assign(self, Deal source) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef void fresh(self, Deal opening, Rng rng) noexcept nogil
    @cython.final
    cdef inline u64 pop(self) noexcept nogil
    @cython.final
    @cython.locals(cards=u64)
    cdef inline u64 pop_set(self, int n) noexcept nogil
    @cython.final
    cdef void shuffle(self, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(s=int, i=int, given=int)
    cdef void deal_round(self, int each, int packet) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef void spend(self, int seat, u64 card) noexcept nogil
    @cython.final
    cdef int round(self) noexcept nogil
    @cython.final
    @cython.locals(n=int)
    cdef int slot(self, int place) noexcept nogil
    @cython.final
    cdef int least_above(self, int m) noexcept nogil
    @cython.final
    cdef int most_above(self, int m) noexcept nogil
    @cython.final
    @cython.locals(above=int, low=int, high=int, i=int)
    cdef void send_back(self, u64 card, int first, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(new=u64)
    cdef u64 open_instead(self, int i) noexcept nogil
    @cython.final
    @cython.locals(new=u64, i=int)
    cdef u64 put_back(self, u64 card, Rng rng) noexcept nogil
    @cython.final
    cdef bint circling(self, int more) noexcept nogil
    @cython.final
    @cython.locals(i=int, s=int)
    cdef inline int next_asked(self) noexcept nogil
    @cython.final
    @cython.locals(made=int, seat=int)
    cdef int play_out(self, Plays out, Rng rng) noexcept nogil
    @cython.locals(cards=u64, i=int, n=int)
    cdef stack(self, list pack)
    @cython.locals(new=Deal)
    cpdef Deal dealt(self, Rng rng)
    @cython.final
    cdef inline int fill(self, int seat) noexcept nogil
    cpdef int mover(self) noexcept
    cpdef list legal(self, int seat)
    cpdef int choices(self, int seat) noexcept
    @cython.locals(n=int, play=u64)
    cpdef u64 pick(self, int seat, int i) except? 0
    @cython.locals(i=int, n=int)
    cpdef apply(self, int seat, u64 play)
    @cython.locals(twin=Deal)
    cpdef Deal copy(self)

@cython.locals(rng=Rng, work=Deal, out=Plays)
cpdef playouts(Deal opening, int n, u64 seed)
@cython.locals(made=int)
cdef int played(Deal opening, Deal work, Plays out, Rng rng, int n) noexcept nogil
