cimport cython
from libc cimport math
from kafenio cimport bits, memory, plays
from kafenio.bits cimport u64
from kafenio.contract cimport Deal, Plays, Rng
from kafenio.unseen cimport Unseen

cdef int ROOT, DEEPEST, SETTLED
cdef u64 ANSWER, SHOWN

@cython.final
cdef class Search:
    cdef Deal root, work
    cdef Plays out, fresh
    cdef Rng rng
    cdef readonly Unseen unseen
    cdef readonly int seat, room, nodes, iterations, guided, horizon
    cdef readonly double narrow, curious, careless, explore
    cdef int depth, grown, made, slots
    cdef double total, square
    cdef double *outcome
    cdef int *trail
    cdef int *index
    cdef u64 *play
    cdef int *child
    cdef int *sibling
    cdef int *parent
    cdef int *mover
    cdef int *visits
    cdef int *available
    cdef double *gained
    cdef double *squares
    cdef double *points
    @cython.locals(root=Deal, work=Deal, out=Plays, fresh=Plays, rng=Rng, unseen=Unseen, n=int, made=int, i=int)
    cpdef int grow(self, int iterations)
    @cython.locals(node=int, seat=int)
    cdef bint iterate(self, Deal root, Deal work, Plays out, Plays fresh, Rng rng, Unseen unseen) noexcept nogil
    cdef inline bint far(self) noexcept nogil
    @cython.locals(shown=u64, seat=int, mark=u64, i=int, play=u64)
    cdef int window(self, int node, Deal work, Plays out, Plays fresh, Rng rng) noexcept nogil
    cdef inline u64 mark(self, int seat) noexcept nogil
    @cython.locals(best=int, play=u64)
    cdef int follow(self, int node, int seat, u64 mark, Deal work, Plays out, Plays fresh, Rng rng) noexcept nogil
    @cython.locals(others=bint)
    cdef inline bint errs(self, int seat, Deal work, Rng rng) noexcept nogil
    cdef inline bint opens(self, int node, int tried) noexcept nogil
    @cython.locals(best=int, best_value=double, i=int, play=u64, child=int, value=double)
    cdef inline int select(self, int node, Plays out, Plays fresh) noexcept nogil
    @cython.locals(at=int, node=int)
    cdef inline int slot(self, int parent, u64 play) noexcept nogil
    @cython.locals(n=int)
    cdef inline double bound(self, int child) noexcept nogil
    @cython.locals(node=int)
    cdef inline int add(self, int parent, u64 play, int mover) noexcept nogil
    @cython.locals(total=int, i=int, u=int)
    cdef int choose(self, int seat, u64 mark, Deal work, Plays out, Rng rng) noexcept nogil
    @cython.locals(seat=int)
    cdef void roll(self, Deal work, Plays out, Rng rng) noexcept nogil
    @cython.locals(s=int, i=int, node=int, n=int, best=int, mine=double)
    cdef void learn(self, Deal work) noexcept nogil
