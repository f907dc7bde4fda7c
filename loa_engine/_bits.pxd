"""Operations on bitboards: leaf functions, inlined wherever they are used."""

from loa_engine._types cimport Bitboard

cdef extern from "bits.h" nogil:
    int popcount "loa_popcount"(Bitboard bits) noexcept
    int popcount_is_fast "loa_popcount_is_fast"() noexcept
    int lowest_square "loa_lowest"(Bitboard bits) noexcept
    int highest_square "loa_highest"(Bitboard bits) noexcept

cdef enum:
    # Boards are stored rank by rank, eight squares a rank.
    RANK_STEP = 8

cdef inline Bitboard not_file_a() noexcept nogil:
    """All squares but the a-file."""
    return 0xFEFEFEFEFEFEFEFEULL

cdef inline Bitboard not_file_h() noexcept nogil:
    """All squares but the h-file."""
    return 0x7F7F7F7F7F7F7F7FULL

cdef inline Bitboard square_bit(int square) noexcept nogil:
    """The set with one square in it."""
    return <Bitboard> 1 << square

cdef inline int pop_lowest(Bitboard* bits) noexcept nogil:
    """The lowest square of a set that is not empty, which is taken out of it."""
    cdef int square = lowest_square(bits[0])
    bits[0] &= bits[0] - 1
    return square

cdef inline Bitboard dilate(Bitboard bits) noexcept nogil:
    """The set and all its neighbours."""
    cdef Bitboard row = (
        bits | ((bits & not_file_h()) << 1) | ((bits & not_file_a()) >> 1)
    )
    return row | (row << RANK_STEP) | (row >> RANK_STEP)

cdef inline Bitboard neighbours(Bitboard bits) noexcept nogil:
    """The squares that touch a square of the set."""
    cdef Bitboard sides = ((bits & not_file_h()) << 1) | ((bits & not_file_a()) >> 1)
    cdef Bitboard row = bits | sides
    return sides | (row << RANK_STEP) | (row >> RANK_STEP)

cdef inline Bitboard flood(Bitboard seed, Bitboard bits) noexcept nogil:
    """All squares of ``bits`` that can be reached from ``seed`` inside ``bits``."""
    cdef Bitboard before
    while True:
        before = seed
        seed = dilate(seed) & bits
        if seed == before:
            return seed

cdef inline bint is_connected(Bitboard bits) noexcept nogil:
    """Whether the set is one 8-connected group; the empty set is none.

    A piece without a neighbour decides most calls before the flood fill starts.
    """
    cdef Bitboard seed = bits & (0 - bits)
    if seed == bits:
        return bits != 0
    if bits & ~neighbours(bits):
        return False
    return flood(seed, bits) == bits

cdef inline Bitboard flip_ranks(Bitboard bits) noexcept nogil:
    """The mirror image with rank 1 and rank 8 exchanged."""
    bits = ((bits >> 8) & 0x00FF00FF00FF00FFULL) | ((bits & 0x00FF00FF00FF00FFULL) << 8)
    bits = ((bits >> 16) & 0x0000FFFF0000FFFFULL) | ((bits & 0x0000FFFF0000FFFFULL) << 16)
    return (bits >> 32) | (bits << 32)

cdef inline Bitboard flip_files(Bitboard bits) noexcept nogil:
    """The mirror image with file a and file h exchanged."""
    bits = ((bits >> 1) & 0x5555555555555555ULL) | ((bits & 0x5555555555555555ULL) << 1)
    bits = ((bits >> 2) & 0x3333333333333333ULL) | ((bits & 0x3333333333333333ULL) << 2)
    return ((bits >> 4) & 0x0F0F0F0F0F0F0F0FULL) | ((bits & 0x0F0F0F0F0F0F0F0FULL) << 4)

cdef inline Bitboard transpose(Bitboard bits) noexcept nogil:
    """The mirror image in the diagonal a1-h8: files and ranks exchanged."""
    cdef Bitboard swap = 0x0F0F0F0F00000000ULL & (bits ^ (bits << 28))
    bits ^= swap ^ (swap >> 28)
    swap = 0x3333000033330000ULL & (bits ^ (bits << 14))
    bits ^= swap ^ (swap >> 14)
    swap = 0x5500550055005500ULL & (bits ^ (bits << 7))
    return bits ^ swap ^ (swap >> 7)
