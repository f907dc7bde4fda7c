"""Clocks as XBoard speaks of them: `level`, `st`, `sd`, `time`, and what they leave for a move."""

from __future__ import annotations

import re
from dataclasses import dataclass

from loa_engine.game.errors import LimitError, quoted
from loa_engine.protocols.uci_go import share
from loa_engine.search.limits import MAX_DEPTH, Limit

__all__ = ["TimeControl", "seconds", "whole_number"]

LONGEST_SECONDS = 1e8
NUMBER = re.compile(r"-?\d{1,15}", re.ASCII)
TIME = re.compile(r"(?:(\d{1,9}):)?(-?\d{1,9}(?:\.\d{0,9})?)", re.ASCII)


@dataclass(slots=True)
class TimeControl:
    """What a program may spend.

    Attributes:
        moves: how many moves a clock lasts for; 0 for the whole game.
        increment: seconds won with a move.
        left: seconds on the engine's clock; None when nothing is known of it.
        movetime: seconds for each move, instead of a clock; None for a clock.
        depth: the deepest search, in plies; None for no limit.
    """

    moves: int = 0
    increment: float = 0.0
    left: float | None = None
    movetime: float | None = None
    depth: int | None = None

    def level(self, words: list[str]) -> None:
        """Set a clock: moves, minutes (or minutes:seconds), seconds won with each move.

        Raises:
            LimitError: other words than that.

        >>> control = TimeControl()
        >>> control.level("40 0:30 2".split())
        >>> control.limit(moves_made=39)
        Limit(movetime=21.6)
        """
        if len(words) != 3:
            raise LimitError("expected moves, minutes and increment")
        moves, increment = whole_number(words[0]), seconds(words[2])
        base = seconds(words[1]) if ":" in words[1] else 60 * seconds(words[1])
        self.moves, self.left, self.increment = max(moves, 0), base, increment
        self.movetime = None

    def limit(self, moves_made: int) -> Limit | None:
        """When a search stops; None when nothing says that.

        Args:
            moves_made: how many moves the engine has made in the game.
        """
        movetime, clock = self.movetime, None
        if movetime is None and self.left is not None:
            clock = (self.left, self.increment)
            if self.moves:
                movetime = share(clock, self.moves - moves_made % self.moves)
                clock = None
        if movetime is None and clock is None and self.depth is None:
            return None
        return Limit(depth=self.depth, movetime=movetime, clock=clock)

    def set_depth(self, text: str) -> None:
        """Set the deepest search.

        Raises:
            LimitError: the text is no number.
        """
        self.depth = min(max(whole_number(text), 1), MAX_DEPTH)


def whole_number(text: str) -> int:
    """The whole number of a text.

    Raises:
        LimitError: it is none.
    """
    if NUMBER.fullmatch(text) is None:
        raise LimitError(f"expected a whole number, not {quoted(text)}")
    return int(text)


def seconds(text: str) -> float:
    """The seconds of a text, ``5``, ``0.5`` or ``1:30``; a time below nothing is nothing.

    Raises:
        LimitError: it is none.

    >>> seconds("1:30"), seconds("0.5"), seconds("-3")
    (90.0, 0.5, 0.0)
    """
    found = TIME.fullmatch(text)
    if found is None:
        raise LimitError(f"expected a time, not {quoted(text)}")
    return min(max(60 * int(found[1] or 0) + float(found[2]), 0.0), LONGEST_SECONDS)
