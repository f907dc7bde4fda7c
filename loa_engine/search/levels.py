"""Levels of play, from one that a beginner beats to full strength.

A weak level looks at few nodes and plays any of several moves that are near the best, the nearer
the more often: the winning chance (``loa_engine.evaluation.chance``) that a move gives away,
divided by the level's ``looseness``, is the exponent by which it gets rarer. From level 3 on a win
in one is never missed; from level 5 on a win in one is never allowed where it can be stopped.
docs/levels.md has how strong each level is, by matches.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from loa_engine.evaluation.chance import winning_chance
from loa_engine.game.checks import check_count
from loa_engine.game.errors import LimitError
from loa_engine.game.move import Move
from loa_engine.search.heuristics import ALL_HEURISTICS, Heuristics
from loa_engine.search.limits import Info, Limit
from loa_engine.search.root import Root

__all__ = ["LEVELS", "STRONGEST", "Level", "as_level", "level_of_elo"]

ALL_LINES = 500

Analyse = Callable[[Limit, int, Iterable[Move] | None], list[Info]]
"""Searches the root: limit, number of lines, moves to look at; the lines found, the best first."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong to play.

    Attributes:
        number: 1 to 10.
        depth: the most plies searched; None for no limit.
        nodes: the most nodes searched; None for no limit.
        looseness: how much of the winning chance it gives away lightly; 0 for nothing.
        lines: how many moves it chooses among.
        elo: how strong it is on a scale of its own, on which full strength with a tenth of a
            second a move is 3000.
    """

    number: int
    depth: int | None = None
    nodes: int | None = None
    looseness: float = 0.0
    lines: int = 1
    elo: int = 3000

    @property
    def sees_wins(self) -> bool:
        """Whether it never misses a win in one."""
        return self.number >= 3

    @property
    def sees_threats(self) -> bool:
        """Whether it never allows a win in one that it can stop."""
        return self.number >= 5

    @property
    def is_full_strength(self) -> bool:
        """Whether nothing but the limit of a search holds it back."""
        return self.depth is None and self.nodes is None

    @property
    def heuristics(self) -> Heuristics:
        """The parts of the search that it uses: the weakest do not see wins behind their depth."""
        return replace(ALL_HEURISTICS, leaf_wins=self.sees_threats)

    def limit(self, limit: Limit | None) -> Limit:
        """A limit, cut down to what the level may look at.

        Raises:
            LimitError: full strength needs a limit.
        """
        if self.is_full_strength:
            if limit is None:
                raise LimitError("full strength needs a limit: depth, nodes, movetime or clock")
            return limit
        if limit is None:
            return Limit(depth=self.depth, nodes=self.nodes)
        return replace(
            limit,
            depth=_least(limit.depth, self.depth),
            nodes=_least(limit.nodes, self.nodes),
            infinite=False,
        )

    def choose(
        self, root: Root, limit: Limit | None, analyse: Analyse, chance: random.Random
    ) -> Info:
        """The line that it plays.

        Args:
            root: the position.
            limit: when the search stops at the latest; None for the level's own limits.
            analyse: searches the root.
            chance: makes the choices.

        Raises:
            LimitError: full strength needs a limit.
        """
        moves = self._considered(root)
        lines = analyse(self.limit(limit), self.lines, moves)
        if not self.looseness or len(lines) == 1:
            return lines[0]
        chances = [winning_chance(line.score) for line in lines]
        weights = [math.exp((each - max(chances)) / self.looseness) for each in chances]
        return chance.choices(lines, weights)[0]

    def _considered(self, root: Root) -> list[Move] | None:
        """The moves it looks at; None for all."""
        if self.is_full_strength:
            return None
        moves: Iterable[Move] = root.moves
        if self.sees_wins:
            winning = [move for move in root.position.winning_moves(root.rules) if move in moves]
            if winning:
                return winning
        safe = [move for move in moves if self.sees_threats and not _loses(root, move)]
        return safe or list(moves)


LEVELS = {
    level.number: level
    for level in (
        Level(1, depth=1, looseness=0.35, lines=ALL_LINES, elo=620),
        Level(2, depth=1, looseness=0.05, lines=ALL_LINES, elo=810),
        Level(3, depth=2, looseness=0.07, lines=ALL_LINES, elo=1000),
        Level(4, depth=2, looseness=0.05, lines=ALL_LINES, elo=1170),
        Level(5, depth=2, looseness=0.03, lines=ALL_LINES, elo=1450),
        Level(6, depth=3, looseness=0.015, lines=4, elo=1780),
        Level(7, nodes=1_250, elo=2100),
        Level(8, nodes=5_000, elo=2410),
        Level(9, nodes=25_000, elo=2680),
        Level(10),
    )
}
"""The levels by number."""

STRONGEST = max(LEVELS)


def as_level(level: Level | int) -> Level:
    """A level, given as one or by its number.

    Raises:
        LimitError: there is no such level.
    """
    if isinstance(level, Level):
        return level
    check_count("level", level, min(LEVELS), STRONGEST)
    return LEVELS[level]


def level_of_elo(elo: int) -> Level:
    """The level nearest to a rating on the scale of ``Level.elo``."""
    return min(LEVELS.values(), key=lambda level: abs(level.elo - elo))


def _loses(root: Root, move: Move) -> bool:
    """Whether a move lets the opponent win at once, or wins for him."""
    after = root.position.play(move, root.rules)
    outcome = after.outcome(root.rules)
    if outcome is not None:
        return outcome.winner is after.turn
    return bool(after.winning_moves(root.rules))


def _least(one: int | None, other: int | None) -> int | None:
    found = [number for number in (one, other) if number is not None]
    return min(found) if found else None
