"""The engine: analyse a position or a game, find its best move.

An ``Engine`` keeps its transposition table between searches, so the next move of the same game is
searched faster. Engines in one process do not share anything.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn, overload

from loa_engine.evaluation.weights import evaluator_for
from loa_engine.game.checks import check_count, check_type
from loa_engine.game.errors import LimitError
from loa_engine.game.game import Game
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet
from loa_engine.search._search import Searcher
from loa_engine.search._table import TranspositionTable
from loa_engine.search.clock import Clock
from loa_engine.search.driver import Driver, ValueFinder
from loa_engine.search.heuristics import FULL_WIDTH, Heuristics
from loa_engine.search.levels import STRONGEST, Level, as_level
from loa_engine.search.limits import Info, Limit, SearchInterrupted
from loa_engine.search.mtdf import mtdf
from loa_engine.search.root import Root, root_of
from loa_engine.search.team import iterate_together

if TYPE_CHECKING:
    from loa_engine.review.explain import Explanation

__all__ = ["Engine", "analyse", "best_move"]

Target = Position | Game | Root | str
"""What can be searched: a position, its text, or a game, whose history counts for repetition.

A ``Root``, for the engine room itself, is a position with the history that it says."""

DEFAULT_HASH_MB = 64
MAX_HASH_MB = 1 << 20
MAX_THREADS = 256
MAX_LINES = 500
_LINE_TABLE_MB = 1


_Searchers = tuple[Searcher, Searcher, Searcher]


class Engine:
    """Searches positions; one search at a time.

    Args:
        hash_mb: size of the transposition table in MB (2^20 bytes).
        threads: how many threads search at once; more than the machine has cores would only get
            in each other's way, so there are at most so many. With one, a fixed depth or number
            of nodes and a cleared table give the same result every time.
        level: how strong ``choose`` and ``best_move`` play, 1 to 10; ``analyse`` and
            ``analysis`` tell what the search finds, whatever the level.
        heuristics: the selective parts of the search; None for those of the level, which has all
            of them from level 5 on.
        find_value: how the driver finds a value by zero-window searches; MTD(f).

    Raises:
        LimitError: a table size or number of threads that makes no sense.
        MemoryError: there is no room for the table.

    >>> engine = Engine(hash_mb=16)
    >>> info = engine.analyse(Position.start(), Limit(depth=3))
    >>> info.depth, info.best_move in Position.start().legal_moves()
    (3, True)
    """

    def __init__(
        self,
        hash_mb: int = DEFAULT_HASH_MB,
        threads: int = 1,
        *,
        level: Level | int = STRONGEST,
        heuristics: Heuristics | None = None,
        find_value: ValueFinder = mtdf,
    ) -> None:
        check_count("hash_mb", hash_mb, 1, MAX_HASH_MB)
        check_count("threads", threads, 1, MAX_THREADS)
        self._table = TranspositionTable(hash_mb)
        self._line_table = TranspositionTable(_LINE_TABLE_MB)
        self._threads = min(threads, _cores())
        self._level = as_level(level)
        self._parts = (self._level.heuristics if heuristics is None else heuristics).flags
        self._find_value = find_value
        self._searchers: dict[tuple[int, int], _Searchers] = {}
        self._drivers: list[Driver] = []
        self._busy = threading.Lock()
        self._process = os.getpid()

    @property
    def threads(self) -> int:
        """How many threads search: no more than the machine lets this process have cores."""
        return self._threads

    @property
    def level(self) -> Level:
        """How strong it plays."""
        return self._level

    def __reduce__(self) -> NoReturn:
        raise TypeError("an Engine cannot be copied or pickled: make a new one")

    def clear(self) -> None:
        """Forget all that earlier searches learned."""
        self._table.clear()
        self._line_table.clear()
        self._searchers.clear()

    def stop(self) -> None:
        """Make the running search end now with the best move so far; for other threads."""
        for driver in self._drivers:
            driver.stop()

    def analysis(
        self,
        target: Target,
        limit: Limit,
        *,
        rules: RuleSet | str | None = None,
        multipv: int = 1,
        searchmoves: Iterable[Move | str] | None = None,
    ) -> Generator[Info, None, None]:
        """Search, and report after each depth; closing the iteration early ends the search.

        Args:
            target: a position, the text of one, or a game (whose history counts for repetition).
            limit: when to stop.
            rules: the rule set for a position; a game has its own.
            multipv: how many lines to find; each depth reports them one by one, the best first.
            searchmoves: the only moves to look at; None for all.

        Raises:
            GameOverError: the game is over.
            PositionError: the text is malformed.
            IllegalMoveError: one of ``searchmoves`` may not be played.
            LimitError: a number of lines that makes no sense, or no move to search.
            RuleError: no such rule set, or one that is not the game's.
            SearchInterrupted: Ctrl-C; carries the last report of the best line.
            TypeError: something of another type altogether.
        """
        check_count("multipv", multipv, 1, MAX_LINES)
        check_type("limit", limit, Limit)
        root = root_of(target, rules, searchmoves)
        return self._reports(root, limit, multipv)

    @overload
    def analyse(
        self,
        target: Target,
        limit: Limit,
        *,
        rules: RuleSet | str | None = None,
        multipv: None = None,
        searchmoves: Iterable[Move | str] | None = None,
    ) -> Info: ...

    @overload
    def analyse(
        self,
        target: Target,
        limit: Limit,
        *,
        rules: RuleSet | str | None = None,
        multipv: int,
        searchmoves: Iterable[Move | str] | None = None,
    ) -> list[Info]: ...

    def analyse(
        self,
        target: Target,
        limit: Limit,
        *,
        rules: RuleSet | str | None = None,
        multipv: int | None = None,
        searchmoves: Iterable[Move | str] | None = None,
    ) -> Info | list[Info]:
        """Search, and report at the end. Arguments and errors as for ``analysis``.

        Returns:
            The best line, or with ``multipv`` a list of lines, the best first.
        """
        last: list[Info] = []
        try:
            for info in self.analysis(
                target,
                limit,
                rules=rules,
                multipv=1 if multipv is None else multipv,
                searchmoves=searchmoves,
            ):
                last = [*last, info] if info.rank > 1 else [info]
        except SearchInterrupted:
            raise
        except KeyboardInterrupt:
            raise SearchInterrupted(last[0] if last else None) from None
        return last[0] if multipv is None else last

    def choose(
        self,
        target: Target,
        limit: Limit | None = None,
        *,
        rules: RuleSet | str | None = None,
        searchmoves: Iterable[Move | str] | None = None,
        chance: random.Random | None = None,
    ) -> Info:
        """The line that the engine plays at its level; at level 10, the best it finds.

        Args:
            target: as for ``analysis``.
            limit: when to stop at the latest; below level 10 it may be None.
            rules: as for ``analysis``.
            searchmoves: the only moves to look at; None for all.
            chance: makes the choices of the weak levels; None for one of its own.

        Raises:
            LimitError: level 10 without a limit, or as for ``analysis``.
        """
        root = root_of(target, rules, searchmoves)

        def search(limit: Limit, lines: int, moves: Iterable[Move] | None) -> list[Info]:
            wanted = root.moves if moves is None and not root.is_whole else moves
            return self.analyse(target, limit, rules=rules, multipv=lines, searchmoves=wanted)

        return self._level.choose(root, limit, search, chance or random.Random())

    def best_move(
        self, target: Target, limit: Limit | None = None, *, rules: RuleSet | str | None = None
    ) -> Move:
        """The move to play. Arguments and errors as for ``choose``."""
        return self.choose(target, limit, rules=rules).best_move

    def explain(
        self,
        target: Position | Game | str,
        move: Move | str | None = None,
        limit: Limit | None = None,
        *,
        rules: RuleSet | str | None = None,
    ) -> Explanation:
        """Say in words what a move does; docs/explain.md has what backs each sentence.

        The engine forgets what it knew before, so that the same question has the same answer.

        Args:
            target: a position, the text of one, or a game.
            move: the move to explain; None for the one that a search of the position chooses.
            limit: when each of the searches stops; None for 200 000 nodes.
            rules: the rule set for a position; a game has its own.

        Returns:
            The facts; as text, the sentences that they make.

        Raises:
            IllegalMoveError: the move may not be played; says why.
            MoveTextError: the text of the move is none.
            LimitError: the limit never ends a search.
            SearchInterrupted: Ctrl-C; ``loa_engine.review.explain.Explainer`` keeps what was found.
        """
        from loa_engine.review.explain import explain

        return explain(self, target, move, limit, rules=rules)

    def _searchers_for(self, size: int, number: int) -> _Searchers:
        """One thread's searchers for a board size: to search, to prove and to end lines."""
        if (size, number) not in self._searchers:
            evaluator = evaluator_for(size)
            self._searchers[size, number] = (
                Searcher(self._table, evaluator, self._parts),
                Searcher(self._table, evaluator, FULL_WIDTH.flags),
                Searcher(self._line_table, evaluator, self._parts),
            )
        return self._searchers[size, number]

    def _new_drivers(self, root: Root, lines: int) -> list[Driver]:
        return [
            Driver(
                root,
                *self._searchers_for(root.position.size, number),
                self._table,
                lines,
                self._find_value,
            )
            for number in range(self._threads)
        ]

    def _reports(self, root: Root, limit: Limit, lines: int) -> Generator[Info, None, None]:
        self._notice_fork()
        if not self._busy.acquire(blocking=False):
            raise LimitError("this engine is searching already")
        best = None
        try:
            self._table.new_search()
            self._drivers = self._new_drivers(root, lines)
            best = self._drivers[0].unsearched()
            for infos in self._iterations(limit):
                best = infos[0]
                yield from infos
            if best.depth == 0:
                yield self._drivers[0].unsearched()
        except KeyboardInterrupt:
            raise SearchInterrupted(best) from None
        finally:
            self._drivers = []
            self._busy.release()

    def _notice_fork(self) -> None:
        """Start anew in a child process, where the threads of a running search do not exist."""
        if self._process != os.getpid():
            self._process, self._busy = os.getpid(), threading.Lock()
            self._drivers = []
            self._searchers.clear()

    def _iterations(self, limit: Limit) -> Iterator[list[Info]]:
        if self._threads > 1:
            return iterate_together(self._drivers, limit)
        in_main_thread = threading.current_thread() is threading.main_thread()
        return self._drivers[0].iterations(limit, Clock(limit), watch_signals=in_main_thread)


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def analyse(
    target: Target,
    limit: Limit,
    *,
    rules: RuleSet | str | None = None,
    hash_mb: int = DEFAULT_HASH_MB,
    threads: int = 1,
) -> Info:
    """Search a position or game with a fresh engine; see ``Engine.analysis``.

    >>> analyse(Position.start(), Limit(depth=2)).depth
    2
    """
    return Engine(hash_mb, threads).analyse(target, limit, rules=rules)


def best_move(
    target: Target,
    limit: Limit,
    *,
    rules: RuleSet | str | None = None,
    hash_mb: int = DEFAULT_HASH_MB,
    threads: int = 1,
) -> Move:
    """The best move of a position or game, by a fresh engine; see ``Engine.analysis``."""
    return analyse(target, limit, rules=rules, hash_mb=hash_mb, threads=threads).best_move
