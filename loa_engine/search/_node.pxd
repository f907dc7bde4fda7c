"""One node of the zero-window alpha-beta: is the value at least beta or not?

The contract of ``search_node``: for a position, a depth and a window alpha < beta it returns a
score s with s >= beta meaning "the value is at least s", s <= alpha meaning "the value is at most
s", and otherwise the value (fail-soft).

Scores are hundredths of a piece for the side to move. A forced win n plies from the root is
WIN - n, a loss -WIN + n. Such scores are only ever made by moves that really end the game, for
every reply of the losing side.

A search runs without the GIL. Every some hundred nodes it looks whether it must stop.
"""

from libc.math cimport log
from libc.stdint cimport uint64_t

from loa_engine._bits cimport popcount
from loa_engine._core cimport count_moves
from loa_engine._types cimport (
    MOVE_CAPTURE, NO_MOVES_PASS, PASS_MOVE, Bitboard, Move,
)
from loa_engine.evaluation._evaluate cimport accumulate_move, evaluate
from loa_engine.search._endings cimport (
    is_threatened, legal_moves, result, stuck_score, winning_targets, wins_at_once,
)
from loa_engine.search._ordering cimport learn_cutoff, move_slot, next_move, score_moves
from loa_engine.search._state cimport (
    DECIDED_SCORE, DEEP_ENTRIES, INFINITE_SCORE, LATE_PRUNING, LEAF_WINS, MAX_PLY,
    MOST_REDUCED_DEPTH, MOST_REDUCED_MOVE, NULL_MOVE, PRUNING, REDUCTIONS, REVERSE_FUTILITY,
    UNDECIDED, WIN_SCORE, Ply, Search, must_stop, play, play_null,
)
from loa_engine.search._table cimport (
    Known, fold_move, table_prefetch, table_probe, table_store,
)

cdef enum:
    # A limit that comes within this many plies beyond the depth makes a position another one.
    LIMIT_MARGIN = 4

    # Null move: plies less, more of them the deeper the search and the better the position.
    NULL_LEAST_DEPTH = 2
    NULL_REDUCTION = 2
    NULL_DEPTH_DIVISOR = 4
    NULL_MARGIN = 130
    NULL_LARGEST_BONUS = 2
    # Below these a side may well be in zugzwang.
    NULL_LEAST_PIECES = 4
    NULL_LEAST_MOVES = 6

    # Late move reductions: the base and the divisor of their logarithms, in hundredths.
    REDUCTION_BASE = 30
    REDUCTION_DIVISOR = 170
    LEAST_REDUCED_DEPTH = 2
    FULL_MOVES = 2
    HISTORY_PLY = 6000              # history that is worth one ply

    # Reverse futility, in hundredths of a piece a ply.
    FUTILITY_DEPTH = 4
    FUTILITY_MARGIN = 60

    # Late move pruning.
    LATE_DEPTH = 3
    LATE_MOVES = 4
    LATE_MOVES_PER_DEPTH = 2


cdef inline uint64_t table_key(const Search* search, int ply, int depth) noexcept nogil:
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


cdef inline int score_from_table(int score, int ply) noexcept nogil:
    if score > DECIDED_SCORE:
        return score - ply
    return score + ply if score < -DECIDED_SCORE else score


cdef inline int _leaf(Search* search, int ply) noexcept nogil:
    """The score where the depth ends: a win in one if it is looked for, else the evaluation.

    Without pruning, a side to move that has no move is seen too.
    """
    cdef const Ply* here = &search.plies[ply]
    cdef Bitboard targets
    if search.parts & LEAF_WINS:
        targets = winning_targets(&here.board, here.board.turn)
        if targets and wins_at_once(search, ply, targets):
            return WIN_SCORE - ply - 1
    if not search.parts & PRUNING and search.rules.no_moves != NO_MOVES_PASS:
        if legal_moves(search, ply) == 0:
            return stuck_score(search, ply)
    return evaluate(search.weights, &here.board, &here.sums)


cdef inline int _table_score(
    const Search* search, const Known* known, int ply, int depth, int alpha, int beta
) noexcept nogil:
    """The score that an entry settles a node with, or UNDECIDED.

    Forced wins and losses hold at every depth.
    """
    cdef int lower = score_from_table(known.lower, ply)
    cdef int upper = score_from_table(known.upper, ply)
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


cdef inline bint _may_pass_over(const Search* search, int ply, int beta, int static) noexcept nogil:
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


cdef inline int _null_score(
    Search* search, int ply, int depth, int beta, int static
) noexcept nogil:
    """The score if the side to move passes, from a less deep search."""
    cdef int less = NULL_REDUCTION + depth // NULL_DEPTH_DIVISOR
    less += min((static - beta) // NULL_MARGIN, NULL_LARGEST_BONUS)
    play_null(search, ply)
    search.plies[ply + 1].killers.moves[0] = 0
    return -search_node(search, ply + 1, depth - 1 - less, -beta, 1 - beta)


cdef inline void fill_reductions(Search* search) noexcept:
    """Late moves are searched less deep the later they come and the deeper the search is."""
    cdef int depth, index
    for depth in range(1, MOST_REDUCED_DEPTH + 1):
        for index in range(1, MOST_REDUCED_MOVE + 1):
            search.reductions[depth][index] = <int> (
                REDUCTION_BASE / 100.0
                + log(<double> depth) * log(<double> index) / (REDUCTION_DIVISOR / 100.0)
            )


cdef inline int _reduction(
    const Search* search, int ply, int depth, int index, Move move
) noexcept nogil:
    """How many plies less a late move is searched at first."""
    cdef int less
    if not search.parts & REDUCTIONS or depth < LEAST_REDUCED_DEPTH or index < FULL_MOVES:
        return 0
    less = search.reductions[min(depth, MOST_REDUCED_DEPTH)][min(index, MOST_REDUCED_MOVE)]
    less -= search.ordering.history[search.plies[ply].board.turn][move_slot(move)] // HISTORY_PLY
    if move & MOVE_CAPTURE:
        less -= 1
    return min(max(less, 0), depth - 1)


cdef inline int _child_value(
    Search* search, int ply, int depth, int low, int beta, int less, bint wide, int index
) noexcept nogil:
    """The value of the position after the move just made, for the side that made it.

    A late move is searched less deep at first, and with a zero window where it is not the first of
    a wide one; only what turns out better than ``low`` is searched again in full.
    """
    cdef int value
    if wide and index == 0:
        return -search_node(search, ply + 1, depth - 1, -beta, -low)
    value = -search_node(search, ply + 1, depth - 1 - less, -low - 1, -low)
    if less and value > low and not search.stop:
        value = -search_node(search, ply + 1, depth - 1, -low - 1, -low)
    if wide and low < value < beta and not search.stop:
        value = -search_node(search, ply + 1, depth - 1, -beta, -low)
    return value


cdef inline int search_node(Search* search, int ply, int depth, int alpha, int beta) noexcept nogil:
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
    if must_stop(search):
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
    key = table_key(search, ply, depth)
    if table_probe(search.table, key, &known):
        table_move = known.move
        if ply:
            value = _table_score(search, &known, ply, depth, alpha, beta)
            if value != UNDECIDED:
                return value

    # Step 4. A win in one, where the groups make one possible.
    if ply and search.parts & LEAF_WINS:
        targets = winning_targets(&here.board, here.board.turn)
        if targets and wins_at_once(search, ply, targets):
            return WIN_SCORE - ply - 1

    # Step 5. Is the opponent about to win? Then nothing is cut and nothing reduced.
    if ply and search.parts & PRUNING:
        threatened = is_threatened(search, ply)

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
    count = legal_moves(search, ply) if ply else search.root_count
    if count == 0:
        if search.rules.no_moves != NO_MOVES_PASS:
            return stuck_score(search, ply)
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
        play(search, ply, move)
        if depth > 1:
            table_prefetch(search.table, here[1].board.key ^ search.salt)
        value = result(search, ply, move)
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
