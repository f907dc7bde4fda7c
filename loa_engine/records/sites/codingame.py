"""CodinGame's form: moves like ``e2e3`` one a line, after the board of the first turn.

A game is the side to move (``b`` or ``w``), the rows of the board from the top (``.bw``), and then
the moves; a message may stand behind a move. ``null``, the last move of the first turn, is skipped.
Written is the board always, so that the form can be told from a plain list.
"""

import re
from collections.abc import Iterator

from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, RecordError
from loa_engine.game.move import Move, MoveKind
from loa_engine.game.position import Position
from loa_engine.game.squares import make_square, square_name
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.record import BrokenRecord, GameRecord
from loa_engine.records.source import Source

__all__ = ["ROW", "board_rows", "read_codingame", "write_codingame"]

ROW = re.compile(r"[.bw]{4,8}")
"""A row of the board."""

LETTERS = str.maketrans("bw", "xo")
COUNT = re.compile(r"[0-9]+")
SIDES = {"b": Color.BLACK, "w": Color.WHITE}
FIRST_TURN = "null"


def board_rows(position: Position) -> list[str]:
    """The rows of the board from the top, ``b`` Black, ``w`` White, ``.`` empty.

    >>> board_rows(Position.start())[:2]
    ['.bbbbbb.', 'w......w']
    """
    size = position.size
    pieces = {Color.BLACK: "b", Color.WHITE: "w", None: "."}
    return [
        "".join(pieces[position.piece_at(make_square(file, rank))] for file in range(size))
        for rank in reversed(range(size))
    ]


def read_codingame(source: Source, assumption: Assumption) -> Iterator[GameRecord | BrokenRecord]:
    """The games of a file; each begins with its board, or behind an empty line."""
    game: _Game | None = None
    number = 0
    for line, text in source.lines():
        trimmed = text.strip()
        is_board = trimmed in SIDES or ROW.fullmatch(trimmed) is not None
        if game is not None and game.has_moves and (is_board or not trimmed):
            yield game.finish(line)
            game = None
        if trimmed:
            number += game is None
            game = game or _Game(RecordBuilder(number, assumption))
            game.take(trimmed, line)
        elif game is not None and not game.is_reading_board:
            yield game.finish(line)
            game = None
    if game is not None:
        yield game.finish(None)


class _Game:
    """One game while it is read."""

    def __init__(self, builder: RecordBuilder) -> None:
        self.has_moves = False
        self._builder = builder
        self._side: Color | None = None
        self._rows: list[str] = []

    @property
    def is_reading_board(self) -> bool:
        """Whether more rows of the board may follow."""
        return self._side is not None and not self._rows

    def take(self, text: str, line: int) -> None:
        """Take a line that is not empty."""
        if ROW.fullmatch(text):
            self._rows.append(text)
        elif text in SIDES:
            self._side = SIDES[text]
        elif COUNT.fullmatch(text):
            self._builder.fail("a number of moves belongs to the input of a turn", line)
        elif text != FIRST_TURN:
            self._begin(line)
            self.has_moves = True
            move, _, message = text.partition(" ")
            self._builder.play(move, line)
            self._builder.comment(message.strip())

    def finish(self, line: int | None) -> GameRecord | BrokenRecord:
        """The record."""
        self._begin(line)
        return self._builder.finish()

    def _begin(self, line: int | None) -> None:
        """Settle the start, once the board is complete."""
        rows, self._rows = self._rows, []
        if self.has_moves or not rows:
            return
        side = (self._side or Color.BLACK).letter
        text = "/".join(row.translate(LETTERS) for row in rows)
        try:
            self._builder.set_start(Position.parse(f"{text} {side}"), self._side is None)
        except LoaError as error:
            self._builder.fail_whole(str(error), line)


def write_codingame(record: GameRecord) -> str:
    """One game, with an empty line behind it.

    Raises:
        RecordError: when it has removals, drops or vanished squares.
    """
    start = record.start
    if start.vanishing or any(start.hands):
        raise RecordError("CodinGame has no variants with vanishing squares or drops")
    lines = ["bw"[start.turn], *board_rows(start)]
    for node in record.line:
        if node.move is not None:
            message = " ".join(node.comment.split())
            lines.append(f"{_move(node.move)} {message}".rstrip())
    return "\n".join(lines) + "\n\n"


def _move(move: Move) -> str:
    start, target = move.from_square, move.to_square
    if move.kind is not MoveKind.MOVE or start is None or target is None:
        return str(move)
    return square_name(start) + square_name(target)
