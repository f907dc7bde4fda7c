"""What a search may spend, and what it reports."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from loa_engine.errors import LimitError
from loa_engine.move import Move
from loa_engine.score import Score

__all__ = ["MAX_DEPTH", "Bound", "Info", "Limit"]

MAX_DEPTH = 100
"""The deepest search there is, in plies."""

Bound: TypeAlias = Literal["exact", "lower", "upper"]


def _check_count(name: str, value: int | None, least: int = 1, most: int | None = None) -> None:
    """Raise LimitError unless a number is absent or a whole number in its range."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int):
        raise LimitError(f"{name} must be a whole number, not {value!r}")
    if value < least:
        raise LimitError(f"{name} must be at least {least}, not {value}")
    if most is not None and value > most:
        raise LimitError(f"{name} must be at most {most}, not {value}")


def _check_seconds(name: str, value: float | None, least: float = 0) -> None:
    """Raise LimitError unless a time is absent or a finite number of seconds."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise LimitError(f"{name} must be a number of seconds, not {value!r}")
    if value < least:
        raise LimitError(f"{name} must not be negative, not {value}")


@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """When a search stops; where several limits are set, the first that is reached.

    Args:
        depth: plies to search, 1 to ``MAX_DEPTH``.
        nodes: positions to search.
        movetime: seconds to search.

    Raises:
        LimitError: a number that makes no sense.

    >>> Limit(depth=6, movetime=0.5)
    Limit(depth=6, movetime=0.5)
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None

    def __post_init__(self) -> None:
        _check_count("depth", self.depth, 1, MAX_DEPTH)
        _check_count("nodes", self.nodes)
        _check_seconds("movetime", self.movetime)

    def __repr__(self) -> str:
        names = [name for name in self.__slots__ if getattr(self, name) is not None]
        return f"Limit({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


@dataclass(frozen=True, slots=True)
class Info:
    """What a search has found up to some depth.

    Attributes:
        depth: plies searched in full; 0 when the search was stopped before the first.
        selective_depth: the most plies looked ahead.
        score: from the view of the side to move.
        bound: whether the score is exact, or the least or the most it can be.
        pv: the principal variation, the best move first; never empty.
        nodes: positions searched.
        time: seconds since the search began.
        table_fill: how much of the transposition table this search has written, in thousandths.
    """

    depth: int
    score: Score
    pv: tuple[Move, ...]
    nodes: int = 0
    time: float = 0.0
    selective_depth: int = 0
    table_fill: int = 0
    bound: Bound = field(default="exact")

    @property
    def best_move(self) -> Move:
        """The move to play."""
        return self.pv[0]

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.time) if self.time > 0 else 0
