cimport cython
from libc cimport math
from kafenio cimport bits, plays
from kafenio.bits cimport u64, i16
from kafenio.contract cimport Deal, Plays, Rng
from kafenio.games cimport fishing, outlook
from kafenio.games.konchinka.layout cimport Layout

cdef u64 PACK, CLUBS, ACES, NUMERALS, VALUES, JACKS, TWO_OF_CLUBS, TEN_OF_DIAMONDS
cdef int FINISH, ENOUGH, IF_ABLE, BY_CARD, NO_VALUES, FACE_VALUES, ALL_HIGHER
cdef int AUTO, CLAIM, ITEMS
cdef double STRAY, A_DEAL, CLUBS_STRAY

cdef class KonchinkaDeal(Layout):
    cdef public int ace_value, capture_obligation, capture_scope, consecutive_captures, figure_values
    cdef public int sweep_bonus, points_each_ace, cards_tie, clubs_tie, points_cards, points_clubs, points_2c, points_td
    cdef public int target_score, target_tie, early_finish, early_finish_test, early_finish_others, pile_visibility
    cdef public int last_taker, captor, finisher
    cdef public u64 took
    cdef public u64 piles[4]
    cdef public i16 sweeps[4]
    cdef bint begin(self, Rng rng) noexcept nogil
    @cython.locals(hand=u64, totals=u64, able=u64)
    cdef void list_plays(self, int seat, Plays out) noexcept nogil
    @cython.final
    @cython.locals(sweepers=u64, lower=u64, higher=u64)
    cdef inline void add_captures(self, u64 able, u64 totals, Plays out) noexcept nogil
    @cython.final
    cdef inline void add_sets(self, u64 able, u64 totals, Plays out) noexcept nogil
    @cython.final
    cdef inline u64 pool(self) noexcept nogil
    @cython.final
    cdef inline int lift(self) noexcept nogil
    @cython.final
    cdef inline int raised(self) noexcept nogil
    @cython.final
    cdef inline bint resting(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(found=u64)
    cdef inline u64 totals(self) noexcept nogil
    @cython.final
    @cython.locals(able=u64)
    cdef inline u64 takers(self, u64 totals) noexcept nogil
    @cython.locals(card=u64, taken=u64)
    cdef void make(self, int seat, u64 play) noexcept nogil
    @cython.final
    @cython.locals(side=int)
    cdef inline void capture(self, int seat, u64 card, u64 taken) noexcept nogil
    @cython.final
    cdef void end_round(self) noexcept nogil
    @cython.final
    cdef int need(self, int side) noexcept nogil
    @cython.final
    @cython.locals(points=int)
    cdef int konchinki(self, int side) noexcept nogil
    @cython.final
    @cython.locals(points=int)
    cdef int secured(self, int side) noexcept nogil
    @cython.final
    @cython.locals(other=int)
    cdef bint covered(self, int side) noexcept nogil
    @cython.final
    @cython.locals(s=int)
    cdef bint moves_again(self, int side) noexcept nogil
    cdef bint out_of_turn(self, int seat) noexcept nogil
    @cython.final
    cdef void finish(self, int side) noexcept nogil
    @cython.final
    @cython.locals(place=int)
    cdef inline int majority(self, int side, u64 cards, int points, int one_each) noexcept nogil
    @cython.final
    @cython.locals(mine=u64)
    cdef inline int item(self, int side, int i) noexcept nogil
    @cython.locals(side=int, points=int, i=int)
    cdef int score(self, int seat) noexcept nogil
    @cython.locals(card=u64, taken=u64, dear=u64)
    cdef int promise(self, int seat, u64 play) noexcept nogil
    @cython.locals(side=int, mine=double, theirs=double, lead=double, margin=double, first=double, other=int, spread=double, odds=double)
    cdef double reward(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(found=double)
    cdef double expected(self, int side) noexcept nogil
    @cython.final
    cdef double share(self, int side, u64 cards, double stray) noexcept nogil
    @cython.locals(key=u64, seat=int, side=int, mine=u64)
    cdef u64 key(self) noexcept nogil
