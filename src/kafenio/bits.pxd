# The C twin of bits.py, inlined into every module that cimports it; test_bits.py compares the two.
ctypedef unsigned long long u64
ctypedef long long i64
ctypedef u64 *p_u64
ctypedef unsigned int u32
ctypedef short i16

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int kafenio_number(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int kafenio_last(unsigned long long x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    #else
    static inline int kafenio_number(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int kafenio_last(unsigned long long x) { return 63 ^ __builtin_clzll(x); }
    #endif
    #if defined(__GNUC__) && defined(__x86_64__)
    static int kafenio_counts; /* whether this processor has an instruction for it, as all of the last decade have */
    __attribute__((constructor)) static void kafenio_look(void) {
        __builtin_cpu_init();
        kafenio_counts = __builtin_cpu_supports("popcnt");
    }
    #endif
    static inline int kafenio_size(unsigned long long x) {
    #if defined(__GNUC__) && defined(__x86_64__)
        if (kafenio_counts) {
            __asm__("popcnt %0, %0" : "+r"(x) : : "cc");
            return (int)x;
        }
    #endif
        x -= x >> 1 & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)(x * 0x0101010101010101ULL >> 56);
    }
    """
    int number "kafenio_number"(u64 card) noexcept nogil
    int kafenio_last(u64 cards) noexcept nogil
    int size "kafenio_size"(u64 cards) noexcept nogil

cdef inline u64 bit(int number) noexcept nogil:
    return (<u64>1) << number

cdef inline u64 highest(u64 cards) noexcept nogil:
    return (<u64>1) << kafenio_last(cards)

cdef inline u64 run(int width, int start) noexcept nogil:
    return (((<u64>1) << width) - 1) << start

cdef inline u64 above(u64 card) noexcept nogil:
    return (<u64>0) - (card << 1)

cdef inline u64 alike(u64 cards) noexcept nogil:
    cards |= cards >> 1 & 0x7777777777777ULL
    cards |= cards >> 2 & 0x3333333333333ULL
    return (cards & 0x1111111111111ULL) * 15

cdef inline u64 fours(u64 ranks) noexcept nogil:
    ranks &= 0x1FFFULL
    ranks = (ranks | ranks << 24) & 0xFF000000FFULL
    ranks = (ranks | ranks << 12) & 0xF000F000F000FULL
    ranks = (ranks | ranks << 6) & 0x3030303030303ULL
    ranks = (ranks | ranks << 3) & 0x1111111111111ULL
    return ranks * 15

cdef inline int wrap(int n, int seats) noexcept nogil:
    return n - seats if n >= seats else n

cdef inline u64 up(u64 numbers, int by) noexcept nogil:
    return numbers << by

cdef inline u64 down(u64 numbers, int by) noexcept nogil:
    return numbers >> by

cdef inline int byte(u64 word, int i) noexcept nogil:
    return <int>(word >> 8 * i & 255)

cdef inline u64 at_byte(u64 n, int i) noexcept nogil:
    return n << 8 * i

cdef inline u64 play(u64 head, u64 body) noexcept nogil:
    return head << 52 | body

cdef inline int head(u64 play) noexcept nogil:
    return <int>(play >> 52)

cdef inline u64 body(u64 play) noexcept nogil:
    return play & 0xFFFFFFFFFFFFFULL

cdef inline u64 step(u64 state) noexcept nogil:
    return state * 6364136223846793005ULL + 1442695040888963407ULL

cdef inline u32 output(u64 state) noexcept nogil:
    cdef u32 x = <u32>(((state >> 18) ^ state) >> 27)
    cdef u32 r = <u32>(state >> 59)
    return x >> r | x << ((<u32>0 - r) & 31)

cdef inline int scale(u64 word, u64 n) noexcept nogil:
    return <int>(word * n >> 32)

cdef inline u64 stir(u64 state, u64 word) noexcept nogil:
    state = (state ^ word) * 0x9E3779B97F4A7C15ULL
    return state ^ state >> 29

cdef inline u32 mix(u64 node, u64 play) noexcept nogil:
    return <u32>((play ^ node * 0x9E3779B97F4A7C15ULL) * 0xD6E8FEB86659FD93ULL >> 32)
