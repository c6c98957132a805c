cimport cython
from kafenio cimport bits, plays
from kafenio.bits cimport u64, i16
from kafenio.contract cimport Deal, Plays, Rng

cdef u64 PACK, SHOKHA, ACES, TENS, KINGS, QUEENS, JACKS
cdef int LEAD, CONTEST, DISCARD, CLAIM, NOTHING, MOLODKA, MOSCOW, THROWN, BURIED, BEATEN

cdef class Kozel(Deal):
    cdef public int sides, leader, trump, taking, special, beaten
    cdef public u64 present, to_play, turned, lead, best
    cdef public u64 shown[5]
    cdef public u64 piles[5]
    cdef public i16 claims[5]
    cdef public i16 beaten_kind[6]
    cdef public i16 beaten_side[6]
    cdef u64 pack(self) noexcept nogil
    @cython.locals(s=int, i=int, _=int)
    cdef bint begin(self, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(s=int, i=int, shortest=int)
    cdef void open_trick(self) noexcept nogil
    @cython.final
    cdef int claimable(self, u64 hand) noexcept nogil
    @cython.locals(s=int)
    cdef void pass_over(self) noexcept nogil
    @cython.final
    @cython.locals(best=int, first=int, i=int, s=int)
    cdef void close_window(self) noexcept nogil
    @cython.final
    cdef void put(self, int seat, int kind, u64 cards) noexcept nogil
    @cython.final
    @cython.locals(winner=int, side=int, s=int)
    cdef void take(self) noexcept nogil
    @cython.final
    @cython.locals(s=int, i=int, other=int, _=int)
    cdef void draw(self) noexcept nogil
    @cython.locals(hand=u64)
    cdef void list_plays(self, int seat, Plays out) noexcept nogil
    @cython.final
    @cython.locals(most=int, s=int, cards=u64)
    cdef void list_leads(self, int seat, u64 hand, Plays out) noexcept nogil
    @cython.final
    @cython.locals(n=int, cards=u64)
    cdef void list_replies(self, u64 hand, Plays out) noexcept nogil
    cdef void make(self, int seat, u64 play) noexcept nogil
    @cython.locals(s=int, i=int)
    cdef bint possible(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(cards=u64, i=int)
    cdef int card_points(self, int side) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    @cython.locals(side=int, best=int, mine=int)
    cdef double reward(self, int seat) noexcept nogil

cdef u64 suit_of(u64 card) noexcept nogil
cdef bint one_suit(u64 cards) noexcept nogil
cdef bint is_moscow(u64 cards) noexcept nogil
cdef bint is_molodka(u64 cards) noexcept nogil
@cython.locals(suit=u64, trumps=u64, higher=u64)
cdef u64 beaters(u64 card, int trump) noexcept nogil
@cython.locals(other=u64, able=u64, card=u64)
cdef bint beats(u64 cards, u64 others, int trump) noexcept nogil
