"""The `go` command of UCI: what it asks for, from its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from loa_engine.game.color import Color
from loa_engine.search.limits import MAX_DEPTH, Limit

__all__ = ["Go", "read_go", "share"]

DEFAULT_MOVETIME = 1.0
"""Seconds for a `go` that sets no limit: it is answered, never searched without end."""

LONGEST_MILLISECONDS = 10**11
MOST_NODES = 1 << 60
TIMES = ("movetime", "wtime", "btime", "winc", "binc")
NUMBERS = ("depth", "nodes", "mate", "perft", "movestogo", *TIMES)
FLAGS = ("infinite", "ponder")
LIST = "searchmoves"


@dataclass(slots=True)
class Go:
    """What a `go` asks for.

    Attributes:
        numbers: the numbers by their names, times in milliseconds.
        searchmoves: the only moves to look at; empty for all.
        infinite: whether to search until stopped.
        ponder: whether the move it is about has still to be played.
        faults: what could not be read.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    searchmoves: list[str] = field(default_factory=list)
    infinite: bool = False
    ponder: bool = False
    faults: list[str] = field(default_factory=list)

    def limit(self, turn: Color) -> Limit | None:
        """When the search stops; None if nothing is said about that."""
        found = {
            "depth": _within(self.numbers.get("depth"), MAX_DEPTH),
            "nodes": _within(self.numbers.get("nodes"), MOST_NODES),
            "mate": _mate_plies(self.numbers.get("mate")),
            "movetime": _seconds(self.numbers.get("movetime")),
        }
        clock = self._clock(turn)
        if clock is not None and "movestogo" in self.numbers:
            found["movetime"] = share(clock, self.numbers["movestogo"])
            clock = None
        if self.infinite:
            return Limit(infinite=True)
        if clock is None and all(value is None for value in found.values()):
            return None
        return Limit(clock=clock, **found)  # type: ignore[arg-type]

    def _clock(self, turn: Color) -> tuple[float, float] | None:
        """Seconds left and seconds won with a move, of the side to move; White is the second."""
        side = "w" if turn is Color.BLACK else "b"
        left = _seconds(self.numbers.get(f"{side}time"))
        return None if left is None else (left, _seconds(self.numbers.get(f"{side}inc")) or 0.0)


def read_go(words: Sequence[str]) -> Go:
    """Read what follows `go`; words that are not known are passed over.

    >>> read_go("depth 5 searchmoves b1b3 c1c3".split()).searchmoves
    ['b1b3', 'c1c3']
    """
    go = Go()
    known = {*NUMBERS, *FLAGS, LIST}
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if word in FLAGS:
            setattr(go, word, True)
        elif word == LIST:
            while index < len(words) and words[index] not in known:
                go.searchmoves.append(words[index])
                index += 1
        elif word in NUMBERS:
            text = words[index] if index < len(words) else ""
            number = _number(text)
            if number is None:
                go.faults.append(f"{word}: expected a whole number, not {text[:20]!r}")
                continue
            go.numbers[word] = number
            index += 1
    return go


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= 18 else None


def _within(number: int | None, most: int) -> int | None:
    return None if number is None else min(max(number, 1), most)


def _mate_plies(moves: int | None) -> int | None:
    return None if moves is None else min(max(2 * moves - 1, 1), MAX_DEPTH)


def _seconds(milliseconds: int | None) -> float | None:
    """Seconds; a clock that has run out still allows a move."""
    if milliseconds is None:
        return None
    return min(max(milliseconds, 0), LONGEST_MILLISECONDS) / 1000


def share(clock: tuple[float, float], moves: int) -> float:
    """The seconds of one of the moves that a clock must last for."""
    left, increment = clock
    return min(0.8 * left, left / (max(moves, 1) + 0.5) + 0.8 * increment)
