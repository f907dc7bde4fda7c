"""The principal variation, read out of the transposition table.

The last two searches of MTD(f) prove the value from both sides, so along the best line every
position has an entry with both bounds and the move to play. Other positions overwrite entries now
and then; the line ends there, or, where it must lead to a forced end, the gap is searched again.
"""

from __future__ import annotations

from collections.abc import Callable

from loa_engine.evaluation.score import Score
from loa_engine.game.move import PASS, Move, from_core
from loa_engine.search._search import Searcher
from loa_engine.search.root import Root

__all__ = ["principal_variation"]

GapFiller = Callable[[Root, Score], Move | None]
"""Takes a position on a line to a forced end, and its score; finds the next move."""


def principal_variation(
    root: Root, best: Move, score: Score, depth: int, searcher: Searcher, fill_gap: GapFiller
) -> tuple[Move, ...]:
    """The line that starts with a move and leads to its score.

    Args:
        root: where the line starts.
        best: its first move.
        score: the root's score for the side to move.
        depth: the plies that were searched; an undecided line is no longer.
        searcher: the searcher that searched the root.
        fill_gap: used for lines to a forced end where the table has lost them.
    """
    if score.plies is None:
        return tuple(map(from_core, searcher.line(best.packed, score.value, depth)))
    line = list(map(from_core, searcher.line(best.packed, score.value, score.plies)))
    here = root
    for move in line:
        here = here.after(move)
        score = _one_ply_on(score)
    while score.plies and here.position.outcome(root.rules) is None:
        found = PASS if here.moves == (PASS,) else fill_gap(here, score)
        if found is None:
            break
        line.append(found)
        here = here.after(found)
        score = _one_ply_on(score)
    return tuple(line)


def _one_ply_on(score: Score) -> Score:
    """What a forced end becomes for the opponent after one ply of the line."""
    left = (score.plies or 1) - 1
    return Score.loss_in(left) if score.is_win else Score.win_in(left)
