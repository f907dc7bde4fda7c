"""How long to think: a soft limit between depths and a hard one inside them."""

from __future__ import annotations

import math
import time

from loa_engine.search.limits import Limit

__all__ = ["Clock"]

# A game is expected to last so many more moves of ours, whenever one asks.
_MOVES_LEFT = 22
_INCREMENT_SHARE = 0.8
# The most of the remaining time that one move may take.
_LARGEST_SHARE = 0.35
_HARD_FACTOR = 4.0
# Kept back for the way of the move to the other side.
_RESERVE_SECONDS = 0.03
_LEAST_SECONDS = 0.001
# A move that stayed the best for so many depths is settled.
_SETTLED_DEPTHS = 5
_SETTLED_FACTOR = 0.5
_DROP_FACTOR = 2.0
_DROP = 40
# A depth takes about as long as all before it: it is not begun with less than this share left.
_BEGIN_SHARE = 0.6


class Clock:
    """Measures a search and tells when it should end.

    Args:
        limit: ``movetime`` and ``clock`` are looked at.
    """

    def __init__(self, limit: Limit) -> None:
        self._started = time.monotonic()
        self._soft = math.inf
        self.hard = math.inf if limit.movetime is None else limit.movetime
        if limit.clock is not None:
            remaining, increment = limit.clock
            most = max(_LEAST_SECONDS, remaining * _LARGEST_SHARE - _RESERVE_SECONDS)
            self._soft = min(most, remaining / _MOVES_LEFT + increment * _INCREMENT_SHARE)
            self.hard = min(self.hard, most, max(_LEAST_SECONDS, _HARD_FACTOR * self._soft))
        self._best: int | None = None
        self._same = 0
        self._value = 0
        self._factor = 1.0

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._started

    @property
    def hard_seconds(self) -> float | None:
        """Seconds from the start after which nothing goes on; None for no limit."""
        return None if math.isinf(self.hard) else self.hard

    def note(self, best: int, value: int) -> None:
        """Tell what a depth found: a settled move needs less time, a falling score more."""
        self._same = self._same + 1 if best == self._best else 0
        self._factor = _SETTLED_FACTOR if self._same >= _SETTLED_DEPTHS else 1.0
        if self._best is not None and value < self._value - _DROP:
            self._factor = _DROP_FACTOR
        self._best, self._value = best, value

    def allows_next_depth(self) -> bool:
        """Whether another depth should be begun."""
        return self.elapsed < self._soft * self._factor * _BEGIN_SHARE
