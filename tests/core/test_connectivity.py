"""The goal: one group, neighbours counted in all eight directions, on every board size.

The compiled test is compared with a plain flood fill on scattered, dense and winding sets, where
a short cut in the algorithm would show.
"""

import kit
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from loa_engine import Color, Position
from loa_engine._core import CoreBoard

SHAPES = {
    "ring": ("........ .xxxxx.. .x...x.. .x...x.. .x...x.. .xxxxx.. ........ ........", 1),
    "ring and its middle": (
        "........ .xxxxx.. .x...x.. .x.x.x.. .x...x.. .xxxxx.. ........ ........",
        2,
    ),
    "spiral": ("xxxxxxxx .......x xxxxxx.x x....x.x x.xxxx.x x......x xxxxxxxx ........", 1),
    "broken spiral": ("xxxxxxxx .......x xxxxxx.x x....x.x x.xxxx.x x......x xxx.xxxx ........", 2),
    "two spirals": ("xxxxxxxx ........ xxxxxxx. ......x. xxxxx.x. x...x.x. x.xxx.x. x.....x.", 3),
    "diagonals only": (
        "x.x.x.x. .x.x.x.x x.x.x.x. .x.x.x.x x.x.x.x. .x.x.x.x x.x.x.x. .x.x.x.x",
        1,
    ),
    "comb": ("xxxxxxxx x.x.x.x. x.x.x.x. x.x.x.x. x.x.x.x. x.x.x.x. x.x.x.x. x.x.x.x.", 1),
    "comb without its back": (
        "........ x.x.x.x. x.x.x.x. x.x.x.x. x.x.x.x. x.x.x.x. x.x.x.x. x.x.x.x.",
        4,
    ),
    "opposite corners": (
        "x....... ........ ........ ........ ........ ........ ........ .......x",
        2,
    ),
    "across the edge": (
        "........ ........ ........ ........ ........ x....... .......x ........",
        2,
    ),
    "across the edge, a rank": (
        "........ ........ ........ ........ ........ .......x x....... ........",
        2,
    ),
    "first and last file": (
        "x......x x......x x......x x......x x......x x......x x......x x......x",
        2,
    ),
    "full but one": ("xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx xxx.xxxx xxxxxxxx xxxxxxxx xxxxxxxx", 1),
}


def core_of(black, size=8):
    """A board with these black squares; one white piece stands on the first square left."""
    free = next(n for n in range(64) if not black >> n & 1 and n % 8 < size and n < 8 * size)
    return CoreBoard(black, 1 << free, 0, size)


def expected_groups(black, size=8):
    state = reference.State(size, dict.fromkeys(kit.squares_of(black), "x"), "x")
    return [kit.bitboard(group) for group in reference.groups(state, "x")]


@pytest.mark.parametrize(("drawing", "count"), SHAPES.values(), ids=SHAPES)
def test_shapes(drawing, count):
    ranks = drawing.split()
    black = kit.bitboard({(f, 7 - r) for r in range(8) for f in range(8) if ranks[r][f] == "x"})
    board = core_of(black)
    assert len(board.groups(Color.BLACK)) == count
    assert board.connected(Color.BLACK) == (count == 1)


@given(kit.bitboards().filter(lambda board: board != 2**64 - 1))
def test_any_set_of_squares(black):
    board = core_of(black)
    groups = expected_groups(black)
    assert board.groups(Color.BLACK) == groups
    assert board.connected(Color.BLACK) == (len(groups) == 1)


@pytest.mark.parametrize("size", range(4, 9))
def test_every_pair_of_squares(size):
    """Two pieces are one group exactly when a king could step from one to the other."""
    numbers = [kit.square_number((f, r)) for r in range(size) for f in range(size)]
    for first in numbers:
        for second in numbers:
            steps = max(abs(first % 8 - second % 8), abs(first // 8 - second // 8))
            board = core_of(1 << first | 1 << second, size)
            assert board.connected(Color.BLACK) == (steps <= 1)


def test_all_four_by_four_boards():
    """Every non-empty set of squares of the 4x4 board, but the full one: 65,534 sets."""
    for cells in range(1, 2**16 - 1):
        black = sum((cells >> 4 * rank & 15) << 8 * rank for rank in range(4))
        spread = black & -black
        while True:
            wider = spread | spread << 1 | spread >> 1
            wider |= wider << 8 | wider >> 8
            if wider & black == spread:
                break
            spread = wider & black
        assert core_of(black, 4).connected(Color.BLACK) == (spread == black)


@pytest.mark.parametrize("color", Color)
def test_a_single_piece_is_a_group(color):
    position = Position.parse("x7/8/8/8/8/8/8/7o x")
    assert position.connected(color)
    assert position.piece_count(color) == 1
    assert len(position.groups(color)) == 1


@given(kit.states())
def test_position_tells_the_groups_of_both_sides(state):
    position = kit.position_of(state)
    for color in Color:
        groups = reference.groups(state, color.letter)
        assert position.groups(color) == [kit.bitboard(group) for group in groups]
        assert position.connected(color) == (len(groups) == 1)
        assert position.piece_count(color) == len(state.pieces(color.letter))


@given(kit.placements() | kit.vanishing(), st.data())
def test_a_quiet_move_never_changes_the_opponents_groups(state, data):
    position = kit.position_of(state)
    quiet = [move for move in position.legal_moves() if not move.is_capture]
    if quiet:
        after = position.play(kit.chosen(data, quiet))
        assert after.groups(after.turn) == position.groups(after.turn)


@given(kit.states(), st.sampled_from(kit.SYMMETRIES))
def test_symmetries_keep_the_outcome(state, symmetry):
    turned = kit.position_of(kit.mapped_state(state, symmetry))
    assert turned.outcome() == kit.position_of(state).outcome()
