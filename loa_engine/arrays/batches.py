"""Arrays of positions for people who want a million at once.

A batch of n positions is two arrays: ``boards``, dtype ``uint64``, shape (n, 2), Black's and
White's bitboards (a1 = bit 0, h8 = bit 63), and ``turns``, dtype ``uint8``, shape (n,), 0 where
Black is to move and 1 where White is. All positions are on the 8x8 board without variant state.
The work is done without the GIL; ``threads`` splits the batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from loa_engine.arrays import _batch
from loa_engine.game.color import Color
from loa_engine.game.errors import LimitError, PositionError
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet, as_rules

Boards = npt.NDArray[np.uint64]
Turns = npt.NDArray[np.uint8]

ONGOING = 2
"""What ``outcomes`` and ``random_playouts`` give for a game that is not over."""

MAX_PLIES = 1_000_000
_EIGHT = 8


def to_arrays(positions: Iterable[Position]) -> tuple[Boards, Turns]:
    """Put positions into arrays.

    Returns:
        ``boards`` (n, 2) and ``turns`` (n,), as the module's head describes.

    Raises:
        PositionError: a position is not 8x8 or carries variant state.
    """
    listed = list(positions)
    for number, position in enumerate(listed):
        if position.size != _EIGHT or position.vanishing or any(position.hands):
            raise PositionError(f"position {number} is not a plain 8x8 position")
    boards = np.array([(p.black, p.white) for p in listed], dtype=np.uint64).reshape(-1, 2)
    turns = np.array([p.turn for p in listed], dtype=np.uint8)
    return boards, turns


def from_arrays(boards: Boards, turns: Turns) -> list[Position]:
    """Make positions from arrays; the inverse of ``to_arrays``.

    Raises:
        PositionError: wrong shapes or dtypes, or a row that is no position.
    """
    _check(boards, turns)
    return [
        Position.from_bitboards(int(black), int(white), Color(int(turn)))
        for (black, white), turn in zip(boards, turns, strict=True)
    ]


def legal_move_counts(boards: Boards, turns: Turns, *, threads: int = 1) -> npt.NDArray[np.int32]:
    """Count each position's legal moves (standard rules, whether or not the game is over).

    Returns:
        Array (n,) of ``int32``.

    Raises:
        PositionError: wrong shapes or dtypes, or sides that overlap.
    """
    _check(boards, turns)
    counts = np.zeros(len(boards), dtype=np.int32)
    _in_parts(
        len(boards),
        threads,
        lambda part: _batch.move_counts(boards[part], turns[part], counts[part]),
    )
    return counts


def connected(boards: Boards, *, threads: int = 1) -> npt.NDArray[np.bool_]:
    """Whether each side's pieces form one 8-connected group.

    Returns:
        Array (n, 2) of bool, Black and White; a side without pieces is not connected.

    Raises:
        PositionError: wrong shape or dtype, or sides that overlap.
    """
    _check_boards(boards)
    united = np.zeros(boards.shape, dtype=np.uint8)
    _in_parts(len(boards), threads, lambda part: _batch.connected(boards[part], united[part]))
    return united.astype(np.bool_)


def outcomes(
    boards: Boards, turns: Turns, rules: RuleSet | str = "standard", *, threads: int = 1
) -> npt.NDArray[np.int8]:
    """Each position's result by union and lack of moves under a rule set.

    Returns:
        Array (n,) of ``int8``: 1 Black has won, -1 White has won, 0 drawn, ``ONGOING`` (2) else.

    Raises:
        PositionError: wrong shapes or dtypes, or sides that overlap.
        RuleError: no such rule set.
    """
    _check(boards, turns)
    codes = as_rules(rules).core_codes
    winners = np.zeros(len(boards), dtype=np.int8)
    _in_parts(
        len(boards),
        threads,
        lambda part: _batch.outcomes(boards[part], turns[part], codes, winners[part]),
    )
    return winners


def random_playouts(
    boards: Boards,
    turns: Turns,
    rules: RuleSet | str = "standard",
    *,
    seed: int = 0,
    max_plies: int = 10_000,
    threads: int = 1,
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
    """Play each position to its end with uniformly random legal moves.

    All rules of the set hold, counted from the given position. The same seed gives the same games
    whatever the number of threads.

    Returns:
        Winners (n,) ``int8`` as in ``outcomes`` (``ONGOING`` where ``max_plies`` cut the game
        off), and the plies played (n,) ``int32``.

    Raises:
        PositionError: wrong shapes or dtypes, or sides that overlap.
        RuleError: no such rule set.
        LimitError: a negative seed or number of plies, or too many plies.
    """
    _check(boards, turns)
    if not 0 <= max_plies <= MAX_PLIES:
        raise LimitError(f"max_plies must be 0 to {MAX_PLIES}, not {max_plies}")
    if not 0 <= seed < 1 << 64:
        raise LimitError(f"seed must be 0 to 2^64 - 1, not {seed}")
    codes = as_rules(rules).core_codes
    winners = np.zeros(len(boards), dtype=np.int8)
    plies = np.zeros(len(boards), dtype=np.int32)
    _in_parts(
        len(boards),
        threads,
        lambda part: _batch.play_outs(
            boards[part],
            turns[part],
            codes,
            max_plies,
            seed,
            part.start,
            winners[part],
            plies[part],
        ),
    )
    return winners, plies


def _in_parts(count: int, threads: int, work: Callable[[slice], None]) -> None:
    """Run ``work`` on slices that cover ``range(count)``, one a thread."""
    if threads < 1:
        raise LimitError(f"threads must be at least 1, not {threads}")
    if threads == 1 or count < threads:
        work(slice(0, count))
        return
    bounds = [count * number // threads for number in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        parts = [slice(low, high) for low, high in pairwise(bounds)]
        list(pool.map(work, parts))


def _check_boards(boards: Boards) -> None:
    if not isinstance(boards, np.ndarray) or boards.dtype != np.uint64:
        raise PositionError("boards must be a numpy array of uint64")
    if boards.ndim != 2 or boards.shape[1] != 2:
        raise PositionError(f"boards must have shape (n, 2), not {boards.shape}")
    if not boards.flags.c_contiguous:
        raise PositionError("boards must be contiguous (numpy.ascontiguousarray)")
    overlapping = np.flatnonzero(boards[:, 0] & boards[:, 1])
    if overlapping.size:
        raise PositionError(f"position {overlapping[0]}: a square holds two pieces")


def _check(boards: Boards, turns: Turns) -> None:
    _check_boards(boards)
    if not isinstance(turns, np.ndarray) or turns.dtype != np.uint8:
        raise PositionError("turns must be a numpy array of uint8")
    if turns.shape != (len(boards),) or not turns.flags.c_contiguous:
        raise PositionError(f"turns must be contiguous, of shape ({len(boards)},)")
    wrong = np.flatnonzero(turns > 1)
    if wrong.size:
        raise PositionError(f"position {wrong[0]}: side to move must be 0 or 1")
