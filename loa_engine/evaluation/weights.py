"""Which weights the evaluation uses on which board."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np

from loa_engine.evaluation._evaluate import Evaluator
from loa_engine.evaluation.classical import classical
from loa_engine.evaluation.phases import FORMATION_SIZES, PHASES

__all__ = ["evaluator_for", "fitted"]

_FITTED_SIZE = 8


def fitted() -> Evaluator:
    """Pattern tables fitted to the results of games the engine played against itself; 8x8 only.

    training/ has the programs that made them.
    """
    path = files("loa_engine.evaluation") / "data" / "weights8.npz"
    with path.open("rb") as stream, np.load(stream) as kept:
        return Evaluator(
            _FITTED_SIZE,
            kept["lines"],
            kept["line_table"],
            kept["quads"],
            {name: kept[name] for name in FORMATION_SIZES},
            kept["tempo"],
            PHASES,
        )


@cache
def evaluator_for(size: int) -> Evaluator:
    """The evaluator for boards of ``size`` times ``size`` squares."""
    return fitted() if size == _FITTED_SIZE else classical(size)
