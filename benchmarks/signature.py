"""The node-count signature of a fixed-depth search over ten positions.

    python benchmarks/signature.py [--depth 7]

Prints nodes per position, their sum (the signature) and the nodes per second. The signature is the
same on every machine and build; only a change of the search or the evaluation alters it.
"""

from __future__ import annotations

import argparse

from loa_engine import Info
from loa_engine.search.bench import BENCH_POSITIONS, bench

POSITIONS = BENCH_POSITIONS[:10]


def show(text: str, info: Info) -> None:
    """Print one line for a position."""
    print(f"{info.nodes:>12}  {info.score!s:>10}  {info.best_move}  {text}")


def main() -> None:
    """Run the bench and print the signature."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--depth", type=int, default=7)
    options = parser.parse_args()
    result = bench(options.depth, POSITIONS, show)
    print(f"signature {result.nodes}, {result.nps} nodes/s")


if __name__ == "__main__":
    main()
