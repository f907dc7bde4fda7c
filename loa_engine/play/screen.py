"""The board drawn for a terminal: with colours where there are any, with letters elsewhere."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, get_args

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from loa_engine.game.color import Color
from loa_engine.game.move import PASS, Move
from loa_engine.game.position import Position
from loa_engine.game.squares import FILE_NAMES, RANK_NAMES, Square, file_of, make_square, rank_of
from loa_engine.play.clock import shown_time
from loa_engine.play.table import Table

__all__ = ["COLOR_SYSTEMS", "Look", "Screen", "draw_board", "draw_table"]

FAINT = "dim"
GAP = "  "
PAIRS_SHOWN = 3

ColorSystem = Literal["standard", "256", "truecolor"]
COLOR_SYSTEMS: tuple[ColorSystem, ...] = get_args(ColorSystem)


@dataclass(frozen=True, slots=True)
class Paint:
    """The styles of the board: two grounds, squares moved between and aimed at, the pieces."""

    light: str
    dark: str
    moved: str
    aimed: str
    inks: tuple[str, str]  # of Black and of White


MANY = Paint(
    "on color(180)", "on color(137)", "on color(107)", "on color(67)", ("color(16)", "color(231)")
)
SIXTEEN = Paint("on yellow", "on green", "on magenta", "on cyan", ("black", "bright_white"))


@dataclass(frozen=True, slots=True)
class Look:
    """How the board is drawn.

    Attributes:
        colors: the colours that the terminal has; None for letters alone.
        has_discs: whether it can show discs instead of letters.
    """

    colors: ColorSystem | None = None
    has_discs: bool = False

    @property
    def paint(self) -> Paint:
        """The styles of the board."""
        return SIXTEEN if self.colors == "standard" else MANY

    def piece(self, color: Color) -> str:
        """What stands for a piece."""
        return "●" if self.has_discs and self.colors else color.letter


class Screen:
    """Writes text, in colour where the look has colours.

    Args:
        write: takes what is to be shown.
        look: how the board is drawn.
    """

    def __init__(self, write: Callable[[str], object], look: Look | None = None) -> None:
        self.look = look or Look()
        self._write = write
        self._target = io.StringIO()
        self._console = Console(
            file=self._target,
            force_terminal=True,
            color_system=self.look.colors,
            legacy_windows=False,
            no_color=False,
        )

    def show(self, text: Text | str) -> None:
        """Write text and a line end; what would steer the terminal is shown as an escape."""
        plain = text if isinstance(text, Text) else Text("".join(map(_visible, text)))
        self._write(f"{self._painted(plain)}\n")

    def _painted(self, text: Text) -> str:
        if self.look.colors is None:
            return text.plain
        self._target.seek(0)
        self._target.truncate()
        self._console.print(text, end="", soft_wrap=True, markup=False, highlight=False)
        return self._target.getvalue()


def draw_board(
    position: Position,
    look: Look,
    *,
    flipped: bool = False,
    last_move: Move | None = None,
    aims: Collection[Square] = (),
) -> list[Text]:
    """The lines of a board with the names of ranks and files.

    Args:
        position: the position.
        look: how it is drawn.
        flipped: turned by half, with rank 1 on top.
        last_move: the move whose squares are marked, by brackets where there is no colour.
        aims: squares to mark otherwise, by parentheses where there is no colour.
    """
    moved = () if last_move is None else (last_move.from_square, last_move.to_square)
    marked = {*moved, None if last_move is None else last_move.drop}
    order = range(position.size) if not flipped else range(position.size - 1, -1, -1)
    lines = []
    for rank in reversed(order):
        line = Text(f" {RANK_NAMES[rank]} ", FAINT)
        for file in order:
            square = make_square(file, rank)
            line.append(*_cell(position, square, look, square in marked, square in aims))
        lines.append(line)
    lines.append(Text("   " + "".join(f" {FILE_NAMES[file]} " for file in order), FAINT))
    return lines


def draw_table(
    table: Table, look: Look, *, flipped: bool = False, aims: Collection[Square] = ()
) -> Text:
    """The board, and beside it the players, their clocks, the last moves, and who is to move."""
    moves = table.game.moves
    board = draw_board(
        table.position,
        look,
        flipped=flipped,
        last_move=moves[-1] if moves else None,
        aims=aims,
    )
    margin = Text(" " * board[0].cell_len)
    whole = Text("\n")
    for left, right in zip_longest(board, _panel(table, look)):
        line = Text.assemble(left or margin, GAP, right or "")
        if look.colors is None:
            line.rstrip()
        whole.append(line).append("\n")
    whole.right_crop(1)
    return whole


def _cell(
    position: Position, square: Square, look: Look, is_moved: bool, is_aimed: bool
) -> tuple[str, str]:
    """A square, three letters wide, and its style."""
    piece = position.piece_at(square)
    is_gone = bool(position.vanished >> square & 1)
    if look.colors is None:
        letter = piece.letter if piece is not None else " " if is_gone else "."
        left, right = "()" if is_aimed else "[]" if is_moved else "  "
        return f"{left}{letter}{right}", ""
    paint = look.paint
    ground = paint.dark if (file_of(square) + rank_of(square)) % 2 == 0 else paint.light
    if is_moved or is_gone:
        ground = paint.moved if is_moved else ""
    if is_aimed:
        ground = paint.aimed
    if piece is None:
        return "   ", ground
    return f" {look.piece(piece)} ", f"{paint.inks[piece]} {ground}"


def _panel(table: Table, look: Look) -> list[Text]:
    """The lines beside the board."""
    lines = [*(_player(table, color, look) for color in Color), Text()]
    lines += [Text(line) for line in _last_moves(table)]
    lines += [Text()] * (len(lines) > 3)
    lines.append(Text(_status(table), "bold"))
    return lines


def _player(table: Table, color: Color, look: Look) -> Text:
    """A side: its mark, name, player, pieces and clock."""
    hand = table.position.hands[color]
    count = table.position.piece_count(color)
    pieces = f"{count}{f'+{hand}' if hand else ''} {'piece' if count == 1 else 'pieces'}"
    time = "" if table.clock is None else shown_time(table.clock.left(color))
    is_next = table.turn is color and not table.is_over
    style = f"{look.paint.inks[color]} {look.paint.dark}" if look.colors else ""
    mark = Text(f" {look.piece(color)} " if look.colors else f"{look.piece(color)} ", style)
    name = set_cell_size(table.names.of(color), max(map(cell_len, table.names.both)) + 2)
    row = f" {name}{table.player(color):<16}{pieces:<11} {time}"
    return Text.assemble(mark, Text(row, "bold" if is_next else ""))


def _last_moves(table: Table) -> list[str]:
    """The last moves in numbered pairs."""
    texts = [str(move) for move in table.game.moves]
    if table.game.start.turn is Color.WHITE and texts:
        texts.insert(0, "...")
    pairs = [texts[first : first + 2] for first in range(0, len(texts), 2)]
    numbered = [f"{number:3}. {' '.join(pair)}" for number, pair in enumerate(pairs, start=1)]
    return numbered[-PAIRS_SHOWN:]


def _status(table: Table) -> str:
    if table.is_over:
        return table.outcome_text
    suffix = ": no move, so pass" if table.game.legal_moves() == [PASS] else ""
    return f"{table.names.of(table.turn)} to move{suffix}"


def _visible(letter: str) -> str:
    return letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1]
