"""Matches between the levels of play: `levels.py RESULTS [PAIR...] [--games N] [--top NODES]`.

A pair is two levels, as in `4-5`; without one, each level meets the next. Level 10 searches TOP
nodes a move. Every game goes into the file RESULTS as it ends, one JSON object a line, and games
that are there already are not played again. Printed are points, Elo, and the winning chance that a
move costs by a search of JUDGE_NODES nodes.
"""

import argparse
import json
import math
import random
import zlib
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from matches import openings

from loa_engine import Engine, Game, Limit
from loa_engine.evaluation.chance import winning_chance
from loa_engine.search.levels import LEVELS, STRONGEST

OPENINGS = 1000
SEED = 20261207
LONGEST_GAME = 200
JUDGE_NODES = 10_000
JUDGED_SHARE = 0.1  # of the moves


def play(lower: int, higher: int, number: int, top: int) -> dict[str, object]:
    """Game `number` of a pair; odd ones have the colours of the one before switched."""
    opening = openings(OPENINGS, SEED)[number // 2]
    chance = random.Random(zlib.crc32(f"{lower}-{higher}-{number}".encode()))
    players = [Engine(16, level=lower), Engine(16, level=higher)]
    if number % 2:
        players.reverse()
    judge = Engine(16)
    game = Game()
    for move in opening:
        game.push(move)
    losses: dict[int, list[float]] = {lower: [], higher: []}
    while game.outcome() is None and game.ply < LONGEST_GAME:
        player = players[game.turn]
        limit = Limit(nodes=top) if player.level.number == STRONGEST else None
        move = player.choose(game, limit, chance=chance).best_move
        if chance.random() < JUDGED_SHARE:
            losses[player.level.number].append(cost(judge, game, move))
        game.push(move)
    outcome = game.outcome()
    points = 0.5
    if outcome is not None and outcome.winner is not None:
        points = float(players[outcome.winner].level.number == higher)
    return {
        "pair": [lower, higher],
        "game": number,
        "points": points,
        "plies": game.ply,
        "losses": losses,
    }


def cost(judge: Engine, game: Game, move: object) -> float:
    """The winning chance that a move gives away."""
    limit = Limit(nodes=JUDGE_NODES)
    best = judge.analyse(game, limit)
    if best.best_move == move:
        return 0.0
    played = judge.analyse(game, limit, searchmoves=[str(move)])
    return max(0.0, winning_chance(best.score) - winning_chance(played.score))


def elo(points: float, games: int) -> float:
    """The difference that a share of the points stands for."""
    share = min(max(points / games, 0.5 / games), 1 - 0.5 / games)
    return 400 * math.log10(share / (1 - share))


def report(rows: list[dict]) -> None:
    """Print each pair's result and each level's mean loss."""
    points, losses = defaultdict(list), defaultdict(list)
    for row in rows:
        points[tuple(row["pair"])].append(row["points"])
        for level, found in row["losses"].items():
            losses[int(level)] += found
    for (lower, higher), found in sorted(points.items()):
        share = sum(found) / len(found)
        print(
            f"level {higher} against {lower}: {share:.1%} of {len(found)} games,"
            f" Elo {elo(sum(found), len(found)):+.0f}"
        )
    for level, found in sorted(losses.items()):
        print(f"level {level}: mean loss {sum(found) / len(found):.1%} of {len(found)} moves")


def main() -> None:
    """Play what is missing and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("pairs", nargs="*")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--top", type=int, default=400_000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    pairs = [tuple(map(int, pair.split("-"))) for pair in options.pairs]
    pairs = pairs or [(level, level + 1) for level in LEVELS if level < STRONGEST]
    lines = options.results.read_text().splitlines() if options.results.exists() else []
    rows = [json.loads(line) for line in lines]
    done = {(*row["pair"], row["game"]) for row in rows}
    wanted = [
        (*pair, number, options.top)
        for pair in pairs
        for number in range(options.games)
        if (*pair, number) not in done
    ]
    with (
        options.results.open("a") as file,
        ProcessPoolExecutor(options.workers) as pool,
    ):
        for row in pool.map(play, *zip(*wanted, strict=True)) if wanted else []:
            file.write(json.dumps(row) + "\n")
            file.flush()
            rows.append(row)
    report([row for row in rows if not pairs or tuple(row["pair"]) in pairs])


if __name__ == "__main__":
    main()
