"""A position as a picture: text with labels, and SVG.

Both draw the highest rank on top and the a-file at the left. The SVG loads nothing: its labels use
whatever sans-serif font the viewer has. A notebook shows it by itself.
"""

from collections.abc import Iterable
from html import escape
from math import hypot

from loa_engine._core import CoreBoard
from loa_engine.game.checks import check_count
from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError
from loa_engine.game.move import Move
from loa_engine.game.position_text import rows
from loa_engine.game.squares import (
    FILE_NAMES,
    RANK_NAMES,
    Square,
    board_squares,
    file_of,
    is_on_board,
    rank_of,
    squares_of,
)

__all__ = ["Svg", "draw_svg", "draw_text"]

# Lengths in the units of the drawing; ``size`` scales the whole.
CELL = 40.0
MARGIN = 20.0
DISC = 15.0
FONT = 12.0
ARROW_WIDTH = 5.0
ARROW_HEAD = 13.0

MOST_PIXELS = 1_000_000
DEFAULT_SIZE = 400  # pixels
LIGHT, DARK = "#f2e2c4", "#dfc59a"
HIGHLIGHT = "#f2d64b"
GONE = "#4a4038"
INK = "#333333"
ARROW = "#2f7d4f"
DISC_COLORS = ("#26262a", "#fbfbf8")  # Black's and White's


class Svg(str):
    """An SVG drawing as text, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw_text(board: CoreBoard) -> str:
    """The board over lines with rank and file labels: ``x`` Black, ``o`` White, ``.`` empty."""
    lines = [
        f"{RANK_NAMES[board.size - 1 - index]} {' '.join(row)}"
        for index, row in enumerate(rows(board))
    ]
    return "\n".join([*lines, "  " + " ".join(FILE_NAMES[: board.size])])


def draw_svg(
    board: CoreBoard,
    *,
    size: int = DEFAULT_SIZE,
    highlight: Iterable[Square] = (),
    last_move: Move | None = None,
    flipped: bool = False,
    coordinates: bool = True,
) -> Svg:
    """The board as SVG.

    Args:
        board: the position.
        size: width and height in pixels.
        highlight: squares to colour.
        last_move: a move to show as an arrow; a removal or a drop is shown as a ring.
        flipped: draw the board turned by half, with rank 1 on top.
        coordinates: write the names of files and ranks around the board.

    Raises:
        LoaError: when ``size`` is no whole number above 0 or a highlighted square is off the
            board.
    """
    check_count("size", size, 1, MOST_PIXELS, LoaError)
    marked = frozenset(highlight)
    if not all(is_on_board(square, board.size) for square in marked):
        raise LoaError(f"a highlighted square is off the {board.size}x{board.size} board")
    return _Drawing(board, flipped, MARGIN if coordinates else 0.0).whole(size, marked, last_move)


class _Drawing:
    """Where things are in one drawing, and the elements that draw them."""

    def __init__(self, board: CoreBoard, flipped: bool, margin: float) -> None:
        self.board = board
        self.flipped = flipped
        self.margin = margin
        self.width = board.size * CELL + 2 * margin

    def whole(self, size: int, marked: frozenset[Square], last_move: Move | None) -> Svg:
        width = _number(self.width)
        title = f"Lines of Action board, {Color(self.board.turn)} to move"
        elements = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
            f'viewBox="0 0 {width} {width}" role="img">',
            f"<title>{escape(title)}</title>",
            *(self.cell(square, marked) for square in squares_of(board_squares(self.board.size))),
            *(self.labels() if self.margin else ()),
            *(self.disc(square, 0) for square in squares_of(self.board.black)),
            *(self.disc(square, 1) for square in squares_of(self.board.white)),
            *(self.last_move(last_move) if last_move is not None else ()),
            "</svg>",
        ]
        return Svg("\n".join(elements) + "\n")

    def center(self, square: Square) -> tuple[float, float]:
        column, row = file_of(square), self.board.size - 1 - rank_of(square)
        if self.flipped:
            column, row = self.board.size - 1 - column, self.board.size - 1 - row
        return self.margin + (column + 0.5) * CELL, self.margin + (row + 0.5) * CELL

    def cell(self, square: Square, marked: frozenset[Square]) -> str:
        x, y = self.center(square)
        color = DARK if (file_of(square) + rank_of(square)) % 2 == 0 else LIGHT
        if self.board.vanished >> square & 1:
            color = GONE
        if square in marked:
            color = HIGHLIGHT
        return (
            f'<rect x="{_number(x - CELL / 2)}" y="{_number(y - CELL / 2)}" '
            f'width="{_number(CELL)}" height="{_number(CELL)}" fill="{color}"/>'
        )

    def labels(self) -> Iterable[str]:
        for index in range(self.board.size):
            x, _ = self.center(index)
            _, y = self.center(index * 8)
            for place in (self.margin / 2, self.width - self.margin / 2):
                yield self.label(x, place, FILE_NAMES[index])
                yield self.label(place, y, RANK_NAMES[index])

    def label(self, x: float, y: float, text: str) -> str:
        return (
            f'<text x="{_number(x)}" y="{_number(y + FONT / 3)}" font-family="sans-serif" '
            f'font-size="{_number(FONT)}" text-anchor="middle" fill="{INK}">{text}</text>'
        )

    def disc(self, square: Square, color: int) -> str:
        return self.circle(square, DISC, DISC_COLORS[color], INK, 1.5)

    def circle(self, square: Square, radius: float, fill: str, line: str, width: float) -> str:
        x, y = self.center(square)
        return (
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{fill}" '
            f'stroke="{line}" stroke-width="{_number(width)}"/>'
        )

    def last_move(self, move: Move) -> Iterable[str]:
        start, target = move.from_square, move.to_square
        if start is not None and target is not None and start != target:
            yield self.arrow(start, target)
        for square in (start if move.is_removal else None, move.drop):
            if square is not None:
                yield self.circle(square, DISC + 2.5, "none", ARROW, ARROW_WIDTH / 2)

    def arrow(self, start: Square, target: Square) -> str:
        """An arrow as one outline: its shaft, then its head, then back."""
        (x, y), (tip_x, tip_y) = self.center(start), self.center(target)
        length = hypot(tip_x - x, tip_y - y)
        along_x, along_y = (tip_x - x) / length, (tip_y - y) / length
        outline = [
            (0.0, ARROW_WIDTH / 2),
            (length - ARROW_HEAD, ARROW_WIDTH / 2),
            (length - ARROW_HEAD, ARROW_HEAD / 2),
            (length, 0.0),
            (length - ARROW_HEAD, -ARROW_HEAD / 2),
            (length - ARROW_HEAD, -ARROW_WIDTH / 2),
            (0.0, -ARROW_WIDTH / 2),
        ]
        points = " ".join(
            f"{_number(x + forward * along_x - aside * along_y)},"
            f"{_number(y + forward * along_y + aside * along_x)}"
            for forward, aside in outline
        )
        return f'<polygon points="{points}" fill="{ARROW}" fill-opacity="0.8"/>'


def _number(value: float) -> str:
    """A length as short as two decimals allow."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
