"""Iterative deepening by MTD(f) over the compiled zero-window search.

MTD(f) finds the value of a position by asking "is it at least beta?" again and again, each answer
being a bound that the next question starts from (Plaat, Schaeffer, Pijls and de Bruin, "Best-first
fixed-depth minimax algorithms", 1996). The transposition table makes the repeated searches cheap.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from loa_engine._search import Searcher
from loa_engine._table import TranspositionTable
from loa_engine.limits import MAX_DEPTH, Info, Limit
from loa_engine.move import Move, from_core
from loa_engine.pv import principal_variation
from loa_engine.root import Root
from loa_engine.score import WIN_SCORE, Score

__all__ = ["Driver"]


class Driver:
    """Searches one root deeper and deeper.

    Args:
        root: what to search.
        searcher: does the searching; belongs to this driver alone.
        line_searcher: fills gaps in principal variations.
        table: shared by both searchers.
    """

    def __init__(
        self,
        root: Root,
        searcher: Searcher,
        line_searcher: Searcher,
        table: TranspositionTable,
    ) -> None:
        self._root = root
        self._searcher = searcher
        self._line_searcher = line_searcher
        self._table = table
        self._moves = [move.packed for move in root.moves]
        self._values: list[int] = []
        self._started = time.monotonic()
        searcher.set_position(
            root.position.core, root.rules.core_codes, root.boards, root.since_capture
        )

    def iterations(self, limit: Limit, watch_signals: bool = False) -> Iterator[Info]:
        """Search depth after depth; yield what is known after each.

        The last item may come from a depth that a limit cut short: its score is then a bound.

        Args:
            limit: when to stop.
            watch_signals: whether Ctrl-C is looked for (the main thread only).

        Raises:
            KeyboardInterrupt: Ctrl-C arrived.
        """
        self._started = time.monotonic()
        self._searcher.set_limits(limit.nodes, limit.movetime, watch_signals)
        for depth in range(1, (limit.depth or MAX_DEPTH) + 1):
            info = self._deepen(depth)
            if info is not None:
                yield info
            if self._searcher.stopped or (info is not None and self._is_settled(info)):
                return

    def unsearched(self) -> Info:
        """What can be said before any depth was finished: the first legal move."""
        return self._info(0, Score(0), (self._root.moves[0],), "lower")

    def _is_settled(self, info: Info) -> bool:
        """Whether searching deeper cannot change anything: the end of the game is in sight."""
        plies = info.score.plies
        return plies is not None and plies <= info.depth + 1

    def _deepen(self, depth: int) -> Info | None:
        """Search one depth; None if it was cut short before a move proved good."""
        value, best, is_exact = self._mtdf(depth, self._first_guess())
        if best is None:
            return None
        self._moves.remove(best)
        self._moves.insert(0, best)
        move, score = from_core(best), Score(value)
        if not is_exact:
            return self._info(depth, score, (move,), "lower")
        self._values.append(value)
        line = principal_variation(self._root, move, score, depth, self._table, self._line_searcher)
        return self._info(depth, score, line, "exact")

    def _first_guess(self) -> int:
        """The value two plies ago: scores swing between odd and even depths."""
        return self._values[-2] if len(self._values) > 1 else (self._values or [0])[-1]

    def _mtdf(self, depth: int, guess: int) -> tuple[int, int | None, bool]:
        """The value at a depth, the move that reaches it, and whether the value is exact.

        When the search is stopped, the value is the best lower bound so far, and the move is None
        if there is none.
        """
        lower, upper = -WIN_SCORE, WIN_SCORE
        value, best = guess, None
        while lower < upper or best is None:
            beta = max(value, lower + 1)
            value, move = self._searcher.search(self._moves, depth, beta)
            if self._searcher.stopped:
                return lower, best, False
            if value >= beta:
                lower, best = value, move
            else:
                upper = value
        return value, best, True

    def _info(self, depth: int, score: Score, line: tuple[Move, ...], bound: str) -> Info:
        return Info(
            depth=depth,
            score=score,
            pv=line,
            nodes=self._searcher.nodes,
            time=time.monotonic() - self._started,
            selective_depth=self._searcher.selective_depth,
            table_fill=self._table.fill(),
            bound="exact" if bound == "exact" else "lower",
        )
