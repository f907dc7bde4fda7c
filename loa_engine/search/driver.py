"""Iterative deepening: one thread's search of one root, depth after depth.

Every depth finds the value of the best line by MTD(f) (``loa_engine.search.mtdf``) over the
compiled zero-window search, then of the second best line with the first one's move left out, and so
on. A forced win or loss is shown to be no shorter than claimed by a full-width search without any
pruning before it is called exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from loa_engine.evaluation.score import Score
from loa_engine.game.move import Move, from_core
from loa_engine.search._search import Searcher
from loa_engine.search._table import TranspositionTable
from loa_engine.search.clock import Clock
from loa_engine.search.limits import MAX_DEPTH, MAX_NODES, Bound, Info, Limit
from loa_engine.search.mtdf import Found, Probe, mtdf
from loa_engine.search.pv import expected_line, forced_line, with_tail
from loa_engine.search.root import Root

__all__ = ["Driver", "ValueFinder"]

ValueFinder = Callable[[Probe, int], Found]
"""Finds a value by searches with windows, from a first guess; ``mtdf`` is one."""

# Showing that there is no shorter win may cost so many nodes, or this share of those searched.
_PROOF_NODES = 200_000
_PROOF_SHARE = 0.5
_GAP_NODES = 20_000


@dataclass(slots=True)
class _Line:
    """What is known of one of the lines asked for."""

    values: list[int] = field(default_factory=list)

    def guess(self, value_above: int | None) -> int:
        """The first guess for the next depth: scores swing between odd and even depths."""
        if len(self.values) > 1:
            return self.values[-2]
        if self.values:
            return self.values[-1]
        return 0 if value_above is None else value_above


class Driver:
    """Searches one root deeper and deeper.

    Args:
        root: what to search.
        searcher: does the searching; belongs to this driver alone.
        prover: a searcher without pruning, for proofs and for gaps in lines to a forced end.
        sketcher: a searcher with a table of its own, for the ends of lines.
        table: shared by the searcher and the prover.
        lines: how many lines to find.
        find_value: how a value is found by zero-window searches.
    """

    def __init__(
        self,
        root: Root,
        searcher: Searcher,
        prover: Searcher,
        sketcher: Searcher,
        table: TranspositionTable,
        lines: int = 1,
        find_value: ValueFinder = mtdf,
    ) -> None:
        self._root = root
        self._searcher = searcher
        self._prover = prover
        self._sketcher = sketcher
        self._table = table
        self._find_value = find_value
        self._moves = [move.packed for move in root.moves]
        self._lines = [_Line() for _ in range(min(lines, len(self._moves)))]
        self._proved: dict[int, Move] = {}
        self._clock = Clock(Limit(infinite=True))
        self._finished_depths = 0
        self._finished: Info | None = None  # of the best line
        self._watch_signals = False
        self._stopping = False
        searcher.set_position(root.board, root.rules.core_codes, root.boards, root.since_capture)
        searcher.set_limits()

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._searcher.nodes

    def stop(self) -> None:
        """End the search soon; may be called from any thread."""
        self._stopping = True
        self._searcher.stop()
        self._prover.stop()

    def iterations(
        self, limit: Limit, clock: Clock, *, watch_signals: bool = False, first_depth: int = 1
    ) -> Iterator[list[Info]]:
        """Search depth after depth; yield the lines found, the best first, after each.

        A depth that a limit cut short is reported too if it improved on the first line: its score
        is then a bound.

        Args:
            limit: when to stop.
            clock: measures the search.
            watch_signals: whether Ctrl-C is looked for (the main thread only).
            first_depth: where to begin.

        Raises:
            KeyboardInterrupt: Ctrl-C arrived.
        """
        self._clock = clock
        self._watch_signals = watch_signals
        self._searcher.set_limits(limit.nodes, clock.hard_seconds, watch_signals)
        if self._stopping:
            return
        for depth in range(first_depth, (limit.depth or MAX_DEPTH) + 1):
            infos = self._deepen(depth)
            if infos:
                yield infos
            if (
                self._stopping
                or self._searcher.stopped
                or (infos and self._is_enough(infos, limit))
            ):
                return
            if limit.mate is not None and depth >= limit.mate:
                yield from self._last_look_for_win(limit.mate, depth)
                return
            if not self._clock.allows_next_depth():
                return

    def unsearched(self) -> Info:
        """What can be said before any depth was finished: the first legal move."""
        return self._info(0, Score(0), (from_core(self._moves[0]),), "lower", 1)

    def _is_enough(self, infos: list[Info], limit: Limit) -> bool:
        """Whether searching deeper cannot change anything, or what was looked for is found."""
        best = infos[0].score
        if limit.mate is not None and best >= Score.win_in(limit.mate):
            return True
        if limit.infinite:
            return False
        if limit.clock is not None and len(self._moves) == 1:
            return True
        return all(info.score.is_decided and info.bound == "exact" for info in infos)

    def _last_look_for_win(self, plies: int, depth: int) -> Iterator[list[Info]]:
        """Search without pruning for a win in so many plies; report it if there is one."""
        beta = Score.win_in(plies).value
        answer = self._prove(self._root, self._moves, plies - 1, beta, MAX_NODES)
        if answer is None or answer[0] < beta:
            return
        found = Found(answer[0], answer[1], True)
        yield [self._report(found, depth, 0)]

    def _deepen(self, depth: int) -> list[Info]:
        """Search one depth; the lines found, of which a stop may have cut off the last."""
        infos: list[Info] = []
        left = list(self._moves)
        above: int | None = None
        for number, line in enumerate(self._lines):
            found = self._find_value(self._prober(left, depth), line.guess(above))
            if found.best is None or (not found.is_exact and number > 0):
                break
            if not found.is_exact and Score(found.value).is_loss:
                break  # that a move may lose says nothing
            infos.append(self._report(found, depth, number))
            if not found.is_exact:
                break
            line.values.append(found.value)
            above = found.value
            left.remove(found.best)
            self._bring_forward(found.best, number)
            if number == 0:
                self._clock.note(found.best, found.value)
        is_cut_short = len(infos) < len(self._lines) or self._searcher.stopped
        if is_cut_short and len(self._lines) > 1 and self._finished_depths:
            return []  # the lines of the depth before are worth more
        self._finished_depths += not is_cut_short
        infos.sort(key=lambda info: info.score, reverse=True)
        return [replace(info, rank=rank) for rank, info in enumerate(infos, start=1)]

    def _prober(self, moves: list[int], depth: int) -> Probe:
        """A function that asks the compiled search about some root moves at a depth."""
        whole = len(moves) == len(self._root.moves) and self._root.is_whole

        def probe(alpha: int, beta: int) -> tuple[int, int] | None:
            answer = self._searcher.search_window(moves, depth, alpha, beta, whole)
            return None if self._searcher.stopped else answer

        return probe

    def _bring_forward(self, move: int, place: int) -> None:
        """Search a move earlier from now on."""
        self._moves.remove(move)
        self._moves.insert(place, move)

    def _report(self, found: Found, depth: int, number: int) -> Info:
        assert found.best is not None
        move, score = from_core(found.best), Score(found.value)
        if not found.is_exact:
            line = self._longest_line(move, score, depth)
            return self._info(depth, score, line, "lower", number + 1)
        bound: Bound = "exact"
        if score.is_decided and number == 0:
            move, score, bound = self._proved_score(move, score)
        if score.is_decided:
            line = forced_line(self._root, move, score, self._searcher, self._fill_gap)
        else:
            line = self._longest_line(move, score, depth)
        info = self._info(depth, score, line, bound, number + 1)
        info = replace(info, finished_depth=depth, finished_score=score)
        if number == 0:
            self._finished = info
        return info

    def _longest_line(self, move: Move, score: Score, depth: int) -> tuple[Move, ...]:
        """The line of a move, with the rest of the last finished depth's where that goes on."""
        line = expected_line(move, score, depth, self._searcher)
        known = () if self._finished is None else self._finished.pv
        line = known if known[: len(line)] == line else line
        return with_tail(self._root, line, depth, self._sketcher)

    def _proved_score(self, move: Move, score: Score) -> tuple[Move, Score, Bound]:
        """A forced win or loss after a proof that no shorter one was overlooked."""
        while score.value not in self._proved:
            # A win sooner than claimed would raise the score, a loss sooner would lower it.
            beta = score.value + 1 if score.is_win else score.value
            answer = self._full_width((score.plies or 0) - 1, beta)
            if answer is None:
                return move, score, "lower" if score.is_win else "upper"
            value, best = answer
            if score.is_loss and value >= beta:
                move = from_core(best)  # the one that is shown to hold out so long
            if (value >= beta) != score.is_win:
                self._proved[score.value] = move
                break
            score = Score(value)
            move = from_core(best) if score.is_win else move
        return self._proved[score.value] if score.is_loss else move, score, "exact"

    def _full_width(self, depth: int, beta: int) -> tuple[int, int] | None:
        """Search the root without pruning; None if that would cost too much."""
        if depth < 1:
            return (beta - 1 if beta > 0 else beta), self._moves[0]
        budget = max(_PROOF_NODES, round(_PROOF_SHARE * self._searcher.nodes))
        return self._prove(self._root, self._moves, depth, beta, budget)

    def _prove(
        self, root: Root, moves: list[int], depth: int, beta: int, budget: int
    ) -> tuple[int, int] | None:
        """Search some moves of a root without pruning; None if stopped before the end."""
        hard = self._clock.hard_seconds
        seconds = None if hard is None else max(0.0, hard - self._clock.elapsed)
        self._prover.set_position(
            root.board, root.rules.core_codes, root.boards, root.since_capture
        )
        budget = min(budget, self._searcher.nodes_left)
        self._prover.set_limits(budget, seconds, self._watch_signals)
        if self._stopping:
            return None
        answer = self._prover.search(list(moves), depth, beta, False)
        self._searcher.count_nodes(self._prover.nodes)
        return None if self._prover.stopped else answer

    def _fill_gap(self, root: Root, score: Score) -> Move | None:
        """A move of a root that keeps its forced end, where the table has lost it."""
        depth = score.plies or 1
        moves = [move.packed for move in root.moves]
        answer = self._prove(root, moves, depth, score.value, _GAP_NODES)
        return from_core(answer[1]) if answer is not None and answer[0] >= score.value else None

    def _info(
        self, depth: int, score: Score, line: tuple[Move, ...], bound: Bound, rank: int
    ) -> Info:
        return Info(
            depth=depth,
            score=score,
            pv=line,
            nodes=self._searcher.nodes,
            time=self._clock.elapsed,
            selective_depth=self._searcher.selective_depth,
            table_fill=self._table.fill(),
            bound=bound,
            rank=rank,
            finished_depth=0 if self._finished is None else self._finished.depth,
            finished_score=None if self._finished is None else self._finished.score,
        )
