"""The principal variation, read out of the transposition table.

The last two searches of MTD(f) prove the value from both sides, so along the best line every
position has an entry with both bounds and the move to play. Other positions overwrite entries now
and then; there the line goes on with whatever move is known, or, where it must lead to a forced
end, the gap is searched again.
"""

from __future__ import annotations

from collections.abc import Callable

from loa_engine.evaluation.score import Score
from loa_engine.game.move import PASS, Move, from_core
from loa_engine.search._search import Searcher
from loa_engine.search.root import Root

__all__ = ["expected_line", "forced_line", "with_tail"]

GapFiller = Callable[[Root, Score], Move | None]
"""Takes a position on a line to a forced end, and its score; finds the next move."""


_SHORT_BY = 2
_TAIL_DEPTH = 3
_TAIL_NODES = 20_000


def with_tail(
    root: Root, line: tuple[Move, ...], depth: int, sketcher: Searcher
) -> tuple[Move, ...]:
    """A line that is at most two plies shorter than the depth, where the game goes on so long.

    What is missing comes from shallow searches of a searcher with a table of its own, so that the
    main search is not changed by it; their nodes are not counted.
    """
    if len(line) >= depth - _SHORT_BY:
        return line
    sketcher.set_position(root.board, root.rules.core_codes, root.boards, root.since_capture)
    sketcher.set_limits(_TAIL_NODES)
    packed = [move.packed for move in line]
    return tuple(map(from_core, sketcher.continued(packed, depth - _SHORT_BY, _TAIL_DEPTH)))


def expected_line(best: Move, score: Score, depth: int, searcher: Searcher) -> tuple[Move, ...]:
    """The line of an undecided score, as far as the table knows one.

    Where searches of other depths have taken the place of the one that gave the score, the move
    that the table has there goes on.

    Args:
        best: its first move.
        score: the root's score for the side to move.
        depth: the plies that were searched; the line is no longer.
        searcher: the searcher that searched the root.
    """
    return tuple(map(from_core, searcher.line(best.packed, score.value, depth, False)))


def forced_line(
    root: Root, best: Move, score: Score, searcher: Searcher, fill_gap: GapFiller
) -> tuple[Move, ...]:
    """The line that starts with a move and leads to a forced end.

    Args:
        root: where the line starts.
        best: its first move.
        score: the root's score for the side to move.
        searcher: the searcher that searched the root.
        fill_gap: finds the moves that the table has lost.
    """
    line = list(map(from_core, searcher.line(best.packed, score.value, score.plies or 0)))
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
