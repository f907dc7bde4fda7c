"""Limits: what may be asked for, that a search keeps to it, and that it can be stopped.

No test here asks how long something took; a search that does not end fails by hanging.
"""

import subprocess
import sys
import threading
from itertools import pairwise

import pytest

from loa_engine import Engine, Info, Limit, LimitError, Position, Score, SearchInterrupted, analyse
from loa_engine.game.move import Move
from loa_engine.search.limits import MAX_DEPTH

START = str(Position.start())
# Nothing is decided here for many more plies than a test can search.
ENDLESS = Limit(depth=MAX_DEPTH)
TOO_LONG_SECONDS = 60
NAN, INFINITY = float("nan"), float("inf")


# Limits that make no sense ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["depth", "nodes"])
@pytest.mark.parametrize("value", [-1, 0, True, False, 1.5, 3.0, "3", [], NAN, INFINITY])
def test_counts_that_make_no_sense(name, value):
    with pytest.raises(LimitError, match=name) as caught:
        Limit(**{name: value})
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("value", [-1, -0.001, True, "1", [], NAN, INFINITY, -INFINITY])
def test_times_that_make_no_sense(value):
    with pytest.raises(LimitError, match="movetime"):
        Limit(movetime=value)


@pytest.mark.parametrize("value", [0, -1, True, 1.5, 16.0, "16", NAN, 1 << 40, 1 << 80])
def test_table_sizes_that_make_no_sense(value):
    with pytest.raises(LimitError, match="hash"):
        Engine(value)
    with pytest.raises(LimitError, match="hash"):
        analyse(START, Limit(depth=1), hash_mb=value)


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 1 << 31, 1 << 64])
def test_depths_that_no_search_reaches(depth):
    with pytest.raises(LimitError, match=str(MAX_DEPTH)):
        Limit(depth=depth)


@pytest.mark.parametrize(
    "huge",
    [
        {"nodes": 1 << 63},
        {"nodes": 1 << 64},
        {"nodes": 10**30},
        {"movetime": 1e300},
        {"movetime": 10**400},
    ],
)
def test_huge_limits_are_refused_or_kept(huge):
    """Either the limit is refused in words, or the search takes it."""
    try:
        limit = Limit(depth=1, **huge)
    except LimitError as error:
        named = next(iter(huge)) in str(error)
    else:
        named = Engine(1).analyse(START, limit).depth == 1
    assert named


def test_no_limit_at_all_is_refused():
    with pytest.raises(LimitError, match="depth"):
        list(Engine(1).analysis(START, Limit()))


def test_a_limit_prints_as_it_is_made():
    for limit in (Limit(depth=3), Limit(nodes=10, movetime=0.5), Limit(depth=1, nodes=2)):
        assert eval(repr(limit), {"Limit": Limit}) == limit


def test_an_info_knows_its_move_and_speed():
    move = Move.parse("b1-b3")
    info = Info(depth=1, score=Score.cp(3), pv=(move,), nodes=100, time=0.5)
    assert info.best_move == move
    assert info.nps == 200
    assert Info(depth=1, score=Score.cp(3), pv=(move,), nodes=100, time=0.0).nps == 0


# Limits that are kept -----------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(1, 7))
def test_depth_is_exact(depth):
    info = Engine(1).analyse(START, Limit(depth=depth))
    assert info.depth == depth
    assert info.bound == "exact"


@pytest.mark.parametrize("nodes", [1, 2, 3, 36, 37, 100, 999, 1000, 1024, 1025, 5000, 20_000])
def test_nodes_are_never_exceeded(nodes):
    position = Position.start()
    engine = Engine(1)
    infos = list(engine.analysis(position, Limit(nodes=nodes)))
    assert all(info.nodes <= nodes for info in infos)
    assert infos[-1].best_move in position.legal_moves()
    assert engine.analyse(position, Limit(depth=1)).bound == "exact"


def test_more_nodes_see_deeper():
    infos = [Engine(1).analyse(START, Limit(nodes=nodes)) for nodes in (10, 1000, 100_000)]
    assert all(before.depth < after.depth for before, after in pairwise(infos))


@pytest.mark.parametrize("seconds", [0, 0.001, 0.05])
def test_time_ends_a_search(seconds):
    info = Engine(1).analyse(START, Limit(movetime=seconds))
    assert info.best_move in Position.start().legal_moves()
    assert info.depth < MAX_DEPTH


def test_the_first_limit_reached_counts():
    assert Engine(1).analyse(START, Limit(depth=2, nodes=10**9, movetime=3600)).depth == 2
    assert Engine(1).analyse(START, Limit(depth=90, nodes=500, movetime=3600)).nodes <= 500
    assert Engine(1).analyse(START, Limit(depth=90, nodes=10**15, movetime=0.02)).depth < 90


# Stopping -----------------------------------------------------------------------------------------


def test_another_thread_can_stop_a_search():
    engine, infos = Engine(1), []
    deep_enough = threading.Event()

    def search():
        for info in engine.analysis(START, ENDLESS):
            infos.append(info)
            if info.depth == 3:
                deep_enough.set()

    thread = threading.Thread(target=search)
    thread.start()
    assert deep_enough.wait(TOO_LONG_SECONDS)
    engine.stop()
    thread.join(TOO_LONG_SECONDS)
    assert not thread.is_alive()
    assert 3 <= infos[-1].depth < MAX_DEPTH
    assert infos[-1].best_move in Position.start().legal_moves()


def test_a_search_can_be_stopped_between_two_reports():
    engine = Engine(1)
    search = engine.analysis(START, ENDLESS)
    assert next(search).depth == 1
    engine.stop()
    assert list(search) == []


def test_stopping_an_idle_engine_does_nothing():
    engine = Engine(1)
    engine.stop()
    assert engine.analyse(START, Limit(depth=3)).depth == 3


def test_an_engine_searches_again_after_it_was_stopped():
    engine = Engine(1)
    search = engine.analysis(START, ENDLESS)
    next(search)
    engine.stop()
    list(search)
    assert engine.analyse(START, Limit(depth=4)).depth == 4


# Ctrl-C -------------------------------------------------------------------------------------------

# Programs that send themselves Ctrl-C when they have been at work for a while.
LONG_ANALYSIS = """
import os, signal, threading
from loa_engine import Engine, Limit, Position, SearchInterrupted
position = Position.start()
try:
    for info in Engine(1).analysis(position, Limit(depth=100)):
        if info.depth == 4:
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
except SearchInterrupted as interrupted:
    info = interrupted.info
    print("interrupted", info.depth >= 4, info.best_move in position.legal_moves())
"""

LONG_PERFT = """
import os, signal, threading
from loa_engine import Position, perft
try:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    perft(Position.start(), 12, {threads})
except KeyboardInterrupt:
    print("interrupted")
"""


def output_of(program):
    """What a program prints; it must end by itself, without an error."""
    ran = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        timeout=TOO_LONG_SECONDS,
    )
    assert ran.stderr == ""
    assert ran.returncode == 0
    return ran.stdout


def test_ctrl_c_ends_an_analysis_with_the_best_move_so_far():
    assert output_of(LONG_ANALYSIS) == "interrupted True True\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_perft(threads):
    assert output_of(LONG_PERFT.format(threads=threads)) == "interrupted\n"


def test_an_interrupted_search_is_a_keyboard_interrupt():
    info = Engine(1).analyse(START, Limit(depth=1))
    error = SearchInterrupted(info)
    assert isinstance(error, KeyboardInterrupt)
    assert not isinstance(error, Exception)
    assert error.info == info
    assert "interrupted" in str(error)
