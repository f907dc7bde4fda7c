"""Perft speed against a plain popcount move counter in C, in the same run.

    python benchmarks/perft.py [--depth 6] [--rounds 5]

Compiles yardstick/perft_simple.c with ``gcc -O3 -march=native``, runs it and this package in turn
from the start position, checks the counts, and prints the ratio of the speeds (median and range
over the rounds), and the ratio of two threads to one.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from loa_engine import Position, perft

SOURCE = Path(__file__).parent / "yardstick" / "perft_simple.c"
COUNTS = {4: 1_563_208, 5: 55_963_132, 6: 1_938_494_632}


def compile_yardstick(folder: str) -> Path:
    """Compile the yardstick; return the program."""
    program = Path(folder) / "perft_simple"
    command = ["gcc", "-O3", "-march=native", "-w", "-o", str(program), str(SOURCE)]
    subprocess.run(command, check=True)
    return program


def yardstick_seconds(program: Path, depth: int) -> float:
    """The yardstick's own time for the last depth."""
    output = subprocess.run([program, str(depth)], check=True, capture_output=True, text=True)
    last = output.stdout.splitlines()[-1]
    found = re.fullmatch(r"(\d+) (\d+) .* ([\d.]+)s .*", last)
    if found is None or int(found[2]) != COUNTS[depth]:
        raise SystemExit(f"unexpected line from the yardstick: {last}")
    return float(found[3])


def own_seconds(depth: int, threads: int) -> float:
    """Our time, with the count checked."""
    started = time.perf_counter()
    count = perft(Position.start(), depth, threads)
    seconds = time.perf_counter() - started
    if count != COUNTS[depth]:
        raise SystemExit(f"perft {depth} gave {count}, not {COUNTS[depth]}")
    return seconds


def report(name: str, ratios: list[float]) -> None:
    """Print the median and the range of some ratios."""
    low, high = min(ratios), max(ratios)
    print(f"{name}: {statistics.median(ratios):.2f} (from {low:.2f} to {high:.2f})")


def main() -> None:
    """Run the rounds and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--depth", type=int, default=6, choices=sorted(COUNTS))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(folder)
        to_yardstick, to_one_thread = [], []
        for _ in range(options.rounds):
            theirs = yardstick_seconds(program, options.depth)
            one = own_seconds(options.depth, 1)
            two = own_seconds(options.depth, 2)
            to_yardstick.append(theirs / one)
            to_one_thread.append(one / two)
            speed = COUNTS[options.depth] / one / 1e6
            print(f"yardstick {theirs:.3f} s, ours {one:.3f} s ({speed:.0f} million nodes/s)")
    report("speed of one thread, yardstick = 1", to_yardstick)
    report("speed of two threads, one thread = 1", to_one_thread)


if __name__ == "__main__":
    main()
