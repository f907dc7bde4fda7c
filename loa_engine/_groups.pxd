"""Cheap tests of which moves could unite a side at all."""

from loa_engine._bits cimport RANK_STEP, dilate, flood, not_file_a, popcount
from loa_engine._types cimport Bitboard

cdef enum:
    # A piece touches at most four groups that do not touch each other; with its own group that
    # makes five, so no move unites six.
    MOST_GROUPS_UNITED = 5


cdef inline int groups_less_holes(Bitboard bits) noexcept nogil:
    """Groups of a set less the holes in them: never more than the groups.

    Euler's formula: squares, less adjacent pairs, plus full 2x2 windows, less windows that hold a
    diagonal pair and nothing else.
    """
    cdef Bitboard right = (bits & not_file_a()) >> 1    # the piece to the right of each square
    cdef Bitboard up = bits >> RANK_STEP
    cdef Bitboard upright = right >> RANK_STEP
    cdef Bitboard beside = bits & right
    return (
        popcount(bits) - popcount(beside) - popcount(bits & up)
        + popcount(beside & (beside >> RANK_STEP))
        - popcount((bits & upright & ~right & ~up) | (right & up & ~bits & ~upright))
    )


cdef inline Bitboard uniting_targets(Bitboard own) noexcept nogil:
    """Squares a piece of ``own`` could unite its side on; nothing else can be one.

    The group that the moving piece leaves stays a group of the side unless it was that piece alone.
    So the target touches all groups, or all but one that is a single piece.
    """
    cdef Bitboard touched[MOST_GROUPS_UNITED]
    cdef bint single[MOST_GROUPS_UNITED]
    cdef Bitboard group, common, targets
    cdef int groups = 0, index, other
    if groups_less_holes(own) > MOST_GROUPS_UNITED:
        return 0
    while own:
        if groups == MOST_GROUPS_UNITED:
            return 0
        group = flood(own & (0 - own), own)
        own ^= group
        touched[groups] = dilate(group)
        single[groups] = group & (group - 1) == 0
        groups += 1
    targets = ~<Bitboard> 0
    for index in range(groups):
        targets &= touched[index]
    for index in range(groups):
        if single[index]:
            common = ~<Bitboard> 0
            for other in range(groups):
                if other != index:
                    common &= touched[other]
            targets |= common
    return targets


cdef inline bint two_groups_at_most(Bitboard bits) noexcept nogil:
    """Whether taking one piece away could leave one group."""
    cdef Bitboard rest = bits ^ flood(bits & (0 - bits), bits)
    return rest == flood(rest & (0 - rest), rest)
