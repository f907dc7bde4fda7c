"""Iterative deepening as a caller sees it: reports, principal variations, and the same twice.

Positions are small, so that deep searches are quick, or the start, so that they are not trivial.
"""

import contextlib
import subprocess
import sys
from itertools import pairwise

import kit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lookahead import open_games, played, small_games, timeless_rules

from loa_engine import (
    VARIANTS,
    Engine,
    Game,
    GameOverError,
    Limit,
    LimitError,
    Position,
    RuleError,
    RuleSet,
    analyse,
    best_move,
)
from loa_engine.search.heuristics import NO_HEURISTICS

EXAMPLES = settings.default.max_examples
ENGINES = {"plain": Engine(1, heuristics=NO_HEURISTICS), "full": Engine(1)}
MIDDLE_GAME = "2xxxxx1/o4o2/ox6/o6o/o3x3/o3x3/o3oo2/3x1xx1 x"
ENDING = "5x2/3x3o/3ooo2/o1x1o3/2x5/3oo3/ox5o/3xxx2 x"
FINISHED = "xx6/8/8/8/8/8/o7/7o o"


def without_time(info):
    return info.depth, info.score, info.bound, info.pv, info.nodes, info.selective_depth


def reports(engine, target, **limits):
    return [without_time(info) for info in engine.analysis(target, Limit(**limits))]


# Reports ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_reports_get_deeper(variant):
    position = Position.start(variant)
    infos = list(Engine(4).analysis(position, Limit(depth=3 if variant == "parachute" else 5)))
    depths = [info.depth for info in infos]
    assert depths == list(range(1, len(infos) + 1))
    for before, after in pairwise(infos):
        assert before.nodes < after.nodes
        assert before.time <= after.time
        assert before.selective_depth <= after.selective_depth
    for info in infos:
        assert info.best_move == info.pv[0]
        assert info.best_move in position.legal_moves()
        assert 0 <= info.table_fill <= 1000
        assert info.bound == "exact"


def test_a_settled_search_ends_by_itself():
    *_, last = Engine(1).analysis(kit.ZUGZWANG + " x", Limit(depth=50))
    assert last.depth < 10
    assert last.score.is_loss


def test_the_shortest_report_of_all():
    info = Engine(1).analyse(MIDDLE_GAME, Limit(nodes=1))
    assert info.best_move in Position.parse(MIDDLE_GAME).legal_moves()
    assert info.bound != "exact"


def test_every_way_to_ask_gives_the_same():
    engine = Engine(1)
    expected = reports(engine, Position.parse(ENDING), depth=5)[-1]
    for target in (ENDING, Game(ENDING)):
        engine.clear()
        assert without_time(engine.analyse(target, Limit(depth=5))) == expected
        engine.clear()
        assert engine.best_move(target, Limit(depth=5)) == expected[3][0]
    assert without_time(analyse(ENDING, Limit(depth=5), hash_mb=1)) == expected
    assert best_move(ENDING, Limit(depth=5), hash_mb=1) == expected[3][0]


def test_a_game_is_searched_under_its_own_rules():
    game = Game(ENDING, "olympiad")
    assert Engine(1).analyse(game, Limit(depth=2), rules="olympiad").depth == 2
    with pytest.raises(RuleError, match="rule"):
        Engine(1).analyse(game, Limit(depth=2), rules="bga")


@pytest.mark.parametrize("call", ["analyse", "best_move", "analysis"])
@pytest.mark.parametrize("rules", ["standard", "boardspace"])
def test_a_finished_position_is_not_searched(call, rules):
    for target in (FINISHED, Position.parse(FINISHED), Game(FINISHED, rules)):
        with pytest.raises(GameOverError, match="over"):
            getattr(Engine(1), call)(target, Limit(depth=1))


@pytest.mark.parametrize(
    ("start", "moves", "rules"),
    [
        (kit.BOTH_STUCK, ["pass", "pass"], "boardspace"),
        (None, ["b1-b3", "a2-c2", "b3-b1", "c2-a2"] * 2, "standard"),
        (None, ["b1-b3", "a2-c2"], RuleSet(move_limit=2)),
        (None, ["b1-b3", "a2-c2"], RuleSet(capture_limit=2)),
    ],
    ids=["passes", "repetition", "move limit", "capture limit"],
)
def test_a_game_that_its_course_has_ended_is_not_searched(start, moves, rules):
    game = Game(start, rules)
    for move in moves:
        assert Engine(1).best_move(game, Limit(depth=1)) in game.legal_moves()
        game.push(move)
    with pytest.raises(GameOverError, match="over"):
        Engine(1).best_move(game, Limit(depth=1))


def test_a_game_ended_by_hand_is_not_searched():
    game = Game()
    game.finish(None, "agreed")
    with pytest.raises(GameOverError, match="over"):
        Engine(1).best_move(game, Limit(depth=1))


# Principal variations -----------------------------------------------------------------------------


def assert_line_is_sound(game, info):
    """The line can be played, and ends the game where its score says that it ends."""
    copy = game.copy()
    for move in info.pv:
        assert move in copy.legal_moves(), info
        copy.push(move)
    if info.score.is_decided and info.bound == "exact":
        assert len(info.pv) == info.score.plies
        assert copy.outcome() is not None
        assert copy.outcome().winner == (game.turn if info.score.is_win else game.turn.other)


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=2 * EXAMPLES)
@given(small_games(kit.rules()), st.integers(1, 6))
def test_lines_of_games_are_sound(engine, game, depth):
    same = played(game)
    ENGINES[engine].clear()
    for info in ENGINES[engine].analysis(same, Limit(depth=depth, nodes=20_000)):
        assert_line_is_sound(same, info)


@settings(max_examples=EXAMPLES)
@given(open_games(timeless_rules()))
def test_lines_are_sound_when_the_table_is_not_empty(game):
    """Searches before, of other positions and of the same ones deeper, must not mislead."""
    same = played(game)
    for info in ENGINES["full"].analysis(same, Limit(depth=7, nodes=50_000)):
        assert_line_is_sound(same, info)


# In the variants a win in one is not seen without being searched, so their lines have gaps sooner.
HARD_LINES = [
    ("2o1/ooox/oxx1/o1o1 x 1/1", {"simultaneous": "draw", "limits_first": True}, 5),
    ("xxx1/1xx1/xo2/o1o1 o 1/2", {"no_moves": "draw", "limits_first": True}, 5),
    ("1ox1/xoox/oxo1/oo1o x 2/2", {"simultaneous": "draw", "no_moves": "pass"}, 5),
    ("1xxx/oox1/ooxo/1o1x o 1/2", {"no_moves": "pass"}, 5),
    ("1x2/xoo1/4/4 x 1/1", {"simultaneous": "opponent", "no_moves": "draw"}, 5),
    ("o3/2x1/oo1o/1o1o x 1/1", {"simultaneous": "draw"}, 5),
    ("4/4/2oo/1x2 x 1/1", {"move_limit": 8, "limits_first": True}, 5),
    ("2o1/oo2/1o1x/4 x 1/1", {"no_moves": "draw", "repetition": "deviate"}, 5),
    ("#1###/#x3/o##o1/x2#o/o4 o", {"simultaneous": "opponent", "capture_limit": 10}, 7),
    ("1#1o#2/2#1###/1##x##1/#xx##2/4#1o/1o2x#1/1##4 o", {"repetition": "board"}, 7),
]


@pytest.mark.parametrize(("start", "options", "depth"), HARD_LINES)
def test_lines_that_are_hard_to_complete(start, options, depth):
    game = Game(start, RuleSet(**options))
    for info in Engine(1).analysis(game, Limit(depth=depth)):
        assert_line_is_sound(game, info)


def test_lines_of_a_whole_game_are_sound():
    engine, game = Engine(1), Game(ENDING)
    while game.outcome() is None and game.ply < 60:
        info = engine.analyse(game, Limit(depth=4))
        assert_line_is_sound(game, info)
        game.push(info.best_move)
    assert game.ply > 4


# The same again -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [MIDDLE_GAME, ENDING, str(Position.start())])
def test_a_cleared_engine_finds_the_same_again(text):
    engine = Engine(1)
    first = reports(engine, text, depth=6)
    engine.clear()
    assert reports(engine, text, depth=6) == first
    assert reports(Engine(1), text, depth=6) == first


def test_a_fresh_process_finds_the_same():
    program = (
        "from loa_engine import Engine, Limit\n"
        f"info = Engine(1).analyse({MIDDLE_GAME!r}, Limit(depth=6))\n"
        "print(info.nodes, info.score.value, *info.pv)"
    )
    info = Engine(1).analyse(MIDDLE_GAME, Limit(depth=6))
    expected = " ".join(map(str, (info.nodes, info.score.value, *info.pv)))
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
        )
        assert ran.stdout.strip() == expected


def test_engines_do_not_disturb_each_other():
    """Two searches in turns, depth by depth, find what each finds alone."""
    alone = [reports(Engine(1), text, depth=6) for text in (MIDDLE_GAME, ENDING)]
    running = [Engine(1).analysis(text, Limit(depth=6)) for text in (MIDDLE_GAME, ENDING)]
    turns = [[], []]
    for _ in range(6):
        for found, search in zip(turns, running, strict=True):
            found += [without_time(info) for info in [next(search, None)] if info]
    assert turns == alone


def test_a_search_given_up_leaves_the_engine_sound():
    engine = Engine(1)
    for depth, info in enumerate(engine.analysis(MIDDLE_GAME, Limit(depth=20)), start=1):
        assert info.depth == depth
        if depth == 3:
            break
    engine.clear()
    assert reports(engine, ENDING, depth=5) == reports(Engine(1), ENDING, depth=5)


def test_a_second_search_of_a_busy_engine_does_no_harm():
    """Two searches in one engine at once are refused, or do not disturb each other."""
    engine = Engine(1)
    first = engine.analysis(MIDDLE_GAME, Limit(depth=4))
    next(first)
    with contextlib.suppress(LimitError):
        assert engine.best_move(ENDING, Limit(depth=3)) in Position.parse(ENDING).legal_moves()
    *_, last = first
    assert without_time(last) == reports(Engine(1), MIDDLE_GAME, depth=4)[-1]
    assert engine.best_move(ENDING, Limit(depth=3)) in Position.parse(ENDING).legal_moves()


def test_boards_of_different_sizes_share_an_engine():
    engine = Engine(1)
    for variant in ("4x4", "standard", "5x5", "standard", "loaps", "parachute"):
        position = Position.start(variant)
        info = engine.analyse(position, Limit(depth=2))
        assert info.best_move in position.legal_moves()
