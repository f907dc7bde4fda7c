"""Zero-window alpha-beta over the rules core: is the value at least beta or not?

The contract of ``_search``: for a position, a depth and a window alpha < beta it returns a score s
with s >= beta meaning "the value is at least s", s <= alpha meaning "the value is at most s", and
otherwise the value (fail-soft). The driver (``loa_engine.search.driver``) only uses zero windows, beta =
alpha + 1, and calls it with changing beta until the value is pinned (MTD(f), Plaat, Schaeffer,
Pijls and de Bruin 1996); wider windows serve to compare with principal variation search.

Scores are hundredths of a piece for the side to move. A forced win n plies from the root is
WIN - n, a loss -WIN + n. Such scores are only ever made by moves that really end the game, for
every reply of the losing side.

A search runs without the GIL. Every some hundred nodes it looks whether it must stop.
"""

from libc.math cimport log
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from loa_engine._bits cimport is_connected, pop_lowest, popcount, square_bit
from loa_engine._core cimport (
    GEOMETRIES, LINE_TABLES, CoreBoard, Geometry, count_moves, generate, make_move, remove_uniting_both, repetition_key,
    rules_from_codes,
)
from loa_engine.evaluation._evaluate cimport (
    Accumulator, Evaluator, Weights, accumulate, accumulate_move, evaluate,
)
from loa_engine._groups cimport uniting_targets
from loa_engine.search._ordering cimport (
    Killers, Ordering, clear_ordering, learn_cutoff, move_slot, next_move, score_moves,
)
from loa_engine._signals cimport raise_pending, signal_arrived
from loa_engine.search._table cimport (
    Known, Table, TranspositionTable, fold_move, table_prefetch, table_probe, table_store,
)
from loa_engine._types cimport (
    MAX_DROP_MOVES, MAX_PLAIN_MOVES, MOVE_CAPTURE, MOVE_HAS_DROP, NO_MOVES_LOSS, NO_MOVES_PASS,
    PASS_MOVE, REPETITION_BOARD, REPETITION_DEVIATE, REPETITION_THREEFOLD, SIMULTANEOUS_ILLEGAL,
    SIMULTANEOUS_MOVER, SIMULTANEOUS_OPPONENT, Bitboard, Board, Move, Rules,
)

cdef double REDUCTION_BASE = 0.3
cdef double REDUCTION_DIVISOR = 1.7

cdef extern from *:
    """
    #include <time.h>
    static double loa_now(void)
    {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    }
    """
    double loa_now() noexcept nogil

cdef enum:
    DIRECTIONS = 4
    MAX_PLY = 120
    WIN_SCORE = 32000
    # Scores beyond this are forced wins and losses.
    DECIDED_SCORE = WIN_SCORE - 1000
    UNDECIDED = 1 << 20
    NO_MOVE = 0     # a1-a1, which is none
    INFINITE_SCORE = 1 << 15
    POLL_NODES = 1024
    THIRD_TIME = 2      # earlier occurrences that make the next one the third
    # A limit that comes within this many plies beyond the depth makes a position another one.
    LIMIT_MARGIN = 4
    ANY_NEW_PIECE = MOVE_CAPTURE | MOVE_HAS_DROP

    # Null move: plies less, more of them the deeper the search and the better the position.
    NULL_LEAST_DEPTH = 2
    NULL_REDUCTION = 2
    NULL_DEPTH_DIVISOR = 4
    NULL_MARGIN = 130
    NULL_LARGEST_BONUS = 2
    # Below these a side may well be in zugzwang.
    NULL_LEAST_PIECES = 4
    NULL_LEAST_MOVES = 6

    # Late move reductions.
    LEAST_REDUCED_DEPTH = 2
    FULL_MOVES = 2
    MOST_REDUCED_DEPTH = 31
    MOST_REDUCED_MOVE = 63
    HISTORY_PLY = 6000              # history that is worth one ply

    # Reverse futility, in hundredths of a piece a ply.
    FUTILITY_DEPTH = 4
    FUTILITY_MARGIN = 60

    # Late move pruning.
    LATE_DEPTH = 3
    LATE_MOVES = 4
    LATE_MOVES_PER_DEPTH = 2


cdef struct Ply:
    # What belongs to one position on the path from the root.
    Board board
    Accumulator sums
    Killers killers
    Move* moves
    int32_t* scores
    int since_capture
    int reversible              # earlier positions of the path and game that could come back
    bint after_null             # the opponent has just passed for the null move


cdef enum:
    # Parts of the search that can be switched off: the bits of ``Heuristics.flags``.
    LEAF_WINS = 1 << 0
    EARLY_DRAWS = 1 << 1
    DEEP_ENTRIES = 1 << 2
    NULL_MOVE = 1 << 3
    REDUCTIONS = 1 << 4
    REVERSE_FUTILITY = 1 << 5
    LATE_PRUNING = 1 << 6
    PRUNING = NULL_MOVE | REDUCTIONS | REVERSE_FUTILITY | LATE_PRUNING


cdef struct Search:
    Ply plies[MAX_PLY + 2]
    Ordering ordering
    int parts                   # the heuristics in use
    Rules rules
    Table* table
    const Weights* weights
    uint64_t salt               # keeps rule sets, and what is pruned, apart in the table
    uint64_t* keys              # repetition keys of the game and, after them, of the path
    int game_plies              # positions before the root
    int root_count
    bint root_is_whole          # all moves of the root are searched
    int root_best
    uint64_t nodes
    uint64_t node_limit
    double deadline             # on the monotonic clock; 0 for none
    bint watch_signals
    volatile int stop
    int selective_depth
    int reductions[MOST_REDUCED_DEPTH + 1][MOST_REDUCED_MOVE + 1]


cdef bint _must_stop(Search* search) noexcept nogil:
    """Look at the limits; the clock and Ctrl-C only now and then."""
    if search.stop:
        return True
    if search.nodes >= search.node_limit:
        search.stop = 1
    elif search.nodes % POLL_NODES == 0:
        if search.deadline > 0 and loa_now() >= search.deadline:
            search.stop = 1
        elif search.watch_signals and signal_arrived():
            search.stop = 1
    return search.stop != 0


# ---------------------------------------------------------------------------------------------
# How games end inside the search


cdef int _occurrences(const Search* search, int ply, int first) noexcept nogil:
    """Earlier positions, from index ``first`` on, that count as the one at ``ply``."""
    cdef int here = search.game_plies + ply
    cdef uint64_t key = search.keys[here]
    cdef int index, found = 0
    for index in range(max(first, here - search.plies[ply].reversible), here):
        found += search.keys[index] == key
    return found


cdef void _make(Search* search, int ply, Move move) noexcept nogil:
    """Write the position after a move to the next ply."""
    cdef Ply* here = &search.plies[ply]
    cdef Ply* there = here + 1
    make_move(&here.board, &there.board, move)
    there.since_capture = 0 if move & MOVE_CAPTURE else here.since_capture + 1
    there.reversible = 0 if move & MOVE_CAPTURE else here.reversible + 1
    there.after_null = False
    search.keys[search.game_plies + ply + 1] = repetition_key(
        &there.board, search.rules.repetition
    )


cdef int _without_third_times(Search* search, int ply, int count) noexcept nogil:
    """Take the moves at ``ply`` that make a third occurrence out of the list; return how many stay."""
    cdef Ply* here = &search.plies[ply]
    cdef int index, kept = 0
    for index in range(count):
        _make(search, ply, here.moves[index])
        if _occurrences(search, ply + 1, 0) < THIRD_TIME:
            here.moves[kept] = here.moves[index]
            kept += 1
    return kept


cdef int _legal(Search* search, int ply) noexcept nogil:
    """Write the moves at ``ply`` that the rule set allows; return how many. No pass is among them."""
    cdef const Ply* here = &search.plies[ply]
    cdef int count = generate(&here.board, here.moves)
    if search.rules.simultaneous == SIMULTANEOUS_ILLEGAL:
        count = remove_uniting_both(&here.board, here.moves, count)
    if search.rules.repetition == REPETITION_DEVIATE:
        count = _without_third_times(search, ply, count)
    return count


cdef bint _repeats(const Search* search, int ply) noexcept nogil:
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


cdef bint _drawn(const Search* search, int ply) noexcept nogil:
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


cdef int _both_united(int rule, int ply) noexcept nogil:
    """The mover's score for a move at ``ply`` that unites both sides."""
    if rule == SIMULTANEOUS_MOVER:
        return WIN_SCORE - ply - 1
    return -WIN_SCORE + ply + 1 if rule == SIMULTANEOUS_OPPONENT else 0


cdef int _result(Search* search, int ply, Move move) noexcept nogil:
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
        if search.rules.no_moves == NO_MOVES_LOSS and _legal(search, ply + 1) == 0:
            return WIN_SCORE - ply - 1
        return 0
    return UNDECIDED


cdef uint64_t _table_key(const Search* search, int ply, int depth) noexcept nogil:
    """The key of a position in the table; near a limit the plies left belong to the position."""
    cdef const Ply* here = &search.plies[ply]
    cdef uint64_t key = here.board.key ^ search.salt
    cdef int left
    if here.board.passes:
        key ^= 0x9E3779B97F4A7C15ULL
    if search.rules.move_limit:
        left = search.rules.move_limit - search.game_plies - ply
        if left <= depth + LIMIT_MARGIN:
            key ^= <uint64_t> (left + 1) * 0xD1342543DE82EF95ULL
    if search.rules.capture_limit:
        left = search.rules.capture_limit - here.since_capture
        if left <= depth + LIMIT_MARGIN:
            key ^= <uint64_t> (left + 1) * 0xC2B2AE3D27D4EB4FULL
    return key


cdef inline int _score_to_table(int score, int ply) noexcept nogil:
    """Forced wins and losses are kept with their distance from the position, not the root."""
    if score > DECIDED_SCORE:
        return score + ply
    return score - ply if score < -DECIDED_SCORE else score


cdef inline int _score_from_table(int score, int ply) noexcept nogil:
    if score > DECIDED_SCORE:
        return score - ply
    return score + ply if score < -DECIDED_SCORE else score


# ---------------------------------------------------------------------------------------------
# Nodes


cdef int _stuck_score(const Search* search, int ply) noexcept nogil:
    """The score for a side to move that has no move and may not pass."""
    return -WIN_SCORE + ply if search.rules.no_moves == NO_MOVES_LOSS else 0


cdef inline Bitboard _winning_targets(const Board* board, int color) noexcept nogil:
    """Squares on which a move could win at once. In the variants' special turns: none."""
    if board.vanishing or board.hands[0] | board.hands[1]:
        return 0
    return (
        uniting_targets(board.pieces[color])
        & ~board.pieces[color]
        & GEOMETRIES[board.size].squares
    )


cdef bint _wins_from(Search* search, int ply, int start, int target) noexcept nogil:
    """Whether a move at ``ply``, which the lines allow, wins now."""
    cdef const Ply* here = &search.plies[ply]
    cdef Bitboard own = here.board.pieces[here.board.turn]
    cdef Move move = start | (target << 6)
    if not is_connected(own ^ square_bit(start) | square_bit(target)):
        return False
    if (here.board.pieces[1 - here.board.turn] >> target) & 1:
        move |= MOVE_CAPTURE
    _make(search, ply, move)
    return _result(search, ply, move) == WIN_SCORE - ply - 1


cdef bint _wins_at_once(Search* search, int ply, Bitboard targets) noexcept nogil:
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


cdef bint _is_threatened(Search* search, int ply) noexcept nogil:
    """Whether the opponent would win in one if the side to move passed."""
    cdef const Ply* here = &search.plies[ply]
    cdef Bitboard targets = _winning_targets(&here.board, 1 - here.board.turn)
    if targets == 0:
        return False
    _make_null(search, ply)
    return _wins_at_once(search, ply + 1, targets)


cdef void _make_null(Search* search, int ply) noexcept nogil:
    """Write the position in which only the side to move has changed to the next ply."""
    cdef Ply* here = &search.plies[ply]
    cdef Ply* there = here + 1
    make_move(&here.board, &there.board, PASS_MOVE)
    there.board.passes = 0
    there.sums = here.sums
    there.since_capture = here.since_capture + 1
    there.reversible = 0
    there.after_null = True
    search.keys[search.game_plies + ply + 1] = 0


cdef int _leaf(Search* search, int ply) noexcept nogil:
    """The score where the depth ends: a win in one if it is looked for, else the evaluation.

    Without pruning, a side to move that has no move is seen too.
    """
    cdef const Ply* here = &search.plies[ply]
    cdef Bitboard targets
    if search.parts & LEAF_WINS:
        targets = _winning_targets(&here.board, here.board.turn)
        if targets and _wins_at_once(search, ply, targets):
            return WIN_SCORE - ply - 1
    if not search.parts & PRUNING and search.rules.no_moves != NO_MOVES_PASS:
        if _legal(search, ply) == 0:
            return _stuck_score(search, ply)
    return evaluate(search.weights, &here.board, &here.sums)


cdef int _table_score(
    const Search* search, const Known* known, int ply, int depth, int alpha, int beta
) noexcept nogil:
    """The score that an entry settles a node with, or UNDECIDED.

    Forced wins and losses hold at every depth.
    """
    cdef int lower = _score_from_table(known.lower, ply)
    cdef int upper = _score_from_table(known.upper, ply)
    cdef bint enough = known.depth == depth
    if search.parts & DEEP_ENTRIES:
        enough = known.depth >= depth
        if lower >= beta and lower > DECIDED_SCORE:
            return lower
        if upper <= alpha and upper < -DECIDED_SCORE:
            return upper
    if enough and lower >= beta:
        return lower
    if enough and (upper <= alpha or lower == upper):
        return upper
    return UNDECIDED


cdef bint _may_pass_over(const Search* search, int ply, int beta, int static) noexcept nogil:
    """Whether the null move makes sense: the side stands well and is not likely in zugzwang."""
    cdef const Ply* here = &search.plies[ply]
    return (
        ply > 0
        and not here.after_null
        and static >= beta
        and beta < DECIDED_SCORE
        and beta > -DECIDED_SCORE
        and popcount(here.board.pieces[here.board.turn]) >= NULL_LEAST_PIECES
        and count_moves(&here.board) >= NULL_LEAST_MOVES
    )


cdef int _null_score(Search* search, int ply, int depth, int beta, int static) noexcept nogil:
    """The score if the side to move passes, from a less deep search."""
    cdef int less = NULL_REDUCTION + depth // NULL_DEPTH_DIVISOR
    less += min((static - beta) // NULL_MARGIN, NULL_LARGEST_BONUS)
    _make_null(search, ply)
    search.plies[ply + 1].killers.moves[0] = 0
    return -_search(search, ply + 1, depth - 1 - less, -beta, 1 - beta)


cdef int _reduction(const Search* search, int ply, int depth, int index, Move move) noexcept nogil:
    """How many plies less a late move is searched at first."""
    cdef int less
    if not search.parts & REDUCTIONS or depth < LEAST_REDUCED_DEPTH or index < FULL_MOVES:
        return 0
    less = search.reductions[min(depth, MOST_REDUCED_DEPTH)][min(index, MOST_REDUCED_MOVE)]
    less -= search.ordering.history[search.plies[ply].board.turn][move_slot(move)] // HISTORY_PLY
    if move & MOVE_CAPTURE:
        less -= 1
    return min(max(less, 0), depth - 1)


cdef int _child_value(
    Search* search, int ply, int depth, int low, int beta, int less, bint wide, int index
) noexcept nogil:
    """The value of the position after the move just made, for the side that made it.

    A late move is searched less deep at first, and with a zero window where it is not the first of
    a wide one; only what turns out better than ``low`` is searched again in full.
    """
    cdef int value
    if wide and index == 0:
        return -_search(search, ply + 1, depth - 1, -beta, -low)
    value = -_search(search, ply + 1, depth - 1 - less, -low - 1, -low)
    if less and value > low and not search.stop:
        value = -_search(search, ply + 1, depth - 1, -low - 1, -low)
    if wide and low < value < beta and not search.stop:
        value = -_search(search, ply + 1, depth - 1, -beta, -low)
    return value


cdef int _search(Search* search, int ply, int depth, int alpha, int beta) noexcept nogil:
    """One node; see the contract at the head of this file."""
    cdef Ply* here = &search.plies[ply]
    cdef uint64_t key
    cdef Known known
    cdef int table_move = 0, best_move = 0
    cdef int best = -INFINITE_SCORE, value, index, static, less, most
    cdef int count
    cdef bint threatened = False, wide = beta - alpha > 1
    cdef Bitboard targets
    cdef Move move

    search.nodes += 1
    if _must_stop(search):
        return 0
    if ply > search.selective_depth:
        search.selective_depth = ply

    # Step 1. Nothing beats winning now, and nothing is worse than having lost already.
    if ply and WIN_SCORE - ply - 1 <= alpha:
        return WIN_SCORE - ply - 1
    if ply and -WIN_SCORE + ply >= beta:
        return -WIN_SCORE + ply

    # Step 2. The depth ends here.
    if depth <= 0 or ply >= MAX_PLY:
        return _leaf(search, ply)

    # Step 3. The table may know enough already.
    key = _table_key(search, ply, depth)
    if table_probe(search.table, key, &known):
        table_move = known.move
        if ply:
            value = _table_score(search, &known, ply, depth, alpha, beta)
            if value != UNDECIDED:
                return value

    # Step 4. A win in one, where the groups make one possible.
    if ply and search.parts & LEAF_WINS:
        targets = _winning_targets(&here.board, here.board.turn)
        if targets and _wins_at_once(search, ply, targets):
            return WIN_SCORE - ply - 1

    # Step 5. Is the opponent about to win? Then nothing is cut and nothing reduced.
    if ply and search.parts & PRUNING:
        threatened = _is_threatened(search, ply)

    # Step 6. Far above beta already: even a pass would do.
    if ply and search.parts & PRUNING and not threatened and not wide:
        static = evaluate(search.weights, &here.board, &here.sums)
        if (
            search.parts & REVERSE_FUTILITY
            and depth <= FUTILITY_DEPTH
            and static - FUTILITY_MARGIN * depth >= beta
            and beta > -DECIDED_SCORE
        ):
            return static
        if (
            search.parts & NULL_MOVE
            and depth >= NULL_LEAST_DEPTH
            and _may_pass_over(search, ply, beta, static)
        ):
            value = _null_score(search, ply, depth, beta, static)
            if search.stop:
                return 0
            if value >= beta:
                return value if value < DECIDED_SCORE else beta

    # Step 7. Moves, or the lack of them.
    count = _legal(search, ply) if ply else search.root_count
    if count == 0:
        if search.rules.no_moves != NO_MOVES_PASS:
            return _stuck_score(search, ply)
        here.moves[0] = PASS_MOVE
        count = 1

    # Step 8. Try the moves, the most promising first.
    score_moves(
        &search.ordering, &here.killers, here.board.turn, table_move, here.moves, here.scores, count
    )
    here[1].killers.moves[0] = 0
    most = count
    if search.parts & LATE_PRUNING and depth <= LATE_DEPTH and not threatened and ply and not wide:
        most = LATE_MOVES + LATE_MOVES_PER_DEPTH * depth * depth
    for index in range(count):
        if index >= most and best > -DECIDED_SCORE:
            break
        move = next_move(here.moves, here.scores, index, count)
        _make(search, ply, move)
        if depth > 1:
            table_prefetch(search.table, here[1].board.key ^ search.salt)
        value = _result(search, ply, move)
        if value == UNDECIDED:
            accumulate_move(
                search.weights, &here.board, &here[1].board, move, &here.sums, &here[1].sums
            )
            less = 0 if threatened else _reduction(search, ply, depth, index, move)
            value = _child_value(search, ply, depth, max(alpha, best), beta, less, wide, index)
            if search.stop:
                return 0
        if value > best:
            best = value
            best_move = fold_move(move)
            if ply == 0:
                search.root_best = index
            if value >= beta:
                learn_cutoff(
                    &search.ordering, &here.killers, here.board.turn, here.moves, index, depth
                )
                break
    if ply == 0 and not search.root_is_whole:
        return best

    # Step 9. Tell the table.
    if alpha < best < beta:
        value = _score_to_table(best, ply)
        table_store(search.table, key, depth, value, value, best_move)
    elif best >= beta:
        table_store(
            search.table, key, depth, _score_to_table(best, ply), INFINITE_SCORE - 1, best_move
        )
    else:
        table_store(
            search.table, key, depth, 1 - INFINITE_SCORE, _score_to_table(best, ply), 0
        )
    return best


# ---------------------------------------------------------------------------------------------
# The search as Python sees it


cdef bint _reaches(const Search* search, const Known* known, int ply, int score) noexcept nogil:
    """Whether the move of an entry is known to reach a score.

    Of an undecided score in a search that prunes, the bounds need not say more than that it may be:
    reduced searches leave bounds of several depths behind.
    """
    cdef int lower = _score_from_table(known.lower, ply)
    if not search.parts & PRUNING or score > DECIDED_SCORE or score < -DECIDED_SCORE:
        return lower == score
    return lower <= score <= _score_from_table(known.upper, ply)


cdef Move _known_move(
    Search* search, int ply, int score, int depth, bint is_strict
) noexcept nogil:
    """The table's move at ``ply``, with ``is_strict`` only if it reaches the score; or NO_MOVE."""
    cdef Known known
    cdef int index, count = _legal(search, ply)
    if count == 0 and search.rules.no_moves == NO_MOVES_PASS:
        return PASS_MOVE
    if not table_probe(search.table, _table_key(search, ply, depth), &known):
        return NO_MOVE
    if is_strict and not _reaches(search, &known, ply, score):
        return NO_MOVE
    for index in range(count):
        if fold_move(search.plies[ply].moves[index]) == known.move:
            return search.plies[ply].moves[index]
    return NO_MOVE


cdef uint64_t _salt(tuple rule_codes, int parts):
    """What the keys of a search are changed by: 0 for the standard rules with pruning.

    Scores under one rule set say nothing of another, nor scores with pruning of those without.
    """
    cdef uint64_t salt = 0
    for code in (*rule_codes, not parts & PRUNING):
        salt = (salt ^ <uint64_t> code) * 0xD6E8FEB86659FD93ULL
        salt ^= salt >> 32
    return salt


cdef void _fill_reductions(Search* search) noexcept:
    """Late moves are searched less deep the later they come and the deeper the search is."""
    cdef int depth, index
    for depth in range(1, MOST_REDUCED_DEPTH + 1):
        for index in range(1, MOST_REDUCED_MOVE + 1):
            search.reductions[depth][index] = <int> (
                REDUCTION_BASE + log(<double> depth) * log(<double> index) / REDUCTION_DIVISOR
            )


cdef class Searcher:
    """Searches one position at a time; not to be used by two threads at once.

    Args:
        table: what is remembered between calls; may be shared with other searchers.
        evaluator: the weights, for the board size of the positions to come.
        parts: the heuristics in use, as ``Heuristics.flags``.
    """

    cdef Search* state
    cdef Move* moves
    cdef int32_t* scores
    cdef TranspositionTable table
    cdef Evaluator evaluator
    cdef int room               # moves that there is memory for, all plies together

    def __cinit__(self, TranspositionTable table, Evaluator evaluator, int parts):
        self.table = table
        self.evaluator = evaluator
        self.state = <Search*> calloc(1, sizeof(Search))
        if self.state == NULL:
            raise MemoryError("no room for a search")
        self.state.table = &table.table
        self.state.weights = &evaluator.weights
        self.state.parts = parts
        _fill_reductions(self.state)
        clear_ordering(&self.state.ordering, evaluator.size)

    def __dealloc__(self):
        if self.state != NULL:
            free(self.state.keys)
        free(self.state)
        free(self.moves)
        free(self.scores)

    cdef void _lay_out_moves(self, const Board* root) except *:
        """Give every ply its part of the memory for moves; dropping turns need much more."""
        cdef int turns_with_drops = 2 * max(root.hands[0], root.hands[1])
        cdef int ply, used = 0
        cdef int room = (MAX_PLY + 2) * MAX_PLAIN_MOVES + turns_with_drops * MAX_DROP_MOVES
        if room > self.room:
            free(self.moves)
            free(self.scores)
            self.room = 0
            self.moves = <Move*> calloc(room, sizeof(Move))
            self.scores = <int32_t*> calloc(room, sizeof(int32_t))
            if self.moves == NULL or self.scores == NULL:
                raise MemoryError("no room for the moves of a search")
            self.room = room
        for ply in range(MAX_PLY + 2):
            self.state.plies[ply].moves = self.moves + used
            self.state.plies[ply].scores = self.scores + used
            used += MAX_DROP_MOVES if ply < turns_with_drops else MAX_PLAIN_MOVES

    def set_position(self, CoreBoard board, tuple rule_codes, list history, int since_capture):
        """Choose the position to search.

        Args:
            board: the root; its game must not be over.
            rule_codes: ``RuleSet.core_codes``.
            history: the game's earlier positions (``CoreBoard``), oldest first.
            since_capture: plies since the last capture.

        Raises:
            ValueError: the evaluator's weights are for another board size.
            MemoryError: there is no room.
        """
        cdef CoreBoard earlier
        cdef int index, count = len(history)
        cdef uint64_t* keys
        if board.board.size != self.evaluator.size:
            raise ValueError(
                f"weights for size {self.evaluator.size}, board of size {board.board.size}"
            )
        self.state.rules = rules_from_codes(rule_codes)
        self.state.salt = _salt(rule_codes, self.state.parts)
        self._lay_out_moves(&board.board)
        keys = <uint64_t*> calloc(count + MAX_PLY + 3, sizeof(uint64_t))
        if keys == NULL:
            raise MemoryError("no room for the game's history")
        free(self.state.keys)
        self.state.keys = keys
        for index in range(count):
            earlier = history[index]
            keys[index] = repetition_key(&earlier.board, self.state.rules.repetition)
        keys[count] = repetition_key(&board.board, self.state.rules.repetition)
        self.state.game_plies = count
        self.state.plies[0].board = board.board
        self.state.plies[0].since_capture = since_capture
        self.state.plies[0].reversible = min(since_capture, count)
        self.state.plies[0].after_null = False
        accumulate(self.state.weights, &board.board, &self.state.plies[0].sums)

    def forget(self):
        """Forget what was learned about moves; the table is not touched."""
        clear_ordering(&self.state.ordering, self.evaluator.size)
        for ply in range(MAX_PLY + 2):
            memset(&self.state.plies[<int> ply].killers, 0, sizeof(Killers))

    def set_limits(self, node_limit=None, seconds=None, bint watch_signals=False):
        """Start counting nodes and time anew.

        Args:
            node_limit: nodes after which the search stops; None for no limit.
            seconds: seconds from now after which it stops; None for no limit.
            watch_signals: whether Ctrl-C is looked for (only the main thread can see it).
        """
        self.state.nodes = 0
        self.state.selective_depth = 0
        self.state.stop = 0
        self.state.node_limit = ~<uint64_t> 0 if node_limit is None else node_limit
        self.state.deadline = 0 if seconds is None else loa_now() + seconds
        self.state.watch_signals = watch_signals

    def search(self, list moves, int depth, int beta, bint whole=True):
        """Search the root with a zero window, without the GIL.

        Args:
            moves: packed root moves in the order to try them.
            depth: plies, at least 1.
            beta: the question: is the value at least this?
            whole: whether ``moves`` are all moves there are.

        Returns:
            The bound as the contract of this module says, and the packed move it belongs to
            (meaningful where the value is at least ``beta``). Both mean nothing if ``stopped``.

        Raises:
            KeyboardInterrupt: Ctrl-C arrived while signals were watched.
        """
        return self.search_window(moves, depth, beta - 1, beta, whole)

    def search_window(self, list moves, int depth, int alpha, int beta, bint whole=True):
        """Search the root with a window that may be wider than zero; else as ``search``.

        The move belongs to the value where that is above ``alpha``.
        """
        cdef int index, value
        self.state.root_count = len(moves)
        for index in range(self.state.root_count):
            self.state.plies[0].moves[index] = moves[index]
        self.state.root_is_whole = whole
        self.state.root_best = 0
        with nogil:
            value = _search(self.state, 0, depth, alpha, beta)
        raise_pending()
        best = self.state.plies[0].moves[self.state.root_best]
        return value, best

    def line(self, Move first, int score, int length, bint is_strict=True):
        """The best line from the root as far as the table knows it, as packed moves.

        Args:
            first: the line's first move.
            score: the root's score.
            length: the most moves it may have.
            is_strict: whether the line ends where the table does not agree with the score;
                otherwise it goes on with the move that the table has there.
        """
        cdef Search* search = self.state
        cdef Move move = first
        cdef int ply = 0
        found = []
        while True:
            found.append(move)
            _make(search, ply, move)
            if len(found) >= min(length, MAX_PLY) or _result(search, ply, move) != UNDECIDED:
                return found
            ply += 1
            score = -score
            move = _known_move(search, ply, score, length - ply, True)
            if move == NO_MOVE and not is_strict:
                move = _known_move(search, ply, score, length - ply, False)
            if move == NO_MOVE:
                return found

    def continued(self, list line, int length, int depth):
        """A line from the root with moves found by shallow searches added at its end.

        Args:
            line: packed moves that may be played from the root, one after the other.
            length: the moves it should have; fewer when the game ends or a limit is reached.
            depth: plies to search for each.
        """
        cdef Search* search = self.state
        cdef Move move = NO_MOVE
        cdef int ply = 0
        found = list(line)
        for packed in line:
            move = packed
            _make(search, ply, move)
            ply += 1
        while len(found) < min(length, MAX_PLY - depth) and _result(search, ply - 1, move) == UNDECIDED:
            with nogil:
                _search(search, ply, depth, -WIN_SCORE, WIN_SCORE)
            if search.stop:
                break
            move = _known_move(search, ply, 0, depth, False)
            if move == NO_MOVE:
                break
            found.append(move)
            _make(search, ply, move)
            ply += 1
        return found

    def stop(self):
        """Make the running search return soon; may be called from any thread."""
        self.state.stop = 1

    def count_nodes(self, uint64_t nodes):
        """Add nodes that another searcher searched for this one; they count for the limit."""
        self.state.nodes += nodes

    @property
    def nodes_left(self):
        """Nodes that may still be searched."""
        return max(0, self.state.node_limit - self.state.nodes)

    @property
    def stopped(self):
        """Whether a limit, a signal or ``stop`` ended the last search."""
        return self.state.stop != 0

    @property
    def nodes(self):
        """Positions searched since ``set_limits``."""
        return self.state.nodes

    @property
    def selective_depth(self):
        """The most plies looked ahead since ``set_limits``."""
        return self.state.selective_depth
