"""Bug family: connectivity tests that fail on branched shapes.

A board library walked along the pieces and lost its way where a group forks; a won game went on.
The cure is a real flood fill, so each fork, cross and loop here must be one group, and must fall
into as many groups as it has arms when the fork itself is captured.
"""

import pytest

from loa_engine import Color, Position

FORKS = {
    "three arms": ("8/1x3x2/2x1x3/3x4/3x4/3x4/8/o6o x", "d5", 3),
    "four arms": ("8/3x4/3x4/1xxxxx2/3x4/3x4/8/o6o x", "d5", 1),
    "diagonal cross": ("8/1x3x2/2x1x3/3x4/2x1x3/1x3x2/8/o6o x", "d5", 4),
    "loop with a tail": ("8/2xxx3/2x1x3/2xxx3/5x2/6x1/8/o6o x", "f4", 2),
}


@pytest.mark.parametrize(("text", "joint", "parts"), FORKS.values(), ids=FORKS)
def test_a_fork_holds_its_arms_together(text, joint, parts):
    whole = Position.parse(text)
    square = "abcdefgh".index(joint[0]) + 8 * (int(joint[1]) - 1)
    assert whole.black >> square & 1
    assert whole.connected(Color.BLACK)
    split = Position.from_bitboards(
        whole.black & ~(1 << square), whole.white | 1 << square, Color.BLACK
    )
    assert len(split.groups(Color.BLACK)) == parts
    assert split.connected(Color.BLACK) == (parts == 1)
