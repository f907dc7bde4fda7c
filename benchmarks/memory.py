"""A million searches in one process, and whether its memory stays flat.

    python benchmarks/memory.py [--searches 1000000]

Searches positions of a game to depth 1, with a new engine now and then. Prints the resident memory
on the way and a verdict: the allocator needs a while to settle, so what counts is whether memory
grew in the second half. Ends with status 1 if it did.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
import time
from pathlib import Path

from loa_engine import Engine, Game, Limit

STATM = Path("/proc/self/statm")
MEBIBYTE = 1 << 20
ALLOWED_BYTES = MEBIBYTE
REPORTS = 10
# Every so many searches begin with a new engine.
ENGINE_SEARCHES = 1000


def resident_bytes() -> int:
    """The resident memory of this process."""
    gc.collect()
    return int(STATM.read_text().split()[1]) * resource.getpagesize()


def games() -> list[Game]:
    """A game after each of its moves, as the engine plays it against itself."""
    engine, game = Engine(1), Game()
    found = []
    while game.outcome() is None and game.ply < 40:
        found.append(game.copy())
        game.push(engine.best_move(game, Limit(depth=2)))
    return found


def search(targets: list[Game], times: int) -> None:
    """Search the targets in turn, so many times in all."""
    limit = Limit(depth=1)
    for number in range(times):
        if number % ENGINE_SEARCHES == 0:
            engine = Engine(1)
        engine.analyse(targets[number % len(targets)], limit)


def main() -> None:
    """Search, watch the memory, and say whether it grew."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--searches", type=int, default=1_000_000)
    part = max(1, parser.parse_args().searches // REPORTS)
    targets = games()
    started = time.monotonic()
    resident = [resident_bytes()]
    for number in range(1, REPORTS + 1):
        search(targets, part)
        resident.append(resident_bytes())
        seconds = time.monotonic() - started
        print(f"{number * part:>9} searches  {resident[-1] / MEBIBYTE:7.2f} MB  {seconds:7.1f} s")
        sys.stdout.flush()
    grown = resident[-1] - resident[REPORTS // 2]
    is_flat = grown < ALLOWED_BYTES
    print(
        f"memory is {'flat' if is_flat else 'GROWING'}: {grown / 1024:+.0f} KB in the last "
        f"{REPORTS // 2 * part} searches"
    )
    sys.exit(not is_flat)


if __name__ == "__main__":
    main()
