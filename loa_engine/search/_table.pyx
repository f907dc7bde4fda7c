"""The transposition table as an object that owns its memory."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from loa_engine._memory cimport allocate_table

cdef enum:
    SAMPLED_BUCKETS = 1000
    BUCKET_BYTES = 64

assert BUCKET_ENTRIES * sizeof(Entry) == BUCKET_BYTES, "a bucket fills one cache line"


cdef class TranspositionTable:
    """What searches remember of positions, shared by threads without locks.

    Args:
        megabytes: memory in MB (2^20 bytes), at least 1, rounded down to a power of two.

    Raises:
        MemoryError: there is no room for it.
    """

    def __cinit__(self, int megabytes):
        cdef uint64_t buckets = 1
        while 2 * buckets * BUCKET_BYTES <= <uint64_t> megabytes << 20:
            buckets *= 2
        self.table.entries = <Entry*> allocate_table(buckets * BUCKET_BYTES)
        if self.table.entries == NULL:
            raise MemoryError(f"no room for a transposition table of {megabytes} MB")
        self.table.mask = (buckets - 1) * BUCKET_ENTRIES
        self.megabytes = megabytes

    def __dealloc__(self):
        free(self.table.entries)

    def clear(self):
        """Forget everything."""
        with nogil:
            memset(self.table.entries, 0, (self.table.mask // BUCKET_ENTRIES + 1) * BUCKET_BYTES)
        self.table.age = 0

    def new_search(self):
        """Make what is known now older than what the next search learns."""
        self.table.age += 1

    def fill(self):
        """How much of the table the current search has written, in thousandths (a sample)."""
        cdef uint64_t buckets = self.table.mask // BUCKET_ENTRIES + 1
        cdef uint64_t sampled = min(buckets, <uint64_t> SAMPLED_BUCKETS)
        cdef uint64_t index
        cdef int written = 0
        for index in range(sampled * BUCKET_ENTRIES):
            written += (
                self.table.entries[index].data != 0
                and self.table.entries[index].data >> AGE_SHIFT == self.table.age & AGE_MASK
            )
        return 1000 * written // <int> (sampled * BUCKET_ENTRIES)

    def probe(self, uint64_t key):
        """What is known of a key: (depth, lower, upper, folded move), or None."""
        cdef Known known
        if not table_probe(&self.table, key, &known):
            return None
        return known.depth, known.lower, known.upper, known.move


def folded(Move move):
    """A packed move as the table keeps it."""
    return fold_move(move)
