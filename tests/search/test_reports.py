"""What a search says when it is cut short, copied, forked, or given more threads than cores."""

import copy
import os
import pickle
import threading
import time

import kit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_engine import (
    Engine,
    Game,
    Info,
    Limit,
    LimitError,
    LoaError,
    Move,
    Outcome,
    Position,
    Reason,
    RuleError,
    RuleSet,
    Score,
    analyse,
    divide,
    perft,
)

START = Position.start()
QUIET_START = "2oxxx2/o7/3xx2o/o4o1o/o4o1o/o2xx2o/o7/2xxxx2 o"
WAIT_SECONDS = 60


# Cut short ----------------------------------------------------------------------------------------


def test_a_search_reports_its_own_nodes_only():
    engine = Engine(1)
    assert engine.analyse(START, Limit(nodes=10_000)).nodes >= 9_000
    info = engine.analyse(START.play("b1-b3"), Limit(nodes=1))
    assert info.nodes <= 2
    assert info.selective_depth <= 1
    assert info.depth == 0


@given(st.integers(1, 3000), kit.states())
def test_a_loss_is_reported_only_where_it_is_shown(nodes, state):
    game = Game(kit.position_of(state))
    if game.outcome() is not None:
        return
    info = Engine(1).analyse(game, Limit(nodes=nodes))
    assert not (info.bound == "lower" and info.score.is_loss)
    assert not (info.bound == "upper" and info.score.is_win)


@given(st.integers(1, 20_000))
def test_a_report_tells_the_finished_depth_and_its_score(nodes):
    infos = list(Engine(1).analysis(QUIET_START, Limit(nodes=nodes)))
    finished = [info for info in infos if info.bound == "exact"]
    for info in finished:
        assert (info.finished_depth, info.finished_score) == (info.depth, info.score)
    last = finished[-1] if finished else None
    assert infos[-1].finished_depth == (last.depth if last else 0)
    assert infos[-1].finished_score == (last.score if last else None)


def test_lines_are_nearly_as_long_as_the_depth():
    long_enough = []
    for plies in range(0, 30, 3):
        game = Game()
        for number in range(plies):
            moves = game.legal_moves()
            game.push(moves[number * 7 % len(moves)])
            if game.outcome() is not None:
                game.pop()
                break
        info = Engine(8).analyse(game, Limit(nodes=200_000))
        ahead = Game(game.position, game.rules)
        for move in info.pv:
            ahead.push(move)
        is_over = ahead.outcome() is not None
        long_enough.append(is_over or len(info.pv) >= info.finished_depth - 2)
    assert sum(long_enough) >= 9


# Threads ------------------------------------------------------------------------------------------


def test_there_are_no_more_threads_than_cores():
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert Engine(1, 256).threads == min(256, cores)
    assert Engine(1, 1).threads == 1


# Copies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_engine_is_not_copied(make):
    with pytest.raises(TypeError, match="an Engine cannot be copied or pickled"):
        make(Engine(1))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "value",
    [
        Score.win_in(3),
        Score.cp(-20),
        Info(3, Score.cp(5), (Move.parse("b1-b3"),), finished_score=Score.cp(5)),
        Limit(depth=3),
        Move.parse("c1xa3"),
        START,
        RuleSet.named("olympiad"),
        RuleSet(no_moves="pass"),
        Outcome(None, Reason.PASSES),
        Game("parachute"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_survive_every_protocol(value, protocol):
    again = pickle.loads(pickle.dumps(value, protocol))
    assert again == value if not isinstance(value, Game) else again.position == value.position
    assert copy.deepcopy(value) is not None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_engine_is_free():
    engine = Engine(1)
    search = threading.Thread(target=engine.analyse, args=(START, Limit(movetime=20)))
    search.start()
    deadline = time.monotonic() + WAIT_SECONDS
    while not engine._busy.locked() and time.monotonic() < deadline:
        time.sleep(0.01)
    child = os.fork()
    if not child:
        try:
            os._exit(0 if engine.analyse(START, Limit(depth=2)).depth == 2 else 1)
        finally:
            os._exit(2)
    _, status = os.waitpid(child, 0)
    engine.stop()
    search.join()
    assert os.waitstatus_to_exitcode(status) == 0


# Arguments ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (lambda: RuleSet(move_limit=2**31), RuleError, "move_limit is a number of plies from 1"),
        (lambda: RuleSet(capture_limit=2**70), RuleError, "capture_limit is a number of plies"),
        (lambda: Limit(clock=(None, 1)), LimitError, "number of seconds, not None"),
        (lambda: Limit(clock=(1, None)), LimitError, "number of seconds, not None"),
        (lambda: Engine(threads=None), LimitError, "threads must be a whole number, not None"),
        (lambda: Engine(None), LimitError, "hash_mb must be a whole number, not None"),
        (lambda: Engine(threads=True), LimitError, "threads must be a whole number, not True"),
        (lambda: perft(START, 1.5), LimitError, "depth must be a whole number, not 1.5"),
        (lambda: perft(START, 2**40), LimitError, "depth must be at most 100"),
        (lambda: perft(START, True), LimitError, "depth must be a whole number, not True"),
        (lambda: perft(START, 1, threads=1.5), LimitError, "threads must be a whole number"),
        (lambda: perft(START, 1, hash_mb=None), LimitError, "hash_mb must be a whole number"),
        (lambda: perft("start", 1), TypeError, "position must be Position, not str"),
        (lambda: divide(START, 0), LimitError, "depth must be at least 1"),
        (lambda: divide(START, 1.0), LimitError, "depth must be a whole number, not 1.0"),
        (lambda: analyse(None, Limit(depth=1)), TypeError, "Position or Game or str, not NoneT"),
        (lambda: analyse(START, None), TypeError, "limit must be Limit, not NoneType"),
        (lambda: analyse(START, 5), TypeError, "limit must be Limit, not int"),
        (
            lambda: Engine(1).analyse(START, Limit(depth=1), searchmoves=[5]),
            TypeError,
            "move must be Move, not int",
        ),
        (
            lambda: Engine(1).analyse(START, Limit(depth=1), searchmoves="b1-b3"),
            TypeError,
            "searchmoves must be several moves",
        ),
        (lambda: Engine(1).analyse(START, Limit(depth=1), multipv=1.0), LimitError, "multipv"),
        (lambda: START.svg(size=float("nan")), LoaError, "size must be a whole number, not nan"),
        (lambda: START.svg(size=True), LoaError, "size must be a whole number, not True"),
        (lambda: START.svg(size=0), LoaError, "size must be at least 1"),
        (lambda: START.resolve(5), TypeError, "move must be Move, not int"),
    ],
)  # fmt: skip
def test_arguments_are_checked_at_the_door(call, error, reason):
    with pytest.raises(error) as raised:
        call()
    assert reason in str(raised.value)


def test_the_largest_limits_of_rules_are_searched():
    rules = RuleSet(move_limit=1_000_000, capture_limit=1_000_000)
    assert analyse(START, Limit(depth=2), rules=rules, hash_mb=1).depth == 2
