"""Fit the evaluation's weights to self-play data by logistic regression.

    python training/fit.py OUT.npz DATA.npz [DATA.npz …] [--epochs 12] [--result-share 0.7]

The model is the evaluation itself: a sum of table entries, half of each pair weighed by the share
of pieces left (see ``loa_engine.evaluation._evaluate``). The probability that Black wins is the
logistic function of that sum over ``SCALE``. The target is a mean of the game's result and of the
search's score turned into a probability. Adam, mini-batches, shuffled once an epoch; the last part
of every data file is held out and its loss printed.

Entries that are images of each other under the eight symmetries of the board are one parameter, and
with the colors exchanged the same parameter with the other sign.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from loa_engine.evaluation._evaluate import describe
from loa_engine.evaluation.lines import NO_LINE, WINDOWS, line_squares, window_squares
from loa_engine.evaluation.phases import FORMATION_SIZES, PHASES

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]

SCALE = 160.0
"""Hundredths of a piece that raise the odds of winning by the factor e."""

BATCH = 16384
LEARNING_RATE = 2.0
HELD_OUT = 0.05
DECAY = 1e-4


@dataclass
class Ties:
    """Which entries of all pattern tables, laid end to end, are one parameter."""

    starts: list[int]
    parameter: Indices
    sign: Floats

    @property
    def parameters(self) -> int:
        """How many parameters there are."""
        return int(self.parameter.max()) + 1


def _images(squares: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The images of some squares under the eight symmetries, in the same order."""
    found = []
    for symmetry in range(8):
        image = []
        for square in squares:
            file, rank = square % 8, square // 8
            if symmetry & 1:
                file = 7 - file
            if symmetry & 2:
                rank = 7 - rank
            if symmetry & 4:
                file, rank = rank, file
            image.append(8 * rank + file)
        found.append(tuple(image))
    return found


def tie(patterns: list[tuple[int, ...]]) -> Ties:
    """Find the entries that symmetry makes one parameter."""
    sizes = [3 ** len(squares) for squares in patterns]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(int)
    by_set = {frozenset(squares): number for number, squares in enumerate(patterns)}
    least = np.full(starts[-1], np.iinfo(np.int64).max, dtype=np.int64)
    least_sign = np.zeros(starts[-1], dtype=np.float32)
    vanishes = np.zeros(starts[-1], dtype=bool)
    for number, squares in enumerate(patterns):
        contents = np.arange(sizes[number])
        digits = [contents // 3**place % 3 for place in range(len(squares))]
        own = starts[number] + contents
        for image in _images(squares):
            other = by_set[frozenset(image)]
            places = [patterns[other].index(square) for square in image]
            for sign in (1, -1):
                mapped = sum(
                    (digit if sign > 0 else (3 - digit) % 3) * 3**place
                    for digit, place in zip(digits, places, strict=True)
                )
                target = starts[other] + mapped
                vanishes[own] |= (target == own) & (sign < 0)
                better = target < least[own]
                least_sign[own] = np.where(better, sign, least_sign[own])
                least[own] = np.where(better, target, least[own])
    least_sign[vanishes] = 0
    _, parameter = np.unique(least, return_inverse=True)
    return Ties(starts[:-1].tolist(), parameter.astype(np.int32), least_sign)


@dataclass
class Data:
    """Positions as the model sees them."""

    patterns: Indices  # (n, 91) entries of the pattern tables, end to end
    formations: npt.NDArray[np.uint8]  # (n, 2, 6)
    move_sign: Floats  # +1 where Black is to move
    share: Floats  # 1 with many pieces, 0 with few
    target: Floats  # Black's expected points

    def take(self, rows: npt.NDArray[np.int64] | slice) -> Data:
        """Some of the positions."""
        return Data(
            self.patterns[rows],
            self.formations[rows],
            self.move_sign[rows],
            self.share[rows],
            self.target[rows],
        )


def load(paths: list[Path], ties: Ties, result_share: float) -> tuple[Data, Data]:
    """Read data files; return the data to fit and the data held out."""
    fitted, held = [], []
    for path in paths:
        with np.load(path) as file:
            data = prepare(file, ties, result_share)
        cut = int(len(data.target) * (1 - HELD_OUT))
        fitted.append(data.take(slice(0, cut)))
        held.append(data.take(slice(cut, None)))
    return join(fitted), join(held)


def join(parts: list[Data]) -> Data:
    """Some data, end to end."""
    return Data(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Data.__annotations__)
    )


def prepare(file: dict[str, npt.NDArray], ties: Ties, result_share: float) -> Data:
    """Turn positions into indices of tables, and results and scores into targets."""
    boards = np.ascontiguousarray(file["boards"])
    count = len(boards)
    lines = np.zeros((count, NO_LINE), dtype=np.uint16)
    quads = np.zeros((count, WINDOWS), dtype=np.uint8)
    formations = np.zeros((count, 2, len(FORMATION_SIZES)), dtype=np.uint8)
    describe(boards, lines, quads, formations)
    patterns = np.concatenate([lines, quads], axis=1).astype(np.int32)
    patterns += np.array(ties.starts, dtype=np.int32)
    move_sign = np.where(file["turns"] == 0, 1.0, -1.0).astype(np.float32)
    pieces = np.bitwise_count(boards).sum(axis=1)
    many, few = PHASES
    share = (np.clip(pieces, few, many) - few) / (many - few)
    searched = 1 / (1 + np.exp(-move_sign * file["scores"] / SCALE))
    target = result_share * file["results"] / 2 + (1 - result_share) * searched
    return Data(
        patterns, formations, move_sign, share.astype(np.float32), target.astype(np.float32)
    )


class Model:
    """Parameters, their gradient, and Adam's memory of it."""

    def __init__(self, ties: Ties) -> None:
        self._ties = ties
        self._sizes = [ties.parameters, *FORMATION_SIZES.values(), 1]
        self._starts = np.concatenate([[0], np.cumsum(self._sizes)]).astype(int)
        shape = (2, int(self._starts[-1]))
        self.values: npt.NDArray[np.float64] = np.zeros(shape)
        self._mean, self._square = np.zeros(shape), np.zeros(shape)
        self._steps = 0

    def part(self, number: int) -> npt.NDArray[np.float64]:
        """The parameters of one part: patterns, the features, tempo; rows many and few."""
        return self.values[:, self._starts[number] : self._starts[number + 1]]

    def expanded(self) -> npt.NDArray[np.float64]:
        """The pattern tables end to end; rows many and few."""
        return self.part(0)[:, self._ties.parameter] * self._ties.sign

    def predict(self, data: Data) -> npt.NDArray[np.float64]:
        """The value of each position for Black, in hundredths of a piece."""
        tables = self.expanded()
        halves = []
        for half in range(2):
            value = tables[half][data.patterns].sum(axis=1)
            for number in range(len(FORMATION_SIZES)):
                table = self.part(1 + number)[half]
                value += table[data.formations[:, 0, number]]
                value -= table[data.formations[:, 1, number]]
            value += self.part(-2)[half] * data.move_sign
            halves.append(value)
        return data.share * halves[0] + (1 - data.share) * halves[1]

    def loss(self, data: Data) -> float:
        """Mean cross entropy."""
        odds = self.predict(data) / SCALE
        return float(np.mean(np.logaddexp(0, odds) - data.target * odds))

    def step(self, data: Data, rate: float) -> None:
        """One step of Adam on a batch."""
        error = 1 / (1 + np.exp(-self.predict(data) / SCALE)) - data.target
        gradient = np.zeros_like(self.values)
        for half, weight in enumerate((data.share, 1 - data.share)):
            self._add_gradient(gradient[half], data, error * weight / len(error))
        gradient += DECAY * self.values / SCALE**2
        self._steps += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (gradient**2 - self._square)
        mean = self._mean / (1 - 0.9**self._steps)
        square = self._square / (1 - 0.999**self._steps)
        self.values -= rate * mean / (np.sqrt(square) + 1e-9)

    def _add_gradient(
        self, gradient: npt.NDArray[np.float64], data: Data, error: npt.NDArray[np.float64]
    ) -> None:
        flat = np.bincount(
            data.patterns.ravel(),
            np.repeat(error, data.patterns.shape[1]),
            len(self._ties.parameter),
        )
        gradient[: self._sizes[0]] = np.bincount(
            self._ties.parameter, flat * self._ties.sign, self._sizes[0]
        )
        for number, size in enumerate(FORMATION_SIZES.values()):
            start = self._starts[1 + number]
            gradient[start : start + size] = np.bincount(
                data.formations[:, 0, number], error, size
            ) - np.bincount(data.formations[:, 1, number], error, size)
        gradient[self._starts[-2]] = (error * data.move_sign).sum()


def fit(model: Model, fitted: Data, held: Data, epochs: int, seed: int) -> None:
    """Run the epochs, the step size falling to zero by a cosine; print the losses."""
    chance = np.random.default_rng(seed)
    count = len(fitted.target)
    steps = epochs * (count // BATCH + 1)
    done = 0
    for epoch in range(epochs):
        order = chance.permutation(count)
        for start in range(0, count, BATCH):
            rate = LEARNING_RATE * 0.5 * (1 + np.cos(np.pi * done / steps))
            model.step(fitted.take(order[start : start + BATCH]), rate)
            done += 1
        print(f"epoch {epoch + 1}: held out {model.loss(held):.5f}", flush=True)


def save(model: Model, ties: Ties, out: Path) -> None:
    """Write the weights as the package reads them: int16 pairs, many pieces and few."""
    tables = np.rint(model.expanded()).astype(np.int16).T
    starts = ties.starts
    kept, line_start, known = [np.zeros((1, 2), dtype=np.int16)], [], {}
    for line in range(NO_LINE):
        squares = line_squares(line)
        shape = min(_images(squares), key=sorted)
        name = tuple(sorted(shape))
        if name not in known:
            known[name] = sum(map(len, kept))
            kept.append(tables[starts[line] : starts[line] + 3 ** len(squares)])
        line_start.append(known[name])
    features = {
        name: np.rint(model.part(1 + number)).astype(np.int16).T
        for number, name in enumerate(FORMATION_SIZES)
    }
    np.savez_compressed(
        out,
        lines=np.concatenate(kept),
        line_table=np.array([*line_start, 0]),
        quads=tables[starts[NO_LINE] :].reshape(WINDOWS, 81, 2),
        tempo=np.rint(model.part(-2)[:, 0]).astype(np.int16),
        **features,
    )


def main() -> None:
    """Load, fit, save."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--result-share", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    patterns = [line_squares(line) for line in range(NO_LINE)]
    patterns += [window_squares(window) for window in range(WINDOWS)]
    ties = tie(patterns)
    fitted, held = load(options.data, ties, options.result_share)
    print(f"{len(fitted.target)} positions, {ties.parameters} parameters", flush=True)
    model = Model(ties)
    fit(model, fitted, held, options.epochs, options.seed)
    save(model, ties, options.out)


if __name__ == "__main__":
    main()
