"""The search against plain minimax and brute force: equal where it may not differ, true always.

With all heuristics off the search is minimax with a table, so its value at each depth must be the
one of the plain program, under every rule and with every history. With them on, any forced win or
loss it claims must be one, and the short ones must not be missed.
"""

import kit
import pytest
import reference
from brute import solve
from hypothesis import given, settings
from hypothesis import strategies as st
from lookahead import (
    Asked,
    Forced,
    affordable_depth,
    minimax,
    open_games,
    played,
    small_games,
    timeless_rules,
)
from reference import Game as ReferenceGame
from reference import Rules

from loa_engine import PASS, Engine, Game, Limit, RuleSet, Score
from loa_engine.search._table import TranspositionTable
from loa_engine.search.heuristics import NO_HEURISTICS

EXAMPLES = settings.default.max_examples
TABLE = TranspositionTable(1)
PLAIN = Engine(1, heuristics=NO_HEURISTICS)
FULL = Engine(1)
OPTIONS = [
    {},
    {"simultaneous": "draw"},
    {"simultaneous": "opponent"},
    {"simultaneous": "illegal"},
    {"no_moves": "pass"},
    {"no_moves": "draw"},
    {"repetition": "board"},
    {"repetition": "threefold"},
    {"repetition": "deviate"},
    {"limits_first": True},
]


def one_setting(options):
    return " ".join(f"{name}={value}" for name, value in options.items()) or "any"


@pytest.mark.parametrize("options", OPTIONS, ids=one_setting)
@settings(max_examples=EXAMPLES // 4)
@given(st.data())
def test_without_heuristics_the_value_is_that_of_minimax(options, data):
    game = data.draw(small_games(kit.rules(**options)))
    depth = affordable_depth(game)
    PLAIN.clear()
    found = list(PLAIN.analysis(played(game), Limit(depth=depth)))
    assert [info.bound for info in found] == ["exact"] * len(found)
    for info in found[:-1]:
        assert info.score.value == minimax(game, info.depth)
    # A search that ended early must have known what the deeper ones would have found.
    assert found[-1].score.value == minimax(game, depth)


@settings(max_examples=EXAMPLES)
@given(small_games(kit.rules()), st.integers(2, 4))
def test_without_heuristics_every_line_has_the_value_of_minimax(game, lines):
    depth = affordable_depth(game, most=3)
    values = {text: -minimax(game.play(text), depth - 1, 1) for text in game.moves()}
    PLAIN.clear()
    found = PLAIN.analyse(played(game), Limit(depth=depth), multipv=lines)
    assert [info.rank for info in found] == list(range(1, min(lines, len(values)) + 1))
    assert [info.score.value for info in found] == sorted(values.values(), reverse=True)[:lines]
    assert all(values[str(info.best_move)] == info.score.value for info in found)


@settings(max_examples=EXAMPLES)
@given(small_games(kit.rules()), st.data())
def test_a_zero_window_answers_the_question(game, data):
    """Also when other questions left their answers in the table, in whatever order."""
    depths = range(1, affordable_depth(game, positions=80) + 1)
    values = {depth: minimax(game, depth) for depth in depths}
    TABLE.clear()
    asked = Asked(played(game), TABLE)
    for _ in range(10):
        depth = data.draw(st.sampled_from(depths))
        value = values[depth]
        near = st.integers(value - 3, value + 3)
        beta = data.draw(near | st.integers(-400, 400) | st.integers(-32000, 32000))
        bound = asked.bound(depth, beta)
        assert (bound >= beta) == (value >= beta)
        assert bound <= value if bound >= beta else bound >= value
    for depth, value in values.items():
        assert asked.value(depth, data.draw(st.integers(-400, 400))) == value


def claimed(info):
    """What a report says of the end of the game, as (sign, plies at the latest), or None."""
    if info.score.is_win and info.bound != "upper":
        return 1, info.score.plies
    if info.score.is_loss and info.bound != "lower":
        return -1, info.score.plies
    return None


def assert_claims_hold(reports, value_within, most):
    """No claim of a win or loss in `most` plies or fewer is refuted by brute force."""
    for info in reports:
        claim = claimed(info)
        if claim and claim[1] <= most:
            value = value_within(claim[1])
            assert value.sign == claim[0]
            assert info.bound != "exact" or value.plies == claim[1]


@settings(max_examples=3 * EXAMPLES)
@given(open_games(timeless_rules()))
def test_forced_wins_are_true_and_short_ones_are_found(game):
    forced = Forced(kit.rules_of(game.rules))
    position = kit.position_of(game.state)
    FULL.clear()
    reports = list(FULL.analysis(position, Limit(depth=8, nodes=50_000), rules=forced.rules))
    most = 5 if len(game.moves()) <= 8 else 3
    assert_claims_hold(reports, lambda plies: forced.value(position, plies), most)
    short = forced.value(position, 3)
    if short.sign and not game.state.vanishing and not any(game.state.hands):
        assert reports[-1].bound == "exact"
        assert claimed(reports[-1]) == short


@settings(max_examples=EXAMPLES)
@given(small_games(kit.rules()))
def test_forced_wins_in_games_are_true(game):
    """Also with limits near, positions that came up before, and passes."""
    FULL.clear()
    reports = list(FULL.analysis(played(game), Limit(depth=6, nodes=20_000)))
    assert_claims_hold(reports, lambda plies: solve(game, plies), affordable_depth(game))


# Single rules at work -----------------------------------------------------------------------------

WIN_IN_THREE = "4x1/6/5x/2x2o/6/2o1o1 x"
ENEMY_MUST_UNITE_US = "4/3x/xxxx/xxoo x 1/1"
STUCK_NEXT = "6ox/6oo/8/8/8/o7/o7/xo6 o"  # White can leave Black without a move by a3-b2
# White must let Black win unless it brings the first position back for the third time.
SAVED_BY_REPETITION = "6/6/5x/2o2o/6/o1xx2 x"
TO_AND_FRO = ["d1-c2", "c3-a3", "c2-d1", "a3-c3", "d1-c2", "c3-a3", "c2-d1"]

RULINGS = [
    (kit.ZUGZWANG + " x", {}, Score.loss_in(2)),
    (kit.ZUGZWANG + " o", {}, Score.loss_in(2)),
    (kit.WHITE_CAN_UNITE_BOTH, {"simultaneous": "mover"}, Score.win_in(1)),
    (kit.WHITE_CAN_UNITE_BOTH, {"simultaneous": "draw"}, Score.win_in(3)),
    (kit.WHITE_CAN_UNITE_BOTH, {"simultaneous": "opponent"}, Score.win_in(3)),
    (kit.WHITE_CAN_UNITE_BOTH, {"simultaneous": "illegal"}, Score.win_in(3)),
    (STUCK_NEXT, {"no_moves": "loss"}, Score.win_in(1)),
    (ENEMY_MUST_UNITE_US, {}, Score.win_in(2)),
    (WIN_IN_THREE, {}, Score.win_in(3)),
    (WIN_IN_THREE, {"move_limit": 2}, Score.cp(0)),
    (WIN_IN_THREE, {"move_limit": 3}, Score.win_in(3)),
    (WIN_IN_THREE, {"move_limit": 3, "limits_first": True}, Score.cp(0)),
    (WIN_IN_THREE, {"move_limit": 4, "limits_first": True}, Score.win_in(3)),
    (WIN_IN_THREE, {"capture_limit": 2}, Score.cp(0)),
    (WIN_IN_THREE, {"capture_limit": 3}, Score.win_in(3)),
    (WIN_IN_THREE, {"capture_limit": 3, "limits_first": True}, Score.cp(0)),
    (kit.BOTH_STUCK, {"no_moves": "pass"}, Score.cp(0)),
]


@pytest.mark.parametrize(("text", "options", "score"), RULINGS)
@pytest.mark.parametrize("engine", [PLAIN, FULL], ids=["plain", "full"])
def test_rulings(engine, text, options, score):
    engine.clear()
    info = engine.analyse(text, Limit(depth=4), rules=RuleSet(**options))
    assert info.score == score


@pytest.mark.parametrize("engine", [PLAIN, FULL], ids=["plain", "full"])
def test_one_engine_keeps_rule_sets_apart(engine):
    """What the table holds from one rule set must not be believed under the next."""
    engine.clear()
    for text, options, score in 2 * RULINGS:
        assert engine.analyse(text, Limit(depth=4), rules=RuleSet(**options)).score == score


@pytest.mark.parametrize("engine", [PLAIN, FULL], ids=["plain", "full"])
@pytest.mark.parametrize(
    ("repetition", "score"), [("threefold", Score.cp(0)), ("deviate", Score.loss_in(2))]
)
def test_repetition_counts_the_game_so_far(engine, repetition, score):
    game = Game(SAVED_BY_REPETITION, RuleSet(repetition=repetition))
    for move in TO_AND_FRO:
        game.push(move)
    engine.clear()
    assert engine.analyse(game.position, Limit(depth=4)).score == Score.loss_in(2)
    engine.clear()
    info = engine.analyse(game, Limit(depth=4))
    assert info.score == score
    assert (str(info.best_move) == "a3-c3") == (repetition == "threefold")


@pytest.mark.parametrize("engine", [PLAIN, FULL], ids=["plain", "full"])
def test_a_stuck_player_passes(engine):
    engine.clear()
    infos = list(engine.analysis(kit.BLACK_STUCK, Limit(depth=5), rules="boardspace"))
    assert {info.best_move for info in infos} == {PASS}
    assert infos[-1].score < Score.cp(0)


def test_leaving_a_player_without_a_move_comes_before_the_move_limit():
    """Here the only moves left would unite both sides, which the rules forbid."""
    rules = RuleSet(simultaneous="illegal", move_limit=1)
    for text in ("ox2/x2x/1xo1/x2x x", "x1x1/1o2/1x1x/x1xo x"):
        assert PLAIN.analyse(text, Limit(depth=2), rules=rules).score == Score.win_in(1)


QUIET_TURNS = [
    ("oo1#/xx#x/xoo1/ooxo x", ["b3^^", "b2^^"], Rules(capture_limit=3)),
    ("xoxo/2#x/##o1/xxox o", ["d4^^", "d3^^"], Rules(capture_limit=4)),
    ("x#x##/1###o/1#3/1o#xx/1x1o1 o", ["b2-a1", "c5^^", "d1^^"], Rules(capture_limit=5)),
    (
        "ox1o/o3/xx2/2o1 o 0/1",
        ["d4-d3@c2", "a2-b1", "d3-c4", "b1-a2"],
        Rules("opponent", "pass", capture_limit=6, limits_first=True),
    ),
]


@pytest.mark.parametrize(("start", "moves", "rules"), QUIET_TURNS)
@pytest.mark.parametrize("engine", [PLAIN, FULL], ids=["plain", "full"])
def test_only_captures_put_the_capture_limit_off(engine, start, moves, rules):
    """Removals and drops change the number of pieces, but are no captures."""
    game = ReferenceGame(reference.read(start), rules)
    for move in moves:
        assert move in game.moves()
        game = game.play(move)
    engine.clear()
    reports = list(engine.analysis(played(game), Limit(depth=5)))
    assert_claims_hold(reports, lambda plies: solve(game, plies), 3)
