"""Counting the positions that legal play reaches (perft), with threads and a table.

The counting itself is compiled; this module splits the tree among threads, reports progress and
lets Ctrl-C through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from loa_engine._core import CoreBoard
from loa_engine._perft import PerftCounter
from loa_engine.errors import LimitError
from loa_engine.move import Move
from loa_engine.position import Position
from loa_engine.rules import RuleSet, as_rules

Progress = Callable[[int, int], None]
"""Called with the number of parts of the tree that are counted, and of all parts."""

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
        LimitError: a negative depth, no thread, or a negative table size.
        MemoryError: there is no room for the table.
    """
    if depth == 0:
        _check(depth, threads, hash_mb)
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
        LimitError: a depth below 1, no thread, or a negative table size.
        MemoryError: there is no room for the table.
    """
    rules = as_rules(rules)
    _check(depth, threads, hash_mb)
    if depth < 1:
        raise LimitError(f"depth must be at least 1 to divide, not {depth}")
    simultaneous, no_moves = rules.core_codes[:2]
    counter = PerftCounter(simultaneous, no_moves, hash_mb)
    counts = dict.fromkeys(position.legal_moves(rules), 0)
    plies = 2 if threads > 1 and depth >= _SPLIT_DEPTH else 1
    parts = list(_parts(position, depth, plies, rules))
    finished = _count_parts(counter, parts, threads)
    for done, (part, count) in enumerate(finished, start=1):
        counts[part.root_move] += count
        if progress is not None:
            progress(done, len(parts))
    return counts


def _parts(position: Position, depth: int, plies: int, rules: RuleSet) -> Iterator[_Part]:
    """The subtrees ``plies`` plies below a position, or above where the game ends before."""
    for move in position.legal_moves(rules):
        after = position.play(move, rules)
        if depth == 1:
            yield _Part(move, after.core, 0)
        elif after.core.passes == 2 or after.outcome(rules) is not None:
            continue
        elif plies == 1:
            yield _Part(move, after.core, depth - 1)
        else:
            for part in _parts(after, depth - 1, plies - 1, rules):
                yield _Part(move, part.board, part.depth)


def _count_parts(
    counter: PerftCounter, parts: list[_Part], threads: int
) -> Iterator[tuple[_Part, int]]:
    """Count the parts, in any order; Ctrl-C stops the threads."""
    if threads == 1:
        for part in parts:
            yield part, counter.count(part.board, part.depth)
        return
    with ThreadPoolExecutor(threads) as pool:
        try:
            jobs = {pool.submit(counter.count, part.board, part.depth): part for part in parts}
            for job in as_completed(jobs):
                yield jobs[job], job.result()
        except BaseException:
            counter.stop()
            pool.shutdown(cancel_futures=True)
            raise


def _check(depth: int, threads: int, hash_mb: int) -> None:
    if depth < 0:
        raise LimitError(f"depth must not be negative, not {depth}")
    if not 1 <= threads <= MAX_THREADS:
        raise LimitError(f"threads must be 1 to {MAX_THREADS}, not {threads}")
    if not 0 <= hash_mb <= MAX_TABLE_MB:
        raise LimitError(f"the table must have 0 to {MAX_TABLE_MB} MB, not {hash_mb}")
