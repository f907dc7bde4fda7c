"""Scores: from the view of one player, in a total order from loss at once to win at once."""

import pickle
from itertools import pairwise

import pytest

from loa_engine import Score


def test_scores_are_ordered():
    ordered = [
        Score.loss_in(2), Score.loss_in(4), Score.cp(-120), Score.cp(0), Score.cp(35),
        Score.win_in(7), Score.win_in(1),
    ]  # fmt: skip
    assert sorted(set(ordered)) == ordered
    assert all(first < second for first, second in pairwise(ordered))
    assert sorted(-score for score in ordered) == [-score for score in reversed(ordered)]


def test_scores_as_text():
    scores = [Score.cp(35), Score.cp(-120), Score.win_in(7), Score.loss_in(4)]
    assert list(map(str, scores)) == ["+0.35", "-1.20", "win in 7", "loss in 4"]


def test_scores_tell_wins():
    win, loss, even = Score.win_in(3), Score.loss_in(2), Score.cp(10)
    assert (win.is_win, win.is_loss, win.plies) == (True, False, 3)
    assert (loss.is_win, loss.is_loss, loss.plies) == (False, True, 2)
    assert (even.is_win, even.is_loss, even.plies, even.centi) == (False, False, None, 10)
    assert -win == Score.loss_in(3)
    assert -even == Score.cp(-10)


@pytest.mark.parametrize("score", [Score.cp(35), Score.win_in(3), Score.loss_in(2)], ids=str)
def test_scores_are_values(score):
    again = pickle.loads(pickle.dumps(score))
    assert again == score
    assert hash(again) == hash(score)
    assert score != 35
    with pytest.raises(AttributeError):
        score.plies = 5
