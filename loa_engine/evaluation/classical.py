"""The classical evaluation: a few numbers for the features that the game's programs agree on.

It is used for boards smaller than 8x8, and it is what the fitted pattern tables of the 8x8 board
have to beat. Features after Winands, van den Herik and Uiterwijk (2003): concentration,
centralisation, the place of the centre of mass, quads, mobility, walls, connectedness, uniformity,
and the right to move. The numbers were fitted by training/fit_classical.py.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from loa_engine.evaluation._evaluate import Evaluator
from loa_engine.evaluation.lines import LINES, NO_LINE, line_shape
from loa_engine.evaluation.phases import FORMATION_SIZES, PHASES

__all__ = ["CLASSICAL", "classical", "formation_basis", "line_basis"]

Array = npt.NDArray[np.int64]
Basis = dict[str, Array]

CLASSICAL = {
    "moves": 7.2,
    "captures": 28.2,
    "walls": -17.5,
    "ring0": 88.4,
    "ring1": 97.8,
    "ring2": 106.7,
    "ring3": 106.6,
    "surplus": -20.9,
    "compact": 827.0,
    "pairs": 0.7,
    "area": -3.4,
    "offset": 13.9,
    "windows": 15.2,
    "groups": -15.1,
    "tempo": 42.2,
}
"""Hundredths of a piece for one unit of each feature."""

_RINGS = 4
_QUAD_SHAPE = (49, 81, 2)


def _digits(length: int) -> Array:
    """All contents of a line, a row each: 0 empty, 1 Black, 2 White, lowest square first."""
    contents = np.arange(3**length)
    return np.stack([contents // 3**place % 3 for place in range(length)], axis=1)


def _add_moves(basis: Basis, digits: Array, place: int, step: int, is_rim: bool) -> None:
    """Add what the piece at a place gains from its move in one direction.

    A move along or to the rim counts half. A piece on the rim that an enemy keeps from moving
    inwards is walled in.
    """
    length = digits.shape[1]
    rows = np.arange(len(digits))
    distance = (digits > 0).sum(axis=1)
    target = place + step * distance
    inside = (target >= 0) & (target < length)
    target = np.clip(target, 0, length - 1)
    color = digits[:, place]
    sign = np.where(color == 1, 2, np.where(color == 2, -2, 0)) * inside
    jumps = np.zeros(len(digits), dtype=bool)
    for between in range(length):
        is_between = ((between - place) * step > 0) & ((target - between) * step > 0)
        jumps |= is_between & (digits[:, between] == 3 - color)
    landing = digits[rows, target]
    to_rim = is_rim | (target == 0) | (target == length - 1)
    value = np.where(to_rim, sign // 2, sign) * ~jumps
    basis["moves"] += np.where(landing == 0, value, 0)
    basis["captures"] += np.where(landing == 3 - color, value, 0)
    is_inwards = (place == 0 and step > 0) or (place == length - 1 and step < 0)
    if is_inwards and not is_rim:
        basis["walls"] += sign // 2 * jumps


def line_basis(length: int, ring: int | None) -> Basis:
    """What each content of a line counts for each feature, Black's gain, doubled.

    Args:
        length: squares on the line.
        ring: how far a rank or file is from the rim; None for a diagonal.
    """
    digits = _digits(length)
    names = ("moves", "captures", "walls", *(f"ring{number}" for number in range(_RINGS)))
    basis = {name: np.zeros(len(digits), dtype=np.int64) for name in names}
    for place in range(length):
        for step in (-1, 1):
            _add_moves(basis, digits, place, step, ring == 0)
        if ring is not None:
            # A square lies on one rank and one file, so each has half of its value.
            digit = digits[:, place]
            square_ring = min(ring, place, length - 1 - place)
            basis[f"ring{square_ring}"] += (digit == 1).astype(np.int64) - (digit == 2)
    basis["walls"] *= 2
    return basis


def formation_basis() -> dict[str, dict[str, npt.NDArray[np.float64]]]:
    """What each value of a formation's feature counts: by table, then by number of CLASSICAL."""
    basis = {name: {name: np.arange(float(size))} for name, size in FORMATION_SIZES.items()}
    basis["surplus"]["compact"] = 1 / (1 + np.arange(float(FORMATION_SIZES["surplus"])))
    return basis


def _line_tables(size: int) -> tuple[Array, Array]:
    """The tables of all kinds of lines one after the other, and where each line's starts."""
    starts = np.zeros(LINES, dtype=np.int64)
    # What is not a line, or only a corner, has the first table: nothing is worth anything there.
    tables = [np.zeros(3, dtype=np.int64)]
    known: dict[tuple[int, int | None], int] = {}
    for line in range(NO_LINE):
        shape = line_shape(line, size)
        if shape is None:
            continue
        if shape not in known:
            known[shape] = sum(map(len, tables))
            weights = sum(
                CLASSICAL[name] * counts / 2 for name, counts in line_basis(*shape).items()
            )
            tables.append(np.rint(weights).astype(np.int64))
        starts[line] = known[shape]
    return np.concatenate(tables), starts


def classical(size: int) -> Evaluator:
    """The classical evaluation for boards of ``size`` times ``size`` squares."""
    lines, starts = _line_tables(size)
    formation = {
        table: _doubled(sum(CLASSICAL[name] * values for name, values in numbers.items()))
        for table, numbers in formation_basis().items()
    }
    tempo = round(CLASSICAL["tempo"])
    quads = np.zeros(_QUAD_SHAPE, dtype=np.int64)
    return Evaluator(size, _doubled(lines), starts, quads, formation, (tempo, tempo), PHASES)


def _doubled(values: npt.ArrayLike) -> Array:
    """The same weight for many and for few pieces."""
    rounded = np.rint(values).astype(np.int64)
    return np.stack([rounded, rounded], axis=1)
