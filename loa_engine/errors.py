"""Every exception of the library under one roof, for users; the code has them where they arise."""

from loa_engine.game.errors import (
    GameOverError,
    IllegalMoveError,
    LimitError,
    LoaError,
    MoveTextError,
    PositionError,
    RecordError,
    RuleError,
)
from loa_engine.search.limits import SearchInterrupted

__all__ = [
    "GameOverError",
    "IllegalMoveError",
    "LimitError",
    "LoaError",
    "MoveTextError",
    "PositionError",
    "RecordError",
    "RuleError",
    "SearchInterrupted",
]
