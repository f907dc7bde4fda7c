"""How good a position is, in hundredths of a piece.

The evaluation is linear in tables. Two sets of tables are summed from move to move, since a move
touches few of them: the contents of the 42 lines (as the core keeps them) and of the 49 windows of
2x2 squares. They hold mobility, centralisation, walls, and the quads of Winands, Uiterwijk and van
den Herik (2001). The features of a side's whole formation are computed when a score is asked for:

* concentration: king steps from each piece to the centre of mass, less the smallest sum that so
  many pieces can have (Winands, van den Herik and Uiterwijk 2003),
* groups less holes, by Euler's formula on 2x2 windows (Dyer; five population counts),
* connectedness: pairs of neighbours,
* quads: 2x2 windows with three or four pieces near the centre of mass,
* uniformity: the smallest rectangle around the pieces,
* the distance of the centre of mass from the centre of the board.

Every weight is a pair, for many and for few pieces on the board, and the score lies between.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from loa_engine._bits cimport (
    highest_square, lowest_square, not_file_a, pop_lowest, popcount, square_bit,
)
from loa_engine._core cimport CoreBoard, make_move, set_lines
from loa_engine._groups cimport groups_less_holes
from loa_engine._types cimport (
    BLACK, KIND_MOVE, LINES, MAX_SIZE, NO_LINE, WHITE, Bitboard,
)

import numpy as np

cdef enum:
    # Scores of wins begin far above this.
    LARGEST_SCORE = 20000

cdef struct Formation:
    int surplus
    int groups
    int pairs
    int area
    int offset
    int windows


cdef Bitboard BOX[64][8]        # squares within so many king steps
cdef Bitboard FILES_FROM[9]     # the squares on this file and to the right of it
cdef Bitboard RANKS_FROM[9]
cdef int LEAST_DISTANCES[65]    # smallest sum of king steps to the centre, by number of pieces


cdef void _fill_quads() noexcept:
    cdef int file, rank, corner, window_file, window_rank
    cdef int weights[4]
    weights[:] = [1, 3, 9, 27]
    for rank in range(8):
        for file in range(8):
            for corner in range(4):
                # The square is this corner of the window that lies down and left of it.
                window_file = file - (corner & 1)
                window_rank = rank - (corner >> 1)
                QUAD_OF[8 * rank + file][corner] = NO_QUAD
                QUAD_WEIGHT[8 * rank + file][corner] = 0
                if 0 <= window_file < 7 and 0 <= window_rank < 7:
                    QUAD_OF[8 * rank + file][corner] = 7 * window_rank + window_file
                    QUAD_WEIGHT[8 * rank + file][corner] = weights[corner]


cdef void _fill_distances() noexcept:
    cdef int center, square, steps, pieces, ring, inside
    memset(BOX, 0, sizeof(BOX))
    for center in range(64):
        for square in range(64):
            steps = max(abs((center & 7) - (square & 7)), abs((center >> 3) - (square >> 3)))
            for ring in range(steps, 8):
                BOX[center][ring] |= square_bit(square)
    for steps in range(9):
        FILES_FROM[steps] = RANKS_FROM[steps] = 0
        for square in range(64):
            if (square & 7) >= steps:
                FILES_FROM[steps] |= square_bit(square)
            if (square >> 3) >= steps:
                RANKS_FROM[steps] |= square_bit(square)
    LEAST_DISTANCES[0] = 0
    for pieces in range(1, 65):
        ring = 0
        inside = 1
        while inside < pieces:
            ring += 1
            inside = (2 * ring + 1) * (2 * ring + 1)
        LEAST_DISTANCES[pieces] = LEAST_DISTANCES[pieces - 1] + ring


_fill_quads()
_fill_distances()


cdef void accumulate(
    const Weights* weights, const Board* board, Accumulator* accumulator
) noexcept nogil:
    """Compute the sum over lines and windows from the position alone."""
    cdef int line, quad, color, square, corner
    cdef Bitboard bits
    memset(accumulator, 0, sizeof(Accumulator))
    for line in range(NO_LINE):
        accumulator.patterns += weights.lines[weights.line_table[line] + board.lines[line]]
    for color in range(2):
        bits = board.pieces[color]
        while bits:
            square = pop_lowest(&bits)
            for corner in range(4):
                accumulator.quads[QUAD_OF[square][corner]] += (
                    (color + 1) * QUAD_WEIGHT[square][corner]
                )
    for quad in range(QUADS):
        accumulator.patterns += weights.quads[quad][accumulator.quads[quad]]


cdef inline void _change_quads(
    const Weights* weights, Accumulator* accumulator, int square, int digit_change
) noexcept nogil:
    cdef int corner, quad
    for corner in range(4):
        quad = QUAD_OF[square][corner]
        accumulator.patterns -= weights.quads[quad][accumulator.quads[quad]]
        accumulator.quads[quad] += digit_change * QUAD_WEIGHT[square][corner]
        accumulator.patterns += weights.quads[quad][accumulator.quads[quad]]


cdef void accumulate_move(
    const Weights* weights, const Board* before, const Board* after, Move move,
    const Accumulator* old, Accumulator* new,
) noexcept nogil:
    """Compute the sum after a move from the sum before it."""
    cdef const Geometry* lines = &GEOMETRIES[before.size]
    cdef int start = move & 63
    cdef int target = (move >> 6) & 63
    cdef int mover = before.turn
    cdef int direction, shared, line, table
    cdef Weight change = 0
    if (move >> KIND_SHIFT) & 3 != KIND_MOVE or move & MOVE_HAS_DROP:
        accumulate(weights, after, new)
        return
    new[0] = old[0]
    new.formation_known[mover] = False
    if move & MOVE_CAPTURE:
        new.formation_known[1 - mover] = False
    shared = direction_between(start, target)
    for direction in range(4):
        line = lines.line_of[start][direction]
        table = weights.line_table[line]
        change += (
            weights.lines[table + after.lines[line]] - weights.lines[table + before.lines[line]]
        )
        if direction != shared:
            line = lines.line_of[target][direction]
            table = weights.line_table[line]
            change += (
                weights.lines[table + after.lines[line]] - weights.lines[table + before.lines[line]]
            )
    new.patterns += change
    _change_quads(weights, new, start, -(mover + 1))
    _change_quads(
        weights, new, target, 2 * mover - 1 if move & MOVE_CAPTURE else mover + 1
    )


cdef inline int _file_sum(Bitboard bits) noexcept nogil:
    """The sum of the file numbers (0 to 7) of all squares of a set."""
    return (
        popcount(bits & 0xAAAAAAAAAAAAAAAAULL)
        + 2 * popcount(bits & 0xCCCCCCCCCCCCCCCCULL)
        + 4 * popcount(bits & 0xF0F0F0F0F0F0F0F0ULL)
    )


cdef inline int _rank_sum(Bitboard bits) noexcept nogil:
    """The sum of the rank numbers (0 to 7) of all squares of a set."""
    return (
        popcount(bits & 0xFF00FF00FF00FF00ULL)
        + 2 * popcount(bits & 0xFFFF0000FFFF0000ULL)
        + 4 * popcount(bits & 0xFFFFFFFF00000000ULL)
    )


cdef inline int _area(Bitboard bits) noexcept nogil:
    """Squares of the smallest rectangle around a set that is not empty."""
    cdef int height = (highest_square(bits) >> 3) - (lowest_square(bits) >> 3) + 1
    bits |= bits >> 32
    bits |= bits >> 16
    bits = (bits | bits >> 8) & 0xFF
    return height * (highest_square(bits) - lowest_square(bits) + 1)


cdef inline int _steps_to(Bitboard bits, int center) noexcept nogil:
    """The sum of king steps from all squares of a set to one square."""
    cdef int outside = popcount(bits & ~BOX[center][0])
    cdef int ring = 0, steps = 0
    while outside:
        steps += outside
        ring += 1
        outside = popcount(bits & ~BOX[center][ring])
    return steps


cdef inline int _full_windows(Bitboard bits, int pieces, int files, int ranks) noexcept nogil:
    """2x2 windows with three or four pieces, within two steps of the centre of mass.

    What counts is the distance of the window's middle, so that mirror images are equal.
    """
    cdef Bitboard right = (bits & not_file_a()) >> 1
    cdef Bitboard up = bits >> 8
    cdef Bitboard upright = right >> 8
    cdef Bitboard full = (bits & right & (up | upright)) | (up & upright & (bits | right))
    cdef int lowest, highest
    if full == 0:
        return 0
    # A window on file f has its middle at f + 1/2. The first file that is near enough is the
    # smallest f with f + 1/2 >= centre - 2, the last one the largest with f + 1/2 <= centre + 2.
    lowest = (2 * files + 3 * pieces - 1) // (2 * pieces) - 3
    highest = (2 * files + 3 * pieces) // (2 * pieces)
    full &= FILES_FROM[max(lowest, 0)] & ~FILES_FROM[min(highest, 7) + 1]
    lowest = (2 * ranks + 3 * pieces - 1) // (2 * pieces) - 3
    highest = (2 * ranks + 3 * pieces) // (2 * pieces)
    full &= RANKS_FROM[max(lowest, 0)] & ~RANKS_FROM[min(highest, 7) + 1]
    return popcount(full)


cdef inline int _surplus(Bitboard bits, int pieces, int files, int ranks) noexcept nogil:
    """King steps to the centre of mass, less the least that so many pieces can have.

    ``files`` and ``ranks`` are the sums of the pieces' file and rank numbers. A centre between
    squares counts as the square that is nearer to the pieces, so that mirror images are equal.
    """
    cdef int file = (2 * files + pieces) // (2 * pieces)
    cdef int rank = (2 * ranks + pieces) // (2 * pieces)
    cdef int other_file = (2 * files + pieces - 1) // (2 * pieces)
    cdef int other_rank = (2 * ranks + pieces - 1) // (2 * pieces)
    cdef int steps = _steps_to(bits, 8 * rank + file)
    if other_file != file:
        steps = min(steps, _steps_to(bits, 8 * rank + other_file))
    if other_rank != rank:
        steps = min(steps, _steps_to(bits, 8 * other_rank + file))
        if other_file != file:
            steps = min(steps, _steps_to(bits, 8 * other_rank + other_file))
    return steps - LEAST_DISTANCES[pieces]


cdef inline int _offset(int pieces, int files, int ranks, int size) noexcept nogil:
    """Half squares from the centre of mass to the centre of the board, both directions added."""
    cdef int middle = (size - 1) * pieces
    return abs(2 * files - middle) // pieces + abs(2 * ranks - middle) // pieces


cdef inline Formation _describe(Bitboard bits, int size) noexcept nogil:
    """The features of a side's whole formation, as indices of the tables of weights."""
    cdef Formation found
    cdef int pieces = popcount(bits)
    cdef int files = _file_sum(bits)
    cdef int ranks = _rank_sum(bits)
    cdef Bitboard right = (bits & not_file_a()) >> 1    # the piece to the right of each square
    cdef Bitboard up = bits >> 8
    cdef Bitboard beside = bits & right
    cdef Bitboard above = bits & up
    cdef Bitboard rising = bits & (right >> 8)
    cdef Bitboard falling = right & up
    found.groups = min(max(groups_less_holes(bits), 0), GROUPS - 1)
    found.pairs = min(
        popcount(beside) + popcount(above) + popcount(rising) + popcount(falling), PAIRS - 1
    )
    found.surplus = min(_surplus(bits, pieces, files, ranks), DISTANCES - 1)
    found.area = _area(bits)
    found.windows = min(_full_windows(bits, pieces, files, ranks), FULL_WINDOWS - 1)
    found.offset = min(_offset(pieces, files, ranks, size), OFFSETS - 1)
    return found


cdef inline Weight _formation(const Weights* weights, Bitboard bits, int size) noexcept nogil:
    """What a side's formation is worth to it."""
    cdef Formation found
    if bits == 0:
        return 0
    found = _describe(bits, size)
    return (
        weights.surplus[found.surplus] + weights.groups[found.groups] + weights.pairs[found.pairs]
        + weights.area[found.area] + weights.offset[found.offset] + weights.windows[found.windows]
    )


cdef inline int _many(Weight weight) noexcept nogil:
    """The half of a pair for many pieces."""
    return <int16_t> (weight & 0xFFFF)


cdef inline int _few(Weight weight) noexcept nogil:
    """The half of a pair for few pieces; the other half may have borrowed from it."""
    return <int16_t> ((weight + 0x8000) >> 16)


cdef inline Weight _known_formation(
    const Weights* weights, const Board* board, Accumulator* accumulator, int color
) noexcept nogil:
    """What a side's formation is worth, computed only if it changed since it was last asked for."""
    if not accumulator.formation_known[color]:
        accumulator.formations[color] = _formation(weights, board.pieces[color], board.size)
        accumulator.formation_known[color] = True
    return accumulator.formations[color]


cdef int evaluate(
    const Weights* weights, const Board* board, Accumulator* accumulator
) noexcept nogil:
    """The score of a position for the side to move."""
    cdef Weight total = (
        accumulator.patterns
        + _known_formation(weights, board, accumulator, BLACK)
        - _known_formation(weights, board, accumulator, WHITE)
    )
    cdef int pieces = popcount(board.pieces[BLACK] | board.pieces[WHITE])
    cdef int share = min(max(pieces, weights.few), weights.many) - weights.few
    cdef int score
    if board.turn == WHITE:
        total = -total
    total += weights.tempo
    score = (
        _many(total) * share + _few(total) * (weights.many - weights.few - share)
    ) // (weights.many - weights.few)
    return min(max(score, -LARGEST_SCORE), LARGEST_SCORE)


cdef void _copy_pairs(Weight* target, pairs, Py_ssize_t room) except *:
    """Pack an array (n, 2) of int16 into weights."""
    cdef const int16_t[:, ::1] values = np.ascontiguousarray(pairs, dtype=np.int16)
    cdef Py_ssize_t index
    if values.shape[0] > room or values.shape[1] != 2:
        raise ValueError(f"weights of shape {np.shape(pairs)} do not fit into {room} pairs")
    for index in range(values.shape[0]):
        target[index] = values[index, 0] + (<Weight> values[index, 1] << 16)


cdef class Evaluator:
    """Weights, ready for the search.

    Args:
        size: the board size the weights are for.
        lines: array (n, 2), pairs of weights by class of line and content, Black's gain; entry 0
            must be 0.
        line_table: array (43,), where the table of each line starts in ``lines``.
        quads: array (49, 81, 2), by window of 2x2 squares and its content, Black's gain.
        formation: dictionary of arrays (n, 2): surplus, groups, pairs, area, offset,
            windows, each from the view of the side that has the feature.
        tempo: pair, what the right to move is worth.
        phases: pieces on the board (both sides) from which the first of a pair holds alone, and
            down to which the second does.

    Raises:
        ValueError: an array does not fit.
    """

    def __cinit__(self, int size, lines, line_table, quads, formation, tempo, tuple phases):
        cdef int line
        memset(&self.weights, 0, sizeof(Weights))
        self.size = size
        _copy_pairs(self.weights.lines, lines, LINE_WEIGHTS)
        for line in range(LINES):
            self.weights.line_table[line] = line_table[line]
        _copy_pairs(&self.weights.quads[0][0], np.reshape(quads, (-1, 2)), QUADS * QUAD_CONTENTS)
        _copy_pairs(self.weights.surplus, formation["surplus"], DISTANCES)
        _copy_pairs(self.weights.groups, formation["groups"], GROUPS)
        _copy_pairs(self.weights.pairs, formation["pairs"], PAIRS)
        _copy_pairs(self.weights.area, formation["area"], AREAS)
        _copy_pairs(self.weights.offset, formation["offset"], OFFSETS)
        _copy_pairs(self.weights.windows, formation["windows"], FULL_WINDOWS)
        _copy_pairs(&self.weights.tempo, [tempo], 1)
        self.weights.many, self.weights.few = phases

    def evaluate(self, CoreBoard board):
        """The score of a position for the side to move, in hundredths of a piece.

        Raises:
            ValueError: the position's board has another size.
        """
        cdef Accumulator accumulator
        if board.board.size != self.size:
            raise ValueError(f"weights for size {self.size}, board of size {board.board.size}")
        accumulate(&self.weights, &board.board, &accumulator)
        return evaluate(&self.weights, &board.board, &accumulator)

    def evaluate_after(self, CoreBoard board, Move move):
        """The score after a move, by way of the sums of the position before it."""
        cdef Accumulator old, new
        cdef Board after
        accumulate(&self.weights, &board.board, &old)
        make_move(&board.board, &after, move)
        accumulate_move(&self.weights, &board.board, &after, move, &old, &new)
        return evaluate(&self.weights, &after, &new)


def describe(const uint64_t[:, ::1] boards, uint16_t[:, ::1] lines, uint8_t[:, ::1] quads,
             uint8_t[:, :, ::1] formations):
    """Write what the evaluation sees of 8x8 positions, for fitting weights.

    Args:
        boards: (n, 2), Black's and White's bitboards, which must not overlap or be empty.
        lines: (n, 42), becomes the content of each line.
        quads: (n, 49), becomes the content of each window.
        formations: (n, 2, 6), becomes each side's surplus, groups, pairs, area, offset and windows.
    """
    cdef Py_ssize_t index
    cdef int line, quad, color
    cdef Board board
    cdef Weights* nothing = <Weights*> calloc(1, sizeof(Weights))
    cdef Accumulator accumulator
    cdef Formation found
    if nothing == NULL:
        raise MemoryError
    with nogil:
        for index in range(boards.shape[0]):
            memset(&board, 0, sizeof(Board))
            board.size = MAX_SIZE
            board.pieces[BLACK] = boards[index, 0]
            board.pieces[WHITE] = boards[index, 1]
            set_lines(&board)
            accumulate(nothing, &board, &accumulator)
            for line in range(NO_LINE):
                lines[index, line] = board.lines[line]
            for quad in range(QUADS):
                quads[index, quad] = accumulator.quads[quad]
            for color in range(2):
                found = _describe(board.pieces[color], MAX_SIZE)
                formations[index, color, 0] = found.surplus
                formations[index, color, 1] = found.groups
                formations[index, color, 2] = found.pairs
                formations[index, color, 3] = found.area
                formations[index, color, 4] = found.offset
                formations[index, color, 5] = found.windows
    free(nothing)
