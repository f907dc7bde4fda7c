"""A million searches in one process, and whether its memory stays flat.

    python benchmarks/memory.py [--searches 1000000]

Searches positions of a game to depth 1 with one engine, and with a new engine now and then. Prints
the resident memory ten times on the way and a verdict; ends with status 1 if memory grew.
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
ALLOWED_BYTES = 2 * MEBIBYTE
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
    options = parser.parse_args()
    targets, part = games(), max(1, options.searches // REPORTS)
    search(targets, part)
    first = resident_bytes()
    print(f"warmed up: {first / MEBIBYTE:.2f} MB resident")
    started = time.monotonic()
    for number in range(1, REPORTS + 1):
        search(targets, part)
        grown = resident_bytes() - first
        seconds = time.monotonic() - started
        print(f"{number * part:>9} searches  {grown / 1024:+8.0f} KB  {seconds:7.1f} s", flush=True)
    verdict = "flat" if grown < ALLOWED_BYTES else "GROWING"
    print(f"memory is {verdict}: {grown / (REPORTS * part):+.3f} bytes a search")
    sys.exit(verdict != "flat")


if __name__ == "__main__":
    main()
