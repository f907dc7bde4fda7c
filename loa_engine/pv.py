"""The principal variation, read out of the transposition table.

The last two searches of MTD(f) prove the value from both sides, so along the best line every
position has an entry with both bounds and the move to play. Other positions overwrite entries now
and then; the line ends there, or, where it must lead to a forced end, the gap is searched again.
"""

from __future__ import annotations

from loa_engine._core import CoreBoard
from loa_engine._search import Searcher
from loa_engine._table import TranspositionTable, folded
from loa_engine.move import PASS, Move, from_core
from loa_engine.position import Position
from loa_engine.root import Root
from loa_engine.score import Score

__all__ = ["principal_variation"]


def principal_variation(
    root: Root, best: Move, score: Score, depth: int, table: TranspositionTable, searcher: Searcher
) -> tuple[Move, ...]:
    """The line that starts with a move and leads to its score.

    Args:
        root: where the line starts.
        best: its first move.
        score: the root's score for the side to move.
        depth: the plies that were searched; an undecided line is no longer.
        table: what the search left behind.
        searcher: a searcher of its own, used to fill gaps of lines to a forced end.
    """
    line = [best]
    positions = [*root.history, root.position, root.position.play(best, root.rules)]
    length = score.plies if score.plies is not None else depth
    while len(line) < length and positions[-1].outcome(root.rules) is None:
        score = _one_ply_on(score)
        move = _known_move(positions[-1], score, root, table)
        if move is None and score.is_decided:
            move = _searched_move(positions, score, root, searcher)
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


def _known_move(
    position: Position, score: Score, root: Root, table: TranspositionTable
) -> Move | None:
    """The table's move, if the table agrees that the position has the score."""
    known = table.probe(position.hash)
    if known is None:
        return None
    _, lower, upper, wanted = known
    if not lower <= score.value <= upper:
        return None
    for move in position.legal_moves(root.rules):
        if folded(move.packed) == wanted:
            return move
    return None


def _searched_move(
    positions: list[Position], score: Score, root: Root, searcher: Searcher
) -> Move | None:
    """A move that keeps a forced end, found by a search just deep enough to see it."""
    position = positions[-1]
    moves = position.legal_moves(root.rules)
    if moves == [PASS]:
        return PASS
    boards: list[CoreBoard] = [earlier.core for earlier in positions[:-1]]
    searcher.set_position(position.core, root.rules.core_codes, boards, _quiet_plies(positions))
    searcher.set_limits()
    assert score.plies is not None
    value, move = searcher.search([move.packed for move in moves], max(1, score.plies), score.value)
    return from_core(move) if value >= score.value else None


def _quiet_plies(positions: list[Position]) -> int:
    """Plies since the number of pieces last fell."""
    counts = [(p.black | p.white).bit_count() for p in positions]
    return sum(1 for count in counts[:-1] if count == counts[-1])
