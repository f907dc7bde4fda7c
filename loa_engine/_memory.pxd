"""Memory for large tables."""

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    /* Zeroed memory; large pages where the system has them, since a probe goes anywhere in it. */
    static void *loa_allocate(size_t bytes)
    {
        const size_t large_page = (size_t)1 << 21;
        void *memory = NULL;
        size_t alignment = bytes >= large_page ? large_page : 64;
        if (posix_memalign(&memory, alignment, bytes) != 0)
            return NULL;
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        madvise(memory, bytes, MADV_HUGEPAGE);
    #endif
        memset(memory, 0, bytes);
        return memory;
    }
    """
    void* allocate_table "loa_allocate"(size_t size) noexcept nogil
