"""Accuracy, as the chess site lichess publishes it: how little winning chance a player gave away.

The formula is that of https://lichess.org/page/accuracy, with this engine's winning chances. A move
that costs nothing is 100 %; the more it costs, the less it is, along an exponential curve. In a
game moves count more where the chances swing. The accuracy of the game is half the mean weighted so
and half the harmonic mean, which a single bad move pulls down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, harmonic_mean, pstdev

__all__ = ["game_accuracy", "move_accuracy"]

CURVE_HEIGHT = 103.1668100711649
CURVE_FALL = 0.04354415386753951  # per hundredth of the winning chance
CURVE_FOOT = -3.166924740191411
DOUBT = 1.0  # added, since an analysis is never perfect
LEAST_ACCURACY = 1.0  # in hundredths, so that one lost game does not make a harmonic mean nothing

PLIES_PER_WINDOW = 10  # a window is this part of the game
LEAST_WINDOW, MOST_WINDOW = 2, 8  # positions
LEAST_WEIGHT, MOST_WEIGHT = 0.5, 12.0  # hundredths of the winning chance


def move_accuracy(loss: float) -> float:
    """The accuracy of a move, from 0 to 1.

    Args:
        loss: how much of the winning chance it cost, from 0 to 1.

    >>> [round(move_accuracy(loss), 2) for loss in (0, 0.05, 0.1, 0.3, 1)]
    [1.0, 0.81, 0.65, 0.26, 0.0]
    """
    if loss <= 0:
        return 1.0
    hundredths = CURVE_HEIGHT * math.exp(-CURVE_FALL * 100 * loss) + CURVE_FOOT + DOUBT
    return min(max(hundredths / 100, 0.0), 1.0)


def game_accuracy(
    chances: Sequence[float], losses: Sequence[float], are_own: Sequence[bool]
) -> float | None:
    """The accuracy of a player in a game, from 0 to 1; None if none of the moves is his.

    Args:
        chances: one side's winning chance at the start and after every move, from 0 to 1.
        losses: how much of the winning chance each move cost.
        are_own: which moves are the player's.

    >>> round(game_accuracy([0.5, 0.5, 0.4, 0.8], [0, 0.1, 0], [False, True, False]), 2)
    0.65
    """
    if not any(are_own):
        return None
    weights = _weights([100 * chance for chance in chances])
    own = [
        (100 * move_accuracy(loss), weight)
        for loss, weight, is_own in zip(losses, weights, are_own, strict=True)
        if is_own
    ]
    accuracies = [accuracy for accuracy, _ in own]
    weighted = fmean(accuracies, [weight for _, weight in own])
    harmonic = harmonic_mean([max(accuracy, LEAST_ACCURACY) for accuracy in accuracies])
    return (weighted + harmonic) / 200


def _weights(chances: list[float]) -> list[float]:
    """How much each move counts: how far the chances around it, in hundredths, lie apart."""
    moves = len(chances) - 1
    size = min(max(moves // PLIES_PER_WINDOW, LEAST_WINDOW), MOST_WINDOW)
    sliding = [chances[start : start + size] for start in range(moves - size + 2)]
    windows = [sliding[0]] * (size - 2) + sliding
    return [min(max(pstdev(window), LEAST_WEIGHT), MOST_WEIGHT) for window in windows]
