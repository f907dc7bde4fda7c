"""The session: a game that another program drives, with a search in a thread of its own.

A front end reads the words of its protocol, calls the session, and writes what the session reports.
The methods of a session are called from one thread; what ``search`` is given is called from the
search's own, one call after the other.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace

from loa_engine.game.errors import GameOverError, LimitError
from loa_engine.game.game import Game
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet, as_rules
from loa_engine.game.variants import as_variant
from loa_engine.search.engine import DEFAULT_HASH_MB, Engine
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import Info, Limit

__all__ = ["OnDone", "OnInfo", "Session", "Settings"]

MOST_LINES = 500
POLL_SECONDS = 0.02
LEAST_SECONDS = 0.001

OnInfo = Callable[[Info], None]
"""Takes each report of a search."""

OnDone = Callable[[Info | None], None]
"""Takes the last report of the best line, once, at the end; None when the game was over."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a session can be told beside the game.

    Attributes:
        hash_mb: size of the transposition table in MB.
        threads: how many threads search at once.
        level: how strong to play, 1 to 10.
        multipv: how many lines to report.
        overhead: seconds of each move's time that its way to the other program takes.
    """

    hash_mb: int = DEFAULT_HASH_MB
    threads: int = 1
    level: int = STRONGEST
    multipv: int = 1
    overhead: float = 0.0


class Session:
    """A game driven from outside.

    Args:
        settings: the settings to begin with.
        rules: the rule set, or the name of one.
        variant: the variant, or the name of one.

    Raises:
        LimitError: a setting that makes no sense.
        RuleError: no such rule set or variant.

    >>> session = Session()
    >>> session.push("b1b3")
    Move.parse('b1-b3')
    >>> found = []
    >>> session.search(Limit(depth=2), on_done=found.append)
    >>> session.wait(), found[0].depth
    (True, 2)
    """

    def __init__(
        self,
        settings: Settings | None = None,
        rules: RuleSet | str = "standard",
        variant: str = "standard",
    ) -> None:
        self._settings = settings or Settings()
        self._engine = self._new_engine(self._settings)
        self._variant = as_variant(variant)
        self._game = Game(Position.start(self._variant), as_rules(rules))
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self.chance = random.Random()

    # What is known --------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game; not to be changed but by the session's methods."""
        return self._game

    @property
    def settings(self) -> Settings:
        """The settings."""
        return self._settings

    @property
    def engine(self) -> Engine:
        """The engine, for short searches between those of the session."""
        return self._engine

    @property
    def variant(self) -> str:
        """The name of the variant whose start a new game has."""
        return self._variant.name

    @property
    def is_searching(self) -> bool:
        """Whether a search has begun and not reported its end."""
        return self._thread is not None and self._thread.is_alive()

    # Settings -------------------------------------------------------------------------------------

    def configure(self, **changes: int | float) -> None:
        """Change settings; a running search is stopped first.

        Raises:
            LimitError: a value that makes no sense; nothing has changed then.
        """
        self.stop()
        settings = replace(self._settings, **changes)  # type: ignore[arg-type]
        if not 1 <= settings.multipv <= MOST_LINES:
            raise LimitError(f"multipv must be 1 to {MOST_LINES}, not {settings.multipv}")
        if _of_engine(settings) != _of_engine(self._settings):
            self._engine = self._new_engine(settings)
        self._settings = settings

    def set_variant(self, name: str) -> None:
        """Choose the variant, and begin a new game of it.

        Raises:
            RuleError: there is no such variant.
        """
        self._variant = as_variant(name)
        self.new_game()

    def set_rules(self, rules: RuleSet | str) -> None:
        """Choose the rules, and play the moves of the game again under them.

        Raises:
            RuleError: there is no such rule set.
            LoaError: the game breaks them; nothing has changed then.
        """
        self.set_game(self._game.start, self._game.moves, as_rules(rules))

    # The game -------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Begin a game at the start of the variant, and forget what was learned."""
        self.stop()
        self._engine.clear()
        self._game = Game(Position.start(self._variant), self._game.rules)

    def set_game(
        self,
        start: Position | str | None,
        moves: Iterable[Move | str] = (),
        rules: RuleSet | None = None,
    ) -> None:
        """Set a position and play moves from it; nothing changes when one of them is wrong.

        Args:
            start: the position, its text, or None for the start of the variant.
            moves: the moves.
            rules: the rules; None for those there are.

        Raises:
            LoaError: the text is no position, or a move may not be played.
        """
        self.stop()
        place = Position.start(self._variant) if start is None else start
        if isinstance(place, str):
            place = Position.parse(place, self._variant)
        game = Game(place, self._game.rules if rules is None else rules)
        for move in moves:
            game.push(move)
        self._game = game

    def take_over(self, game: Game) -> None:
        """Go on with a game that comes from elsewhere."""
        self.stop()
        self._game = game.copy()

    def push(self, move: Move | str) -> Move:
        """Play a move; a running search is stopped first.

        Raises:
            LoaError: it may not be played.
        """
        self.stop()
        return self._game.push(move)

    def undo(self, plies: int = 1) -> int:
        """Take moves back, as many as there are; how many have been."""
        self.stop()
        plies = min(plies, self._game.ply)
        for _ in range(plies):
            self._game.pop()
        return plies

    # Searching ------------------------------------------------------------------------------------

    def search(
        self,
        limit: Limit | None,
        *,
        searchmoves: Iterable[Move | str] | None = None,
        at_level: bool = False,
        waits: bool = False,
        on_info: OnInfo = lambda info: None,
        on_done: OnDone = lambda info: None,
    ) -> None:
        """Begin a search of the game; one that is running is stopped first.

        Args:
            limit: when to stop; None only below the strongest level, with ``at_level``.
            searchmoves: the only moves to look at; None for all.
            at_level: whether the move is chosen as the level plays; then only that is reported.
            waits: whether the end is not reported before ``stop``, as while pondering.
            on_info: takes the reports.
            on_done: takes the end.

        Raises:
            LoaError: a move of ``searchmoves`` may not be played, or a limit is missing.
        """
        self.stop()
        game = self._game.copy()
        moves = None if searchmoves is None else [self._resolved(move) for move in searchmoves]
        if limit is None and (not at_level or self._settings.level == STRONGEST):
            raise LimitError("a search needs a limit")
        self._stopping = threading.Event()
        waits = waits or (limit is not None and limit.infinite)
        search = _Search(self, game, limit, moves, at_level, self._stopping, on_info)

        def work() -> None:
            found = search.run()
            if waits:
                self._stopping.wait()
            on_done(found)

        self._thread = threading.Thread(target=work, daemon=True, name="search")
        self._thread.start()

    def stop(self) -> None:
        """End the search with what has been found; its end has been reported when this returns."""
        if self._thread is None or self._thread is threading.current_thread():
            return
        self._stopping.set()
        while self._thread.is_alive():
            self._engine.stop()  # again and again: it may not have begun yet
            self._thread.join(POLL_SECONDS)
        self._thread = None

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the search; whether there is none running any more."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.is_searching

    def _resolved(self, move: Move | str) -> Move:
        position, rules = self._game.position, self._game.rules
        if isinstance(move, str):
            return position.parse_move(move, rules)
        return position.resolve(move, rules)

    @staticmethod
    def _new_engine(settings: Settings) -> Engine:
        return Engine(settings.hash_mb, settings.threads, level=settings.level)


def _of_engine(settings: Settings) -> tuple[int, int, int]:
    return settings.hash_mb, settings.threads, settings.level


@dataclass(frozen=True, slots=True)
class _Search:
    """One search of a session, as its thread runs it."""

    session: Session
    game: Game
    limit: Limit | None
    moves: list[Move] | None
    at_level: bool
    stopping: threading.Event
    on_info: OnInfo

    def run(self) -> Info | None:
        """The last report of the best line; None when the game is over."""
        try:
            if self.at_level and not self.session.engine.level.is_full_strength:
                return self._chosen()
            return self._analysed()
        except GameOverError:
            return None

    def _chosen(self) -> Info:
        limit = None if self.limit is None else self._timed(self.limit)
        info = self.session.engine.choose(
            self.game, limit, searchmoves=self.moves, chance=self.session.chance
        )
        self.on_info(info)
        return info

    def _analysed(self) -> Info | None:
        assert self.limit is not None
        best = None
        lines = self.session.settings.multipv
        analysis = self.session.engine.analysis(
            self.game, self._timed(self.limit), multipv=lines, searchmoves=self.moves
        )
        with closing(analysis):
            for info in analysis:
                if info.rank == 1:
                    best = info
                self.on_info(info)
                if self.stopping.is_set():
                    break
        return best

    def _timed(self, limit: Limit) -> Limit:
        """The limit less what the way to the other program takes."""
        overhead = self.session.settings.overhead
        if limit.movetime is not None:
            limit = replace(limit, movetime=max(LEAST_SECONDS, limit.movetime - overhead))
        if limit.clock is not None:
            remaining, increment = limit.clock
            limit = replace(limit, clock=(max(LEAST_SECONDS, remaining - overhead), increment))
        return limit
