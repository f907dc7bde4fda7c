"""A line of play while a record is read."""

from dataclasses import dataclass

from loa_engine.game.move import Move
from loa_engine.records.record import Node

__all__ = ["OpenLine"]


@dataclass(slots=True)
class OpenLine:
    """A line of play that is being read.

    Attributes:
        nodes: its nodes so far.
        path: the moves from the start of the game to the end of the line.
        shared: how many moves of the path belong to the line that this one parts from.
        depth: how many variations it lies in.
        dead: whether there was a fault, so that what follows is not read.
        host: the node that this is a variation of; None for the game itself.
        branch: where in ``nodes`` the lines in parentheses part; None before the first of them.
        branch_ply: how many moves come before that place.
    """

    nodes: list[Node]
    path: list[Move]
    shared: int = 0
    depth: int = 0
    dead: bool = False
    host: Node | None = None
    branch: int | None = None
    branch_ply: int = 0
