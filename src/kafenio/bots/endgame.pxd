cimport cython
from kafenio cimport bits, memory
from kafenio.bits cimport u64
from kafenio.contract cimport Deal, Plays, Rng
from kafenio.unseen cimport Unseen

cdef int DEEPEST, SLOTS, EXACT, LEAST, MOST
cdef double WORST

@cython.final
cdef class Solver:
    cdef Deal root, work
    cdef Plays out
    cdef readonly int seat, limit, nodes, deals
    cdef void *shelf
    cdef u64 *keys
    cdef u64 *moves
    cdef double *values
    cdef double *points
    cdef int *kinds
    cdef double ended
    cdef double *means
    cdef double *leads
    cpdef object solve(self)
    @cython.locals(rng=Rng, unseen=Unseen, dealt=Deal, _=int)
    cpdef object average(self, int deals, u64 seed)
    @cython.locals(work=Deal, out=Plays, i=int, solved=bint)
    cdef bint one(self, Deal deal)
    @cython.locals(i=int, value=double)
    cdef bint all_plays(self, Deal deal, Deal work, Plays out) noexcept nogil
    @cython.locals(key=u64, at=int, first=u64, known=double, kind=int, mover=int, ours=bint, start=int, end=int, i=int, best=double, move=u64, lead=double, a=double, b=double, play=u64, found=double)
    cdef double value(self, Deal work, Plays out, int depth, double low, double high) noexcept nogil
    cdef double lead(self, Deal work) noexcept nogil
