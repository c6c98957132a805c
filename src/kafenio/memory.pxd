from cpython.ref cimport PyObject
from libc cimport stdlib, string
from kafenio.bits cimport u64

cdef extern from *:
    """
    /* the fields of a cdef class start after the object header and its method table */
    #define KAFENIO_HEAD (sizeof(PyObject) + sizeof(void *))
    static inline void kafenio_assign(void *to, void *source) {
        memcpy((char *)to + KAFENIO_HEAD, (char *)source + KAFENIO_HEAD, (size_t)Py_TYPE((PyObject *)to)->tp_basicsize - KAFENIO_HEAD);
    }
    static inline size_t kafenio_size_of(void *deal) { return (size_t)Py_TYPE((PyObject *)deal)->tp_basicsize - KAFENIO_HEAD; }
    static inline void kafenio_keep(void *shelf, int i, void *deal) {
        size_t n = kafenio_size_of(deal);
        memcpy((char *)shelf + n * (size_t)i, (char *)deal + KAFENIO_HEAD, n);
    }
    static inline void kafenio_take(void *shelf, int i, void *deal) {
        size_t n = kafenio_size_of(deal);
        memcpy((char *)deal + KAFENIO_HEAD, (char *)shelf + n * (size_t)i, n);
    }
    static int kafenio_compare(const void *a, const void *b) {
        unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;
        return x < y ? -1 : x > y;
    }
    static inline void kafenio_sort(unsigned long long *words, size_t n) { qsort(words, n, sizeof *words, kafenio_compare); }
    """
    void kafenio_assign(void *to, void *source) noexcept nogil
    size_t kafenio_size_of(void *deal) noexcept nogil
    void kafenio_keep(void *shelf, int i, void *deal) noexcept nogil
    void kafenio_take(void *shelf, int i, void *deal) noexcept nogil
    void kafenio_sort(u64 *words, size_t n) noexcept nogil

cdef inline void assign(object to, object source) noexcept nogil:
    kafenio_assign(<void *>to, <void *>source)

cdef inline void *zeros(size_t n, size_t each) except NULL:
    cdef void *p = stdlib.calloc(n, each)
    if p == NULL:
        raise MemoryError()
    return p

cdef inline void *shelf(object deal, size_t n) except NULL:
    return zeros(n, kafenio_size_of(<void *>deal))

cdef inline void keep(void *shelf, int i, object deal) noexcept nogil:
    kafenio_keep(shelf, i, <void *>deal)

cdef inline void take(void *shelf, int i, object deal) noexcept nogil:
    kafenio_take(shelf, i, <void *>deal)

cdef inline u64 *words(size_t n) except NULL:
    return <u64 *>zeros(n, sizeof(u64))

cdef inline int *ints(size_t n) except NULL:
    return <int *>zeros(n, sizeof(int))

cdef inline double *reals(size_t n) except NULL:
    return <double *>zeros(n, sizeof(double))

cdef inline void *more(void *old, size_t bytes) noexcept nogil:
    cdef void *p = stdlib.realloc(old, bytes)
    if p == NULL:
        stdlib.abort()  # no way to raise from here
    return p

cdef inline u64 *more_words(u64 *old, size_t n) noexcept nogil:
    return <u64 *>more(old, n * sizeof(u64))

cdef inline double *more_reals(double *old, size_t n) noexcept nogil:
    return <double *>more(old, n * sizeof(double))

cdef inline u64 *new_words(size_t n) noexcept nogil:
    return <u64 *>more(NULL, n * sizeof(u64))

cdef inline double *new_reals(size_t n) noexcept nogil:
    return <double *>more(NULL, n * sizeof(double))

cdef inline void sort(u64 *words, int start, int end) noexcept nogil:
    kafenio_sort(words + start, end - start)

cdef inline void free(void *array) noexcept nogil:
    stdlib.free(array)

cdef inline void shape(object deal, object declared) noexcept:
    pass
