"""What the protocol of XBoard is made of: its clocks, results and scores."""

import pytest

from loa_engine import Color, Limit, Outcome, Score
from loa_engine.game.rules import Reason
from loa_engine.protocols.xboard_clock import TimeControl
from loa_engine.protocols.xboard_text import result_line, xboard_score


@pytest.mark.parametrize(
    ("lines", "made", "limit"),
    [
        ([], 0, None),
        (["0 5 0"], 3, Limit(clock=(300.0, 0.0))),
        (["0 5 2"], 3, Limit(clock=(300.0, 2.0))),
        (["0 0:30 0.5"], 3, Limit(clock=(30.0, 0.5))),
        (["10 1 0"], 0, Limit(movetime=60 / 10.5)),
        (["10 1 0"], 10, Limit(movetime=60 / 10.5)),
        (["10 1 0"], 9, Limit(movetime=40.0)),
    ],
)
def test_clocks(lines, made, limit):
    control = TimeControl()
    for line in lines:
        control.level(line.split())
    assert control.limit(made) == limit


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome(Color.WHITE, Reason.CONNECTED), "0-1 {White connects}"),
        (Outcome(Color.BLACK, Reason.BOTH), "1-0 {Both connect, Black wins}"),
        (Outcome(None, Reason.BOTH), "1/2-1/2 {Draw by both}"),
        (Outcome(Color.BLACK, Reason.OPPONENT_CONNECTED), "1-0 {White connects Black}"),
        (Outcome(Color.BLACK, Reason.NO_MOVES), "1-0 {White cannot move}"),
        (Outcome(None, Reason.REPETITION), "1/2-1/2 {Draw by repetition}"),
        (Outcome(None, Reason.MOVE_LIMIT), "1/2-1/2 {Draw by move limit}"),
    ],
)
def test_results(outcome, line):
    assert result_line(outcome) == line


def test_scores():
    assert [xboard_score(Score.win_in(1)), xboard_score(Score.loss_in(2))] == [100001, -100001]
    assert xboard_score(Score.cp(17)) == 17
