"""The root of a search: a position with the game that led to it, as the core needs it."""

from __future__ import annotations

from dataclasses import dataclass

from loa_engine._core import CoreBoard
from loa_engine.errors import GameOverError
from loa_engine.game import Game
from loa_engine.move import Move
from loa_engine.position import Position
from loa_engine.rules import Outcome, RuleSet, as_rules

__all__ = ["Root", "root_of"]


@dataclass(frozen=True, slots=True)
class Root:
    """A position to search.

    Attributes:
        position: the position; its game is not over.
        rules: the rule set it is searched under.
        moves: its legal moves.
        history: the positions before it, oldest first.
        since_capture: plies since the last capture.
    """

    position: Position
    rules: RuleSet
    moves: tuple[Move, ...]
    history: tuple[Position, ...] = ()
    since_capture: int = 0

    @property
    def boards(self) -> list[CoreBoard]:
        """The positions before the root, as the core sees them."""
        return [position.core for position in self.history]


def root_of(target: Position | Game | str, rules: RuleSet | str | None = None) -> Root:
    """Make a root from a position, a position's text, or a game.

    Args:
        target: what to search; a game brings along its history and its rule set.
        rules: the rule set for a position, ``standard`` if None; for a game, None.

    Raises:
        GameOverError: the game is over.
        PositionError: the text is malformed.
        RuleError: there is no such rule set.
        ValueError: a rule set was given along with a game.
    """
    if isinstance(target, Game):
        if rules is not None and as_rules(rules) != target.rules:
            raise ValueError("a game is searched under its own rule set")
        _check_running(target.outcome())
        return Root(
            target.position,
            target.rules,
            tuple(target.legal_moves()),
            target.positions()[:-1],
            target.plies_since_capture,
        )
    position = Position.parse(target) if isinstance(target, str) else target
    chosen = as_rules("standard" if rules is None else rules)
    _check_running(position.outcome(chosen))
    return Root(position, chosen, tuple(position.legal_moves(chosen)))


def _check_running(outcome: Outcome | None) -> None:
    if outcome is not None:
        raise GameOverError(f"the game is over: {outcome}")
