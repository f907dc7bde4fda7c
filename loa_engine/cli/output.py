"""How answers are written: lines for people, JSON for programs, progress on stderr.

Lines are plain text and the same on a terminal and in a pipe; only tables and progress use
the terminal. The JSON keys are documented in docs/commands.md and stable.
"""

import json
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Self, TextIO

import click

from loa_engine import Info
from loa_engine.search.limits import Bound

if TYPE_CHECKING:  # a command that needs no table and no bar starts faster without them
    from rich.progress import Progress

STATUS_INTERRUPTED = 130  # 128 + SIGINT, as shells count
QUIET_SECONDS = 2.0  # a run shorter than this shows no progress
LINE_SECONDS = 10.0  # between two progress lines when stderr is no terminal
BOUND_MARKS: Mapping[Bound, str] = {"exact": "", "lower": ">= ", "upper": "<= "}


def say(text: str, err: bool = False) -> None:
    """Write text and a line end; what would steer a terminal is shown as an escape.

    Raises:
        click.UsageError: standard output is closed.
    """
    if not err:
        standard_output()
    click.echo(text if text.isprintable() else "".join(map(_visible, text)), err=err)


def standard_output() -> TextIO:
    """Standard output.

    Raises:
        click.UsageError: it is closed.
    """
    if sys.stdout is None:
        raise click.UsageError("standard output is closed")
    return sys.stdout


def standard_input() -> TextIO:
    """Standard input.

    Raises:
        click.UsageError: it is closed.
    """
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    return sys.stdin


def _visible(letter: str) -> str:
    return letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1]


def write_json(value: Mapping[str, object]) -> None:
    """Write one JSON object as one line."""
    say(json.dumps(value))


def write_table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]], whole: int) -> None:
    """Write rows of text: a table with heads on a terminal, plain columns elsewhere.

    The first `whole` columns are never broken over lines.
    """
    rows = list(rows)
    if standard_output().isatty():
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table

        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for number, head in enumerate(heads):
            table.add_column(head, no_wrap=number < whole)
        for row in rows:
            table.add_row(*row)
        Console(markup=False).print(table)
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        say("  ".join(cells).rstrip())


def info_line(info: Info) -> str:
    """One search result as a line: depth, score, nodes, speed, time, principal variation.

    A score that is only a bound is marked `>=` or `<=`; that of the last finished depth follows.
    """
    score = f"{BOUND_MARKS[info.bound]}{info.score}"
    if info.bound != "exact" and info.finished_score is not None:
        score += f" (depth {info.finished_depth}: {info.finished_score})"
    line = " ".join(map(str, info.pv))
    return (
        f"depth {info.depth:2}  score {score:>9}  nodes {info.nodes:>10}  "
        f"nodes/s {info.nps:>9}  time {info.time:8.3f}  pv {line}"
    )


class LongRun:
    """Progress of a long run on stderr; a run shorter than two seconds shows nothing.

    A terminal gets a bar that disappears at the end, anything else one plain line every ten
    seconds. Use it as a context manager, and call its methods from one thread.
    """

    def __init__(self, title: str, in_parts: bool = False) -> None:
        self._title = title
        self._in_parts = in_parts
        self._done = 0
        self._total: int | None = None
        self._next_line = time.monotonic() + LINE_SECONDS
        self._lock = threading.Lock()
        self._bar: Progress | None = None
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        if sys.stderr is not None and sys.stderr.isatty():
            self._timer = threading.Timer(QUIET_SECONDS, self._show)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        if self._bar is not None:
            self._bar.stop()

    def rename(self, title: str) -> None:
        """Say what is being done now."""
        self._update(title, self._done, self._total)

    def advance(self, done: int, total: int) -> None:
        """Say how many parts are done, of how many."""
        self._update(self._title, done, total)

    def _update(self, title: str, done: int, total: int | None) -> None:
        with self._lock:
            self._title, self._done, self._total = title, done, total
            if self._bar is not None:
                task = self._bar.task_ids[0]
                self._bar.update(task, description=title, completed=done, total=total)
        if self._timer is None and time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + LINE_SECONDS
            click.echo(f"{title}: {done} of {total}" if self._in_parts else title, err=True)

    def _show(self) -> None:
        """Open the bar; runs in the timer's thread."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
        )

        columns = [TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
        if self._in_parts:
            columns.insert(2, MofNCompleteColumn())
        with self._lock:
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.add_task(self._title, total=self._total, completed=self._done)
            self._bar.start()
