"""The engine as a program that a match can run: one request a line, one answer a line.

    python benchmarks/player.py [--hash MB] [--without HEURISTIC ...] [--rival]

A request is ``nodes N MOVES…`` or ``ms N MOVES…``, the moves of the game from the standard start.
The answer is ``MOVE SCORE DEPTH NODES SECONDS``, the score in the search's own numbers.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from rival import aspiration

from loa_engine import Engine, Game, Limit
from loa_engine.search.heuristics import ALL_HEURISTICS, Heuristics
from loa_engine.search.mtdf import mtdf


def heuristics_without(names: list[str]) -> Heuristics:
    """All heuristics but some."""
    return replace(ALL_HEURISTICS, **dict.fromkeys(names, False))


def answer(engine: Engine, request: str) -> str:
    """Search the position a request describes."""
    kind, amount, *moves = request.split()
    game = Game()
    for move in moves:
        game.push(move)
    limit = Limit(nodes=int(amount)) if kind == "nodes" else Limit(movetime=int(amount) / 1000)
    info = engine.analyse(game, limit)
    return f"{info.best_move} {info.score.value} {info.depth} {info.nodes} {info.time:.6f}"


def main() -> None:
    """Answer requests until the input ends."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--rival", action="store_true", help="search as rival.py does")
    options = parser.parse_args()
    engine = Engine(
        options.hash,
        heuristics=heuristics_without(options.without),
        find_value=aspiration if options.rival else mtdf,
    )
    for line in sys.stdin:
        if line.strip() == "new":
            engine.clear()
            continue
        print(answer(engine, line), flush=True)


if __name__ == "__main__":
    main()
