"""The engine as a caller drives it: threads, clocks, the search for a win, chosen moves, misuse."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from loa_engine import (
    Engine,
    Game,
    GameOverError,
    IllegalMoveError,
    Limit,
    LimitError,
    Position,
    Score,
    analyse,
)
from loa_engine.search.bench import BENCH_POSITIONS
from loa_engine.search.clock import Clock
from loa_engine.search.heuristics import NO_HEURISTICS

START = str(Position.start())
WIN_IN_SEVEN = "8/3xx3/3oo3/o1xooo2/1xxo1x2/3xo3/2o1x3/4x3 o"
MUTUAL_ZUGZWANG = "o7/8/8/3x4/4o3/8/8/7x x"
FINISHED = "xx6/8/8/8/8/8/o7/7o o"
NAN = float("nan")
TOO_LONG_SECONDS = 60


# Threads ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [START, WIN_IN_SEVEN, *BENCH_POSITIONS[8:12]])
def test_threads_find_lines_that_can_be_played(text):
    infos = list(Engine(8, threads=3).analysis(text, Limit(depth=7)))
    assert [info.depth for info in infos] == sorted(info.depth for info in infos)
    for info in infos:
        game = Game(text)
        for move in info.pv:
            game.push(move)
    assert infos[-1].depth == 7 or infos[-1].score.is_decided


def test_one_thread_finds_the_shortest_win():
    assert analyse(WIN_IN_SEVEN, Limit(depth=8)).score == Score.win_in(7)


def test_threads_find_a_forced_win():
    # Which depth finds it, and how long a win, depends on what the other thread put in the table.
    found = analyse(WIN_IN_SEVEN, Limit(depth=14), threads=2)
    assert found.score.is_win
    assert len(found.pv) == found.score.plies >= 7


def test_threads_share_the_nodes():
    info = Engine(8, threads=4).analyse(START, Limit(nodes=20_000))
    assert info.nodes <= 20_000 + 4


def test_several_lines_with_threads():
    lines = Engine(8, threads=2).analyse(START, Limit(depth=5), multipv=3)
    assert [info.rank for info in lines] == [1, 2, 3]
    assert len({info.best_move for info in lines}) == 3
    assert [info.score for info in lines] == sorted((info.score for info in lines), reverse=True)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [Limit(infinite=True), Limit(depth=100)])
def test_a_search_without_an_end_is_stopped(threads, limit):
    engine, infos = Engine(8, threads), []
    begun = threading.Event()

    def search():
        for info in engine.analysis(START, limit):
            infos.append(info)
            begun.set()

    thread = threading.Thread(target=search)
    thread.start()
    assert begun.wait(TOO_LONG_SECONDS)
    engine.stop()
    thread.join(TOO_LONG_SECONDS)
    assert not thread.is_alive()
    assert infos[-1].best_move in Position.start().legal_moves()


def test_leaving_an_analysis_ends_its_threads():
    before = threading.active_count()
    engine = Engine(8, threads=3)
    for _ in engine.analysis(START, Limit(infinite=True)):
        break
    assert threading.active_count() == before
    assert engine.analyse(START, Limit(depth=2)).depth == 2


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_reports_the_best_move(threads):
    program = (
        "import os, signal, threading\n"
        "from loa_engine import *\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        f"    Engine(8, {threads}).analyse({START!r}, Limit(infinite=True))\n"
        "except SearchInterrupted as stop:\n"
        "    print(stop.info.best_move)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        timeout=TOO_LONG_SECONDS,
    )
    assert ran.stderr == ""
    assert Position.start().is_legal(ran.stdout.strip())


# Limits -------------------------------------------------------------------------------------------


def test_an_infinite_search_goes_on_after_a_forced_win():
    search = Engine(1).analysis(WIN_IN_SEVEN, Limit(infinite=True, depth=10))
    assert [info.depth for info in search] == list(range(1, 11))


def test_the_search_for_a_win_ends_with_it():
    info = Engine(1).analyse(WIN_IN_SEVEN, Limit(mate=7))
    assert info.score == Score.win_in(7)
    assert info.bound == "exact"


def test_the_search_for_a_win_ends_without_it():
    info = Engine(1).analyse(START, Limit(mate=3))
    assert info.depth == 3
    assert not info.score.is_decided


@pytest.mark.parametrize("clock", [(60.0, 0.0), (1.0, 0.1), (0.05, 0.0), (0.0, 0.0), (0.0, 0.2)])
def test_a_clock_leaves_time(clock):
    limit = Clock(Limit(clock=clock))
    assert 0 < limit.hard_seconds <= max(0.001, clock[0] * 0.4)
    info = Engine(1).analyse(START, Limit(clock=clock, nodes=50_000))
    assert info.best_move in Position.start().legal_moves()


def test_a_clock_is_used_less_when_the_move_is_settled_and_more_when_the_score_drops():
    def allowed(values):
        clock = Clock(Limit(clock=(1e6, 0.0)))
        for best, value in values:
            clock.note(best, value)
        # As if half of the soft limit had passed.
        clock._started -= clock._soft * 0.5
        return clock.allows_next_depth()

    assert allowed([(1, 10), (2, 12)])
    assert not allowed([(1, 10)] * 10)
    clock = Clock(Limit(clock=(1e6, 0.0)))
    clock.note(1, 10)
    clock.note(1, -90)
    clock._started -= clock._soft
    assert clock.allows_next_depth()


def test_a_single_move_costs_no_clock():
    stuck = "6ox/6oo/8/8/8/o7/o7/xo6 o"
    game = Game(stuck, "boardspace")
    game.push("a3-b2")
    info = Engine(1).analyse(game, Limit(clock=(1000.0, 0.0)))
    assert str(info.best_move) == "pass"
    assert info.depth == 1


# Chosen moves -------------------------------------------------------------------------------------


def test_chosen_moves_are_the_only_ones():
    chosen = ["b1-b3", "c8-c6"]
    lines = Engine(1).analyse(START, Limit(depth=3), multipv=9, searchmoves=chosen)
    assert sorted(str(info.best_move) for info in lines) == chosen


def test_each_line_is_what_its_move_alone_is_worth():
    engine = Engine(1, heuristics=NO_HEURISTICS)
    for text in BENCH_POSITIONS[3:6]:
        engine.clear()
        lines = engine.analyse(text, Limit(depth=3), multipv=5)
        for info in lines:
            engine.clear()
            alone = engine.analyse(text, Limit(depth=3), searchmoves=[info.best_move])
            assert (alone.best_move, alone.score) == (info.best_move, info.score)


def test_chosen_moves_do_not_hide_the_others_later():
    engine = Engine(1)
    whole = engine.analyse(WIN_IN_SEVEN, Limit(depth=8))
    engine.clear()
    poor = [move for move in Position.parse(WIN_IN_SEVEN).legal_moves() if move != whole.best_move]
    engine.analyse(WIN_IN_SEVEN, Limit(depth=6), searchmoves=poor[:3])
    assert engine.analyse(WIN_IN_SEVEN, Limit(depth=8)).score == whole.score


@pytest.mark.parametrize("moves", [["b1-b4"], ["a1-a2"]])
def test_moves_that_may_not_be_chosen(moves):
    with pytest.raises(IllegalMoveError):
        Engine(1).analyse(START, Limit(depth=1), searchmoves=moves)


# Misuse -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [0, -1, 10_000, True, 1.5, "2"])
def test_threads_that_make_no_sense(threads):
    with pytest.raises(LimitError, match="threads"):
        Engine(1, threads)


@pytest.mark.parametrize("lines", [0, -1, 10**9, True, 1.5])
def test_numbers_of_lines_that_make_no_sense(lines):
    with pytest.raises(LimitError, match="multipv"):
        Engine(1).analyse(START, Limit(depth=1), multipv=lines)


@pytest.mark.parametrize(
    "clock", [(-1.0, 0.0), (1.0, -1.0), (NAN, 0.0), (1.0, NAN), 5.0, (1.0,), ("1", 0.0), [1.0, 0.0]]
)
def test_clocks_that_make_no_sense(clock):
    with pytest.raises(LimitError, match="clock"):
        Limit(clock=clock)


@pytest.mark.parametrize("mate", [0, -3, 1000, True])
def test_distances_of_a_win_that_make_no_sense(mate):
    with pytest.raises(LimitError, match="mate"):
        Limit(mate=mate)


def test_no_move_to_search():
    with pytest.raises(LimitError, match="no move"):
        Engine(1).analyse(START, Limit(depth=1), searchmoves=[])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_finished_game_is_not_searched(threads):
    with pytest.raises(GameOverError, match="over"):
        Engine(1, threads).analyse(FINISHED, Limit(depth=3))


def test_one_search_at_a_time():
    engine = Engine(1)
    first = engine.analysis(START, Limit(depth=5))
    next(first)
    with pytest.raises(LimitError, match="searching"):
        engine.analyse(START, Limit(depth=1))
    first.close()
    assert engine.analyse(START, Limit(depth=1)).depth == 1


def test_zugzwang_is_seen_by_threads_too():
    assert analyse(MUTUAL_ZUGZWANG, Limit(depth=4), threads=2).score == Score.loss_in(2)


def test_waiting_threads_do_not_outlive_the_process():
    """A program that ends in the middle of an analysis with threads ends at once."""
    program = (
        "from loa_engine import *\n"
        f"search = Engine(8, 2).analysis({START!r}, Limit(infinite=True))\n"
        "print(next(search).depth)\n"
    )
    subprocess.run(
        [sys.executable, "-P", "-c", program], check=True, timeout=TOO_LONG_SECONDS, cwd=Path.home()
    )
