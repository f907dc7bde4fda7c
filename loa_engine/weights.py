"""The evaluation's weights: tables by line content, and what a formation is worth.

All weights are pairs, for many and for few pieces on the board (see ``_evaluate``), in hundredths
of a piece.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from loa_engine._evaluate import Evaluator

__all__ = ["PHASES", "classical", "evaluator_for", "line_squares_of", "window_squares_of"]

Array = npt.NDArray[np.int64]

_LINES = 43
_NO_LINE = 42
_QUAD_SHAPE = (49, 81, 2)
_FITTED_SIZE = 8
PHASES = (24, 10)
"""Pieces on the board from which the first of a pair of weights holds alone, and the second."""

_MOVE = 8
_CAPTURE = 16
_EDGE_SHARE = 2
_TEMPO = 20
_RING_VALUES = (-40, 0, 20, 30)
_SURPLUS_STEP = -30
_SURPLUS_FIRST = 1000
_PAIR = 8


def line_squares_of(line: int) -> tuple[int, ...]:
    """The squares of one of the core's 42 lines of the 8x8 board, lowest first."""
    squares = range(64)
    if line < 8:
        return tuple(square for square in squares if square // 8 == line)
    if line < 16:
        return tuple(square for square in squares if square % 8 == line - 8)
    if line < 29:
        return tuple(square for square in squares if square // 8 - square % 8 == line - 22)
    return tuple(square for square in squares if square // 8 + square % 8 == line - 28)


def window_squares_of(window: int) -> tuple[int, ...]:
    """The squares of one of the 49 windows of 2x2 squares, lowest first."""
    corner = 8 * (window // 7) + window % 7
    return (corner, corner + 1, corner + 8, corner + 9)


def _digits(length: int) -> Array:
    """All contents of a line, a row each: 0 empty, 1 Black, 2 White, lowest square first."""
    contents = np.arange(3**length)
    return np.stack([contents // 3**place % 3 for place in range(length)], axis=1)


def _mobility(length: int, place: int, edge_line: bool, ends_are_edge: bool) -> Array:
    """Black's gain from the moves of the piece at one place, by content of the line.

    Every move counts, a capture double, a move along or to the edge half (Winands, van den Herik
    and Uiterwijk 2003).
    """
    digits = _digits(length)
    distance = (digits > 0).sum(axis=1)
    rows = np.arange(len(digits))
    gain = np.zeros(len(digits), dtype=np.int64)
    for color in (1, 2):
        for step in (-1, 1):
            target = place + step * distance
            inside = (target >= 0) & (target < length) & (digits[:, place] == color)
            target = np.clip(target, 0, length - 1)
            legal = inside & (digits[rows, target] != color)
            for between in range(length):
                jumped = (between - place) * step > 0
                legal &= ~(
                    jumped & ((target - between) * step > 0) & (digits[:, between] == 3 - color)
                )
            value = np.where(digits[rows, target] == 0, _MOVE, _CAPTURE)
            to_edge = edge_line | (ends_are_edge & ((target == 0) | (target == length - 1)))
            value = np.where(to_edge, value // _EDGE_SHARE, value)
            gain += np.where(legal, value if color == 1 else -value, 0)
    return gain


def _line_weights(length: int, ring: int | None) -> Array:
    """One weight for each content of a line; ``ring`` is how far a rank or file is from the rim."""
    weights = sum(
        (_mobility(length, place, ring == 0, True) for place in range(length)),
        start=np.zeros(3**length, dtype=np.int64),
    )
    if ring is not None:
        # A square lies on one rank and one file, so each has half of its value.
        for place in range(length):
            value = _RING_VALUES[min(ring, place, length - 1 - place)] // 2
            digit = _digits(length)[:, place]
            weights += np.where(digit == 1, value, np.where(digit == 2, -value, 0))
    return weights


def _line_tables(size: int) -> tuple[Array, Array]:
    """The tables of all classes of lines one after the other, and where each line's starts."""
    starts = np.zeros(_LINES, dtype=np.int64)
    # What is not a line, or only a corner, has the first table: nothing is worth anything there.
    tables = [np.zeros(3, dtype=np.int64)]
    known: dict[tuple[int, int | None], int] = {}
    for line in range(_NO_LINE):
        shape = _line_shape(line, size)
        if shape is None:
            continue
        if shape not in known:
            known[shape] = sum(map(len, tables))
            tables.append(_line_weights(*shape))
        starts[line] = known[shape]
    return np.concatenate(tables), starts


def _line_shape(line: int, size: int) -> tuple[int, int | None] | None:
    """Length and ring (None for diagonals) of one of the core's lines; None if off the board."""
    if line < 16:
        number = line % 8
        return (size, min(number, size - 1 - number)) if number < size else None
    middle = 22 if line < 29 else 27 + size
    length = size - abs(line - middle)
    return (length, None) if length >= 2 else None


def classical(size: int) -> Evaluator:
    """Weights set by hand after the published features of the game's programs."""
    lines, starts = _line_tables(size)
    surplus = np.arange(64)
    formation = {
        "surplus": _SURPLUS_FIRST // (1 + surplus) + _SURPLUS_STEP * surplus,
        "groups": np.zeros(16, dtype=np.int64),
        "pairs": _PAIR * np.arange(48),
        "area": np.zeros(65, dtype=np.int64),
        "offset": np.zeros(16, dtype=np.int64),
    }
    return Evaluator(
        size,
        _doubled(lines),
        starts,
        np.zeros(_QUAD_SHAPE, dtype=np.int64),
        {name: _doubled(values) for name, values in formation.items()},
        (_TEMPO, _TEMPO),
        PHASES,
    )


def _doubled(values: Array) -> Array:
    """The same weight for many and for few pieces."""
    return np.stack([values, values], axis=1)


def _fitted() -> Evaluator:
    """Weights fitted to the results of games the engine played against itself; 8x8 only.

    training/ has the programs that made them.
    """
    path = files("loa_engine") / "data" / "weights8.npz"
    with path.open("rb") as stream, np.load(stream) as kept:
        formation = {name: kept[name] for name in ("surplus", "groups", "pairs", "area", "offset")}
        return Evaluator(
            _FITTED_SIZE,
            kept["lines"],
            kept["line_table"],
            kept["quads"],
            formation,
            kept["tempo"],
            PHASES,
        )


@cache
def evaluator_for(size: int) -> Evaluator:
    """The evaluator for boards of ``size`` times ``size`` squares."""
    return _fitted() if size == _FITTED_SIZE else classical(size)
