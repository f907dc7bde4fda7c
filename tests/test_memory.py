"""No leaks: the memory of the process stays where it is, however often something is done.

Each way of working is repeated until the allocator has settled, then many times more. The full run
of a million searches is benchmarks/memory.py.
"""

import contextlib
import gc
import resource
from pathlib import Path

import pytest
from lookahead import Asked

from loa_engine import Engine, Game, GameOverError, Limit, Position, perft
from loa_engine.evaluation.weights import evaluator_for
from loa_engine.search._search import Searcher
from loa_engine.search._table import TranspositionTable
from loa_engine.search.heuristics import ALL_HEURISTICS

STATM = Path("/proc/self/statm")
ALLOWED_BYTES = 1 << 20
ENDING = "5x2/3x3o/3ooo2/o1x1o3/2x5/3oo3/ox5o/3xxx2 x"
FINISHED = "xx6/8/8/8/8/8/o7/7o o"
ENGINE = Engine(1)
TABLE = TranspositionTable(1)
SHUFFLED = Game()
for move in ["b1-b3", "a2-c2", "b3-b1", "c2-a2", "d1-d3"]:
    SHUFFLED.push(move)

pytestmark = pytest.mark.skipif(not STATM.exists(), reason="memory is read from /proc")


def resident_bytes():
    gc.collect()
    return int(STATM.read_text().split()[1]) * resource.getpagesize()


def search_with_one_engine():
    ENGINE.analyse(ENDING, Limit(depth=1))


def search_a_game():
    ENGINE.analyse(SHUFFLED, Limit(depth=2))


def search_with_a_new_engine():
    Engine(1).analyse(ENDING, Limit(depth=1))


def search_with_a_new_searcher():
    Searcher(TABLE, evaluator_for(8), ALL_HEURISTICS.flags)
    Asked(SHUFFLED, TABLE).bound(1, 0)


def give_a_search_up():
    for info in ENGINE.analysis(ENDING, Limit(depth=9)):
        if info.depth == 2:
            break


def search_a_finished_position():
    with contextlib.suppress(GameOverError):
        ENGINE.analyse(FINISHED, Limit(depth=1))


def count_moves_with_a_table():
    perft(Position.start(), 2, hash_mb=1)


WORKS = {
    search_with_one_engine: 5000,
    search_a_game: 2000,
    search_with_a_new_engine: 600,
    search_with_a_new_searcher: 1500,
    give_a_search_up: 2000,
    search_a_finished_position: 5000,
    count_moves_with_a_table: 300,
}


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.__name__)
def test_memory_stays_flat(work):
    times = WORKS[work]
    for _ in range(times // 2):
        work()
    before = resident_bytes()
    for _ in range(times):
        work()
    assert resident_bytes() - before < ALLOWED_BYTES


def test_a_hundred_thousand_searches_of_one_searcher():
    asked = Asked(Game(ENDING), TABLE)
    for beta in range(10_000):
        asked.bound(1, beta)
    before = resident_bytes()
    for beta in range(100_000):
        asked.bound(1, beta % 500)
    assert resident_bytes() - before < ALLOWED_BYTES
