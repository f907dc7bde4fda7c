"""How games end inside a search: results, draws, moves that a rule set forbids, wins in one."""

from libc.stdint cimport uint64_t

from loa_engine._bits cimport is_connected, pop_lowest, square_bit
from loa_engine._core cimport GEOMETRIES, LINE_TABLES, Geometry, generate, remove_uniting_both
from loa_engine._groups cimport uniting_targets
from loa_engine._types cimport (
    MOVE_CAPTURE, MOVE_HAS_DROP, NO_MOVES_LOSS, REPETITION_BOARD, REPETITION_DEVIATE,
    REPETITION_THREEFOLD, SIMULTANEOUS_ILLEGAL, SIMULTANEOUS_MOVER, SIMULTANEOUS_OPPONENT, Bitboard,
    Board, Move, Rules,
)
from loa_engine.search._state cimport (
    EARLY_DRAWS, UNDECIDED, WIN_SCORE, Ply, Search, play, play_null,
)

cdef enum:
    DIRECTIONS = 4
    THIRD_TIME = 2      # earlier occurrences that make the next one the third
    ANY_NEW_PIECE = MOVE_CAPTURE | MOVE_HAS_DROP


cdef inline int _occurrences(const Search* search, int ply, int first) noexcept nogil:
    """Earlier positions, from index ``first`` on, that count as the one at ``ply``."""
    cdef int here = search.game_plies + ply
    cdef uint64_t key = search.keys[here]
    cdef int index, found = 0
    for index in range(max(first, here - search.plies[ply].reversible), here):
        found += search.keys[index] == key
    return found


cdef inline int _without_third_times(Search* search, int ply, int count) noexcept nogil:
    """Take the moves at ``ply`` that make a third occurrence out; return how many stay."""
    cdef Ply* here = &search.plies[ply]
    cdef int index, kept = 0
    for index in range(count):
        play(search, ply, here.moves[index])
        if _occurrences(search, ply + 1, 0) < THIRD_TIME:
            here.moves[kept] = here.moves[index]
            kept += 1
    return kept


cdef inline int legal_moves(Search* search, int ply) noexcept nogil:
    """Write the moves at ``ply`` that the rule set allows, a pass never; return how many."""
    cdef const Ply* here = &search.plies[ply]
    cdef int count = generate(&here.board, here.moves)
    if search.rules.simultaneous == SIMULTANEOUS_ILLEGAL:
        count = remove_uniting_both(&here.board, here.moves, count)
    if search.rules.repetition == REPETITION_DEVIATE:
        count = _without_third_times(search, ply, count)
    return count


cdef inline bint _repeats(const Search* search, int ply) noexcept nogil:
    """Whether the position at ``ply`` is drawn by repetition.

    A position that came up on the path already is taken for a draw at its second occurrence: who
    can force the second one can force the third.
    """
    if search.rules.repetition == REPETITION_BOARD:
        return _occurrences(search, ply, 0) >= 1
    if search.rules.repetition != REPETITION_THREEFOLD:
        return False
    if search.parts & EARLY_DRAWS and _occurrences(search, ply, search.game_plies) >= 1:
        return True
    return _occurrences(search, ply, 0) >= THIRD_TIME


cdef inline bint _drawn(const Search* search, int ply) noexcept nogil:
    """Whether repetition, a limit or two passes end the game at ``ply``."""
    cdef const Rules* rules = &search.rules
    cdef const Ply* here = &search.plies[ply]
    if rules.move_limit and search.game_plies + ply >= rules.move_limit:
        return True
    if rules.capture_limit and here.since_capture >= rules.capture_limit:
        return True
    if here.board.passes == 2:
        return True
    return here.reversible > 0 and _repeats(search, ply)


cdef inline int _both_united(int rule, int ply) noexcept nogil:
    """The mover's score for a move at ``ply`` that unites both sides."""
    if rule == SIMULTANEOUS_MOVER:
        return WIN_SCORE - ply - 1
    return -WIN_SCORE + ply + 1 if rule == SIMULTANEOUS_OPPONENT else 0


cdef inline int result(Search* search, int ply, Move move) noexcept nogil:
    """The mover's score if the move made at ``ply`` ended the game, else UNDECIDED."""
    cdef const Board* after = &search.plies[ply + 1].board
    cdef bint mover, other
    if search.rules.limits_first and _drawn(search, ply + 1):
        return 0
    if not (after.hands[0] | after.hands[1]):
        mover = is_connected(after.pieces[1 - after.turn])
        other = move & ANY_NEW_PIECE and is_connected(after.pieces[after.turn])
        if mover and other:
            return _both_united(search.rules.simultaneous, ply)
        if mover:
            return WIN_SCORE - ply - 1
        if other:
            return -WIN_SCORE + ply + 1
    if not search.rules.limits_first and _drawn(search, ply + 1):
        if search.rules.no_moves == NO_MOVES_LOSS and legal_moves(search, ply + 1) == 0:
            return WIN_SCORE - ply - 1
        return 0
    return UNDECIDED


cdef inline int stuck_score(const Search* search, int ply) noexcept nogil:
    """The score for a side to move that has no move and may not pass."""
    return -WIN_SCORE + ply if search.rules.no_moves == NO_MOVES_LOSS else 0


cdef inline Bitboard winning_targets(const Board* board, int color) noexcept nogil:
    """Squares on which a move could win at once. In the variants' special turns: none."""
    if board.vanishing or board.hands[0] | board.hands[1]:
        return 0
    return (
        uniting_targets(board.pieces[color])
        & ~board.pieces[color]
        & GEOMETRIES[board.size].squares
    )


cdef inline bint _wins_from(Search* search, int ply, int start, int target) noexcept nogil:
    """Whether a move at ``ply``, which the lines allow, wins now."""
    cdef const Ply* here = &search.plies[ply]
    cdef Bitboard own = here.board.pieces[here.board.turn]
    cdef Move move = start | (target << 6)
    if not is_connected(own ^ square_bit(start) | square_bit(target)):
        return False
    if (here.board.pieces[1 - here.board.turn] >> target) & 1:
        move |= MOVE_CAPTURE
    play(search, ply, move)
    return result(search, ply, move) == WIN_SCORE - ply - 1


cdef inline bint wins_at_once(Search* search, int ply, Bitboard targets) noexcept nogil:
    """Whether a move of the side to move at ``ply`` to one of some squares wins now."""
    cdef const Board* board = &search.plies[ply].board
    cdef const Geometry* lines = &GEOMETRIES[board.size]
    cdef int mover = board.turn
    cdef int target, direction, line, position, content, way
    while targets:
        target = pop_lowest(&targets)
        for direction in range(DIRECTIONS):
            line = lines.line_of[target][direction]
            position = lines.position_of[target][direction]
            content = lines.contents[line] + board.lines[line]
            way = LINE_TABLES.distance[content] * lines.step[line]
            if (LINE_TABLES.reached_up[mover][content] >> position) & 1:
                if _wins_from(search, ply, target - way, target):
                    return True
            if (LINE_TABLES.reached_down[mover][content] >> position) & 1:
                if _wins_from(search, ply, target + way, target):
                    return True
    return False


cdef inline bint is_threatened(Search* search, int ply) noexcept nogil:
    """Whether the opponent would win in one if the side to move passed."""
    cdef const Ply* here = &search.plies[ply]
    cdef Bitboard targets = winning_targets(&here.board, 1 - here.board.turn)
    if targets == 0:
        return False
    play_null(search, ply)
    return wins_at_once(search, ply + 1, targets)
