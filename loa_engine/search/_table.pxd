"""The transposition table: layout, probe and store, inlined into the search.

An entry is two words. ``data`` packs what is known, ``check`` is the key XOR ``data``: a torn
entry, half of it written by another thread, fails the check and is not believed (Hyatt and Mann
2002). So threads share the table without locks; a race loses an entry and nothing else.

    bits  0-18  folded move (see ``fold_move``), 0 for none
    bits 19-34  lower bound of the score
    bits 35-50  upper bound of the score
    bits 51-57  depth the bounds hold for
    bits 58-63  age: the number of the search that wrote the entry

Both bounds are kept since MTD(f) probes one position with many windows (Plaat et al. 1996).
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from loa_engine._types cimport DROP_SHIFT, MOVE_HAS_DROP, Move

cdef enum:
    BUCKET_ENTRIES = 4      # one cache line
    # An entry of an older search is worth this many plies less.
    AGE_PLIES = 4

    MOVE_MASK = (1 << 19) - 1
    LOWER_SHIFT = 19
    UPPER_SHIFT = 35
    DEPTH_SHIFT = 51
    DEPTH_MASK = (1 << 7) - 1
    AGE_SHIFT = 58
    AGE_MASK = (1 << 6) - 1
    FOLDED_DROP = 1 << 12
    FOLDED_DROP_SHIFT = 13

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
    int move


cdef class TranspositionTable:
    cdef Table table
    cdef readonly int megabytes


cdef inline int fold_move(Move move) noexcept nogil:
    """A move in 19 bits: its squares, and the square of a drop. Moves of one position differ."""
    cdef int folded = move & 0xFFF
    if move & MOVE_HAS_DROP:
        folded |= FOLDED_DROP | <int> (move >> DROP_SHIFT) << FOLDED_DROP_SHIFT
    return folded


cdef inline Entry* _bucket(const Table* table, uint64_t key) noexcept nogil:
    return &table.entries[key & table.mask]


cdef inline void table_prefetch(const Table* table, uint64_t key) noexcept nogil:
    """Start loading the bucket of a key that will be probed soon."""
    loa_prefetch(_bucket(table, key))


cdef inline void _unpack(uint64_t data, Known* known) noexcept nogil:
    known.move = <int> (data & MOVE_MASK)
    known.lower = <int16_t> (data >> LOWER_SHIFT)
    known.upper = <int16_t> (data >> UPPER_SHIFT)
    known.depth = <int> ((data >> DEPTH_SHIFT) & DEPTH_MASK)


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


cdef inline int _worth(const Table* table, uint64_t data) noexcept nogil:
    """What an entry is worth keeping: its depth, less the older it is; an empty one nothing."""
    if data == 0:
        return -(1 << 29)
    return <int> ((data >> DEPTH_SHIFT) & DEPTH_MASK) - AGE_PLIES * <int> (
        (table.age - (data >> AGE_SHIFT)) & AGE_MASK
    )


cdef inline uint64_t _pack(
    const Table* table, int depth, int lower, int upper, int move
) noexcept nogil:
    return (
        <uint64_t> move
        | (<uint64_t> <uint16_t> <int16_t> lower << LOWER_SHIFT)
        | (<uint64_t> <uint16_t> <int16_t> upper << UPPER_SHIFT)
        | (<uint64_t> depth << DEPTH_SHIFT)
        | (<uint64_t> (table.age & AGE_MASK) << AGE_SHIFT)
    )


cdef inline void table_store(
    Table* table, uint64_t key, int depth, int lower, int upper, int move
) noexcept nogil:
    """Write what is known of a key, over its own entry or the least valuable of its bucket.

    Bounds of the same depth are joined with those already there; an empty move keeps the old one.
    """
    cdef Entry* entry = _bucket(table, key)
    cdef Entry* chosen = entry
    cdef Known known
    cdef uint64_t data
    cdef int index, least = 1 << 30
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
        if _worth(table, data) < least:
            least = _worth(table, data)
            chosen = &entry[index]
    data = _pack(table, depth, lower, upper, move)
    chosen.data = data
    chosen.check = key ^ data
