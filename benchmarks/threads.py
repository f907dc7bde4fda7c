"""Time to a fixed depth with two threads against one, over the bench positions.

    python benchmarks/threads.py [--depth 15] [--threads 2] [--rounds 3]

Every position is searched with an empty table by one thread and by several, in turn; prints the
median of the ratios of the times, over positions that take one thread at least a tenth of a second.
"""

from __future__ import annotations

import argparse
import statistics
import time

from loa_engine import Engine, Limit
from loa_engine.search.bench import BENCH_POSITIONS

TABLE_MB = 64
LEAST_SECONDS = 0.1


def seconds_to_depth(engine: Engine, text: str, depth: int) -> float:
    """How long a search with an empty table takes."""
    engine.clear()
    started = time.perf_counter()
    engine.analyse(text, Limit(depth=depth))
    return time.perf_counter() - started


def main() -> None:
    """Run the rounds and print the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--depth", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    one, several = Engine(TABLE_MB), Engine(TABLE_MB, options.threads)
    ratios = []
    for text in BENCH_POSITIONS:
        for _ in range(options.rounds):
            alone = seconds_to_depth(one, text, options.depth)
            if alone < LEAST_SECONDS:
                break
            ratios.append(seconds_to_depth(several, text, options.depth) / alone)
    low, high = min(ratios), max(ratios)
    print(
        f"time of {options.threads} threads to depth {options.depth}, one thread = 1: "
        f"median {statistics.median(ratios):.2f} (from {low:.2f} to {high:.2f}, "
        f"{len(ratios)} searches)"
    )


if __name__ == "__main__":
    main()
