"""The engine under asyncio: searches that are awaited, and cancelled with their task."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import aclosing

from loa_engine.game.game import Game
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet
from loa_engine.search.engine import DEFAULT_HASH_MB, Engine
from loa_engine.search.levels import STRONGEST, Level
from loa_engine.search.limits import Info, Limit
from loa_engine.search.root import root_of

__all__ = ["AsyncEngine"]

STOP_SECONDS = 0.02

_Report = Info | BaseException | None


class AsyncEngine:
    """An engine whose searches run in a thread while the event loop goes on.

    Searches of one engine come one after the other: a second one waits for the first. Cancelling
    the task that awaits a search, or leaving the iteration over its reports, stops the search.

    Args:
        hash_mb: as for ``Engine``.
        threads: as for ``Engine``.
        level: as for ``Engine``.

    Raises:
        LimitError: as for ``Engine``.

    >>> async def main():
    ...     engine = AsyncEngine(hash_mb=1)
    ...     info = await engine.analyse(Position.start(), Limit(depth=3))
    ...     return info.depth
    >>> asyncio.run(main())
    3
    """

    def __init__(
        self,
        hash_mb: int = DEFAULT_HASH_MB,
        threads: int = 1,
        *,
        level: Level | int = STRONGEST,
    ) -> None:
        self._engine = Engine(hash_mb, threads, level=level)
        self._turn = asyncio.Lock()

    @property
    def engine(self) -> Engine:
        """The engine inside; not to be used while a search runs."""
        return self._engine

    def stop(self) -> None:
        """End the running search with what it has found; it ends as if by its limit."""
        self._engine.stop()

    async def analysis(
        self,
        target: Position | Game | str,
        limit: Limit,
        *,
        rules: RuleSet | str | None = None,
        multipv: int = 1,
        searchmoves: Iterable[Move | str] | None = None,
    ) -> AsyncGenerator[Info, None]:
        """The reports of a search as they come; arguments and errors as for ``Engine.analysis``.

        Use ``contextlib.aclosing`` around it when the iteration may be left early.
        """
        if isinstance(target, Game):
            target = target.copy()  # the caller may go on playing
        async with self._turn:
            feed = _Feed(
                self._engine.analysis(
                    target, limit, rules=rules, multipv=multipv, searchmoves=searchmoves
                )
            )
            try:
                while (info := await feed.next()) is not None:
                    yield info
            finally:
                feed.end(self._engine)

    async def analyse(
        self,
        target: Position | Game | str,
        limit: Limit,
        *,
        rules: RuleSet | str | None = None,
        searchmoves: Iterable[Move | str] | None = None,
    ) -> Info:
        """The last report of a search; arguments and errors as for ``Engine.analysis``."""
        best: Info | None = None
        reports = self.analysis(target, limit, rules=rules, searchmoves=searchmoves)
        async with aclosing(reports):
            async for info in reports:
                best = info
        assert best is not None
        return best

    async def best_move(
        self,
        target: Position | Game | str,
        limit: Limit | None = None,
        *,
        rules: RuleSet | str | None = None,
    ) -> Move:
        """The move to play at the engine's level; arguments and errors as for ``Engine.choose``."""
        level = self._engine.level
        if level.is_full_strength:
            return (await self.analyse(target, level.limit(limit), rules=rules)).best_move
        root_of(target, rules)  # what is wrong is told before the wait
        async with self._turn:
            choice = asyncio.to_thread(self._engine.best_move, target, limit, rules=rules)
            return await asyncio.shield(choice)


class _Feed:
    """Reports that a thread makes, for the event loop that made the feed.

    Args:
        reports: what the thread goes through.
    """

    def __init__(self, reports: Generator[Info, None, None]) -> None:
        self._reports = reports
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[_Report] = asyncio.Queue()
        self._is_left = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True, name="search")
        self._thread.start()

    async def next(self) -> Info | None:
        """The next report; None at the end. Raises what the search raises."""
        report = await self._queue.get()
        if isinstance(report, BaseException):
            raise report
        return report

    def end(self, engine: Engine) -> None:
        """Stop the engine that makes the reports, and wait until it has."""
        self._is_left.set()
        while self._thread.is_alive():
            engine.stop()  # again and again: it may not have begun yet
            self._thread.join(STOP_SECONDS)

    def _work(self) -> None:
        try:
            for info in self._reports:
                if self._is_left.is_set():
                    break
                self._tell(info)
            self._tell(None)
        except BaseException as error:
            self._tell(error)
        finally:
            self._reports.close()  # the engine is free again

    def _tell(self, report: _Report) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, report)
