"""Who moves when, as XBoard has it: the searches that a game needs, begun and ended.

Lines come from one thread and the ends of searches from another; a lock lets one at a time touch
the game. While the engine thinks about its move, a command about the game ends that search; others
leave it alone, and `ping` is answered after the move.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.protocols.session import Session
from loa_engine.protocols.uci_go import DEFAULT_MOVETIME
from loa_engine.protocols.xboard_clock import TimeControl
from loa_engine.protocols.xboard_text import result_line, thought_line, xboard_move
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import Info, Limit

__all__ = ["Player", "Purpose"]


class Purpose(Enum):
    """What a search is for."""

    MOVE = "a move to play"
    ANALYSIS = "what to say about the position"
    PONDERING = "what to know by the time the opponent has moved"


@dataclass(slots=True, eq=False)
class Task:
    """A search that has begun.

    Attributes:
        purpose: what it is for.
        latest: its last report of the best line.
        found: its result; None before its end.
    """

    purpose: Purpose
    latest: Info | None = None
    found: Info | None = None


class Player:
    """Plays a side, analyses, or only keeps the game.

    What changes any of it is done inside ``paused``, and everything inside ``lock``.

    Args:
        session: the game and its searches.
        write: takes each line.

    Attributes:
        lock: held by whoever uses this.
        side: whom the engine plays; None in force mode.
        is_analysing: whether it analyses.
        ponders: whether it searches in the opponent's turn too.
        posts: whether it tells what it thinks.
        fault: what is wrong with the position that was set up last.
        score: of its last move; None before one.
        clock: what it may spend.
    """

    def __init__(self, session: Session, write: Callable[[str], None]) -> None:
        self._session = session
        self._write = write
        self.lock = threading.Lock()
        self.side: Color | None = Color.WHITE
        self.is_analysing = False
        self.ponders = False
        self.posts = False
        self.fault = ""
        self.score: Score | None = None
        self.clock = TimeControl()
        self._pongs: list[str] = []
        self._task: Task | None = None
        self._ended: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._mover = threading.Thread(target=self._take_ends, daemon=True, name="mover")
        self._mover.start()

    @property
    def purpose(self) -> Purpose | None:
        """What the search is for that is running; None when none is."""
        return None if self._task is None else self._task.purpose

    @property
    def latest(self) -> Info | None:
        """The last report of the best line of the search that is running."""
        return None if self._task is None else self._task.latest

    @contextmanager
    def paused(self) -> Iterator[None]:
        """No search meanwhile; afterwards the one that there should be then, if any."""
        self._drop()
        try:
            yield
        finally:
            self._resume()

    def move_now(self) -> None:
        """Play the best move found so far, if a move is being looked for."""
        task = self._task
        if task is not None and task.purpose is Purpose.MOVE:
            self._session.stop()
            self._finish(task)

    def answer_after_move(self, text: str) -> None:
        """Write a line, but not before the move that is being looked for."""
        if self.purpose is Purpose.MOVE:
            self._pongs.append(text)
        else:
            self._write(text)

    def tell_result(self) -> None:
        """Write how the game ended, if it did."""
        outcome = self._session.game.outcome()
        if outcome is not None and not self.is_analysing:
            self._write(result_line(outcome))

    def close(self) -> None:
        """End the search, without a move."""
        with self.lock:
            self._drop()
        self._ended.put(None)
        self._mover.join()

    # Searches -------------------------------------------------------------------------------------

    def _drop(self) -> None:
        self._task = None
        self._session.stop()

    def _resume(self) -> None:
        purpose = self._next_purpose()
        if purpose is not None:
            self._begin(Task(purpose))
        if purpose is not Purpose.MOVE:
            for pong in self._pongs:
                self._write(pong)
            self._pongs.clear()

    def _next_purpose(self) -> Purpose | None:
        game = self._session.game
        if self.fault or game.outcome() is not None:
            return None
        if self.is_analysing:
            return Purpose.ANALYSIS
        if self.side is None:
            return None
        if self.side is game.turn:
            return Purpose.MOVE
        # What is learned by pondering would make a weak level stronger.
        is_strong = self._session.settings.level == STRONGEST
        return Purpose.PONDERING if self.ponders and is_strong else None

    def _begin(self, task: Task) -> None:
        is_move = task.purpose is Purpose.MOVE

        def tell(info: Info) -> None:
            if info.rank == 1:
                task.latest = info
            if task.purpose is Purpose.ANALYSIS or (is_move and self.posts):
                self._write(thought_line(info))

        def end(info: Info | None) -> None:
            task.found = info
            self._ended.put(task)

        self._task = task
        limit = self._limit() if is_move else Limit(infinite=True)
        self._session.search(limit, at_level=is_move, on_info=tell, on_done=end)

    def _limit(self) -> Limit | None:
        limit = self.clock.limit(self._session.game.ply // 2)
        if limit is None and self._session.settings.level == STRONGEST:
            return Limit(movetime=DEFAULT_MOVETIME)
        return limit

    def _take_ends(self) -> None:
        """Play what searches find, in a thread of its own."""
        for task in iter(self._ended.get, None):
            with self.lock:
                self._finish(task)

    def _finish(self, task: Task) -> None:
        """Play the move of a search; one that is no longer wanted changes nothing."""
        if task is not self._task or task.purpose is not Purpose.MOVE or task.found is None:
            return
        self._task = None
        self.score = task.found.score
        move = self._session.push(task.found.best_move)
        self._write(f"move {xboard_move(move)}")
        self.tell_result()
        self._resume()
