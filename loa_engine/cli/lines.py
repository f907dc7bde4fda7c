"""The four lines through a square: how many pieces, and where the piece there may go."""

from typing import TypedDict

import click

from loa_engine import Position
from loa_engine.game.errors import LoaError
from loa_engine.game.squares import line_name, parse_square, square_name

__all__ = ["LineJson", "lines_through"]


class LineJson(TypedDict):
    """A line as JSON has it."""

    line: str
    count: int
    targets: list[str]


def lines_through(position: Position, square: str) -> list[LineJson]:
    """The rank, the file and both diagonals through a square.

    Raises:
        click.UsageError: there is no such square on the board.
    """
    try:
        place = parse_square(square.strip().lower())
        counts, targets = position.line_counts(place), position.line_targets(place)
    except LoaError as error:
        raise click.UsageError(f"--lines: {error}") from None
    return [
        {
            "line": line_name(place, direction, position.size).removeprefix("the "),
            "count": count,
            "targets": [square_name(target) for target in targets[direction]],
        }
        for direction, count in counts.items()
    ]
