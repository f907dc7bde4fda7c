"""A fixed search over fixed positions: its node count tells whether the search still is the same.

One thread, a cleared table and a fixed depth make the count the same on every machine. A change of
the code that alters it changes what the engine plays; one that does not is a pure clean-up.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from loa_engine.game.position import Position
from loa_engine.search.engine import Engine
from loa_engine.search.limits import Info, Limit

__all__ = ["BENCH_DEPTH", "BENCH_POSITIONS", "BenchResult", "bench"]

BENCH_DEPTH = 10
_HASH_MB = 16

BENCH_POSITIONS = (
    "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x",
    "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x",
    "2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/3xx3/2x2x2 x",
    "3xxxx1/o1o1oo2/6xo/1o2xo2/3oxx1o/8/o6o/1xo1x1x1 x",
    "4x1xx/o4o2/o1o1x2x/o7/1x5o/o1o1o3/o6o/1xxxxxx1 o",
    "8/3xx3/3oo3/o1xooo2/1xxo1x2/3xo3/2o1x3/4x3 o",
    "1x6/ox5x/4xx1x/1x6/ooo4o/6ox/1x5x/ox1o4 x",
    "3oxxoo/x7/o7/ox2x1oo/6o1/6x1/3x3o/8 o",
    "8/2o4o/o2xx3/xx3oxo/o6o/o4x2/o2o3o/1xxx1xx1 o",
    "o1xoxxx1/1xx1oo2/ox6/6o1/4o3/x7/4xo1x/1o6 x",
    "3x4/8/2xxox1o/2xooo2/2xooo2/3o2x1/8/2xxx3 o",
    "2oxxx2/o7/3xx2o/o4o1o/o4o1o/o2xx2o/o7/2xxxx2 o",
    "3xx3/8/3oo3/2ox1x1o/o1x1xxoo/3xo3/1o6/4x3 x",
    "1x2xxx1/ox2x2o/4o2o/ox5o/o7/o2x2o1/o6o/2o3xx o",
    "1x1xxx2/o6o/2x3xo/o1o4o/o3x3/2xo3o/o3oo2/3xxxx1 x",
    "1x1xxxx1/7o/o3o2o/2x4o/o2x3o/2ox1xxo/7o/6x1 x",
    "5x2/3x3o/3ooo2/o1x1o3/2x5/3oo3/ox5o/3xxx2 x",
    "1xx5/6x1/o4x2/o3oox1/o1x1oox1/3x1xxo/8/2o5 x",
    "2x1x3/oo2o3/ox2ox2/o1xox3/2ox4/3ox3/1o6/3xx3 x",
    "2x5/5xo1/1o1oox2/3oxxx1/1o1ooxx1/2xxo1x1/8/8 x",
    "2xxxxx1/o4o2/ox6/o6o/o3x3/o3x3/o3oo2/3x1xx1 x",
    "1x6/o7/5xxo/o4oxo/o4o2/o7/3oox2/1xxxx1x1 x",
    "5xx1/4xx2/4x3/o4o2/o7/ox1ox3/oo2xx2/4xxx1 x",
    "2xx2x1/2xoo3/3ox1x1/2o1x2o/2o2o1o/x7/o6o/8 x",
)
"""The start, scrambled eggs, and positions from the opening to the last moves of games."""


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What a bench run counted.

    Attributes:
        nodes: positions searched in all: the signature.
        seconds: how long it took.
    """

    nodes: int
    seconds: float

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.seconds)


def bench(
    depth: int = BENCH_DEPTH,
    positions: tuple[str, ...] = BENCH_POSITIONS,
    report: Callable[[str, Info], None] | None = None,
) -> BenchResult:
    """Search each position to a depth with an empty table and count the nodes.

    Args:
        depth: plies.
        positions: texts of positions.
        report: called after each position with its text and result.

    Raises:
        LimitError: a depth that makes no sense.
    """
    engine = Engine(_HASH_MB)
    nodes = 0
    started = time.perf_counter()
    for text in positions:
        engine.clear()
        info = engine.analyse(Position.parse(text), Limit(depth=depth))
        nodes += info.nodes
        if report is not None:
            report(text, info)
    return BenchResult(nodes, time.perf_counter() - started)
