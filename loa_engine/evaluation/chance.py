"""From scores to winning chances.

A score is measured in pieces, and what a piece is worth depends on how the game stands: 0.5 more is
much in an even position and nothing in a won one. The winning chance is what moves can be compared
by. It is the share of the points that the side to move may expect, a draw counting as half:

    chance = 1 / (1 + exp(-SLOPE * score))

``SLOPE`` was fitted by ``training/fit_chance.py`` to games the engine played against itself;
docs/review.md has the data and how well the curve fits them.
"""

from __future__ import annotations

import math

from loa_engine.evaluation.score import Score

__all__ = ["SLOPE", "winning_chance"]

SLOPE = 0.0093
"""How steep the curve is, per hundredth of a piece."""


def winning_chance(score: Score) -> float:
    """The winning chance of the side whose score it is, from 0 to 1.

    A forced win is 1 and a forced loss 0. What one side has, the other has not: the chances of a
    score and of its negative add up to 1.

    >>> from loa_engine import Score
    >>> [round(winning_chance(Score.cp(score)), 2) for score in (-300, -50, 0, 50, 300)]
    [0.06, 0.39, 0.5, 0.61, 0.94]
    >>> winning_chance(Score.win_in(9)), winning_chance(Score.loss_in(9))
    (1.0, 0.0)
    """
    if score.is_decided:
        return 1.0 if score.is_win else 0.0
    chance = 1 / (1 + math.exp(-SLOPE * abs(score.value)))
    return chance if score.value >= 0 else 1 - chance
