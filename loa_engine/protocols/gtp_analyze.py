"""`loa-analyze` of GTP: what it asks for, and the lines that it writes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loa_engine.evaluation.chance import winning_chance
from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, quoted
from loa_engine.protocols.numbers import whole_number
from loa_engine.search.limits import Info

__all__ = ["Analysis", "Request", "info_text", "read_request"]

MOST_LINES = 500
LONGEST_INTERVAL = 10**9  # hundredths of a second
COLORS = frozenset({"b", "black", "x", "w", "white", "o"})


@dataclass(slots=True)
class Request:
    """What `loa-analyze` is asked for.

    Attributes:
        color: the player whose moves are wanted; None for the one to move.
        interval: the least time between two reports, in seconds.
        lines: how many moves to report.
    """

    color: Color | None = None
    interval: float = 0.0
    lines: int = 1


def read_request(words: Sequence[str]) -> Request:
    """Read `[COLOUR] [INTERVAL] [interval INTERVAL] [maxmoves N]`.

    Raises:
        LoaError: it is something else.

    >>> read_request("b 50 maxmoves 3".split())
    Request(color=<Color.BLACK: 0>, interval=0.5, lines=3)
    """
    request, rest = Request(), list(words)
    if rest and rest[0].lower() in COLORS:
        request.color = Color.parse(rest.pop(0))
    if rest and rest[0].isdecimal():
        rest.insert(0, "interval")
    while rest:
        key, value = rest.pop(0), rest.pop(0) if len(rest) > 0 else ""
        if key == "interval":
            request.interval = whole_number(key, value, 0, LONGEST_INTERVAL) / 100
        elif key == "maxmoves":
            request.lines = whole_number(key, value, 1, MOST_LINES)
        else:
            raise LoaError(f"expected a player, interval or maxmoves, not {quoted(key)}")
    return request


class Analysis:
    """Writes what a search finds, all lines of a depth at once.

    Args:
        lines: how many lines a depth has.
        interval: the least time between two reports, in seconds.
        write: takes each report.
    """

    def __init__(self, lines: int, interval: float, write: Callable[[str], None]) -> None:
        self._lines = lines
        self._interval = interval
        self._write = write
        self._found: list[Info] = []
        self._unsaid = ""
        self._said_at = -math.inf

    def take(self, info: Info) -> None:
        """Take a report of the search."""
        self._found = [*self._found[: info.rank - 1], info]
        if len(self._found) < self._lines:
            return
        self._unsaid = self._text()
        if time.monotonic() - self._said_at >= self._interval:
            self._say()

    def end(self, _info: Info | None) -> None:
        """Write what has not been written, and the empty line that ends an answer."""
        if self._said_at == -math.inf and not self._unsaid:
            self._unsaid = self._text()
        self._say()
        self._write("")

    def _text(self) -> str:
        return " ".join(map(info_text, self._found))

    def _say(self) -> None:
        if self._unsaid:
            self._write(self._unsaid)
            self._unsaid, self._said_at = "", time.monotonic()


def info_text(info: Info) -> str:
    """A line of a search in the words of Leela Zero and KataGo.

    `winrate` is in ten thousandths, `scoreLead` in pieces; a forced end has its plies instead.
    """
    chance = round(10_000 * winning_chance(info.score))
    if info.score.centi is not None:
        worth = f"scoreLead {info.score.centi / 100:.2f}"
    else:
        worth = f"{'winIn' if info.score.is_win else 'lossIn'} {info.score.plies}"
    return (
        f"info move {info.best_move} visits {info.nodes} winrate {chance} {worth}"
        f" depth {info.depth} order {info.rank - 1} pv {' '.join(map(str, info.pv))}"
    )
