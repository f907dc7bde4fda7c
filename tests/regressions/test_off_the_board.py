"""Bug family: squares beside a small board that a bit trick reaches.

Boards smaller than 8x8 lie in a corner of the 8x8 numbering, so neighbours of a piece at the rim
can be squares that the board does not have. Nothing may be read from the tables for them.
"""

import pytest

from loa_engine import Engine, Limit, Position
from loa_engine.search.heuristics import FULL_WIDTH


@pytest.mark.parametrize("move", ["a4-c4", "e2-d3", "b2-a1"])
def test_no_win_in_one_beside_the_board(move):
    position = Position.parse("5/oo3/x4/1o2o/2xxx o").play(move)
    assert not any(position.play(reply).outcome() for reply in position.legal_moves())
    info = Engine(1, heuristics=FULL_WIDTH).analyse(position, Limit(depth=1))
    assert not info.score.is_decided
