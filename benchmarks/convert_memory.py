"""How much memory the conversion of game records takes, and how long: `convert_memory.py [GAMES]`.

Random games are written as JSON lines; then `loa convert` takes them through all formats, each
conversion a process of its own. Printed are the time and the peak of the memory of each, first
with a hundredth of the games, then with all of them: the two peaks must not differ by more than
`MOST_GROWTH`.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from loa_engine import Game
from loa_engine.records import GameRecord, write_games

GAMES = 100_000
DISTINCT = 1000  # random games made; the file holds them again and again
PLIES = 30
SEED = 20261201
MOST_GROWTH = 8.0  # megabytes
# The peak is that of the program itself: what a child reports includes what it was forked from.
PROGRAM = """
import re, sys
from pathlib import Path
from loa_engine.cli import run
status = run(sys.argv[1:])
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
sys.exit(status)
"""
CHAIN = ("sgf", "pgn", "plain", "openspiel", "openspiel-actions", "codingame", "riddles", "jsonl")


def random_game(chance: random.Random) -> Game:
    """A game of random moves, cut after some plies."""
    game = Game(rules="openspiel")
    while game.ply < PLIES and game.outcome() is None:
        game.push(chance.choice(game.legal_moves()))
    return game


def records(count: int) -> list[GameRecord]:
    """Some games, with players and a comment."""
    chance = random.Random(SEED)
    made = [GameRecord.of(random_game(chance), {"black": "Ann"}) for _ in range(count)]
    for record in made:
        record.line[0].comment = "the first move"
    return made


def convert(source: Path, target: Path, name: str) -> tuple[float, float, str]:
    """Convert a file: seconds, peak memory in megabytes, and the summary line."""
    command = [
        sys.executable,
        "-P",
        "-c",
        PROGRAM,
        "convert",
        str(source),
        str(target),
        "--to",
        name,
    ]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    summary = done.stderr.splitlines()[-1] if done.stderr else ""
    if done.returncode:
        raise SystemExit(summary)
    return time.perf_counter() - started, int(done.stdout) / 1024, summary


def run(folder: Path, made: list[GameRecord], games: int) -> dict[str, float]:
    """Take so many games through all formats; the peak of each conversion."""
    source = folder / "games.jsonl"
    repeated = (made[index % len(made)] for index in range(games))
    write_games(repeated, source)
    peaks = {}
    for name in CHAIN:
        target = folder / f"games.{name}"
        seconds, peak, summary = convert(source, target, name)
        size = target.stat().st_size / 1e6
        print(
            f"{source.suffix[1:]:>17} -> {name:17} {seconds:7.1f} s  {games / seconds:7.0f} games/s"
            f"  peak {peak:6.1f} MB  file {size:7.1f} MB  {summary}",
            flush=True,
        )
        peaks[name] = peak
        source.unlink()
        source = target
    source.unlink()
    return peaks


def main() -> None:
    """Run both sizes and compare their peaks."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    made = records(min(DISTINCT, games))
    with tempfile.TemporaryDirectory() as folder:
        few = run(Path(folder), made, max(1, games // 100))
        many = run(Path(folder), made, games)
    growth = max(many[name] - few[name] for name in CHAIN)
    print(f"{games} games take {growth:+.1f} MB more than {max(1, games // 100)} at the most")
    if growth > MOST_GROWTH:
        raise SystemExit(f"that is more than {MOST_GROWTH} MB")


if __name__ == "__main__":
    main()
