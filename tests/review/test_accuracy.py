"""Accuracy: the published formula, against a twin written from its description."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_engine.review.accuracy import game_accuracy, move_accuracy

CHANCES = st.lists(st.floats(0, 1), min_size=2, max_size=120)


def twin_of_move(before, after):
    """Both in hundredths, for the side that moved; so is the result."""
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * (before - after)) - 3.166924740191411
    return max(0.0, min(100.0, raw + 1))


def twin_of_game(percents, first_moves_even):
    """The accuracy of the side that moves at even plies, or at odd ones."""
    size = max(2, min(8, (len(percents) - 1) // 10))
    windows = [percents[:size] for _ in range(min(size, len(percents)) - 2)]
    for start in range(len(percents) - size + 1):
        windows.append(percents[start : start + size])
    found = []
    for ply, window in enumerate(windows):
        if (ply % 2 == 0) != first_moves_even:
            continue
        mean = sum(window) / len(window)
        deviation = math.sqrt(sum((each - mean) ** 2 for each in window) / len(window))
        before, after = percents[ply], percents[ply + 1]
        if ply % 2:
            before, after = 100 - before, 100 - after
        found.append((twin_of_move(before, after), max(0.5, min(12.0, deviation))))
    if not found:
        return None
    weighted = sum(accuracy * weight for accuracy, weight in found) / sum(w for _, w in found)
    harmonic = len(found) / sum(1 / max(1.0, accuracy) for accuracy, _ in found)
    return (weighted + harmonic) / 2


@given(CHANCES, st.booleans())
def test_games_agree_with_the_twin(chances, is_first):
    losses = []
    for ply in range(len(chances) - 1):
        change = chances[ply + 1] - chances[ply]
        losses.append(max(0.0, change if ply % 2 else -change))
    are_own = [(ply % 2 == 0) is is_first for ply in range(len(losses))]
    found = game_accuracy(chances, losses, are_own)
    expected = twin_of_game([100 * chance for chance in chances], is_first)
    assert (found is None) == (expected is None)
    if found is not None:
        assert 100 * found == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("loss", "percent"), [(0, 100), (0.1, 64.58), (0.3, 25.77), (1, 0)])
def test_moves(loss, percent):
    assert 100 * move_accuracy(loss) == pytest.approx(percent, abs=0.01)


@given(st.floats(0, 1), st.floats(0, 1))
def test_who_gives_more_away_is_less_accurate(one, other):
    less, more = sorted((one, other))
    assert 0 <= move_accuracy(more) <= move_accuracy(less) <= 1


def test_a_game_without_moves_has_none():
    assert game_accuracy([], [], []) is None
    assert game_accuracy([0.5], [], []) is None


def test_a_perfect_game_is_perfect():
    assert game_accuracy([0.5] * 41, [0.0] * 40, [True, False] * 20) == pytest.approx(1)
