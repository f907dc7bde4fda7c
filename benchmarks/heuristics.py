"""What each heuristic saves: nodes to a fixed depth with and without it.

    python benchmarks/heuristics.py [--depth 9] [--match-games 400 --nodes 10000]

Searches the bench positions with everything on and then with one heuristic off at a time, and
prints the nodes and their ratio. With ``--match-games`` it plays a match of the engine against
itself without each heuristic, at a fixed number of nodes a move, and prints the score.
"""

from __future__ import annotations

import argparse
from dataclasses import fields

from matches import EnginePlayer, Tally, match, openings
from player import heuristics_without

from loa_engine import Engine, Limit
from loa_engine.search.bench import BENCH_POSITIONS
from loa_engine.search.heuristics import Heuristics

TABLE_MB = 64


def nodes_to_depth(depth: int, without: list[str]) -> int:
    """Nodes of all bench positions together, each with an empty table."""
    engine = Engine(TABLE_MB, heuristics=heuristics_without(without))
    nodes = 0
    for text in BENCH_POSITIONS:
        engine.clear()
        nodes += engine.analyse(text, Limit(depth=depth)).nodes
    return nodes


def play_without(name: str, games: int, nodes: int) -> Tally:
    """The engine against itself without a heuristic."""
    couples = [
        (
            EnginePlayer("nodes", nodes, []),
            EnginePlayer("nodes", nodes, ["--without", name]),
        )
        for _ in range(2)
    ]
    tally = Tally()
    for pair in match(openings(games // 2, 11), couples):
        tally.pairs.append(pair)
    return tally


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--match-games", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=10000)
    options = parser.parse_args()
    whole = nodes_to_depth(options.depth, [])
    print(f"all heuristics: {whole} nodes to depth {options.depth}")
    for part in fields(Heuristics):
        nodes = nodes_to_depth(options.depth, [part.name])
        print(f"without {part.name}: {nodes} nodes, {nodes / whole:.2f} times", flush=True)
        if options.match_games:
            print(f"  {play_without(part.name, options.match_games, options.nodes)}", flush=True)


if __name__ == "__main__":
    main()
