"""Counting the positions that legal play reaches: perft.

The last two plies are counted without making a move. Let T be the number of moves the opponent has
now. A move changes the contents of the lines through its two squares, and on each of them the
opponent gains or loses moves by an amount the table of line contents tells:

* the three other lines through the square it leaves,
* the three other lines through the square it lands on,
* the line it moves along.

The opponent then has T plus these three amounts. The first depends only on the piece and the
direction, the second only on the target and the direction, and the third, summed over all moves of
one line, only on the content of the line; so the sum over all moves is a few look-ups a move. Moves
that end the game are found apart (few positions have any) and taken out of the sum.

The optional table keeps counts by position and depth, with all eight symmetries of a position as
one: the counts depend on nothing else.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free

from loa_engine._bits cimport (
    flip_files, flip_ranks, is_connected, pop_lowest, square_bit, transpose,
)
from loa_engine._core cimport (
    GEOMETRIES, LINE_TABLES, CoreBoard, Geometry, count_moves, generate, goal_reached, list_line,
    make_move, remove_uniting_both,
)
from loa_engine._groups cimport two_groups_at_most, uniting_targets
from loa_engine._memory cimport allocate_table
from loa_engine._signals cimport raise_pending, signal_arrived
from loa_engine._types cimport (
    LINE_CONTENTS, MAX_DROP_MOVES, MAX_PLAIN_MOVES, MAX_SIZE,
    NO_LINE, NO_MOVES_PASS, PASS_MOVE, SIMULTANEOUS_ILLEGAL, Bitboard, Board, Move,
)

cdef enum:
    DIRECTIONS = 4
    # The table pays from three plies on: two are counted faster than memory answers.
    TABLE_DEPTH = 3
    # A Ctrl-C is looked for at nodes with this many plies left, some milliseconds apart.
    SIGNAL_DEPTH = 5

# By mover and line content: what the opponent gains on the line, summed over the mover's moves.
cdef int16_t LINE_GAINS[2][LINE_CONTENTS]


cdef struct Entry:
    uint64_t check      # key ^ count, so that a torn write is not believed
    uint64_t count


cdef struct Count:
    # What one run of perft needs at every node.
    int simultaneous
    int no_moves
    bint two_plies          # the rules allow counting two plies at once
    Entry* table            # NULL for none
    uint64_t mask
    int stop


cdef int _gain_of_line(int content, int offset, int mover) noexcept:
    """What the opponent gains on a line, summed over all moves of ``mover`` along it."""
    cdef int weights[8]
    cdef int index, start, target, after, gain = 0
    cdef int now = LINE_TABLES.counts[1 - mover][offset + content]
    weights[0] = 1
    for index in range(1, 8):
        weights[index] = 3 * weights[index - 1]
    for index in range(LINE_TABLES.counts[mover][offset + content]):
        start = (LINE_TABLES.moves[mover][offset + content].starts >> 8 * index) & 7
        target = (LINE_TABLES.moves[mover][offset + content].targets >> 8 * index) & 7
        after = content - (mover + 1) * weights[start]
        if content // weights[target] % 3:
            after += (2 * mover - 1) * weights[target]
        else:
            after += (mover + 1) * weights[target]
        gain += LINE_TABLES.counts[1 - mover][offset + after] - now
    return gain


cdef void _fill_line_gains() noexcept:
    cdef int length, content, mover, contents = 1, offset = 0
    for length in range(1, 9):
        contents *= 3
        for content in range(contents):
            for mover in range(2):
                LINE_GAINS[mover][offset + content] = _gain_of_line(content, offset, mover)
        offset += contents


_fill_line_gains()


cdef uint64_t _count_two_plies(const Board* board) noexcept nogil:
    """Perft to depth 2 of a plain position; see the head of this file."""
    cdef const Geometry* lines = &GEOMETRIES[board.size]
    cdef int mover = board.turn
    cdef Bitboard enemy = board.pieces[1 - mover]
    cdef Bitboard pieces = board.pieces[mover]
    cdef Bitboard landed = 0
    cdef uint8_t starts[MAX_PLAIN_MOVES]
    cdef uint8_t targets[MAX_PLAIN_MOVES]
    cdef int last_of[DIRECTIONS]
    cdef int16_t leaving[64][DIRECTIONS]    # gains on the other lines, by square and direction
    cdef int16_t landing[64][DIRECTIONS]
    cdef int line, square, direction, content, index, count = 0, now = 0, gains = 0

    for line in range(NO_LINE):
        content = lines.contents[line] + board.lines[line]
        now += LINE_TABLES.counts[1 - mover][content]
        gains += LINE_GAINS[mover][content]
        count += list_line(line, content, lines, mover, starts + count, targets + count)
        last_of[(line >= 8) + (line >= 16) + (line >= 29)] = count
    while pieces:
        square = pop_lowest(&pieces)
        _gains_on_other_lines(board, lines, square, -(mover + 1), leaving[square])
    for index in range(count):
        landed |= square_bit(targets[index])
    while landed:
        square = pop_lowest(&landed)
        _gains_on_other_lines(
            board, lines, square,
            mover + 1 - (2 - mover) * <int> ((enemy >> square) & 1), landing[square],
        )
    index = 0
    for direction in range(DIRECTIONS):
        while index < last_of[direction]:
            gains += leaving[starts[index]][direction] + landing[targets[index]][direction]
            index += 1
    return <uint64_t> (<int64_t> count * now + gains - _moves_after_wins(board))


cdef inline void _gains_on_other_lines(
    const Board* board, const Geometry* lines, int square, int digit_change, int16_t* gains
) noexcept nogil:
    """Per direction: what the opponent gains on the three lines of the other directions.

    ``digit_change`` is what happens to the ternary digit of the square.
    """
    cdef const uint8_t* counts = LINE_TABLES.counts[1 - board.turn]
    cdef int gain[DIRECTIONS]
    cdef int direction, line, content, whole = 0
    for direction in range(DIRECTIONS):
        line = lines.line_of[square][direction]
        content = lines.contents[line] + board.lines[line]
        gain[direction] = (
            <int> counts[content + digit_change * lines.weight_of[square][direction]]
            - <int> counts[content]
        )
        whole += gain[direction]
    for direction in range(DIRECTIONS):
        gains[direction] = whole - gain[direction]


cdef int64_t _moves_after_wins(const Board* board) noexcept nogil:
    """The opponent's moves counted after moves that end the game."""
    cdef Move moves[MAX_PLAIN_MOVES]
    cdef Board after
    cdef Bitboard own = board.pieces[board.turn]
    cdef Bitboard enemy = board.pieces[1 - board.turn]
    cdef Bitboard start, target
    cdef Bitboard uniting = uniting_targets(own)
    cdef bint fragile = two_groups_at_most(enemy)
    cdef int64_t counted = 0
    cdef int index
    if not uniting and not fragile:
        return 0
    for index in range(generate(board, moves)):
        start = square_bit(moves[index] & 63)
        target = square_bit((moves[index] >> 6) & 63)
        if (uniting & target and is_connected(own ^ start | target)) or (
            fragile and enemy & target and is_connected(enemy ^ target)
        ):
            make_move(board, &after, moves[index])
            counted += count_moves(&after)
    return counted


cdef uint64_t _mixed(uint64_t value) noexcept nogil:
    value = (value ^ (value >> 32)) * 0xD6E8FEB86659FD93ULL
    value = (value ^ (value >> 32)) * 0xD6E8FEB86659FD93ULL
    return value ^ (value >> 32)


cdef void _canonical_key(const Board* board, int depth, uint64_t* key, uint64_t* slot) noexcept nogil:
    """Two independent hashes of the smallest of the eight images of a position, and the depth."""
    cdef Bitboard black = board.pieces[0]
    cdef Bitboard white = board.pieces[1]
    cdef Bitboard least_black = black, least_white = white
    cdef int image
    if board.size == MAX_SIZE and not board.vanishing:
        for image in range(1, 8):
            if image == 4:
                black = transpose(black)
                white = transpose(white)
            elif image & 1:
                black = flip_files(black)
                white = flip_files(white)
            else:
                black = flip_ranks(black)
                white = flip_ranks(white)
            if black < least_black or (black == least_black and white < least_white):
                least_black = black
                least_white = white
    else:
        least_black ^= board.key
    key[0] = _mixed(8 * depth + 4 * board.turn + board.passes + 1)
    key[0] = _mixed(least_black ^ _mixed(least_white ^ key[0]))
    slot[0] = _mixed(key[0] + least_black * 0x9E3779B97F4A7C15ULL)


cdef uint64_t _perft(const Board* board, int depth, Count* run) noexcept nogil:
    """Leaves at ``depth`` plies; the game is not over in ``board``, and ``depth`` is at least 1."""
    cdef Entry* entry = NULL
    cdef uint64_t key = 0, slot = 0, count
    if depth == 2 and run.two_plies and not board.vanishing and not (
        board.hands[0] | board.hands[1]
    ):
        return _count_two_plies(board)
    if run.table != NULL and depth >= TABLE_DEPTH:
        _canonical_key(board, depth, &key, &slot)
        entry = &run.table[slot & run.mask]
        count = entry.count
        if entry.check ^ count == key:
            return count
    if depth >= SIGNAL_DEPTH:
        if signal_arrived():
            run.stop = 1
        if run.stop:
            return 0
    if board.hands[board.turn]:
        count = _count_by_drops(board, depth, run)
    else:
        count = _count_by_moves(board, depth, run)
    if entry != NULL and not run.stop:
        entry.check = key ^ count
        entry.count = count
    return count


cdef uint64_t _count_by_moves(const Board* board, int depth, Count* run) noexcept nogil:
    cdef Move moves[MAX_PLAIN_MOVES]
    return _count_list(board, depth, run, moves)


cdef uint64_t _count_by_drops(const Board* board, int depth, Count* run) noexcept nogil:
    """As ``_count_by_moves``, with room for the turns of the drop phase."""
    cdef Move moves[MAX_DROP_MOVES]
    return _count_list(board, depth, run, moves)


cdef uint64_t _count_list(const Board* board, int depth, Count* run, Move* moves) noexcept nogil:
    cdef Board after
    cdef uint64_t total = 0
    cdef int index, count
    if depth == 1 and run.simultaneous != SIMULTANEOUS_ILLEGAL:
        count = count_moves(board)
        return 1 if count == 0 and run.no_moves == NO_MOVES_PASS else count
    count = generate(board, moves)
    if run.simultaneous == SIMULTANEOUS_ILLEGAL:
        count = remove_uniting_both(board, moves, count)
    if count == 0 and run.no_moves == NO_MOVES_PASS:
        moves[0] = PASS_MOVE
        count = 1
    if depth == 1:
        return count
    for index in range(count):
        make_move(board, &after, moves[index])
        if after.passes < 2 and not (moves[index] != PASS_MOVE and goal_reached(&after, moves[index])):
            total += _perft(&after, depth - 1, run)
        if run.stop:
            return 0
    return total


cdef class PerftCounter:
    """Counts leaves under one rule set, with or without a table that several threads may share.

    Args:
        simultaneous: code of the rule for a move that unites both sides.
        no_moves: code of the rule for a player without a move.
        table_mb: size of the table in MB (2^20 bytes), rounded down to a power of two; 0 for none.

    Raises:
        MemoryError: there is no room for the table.
    """

    cdef Count run

    def __cinit__(self, int simultaneous=0, int no_moves=0, int table_mb=0):
        cdef uint64_t entries = 1
        self.run.simultaneous = simultaneous
        self.run.no_moves = no_moves
        self.run.two_plies = simultaneous != SIMULTANEOUS_ILLEGAL and no_moves != NO_MOVES_PASS
        if table_mb > 0:
            while 2 * entries * sizeof(Entry) <= <uint64_t> table_mb << 20:
                entries *= 2
            self.run.table = <Entry*> allocate_table(entries * sizeof(Entry))
            if self.run.table == NULL:
                raise MemoryError(f"no room for a table of {table_mb} MB")
            self.run.mask = entries - 1

    def __dealloc__(self):
        free(self.run.table)

    def stop(self):
        """Make every running count return soon; what they return then means nothing."""
        self.run.stop = 1

    def count(self, CoreBoard board, int depth):
        """Leaves ``depth`` plies below a position that is not over; runs without the GIL.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed (seen by the main thread only).
        """
        cdef Board root = board.board
        cdef uint64_t count
        if depth <= 0:
            return 1
        with nogil:
            count = _perft(&root, depth, &self.run)
        raise_pending()
        return count
