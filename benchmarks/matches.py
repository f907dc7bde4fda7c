"""Matches between programs: openings, games, and what the result says about strength."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from loa_engine import Color, Game

OPENING_PLIES = 4
# Long games are drawn; strong play ends far earlier.
LONGEST_GAME = 300
NORMAL_95 = 1.959964


class Player(Protocol):
    """Something that plays: a program behind a pipe."""

    def new_game(self) -> None:
        """Forget the last game."""

    def move(self, game: Game) -> str:
        """The move to play in a game."""


class _Program:
    """A program that answers a line with a line."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def ask(self, line: str) -> list[str]:
        self.tell(line)
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"a player ended after: {line}")
        return answer.split()


class EnginePlayer:
    """This engine, or another version of it, run by player.py."""

    def __init__(self, kind: str, amount: int, words: list[str], python: str = sys.executable):
        player = str(Path(__file__).parent / "player.py")
        self._program = _Program([*python.split(), player, *words])
        self._kind, self._amount = kind, amount
        self.nodes = self.depths = self.answers = 0
        self.seconds = 0.0

    def new_game(self) -> None:
        """Clear the engine."""
        self._program.tell("new")

    def move(self, game: Game) -> str:
        """Ask the engine with the moves so far."""
        words = self._program.ask(f"{self._kind} {self._amount} {' '.join(map(str, game.moves))}")
        self.answers += 1
        self.depths += int(words[2])
        self.nodes += int(words[3])
        self.seconds += float(words[4])
        return words[0]


class SparringPlayer:
    """The sparring partner, which sees positions without their history."""

    def __init__(self, program: Path, milliseconds: int) -> None:
        self._program = _Program([str(program)])
        self._milliseconds = milliseconds
        self.nodes = self.answers = self.depths = 0
        self.seconds = 0.0

    def new_game(self) -> None:
        """Nothing: the partner keeps no game."""

    def move(self, game: Game) -> str:
        """Ask the partner with the position."""
        words = self._program.ask(f"{game.position} {self._milliseconds}")
        self.answers += 1
        self.depths += int(words[4])
        self.nodes += int(words[6])
        self.seconds += float(words[8])
        return words[0]


def openings(count: int, seed: int) -> list[tuple[str, ...]]:
    """Different openings of four random legal plies that leave no win in one."""
    chance = random.Random(seed)
    found: dict[tuple[str, ...], None] = {}
    while len(found) < count:
        game = Game()
        for _ in range(OPENING_PLIES):
            game.push(chance.choice(game.legal_moves()))
        winning = any(game.position.play(move).outcome() is not None for move in game.legal_moves())
        if game.outcome() is None and not winning:
            found[tuple(map(str, game.moves))] = None
    return list(found)


def play(opening: Iterable[str], black: Player, white: Player) -> float:
    """Play a game from an opening; return Black's points: 1, 0.5 or 0."""
    game = Game()
    for move in opening:
        game.push(move)
    for player in (black, white):
        player.new_game()
    while game.outcome() is None and game.ply < LONGEST_GAME:
        game.push((black if game.turn == Color.BLACK else white).move(game))
    outcome = game.outcome()
    if outcome is None or outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner == Color.BLACK else 0.0


@dataclass
class Tally:
    """The first player's results, by pairs of games with colors changed."""

    pairs: list[tuple[float, float]] = field(default_factory=list)

    @property
    def games(self) -> list[float]:
        """Points of each game."""
        return [points for pair in self.pairs for points in pair]

    @property
    def score(self) -> float:
        """Share of the points."""
        return sum(self.games) / len(self.games)

    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share, from the spread of the pairs."""
        means = [sum(pair) / 2 for pair in self.pairs]
        mean = self.score
        spread = math.sqrt(sum((value - mean) ** 2 for value in means) / max(1, len(means) - 1))
        error = NORMAL_95 * spread / math.sqrt(len(means))
        return mean - error, mean + error

    def __str__(self) -> str:
        games = self.games
        low, high = self.interval()
        return (
            f"{games.count(1.0)} won, {games.count(0.5)} drawn, {games.count(0.0)} lost: "
            f"{self.score:.1%}, Elo {elo(self.score):+.0f} "
            f"(95%: {elo(low):+.0f} to {elo(high):+.0f})"
        )


def elo(share: float) -> float:
    """The Elo difference that a share of the points stands for (logistic)."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return -400 * math.log10(1 / share - 1)


def play_pair(opening: Iterable[str], first: Player, second: Player) -> tuple[float, float]:
    """Two games from an opening, the first player Black and then White; his points."""
    opening = tuple(opening)
    as_black = play(opening, first, second)
    as_white = 1 - play(opening, second, first)
    return as_black, as_white


def match(
    starts: list[tuple[str, ...]], couples: list[tuple[Player, Player]]
) -> Iterator[tuple[float, float]]:
    """Play a pair of games from each opening, as many at a time as there are couples of players."""
    with ThreadPoolExecutor(len(couples)) as pool:
        waiting = iter(starts)

        def work(couple: tuple[Player, Player]) -> list[tuple[float, float]]:
            return [play_pair(opening, *couple) for opening in waiting]

        for results in pool.map(work, couples):
            yield from results
