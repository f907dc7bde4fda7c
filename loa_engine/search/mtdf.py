"""MTD(f): a value from zero-window searches (Plaat, Schaeffer, Pijls and de Bruin 1996).

Each search answers "is the value at least beta?" with a bound, and the next question is asked a
step beyond it. The steps grow while the answers go in the same direction, so that a value far from
the first guess is found in few searches; then the bounds on both sides close in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loa_engine.evaluation.score import WIN_SCORE

__all__ = ["Found", "Probe", "mtdf"]

Probe = Callable[[int, int], tuple[int, int] | None]
"""Takes alpha and beta; gives a score and the move that goes with it, or None if stopped."""

# How far beyond a bound to ask next, in hundredths of a piece; doubled with each answer in
# the same direction.
_FIRST_STEP = 4


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
            value = bound + (_FIRST_STEP << run - 1)
        else:
            run = min(run, 0) - 1
            upper = bound
            value = bound - (_FIRST_STEP << -run - 1)
    return Found(lower, best, True)
