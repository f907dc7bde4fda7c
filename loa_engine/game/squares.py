"""Squares, lines and symmetries of the board, as plain numbers.

A square is a number: a1 is 0, b1 is 1, h1 is 7, a2 is 8, h8 is 63. Smaller boards lie in the a1
corner of the same numbering. A bitboard is a number too: bit n is set when square n belongs to
the set. Functions here trust that squares are 0 to 63; only ``parse_square`` reads text.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import TypeAlias

from loa_engine.game.errors import LoaError, quoted

__all__ = [
    "FILE_NAMES",
    "RANK_NAMES",
    "SYMMETRIES",
    "Bitboard",
    "Direction",
    "Square",
    "bitboard",
    "board_squares",
    "direction_between",
    "distance_between",
    "file_of",
    "is_on_board",
    "line_name",
    "line_squares",
    "make_square",
    "parse_square",
    "rank_of",
    "square_name",
    "squares_between",
    "squares_of",
    "transform_bitboard",
    "transform_square",
]

Square: TypeAlias = int
Bitboard: TypeAlias = int

FILE_NAMES = "abcdefgh"
RANK_NAMES = "12345678"
STRIDE = 8  # squares from one rank to the next, on boards of every size
SYMMETRIES = range(8)
"""The symmetries of the board, the identity first: see ``transform_square``."""


class Direction(IntEnum):
    """One of the four kinds of line through a square; the numbers are those of the core."""

    RANK = 0
    FILE = 1
    DIAGONAL = 2
    """The diagonal that runs as a1-h8 does."""
    ANTI_DIAGONAL = 3
    """The diagonal that runs as a8-h1 does."""

    @property
    def step(self) -> tuple[int, int]:
        """Files and ranks from one square of the line to the next, to the right or upwards."""
        return ((1, 0), (0, 1), (1, 1), (1, -1))[self]


def make_square(file: int, rank: int) -> Square:
    """The square on a file and a rank, both counted from 0."""
    return rank * STRIDE + file


def file_of(square: Square) -> int:
    """The file of a square, 0 (the a-file) to 7."""
    return square % STRIDE


def rank_of(square: Square) -> int:
    """The rank of a square, 0 (rank 1) to 7."""
    return square // STRIDE


def square_name(square: Square) -> str:
    """The name of a square.

    >>> square_name(0), square_name(63)
    ('a1', 'h8')
    """
    return FILE_NAMES[file_of(square)] + RANK_NAMES[rank_of(square)]


def parse_square(text: str) -> Square:
    """The square that a name such as ``e4`` stands for; either case.

    Raises:
        LoaError: when the text is no name of a square.
    """
    name = text.strip().lower()
    if len(name) != 2 or name[0] not in FILE_NAMES or name[1] not in RANK_NAMES:
        raise LoaError(f"{quoted(text)} is not a square: expected a1 to h8")
    return make_square(FILE_NAMES.index(name[0]), RANK_NAMES.index(name[1]))


def bitboard(squares: Iterable[Square]) -> Bitboard:
    """The set of the given squares.

    >>> bitboard([0, 1, 8])
    259
    """
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def squares_of(bits: Bitboard) -> Iterator[Square]:
    """The squares of a bitboard, a1 first.

    >>> list(squares_of(259))
    [0, 1, 8]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def board_squares(size: int = 8) -> Bitboard:
    """All squares of a board with ``size`` files and ranks."""
    rank = (1 << size) - 1
    return sum(rank << (STRIDE * number) for number in range(size))


def is_on_board(square: Square, size: int = 8) -> bool:
    """Whether a square belongs to a board of this size."""
    return 0 <= square < 64 and file_of(square) < size and rank_of(square) < size


def direction_between(start: Square, target: Square) -> Direction | None:
    """The kind of line that two different squares share; None when they share none."""
    files = file_of(target) - file_of(start)
    ranks = rank_of(target) - rank_of(start)
    if start == target:
        return None
    if ranks == 0:
        return Direction.RANK
    if files == 0:
        return Direction.FILE
    if files == ranks:
        return Direction.DIAGONAL
    return Direction.ANTI_DIAGONAL if files == -ranks else None


def distance_between(start: Square, target: Square) -> int:
    """How many squares a piece moves from one square to another, diagonal steps counting one."""
    return max(
        abs(file_of(target) - file_of(start)),
        abs(rank_of(target) - rank_of(start)),
    )


def squares_between(start: Square, target: Square) -> list[Square]:
    """The squares a piece passes over, in order; both squares must share a line."""
    distance = distance_between(start, target)
    return [start + (target - start) // distance * step for step in range(1, distance)]


def line_squares(square: Square, direction: Direction, size: int = 8) -> list[Square]:
    """All squares of a line through a square, from its left or lower end on."""
    file_step, rank_step = direction.step
    file, rank = file_of(square), rank_of(square)
    line = []
    for step in range(-size, size + 1):
        if 0 <= file + step * file_step < size and 0 <= rank + step * rank_step < size:
            line.append(make_square(file + step * file_step, rank + step * rank_step))
    return line


def line_name(square: Square, direction: Direction, size: int = 8) -> str:
    """A line through a square in words.

    >>> line_name(1, Direction.FILE), line_name(1, Direction.ANTI_DIAGONAL)
    ('the b-file', 'the diagonal a2-b1')
    """
    if direction is Direction.RANK:
        return f"rank {RANK_NAMES[rank_of(square)]}"
    if direction is Direction.FILE:
        return f"the {FILE_NAMES[file_of(square)]}-file"
    line = line_squares(square, direction, size)
    return f"the diagonal {square_name(line[0])}-{square_name(line[-1])}"


def transform_square(square: Square, symmetry: int, size: int = 8) -> Square:
    """Where a symmetry of the board takes a square.

    Args:
        square: a square of the board.
        symmetry: 0 to 7, the sum of 1 (mirror the files), 2 (mirror the ranks) and 4 (then swap
            files and ranks); 0 is the identity.
        size: files and ranks of the board.
    """
    file, rank = file_of(square), rank_of(square)
    if symmetry & 1:
        file = size - 1 - file
    if symmetry & 2:
        rank = size - 1 - rank
    if symmetry & 4:
        file, rank = rank, file
    return make_square(file, rank)


def transform_bitboard(bits: Bitboard, symmetry: int, size: int = 8) -> Bitboard:
    """Where a symmetry takes a set of squares; see ``transform_square``."""
    return bitboard(transform_square(square, symmetry, size) for square in squares_of(bits))
