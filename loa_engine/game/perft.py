"""Counting the positions that legal play reaches (perft), with threads and a table.

The counting itself is compiled; this module splits the tree among threads, reports progress and
lets Ctrl-C through.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from loa_engine._core import CoreBoard
from loa_engine._perft import PerftCounter
from loa_engine.game.checks import check_count, check_type
from loa_engine.game.color import Color
from loa_engine.game.move import PASS, Move
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet, as_rules

Progress = Callable[[int, int], None]
"""Called with the number of parts of the tree that are counted, and of all parts."""

MOST_PLIES = 100
MAX_THREADS = 1024
MAX_TABLE_MB = 1 << 20
# With threads the tree is cut two plies below its root, which gives parts enough to share fairly.
_SPLIT_DEPTH = 6


@dataclass(frozen=True, slots=True)
class _Part:
    """A subtree still to be counted, and the root move it lies under."""

    root_move: Move
    board: CoreBoard
    depth: int


def perft(
    position: Position,
    depth: int,
    threads: int = 1,
    *,
    rules: RuleSet | str = "standard",
    hash_mb: int = 0,
    progress: Progress | None = None,
) -> int:
    """Count the positions exactly ``depth`` plies below a position.

    A finished position has no children; under ``no_moves="pass"`` a pass is a child.

    Args:
        position: where to start.
        depth: plies, 0 or more; depth 0 counts the position itself.
        threads: how many threads count at once.
        rules: a rule set or the name of one.
        hash_mb: size in MB (2^20 bytes) of a table of counts, 0 for none. Positions that are
            mirror images or rotations of each other are then counted once.
        progress: called after each part of the tree.

    Raises:
        LimitError: a depth, a number of threads or a table size that makes no sense.
        TypeError: it is no position.
        MemoryError: there is no room for the table.
    """
    _check(position, depth, threads, hash_mb, least=0)
    if depth == 0:
        return 1
    counts = divide(position, depth, threads, rules=rules, hash_mb=hash_mb, progress=progress)
    return sum(counts.values())


def divide(
    position: Position,
    depth: int,
    threads: int = 1,
    *,
    rules: RuleSet | str = "standard",
    hash_mb: int = 0,
    progress: Progress | None = None,
) -> dict[Move, int]:
    """Count as ``perft`` does, for each move of the position apart.

    ``depth`` includes the move itself, so that the counts add up to ``perft(position, depth)``.

    Raises:
        LimitError: a depth below 1, or another number that makes no sense.
        TypeError: it is no position.
        MemoryError: there is no room for the table.
    """
    rules = as_rules(rules)
    _check(position, depth, threads, hash_mb, least=1)
    simultaneous, no_moves = rules.core_codes[:2]
    counter = PerftCounter(simultaneous, no_moves, hash_mb)
    moves = position.legal_moves(rules)
    counts = dict.fromkeys(moves, 0)
    plies = 2 if threads > 1 and depth >= _SPLIT_DEPTH else 1
    parts = [
        _Part(move, board, left)
        for move in moves
        for board, left in _below(position.core.with_passes(0), move.packed, depth, plies, rules)
    ]
    for done, (part, count) in enumerate(_counted(counter, parts, threads), start=1):
        counts[part.root_move] += count
        if progress is not None:
            progress(done, len(parts))
    return counts


def _below(
    board: CoreBoard, move: int, depth: int, plies: int, rules: RuleSet
) -> Iterator[tuple[CoreBoard, int]]:
    """The subtrees some plies below a position that start with a move, and their depths.

    There is none where the game ends before.
    """
    after = board.play(move)
    if depth == 1:
        yield after, 0
    elif _is_over(after):
        return
    elif plies == 1:
        yield after, depth - 1
    else:
        moves = after.legal_moves(rules.forbids_both)
        if not moves and rules.no_moves == "pass":
            moves = [PASS.packed]
        for reply in moves:
            yield from _below(after, reply, depth - 1, plies - 1, rules)


def _is_over(board: CoreBoard) -> bool:
    """Whether two passes or a united side ended the game; a stuck player has no children anyway."""
    if board.passes == 2:
        return True
    is_dropping = board.black_hand or board.white_hand
    return not is_dropping and (board.connected(Color.BLACK) or board.connected(Color.WHITE))


def _counted(
    counter: PerftCounter, parts: list[_Part], threads: int
) -> Iterator[tuple[_Part, int]]:
    """Count the parts, in any order; Ctrl-C stops the threads."""
    if threads == 1:
        for part in parts:
            yield part, counter.count(part.board, part.depth)
        return
    left, taking = iter(parts), threading.Lock()
    counted: queue.SimpleQueue[tuple[_Part, int]] = queue.SimpleQueue()

    def work() -> None:
        while True:
            with taking:
                part = next(left, None)
            if part is None:
                return
            counted.put((part, counter.count(part.board, part.depth)))

    with ThreadPoolExecutor(threads) as pool:
        workers = [pool.submit(work) for _ in range(min(threads, len(parts)))]
        try:
            for _ in parts:
                yield counted.get()
        finally:
            # Whatever ended the loop early, an error or Ctrl-C, ends the workers too.
            counter.stop()
            with taking:
                left = iter(())
    for worker in workers:
        worker.result()


def _check(position: Position, depth: int, threads: int, hash_mb: int, least: int) -> None:
    check_type("position", position, Position)
    check_count("depth", depth, least, MOST_PLIES)
    check_count("threads", threads, 1, MAX_THREADS)
    check_count("hash_mb", hash_mb, 0, MAX_TABLE_MB)
