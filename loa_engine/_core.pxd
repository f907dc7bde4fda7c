"""The rules core as the other compiled modules see it."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from loa_engine._types cimport (
    LINE_CONTENTS, LINE_SLOTS, MAX_SIZE, Bitboard, Board, Move, Rules,
)


cdef struct LineMoves:
    # What one content of one line allows one side: for each move (at most eight) the position on
    # the line it starts from and the one it ends on, a byte each.
    uint64_t starts
    uint64_t targets


cdef struct LineTables:
    # By line content; see Geometry.contents for where a length starts.
    LineMoves moves[2][LINE_CONTENTS]
    uint8_t counts[2][LINE_CONTENTS]
    uint8_t distance[LINE_CONTENTS]
    # Positions that moves end on, a bit each: of moves up the line and of moves down it.
    uint8_t reached_up[2][LINE_CONTENTS]
    uint8_t reached_down[2][LINE_CONTENTS]


cdef struct Geometry:
    # Where each square lies on the lines of one board size.
    Bitboard squares
    uint8_t line_of[64][4]
    uint8_t position_of[64][4]
    uint16_t weight_of[64][4]       # 3 to the power of the position
    uint8_t length[LINE_SLOTS]
    uint16_t contents[LINE_SLOTS]   # where the line's length starts in the tables of line contents
    uint64_t first[LINE_SLOTS]      # the line's lowest square, in each of eight bytes
    uint8_t step[LINE_SLOTS]        # from one square of the line to the next


cdef class CoreBoard:
    cdef Board board


# Lines are numbered by direction: ranks, files, rising diagonals, falling diagonals. Filled once
# at import and never written again.
cdef LineTables LINE_TABLES
cdef Geometry GEOMETRIES[MAX_SIZE + 1]


cdef inline int list_line(
    int line, int content, const Geometry* lines, int mover, uint8_t* starts, uint8_t* targets
) noexcept nogil:
    """Write the squares of a line's moves; return how many. Eight are written whatever counts.

    Positions are bytes below 8 and no square is above 63, so one multiplication and one addition
    turn eight positions into eight squares.
    """
    cdef const LineMoves* moves = &LINE_TABLES.moves[mover][content]
    cdef uint64_t step = lines.step[line]
    cdef uint64_t from_squares = moves.starts * step + lines.first[line]
    cdef uint64_t to_squares = moves.targets * step + lines.first[line]
    # The places are not aligned to eight bytes; a compiler makes one store of each of these.
    memcpy(starts, &from_squares, sizeof(from_squares))
    memcpy(targets, &to_squares, sizeof(to_squares))
    return LINE_TABLES.counts[mover][content]


cdef uint64_t next_random(uint64_t* state) noexcept nogil
cdef int direction_between(int from_square, int to_square) noexcept nogil
cdef int generate(const Board* board, Move* moves) noexcept nogil
cdef int generate_plain(const Board* board, Move* moves) noexcept nogil
cdef int count_moves(const Board* board) noexcept nogil
cdef int move_capacity(const Board* board) noexcept nogil
cdef void make_move(const Board* board, Board* after, Move move) noexcept nogil
cdef bint goal_reached(const Board* after, Move move) noexcept nogil
cdef int remove_uniting_both(const Board* board, Move* moves, int count) noexcept nogil
cdef void set_lines(Board* board) noexcept nogil
cdef uint64_t recompute_key(const Board* board) noexcept nogil
cdef uint64_t repetition_key(const Board* board, int repetition) noexcept nogil
cdef Rules rules_from_codes(tuple codes)
cdef CoreBoard wrap(const Board* board)
