"""What a search may spend, what it reports, and how it ends when the user stops it."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias

from loa_engine.evaluation.score import Score
from loa_engine.game.checks import check_count
from loa_engine.game.errors import LimitError, quoted
from loa_engine.game.move import Move

__all__ = ["MAX_DEPTH", "Bound", "Info", "Limit", "SearchInterrupted"]

MAX_DEPTH = 100
"""The deepest search there is, in plies."""

MAX_NODES = 1 << 62
LONGEST_SECONDS = 1e9

Bound: TypeAlias = Literal["exact", "lower", "upper"]


def _check_seconds(name: str, value: object) -> None:
    """Raise LimitError unless a time is a finite number of seconds."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise LimitError(f"{name} must be a number of seconds, not {quoted(value)}")
    # Not isfinite(), which cannot take whole numbers as large as some.
    if not -math.inf < value < math.inf or value > LONGEST_SECONDS:
        raise LimitError(f"{name} must be at most {LONGEST_SECONDS:.0e} seconds")
    if value < 0:
        raise LimitError(f"{name} must not be negative, not {value}")


def _check_clock(clock: tuple[float, float] | None) -> None:
    """Raise LimitError unless a clock is absent or two sensible times."""
    if clock is None:
        return
    if not isinstance(clock, tuple) or len(clock) != 2:
        raise LimitError(f"clock must be (remaining, increment) in seconds, not {quoted(clock)}")
    _check_seconds("the clock's remaining time", clock[0])
    _check_seconds("the clock's increment", clock[1])


@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """When a search stops; where several limits are set, the first that is reached.

    Args:
        depth: plies to search, 1 to ``MAX_DEPTH``.
        nodes: positions to search, all threads together.
        movetime: seconds to search.
        clock: seconds left for the rest of the game, and seconds won with every move; the engine
            decides how much of it to use.
        mate: stop as soon as a forced win in that many plies is found, or shown not to exist.
        infinite: search until stopped, however clear the position is.

    Raises:
        LimitError: a number that makes no sense, or no limit at all.

    >>> Limit(depth=6, movetime=0.5)
    Limit(depth=6, movetime=0.5)
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    clock: tuple[float, float] | None = None
    mate: int | None = None
    infinite: bool = False

    def __post_init__(self) -> None:
        for name, most in (("depth", MAX_DEPTH), ("nodes", MAX_NODES), ("mate", MAX_DEPTH)):
            if getattr(self, name) is not None:
                check_count(name, getattr(self, name), 1, most)
        if self.movetime is not None:
            _check_seconds("movetime", self.movetime)
        _check_clock(self.clock)
        if not self._set_fields():
            raise LimitError(
                "a search needs a limit: depth, nodes, movetime, clock, mate, infinite"
            )

    def _set_fields(self) -> list[str]:
        return [field.name for field in fields(self) if getattr(self, field.name) != field.default]

    def __repr__(self) -> str:
        return (
            f"Limit({', '.join(f'{name}={getattr(self, name)!r}' for name in self._set_fields())})"
        )


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found up to some depth.

    Attributes:
        depth: plies searched; 0 when the search was stopped before the first.
        selective_depth: the most plies looked ahead.
        score: from the view of the side to move.
        bound: whether the score is exact, or the least or the most it can be.
        rank: 1 for the best line, 2 for the second best, and so on.
        pv: the principal variation, the best move first; never empty.
        nodes: positions searched.
        time: seconds since the search began.
        table_fill: how much of the transposition table this search has written, in thousandths.
        finished_depth: the deepest depth searched to its end; less than ``depth`` when a limit cut
            the search short and it had found something by then.
        finished_score: the score of that depth; None before the first was finished.
    """

    depth: int
    score: Score
    pv: tuple[Move, ...]
    nodes: int = 0
    time: float = 0.0
    selective_depth: int = 0
    table_fill: int = 0
    bound: Bound = "exact"
    rank: int = 1
    finished_depth: int = 0
    finished_score: Score | None = None

    @property
    def best_move(self) -> Move:
        """The move to play."""
        return self.pv[0]

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.time) if self.time > 0 else 0


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search.

    Attributes:
        info: the result of the last finished depth; None when there was none yet.
    """

    def __init__(self, info: Info | None = None) -> None:
        super().__init__(info)
        self.info = info

    def __str__(self) -> str:
        return "the search was interrupted"
