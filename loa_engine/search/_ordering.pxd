"""Which move to try first: killers, history, captures. Used by the search only.

The history of a move is kept twice: as a running balance of refutations and failures (Schaeffer
1989), and as the share of its tries that refuted something, the relative history of Winands, van
der Werf, van den Herik and Uiterwijk (2006), which they found to save nodes in this very game.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from loa_engine.search._table cimport fold_move
from loa_engine._types cimport MOVE_CAPTURE, Move

cdef enum:
    KILLERS = 2
    HISTORY_SLOTS = 4096        # by start and target square
    # Histories stay below this in size.
    LARGEST_HISTORY = 1 << 14
    LARGEST_BONUS = 1 << 11
    BONUS_FACTOR = 16

    TABLE_MOVE_SCORE = 1 << 28
    KILLER_SCORE = 1 << 20
    CAPTURE_SCORE = 1 << 13
    CENTER_FACTOR = 64

    # The relative history: the share of tries that refuted something. A few tries say little.
    RELATIVE_SHIFT = 13
    FEW_TRIES = 4
    MOST_TRIES = 1 << 15


cdef struct Ordering:
    # What the search has learned about moves, whatever the position.
    # By color, then start and target square: how a move fared lately, and the depths it was tried
    # at and refuted something at, added up.
    int32_t history[2][HISTORY_SLOTS]
    int32_t tried[2][HISTORY_SLOTS]
    int32_t refuted[2][HISTORY_SLOTS]
    int32_t centrality[64]              # how far a square is from the rim, for a first guess


cdef struct Killers:
    # The moves that last refuted something at one ply.
    Move moves[KILLERS]


cdef inline int move_slot(Move move) noexcept nogil:
    return move & (HISTORY_SLOTS - 1)


cdef inline void clear_ordering(Ordering* ordering, int size) noexcept nogil:
    """Forget what was learned; ``size`` is the board's."""
    cdef int square, file, rank
    memset(ordering, 0, sizeof(Ordering))
    for square in range(64):
        file = square & 7
        rank = square >> 3
        ordering.centrality[square] = min(
            min(file, size - 1 - file), min(rank, size - 1 - rank)
        )


cdef inline void score_moves(
    const Ordering* ordering, const Killers* killers, int color, int table_move,
    const Move* moves, int32_t* scores, int count
) noexcept nogil:
    """Write how early each move should be tried; the highest score comes first."""
    cdef Move move
    cdef int index, score, slot
    for index in range(count):
        move = moves[index]
        slot = move_slot(move)
        score = ordering.history[color][slot] // 2
        score += (ordering.refuted[color][slot] << RELATIVE_SHIFT) // (
            ordering.tried[color][slot] + FEW_TRIES
        )
        score += CENTER_FACTOR * (
            ordering.centrality[(move >> 6) & 63] - ordering.centrality[move & 63]
        )
        if move & MOVE_CAPTURE:
            score += CAPTURE_SCORE
        if move == killers.moves[0]:
            score += 2 * KILLER_SCORE
        elif move == killers.moves[1]:
            score += KILLER_SCORE
        if table_move and fold_move(move) == table_move:
            score += TABLE_MOVE_SCORE
        scores[index] = score


cdef inline Move next_move(Move* moves, int32_t* scores, int index, int count) noexcept nogil:
    """Bring the best of the moves from ``index`` on to ``index`` and return it.

    Score and place are compared as one number, so that the compiler needs no branch: which move is
    the best cannot be predicted.
    """
    cdef int64_t found, most = (<int64_t> scores[index] << 32) | index
    cdef int other, best
    cdef Move move
    for other in range(index + 1, count):
        found = (<int64_t> scores[other] << 32) | other
        most = found if found > most else most
    best = <int> <uint32_t> most
    move = moves[best]
    moves[best] = moves[index]
    scores[best] = scores[index]
    moves[index] = move
    return move


cdef inline void _pull(int32_t* value, int bonus) noexcept nogil:
    """Move a history value towards its bound, the slower the nearer it is."""
    value[0] += bonus - value[0] * (bonus if bonus > 0 else -bonus) // LARGEST_HISTORY


cdef inline void _count_try(Ordering* ordering, int color, int slot, int depth) noexcept nogil:
    """Note that a move was tried; old tries fade, so that the numbers stay small."""
    ordering.tried[color][slot] += depth
    if ordering.tried[color][slot] > MOST_TRIES:
        ordering.tried[color][slot] //= 2
        ordering.refuted[color][slot] //= 2


cdef inline void learn_cutoff(
    Ordering* ordering, Killers* killers, int color, const Move* moves, int tried, int depth
) noexcept nogil:
    """Remember that ``moves[tried]`` refuted the position and that those before it did not."""
    cdef int bonus = min(BONUS_FACTOR * depth * depth, LARGEST_BONUS)
    cdef int index
    if killers.moves[0] != moves[tried]:
        killers.moves[1] = killers.moves[0]
        killers.moves[0] = moves[tried]
    _pull(&ordering.history[color][move_slot(moves[tried])], bonus)
    ordering.refuted[color][move_slot(moves[tried])] += depth
    for index in range(tried + 1):
        _count_try(ordering, color, move_slot(moves[index]), depth)
    for index in range(tried):
        _pull(&ordering.history[color][move_slot(moves[index])], -bonus)
