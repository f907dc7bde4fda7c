"""Fit the numbers of the classical evaluation to self-play data, and print them.

    python training/fit_classical.py DATA.npz [DATA.npz …] [--positions 300000]

The same model and target as fit.py, with one parameter a feature. Copy what it prints to
``CLASSICAL`` in loa_engine/classical.py.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt
from fit import SCALE
from scipy.optimize import minimize

from loa_engine.evaluation._evaluate import describe
from loa_engine.evaluation.classical import CLASSICAL, formation_basis, line_basis
from loa_engine.evaluation.lines import NO_LINE, WINDOWS, line_shape
from loa_engine.evaluation.phases import FORMATION_SIZES

RESULT_SHARE = 0.7
PENALTY = 1e-4


def features(boards: npt.NDArray[np.uint64], turns: npt.NDArray[np.uint8]) -> npt.NDArray:
    """Each position's count of each feature, Black's less White's: (n, features)."""
    count = len(boards)
    lines = np.zeros((count, NO_LINE), dtype=np.uint16)
    windows = np.zeros((count, WINDOWS), dtype=np.uint8)
    formations = np.zeros((count, 2, len(FORMATION_SIZES)), dtype=np.uint8)
    describe(np.ascontiguousarray(boards), lines, windows, formations)
    found = {name: np.zeros(count) for name in CLASSICAL}
    for line in range(NO_LINE):
        shape = line_shape(line, 8)
        assert shape is not None
        for name, counts in line_basis(*shape).items():
            found[name] += counts[lines[:, line]] / 2
    for number, numbers in enumerate(formation_basis().values()):
        for name, values in numbers.items():
            found[name] += values[formations[:, 0, number]] - values[formations[:, 1, number]]
    found["tempo"] += np.where(turns == 0, 1.0, -1.0)
    return np.stack(list(found.values()), axis=1)


def main() -> None:
    """Load, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--positions", type=int, default=300_000)
    options = parser.parse_args()
    parts = [np.load(path) for path in options.data]
    columns = {
        name: np.concatenate([part[name] for part in parts])
        for name in ("boards", "turns", "scores", "results")
    }
    rows = np.random.default_rng(1).permutation(len(columns["turns"]))[: options.positions]
    boards, turns, scores, results = (columns[name][rows] for name in columns)
    counts = features(boards, turns)
    searched = 1 / (1 + np.exp(-np.where(turns == 0, 1.0, -1.0) * scores / SCALE))
    target = RESULT_SHARE * results / 2 + (1 - RESULT_SHARE) * searched
    spread = counts.std(axis=0)
    scaled = counts / spread

    def loss(numbers: npt.NDArray) -> tuple[float, npt.NDArray]:
        odds = scaled @ numbers
        error = 1 / (1 + np.exp(-odds)) - target
        value = np.mean(np.logaddexp(0, odds) - target * odds) + PENALTY * (numbers**2).sum()
        return value, scaled.T @ error / len(odds) + 2 * PENALTY * numbers

    found = minimize(loss, np.zeros(len(CLASSICAL)), jac=True, method="L-BFGS-B")
    print(f"{len(rows)} positions, loss {found.fun:.5f}")
    for name, number in zip(CLASSICAL, found.x / spread * SCALE, strict=True):
        print(f'    "{name}": {number:.1f},')


if __name__ == "__main__":
    main()
