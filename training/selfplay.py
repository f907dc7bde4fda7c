"""Make training data: positions from games the engine plays against itself, with their results.

    python training/selfplay.py OUT.npz --games 20000 --nodes 3000 --seed 1

Each game starts with 6 to 12 random plies, then both sides search the given number of nodes. A
game ends by the rules, when a forced win is found, or as a draw after 200 plies. Kept are positions
whose search score is not a forced win or loss and whose best move is no capture, so that the static
evaluation has a chance to be right. OUT holds:

* boards, uint64 (n, 2): Black's and White's bitboards,
* turns, uint8 (n,): the side to move,
* scores, int16 (n,): the search's score for the side to move,
* results, uint8 (n,): Black's points in the game, doubled (0, 1, 2).

Run one process a core, with different seeds.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from loa_engine import Color, Game
from loa_engine.evaluation.score import Score
from loa_engine.evaluation.weights import evaluator_for
from loa_engine.game.move import from_core
from loa_engine.search._search import Searcher
from loa_engine.search._table import TranspositionTable
from loa_engine.search.heuristics import ALL_HEURISTICS
from loa_engine.search.mtdf import Found, mtdf

FEWEST_RANDOM_PLIES = 6
MOST_RANDOM_PLIES = 12
LONGEST_GAME = 200
MOST_DEPTH = 30
TABLE_MB = 16


@dataclass
class Samples:
    """Positions so far, column by column."""

    boards: list[tuple[int, int]] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    results: list[int] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Write the columns to a file, by way of a temporary one."""
        scratch = path.with_suffix(".tmp.npz")
        np.savez_compressed(
            scratch,
            boards=np.array(self.boards, dtype=np.uint64),
            turns=np.array(self.turns, dtype=np.uint8),
            scores=np.array(self.scores, dtype=np.int16),
            results=np.array(self.results, dtype=np.uint8),
        )
        scratch.replace(path)


class SelfPlayer:
    """Searches a fixed number of nodes, without the bookkeeping of the driver."""

    def __init__(self, nodes: int) -> None:
        self._table = TranspositionTable(TABLE_MB)
        self._searcher = Searcher(self._table, evaluator_for(8), ALL_HEURISTICS.flags)
        self._nodes = nodes

    def search(self, game: Game) -> tuple[int, int]:
        """The best move, packed, and its score."""
        moves = [move.packed for move in game.legal_moves()]
        history = [position.core for position in game.positions()[:-1]]
        self._table.new_search()
        self._searcher.set_position(
            game.position.core, game.rules.core_codes, history, game.plies_since_capture
        )
        self._searcher.set_limits(self._nodes)
        best, score, values = moves[0], 0, [0, 0]
        for depth in range(1, MOST_DEPTH):
            found = self._deepen(moves, depth, values[-2])
            if found is None or found.best is None:
                break
            score, best = found.value, found.best
            values.append(score)
            moves.remove(best)
            moves.insert(0, best)
            if Score(score).is_decided:
                break
        return best, score

    def _deepen(self, moves: list[int], depth: int, guess: int) -> Found | None:
        def probe(alpha: int, beta: int) -> tuple[int, int] | None:
            answer = self._searcher.search_window(moves, depth, alpha, beta)
            return None if self._searcher.stopped else answer

        found = mtdf(probe, guess)
        return found if found.is_exact else None


def play_game(player: SelfPlayer, chance: random.Random, samples: Samples) -> None:
    """Play one game and add its positions to the samples."""
    game = Game()
    for _ in range(chance.randint(FEWEST_RANDOM_PLIES, MOST_RANDOM_PLIES)):
        if game.outcome() is not None:
            return
        game.push(chance.choice(game.legal_moves()))
    kept = []
    winner: Color | None = None
    while game.outcome() is None and game.ply < LONGEST_GAME:
        best, score = player.search(game)
        if Score(score).is_decided:
            winner = game.turn if score > 0 else game.turn.other
            break
        move = from_core(best)
        if not move.is_capture:
            position = game.position
            kept.append((position.black, position.white, int(position.turn), score))
        game.push(move)
    outcome = game.outcome()
    if outcome is not None:
        winner = outcome.winner
    result = 1 if winner is None else 2 if winner == Color.BLACK else 0
    for black, white, turn, score in kept:
        samples.boards.append((black, white))
        samples.turns.append(turn)
        samples.scores.append(score)
        samples.results.append(result)


def main() -> None:
    """Play the games; save now and then and at the end."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    samples, player = Samples(), SelfPlayer(options.nodes)
    started = time.monotonic()
    for number in range(1, options.games + 1):
        play_game(player, chance, samples)
        if number % 500 == 0 or number == options.games:
            samples.save(options.out)
            seconds = time.monotonic() - started
            print(f"{number} games, {len(samples.turns)} positions, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
