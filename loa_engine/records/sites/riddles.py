"""riddles.io's form: ``move x,y x,y``, counted from the top left, and a board with commas.

A game is a board (``update game board .,0,0,…``, player 0 first) and then the moves of both
players. Other lines of the protocol say nothing about the game and are skipped; a later board must
agree with the moves. The board does not say whose turn it is: the first piece that moves does.
"""

import re
from collections.abc import Iterator

from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, RecordError
from loa_engine.game.move import PASS, Move, MoveKind
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet
from loa_engine.game.squares import file_of, is_on_board, make_square, rank_of
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.record import BrokenRecord, GameRecord
from loa_engine.records.source import Source

__all__ = ["BOARD", "MOVE", "board_cells", "read_riddles", "write_riddles"]

MOVE = re.compile(r"\bmove\s+([0-7]),([0-7])\s+([0-7]),([0-7])\b")
"""A move."""

BOARD = re.compile(r"\b(?:update\s+game\s+)?board\s+([.01](?:,[.01]){15,63})(?![,.01])")
"""A board."""

PASS_LINE = re.compile(r"(?:move\s+)?pass\b", re.IGNORECASE)
NEW_GAME = re.compile(r"settings\s")
SIZES = {size * size: size for size in range(4, 9)}


def board_cells(position: Position) -> str:
    """The board from the top left, ``0`` Black, ``1`` White, ``.`` empty, with commas.

    >>> board_cells(Position.start())[:16]
    '.,0,0,0,0,0,0,.,'
    """
    size = position.size
    letters = {Color.BLACK: "0", Color.WHITE: "1", None: "."}
    return ",".join(
        letters[position.piece_at(make_square(file, rank))]
        for rank in reversed(range(size))
        for file in range(size)
    )


def read_riddles(source: Source, assumption: Assumption) -> Iterator[GameRecord | BrokenRecord]:
    """The games of a file; a game ends before an empty line or before settings."""
    game: _Game | None = None
    number = 0
    for line, text in source.lines():
        ends = not text.strip() or NEW_GAME.match(text) is not None
        if game is not None and ends:
            yield game.builder.finish()
            game = None
        board, move, passes = BOARD.search(text), MOVE.search(text), PASS_LINE.match(text)
        if board is None and move is None and passes is None:
            continue
        number += game is None
        game = game or _Game(RecordBuilder(number, assumption))
        if board is not None:
            game.take_board(board[1], line)
        else:
            game.take_move("pass" if move is None else move[0], line)
    if game is not None:
        yield game.builder.finish()


class _Game:
    """One game while it is read."""

    def __init__(self, builder: RecordBuilder) -> None:
        self.builder = builder
        self._has_start = False
        self._size = 8

    def take_board(self, cells: str, line: int) -> None:
        """Take a board: the first one is the start, later ones must agree with the moves."""
        if self._has_start or self.builder.has_moves:
            if not self.builder.is_dead and board_cells(self.builder.position) != cells:
                self.builder.fail("the board does not follow from the moves", line)
            return
        self._has_start = True
        letters = cells.replace(",", "").replace("0", "x").replace("1", "o")
        size = SIZES.get(len(letters))
        if size is None:
            self.builder.fail_whole(f"{len(letters)} squares are no board", line)
            return
        self._size = size
        rows = (letters[at : at + size] for at in range(0, len(letters), size))
        try:
            self.builder.set_start(Position.parse("/".join(rows) + " x"), turn_is_open=True)
        except LoaError as error:
            self.builder.fail_whole(str(error), line)

    def take_move(self, text: str, line: int) -> None:
        """Take a move or a pass."""
        by = None
        found = MOVE.fullmatch(text)
        if found is not None and not self.builder.ply and not self.builder.is_dead:
            start = make_square(int(found[1]), self._size - 1 - int(found[2]))
            if is_on_board(start, self._size):
                by = self.builder.position.piece_at(start)
        self.builder.play(text, line, by=by, reader=_read_move)


def _read_move(position: Position, _rules: RuleSet, text: str) -> Move:
    found = MOVE.fullmatch(text)
    if found is None:
        return PASS
    top = position.size - 1
    x_from, y_from, x_to, y_to = (int(number) for number in found.groups())
    if max(x_from, y_from, x_to, y_to) > top:
        raise RecordError(f"{text} is off the {top + 1}x{top + 1} board")
    return Move(make_square(x_from, top - y_from), make_square(x_to, top - y_to))


def write_riddles(record: GameRecord) -> str:
    """One game, with an empty line behind it.

    Raises:
        RecordError: when it has removals, drops or vanished squares, or when White is to move
            and the first move does not show it.
    """
    start = record.start
    if start.vanishing or any(start.hands):
        raise RecordError("riddles.io has no variants with vanishing squares or drops")
    moves = record.moves
    if start.turn is Color.WHITE and not (moves and moves[0].kind is MoveKind.MOVE):
        raise RecordError("riddles.io's board does not say that White is to move")
    lines = [f"update game board {board_cells(start)}", *(_move(move, start) for move in moves)]
    return "\n".join(lines) + "\n\n"


def _move(move: Move, start: Position) -> str:
    if move.from_square is None or move.to_square is None:
        return "pass"
    top = start.size - 1
    ends = (
        f"{file_of(square)},{top - rank_of(square)}"
        for square in (move.from_square, move.to_square)
    )
    return f"move {' '.join(ends)}"
