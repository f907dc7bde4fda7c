"""The numbers of the core's lines and of the 2x2 windows, and the squares they mean."""

from __future__ import annotations

__all__ = ["LINES", "NO_LINE", "WINDOWS", "line_shape", "line_squares", "window_squares"]

LINES = 43
NO_LINE = 42
WINDOWS = 49

_FILES_BEGIN = 8
_RISING_BEGIN = 16
_FALLING_BEGIN = 29
_MAIN_RISING = 22
_FIRST_FALLING_SUM = 28


def line_squares(line: int) -> tuple[int, ...]:
    """The squares of one of the 42 lines of the 8x8 board, lowest first."""
    squares = range(64)
    if line < _FILES_BEGIN:
        return tuple(square for square in squares if square // 8 == line)
    if line < _RISING_BEGIN:
        return tuple(square for square in squares if square % 8 == line - _FILES_BEGIN)
    if line < _FALLING_BEGIN:
        rise = line - _MAIN_RISING
        return tuple(square for square in squares if square // 8 - square % 8 == rise)
    whole = line - _FIRST_FALLING_SUM
    return tuple(square for square in squares if square // 8 + square % 8 == whole)


def line_shape(line: int, size: int) -> tuple[int, int | None] | None:
    """Length of a line on a board of some size, and its distance to the rim (None for diagonals).

    None if the line has less than two squares there.
    """
    squares = [square for square in line_squares(line) if square % 8 < size > square // 8]
    if len(squares) < 2:
        return None
    if line >= _RISING_BEGIN:
        return len(squares), None
    number = line % _FILES_BEGIN
    return size, min(number, size - 1 - number)


def window_squares(window: int) -> tuple[int, ...]:
    """The squares of one of the 49 windows of 2x2 squares, lowest first."""
    corner = 8 * (window // 7) + window % 7
    return (corner, corner + 1, corner + 8, corner + 9)
