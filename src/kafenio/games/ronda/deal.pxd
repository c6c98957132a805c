cimport cython
from kafenio cimport bits, plays
from kafenio.bits cimport u64, i16
from kafenio.contract cimport Deal, Plays, Rng

cdef u64 PACK
cdef int ANSWER, ANNOUNCE, PASS, CALL, PAIR, THREE

cdef class Ronda(Deal):
    cdef public int sides, target, challenge, last_taker, won, discarded, chain, chain_seat, chain_missa, paid, calling
    cdef public u64 chain_rank, called, apart, table
    cdef public u64 piles[4]
    cdef public i16 scores_before[4]
    cdef public i16 gains[4]
    cdef public i16 first[4]
    cdef u64 pack(self) noexcept nogil
    @cython.locals(s=int, i=int, card=u64)
    cdef bint begin(self, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(ranks=u64, run=bint, last=int, found=u64, cards=u64, card=u64, when=int)
    cdef u64 faulty(self) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef int opened(self, int number) noexcept nogil
    @cython.locals(s=int, hand=u64, number=int)
    cdef void list_plays(self, int seat, Plays out) noexcept nogil
    @cython.final
    @cython.locals(taken=u64, rank=int, card=u64)
    cdef u64 taken_by(self, int number) noexcept nogil
    @cython.locals(head=int)
    cdef void make(self, int seat, u64 play) noexcept nogil
    @cython.final
    @cython.locals(card=u64, begun=int, s=int)
    cdef void play_card(self, int seat, int number, u64 taken) noexcept nogil
    @cython.final
    cdef void take(self, int seat, u64 cards) noexcept nogil
    @cython.final
    cdef void settle_chain(self) noexcept nogil
    @cython.final
    cdef void gain(self, int seat, int points) noexcept nogil
    @cython.final
    @cython.locals(best=int, second=int, side=int, total=int)
    cdef void check(self) noexcept nogil
    @cython.final
    @cython.locals(found=u64, s=int)
    cdef u64 announced(self) noexcept nogil
    @cython.final
    @cython.locals(best=int, found=u64, s=int, cards=u64, worth=int)
    cdef u64 winners(self, u64 among) noexcept nogil
    @cython.final
    @cython.locals(pairs=int, threes=int, s=int, among=u64, worth=int)
    cdef void pay_announced(self, bint all_seen) noexcept nogil
    @cython.final
    @cython.locals(winners=u64, s=int, first=int, second=int)
    cdef void punish(self, int hider, int caller) noexcept nogil
    @cython.final
    cdef void call(self, int caller, int accused) noexcept nogil
    @cython.final
    @cython.locals(i=int, s=int)
    cdef void end_round(self) noexcept nogil
    @cython.final
    @cython.locals(side=int)
    cdef void next_round(self) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    @cython.locals(best=int, side=int)
    cdef double reward(self, int seat) noexcept nogil

@cython.locals(best=int, equal=u64)
cdef int kind_of(u64 cards) noexcept nogil
@cython.locals(kind=int, found=int, equal=u64)
cdef int rank_of(u64 cards) noexcept nogil
