"""Levels of play: what each sees, what it may look at, and that the stronger one wins."""

import random

import kit
import pytest
import reference
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from loa_engine import Engine, Game, Limit, LimitError, Position
from loa_engine.search.levels import LEVELS, STRONGEST, Level, as_level

WIN_IN_ONE = Position.parse("8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2 x")
WEAK = [number for number in LEVELS if number < STRONGEST]


def chosen(level, target, seed=0):
    return (
        Engine(1, level=level)
        .choose(target, Limit(nodes=500), chance=random.Random(seed))
        .best_move
    )


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(level):
    game = Game()
    while game.ply < 6:
        assert chosen(level, game) in game.legal_moves()
        game.push(chosen(level, game))


@pytest.mark.parametrize("level", [number for number in LEVELS if number >= 3])
@settings(max_examples=10)
@given(seed=st.integers(0, 1000))
def test_a_win_in_one_is_never_missed(level, seed):
    assert chosen(level, WIN_IN_ONE, seed) in WIN_IN_ONE.winning_moves()


@settings(max_examples=settings.default.max_examples // 2)
@given(kit.placements(), st.sampled_from([5, 6, 7, 8, 9]), st.integers(0, 100))
def test_a_win_in_one_is_stopped_where_it_can_be(state, level, seed):
    assume(reference.outcome(state) is None and not reference_wins(state))
    safe = [move for move in reference.moves(state) if is_safe(state, move)]
    assume(safe)
    assert str(chosen(level, kit.position_of(state), seed)) in safe


def reference_wins(state):
    """Whether the side to move can win at once, by the twin."""
    ends = [reference.outcome(reference.play(state, move)) for move in reference.moves(state)]
    return any(end is not None and end.winner == state.turn for end in ends)


def is_safe(state, move):
    """Whether a move neither loses nor lets the other side win at once, by the twin."""
    after = reference.play(state, move)
    end = reference.outcome(after)
    return not reference_wins(after) if end is None else end.winner != after.turn


@pytest.mark.parametrize("level", WEAK)
def test_weak_levels_need_no_limit_and_keep_their_own(level):
    info = Engine(1, level=level).choose(Position.start(), Limit(infinite=True))
    assert LEVELS[level].nodes is None or info.nodes <= LEVELS[level].nodes
    assert LEVELS[level].depth is None or info.depth <= LEVELS[level].depth
    assert Engine(1, level=level).best_move(Position.start()) in Position.start().legal_moves()


def test_full_strength_needs_a_limit():
    with pytest.raises(LimitError, match="full strength needs a limit"):
        Engine(1).choose(Position.start())


@pytest.mark.parametrize("level", [0, 11, -1, 1.5, True, "5", None])
def test_there_is_no_such_level(level):
    with pytest.raises(LimitError, match="level must be"):
        Engine(1, level=level)


def test_a_level_of_ones_own():
    own = Level(7, nodes=50)
    assert as_level(own) is own
    assert Engine(1, level=own).choose(Position.start()).nodes <= 50


def test_only_some_moves():
    wanted = ["b1-b3", "c1-c3"]
    for level in LEVELS:
        info = Engine(1, level=level).choose(
            Position.start(), Limit(nodes=200), searchmoves=wanted, chance=random.Random(1)
        )
        assert str(info.best_move) in wanted


def test_the_same_choices_from_the_same_chance():
    game = Game()
    assert [chosen(2, game, seed) for seed in range(8)] == [
        chosen(2, game, seed) for seed in range(8)
    ]


def test_far_stronger_levels_win():
    """Nine levels lie between them: a loss would be a fault, not bad luck."""
    for seed, sides in enumerate(((1, 8), (8, 1), (2, 8), (8, 2))):
        players = [Engine(1, level=level) for level in sides]
        game, chance = Game(), random.Random(seed)
        while game.outcome() is None and game.ply < 200:
            game.push(players[game.turn].choose(game, chance=chance).best_move)
        outcome = game.outcome()
        assert outcome is not None
        assert sides[outcome.winner] == 8
