"""The transposition table: layout, probe and store, inlined into the search.

An entry is two words. ``data`` packs what is known, ``check`` is the key XOR ``data``: a torn entry,
half of it written by another thread, fails the check and is not believed (Hyatt and Mann 2002). So
threads share the table without locks; a race loses an entry and nothing else.

    bits  0-15  folded move (see ``fold_move``), 0 for none
    bits 16-31  lower bound of the score
    bits 32-47  upper bound of the score
    bits 48-55  depth the bounds hold for
    bits 56-63  age: the number of the search that wrote the entry

Both bounds are kept since MTD(f) probes one position with many windows (Plaat et al. 1996).
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint64_t

from loa_engine._types cimport (
    DROP_SHIFT, KIND_PASS, KIND_SHIFT, MOVE_HAS_DROP, Move,
)

cdef enum:
    BUCKET_ENTRIES = 4      # one cache line
    # An entry of an older search is worth this many plies less.
    AGE_PLIES = 4

cdef extern from *:
    """
    #define loa_prefetch(address) __builtin_prefetch(address)
    """
    void loa_prefetch(const void* address) noexcept nogil


cdef struct Entry:
    uint64_t check
    uint64_t data


cdef struct Table:
    Entry* entries
    uint64_t mask           # of the first entry of a bucket
    uint8_t age


cdef struct Known:
    # An entry, unpacked.
    int depth
    int lower
    int upper
    uint16_t move


cdef class TranspositionTable:
    cdef Table table
    cdef readonly int megabytes


cdef inline uint16_t fold_move(Move move) noexcept nogil:
    """A move in 16 bits: exact without a drop, one of several possible moves with it."""
    cdef unsigned int folded = move & 0xFFF
    folded |= ((move >> KIND_SHIFT) & 3) << 12
    if move & MOVE_HAS_DROP:
        folded ^= (move >> DROP_SHIFT) * 0x421
    return <uint16_t> folded


cdef inline Entry* _bucket(const Table* table, uint64_t key) noexcept nogil:
    return &table.entries[key & table.mask]


cdef inline void table_prefetch(const Table* table, uint64_t key) noexcept nogil:
    """Start loading the bucket of a key that will be probed soon."""
    loa_prefetch(_bucket(table, key))


cdef inline void _unpack(uint64_t data, Known* known) noexcept nogil:
    known.move = <uint16_t> data
    known.lower = <int16_t> (data >> 16)
    known.upper = <int16_t> (data >> 32)
    known.depth = <uint8_t> (data >> 48)


cdef inline bint table_probe(const Table* table, uint64_t key, Known* known) noexcept nogil:
    """Whether the key is in the table; if so, ``known`` is filled in."""
    cdef const Entry* entry = _bucket(table, key)
    cdef uint64_t data
    cdef int index
    for index in range(BUCKET_ENTRIES):
        data = entry[index].data
        if entry[index].check ^ data == key and data != 0:
            _unpack(data, known)
            return True
    return False


cdef inline void table_store(
    Table* table, uint64_t key, int depth, int lower, int upper, uint16_t move
) noexcept nogil:
    """Write what is known of a key, over its own entry or the least valuable of its bucket.

    Bounds of the same depth are joined with those already there; an empty move keeps the old one.
    """
    cdef Entry* entry = _bucket(table, key)
    cdef Entry* chosen = entry
    cdef Known known
    cdef uint64_t data
    cdef int index, value, least = 1 << 30
    for index in range(BUCKET_ENTRIES):
        data = entry[index].data
        if entry[index].check ^ data == key and data != 0:
            _unpack(data, &known)
            chosen = &entry[index]
            if move == 0:
                move = known.move
            if known.depth == depth:
                if known.lower > lower and known.lower <= upper:
                    lower = known.lower
                if known.upper < upper and known.upper >= lower:
                    upper = known.upper
            break
        value = <int> (data >> 48 & 0xFF) - AGE_PLIES * <uint8_t> (table.age - <uint8_t> (data >> 56))
        if data == 0:
            value = -(1 << 29)
        if value < least:
            least = value
            chosen = &entry[index]
    data = (
        <uint64_t> move
        | (<uint64_t> <uint16_t> <int16_t> lower << 16)
        | (<uint64_t> <uint16_t> <int16_t> upper << 32)
        | (<uint64_t> <uint8_t> depth << 48)
        | (<uint64_t> table.age << 56)
    )
    chosen.data = data
    chosen.check = key ^ data
