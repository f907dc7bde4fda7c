from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from loa_engine._core import CoreBoard

class Evaluator:
    size: int
    def __init__(
        self,
        size: int,
        lines: npt.ArrayLike,
        line_table: npt.ArrayLike,
        quads: npt.ArrayLike,
        formation: Mapping[str, npt.ArrayLike],
        tempo: Sequence[int],
        phases: tuple[int, int],
    ) -> None: ...
    def evaluate(self, board: CoreBoard) -> int: ...
    def evaluate_after(self, board: CoreBoard, move: int) -> int: ...

def describe(
    boards: npt.NDArray[np.uint64],
    lines: npt.NDArray[np.uint16],
    quads: npt.NDArray[np.uint8],
    formations: npt.NDArray[np.uint8],
) -> None: ...
