"""Bug family: winner checks that follow the piece which moved last.

An arena looked for the winner from the square of the last move and failed when that very piece had
just been captured. Here the piece that moved last is captured at once, and both sides are judged.
"""

import kit
import pytest
from reference import End

from loa_engine import Game

CASES = {
    "nobody": ("8/2o5/5x2/8/4x1x1/4xo2/3o2x1/8 x", "e3-d4", "d2xd4", None),
    "the mover": ("8/8/8/8/o1oo4/x7/8/xox5 x", "a3-b3", "b1xb3", End("o", "connected")),
    "the opponent": (
        "8/2ox2o1/2o4o/8/2x5/2xx4/8/8 x",
        "d7-e6",
        "h6xe6",
        End("x", "opponent-connected"),
    ),
    "both": ("8/8/8/3x4/3o4/2o5/1xx1o3/8 x", "d5-c4", "e2xc4", End("o", "both")),
}


@pytest.mark.parametrize(("start", "move", "capture", "end"), CASES.values(), ids=CASES)
def test_the_piece_that_just_moved_is_captured(start, move, capture, end):
    game = Game(start)
    game.push(move)
    assert game.outcome() is None
    assert game.push(capture).to_square == game.moves[0].to_square
    assert kit.end_of(game.outcome()) == end
