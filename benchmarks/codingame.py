"""How long answers take in CodinGame's arena: `codingame.py [GAMES]`.

The real command plays both sides of whole games by the arena's dialogue while as many processes as
there are cores keep the machine busy. Printed are the longest first answer and the longest other
answer, in milliseconds from the last line of a turn to the answer: the arena's limits are 1000 and
100 (its referee allows 150).
"""

import multiprocessing
import os
import subprocess
import sys
import time

from loa_engine import Game
from loa_engine.records.sites.codingame import board_rows

GAMES = 10
FIRST_LIMIT, TURN_LIMIT = 1000.0, 100.0


def busy() -> None:
    """Keep a core busy until the process is ended."""
    while True:
        pass


class Bot:
    """The command behind a pipe."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", "-m", "loa_engine", "engine", "--protocol", "codingame"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._is_first = True

    def answer(self, game: Game) -> tuple[str, float]:
        """The answer to a turn, and the milliseconds it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        legal = sorted(str(move).replace("-", "").replace("x", "") for move in game.legal_moves())
        last = str(game.moves[-1]).replace("-", "").replace("x", "") if game.ply else "null"
        color = ["b" if game.ply == 0 else "w"] if self._is_first else []
        lines = [*color, *board_rows(game.position), last, str(len(legal)), *legal]
        self._is_first = False
        started = time.perf_counter()
        self._process.stdin.write(("\n".join(lines) + "\n").encode())
        self._process.stdin.flush()
        answer = self._process.stdout.readline().decode().strip()
        return answer, 1000 * (time.perf_counter() - started)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def main() -> None:
    """Play the games and print the longest answers."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    load = [multiprocessing.Process(target=busy, daemon=True) for _ in range(os.cpu_count() or 1)]
    for process in load:
        process.start()
    first: list[float] = []
    other: list[float] = []
    for number in range(1, games + 1):
        game, bots = Game(rules="codingame"), (Bot(), Bot())
        time.sleep(1)  # the arena starts its bots before it asks them
        while game.outcome() is None:
            answer, milliseconds = bots[game.turn].answer(game)
            (first if game.ply < 2 else other).append(milliseconds)
            game.push(answer)
        for bot in bots:
            bot.close()
        print(
            f"game {number}: {game.ply} plies, {game.outcome()};"
            f" longest first answer {max(first):.0f} ms of {FIRST_LIMIT:.0f},"
            f" longest other answer {max(other):.0f} ms of {TURN_LIMIT:.0f},"
            f" {sum(each > TURN_LIMIT for each in other)} of {len(other)} over",
            flush=True,
        )
    for process in load:
        process.terminate()


if __name__ == "__main__":
    main()
