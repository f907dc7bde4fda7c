"""A rival for MTD(f): principal variation search with aspiration windows.

It finds values behind the driver's own interface, over the same compiled search, so that a match
compares the two ways and nothing else: ``python benchmarks/match_ab.py --ms 100 --b --rival``.
"""

from __future__ import annotations

from loa_engine.evaluation.score import WIN_SCORE
from loa_engine.search.mtdf import Found, Probe

FIRST_MARGIN = 25


def aspiration(probe: Probe, guess: int) -> Found:
    """Find a value by a wide window around the guess, widened on the side where it fails."""
    margin = FIRST_MARGIN
    alpha, beta = guess - margin, guess + margin
    lower, best = -WIN_SCORE, None
    while True:
        alpha, beta = max(alpha, -WIN_SCORE), min(beta, WIN_SCORE)
        answer = probe(alpha, beta)
        if answer is None:
            return Found(lower, best, False)
        value, move = answer
        if value > alpha:
            lower, best = value, move
        if alpha < value < beta or (value <= alpha == -WIN_SCORE) or value >= beta == WIN_SCORE:
            return Found(value, move, True)
        margin *= 3
        if value <= alpha:
            alpha = value - margin
        else:
            beta = value + margin
