from libc cimport math

cdef double against(double lead, double stray) noexcept nogil
cdef double sure(double lead, double stray) noexcept nogil
