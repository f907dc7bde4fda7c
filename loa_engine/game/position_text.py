"""Positions as text: the canonical line, and everything the reader takes besides.

The canonical line gives the ranks from the top with ``/`` between them (``x`` Black, ``o`` White,
digits for runs of empty squares, ``#`` for a vanished square), the side to move, and in parachute
the pieces in hand, Black's first: ``8/x6o/o6x/x6o/o6x/x6o/o6x/8 x 6/6``. The reader also takes
``.`` for an empty square, ``b`` and ``w`` for the side, counters at the end, PlayStrategy's
letters, and a board drawn over lines, with or without labels.

What is checked here is the form. That the parts make a possible position (a piece of each side,
hands of a possible size) is checked where the position is made.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from loa_engine._core import CoreBoard
from loa_engine.game.color import Color
from loa_engine.game.errors import PositionError, quoted
from loa_engine.game.squares import FILE_NAMES, Bitboard, make_square, squares_of

__all__ = ["PositionParts", "read_position", "write_position"]

SMALLEST_BOARD = 4
LARGEST_BOARD = 8
SQUARES = 64
EMPTY = "."
VANISHED = "#"
DIGITS = "12345678"

OUR_LETTERS = {"x": Color.BLACK, "X": Color.BLACK, "o": Color.WHITE, "O": Color.WHITE}
PLAYSTRATEGY_LETTERS = {"L": Color.BLACK, "l": Color.WHITE}
OUR_SIDES = {
    "x": Color.BLACK,
    "b": Color.BLACK,
    "black": Color.BLACK,
    "o": Color.WHITE,
    "w": Color.WHITE,
    "white": Color.WHITE,
}
# PlayStrategy calls its first player white; he is our Black.
PLAYSTRATEGY_SIDES = {"x": Color.BLACK, "w": Color.BLACK, "o": Color.WHITE, "b": Color.WHITE}

HANDS = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
COUNTER = re.compile(r"-|[0-9]{1,9}")
SIDE_LINE = re.compile(
    r"(?:(?:current player|side to move|to move|side|turn) ?[:=]? ?)?"
    r"(?P<side>x|o|b|w|black|white|none \(terminal\))(?: to move)?"
    r"(?:,? (?P<hands>[0-9]{1,2}/[0-9]{1,2})(?: in hand)?)?",
    re.ASCII | re.IGNORECASE,
)
ROW_WITH_SIDE = re.compile(
    r"(?P<row>.*[^ ][^ ]) (?P<side>[xobw](?: [0-9]{1,2}/[0-9]{1,2})?)", re.ASCII | re.IGNORECASE
)


class PositionParts(NamedTuple):
    """What a position text says.

    Attributes:
        black: bitboard of Black's pieces.
        white: bitboard of White's pieces.
        turn: the side to move.
        size: files and ranks of the board.
        vanished: bitboard of the vanished squares.
        hands: pieces in hand, Black's and White's.
    """

    black: Bitboard
    white: Bitboard
    turn: Color
    size: int
    vanished: Bitboard
    hands: tuple[int, int]


def read_position(text: str) -> PositionParts:
    """Read a position in any of the forms that the head of this module lists.

    Raises:
        PositionError: when the text is malformed; says on which rank, and how.
        TypeError: when it is not text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is read from text, not from {type(text).__name__}")
    fields = text.split(maxsplit=1)
    if not fields:
        raise PositionError("the position text is empty")
    if "/" in fields[0]:
        return _read_line(text.split())
    lines = (" ".join(line.split()) for line in text.splitlines())
    return _read_drawing([line for line in lines if line])


def write_position(board: CoreBoard) -> str:
    """The canonical line of a position; hands are left out when both are empty."""
    text = "/".join(_squeezed(row) for row in rows(board)) + " " + Color(board.turn).letter
    hands = (board.black_hand, board.white_hand)
    return f"{text} {hands[0]}/{hands[1]}" if any(hands) else text


def rows(board: CoreBoard) -> list[str]:
    """The ranks of a board from the top, one letter a square, ``.`` for an empty one."""
    letters = [EMPTY] * SQUARES
    for bits, letter in ((board.black, "x"), (board.white, "o"), (board.vanished, VANISHED)):
        for square in squares_of(bits):
            letters[square] = letter
    size = board.size
    firsts = [make_square(0, rank) for rank in reversed(range(size))]
    return ["".join(letters[first : first + size]) for first in firsts]


def _squeezed(row: str) -> str:
    """A row with each run of empty squares replaced by its length."""
    runs = ((letter, len(list(run))) for letter, run in groupby(row))
    return "".join(str(length) if letter == EMPTY else letter * length for letter, length in runs)


# One line ----------------------------------------------------------------------------------------


def _read_line(fields: Sequence[str]) -> PositionParts:
    """A position from the fields of a line: board, side, hands, counters."""
    board, *rest = fields
    ranks = board.split("/")
    if not rest:
        raise PositionError("there is no side to move after the board: expected x or o")
    side, *rest = rest
    hands = (0, 0)
    if rest and HANDS.fullmatch(rest[0]):
        hands = _read_hands(rest.pop(0))
    for field in rest:
        if not COUNTER.fullmatch(field):
            raise PositionError(f"{quoted(field)} after the side to move is not understood")
    return _read_ranks(ranks, side, hands)


def _read_hands(text: str) -> tuple[int, int]:
    black, _, white = text.partition("/")
    return int(black), int(white)


def _read_side(side: str, is_playstrategy: bool) -> Color:
    sides = PLAYSTRATEGY_SIDES if is_playstrategy else OUR_SIDES
    if side.lower() not in sides:
        expected = "w or b" if is_playstrategy else "x or o"
        raise PositionError(f"{quoted(side)} is not a side to move: expected {expected}")
    return sides[side.lower()]


# A drawing ---------------------------------------------------------------------------------------


def _read_drawing(lines: list[str]) -> PositionParts:
    """A position from the lines of a drawn board, none of them empty, with single blanks."""
    ranks: list[str] = []
    tails: list[re.Match[str]] = []
    for line in lines:
        tail = SIDE_LINE.fullmatch(line)
        if tail:
            tails.append(tail)
        elif not _is_file_labels(line):
            ranks.append(line)
    if not tails and ranks and (last := ROW_WITH_SIDE.fullmatch(ranks[-1])):
        ranks[-1] = last["row"]
        tails += filter(None, [SIDE_LINE.fullmatch(last["side"])])
    if len(tails) > 1:
        raise PositionError(f"{quoted(tails[1][0])} names the side to move a second time")
    _check_rank_count(len(ranks))
    rows_read = _without_labels([line.replace(" ", "") for line in ranks])
    if not tails or tails[0]["side"].lower().startswith("none"):
        _read_ranks(rows_read, "x", (0, 0))  # a fault of the board is told first
        raise PositionError("the drawn board does not say whose turn it is: add a line x or o")
    return _read_ranks(rows_read, tails[0]["side"], _read_hands(tails[0]["hands"] or "0/0"))


def _is_file_labels(line: str) -> bool:
    letters = line.replace(" ", "").lower()
    return len(letters) >= SMALLEST_BOARD and FILE_NAMES.startswith(letters)


def _without_labels(drawn: list[str]) -> list[str]:
    """The rows of a drawing without the rank labels at their left, right or both ends.

    Digits are labels or runs of empty squares, which the width of the rows decides: no two
    readings can both fit. Where none fits, the one with the most fitting rows is kept, so that the
    error is about the row that is wrong.
    """
    size = len(drawn)
    labels = [str(size - index) for index in range(size)]
    left = all(row.startswith(label) for row, label in zip(drawn, labels, strict=True))
    right = all(row.endswith(label) for row, label in zip(drawn, labels, strict=True))
    readings = [drawn]
    if left:
        readings.append([row[1:] for row in drawn])
    if right:
        readings.append([row[:-1] for row in drawn])
    if left and right:
        readings.append([row[1:-1] for row in drawn])
    return max(readings, key=lambda reading: sum(_width(row) == size for row in reading))


def _width(row: str) -> int:
    return sum(int(letter) if letter in DIGITS else 1 for letter in row)


# Ranks -------------------------------------------------------------------------------------------


def _check_rank_count(count: int) -> None:
    if not SMALLEST_BOARD <= count <= LARGEST_BOARD:
        ranks = {0: "no ranks", 1: "1 rank"}.get(count, f"{count} ranks")
        raise PositionError(f"{ranks}: a board has {SMALLEST_BOARD} to {LARGEST_BOARD}")


def _read_ranks(ranks: Sequence[str], side: str, hands: tuple[int, int]) -> PositionParts:
    """A position from its ranks, the top one first, the side to move and the hands."""
    _check_rank_count(len(ranks))
    is_playstrategy = _is_playstrategy(ranks)
    letters = PLAYSTRATEGY_LETTERS if is_playstrategy else OUR_LETTERS
    sets = {Color.BLACK: 0, Color.WHITE: 0, None: 0}
    for index, row in enumerate(ranks):
        rank = len(ranks) - index
        for file, letter in enumerate(_cells(row, rank, len(ranks), letters)):
            if letter != EMPTY:
                sets[letters.get(letter)] |= 1 << make_square(file, rank - 1)
    vanished = sets[None]
    if vanished and any(hands):
        raise PositionError("vanished squares and pieces in hand belong to different variants")
    turn = _read_side(side, is_playstrategy)
    return PositionParts(sets[Color.BLACK], sets[Color.WHITE], turn, len(ranks), vanished, hands)


def _is_playstrategy(ranks: Sequence[str]) -> bool:
    """Whether a board is written with PlayStrategy's letters; its first piece tells."""
    pieces = (letter for row in ranks for letter in row if letter in "xXoOlL")
    return next(pieces, "x") in PLAYSTRATEGY_LETTERS


def _cells(row: str, rank: int, size: int, letters: Mapping[str, Color]) -> str:
    """The squares of one rank, one letter each."""
    cells = []
    for letter in row:
        if letter in DIGITS:
            cells.append(EMPTY * int(letter))
        elif letter in letters or letter in (EMPTY, VANISHED):
            cells.append(letter)
        else:
            pieces = "L, l" if "L" in letters else "x, o"
            raise PositionError(
                f"rank {rank}: {quoted(letter)} is not understood: expected {pieces}, '.', '#' "
                f"or a digit from 1 to {size}"
            )
    text = "".join(cells)
    if len(text) != size:
        squares = "1 square" if len(text) == 1 else f"{len(text)} squares"
        raise PositionError(f"rank {rank}: {squares}, but a board of {size} ranks has {size} files")
    return text
