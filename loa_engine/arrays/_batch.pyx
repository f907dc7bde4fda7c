"""Many positions at once: arrays in, arrays out, no GIL and no Python objects in between.

The caller (``loa_engine.arrays``) checks shapes, dtypes and that the two sides do not overlap.
All positions are 8x8 without variant state. Winners are +1 Black, -1 White, 0 nobody.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from loa_engine._bits cimport is_connected
from loa_engine._core cimport (
    count_moves, generate, make_move, next_random, recompute_key, remove_uniting_both, repetition_key,
    rules_from_codes, set_lines,
)
from loa_engine._types cimport (
    BLACK, MAX_PLAIN_MOVES, MAX_SIZE, MOVE_CAPTURE, NO_MOVES_LOSS, NO_MOVES_PASS, PASS_MOVE,
    REPETITION_BOARD, REPETITION_DEVIATE, REPETITION_NONE, REPETITION_THREEFOLD,
    SIMULTANEOUS_ILLEGAL, SIMULTANEOUS_MOVER, SIMULTANEOUS_OPPONENT, WHITE, Board, Move, Rules,
)

cdef enum:
    NOT_OVER = 2
    THIRD_TIME = 2      # earlier occurrences that make the next one the third


cdef struct Playout:
    # One game: what was played so far, as keys, newest last.
    Rules rules
    uint64_t random_state
    uint64_t* keys
    int plies
    int since_capture


cdef void _load(Board* board, uint64_t black, uint64_t white, int turn) noexcept nogil:
    memset(board, 0, sizeof(Board))
    board.pieces[BLACK] = black
    board.pieces[WHITE] = white
    board.turn = turn
    board.size = MAX_SIZE
    set_lines(board)


cdef int _winner_of(int color) noexcept nogil:
    return 1 if color == BLACK else -1


cdef int _united(const Board* board, const Rules* rules) noexcept nogil:
    """The result as far as union decides it, else NOT_OVER. The side to move did not move last."""
    cdef bint mover = is_connected(board.pieces[1 - board.turn])
    cdef bint other = is_connected(board.pieces[board.turn])
    if mover and other:
        if rules.simultaneous == SIMULTANEOUS_MOVER:
            return _winner_of(1 - board.turn)
        return _winner_of(board.turn) if rules.simultaneous == SIMULTANEOUS_OPPONENT else 0
    if mover:
        return _winner_of(1 - board.turn)
    return _winner_of(board.turn) if other else NOT_OVER


cdef int _legal(const Board* board, const Rules* rules, Move* moves) noexcept nogil:
    cdef int count = generate(board, moves)
    if rules.simultaneous == SIMULTANEOUS_ILLEGAL:
        count = remove_uniting_both(board, moves, count)
    return count


cdef int _stuck(const Board* board, const Rules* rules) noexcept nogil:
    """The result for a player without a move, or NOT_OVER where he must pass."""
    if rules.no_moves == NO_MOVES_PASS:
        return NOT_OVER
    return _winner_of(1 - board.turn) if rules.no_moves == NO_MOVES_LOSS else 0


def move_counts(const uint64_t[:, ::1] boards, const uint8_t[::1] turns, int32_t[::1] counts):
    """Write the number of legal moves of each position, whether or not its game is over."""
    cdef Py_ssize_t index
    cdef Board board
    with nogil:
        for index in range(boards.shape[0]):
            _load(&board, boards[index, 0], boards[index, 1], turns[index])
            counts[index] = count_moves(&board)


def connected(const uint64_t[:, ::1] boards, uint8_t[:, ::1] united):
    """Write for each position and side whether its pieces form one group."""
    cdef Py_ssize_t index
    with nogil:
        for index in range(boards.shape[0]):
            united[index, 0] = is_connected(boards[index, 0])
            united[index, 1] = is_connected(boards[index, 1])


def outcomes(
    const uint64_t[:, ::1] boards, const uint8_t[::1] turns, tuple rule_codes, int8_t[::1] winners
):
    """Write each position's result under a rule set, NOT_OVER (2) while play goes on."""
    cdef Rules rules = rules_from_codes(rule_codes)
    cdef Move moves[MAX_PLAIN_MOVES]
    cdef Py_ssize_t index
    cdef Board board
    with nogil:
        for index in range(boards.shape[0]):
            _load(&board, boards[index, 0], boards[index, 1], turns[index])
            winners[index] = _united(&board, &rules)
            if winners[index] == NOT_OVER and _legal(&board, &rules, moves) == 0:
                winners[index] = _stuck(&board, &rules)


cdef int _random_below(uint64_t* state, int limit) noexcept nogil:
    return <int> (((next_random(state) >> 32) * <uint64_t> limit) >> 32)


cdef int _occurrences(const Playout* game, uint64_t key) noexcept nogil:
    """How often a key occurred since the last capture; no earlier position can come back."""
    cdef int index, found = 0
    for index in range(game.plies - game.since_capture, game.plies):
        found += game.keys[index] == key
    return found


cdef bint _may_not_repeat(const Playout* game, const Board* board, Move move) noexcept nogil:
    """Whether the rule set forbids a move because it makes the third occurrence."""
    cdef Board after
    if game.rules.repetition != REPETITION_DEVIATE or move & MOVE_CAPTURE:
        return False
    make_move(board, &after, move)
    return _occurrences(game, after.key) >= THIRD_TIME


cdef Move _random_move(Playout* game, const Board* board) noexcept nogil:
    """A random legal move, or PASS_MOVE where there is none."""
    cdef Move moves[MAX_PLAIN_MOVES]
    cdef int count = _legal(board, &game.rules, moves)
    cdef int chosen
    while count:
        chosen = _random_below(&game.random_state, count)
        if not _may_not_repeat(game, board, moves[chosen]):
            return moves[chosen]
        count -= 1
        moves[chosen] = moves[count]
    return PASS_MOVE


cdef bint _drawn(const Playout* game, const Board* board) noexcept nogil:
    """Whether repetition, a limit or two passes end the game without a winner."""
    cdef int seen
    if game.rules.move_limit and game.plies >= game.rules.move_limit:
        return True
    if game.rules.capture_limit and game.since_capture >= game.rules.capture_limit:
        return True
    if board.passes == 2:
        return True
    if game.rules.repetition in (REPETITION_NONE, REPETITION_DEVIATE):
        return False
    seen = _occurrences(game, repetition_key(board, game.rules.repetition))
    return seen >= (THIRD_TIME if game.rules.repetition == REPETITION_THREEFOLD else 1)


cdef int _result(const Playout* game, const Board* board) noexcept nogil:
    """The result after the last move, in the order the rule set tests things; NOT_OVER if none."""
    cdef int winner
    if game.rules.limits_first and _drawn(game, board):
        return 0
    winner = _united(board, &game.rules)
    if winner != NOT_OVER:
        return winner
    return 0 if _drawn(game, board) else NOT_OVER


cdef int _play_out(Playout* game, Board* board, int max_plies) noexcept nogil:
    """Play random moves to the end or for ``max_plies``; return the winner or NOT_OVER."""
    cdef Board after
    cdef Move move
    cdef int winner = _united(board, &game.rules)
    game.plies = 0
    game.since_capture = 0
    while winner == NOT_OVER and game.plies < max_plies:
        move = _random_move(game, board)
        if move == PASS_MOVE and game.rules.no_moves != NO_MOVES_PASS:
            return _stuck(board, &game.rules)
        game.keys[game.plies] = repetition_key(board, game.rules.repetition)
        make_move(board, &after, move)
        board[0] = after
        game.plies += 1
        game.since_capture = 0 if move & MOVE_CAPTURE else game.since_capture + 1
        winner = _result(game, board)
    return winner


def play_outs(
    const uint64_t[:, ::1] boards, const uint8_t[::1] turns, tuple rule_codes, int max_plies,
    uint64_t seed, Py_ssize_t first_number, int8_t[::1] winners, int32_t[::1] plies,
):
    """Play each position out at random; write the winner (NOT_OVER (2) if cut off) and the plies.

    The game of a position depends on ``seed`` and on ``first_number`` plus its index only.
    """
    cdef Playout game
    cdef Board board
    cdef Py_ssize_t index
    game.rules = rules_from_codes(rule_codes)
    game.keys = <uint64_t*> malloc((max_plies + 1) * sizeof(uint64_t))
    if game.keys == NULL:
        raise MemoryError
    with nogil:
        for index in range(boards.shape[0]):
            _load(&board, boards[index, 0], boards[index, 1], turns[index])
            board.key = recompute_key(&board)
            game.random_state = seed ^ (<uint64_t> (first_number + index) * 0xD1342543DE82EF95ULL)
            winners[index] = _play_out(&game, &board, max_plies)
            plies[index] = game.plies
    free(game.keys)
