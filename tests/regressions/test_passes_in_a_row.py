"""Bug family: a count of passes that outlives what it counted.

Two passes in a row end the game. A counter of passes must start again at any other turn, a drop
alone included, and must not hide in a position: passes are what the game remembers, so positions
that are equal count the same.
"""

import kit
import pytest
import reference

from loa_engine import Position, perft

STUCK_WITH_A_DROP_BETWEEN = (
    "oxxo1/ooooo/ooxxo/xoxxx/oxxoo x 0/1",
    "xoxo/oxxx/xooo/xxo1 x 0/1",
)


@pytest.mark.parametrize("text", STUCK_WITH_A_DROP_BETWEEN)
def test_a_drop_alone_comes_between_two_passes(text):
    """Black passes, White drops his last piece, Black passes: no two passes in a row yet."""
    rules = reference.RULE_SETS["boardspace"]
    state = reference.read(text)
    expected = [reference.perft(state, depth, rules) for depth in range(6)]
    assert expected[4] == 1
    position = Position.parse(text)
    assert [perft(position, depth, rules="boardspace") for depth in range(6)] == expected


def test_equal_positions_count_the_same_whatever_led_to_them():
    passed = Position.parse(kit.BOTH_STUCK).play("pass", "boardspace")
    read = Position.parse(str(passed))
    assert passed == read
    counts = [[perft(p, depth, rules="boardspace") for depth in range(4)] for p in (passed, read)]
    assert counts[0] == counts[1]
