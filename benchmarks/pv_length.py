"""How long the principal variations are: the share that reaches the finished depth less two plies.

    python benchmarks/pv_length.py [--searches N] [--movetime S] [--hash MB]

Positions come from random games with a fixed seed. A line that ends the game is never too short.
"""

import argparse
import random
from collections import Counter

from loa_engine import Engine, Game, Limit

PLIES = (0, 40)
SHORT_BY = 2


def main() -> None:
    """Search, and print how often the line was long enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--movetime", type=float, default=0.2)
    parser.add_argument("--hash", type=int, default=64)
    options = parser.parse_args()
    dice = random.Random(1)
    missing: Counter[int] = Counter()
    depths = 0
    for _ in range(options.searches):
        game = random_game(dice)
        info = Engine(options.hash).analyse(game, Limit(movetime=options.movetime))
        depths += info.finished_depth
        missing[max(0, missing_plies(game, info))] += 1
    enough = sum(count for plies, count in missing.items() if plies <= SHORT_BY)
    print(f"{options.searches} searches, finished depth {depths / options.searches:.1f} on average")
    for plies in sorted(missing):
        print(f"{plies:3} plies short of the finished depth: {missing[plies]}")
    print(f"at most {SHORT_BY} short: {enough / options.searches:.1%}")


def random_game(dice: random.Random) -> Game:
    """A game with some random moves that is not over."""
    while True:
        game = Game()
        for _ in range(dice.randint(*PLIES)):
            if game.outcome() is not None:
                break
            game.push(dice.choice(game.legal_moves()))
        if game.outcome() is None:
            return game


def missing_plies(game: Game, info) -> int:
    """By how many plies the line of a report is shorter than its finished depth."""
    ahead = Game(game.position, game.rules)
    for move in info.pv:
        ahead.push(move)
    return 0 if ahead.outcome() is not None else info.finished_depth - len(info.pv)


if __name__ == "__main__":
    main()
