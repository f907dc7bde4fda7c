"""Whether a win can be forced within some plies: yes, no, or not found out within the limit.

Every line of play is looked at, so that both answers are true. The search of ``Engine`` leaves
moves out: that it finds no win does not mean that there is none.
"""

from __future__ import annotations

import threading

from loa_engine.evaluation.score import Score
from loa_engine.evaluation.weights import evaluator_for
from loa_engine.search._search import Searcher
from loa_engine.search._table import TranspositionTable
from loa_engine.search.heuristics import FULL_WIDTH
from loa_engine.search.limits import MAX_DEPTH
from loa_engine.search.root import Root

__all__ = ["wins_within"]

_TABLE_MB = 8


def wins_within(
    root: Root, plies: int, nodes: int | None = None, seconds: float | None = None
) -> bool | None:
    """Whether the side to move can force a win in at most so many plies.

    Args:
        root: the position, perhaps with only some of its moves.
        plies: how many.
        nodes: positions to look at; None for no limit.
        seconds: time to take; None for no limit.

    Returns:
        True or False when that is certain, None when a limit came first.

    Raises:
        KeyboardInterrupt: Ctrl-C.

    >>> from loa_engine.search.root import root_of
    >>> root = root_of("8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2 x")
    >>> wins_within(root, 1), wins_within(root, 5, nodes=1)
    (True, None)
    """
    if plies > MAX_DEPTH:
        return None
    table, evaluator = TranspositionTable(_TABLE_MB), evaluator_for(root.position.size)
    searcher = Searcher(table, evaluator, FULL_WIDTH.flags)
    searcher.set_position(root.board, root.rules.core_codes, root.boards, root.since_capture)
    searcher.set_limits(nodes, seconds, threading.current_thread() is threading.main_thread())
    moves, beta = [move.packed for move in root.moves], Score.win_in(plies).value
    for depth in range(1, plies + 1):  # the shallow searches sort the moves of the deep ones
        value, _ = searcher.search(list(moves), depth, beta, root.is_whole)
        if searcher.stopped:
            return None
        if value >= beta:
            return True
    return False
