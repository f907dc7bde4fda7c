"""The clocks of a game: what each side has left, and whose flag has fallen."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, quoted

__all__ = ["Control", "GameClock", "Times", "shown_time"]

SECONDS_PER_MINUTE = 60
LONGEST_MINUTES = 24 * 60
TENTHS_BELOW = 10  # seconds

Times = tuple[float, float]
"""Seconds that Black and White have left."""


@dataclass(frozen=True, slots=True)
class Control:
    """The time that each side has.

    Attributes:
        seconds: for the whole game.
        increment: seconds won with every move.
        text: how it was given.
    """

    seconds: float
    increment: float
    text: str

    @classmethod
    def parse(cls, text: str) -> Control:
        """Minutes, and behind a plus sign the seconds won with every move.

        Raises:
            LoaError: for any other text, and for times that make no sense.

        >>> Control.parse("5+3")
        Control(seconds=300.0, increment=3.0, text='5+3')
        """
        minutes, _, seconds = text.partition("+")
        try:
            control = cls(float(minutes) * SECONDS_PER_MINUTE, float(seconds or 0), text.strip())
        except ValueError:
            raise LoaError(f"{quoted(text)} is no time, such as 5+3: minutes+seconds") from None
        most = LONGEST_MINUTES * SECONDS_PER_MINUTE
        if not (0 < control.seconds <= most and 0 <= control.increment <= most):
            raise LoaError(f"{quoted(text)}: minutes are above 0, and a day is the most")
        return control


class GameClock:
    """Two clocks, of which at most one runs.

    Args:
        control: the time that each side has.
        now: what tells the time in seconds.
    """

    def __init__(self, control: Control, now: Callable[[], float] = time.monotonic) -> None:
        self.control = control
        self._now = now
        self._left = [control.seconds, control.seconds]
        self._running: Color | None = None
        self._since = 0.0

    @property
    def full(self) -> Times:
        """What both have at the beginning."""
        return self.control.seconds, self.control.seconds

    @property
    def times(self) -> Times:
        """What both have left now."""
        return self.left(Color.BLACK), self.left(Color.WHITE)

    def left(self, color: Color) -> float:
        """Seconds that a side has left; not below 0."""
        spent = self._now() - self._since if color is self._running else 0.0
        return max(0.0, self._left[color] - spent)

    @property
    def flagged(self) -> Color | None:
        """The side whose clock runs with no time left."""
        running = self._running
        return running if running is not None and self.left(running) <= 0 else None

    def run(self, color: Color) -> None:
        """Let the clock of a side run, and stop the other."""
        if color is not self._running:
            self.pause()
            self._running, self._since = color, self._now()

    def pause(self) -> None:
        """Stop both clocks."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
            self._running = None

    def press(self) -> None:
        """End the move of the side whose clock runs: it wins the increment."""
        mover = self._running
        self.pause()
        if mover is not None:
            self._left[mover] += self.control.increment

    def set(self, times: Times) -> None:
        """Give both sides some time; no clock runs then."""
        self._running = None
        self._left = list(times)


def shown_time(seconds: float) -> str:
    """A time as a clock shows it.

    >>> [shown_time(seconds) for seconds in (3723, 299.4, 9.96, 0.04)]
    ['1:02:03', '4:59', '9.9', '0.0']
    """
    if seconds < TENTHS_BELOW:
        return f"{math.floor(seconds * 10) / 10:.1f}"
    minutes, rest = divmod(math.floor(seconds), SECONDS_PER_MINUTE)
    hours, minutes = divmod(minutes, SECONDS_PER_MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
