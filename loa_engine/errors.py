"""Every exception of the library, and where each may come from.

Text and numbers from outside are checked once, where they enter: a position in
``Position.parse`` and ``Position.from_bitboards``, a move in ``Move.parse`` and in the methods
that take a move as text, rule sets and limits when they are made. Whatever is wrong there raises
a ``LoaError``, and since that is a ``ValueError``, one ``except ValueError`` catches them all.
Something of the wrong type altogether, such as a number where text belongs, raises ``TypeError``.
Behind that border every object is known to be sound: the compiled modules trust what they are
given and raise nothing but ``MemoryError``. The one other exception is ``SearchInterrupted``, a
``KeyboardInterrupt`` that brings along what the search had found when the user stopped it.

Messages are one line, name the thing as the user wrote it and say what would be right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loa_engine.limits import Info

__all__ = [
    "GameOverError",
    "IllegalMoveError",
    "LimitError",
    "LoaError",
    "MoveTextError",
    "PositionError",
    "RuleError",
    "SearchInterrupted",
]

LONGEST_QUOTE = 60


class LoaError(ValueError):
    """What all errors about a value from outside have in common."""


class PositionError(LoaError):
    """A malformed position text or an impossible position; names the rank and the fault."""


class MoveTextError(LoaError):
    """A text that cannot be read as a move, whatever the position."""


class IllegalMoveError(LoaError):
    """A move that can be read but may not be played; says why."""


class GameOverError(IllegalMoveError):
    """A move after the end of the game."""


class RuleError(LoaError):
    """A rule set or variant that does not exist, or an option with an impossible value."""


class LimitError(LoaError):
    """A limit of a search that makes no sense, such as a negative depth."""


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


def quoted(text: str) -> str:
    """A user's text as a message shows it: in quotes, on one line, shortened."""
    shown = repr(text[:LONGEST_QUOTE])
    if len(text) <= LONGEST_QUOTE and len(shown) <= LONGEST_QUOTE + 2:
        return shown
    return f"{shown[:LONGEST_QUOTE]}…{shown[0]}"
