"""What the commands of a game work on: the table, the engine, and a way to speak."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from loa_engine.game.color import Color
from loa_engine.game.game import Game
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet
from loa_engine.game.squares import Square
from loa_engine.play.screen import Screen, draw_table
from loa_engine.play.table import Table
from loa_engine.play.thinking import Thinker
from loa_engine.search.limits import Info

__all__ = ["Talk", "Waiting"]

Waiting = Callable[[str], AbstractContextManager[None]]


def _quiet(text: str) -> AbstractContextManager[None]:
    return nullcontext()


@dataclass(slots=True)
class Talk:
    """A conversation about a game, as far as it has come.

    Attributes:
        table: the game and who plays it.
        thinker: the engine.
        screen: where what is said goes.
        complain: takes one line about what was wrong.
        flipped: whether the board is drawn with rank 1 on top.
        is_paused: whether engines wait to be told to go on.
        offered_by: the person who has offered a draw to another.
        is_open: whether it goes on.
        waiting: made from what is to be shown, and entered while the engine thinks.
    """

    table: Table
    thinker: Thinker
    screen: Screen
    complain: Callable[[str], None]
    flipped: bool = False
    is_paused: bool = False
    offered_by: Color | None = None
    is_open: bool = True
    waiting: Waiting = _quiet

    def say(self, text: str) -> None:
        """Say something, as one line or several."""
        self.screen.show(text)

    def name(self, color: Color) -> str:
        """What a side is called."""
        return self.table.names.of(color)

    def draw(self, aims: Collection[Square] = ()) -> None:
        """Show the board, with some squares marked."""
        look = self.screen.look
        self.screen.show(draw_table(self.table, look, flipped=self.flipped, aims=aims))

    def advice(self, target: Game | Position, rules: RuleSet | None = None) -> Info:
        """The best line at full strength.

        Raises:
            GameOverError: there is nothing to search.
        """
        with self.waiting("thinking (Ctrl-C: that is enough) ..."):
            return self.thinker.advise(target, rules)

    def engine_is_to_move(self) -> bool:
        """Whether the next move is the engine's."""
        return not (self.table.is_over or self.table.mover.is_person)
