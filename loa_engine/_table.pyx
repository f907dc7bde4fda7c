"""The transposition table as an object that owns its memory."""

from libc.stdint cimport uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

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
        self.memory = calloc(buckets + 1, BUCKET_BYTES)
        if self.memory == NULL:
            raise MemoryError(f"no room for a transposition table of {megabytes} MB")
        self.table.entries = <Entry*> (
            (<uintptr_t> self.memory + BUCKET_BYTES - 1) & ~<uintptr_t> (BUCKET_BYTES - 1)
        )
        self.table.mask = (buckets - 1) * BUCKET_ENTRIES
        self.megabytes = megabytes

    def __dealloc__(self):
        free(self.memory)

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
                and <uint8_t> (self.table.entries[index].data >> 56) == self.table.age
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
