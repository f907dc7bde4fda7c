"""The rules of Lines of Action on bitboards: moves, their effect, and the goal.

How moves are found
-------------------
All pieces on one line move the same distance: the number of pieces on it. So what a line allows
depends on nothing but its content, and a line of eight squares has only 3^8 contents. Every line
keeps its content as a ternary number (a digit a square, lowest square first: 0 empty, 1 Black,
2 White), and one table, filled at import by a plain function that reads like the rule, answers for
each content which pieces may move up the line, which may move down it, and how many moves there
are. A move changes the contents of the seven or eight lines through its two squares only; counting
all moves is a sum of table entries.

The same tables serve every board size, since an entry depends on the length of the line only.
Boards smaller than 8x8 lie in the a1 corner of the 8x8 numbering.

What is trusted
---------------
``CoreBoard`` checks the position it is built from. Everything else here trusts its input: a move
must come from the generator. The Python layer above does the checking and the explaining.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memset

from loa_engine._bits cimport (
    dilate, flood, is_connected, lowest_square, neighbours, pop_lowest, popcount, popcount_is_fast,
    square_bit,
)
from loa_engine._types cimport (
    BLACK, DROP_SHIFT, KIND_DROP, KIND_MOVE, KIND_PASS, KIND_REMOVAL, KIND_SHIFT, LINE_CONTENTS,
    LINES, MAX_DROP_MOVES, MAX_PLAIN_MOVES, MAX_SIZE, MIN_SIZE, MOVE_CAPTURE, MOVE_HAS_DROP,
    NO_LINE, REPETITION_BOARD, WHITE, Bitboard, Board, Move, Rules,
)

cdef enum:
    RANK = 0
    FILE = 1
    DIAGONAL = 2
    ANTIDIAGONAL = 3
    DIRECTIONS = 4
    LARGEST_HAND = 15

cdef struct Contents:
    # What ``CoreBoard.contents`` puts into bytes.
    Bitboard black
    Bitboard white
    Bitboard vanished
    uint8_t hands[2]
    uint8_t turn

cdef uint8_t DIRECTION_BETWEEN[64][64]
cdef uint16_t POWERS[9]
cdef uint16_t CONTENTS_OF_LENGTH[9]

cdef uint64_t PIECE_KEYS[2][64]
cdef uint64_t VANISHED_KEYS[64]
cdef uint64_t HAND_KEYS[2][LARGEST_HAND + 1]
cdef uint64_t SIZE_KEYS[MAX_SIZE + 1]
cdef uint64_t TURN_KEY
cdef uint64_t VANISHING_KEY


# ---------------------------------------------------------------------------------------------
# Tables, filled once at import


cdef void _add_move(int color, int content, int start, int target) noexcept:
    cdef LineMoves* moves = &LINE_TABLES.moves[color][content]
    cdef int shift = 8 * LINE_TABLES.counts[color][content]
    moves.starts |= <uint64_t> start << shift
    moves.targets |= <uint64_t> target << shift
    LINE_TABLES.counts[color][content] += 1
    if target > start:
        LINE_TABLES.reached_up[color][content] |= 1 << target
    else:
        LINE_TABLES.reached_down[color][content] |= 1 << target


cdef void _fill_content(int slot, int length, int content) noexcept:
    """Fill in what one content of a line of ``length`` squares allows, straight from the rule."""
    cdef int digits[8]
    cdef int position, color, step, target, between, distance = 0
    cdef bint legal
    for position in range(length):
        digits[position] = content % 3
        content //= 3
        distance += digits[position] != 0
    LINE_TABLES.distance[slot] = distance
    for position in range(length):
        if digits[position] == 0:
            continue
        color = digits[position] - 1
        for step in range(-1, 2, 2):
            target = position + step * distance
            legal = 0 <= target < length and digits[target] != color + 1
            between = position + step
            while legal and between != target:
                legal = digits[between] != 2 - color
                between += step
            if legal:
                _add_move(color, slot, position, target)


cdef void _fill_line_tables() noexcept:
    cdef int length, content
    memset(&LINE_TABLES, 0, sizeof(LINE_TABLES))
    POWERS[0] = 1
    CONTENTS_OF_LENGTH[1] = 0
    for length in range(1, 9):
        POWERS[length] = 3 * POWERS[length - 1]
        if length < 8:
            CONTENTS_OF_LENGTH[length + 1] = CONTENTS_OF_LENGTH[length] + POWERS[length]
        for content in range(POWERS[length]):
            _fill_content(CONTENTS_OF_LENGTH[length] + content, length, content)


cdef int _line_number(int file, int rank, int direction) noexcept:
    """The number of a line on the 8x8 board: ranks, files, diagonals, anti-diagonals."""
    cdef int number
    if direction == RANK:
        return rank
    if direction == FILE:
        return 8 + file
    if direction == DIAGONAL:
        number = rank - file + 6
        return 16 + number if 0 <= number < 13 else NO_LINE
    number = rank + file - 1
    return 29 + number if 0 <= number < 13 else NO_LINE


cdef void _fill_geometry(Geometry* board, int size) noexcept:
    cdef int file, rank, direction, line, square, position
    memset(board, 0, sizeof(Geometry))
    for rank in range(size):
        for file in range(size):
            square = 8 * rank + file
            board.squares |= square_bit(square)
            for direction in range(DIRECTIONS):
                line = _line_number(file, rank, direction)
                board.line_of[square][direction] = line
                if line == NO_LINE:
                    continue
                # Squares come in ascending order, so the line grows from its lowest square.
                position = board.length[line]
                board.position_of[square][direction] = position
                board.weight_of[square][direction] = POWERS[position]
                board.length[line] += 1
                if position == 0:
                    board.first[line] = square * 0x0101010101010101ULL
                elif position == 1:
                    board.step[line] = square - (board.first[line] & 63)
    for line in range(LINES):
        board.contents[line] = CONTENTS_OF_LENGTH[max(1, <int> board.length[line])]


cdef void _fill_directions() noexcept:
    cdef int start, end, files, ranks
    for start in range(64):
        for end in range(64):
            files = (end & 7) - (start & 7)
            ranks = (end >> 3) - (start >> 3)
            if ranks == 0:
                DIRECTION_BETWEEN[start][end] = RANK
            elif files == 0:
                DIRECTION_BETWEEN[start][end] = FILE
            elif files == ranks:
                DIRECTION_BETWEEN[start][end] = DIAGONAL
            elif files == -ranks:
                DIRECTION_BETWEEN[start][end] = ANTIDIAGONAL
            else:
                DIRECTION_BETWEEN[start][end] = DIRECTIONS


cdef uint64_t next_random(uint64_t* state) noexcept nogil:
    """The next number of the SplitMix64 generator (Steele, Lea and Flood 2014)."""
    cdef uint64_t mixed
    state[0] += 0x9E3779B97F4A7C15ULL
    mixed = state[0]
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL
    return mixed ^ (mixed >> 31)


cdef void _fill_keys() noexcept:
    """Zobrist keys from a fixed seed, so that hashes agree between runs and machines."""
    cdef uint64_t state = 0x10A
    cdef int index, color
    global TURN_KEY, VANISHING_KEY
    for index in range(64):
        for color in range(2):
            PIECE_KEYS[color][index] = next_random(&state)
        VANISHED_KEYS[index] = next_random(&state)
    for color in range(2):
        HAND_KEYS[color][0] = 0
        for index in range(1, LARGEST_HAND + 1):
            HAND_KEYS[color][index] = next_random(&state)
    for index in range(MIN_SIZE, MAX_SIZE):
        SIZE_KEYS[index] = next_random(&state)
    SIZE_KEYS[MAX_SIZE] = 0
    TURN_KEY = next_random(&state)
    VANISHING_KEY = next_random(&state)


cdef void _fill_tables() noexcept:
    cdef int size
    _fill_line_tables()
    for size in range(MIN_SIZE, MAX_SIZE + 1):
        _fill_geometry(&GEOMETRIES[size], size)
    _fill_directions()
    _fill_keys()


_fill_tables()


cdef int direction_between(int from_square, int to_square) noexcept nogil:
    """The direction (0 to 3) of the line two squares share; 4 where they share none."""
    return DIRECTION_BETWEEN[from_square][to_square]


# ---------------------------------------------------------------------------------------------
# Finding moves


cdef inline bint _is_plain(const Board* board) noexcept nogil:
    """Whether the side to move chooses among plain moves only: no removals, nothing to drop."""
    return not board.vanishing and board.hands[board.turn] == 0


cdef int generate_plain(const Board* board, Move* moves) noexcept nogil:
    """Write the moves that the lines allow; return how many. Vanished squares are not looked at."""
    cdef const Geometry* lines = &GEOMETRIES[board.size]
    cdef Bitboard enemy = board.pieces[1 - board.turn]
    cdef uint8_t starts[MAX_PLAIN_MOVES]
    cdef uint8_t targets[MAX_PLAIN_MOVES]
    cdef int line, index, count = 0
    for line in range(NO_LINE):
        count += list_line(
            line, lines.contents[line] + board.lines[line], lines, board.turn,
            starts + count, targets + count,
        )
    for index in range(count):
        moves[index] = (
            starts[index]
            | (<Move> targets[index] << 6)
            | (<Move> ((enemy >> targets[index]) & 1) << 12)
        )
    return count


cdef int _generate_vanishing(const Board* board, Move* moves) noexcept nogil:
    """Moves where squares vanish: none to a vanished square, and removals of stuck pieces."""
    cdef Bitboard stuck = board.pieces[board.turn]
    cdef int found = generate_plain(board, moves)
    cdef int count = 0, index, square
    for index in range(found):
        if not (board.vanished >> ((moves[index] >> 6) & 63)) & 1:
            stuck &= ~square_bit(moves[index] & 63)
            moves[count] = moves[index]
            count += 1
    while stuck:
        square = pop_lowest(&stuck)
        moves[count] = square | (square << 6) | (KIND_REMOVAL << KIND_SHIFT)
        count += 1
    return count


cdef int _generate_drops(const Board* board, Move* moves) noexcept nogil:
    """Turns of the drop phase: each plain move (or none, when stuck) and then a drop."""
    cdef Move plain[MAX_PLAIN_MOVES]
    cdef Bitboard occupied = board.pieces[BLACK] | board.pieces[WHITE]
    cdef Bitboard empty
    cdef int found = generate_plain(board, plain)
    cdef int count = 0, index
    if found == 0:
        plain[0] = KIND_DROP << KIND_SHIFT
    for index in range(max(found, 1)):
        empty = occupied
        if found:
            empty = (occupied ^ square_bit(plain[index] & 63)) | square_bit((plain[index] >> 6) & 63)
        empty = GEOMETRIES[board.size].squares & ~empty
        while empty:
            moves[count] = (
                plain[index] | MOVE_HAS_DROP | (<Move> pop_lowest(&empty) << DROP_SHIFT)
            )
            count += 1
    return count


cdef int generate(const Board* board, Move* moves) noexcept nogil:
    """Write all moves of the side to move; return how many. A pass is never among them.

    ``moves`` must have room for ``move_capacity(board)``. Whether the game is over is not asked.
    """
    if _is_plain(board):
        return generate_plain(board, moves)
    if board.vanishing:
        return _generate_vanishing(board, moves)
    return _generate_drops(board, moves)


cdef int move_capacity(const Board* board) noexcept nogil:
    """An upper bound on the number of moves that ``generate`` writes."""
    return MAX_PLAIN_MOVES if board.hands[board.turn] == 0 else MAX_DROP_MOVES


cdef int count_moves(const Board* board) noexcept nogil:
    """How many moves ``generate`` would write: a sum over the line contents where it can be."""
    cdef Move moves[MAX_PLAIN_MOVES]
    cdef const Geometry* lines
    cdef int line, mover = board.turn, count = 0
    if board.vanishing:
        return _generate_vanishing(board, moves)
    lines = &GEOMETRIES[board.size]
    for line in range(NO_LINE):
        count += LINE_TABLES.counts[mover][lines.contents[line] + board.lines[line]]
    if board.hands[mover]:
        count = _count_drops(board, count)
    return count


cdef int _count_drops(const Board* board, int plain_moves) noexcept nogil:
    """The number of turns in the drop phase, from the number of plain moves."""
    cdef Move moves[MAX_PLAIN_MOVES]
    cdef Bitboard occupied = board.pieces[BLACK] | board.pieces[WHITE]
    cdef int empty = popcount(GEOMETRIES[board.size].squares & ~occupied)
    cdef int count, index
    if plain_moves == 0:
        return empty
    count = plain_moves * empty
    for index in range(generate_plain(board, moves)):
        count += (moves[index] & MOVE_CAPTURE) != 0  # a capture leaves one more square empty
    return count


# ---------------------------------------------------------------------------------------------
# Making moves


cdef inline void _change_square(Board* board, int square, int digit_change) noexcept nogil:
    """Add to the ternary digit of a square on its four lines."""
    cdef const Geometry* lines = &GEOMETRIES[board.size]
    cdef int direction
    for direction in range(DIRECTIONS):
        board.lines[lines.line_of[square][direction]] += (
            digit_change * lines.weight_of[square][direction]
        )


cdef inline void _lift(Board* board, int color, int square) noexcept nogil:
    board.pieces[color] ^= square_bit(square)
    board.key ^= PIECE_KEYS[color][square]
    _change_square(board, square, -(color + 1))


cdef inline void _put(Board* board, int color, int square) noexcept nogil:
    board.pieces[color] ^= square_bit(square)
    board.key ^= PIECE_KEYS[color][square]
    _change_square(board, square, color + 1)


cdef void _make_special(Board* after, Move move, int mover) noexcept nogil:
    """The parts of a turn that only variants and passes have, after the plain move."""
    cdef int kind = (move >> KIND_SHIFT) & 3
    cdef int square = move & 63
    if kind == KIND_PASS:
        after.passes += 1
        return
    if after.vanishing:
        after.vanished |= square_bit(square)
        after.key ^= VANISHED_KEYS[square]
    if move & MOVE_HAS_DROP:
        after.key ^= HAND_KEYS[mover][after.hands[mover]]
        after.hands[mover] -= 1
        after.key ^= HAND_KEYS[mover][after.hands[mover]]
        _put(after, 1 - mover, move >> DROP_SHIFT)


cdef void make_move(const Board* board, Board* after, Move move) noexcept nogil:
    """Write the position after a move (or a pass) to ``after``."""
    cdef int mover = board.turn
    cdef int start = move & 63
    cdef int target = (move >> 6) & 63
    cdef int kind = (move >> KIND_SHIFT) & 3
    after[0] = board[0]
    after.turn = 1 - mover
    after.key ^= TURN_KEY
    if kind != KIND_PASS:
        after.passes = 0
    if kind <= KIND_REMOVAL:
        _lift(after, mover, start)
        if kind == KIND_MOVE:
            if move & MOVE_CAPTURE:
                after.pieces[1 - mover] ^= square_bit(target)
                after.pieces[mover] ^= square_bit(target)
                after.key ^= PIECE_KEYS[0][target] ^ PIECE_KEYS[1][target]
                _change_square(after, target, 2 * mover - 1)
            else:
                _put(after, mover, target)
    if kind != KIND_MOVE or board.vanishing or move & MOVE_HAS_DROP:
        _make_special(after, move, mover)


cdef bint goal_reached(const Board* after, Move move) noexcept nogil:
    """Whether ``move``, which led to ``after``, united a side and so ended the game.

    Only a capture (or a drop, which adds a piece) can unite the side that did not move.
    """
    cdef int mover = 1 - after.turn
    if after.hands[0] | after.hands[1]:
        return False
    if is_connected(after.pieces[mover]):
        return True
    return bool(
        move & (MOVE_CAPTURE | MOVE_HAS_DROP) and is_connected(after.pieces[1 - mover])
    )


cdef int remove_uniting_both(const Board* board, Move* moves, int count) noexcept nogil:
    """Take the moves that unite both sides out of a list; return how many stay."""
    cdef Board after
    cdef int index, kept = 0
    for index in range(count):
        make_move(board, &after, moves[index])
        if (
            after.hands[0] | after.hands[1]
            or not is_connected(after.pieces[0])
            or not is_connected(after.pieces[1])
        ):
            moves[kept] = moves[index]
            kept += 1
    return kept


cdef uint64_t recompute_key(const Board* board) noexcept nogil:
    """The Zobrist key of a position from nothing but its contents."""
    cdef uint64_t key = SIZE_KEYS[board.size]
    cdef Bitboard bits
    cdef int color
    for color in range(2):
        bits = board.pieces[color]
        while bits:
            key ^= PIECE_KEYS[color][pop_lowest(&bits)]
        key ^= HAND_KEYS[color][board.hands[color]]
    bits = board.vanished
    while bits:
        key ^= VANISHED_KEYS[pop_lowest(&bits)]
    if board.turn == WHITE:
        key ^= TURN_KEY
    if board.vanishing:
        key ^= VANISHING_KEY
    return key


cdef uint64_t repetition_key(const Board* board, int repetition) noexcept nogil:
    """The key two positions share that count as the same one under a repetition rule."""
    if repetition == REPETITION_BOARD and board.turn == WHITE:
        return board.key ^ TURN_KEY
    return board.key


# ---------------------------------------------------------------------------------------------
# The position as Python sees it


cdef Rules rules_from_codes(tuple codes):
    """The C form of ``RuleSet.core_codes``."""
    cdef Rules rules
    (
        rules.simultaneous, rules.no_moves, rules.repetition, rules.move_limit,
        rules.capture_limit, rules.limits_first,
    ) = codes
    return rules


cdef CoreBoard wrap(const Board* board):
    """A Python object that holds a copy of the position."""
    cdef CoreBoard wrapped = CoreBoard.__new__(CoreBoard)
    wrapped.board = board[0]
    return wrapped


cdef void set_lines(Board* board) noexcept nogil:
    """Compute the line contents from the pieces; the sides must not overlap."""
    cdef Bitboard bits
    cdef int color
    memset(board.lines, 0, sizeof(board.lines))
    for color in range(2):
        bits = board.pieces[color]
        while bits:
            _change_square(board, pop_lowest(&bits), color + 1)


def _check(black, white, turn, size, vanished, vanishing, hands):
    """Raise ValueError for what cannot be a position; see ``CoreBoard``."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size must be {MIN_SIZE} to {MAX_SIZE}, not {size}")
    if turn not in (BLACK, WHITE):
        raise ValueError(f"side to move must be 0 (Black) or 1 (White), not {turn}")
    squares = GEOMETRIES[<int> size].squares
    for name, bits in (("black", black), ("white", white), ("vanished", vanished)):
        if not 0 <= bits < 1 << 64 or bits & ~squares:
            raise ValueError(f"{name} has squares off the {size}x{size} board")
    if black & white or (black | white) & vanished:
        raise ValueError("a square holds two things")
    if not black or not white:
        raise ValueError(f"{'Black' if not black else 'White'} has no piece")
    if vanished and not vanishing:
        raise ValueError("squares vanish only in the cheshire-cat variant")
    for hand in hands:
        if not 0 <= hand <= LARGEST_HAND:
            raise ValueError(f"a hand holds 0 to {LARGEST_HAND} pieces, not {hand}")
    if vanishing and any(hands):
        raise ValueError("vanishing squares and pieces in hand belong to different variants")


cdef int _filter(
    const Board* board, Move goal, Bitboard starts, bint forbid_both, Move* moves
) noexcept nogil:
    """The legal moves to one target from some squares, as ``CoreBoard.moves_to`` has them."""
    cdef Move compared = ~<Move> (63 | MOVE_CAPTURE)
    cdef int count = generate(board, moves), index, kept = 0
    for index in range(count):
        if (moves[index] ^ goal) & compared == 0 and starts >> (moves[index] & 63) & 1:
            moves[kept] = moves[index]
            kept += 1
    return remove_uniting_both(board, moves, kept) if forbid_both else kept


cdef Move _only_move_to(
    const Board* board, Move goal, Bitboard starts, bint forbid_both
) except? 0:
    """The one of ``CoreBoard.moves_to``; 0, which is no move, where there are several or none."""
    cdef Move* moves = <Move*> malloc(move_capacity(board) * sizeof(Move))
    cdef Move found
    cdef int count
    if moves == NULL:
        raise MemoryError
    with nogil:
        count = _filter(board, goal, starts, forbid_both, moves)
        found = moves[0] if count == 1 else 0
    free(moves)
    return found


cdef Move _rank(Move move) noexcept nogil:
    """What is larger for a move of a later start, target or drop, in this order."""
    return (move & 63) << 12 | (move >> 6 & 63) << 6 | (move >> DROP_SHIFT & 63)


cdef int _compare(const void* left, const void* right) noexcept nogil:
    """The order of two packed moves, as ``qsort`` asks for it."""
    return <int> _rank((<const Move*> left)[0]) - <int> _rank((<const Move*> right)[0])


cdef class CoreBoard:
    """One position, compiled. Never changes after it is made.

    Args:
        black: bitboard of Black's pieces (a1 = bit 0, h8 = bit 63).
        white: bitboard of White's pieces.
        turn: the side to move, 0 Black, 1 White.
        size: squares along a side, 4 to 8; smaller boards lie in the a1 corner.
        vanished: bitboard of the squares that have vanished.
        vanishing: whether a square vanishes when a piece leaves it (cheshire-cat).
        black_hand: pieces Black has still to drop (parachute).
        white_hand: pieces White has still to drop.

    Raises:
        ValueError: the parts contradict each other or a side has no piece.
    """

    def __init__(
        self, black, white, turn, size=8, vanished=0, vanishing=False, black_hand=0, white_hand=0
    ):
        _check(black, white, turn, size, vanished, vanishing, (black_hand, white_hand))
        memset(&self.board, 0, sizeof(Board))
        self.board.pieces[BLACK] = black
        self.board.pieces[WHITE] = white
        self.board.turn = turn
        self.board.size = size
        self.board.vanished = vanished
        self.board.vanishing = bool(vanishing)
        self.board.hands[BLACK] = black_hand
        self.board.hands[WHITE] = white_hand
        set_lines(&self.board)
        self.board.key = recompute_key(&self.board)

    @property
    def black(self):
        """Bitboard of Black's pieces."""
        return self.board.pieces[BLACK]

    @property
    def white(self):
        """Bitboard of White's pieces."""
        return self.board.pieces[WHITE]

    @property
    def turn(self):
        """The side to move: 0 Black, 1 White."""
        return self.board.turn

    @property
    def size(self):
        """Squares along a side."""
        return self.board.size

    @property
    def vanished(self):
        """Bitboard of the squares that have vanished."""
        return self.board.vanished

    @property
    def vanishing(self):
        """Whether a square vanishes when a piece leaves it."""
        return bool(self.board.vanishing)

    @property
    def black_hand(self):
        """Pieces Black has still to drop."""
        return self.board.hands[BLACK]

    @property
    def white_hand(self):
        """Pieces White has still to drop."""
        return self.board.hands[WHITE]

    @property
    def passes(self):
        """Passes played in a row up to this position."""
        return self.board.passes

    @property
    def key(self):
        """The Zobrist key, kept from move to move."""
        return self.board.key

    def recomputed_key(self):
        """The Zobrist key computed from the contents alone."""
        return recompute_key(&self.board)

    def legal_moves(self, bint forbid_both=False):
        """Packed moves, sorted by start, target and drop; a pass is never among them.

        Whether the game is over is not asked. ``forbid_both`` leaves out the moves that unite
        both sides.
        """
        cdef Move* moves = <Move*> malloc(move_capacity(&self.board) * sizeof(Move))
        cdef int count, index
        if moves == NULL:
            raise MemoryError
        try:
            with nogil:
                count = generate(&self.board, moves)
                if forbid_both:
                    count = remove_uniting_both(&self.board, moves, count)
                qsort(moves, count, sizeof(Move), _compare)
            return [moves[index] for index in range(count)]
        finally:
            free(moves)

    def find_move(self, Move wanted, bint forbid_both=False):
        """The one of ``legal_moves`` that differs from a packed move at most in its capture bit.

        0, which is no move, where there is none.
        """
        return _only_move_to(&self.board, wanted, square_bit(wanted & 63), forbid_both)

    def moves_to(self, Move goal, Bitboard starts, bint forbid_both=False):
        """Those of ``legal_moves`` that have a target, drop and kind and start on given squares.

        ``goal`` is a packed move, of which the start and the capture bit do not count.
        """
        cdef Move* moves = <Move*> malloc(move_capacity(&self.board) * sizeof(Move))
        cdef int count, index
        if moves == NULL:
            raise MemoryError
        try:
            with nogil:
                count = _filter(&self.board, goal, starts, forbid_both, moves)
                qsort(moves, count, sizeof(Move), _compare)
            return [moves[index] for index in range(count)]
        finally:
            free(moves)

    def play_on(self, moves, bint forbid_both=False):
        """Play moves one after the other, as long as each is legal and the game goes on.

        Each is a pair as ``moves_to`` takes it, which must mean one move only. A list of triples:
        the move as ``legal_moves`` has it, the position after it, and whether the game may go on
        there: no side has united, and there is a move.
        """
        cdef CoreBoard here = self
        cdef Move found
        cdef bint goes_on = not self.united()
        played = []
        for goal, starts in moves:
            found = _only_move_to(&here.board, goal, starts, forbid_both) if goes_on else 0
            if found == 0:
                break
            here = here.play(found)
            goes_on = not here.united() and here.has_legal_move(forbid_both)
            played.append((found, here, goes_on))
        return played

    def legal_move_count(self, bint forbid_both=False):
        """How many moves ``legal_moves`` lists."""
        if forbid_both:
            return len(self.legal_moves(True))
        return count_moves(&self.board)

    def has_legal_move(self, bint forbid_both=False):
        """Whether ``legal_moves`` lists any."""
        return self.legal_move_count(forbid_both) > 0

    def play(self, Move move):
        """The position after a packed move or pass, which is trusted to be legal."""
        cdef Board after
        make_move(&self.board, &after, move)
        return wrap(&after)

    def with_passes(self, int passes):
        """The same position after so many passes in a row."""
        cdef Board same = self.board
        same.passes = passes
        return wrap(&same)

    def connected(self, int color):
        """Whether a side's pieces form one 8-connected group; a side without pieces has none."""
        return bool(is_connected(self.board.pieces[color]))

    def united(self):
        """Which sides have reached the goal: 1 for Black, 2 for White, 3 for both, 0 for none.

        While a hand holds a piece nobody has.
        """
        if self.board.hands[BLACK] | self.board.hands[WHITE]:
            return 0
        return is_connected(self.board.pieces[BLACK]) + 2 * is_connected(self.board.pieces[WHITE])

    def contents(self, bint with_turn=True):
        """Pieces, vanished squares, hands and, if wanted, the side to move, as bytes.

        Two positions of one game are the same where these are.
        """
        cdef Contents packed
        memset(&packed, 0, sizeof(Contents))
        packed.black = self.board.pieces[BLACK]
        packed.white = self.board.pieces[WHITE]
        packed.vanished = self.board.vanished
        packed.hands[BLACK] = self.board.hands[BLACK]
        packed.hands[WHITE] = self.board.hands[WHITE]
        packed.turn = self.board.turn if with_turn else 2
        return (<char*> &packed)[: sizeof(Contents)]

    def groups(self, int color):
        """A side's 8-connected groups as bitboards, by their lowest square."""
        cdef Bitboard rest = self.board.pieces[color]
        cdef Bitboard group
        found = []
        while rest:
            group = flood(rest & (0 - rest), rest)
            found.append(group)
            rest ^= group
        return found

    def line_count(self, int square, int direction):
        """Pieces of both colours on a line through a square.

        Directions: 0 the rank, 1 the file, 2 the diagonal that rises to the right, 3 the one that
        falls. A corner alone on its diagonal counts as a line of one square.
        """
        cdef const Geometry* lines = &GEOMETRIES[self.board.size]
        cdef Bitboard occupied = self.board.pieces[BLACK] | self.board.pieces[WHITE]
        cdef int line = lines.line_of[square][direction]
        if line == NO_LINE:
            return <int> ((occupied >> square) & 1)
        return LINE_TABLES.distance[lines.contents[line] + self.board.lines[line]]


cdef extern from *:
    """
    #if defined(__VERSION__)
    #define LOA_COMPILER __VERSION__
    #else
    #define LOA_COMPILER "unknown"
    #endif
    #ifdef NDEBUG
    #define LOA_CHECKED 0
    #else
    #define LOA_CHECKED 1
    #endif
    #ifdef __AVX2__
    #define LOA_FOR_THIS_MACHINE 1
    #else
    #define LOA_FOR_THIS_MACHINE 0
    #endif
    """
    const char* LOA_COMPILER
    bint LOA_CHECKED
    bint LOA_FOR_THIS_MACHINE


def build_facts():
    """How the compiled modules were built: compiler, checks, what of the processor they use."""
    return {
        "compiler": LOA_COMPILER.decode("utf-8", "replace"),
        "checked": bool(LOA_CHECKED),
        "avx2": bool(LOA_FOR_THIS_MACHINE),
        "fast_popcount": fast_popcount(),
    }


def fast_popcount():
    """Whether this module counts bits with the processor's own instruction."""
    return bool(popcount_is_fast())
