"""MTD(f): a value from zero-window searches (Plaat, Schaeffer, Pijls and de Bruin 1996).

Each search answers "is the value at least beta?" with a bound, and the next question starts from
it. Where the answers creep, the steps grow, so that a value far from the first guess is found in
few searches; the bounds on both sides then close in as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loa_engine.score import WIN_SCORE

__all__ = ["Found", "Probe", "mtdf"]

Probe = Callable[[int, int], tuple[int, int] | None]
"""Takes alpha and beta; gives a score and the move that goes with it, or None if stopped."""

# So many searches in one direction take the bound as it comes; then the steps double.
_FREE_SEARCHES = 2
_FIRST_STEP = 8


@dataclass(frozen=True, slots=True)
class Found:
    """What MTD(f) found.

    Attributes:
        value: the value; the best lower bound if the search was stopped.
        best: the packed move that reaches it; None if stopped before any move did.
        is_exact: whether the bounds met.
    """

    value: int
    best: int | None
    is_exact: bool


def mtdf(probe: Probe, guess: int) -> Found:
    """Find a value, starting from a guess."""
    lower, upper = -WIN_SCORE, WIN_SCORE
    best = None
    value, run = guess, 0
    while lower < upper or best is None:
        beta = min(max(value, lower + 1), upper)
        answer = probe(beta - 1, beta)
        if answer is None:
            return Found(lower, best, False)
        bound, move = answer
        if bound >= beta:
            run = max(run, 0) + 1
            lower, best = bound, move
            value = bound + 1 + _step(run)
        else:
            run = min(run, 0) - 1
            upper = bound
            value = bound - _step(-run)
    return Found(lower, best, True)


def _step(run: int) -> int:
    """How far beyond the last bound to ask, after some answers in the same direction."""
    return 0 if run <= _FREE_SEARCHES else _FIRST_STEP << (run - _FREE_SEARCHES - 1)
