"""Move lists written: numbered moves with their comments, judgements and variations."""

import re
from collections.abc import Callable, Iterable, Iterator

from loa_engine.evaluation.score import Score
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.records.record import Node

__all__ = ["MoveWriter", "comment_pieces", "line_pieces", "wrapped"]

LINE_LENGTH = 79
NUMBER = re.compile(r"[0-9]+\.")

MoveWriter = Callable[[Position, Move], str]
"""Writes a move that is played in a position."""


def line_pieces(
    nodes: list[Node], position: Position, ply: int, write: MoveWriter
) -> Iterator[str]:
    """The pieces of a line, which may stand on one line of text or on several.

    Args:
        nodes: the nodes of the line.
        position: the position before the first of them.
        ply: how many moves come before; one more when White began the game.
        write: writes a move.
    """
    is_told = False  # whether the reader knows whose move comes next
    for node in nodes:
        before, number = position, ply // 2 + 1
        if node.move is not None:
            if ply % 2 == 0:
                yield f"{number}."
            elif not is_told:
                yield f"{number}..."
            yield write(before, node.move) + node.suffix + node.mark
            position = type(before)(before.core.play(node.move.packed))
            is_told = True
            if node.is_bare:
                ply += 1
                continue
        numeric = [f"${text}" for text in node.properties.get("NAG", ())]
        asides = [*numeric, *comment_pieces(node)]
        yield from asides
        for variation in node.variations:
            yield from _in_parentheses(line_pieces(variation, before, ply, write))
        is_told = is_told and not (asides or node.variations)
        ply += node.move is not None


def comment_pieces(node: Node) -> Iterator[str]:
    """The comments of a node: its score as a command, then its comment line by line.

    A line that has a brace in it stands behind ``;`` and ends the line of text.
    """
    if node.score is not None:
        yield f"{{{_command(node.score)}}}"
    for line in node.comment.split("\n") if node.comment else ():
        yield f"; {line}\n" if "}" in line else f"{{{line}}}"


def wrapped(pieces: Iterable[str], new_line_at_numbers: bool = False) -> str:
    """The pieces with blanks between them, on lines of some length.

    Args:
        pieces: the pieces; one that ends with a line end ends the line.
        new_line_at_numbers: whether each move number begins a line.
    """
    lines: list[str] = []
    line = ""
    for piece in pieces:
        is_number = new_line_at_numbers and NUMBER.fullmatch(piece) is not None
        is_full = len(line) + 1 + len(piece) > LINE_LENGTH
        if line and (is_number or is_full):
            lines.append(line)
            line = ""
        line = f"{line} {piece}" if line else piece
        if line.endswith("\n"):
            lines.append(line[:-1])
            line = ""
    return "\n".join([*lines, line] if line else lines)


def _command(score: Score) -> str:
    if score.centi is not None:
        return f"[%eval {score.centi / 100:.2f}]"
    return f"[%{'win' if score.is_win else 'loss'} {score.plies}]"


def _in_parentheses(pieces: Iterable[str]) -> Iterator[str]:
    """Pieces with a parenthesis at each end."""
    inside = list(pieces)
    if not inside:
        return
    inside[0] = f"({inside[0]}"
    if inside[-1].endswith("\n"):
        inside.append(")")
    else:
        inside[-1] = f"{inside[-1]})"
    yield from inside
