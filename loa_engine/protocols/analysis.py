"""Analysis over lines of JSON, in the manner of KataGo's analysis engine.

Each line asks about one position or several of a game; many are searched at once, each by an engine
of its own, those of the highest priority first. Answers come as they are found, marked with the
query's ``id``. docs/protocols.md documents every key.
"""

from __future__ import annotations

import heapq
import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from loa_engine._version import __version__
from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.game import Game
from loa_engine.protocols.query import Query, QueryError, read_query
from loa_engine.protocols.session import Session
from loa_engine.records.rule_text import write_rules
from loa_engine.search.engine import Engine
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import Info
from loa_engine.search.report import info_json, outcome_json

__all__ = ["Analysis"]

MOST_WAITING = 100_000
"""Positions that may wait; a query that asks for more is refused."""


@dataclass(order=True)
class _Job:
    """One position to search. Jobs are ordered as they are searched."""

    rank: tuple[int, int]
    query: Query = field(compare=False)
    turn: int = field(compare=False)
    is_terminated: bool = field(default=False, compare=False)
    engine: Engine | None = field(default=None, compare=False)

    def terminate(self) -> None:
        """End it soon."""
        self.is_terminated = True
        if self.engine is not None:
            self.engine.stop()


class Analysis:
    """A conversation in lines of JSON.

    Args:
        session: its settings say how many positions are searched at once (``threads``), and how
            much memory they share.
        write: takes each answer.
    """

    def __init__(self, session: Session, write: Callable[[str], None]) -> None:
        settings = session.settings
        self._write = write
        self._news = threading.Condition()
        self._waiting: list[_Job] = []
        self._running: list[_Job] = []
        self._numbers = count()
        self._is_closed = False
        self._actions: dict[str, Callable[[Mapping[str, Any]], dict[str, object]]] = {
            "terminate": self._terminate,
            "terminate_all": self._terminate,
            "query_version": lambda _: {"version": __version__},
            "clear_cache": self._clear,
        }
        memory = max(1, settings.hash_mb // settings.threads)
        self._engines = [Engine(memory) for _ in range(settings.threads)]
        self._workers = [
            threading.Thread(target=self._work, args=(engine,), daemon=True, name="analysis")
            for engine in self._engines
        ]
        for worker in self._workers:
            worker.start()

    def receive(self, line: str) -> bool:
        """Take a line; whether the conversation goes on."""
        if not line.strip():
            return True
        values: Any = None
        try:
            values = json.loads(line)
            if not isinstance(values, dict):
                raise QueryError("expected an object")
            if values.get("action") == "quit":
                return False
            self._take(values)
        except (json.JSONDecodeError, RecursionError) as error:
            self.complain(f"this is no JSON: {error}")
        except LoaError as error:
            name = values.get("id") if isinstance(values, dict) else None
            self._refuse(name, str(error), getattr(error, "key", None))
        return True

    def complain(self, text: str) -> None:
        """Say that what came is wrong."""
        self._answer({"error": text})

    def finish(self) -> None:
        """The input has ended: search all that waits."""
        with self._news:
            while self._waiting or self._running:
                self._news.wait()

    def close(self) -> None:
        """End all searches."""
        with self._news:
            self._is_closed = True
            for job in (*self._waiting, *self._running):
                job.terminate()
            self._waiting.clear()
            self._news.notify_all()
        for worker in self._workers:
            while worker.is_alive():
                for job in list(self._running):
                    job.terminate()
                worker.join(0.02)

    # What is asked --------------------------------------------------------------------------------

    def _take(self, values: dict[str, Any]) -> None:
        if "action" in values:
            action = self._actions.get(str(values["action"]))
            if action is None:
                raise QueryError(f"there is no action {quoted(values['action'])}", "action")
            self._answer({"id": values.get("id"), "action": values["action"], **action(values)})
            return
        query = read_query(values)
        with self._news:
            if len(self._waiting) + len(query.turns) > MOST_WAITING:
                raise QueryError(f"more than {MOST_WAITING} positions would wait", "turns")
            for turn in query.turns:
                rank = (-query.priority, next(self._numbers))
                heapq.heappush(self._waiting, _Job(rank, query, turn))
            self._news.notify_all()

    def _terminate(self, values: Mapping[str, Any]) -> dict[str, object]:
        """End the searches of a query, or of all."""
        wanted = values.get("terminate_id")
        is_all = values["action"] == "terminate_all"
        with self._news:
            jobs = [
                job
                for job in (*self._waiting, *self._running)
                if not job.is_terminated and (is_all or job.query.name == wanted)
            ]
            for job in jobs:
                job.terminate()
        return {"terminate_id": None if is_all else wanted, "terminated": len(jobs)}

    def _clear(self, _values: Mapping[str, Any]) -> dict[str, object]:
        """Forget what was learned, once no search runs."""
        with self._news:
            while self._running:
                self._news.wait()
            for engine in self._engines:
                engine.clear()
        return {}

    # Searching ------------------------------------------------------------------------------------

    def _work(self, engine: Engine) -> None:
        """Search one position after the other."""
        while (job := self._next(engine)) is not None:
            try:
                self._search(job, engine)
            except LoaError as error:
                self._refuse(job.query.name, str(error), "searchmoves", job.turn)
            finally:
                with self._news:
                    self._running.remove(job)
                    self._news.notify_all()

    def _next(self, engine: Engine) -> _Job | None:
        with self._news:
            while not self._waiting and not self._is_closed:
                self._news.wait()
            if self._is_closed:
                return None
            job = heapq.heappop(self._waiting)
            job.engine = engine
            self._running.append(job)
            return job

    def _search(self, job: _Job, engine: Engine) -> None:
        query = job.query
        game = Game(query.game.start, query.game.rules)
        game.push_while_legal(query.game.moves[: job.turn])
        if job.turn == query.game.ply and query.game.outcome() is not None:
            game = query.game
        if game.outcome() is not None or job.is_terminated:
            self._report(job, game, [], False)
            return
        if query.level < STRONGEST:
            player = Engine(1, level=query.level)
            info = player.choose(game, query.limit, searchmoves=query.searchmoves)
            self._report(job, game, [info], False)
            return
        lines: list[Info] = []
        reported = time.monotonic()
        wanted = min(query.multipv, len(query.searchmoves or game.legal_moves()))
        analysis = engine.analysis(
            game, query.limit, multipv=query.multipv, searchmoves=query.searchmoves
        )
        with closing(analysis):
            for info in analysis:
                lines = [info] if info.rank == 1 else [*lines, info]
                is_due = query.report_every is not None and info.rank == wanted
                if is_due and time.monotonic() - reported >= (query.report_every or 0):
                    self._report(job, game, lines, True)
                    reported = time.monotonic()
                if job.is_terminated:
                    break
        self._report(job, game, lines, False)

    def _report(self, job: _Job, game: Game, lines: list[Info], is_during: bool) -> None:
        self._answer(
            {
                "id": job.query.name,
                "turn": job.turn,
                "during_search": is_during,
                "terminated": job.is_terminated,
                "position": str(game.position),
                "rules": write_rules(game.rules),
                "to_move": str(game.turn).lower(),
                "outcome": outcome_json(game.outcome()),
                "lines": [info_json(info) for info in lines],
            }
        )

    def _refuse(self, name: object, text: str, key: str | None, turn: int | None = None) -> None:
        known = isinstance(name, str | int) and not isinstance(name, bool)
        answer: dict[str, object] = {"id": name} if known else {}
        if turn is not None:
            answer["turn"] = turn
        self._answer({**answer, "error": text, "key": key})

    def _answer(self, values: Mapping[str, object]) -> None:
        self._write(json.dumps(values))
