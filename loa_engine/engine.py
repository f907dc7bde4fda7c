"""The engine: analyse a position or a game, find its best move.

An ``Engine`` keeps its transposition table between searches, so the next move of the same game is
searched faster. Engines in one process do not share anything.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from loa_engine._search import Searcher
from loa_engine._table import TranspositionTable
from loa_engine.driver import Driver
from loa_engine.errors import LimitError, SearchInterrupted
from loa_engine.game import Game
from loa_engine.limits import Info, Limit
from loa_engine.move import Move
from loa_engine.position import Position
from loa_engine.root import root_of
from loa_engine.rules import RuleSet
from loa_engine.weights import evaluator_for

__all__ = ["Engine", "analyse", "best_move"]

DEFAULT_HASH_MB = 64
MAX_HASH_MB = 1 << 20


class Engine:
    """Searches positions; one search at a time.

    Args:
        hash_mb: size of the transposition table in MB (2^20 bytes).

    Raises:
        LimitError: a table size that makes no sense.
        MemoryError: there is no room for the table.

    >>> engine = Engine(hash_mb=16)
    >>> info = engine.analyse(Position.start(), Limit(depth=3))
    >>> info.depth, info.best_move in Position.start().legal_moves()
    (3, True)
    """

    def __init__(self, hash_mb: int = DEFAULT_HASH_MB) -> None:
        if isinstance(hash_mb, bool) or not isinstance(hash_mb, int):
            raise LimitError(f"hash must be a whole number of MB, not {hash_mb!r}")
        if not 1 <= hash_mb <= MAX_HASH_MB:
            raise LimitError(f"hash must be 1 to {MAX_HASH_MB} MB, not {hash_mb}")
        self._table = TranspositionTable(hash_mb)
        self._searchers: dict[int, tuple[Searcher, Searcher]] = {}
        self._running: Searcher | None = None

    def clear(self) -> None:
        """Forget all that earlier searches learned."""
        self._table.clear()
        self._searchers.clear()

    def stop(self) -> None:
        """Make the running search end now with the best move so far; for other threads."""
        if self._running is not None:
            self._running.stop()

    def analysis(
        self, target: Position | Game | str, limit: Limit, *, rules: RuleSet | str | None = None
    ) -> Iterator[Info]:
        """Search, and report after each depth.

        Args:
            target: a position, the text of one, or a game (whose history counts for repetition).
            limit: when to stop.
            rules: the rule set for a position; a game has its own.

        Raises:
            GameOverError: the game is over.
            PositionError: the text is malformed.
            LimitError: the limit limits nothing.
            SearchInterrupted: Ctrl-C; carries the last report.
        """
        if limit == Limit():
            raise LimitError("a search needs a limit: depth, nodes or movetime")
        root = root_of(target, rules)
        searcher, line_searcher = self._searchers_for(root.position.size)
        self._table.new_search()
        driver = Driver(root, searcher, line_searcher, self._table)
        return self._reports(driver, searcher, limit)

    def analyse(
        self, target: Position | Game | str, limit: Limit, *, rules: RuleSet | str | None = None
    ) -> Info:
        """Search, and report at the end. Arguments and errors as for ``analysis``."""
        *_, last = self.analysis(target, limit, rules=rules)
        return last

    def best_move(
        self, target: Position | Game | str, limit: Limit, *, rules: RuleSet | str | None = None
    ) -> Move:
        """The best move. Arguments and errors as for ``analysis``."""
        return self.analyse(target, limit, rules=rules).best_move

    def _searchers_for(self, size: int) -> tuple[Searcher, Searcher]:
        """The searcher for a board size and the one that completes its lines."""
        if size not in self._searchers:
            evaluator = evaluator_for(size)
            self._searchers[size] = (
                Searcher(self._table, evaluator),
                Searcher(self._table, evaluator),
            )
        return self._searchers[size]

    def _reports(self, driver: Driver, searcher: Searcher, limit: Limit) -> Iterator[Info]:
        last = None
        in_main_thread = threading.current_thread() is threading.main_thread()
        self._running = searcher
        try:
            for last in driver.iterations(limit, in_main_thread):
                yield last
            if last is None:
                yield driver.unsearched()
        except KeyboardInterrupt:
            raise SearchInterrupted(last or driver.unsearched()) from None
        finally:
            self._running = None


def analyse(
    target: Position | Game | str,
    limit: Limit,
    *,
    rules: RuleSet | str | None = None,
    hash_mb: int = DEFAULT_HASH_MB,
) -> Info:
    """Search a position or game with a fresh engine; see ``Engine.analysis``.

    >>> analyse(Position.start(), Limit(depth=2)).depth
    2
    """
    return Engine(hash_mb).analyse(target, limit, rules=rules)


def best_move(
    target: Position | Game | str,
    limit: Limit,
    *,
    rules: RuleSet | str | None = None,
    hash_mb: int = DEFAULT_HASH_MB,
) -> Move:
    """The best move of a position or game, by a fresh engine; see ``Engine.analysis``."""
    return analyse(target, limit, rules=rules, hash_mb=hash_mb).best_move
