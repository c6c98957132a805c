cimport cython
from libc cimport math
from kafenio cimport bits, plays
from kafenio.bits cimport u64, i16
from kafenio.contract cimport Deal, Plays, Rng
from kafenio.games cimport outlook

cdef u64 PACK, SIX_C, SHOKHA, ACES, TENS, KINGS, QUEENS, JACKS
cdef int LEAD, CONTEST, DISCARD, CLAIM, NOTHING, MOLODKA, MOSCOW, FOUR_ACES, BURA, THROWN, BURIED, BEATEN, APART
cdef int SHOKHA_WILD, NO_TRUMP, AUTO_WIN, SHOWN, WINNER_SEES, ALL_SEE, FILL_UP, PLAY_ALL
cdef int THRESHOLDS, BY_TRICKS, BOTH_PAY, ON_LEAD, IF_TRICK_WON, CARRY, FIRST_OUT
cdef double STRAY, A_DEAL

cdef class KozelDeal(Deal):
    cdef public int shokha, shokha_lead, shokha_turnup, remove_6c, lead_sizes, special_leads, special_lead_effect
    cdef public int special_lead_first_trick, discards, discard_view, refill_order, short_hand
    cdef public int scale_2p, scale_3p, saved_at, zero_test, tie_rule, penalty_limit, elimination, deals
    cdef public int money, stake, purse, bura_wins, four_aces_win, money_tie
    cdef public int penalty_factor, pot, trick, leader, trump, taking, special, broken_off, beaten, last_taker, turn_up, drawer
    cdef public u64 present, to_play, turned, lead, best
    cdef public u64 shown[5]
    cdef public u64 last[5]
    cdef public u64 piles[5]
    cdef public i16 tricks[5]
    cdef public i16 claims[5]
    cdef public i16 beaten_kind[7]
    cdef public i16 beaten_side[7]
    cdef u64 pack(self) noexcept nogil
    @cython.locals(s=int, i=int, _=int)
    cdef bint begin(self, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(s=int, i=int, n=int, full=u64, uneven=int)
    cdef void open_trick(self) noexcept nogil
    @cython.final
    cdef inline bint is_moscow(self, u64 cards) noexcept nogil
    @cython.final
    @cython.locals(plain=u64)
    cdef inline bint is_molodka(self, u64 cards) noexcept nogil
    @cython.final
    cdef inline int combination(self, u64 cards) noexcept nogil
    @cython.final
    cdef inline int claimable(self, u64 hand) noexcept nogil
    @cython.locals(s=int)
    cdef void pass_over(self) noexcept nogil
    @cython.final
    @cython.locals(best=int, first=int, i=int, s=int)
    cdef inline void close_window(self) noexcept nogil
    @cython.final
    cdef inline u64 trumps(self) noexcept nogil
    @cython.final
    cdef bint is_bura(self, u64 cards) noexcept nogil
    @cython.final
    @cython.locals(suit=u64, trumps=u64, higher=u64, top=u64)
    cdef inline u64 beaters(self, u64 card) noexcept nogil
    @cython.final
    @cython.locals(other=u64, able=u64, card=u64)
    cdef bint beats(self, u64 cards, u64 others) noexcept nogil
    @cython.locals(hand=u64)
    cdef void list_plays(self, int seat, Plays out) noexcept nogil
    @cython.final
    @cython.locals(most=int, s=int)
    cdef inline int longest_lead(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(n=int, most=int, suited=bint)
    cdef void list_leads(self, int seat, u64 hand, Plays out) noexcept nogil
    @cython.final
    @cython.locals(i=int, part=u64, found=bint)
    cdef inline bint list_suited(self, u64 hand, int n, Plays out) noexcept nogil
    @cython.final
    @cython.locals(n=int)
    cdef void list_replies(self, u64 hand, Plays out) noexcept nogil
    @cython.final
    @cython.locals(able=u64, rest=u64, start=int, end=int, i=int)
    cdef inline void list_contests(self, u64 hand, int n, Plays out) noexcept nogil
    cdef void make(self, int seat, u64 play) noexcept nogil
    @cython.final
    cdef void put(self, int seat, int kind, u64 cards) noexcept nogil
    @cython.final
    @cython.locals(other=int)
    cdef void break_off(self, int seat, int why) noexcept nogil
    @cython.final
    @cython.locals(winner=int, side=int, s=int, won=bint)
    cdef void take(self) noexcept nogil
    @cython.final
    @cython.locals(side=int)
    cdef inline void bury(self, int seat, int winner, u64 thrown) noexcept nogil
    @cython.final
    @cython.locals(i=int)
    cdef void lay_apart(self, int kind, int side, u64 thrown) noexcept nogil
    @cython.final
    @cython.locals(side=int)
    cdef inline bint hides_turn_up(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(other=int)
    cdef void lose_turn_up(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(other=int, i=int, known=bint)
    cdef void find_turn_up(self, int seat, int winner) noexcept nogil
    @cython.final
    @cython.locals(short=bint, s=int, i=int, lacking=int)
    cdef void draw(self) noexcept nogil
    @cython.final
    @cython.locals(other=int)
    cdef inline void give(self, int seat, int n) noexcept nogil
    @cython.final
    @cython.locals(side=int, i=int)
    cdef void end(self) noexcept nogil
    @cython.locals(s=int, i=int, elsewhere=u64)
    cdef bint possible(self, int seat) noexcept nogil
    @cython.locals(heap=int)
    cdef int claim_on(self, int place) noexcept nogil
    @cython.locals(n=int)
    cdef u64 draw_claimed(self, int claim, u64 held, u64 hidden, Rng rng) noexcept nogil
    @cython.final
    @cython.locals(total=int, i=int, u=int, found=u64)
    cdef u64 suit_drawn(self, u64 held, u64 hidden, int n, Rng rng) noexcept nogil
    @cython.final
    cdef inline u64 wild(self) noexcept nogil
    @cython.final
    @cython.locals(cards=u64, i=int)
    cdef int card_points(self, int side) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    @cython.final
    cdef int rivals(self) noexcept nogil
    @cython.final
    cdef bint by_thresholds(self) noexcept nogil
    @cython.final
    @cython.locals(better=int, level=int, mine=int, theirs=int, other=int, saved_at=int, nothing=bint)
    cdef int penalty_of(self, int side) noexcept nogil
    @cython.locals(cards=u64, head=int)
    cdef int promise(self, int seat, u64 play) noexcept nogil
    @cython.locals(side=int, other=int, ahead=double, part=double)
    cdef double reward(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(mine=int, theirs=int, best=int, level=int, other=int, odds=double)
    cdef double part_of_pot(self, int side) noexcept nogil
    @cython.final
    @cython.locals(mine=double, worst=double, below=int, playing=int, lower=int, level=int, other=int, total=double)
    @cython.locals(over=bint, to_come=double, spread=double, odds=double)
    cdef double chance(self, int side) noexcept nogil
    @cython.final
    @cython.locals(times=int)
    cdef double total(self, int side) noexcept nogil
    @cython.final
    cdef double point_stray(self) noexcept nogil
    @cython.final
    @cython.locals(found=int, side=int)
    cdef int points_to_come(self) noexcept nogil
    @cython.final
    @cython.locals(mine=int, stray=double, odds=double, behind=double, other=int, rest=double, saved_at=int, found=double)
    cdef double expected(self, int side) noexcept nogil
    @cython.locals(key=u64, on_table=int, seat=int, side=int)
    cdef u64 key(self) noexcept nogil

@cython.locals(card=u64)
cdef void add_sets(Plays out, int kind, u64 cards, int n, u64 chosen) noexcept nogil
cdef int worth(u64 cards) noexcept nogil
cdef inline u64 suit_of(u64 card) noexcept nogil
@cython.locals(found=int, i=int)
cdef int subsets(int m, int n) noexcept nogil
cpdef int penalty(int mine, bint nothing, int better, int level, bint thresholds, int saved_at, bint both_pay) noexcept nogil
