"""The engine against the sparring partner at equal time per move.

    python benchmarks/match_sparring.py [--openings 100] [--ms 100]

Compiles yardstick/sparring.c and plays it from different openings of four random plies, each with
both colors. Prints wins, draws, losses, the Elo difference with its 95% interval, and the nodes per
second of both programs.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

from matches import EnginePlayer, SparringPlayer, Tally, match, openings

SOURCE = Path(__file__).parent / "yardstick" / "sparring.c"


def main() -> None:
    """Play the match and print the tally."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--openings", type=int, default=100)
    parser.add_argument("--ms", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "sparring"
        command = ["gcc", "-O3", "-march=native", "-w", "-o", str(program), str(SOURCE)]
        subprocess.run(command, check=True)
        couples = [
            (EnginePlayer("ms", options.ms, []), SparringPlayer(program, options.ms))
            for _ in range(options.jobs)
        ]
        tally = Tally()
        for pair in match(openings(options.openings, options.seed), couples):
            tally.pairs.append(pair)
    print(f"engine against sparring partner, {options.ms} ms a move: {tally}")
    ours = sum(engine.nodes for engine, _ in couples)
    our_seconds = sum(engine.seconds for engine, _ in couples)
    theirs = sum(partner.nodes for _, partner in couples)
    their_seconds = sum(partner.seconds for _, partner in couples)
    print(f"nodes per second: {ours / our_seconds:.0f} against {theirs / their_seconds:.0f}")
    for name, index in (("engine", 0), ("partner", 1)):
        answers = sum(couple[index].answers for couple in couples)
        print(f"mean depth, {name}: {sum(c[index].depths for c in couples) / answers:.1f}")


if __name__ == "__main__":
    main()
