"""A match between two versions or settings of the engine.

    python benchmarks/match_ab.py --games 200 --ms 50 --b "--without null_move"
    python benchmarks/match_ab.py --games 400 --nodes 20000 --python-b "env PYTHONPATH=… python"

A is the installed engine. B differs by the words given to player.py, or by the Python that runs it.
Both play every opening with both colors; prints A's result with the Elo difference.
"""

from __future__ import annotations

import argparse
import sys

from matches import EnginePlayer, Tally, match, openings


def main() -> None:
    """Play the match and print the tally."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--ms", type=int)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--a", default="")
    parser.add_argument("--b", default="")
    parser.add_argument("--python-a", default=sys.executable)
    parser.add_argument("--python-b", default=sys.executable)
    options = parser.parse_args()
    kind, amount = ("nodes", options.nodes) if options.nodes else ("ms", options.ms or 100)
    couples = [
        (
            EnginePlayer(kind, amount, options.a.split(), options.python_a),
            EnginePlayer(kind, amount, options.b.split(), options.python_b),
        )
        for _ in range(options.jobs)
    ]
    tally = Tally()
    for pair in match(openings(options.games // 2, options.seed), couples):
        tally.pairs.append(pair)
    print(f"A against B: {tally}")
    for name, index in (("A", 0), ("B", 1)):
        answers = sum(couple[index].answers for couple in couples)
        depth = sum(couple[index].depths for couple in couples) / answers
        nodes = sum(couple[index].nodes for couple in couples) / answers
        print(f"{name}: mean depth {depth:.1f}, {nodes:.0f} nodes a move")


if __name__ == "__main__":
    main()
