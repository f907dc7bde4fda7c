"""The clocks of GTP: main time, then periods of so many moves (Canadian overtime)."""

from __future__ import annotations

from dataclasses import dataclass, field

from loa_engine.game.color import Color
from loa_engine.search.limits import Limit

__all__ = ["GtpClocks"]

LEAST_SECONDS = 0.001
# A move in overtime takes its share of the period, and a little less.
RESERVED_MOVES = 0.1


@dataclass(slots=True)
class _Clock:
    """What one player has left.

    Attributes:
        seconds: of the main time or of the period.
        moves: to be made in the period; 0 in the main time.
    """

    seconds: float
    moves: int = 0


@dataclass(slots=True)
class GtpClocks:
    """The clocks of both players, as `time_settings` and `time_left` set them.

    >>> clocks = GtpClocks()
    >>> clocks.limit(Color.BLACK) is None
    True
    >>> clocks.set(60, 0, 0)
    >>> clocks.spend(Color.BLACK, 2.5)
    >>> clocks.limit(Color.BLACK)
    Limit(clock=(57.5, 0.0))
    """

    _period: float = 0.0
    _moves: int = 0
    _main: float = 0.0
    _clocks: dict[Color, _Clock] = field(default_factory=dict)

    def set(self, main: float, period: float, moves: int) -> None:
        """Set both clocks: seconds of main time, seconds of a period, and the moves in it.

        A period without moves stands for no limit of time, as GTP has it.
        """
        self._main, self._period, self._moves = main, period, moves
        self.restart()

    def restart(self) -> None:
        """Set both clocks to what they began with."""
        self._clocks.clear()
        if not (self._period > 0 and self._moves == 0):
            self._clocks.update({color: _Clock(self._main) for color in Color})
            self._begin_overtime()

    def set_left(self, color: Color, seconds: float, moves: int) -> None:
        """Set a clock to what is left, and the moves left in the period, 0 in the main time."""
        self._clocks[color] = _Clock(seconds, moves)

    def spend(self, color: Color, seconds: float) -> None:
        """Take off what a move took."""
        clock = self._clocks.get(color)
        if clock is None:
            return
        clock.seconds -= seconds
        if clock.moves:
            clock.moves -= 1
            if clock.moves == 0:
                self._clocks[color] = _Clock(self._period, self._moves)
        self._begin_overtime()

    def limit(self, color: Color) -> Limit | None:
        """When a player's search stops; None without a limit of time."""
        clock = self._clocks.get(color)
        if clock is None:
            return None
        left = max(clock.seconds, LEAST_SECONDS)
        if clock.moves:
            return Limit(movetime=left / (clock.moves + RESERVED_MOVES))
        if self._moves == 0:
            return Limit(clock=(left, 0.0))
        return Limit(clock=(left + self._period, self._period / self._moves))

    def _begin_overtime(self) -> None:
        """A player whose main time is used up gets a period, if there are any."""
        for clock in self._clocks.values():
            if clock.seconds <= 0 and clock.moves == 0 and self._moves > 0:
                clock.seconds, clock.moves = clock.seconds + self._period, self._moves
