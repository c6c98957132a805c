cimport cython
from libc cimport math
from kafenio cimport bits, plays
from kafenio.bits cimport u64, i16
from kafenio.contract cimport Deal, Plays, Rng
from kafenio.games cimport outlook

cdef u64 PACK
cdef double STRAY, A_DEAL, CARD_WORTH, CARD_OF_FOUR
cdef int RANKS, ACE, KING, CARDS, ANNOUNCING, CALLING, ANSWER, QUIET, ANNOUNCE, PASS, CALL
cdef int PAIR, THREE, TWO_PAIRS, ONE_PAIR
cdef int AUTO, FOUR_CARDS, REDEAL_ALL, BEFORE_PLAY, CANCEL, LOWEST_OF_FOUR, LOWEST, AUTOMATIC, CHALLENGE, TRANSFER
cdef int ALL, FOUR_PLAYERS, IMMEDIATE, EXTRA
cdef int RONDA, TRINGLA, MISSA, BOUNT, HIDDEN, CALLED, DEALER_LAST, COUNT, NOTHING

cdef class RondaDeal(Deal):
    cdef public int opening, table_run_limit, table_fix, announce_timing, announce_in_four_card_hand, two_pairs
    cdef public int ronda_tie, four_rondas, tringla_points, tringla_winner
    cdef public int hidden_ronda, hidden_ronda_points, hidden_ronda_mode, capture_obligation, missa_last_hand
    cdef public int tap_chain, tap_optional, tap_across_rounds, dealer_last, game_end, target_score
    cdef public i16 tap_points[3]
    cdef public int phase, paid, last_card, laid_last, chain, chain_seat, chain_missa, laid, last_taker, won, steps
    cdef public u64 may_announce, called, chain_rank, apart, table
    cdef public i16 laid_at[40]
    cdef public u64 piles[4]
    cdef public i16 gains[4]
    cdef public u64 log[48]
    cdef u64 pack(self) noexcept nogil
    cdef bint begin(self, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(s=int, held=u64)
    cdef bint four_alike(self, int but) noexcept nogil
    cdef bint possible(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(place=int, card=u64)
    cdef bint open_table(self, Rng rng) noexcept nogil
    @cython.final
    cdef void open_card(self, u64 card, int place) noexcept nogil
    @cython.final
    @cython.locals(wrong=u64, run=u64, cards=u64, card=u64, found=u64, length=int, rank=int, last=int, when=int)
    cdef u64 faulty(self) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef int opening_time(self, int number) noexcept nogil
    @cython.final
    @cython.locals(s=int)
    cdef void open_round(self) noexcept nogil
    @cython.final
    cdef inline bint announcing(self) noexcept nogil
    @cython.final
    cdef void open_window(self, int phase) noexcept nogil
    @cython.locals(s=int, hand=u64, number=int, taken=u64)
    cdef void list_plays(self, int seat, Plays out) noexcept nogil
    @cython.final
    cdef bint may_call(self, int seat, int other) noexcept nogil
    @cython.final
    @cython.locals(kind=int)
    cdef int kind_told(self, u64 hand) noexcept nogil
    @cython.final
    cdef inline u64 takers(self) noexcept nogil
    @cython.final
    @cython.locals(taken=u64, rank=int, card=u64)
    cdef inline u64 taken_by(self, int number) noexcept nogil
    @cython.final
    cdef inline bint just_laid(self, int number) noexcept nogil
    @cython.locals(head=int)
    cdef void make(self, int seat, u64 play) noexcept nogil
    @cython.final
    cdef void next_word(self, int seat) noexcept nogil
    cdef void pass_over(self) noexcept nogil
    @cython.final
    @cython.locals(s=int)
    cdef bint has_word(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(number=int, card=u64)
    cdef inline void play_card(self, int seat, int head, u64 taken) noexcept nogil
    @cython.final
    @cython.locals(card=u64, missa=bint)
    cdef inline void play_on_table(self, int seat, int number, u64 taken, bint tap) noexcept nogil
    @cython.final
    cdef inline bint missa_counts(self) noexcept nogil
    @cython.final
    cdef inline void take(self, int seat, u64 cards) noexcept nogil
    @cython.final
    @cython.locals(gone=u64, side=int)
    cdef bint answerable(self) noexcept nogil
    @cython.final
    @cython.locals(points=int, reason=int)
    cdef void settle_chain(self) noexcept nogil
    @cython.final
    @cython.locals(side=int)
    cdef inline int unit(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(side=int, told=u64)
    cdef void book(self, int reason, int seat, int what, int more, int points) noexcept nogil
    @cython.final
    @cython.locals(found=int, best=int, side=int, total=int)
    cdef int leader(self) noexcept nogil
    @cython.final
    @cython.locals(cards=u64, equal=u64, found=int)
    cdef int rank_of(self, int seat, bint low) noexcept nogil
    @cython.final
    cdef bint is_tringla(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(found=u64, s=int)
    cdef u64 announcers(self) noexcept nogil
    @cython.final
    @cython.locals(threes=u64, s=int, low=bint, best=int, found=u64, worth=int)
    cdef u64 winners(self, u64 among) noexcept nogil
    @cython.final
    @cython.locals(rondas=int, tringlas=int, told=int, s=int, among=u64, best=u64, worth=int, points=int)
    cdef void pay_announced(self, bint all_seen) noexcept nogil
    @cython.final
    cdef bint hid(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(best=u64, then=u64, s=int)
    cdef u64 receivers(self, int hider) noexcept nogil
    @cython.final
    @cython.locals(best=u64, first=int, second=int, s=int, points=int)
    cdef void punish(self, int hider, int caller) noexcept nogil
    @cython.final
    cdef int combination(self, int seat) noexcept nogil
    @cython.final
    cdef void call(self, int caller, int accused) noexcept nogil
    @cython.final
    @cython.locals(i=int, s=int)
    cdef void end_round(self) noexcept nogil
    @cython.final
    cdef void next_round(self) noexcept nogil
    @cython.final
    @cython.locals(half=int, points=int, side=int)
    cdef void end(self) noexcept nogil
    @cython.final
    @cython.locals(rank=int, points=int, side=int)
    cdef void judge_last_card(self) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    @cython.locals(head=int, taken=u64, tap=int, missa=int)
    cdef int promise(self, int seat, u64 play) noexcept nogil
    @cython.locals(mine=int, side=int, first=double, lead=double, rest=double, spread=double, odds=double, ahead=double)
    cdef double reward(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(worth=double, found=double)
    cdef double expected(self, int side) noexcept nogil
    @cython.locals(key=u64, seat=int, side=int)
    cdef u64 key(self) noexcept nogil

@cython.locals(pairs=int, equal=u64)
cdef inline int kind_of(u64 cards) noexcept nogil
