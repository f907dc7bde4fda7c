"""The search as Python sees it: one searcher, its position, its limits, its lines.

What a node does is in ``_node.pxd``, how games end there in ``_endings.pxd``, what a search keeps
in ``_state.pxd``; all of it is compiled into this module, where the compiler sees one program. The
driver (``loa_engine.search.driver``) mostly asks with zero windows, beta = alpha + 1, and changes
beta until the value is pinned (MTD(f), Plaat, Schaeffer, Pijls and de Bruin 1996); wider windows
serve to compare with principal variation search.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from loa_engine._core cimport CoreBoard, repetition_key, rules_from_codes
from loa_engine._signals cimport raise_pending
from loa_engine._types cimport (
    MAX_DROP_MOVES, MAX_PLAIN_MOVES, NO_MOVES_PASS, PASS_MOVE, Board, Move,
)
from loa_engine.evaluation._evaluate cimport Evaluator, accumulate
from loa_engine.search._endings cimport legal_moves, result
from loa_engine.search._node cimport (
    fill_reductions, score_from_table, search_node, table_key,
)
from loa_engine.search._ordering cimport Killers, clear_ordering
from loa_engine.search._state cimport (
    DECIDED_SCORE, MAX_PLY, PRUNING, UNDECIDED, WIN_SCORE, Search, loa_now, play,
)
from loa_engine.search._table cimport Known, TranspositionTable, fold_move, table_probe

cdef enum:
    NO_MOVE = 0     # a1-a1, which is none


cdef bint _reaches(const Search* search, const Known* known, int ply, int score) noexcept nogil:
    """Whether the move of an entry is known to reach a score.

    Of an undecided score in a search that prunes, the bounds need not say more than that it may be:
    reduced searches leave bounds of several depths behind.
    """
    cdef int lower = score_from_table(known.lower, ply)
    if not search.parts & PRUNING or score > DECIDED_SCORE or score < -DECIDED_SCORE:
        return lower == score
    return lower <= score <= score_from_table(known.upper, ply)


cdef Move _known_move(
    Search* search, int ply, int score, int depth, bint is_strict
) noexcept nogil:
    """The table's move at ``ply``, with ``is_strict`` only if it reaches the score; or NO_MOVE."""
    cdef Known known
    cdef int index, count = legal_moves(search, ply)
    if count == 0 and search.rules.no_moves == NO_MOVES_PASS:
        return PASS_MOVE
    if not table_probe(search.table, table_key(search, ply, depth), &known):
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
        fill_reductions(self.state)
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
            The bound as the contract of ``search_node`` says, and the packed move it belongs to
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
            value = search_node(self.state, 0, depth, alpha, beta)
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
            play(search, ply, move)
            if len(found) >= min(length, MAX_PLY) or result(search, ply, move) != UNDECIDED:
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
            play(search, ply, move)
            ply += 1
        length = min(length, MAX_PLY - depth)
        while len(found) < length and result(search, ply - 1, move) == UNDECIDED:
            with nogil:
                search_node(search, ply, depth, -WIN_SCORE, WIN_SCORE)
            if search.stop:
                break
            move = _known_move(search, ply, 0, depth, False)
            if move == NO_MOVE:
                break
            found.append(move)
            play(search, ply, move)
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
