"""The evaluation: sums carried from move to move, and what must not change a score.

What a feature is worth is nobody's business here, so the tests hold for any weights.
"""

import random

import kit
import pytest
from hypothesis import given, settings

from loa_engine import Position
from loa_engine.evaluation.score import Score
from loa_engine.evaluation.weights import evaluator_for
from loa_engine.game.move import PASS

SIZES = range(4, 9)
PLIES_OF_A_GAME = 40
EXAMPLES = settings.default.max_examples

# A pair of far corners, where the diagonals of one square lie.
CORNERS = "3o/1x2/4/1o2 o"
# The centre of mass of a side lies on the border between squares.
BETWEEN_SQUARES = "1x2/2o1/1o2/4 x"


def score_of(position):
    return evaluator_for(position.size).evaluate(position.core)


def recoloured(position):
    """The same position with the sides' pieces, hands and turn exchanged."""
    return Position.from_bitboards(
        position.white,
        position.black,
        position.turn.other,
        position.size,
        position.vanished,
        position.vanishing,
        position.hands[::-1],
    )


def assert_sums_carry_over(position):
    """The score after each move by way of the sums before it is the score from scratch."""
    evaluator, core = evaluator_for(position.size), position.core
    for move in (*core.legal_moves(), PASS.packed):
        assert evaluator.evaluate_after(core, move) == evaluator.evaluate(core.play(move)), move


@settings(max_examples=2 * EXAMPLES)
@given(kit.states())
def test_sums_carry_over_any_move(state):
    assert_sums_carry_over(kit.position_of(state))


@pytest.mark.parametrize("variant", kit.ALL_VARIANTS)
def test_sums_carry_over_along_games(variant):
    source = random.Random(variant)
    position = Position.start(variant)
    for _ in range(PLIES_OF_A_GAME):
        assert_sums_carry_over(position)
        moves = position.legal_moves()
        if not moves:
            break
        position = Position(position.core.play(source.choice(moves).packed))


@settings(max_examples=3 * EXAMPLES)
@given(kit.states())
def test_colours_are_treated_alike(state):
    position = kit.position_of(state)
    assert score_of(recoloured(position)) == score_of(position)


@settings(max_examples=3 * EXAMPLES)
@given(kit.states())
def test_mirror_images_are_worth_the_same(state):
    position = kit.position_of(state)
    assert {score_of(image) for image in position.symmetries()} == {score_of(position)}


@pytest.mark.parametrize("text", [CORNERS, BETWEEN_SQUARES])
def test_places_where_symmetry_is_easily_lost(text):
    position = Position.parse(text)
    assert score_of(recoloured(position)) == score_of(position)
    assert {score_of(image) for image in position.symmetries()} == {score_of(position)}


@pytest.mark.parametrize("variant", kit.PLAIN_VARIANTS)
def test_starts_are_even_but_for_the_turn(variant):
    """Every start looks the same from both sides, so what is left is the right to move."""
    position = Position.start(variant)
    turned = Position.from_bitboards(
        position.black, position.white, position.turn.other, position.size
    )
    assert score_of(position) == score_of(turned)


@given(kit.states())
def test_no_score_looks_like_a_forced_end(state):
    position = kit.position_of(state)
    assert not Score(score_of(position)).is_decided
    crowded = (1 << 63) - 1
    assert not Score(score_of(Position.from_bitboards(crowded, 1 << 63))).is_decided


@pytest.mark.parametrize("size", SIZES)
def test_union_is_worth_more_than_a_scattered_side(size):
    """The one thing every evaluation of this game must know."""
    middle = 9 * (size // 2 - 1)
    block = sum(1 << square for square in (middle, middle + 1, middle + 8, middle + 9))
    corners = 1 | 1 << size - 1 | 1 << 8 * (size - 1) | 1 << 9 * (size - 1)
    assert score_of(Position.from_bitboards(block, corners, size=size)) > 0
    assert score_of(Position.from_bitboards(corners, block, size=size)) < 0


def test_a_board_of_another_size_is_refused():
    with pytest.raises(ValueError, match="size 8, board of size 5"):
        evaluator_for(8).evaluate(Position.start("5x5").core)
