"""A game over the streams of the process: a terminal or a pipe."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import IO, Protocol, TextIO

from rich.console import Console

from loa_engine.play.conversation import Conversation
from loa_engine.play.screen import Look, Screen
from loa_engine.play.table import Table
from loa_engine.play.talk import Talk
from loa_engine.play.thinking import Hearing, Thinker
from loa_engine.protocols.lines import LONGEST_LINE, bounded_lines

__all__ = ["Reader", "converse", "look_of", "run"]

ERASE_LINE = "\r\x1b[K"
Waiting = Callable[[str], AbstractContextManager[None]]


class Reader(Protocol):
    """Where the lines of a person come from."""

    def read(self) -> str | None:
        """A line, or None when there are no more."""


def run(
    table: Table,
    thinker: Callable[[Hearing | None], Thinker],
    streams: tuple[TextIO, TextIO],
    *,
    use_color: bool = True,
    flipped: bool = False,
) -> None:
    """Play a game until the person leaves.

    Args:
        table: the game and who plays it.
        thinker: makes the engine, from what lets Ctrl-C end a search.
        streams: standard input and output.
        use_color: whether a terminal gets colours.
        flipped: whether the board is drawn with rank 1 on top.

    Raises:
        KeyboardInterrupt: Ctrl-C where the lines do not come from a terminal.
    """
    source, target = streams
    has_person_at_it = source.isatty()
    is_smart = has_person_at_it and target.isatty() and os.environ.get("TERM") != "dumb"

    def write(text: str) -> None:
        target.write(text)
        target.flush()

    screen = Screen(write, look_of(target, use_color))
    talk = Talk(
        table,
        thinker(_heard if has_person_at_it else None),
        screen,
        screen.show if is_smart else _complain,
        flipped=flipped,
    )
    conversation = Conversation(talk)
    reader = _reader(conversation, streams, is_smart)
    with _deaf() if has_person_at_it else nullcontext():
        converse(conversation, reader, _waiting(write) if is_smart else _quiet)


def converse(conversation: Conversation, reader: Reader, waiting: Waiting | None = None) -> None:
    """Lead a conversation from its beginning to its end.

    Args:
        conversation: the conversation.
        reader: where lines come from.
        waiting: what is entered while the engine thinks, made from what is to be shown.
    """
    waiting = waiting or _quiet
    conversation.begin()
    while conversation.is_open:
        if conversation.awaits_engine:
            with waiting(conversation.thinking):
                turn = conversation.think()
            conversation.engine_turn(turn)
        elif (line := reader.read()) is not None:
            conversation.receive(line)
        else:
            conversation.end()


def look_of(target: TextIO, use_color: bool = True) -> Look:
    """How the board is drawn on a stream."""
    console = Console(file=target)
    if not use_color or console.no_color or not console.is_terminal or console.is_dumb_terminal:
        return Look()
    encoding = (target.encoding or "").lower().replace("-", "")
    return Look(console.color_system, has_discs=encoding.startswith("utf"))  # type: ignore[arg-type]


class _PlainReader:
    """Reads lines without editing; of a terminal or of anything else."""

    def __init__(self, stream: IO[bytes], complain: Callable[[str], None]) -> None:
        self._stream, self._complain = stream, complain

    def read(self) -> str | None:
        while True:
            line = next(bounded_lines(self._stream), "\0")
            if line == "\0":
                return None
            if line is not None:
                return line
            self._complain(f"a line longer than {LONGEST_LINE} bytes is left out")


class _TypedReader:
    """A plain reader at a terminal, where Ctrl-C only drops the line."""

    def __init__(self, reader: Reader, ask: Callable[[], None]) -> None:
        self._reader, self._ask = reader, ask

    def read(self) -> str | None:
        while True:
            self._ask()
            try:
                with _heard():
                    return self._reader.read()
            except KeyboardInterrupt:
                continue


def _reader(conversation: Conversation, streams: tuple[TextIO, TextIO], is_smart: bool) -> Reader:
    if is_smart:
        from loa_engine.play.prompt import TerminalPrompt  # takes its time to import

        return TerminalPrompt(conversation)
    source, target = streams
    plain = _PlainReader(source.buffer, conversation.talk.complain)
    if not source.isatty():
        return plain

    def ask() -> None:
        if target.isatty():
            target.write(f"\n{conversation.prompt}")
            target.flush()

    return _TypedReader(plain, ask)


def _complain(text: str) -> None:
    """Say on stderr what was wrong, as one line."""
    if sys.stderr is not None:
        line = " ".join(text.split())
        shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)
        sys.stderr.write(f"loa: {shown}\n")
        sys.stderr.flush()


def _waiting(write: Callable[[str], None]) -> Waiting:
    """Shows on a terminal that the engine thinks."""

    @contextmanager
    def wait(text: str) -> Iterator[None]:
        write(text)
        try:
            yield
        finally:
            write(ERASE_LINE)

    return wait


def _quiet(text: str) -> AbstractContextManager[None]:
    return nullcontext()


@contextmanager
def _deaf() -> Iterator[None]:
    """Let Ctrl-C do nothing, where it would otherwise end the process."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _ignore)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def _heard() -> Iterator[None]:
    """Let Ctrl-C end what is done within."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _ignore(number: int, frame: object) -> None:
    """Ctrl-C where there is nothing to end."""
