import numpy as np
import numpy.typing as npt

def move_counts(
    boards: npt.NDArray[np.uint64], turns: npt.NDArray[np.uint8], counts: npt.NDArray[np.int32]
) -> None: ...
def connected(boards: npt.NDArray[np.uint64], united: npt.NDArray[np.uint8]) -> None: ...
def outcomes(
    boards: npt.NDArray[np.uint64],
    turns: npt.NDArray[np.uint8],
    rule_codes: tuple[int, int, int, int, int, int],
    winners: npt.NDArray[np.int8],
) -> None: ...
def play_outs(
    boards: npt.NDArray[np.uint64],
    turns: npt.NDArray[np.uint8],
    rule_codes: tuple[int, int, int, int, int, int],
    max_plies: int,
    seed: int,
    first_number: int,
    winners: npt.NDArray[np.int8],
    plies: npt.NDArray[np.int32],
) -> None: ...
