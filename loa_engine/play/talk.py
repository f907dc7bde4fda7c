"""What the commands of a game work on: the table, the engine, and a way to speak."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from loa_engine.game.color import Color
from loa_engine.game.squares import Square
from loa_engine.play.screen import Screen, draw_table
from loa_engine.play.table import Table
from loa_engine.play.thinking import Thinker

__all__ = ["Talk"]


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
    """

    table: Table
    thinker: Thinker
    screen: Screen
    complain: Callable[[str], None]
    flipped: bool = False
    is_paused: bool = False
    offered_by: Color | None = None
    is_open: bool = True

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

    def engine_is_to_move(self) -> bool:
        """Whether the next move is the engine's."""
        return not (self.table.is_over or self.table.mover.is_person)
