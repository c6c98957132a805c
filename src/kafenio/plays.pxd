from kafenio.bits cimport u64
from kafenio.contract cimport Plays

cdef inline void add(Plays out, u64 play) noexcept nogil:
    if out.size == out.room:
        out.grow()
    out.items[out.size] = play
    out.size += 1
