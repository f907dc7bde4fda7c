"""The principal variation, read out of the transposition table.

The last two searches of MTD(f) prove the value from both sides, so along the best line every
position has an entry with both bounds and the move to play. Other positions overwrite entries now
and then; the line ends there, or, where it must lead to a forced end, the gap is searched again.
"""

from __future__ import annotations

from collections.abc import Callable

from loa_engine._table import folded
from loa_engine.move import PASS, Move
from loa_engine.position import Position
from loa_engine.root import Root
from loa_engine.score import Score

__all__ = ["principal_variation"]

Entry = tuple[int, int, int, int]
"""What the table knows of a position: depth, lower and upper bound, folded move."""


def principal_variation(
    root: Root,
    best: Move,
    score: Score,
    depth: int,
    entry: Callable[[int], Entry | None],
    fill_gap: Callable[[list[Position], Score], Move | None],
) -> tuple[Move, ...]:
    """The line that starts with a move and leads to its score.

    Args:
        root: where the line starts.
        best: its first move.
        score: the root's score for the side to move.
        depth: the plies that were searched; an undecided line is no longer.
        entry: what the table knows of a position, by its hash.
        fill_gap: finds the next move of a line to a forced end, given the positions so far.
    """
    line = [best]
    positions = [*root.history, root.position, root.position.play(best, root.rules)]
    length = score.plies if score.plies is not None else depth
    while len(line) < length and positions[-1].outcome(root.rules) is None:
        score = _one_ply_on(score)
        moves = positions[-1].legal_moves(root.rules)
        move = PASS if moves == [PASS] else _known_move(moves, score, entry(positions[-1].hash))
        if move is None and score.is_decided:
            move = fill_gap(positions, score)
        if move is None:
            break
        line.append(move)
        positions.append(positions[-1].play(move, root.rules))
    return tuple(line)


def _one_ply_on(score: Score) -> Score:
    """What a score becomes for the opponent after one ply of the line."""
    if score.plies is None:
        return -score
    left = score.plies - 1
    return Score.loss_in(left) if score.is_win else Score.win_in(left)


def _known_move(moves: list[Move], score: Score, entry: Entry | None) -> Move | None:
    """The table's move, if the table agrees that the position has the score."""
    if entry is None:
        return None
    _, lower, upper, wanted = entry
    if not lower <= score.value <= upper:
        return None
    return next((move for move in moves if folded(move.packed) == wanted), None)
