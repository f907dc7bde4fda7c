"""What the engine thinks: the moves of its seats, and advice."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

from loa_engine.game.game import Game
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet
from loa_engine.search.engine import DEFAULT_HASH_MB, Engine
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import Info, Limit, SearchInterrupted

__all__ = ["Thinker"]

USUAL = Limit(movetime=1.0)
AT_ONCE = Limit(depth=1)
ADVICE_HASH_MB = 16

Hearing = Callable[[], AbstractContextManager[None]]
"""Makes what is entered while Ctrl-C shall end a search."""


class Thinker:
    """The engine in its several parts.

    Args:
        limit: when a search at full strength stops; None for a second.
        hash_mb: size of the transposition table of each engine that plays, in MB.
        threads: how many threads search at once.
        hearing: lets Ctrl-C end a search with what it has found; None lets it end everything.
        chance: makes the choices of the weak levels.
    """

    def __init__(
        self,
        limit: Limit | None = None,
        hash_mb: int = DEFAULT_HASH_MB,
        threads: int = 1,
        hearing: Hearing | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self._limit = limit
        self._hash_mb, self._threads = hash_mb, threads
        self._hearing = hearing
        self._chance = chance or random.Random()
        self._engines: dict[int, Engine] = {}
        self._adviser: Engine | None = None

    def prepare(self, level: int) -> Engine:
        """The engine that plays a level, made when it is first needed.

        Raises:
            LimitError: a table size or number of threads that makes no sense.
            MemoryError: there is no room for its table.
        """
        if level not in self._engines:
            self._engines[level] = Engine(self._hash_mb, self._threads, level=level)
        return self._engines[level]

    def move(
        self, game: Game, level: int, clock: tuple[float, float] | None = None
    ) -> tuple[Move, bool]:
        """The move that a level plays, and whether Ctrl-C hurried it.

        Args:
            game: the game.
            level: the level.
            clock: seconds left, and seconds won with the move; None without a clock.
        """
        engine, limit = self.prepare(level), self._limit
        if clock is not None:
            limit = Limit(clock=clock) if limit is None else replace(limit, clock=clock)
        elif limit is None and level == STRONGEST:
            limit = USUAL

        def choose(limit: Limit | None) -> Info:
            return engine.choose(game, limit, chance=self._chance)

        info, is_hurried = self._heard(choose, limit)
        return info.best_move, is_hurried

    def advise(self, target: Game | Position, rules: RuleSet | None = None) -> Info:
        """The best line at full strength; Ctrl-C ends the search with what it has found.

        Raises:
            GameOverError: there is nothing to search.
        """
        if self._adviser is None:
            self._adviser = Engine(ADVICE_HASH_MB, self._threads)
        adviser = self._adviser

        def analyse(limit: Limit | None) -> Info:
            return adviser.analyse(target, limit or USUAL, rules=rules)

        return self._heard(analyse, self._limit)[0]

    def _heard(
        self, search: Callable[[Limit | None], Info], limit: Limit | None
    ) -> tuple[Info, bool]:
        """What a search finds, and whether Ctrl-C ended it."""
        if self._hearing is None:
            return search(limit), False
        try:
            with self._hearing():
                return search(limit), False
        except SearchInterrupted as stop:
            if stop.info is not None:
                return stop.info, True
        except KeyboardInterrupt:  # before or after the search itself
            pass
        return search(AT_ONCE), True
