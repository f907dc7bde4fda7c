"""What one search keeps: its limits, and every position on the path from the root."""

from libc.stdint cimport int32_t, uint64_t

from loa_engine._core cimport make_move, repetition_key
from loa_engine._signals cimport signal_arrived
from loa_engine._types cimport MOVE_CAPTURE, PASS_MOVE, Board, Move, Rules
from loa_engine.evaluation._evaluate cimport Accumulator, Weights
from loa_engine.search._ordering cimport Killers, Ordering
from loa_engine.search._table cimport Table

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
    # Parts of the search that can be switched off: the bits of ``Heuristics.flags``.
    LEAF_WINS = 1 << 0
    EARLY_DRAWS = 1 << 1
    DEEP_ENTRIES = 1 << 2
    NULL_MOVE = 1 << 3
    REDUCTIONS = 1 << 4
    REVERSE_FUTILITY = 1 << 5
    LATE_PRUNING = 1 << 6
    PRUNING = NULL_MOVE | REDUCTIONS | REVERSE_FUTILITY | LATE_PRUNING


cdef enum:
    MAX_PLY = 120
    WIN_SCORE = 32000
    # Scores beyond this are forced wins and losses.
    DECIDED_SCORE = WIN_SCORE - 1000
    UNDECIDED = 1 << 20
    INFINITE_SCORE = 1 << 15
    POLL_NODES = 1024
    # The table of reductions ends here; what is deeper or later is reduced like its last.
    MOST_REDUCED_DEPTH = 31
    MOST_REDUCED_MOVE = 63


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


cdef inline bint must_stop(Search* search) noexcept nogil:
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


cdef inline void play(Search* search, int ply, Move move) noexcept nogil:
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


cdef inline void play_null(Search* search, int ply) noexcept nogil:
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
