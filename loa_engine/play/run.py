"""A game over the streams of the process: a terminal or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import IO, Protocol, TextIO

from rich.console import Console

from loa_engine.play.conversation import Conversation
from loa_engine.play.interrupts import Interrupts
from loa_engine.play.screen import COLOR_SYSTEMS, Look, Screen
from loa_engine.play.table import Table
from loa_engine.play.talk import Talk, Waiting
from loa_engine.play.thinking import Hearing, Thinker
from loa_engine.protocols.lines import LONGEST_LINE, bounded_lines

__all__ = ["Reader", "look_of", "run"]

ERASE_LINE = "\r\x1b[K"


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
        coding = target.encoding or "utf-8"
        target.write(text.encode(coding, "backslashreplace").decode(coding))
        target.flush()

    screen = Screen(write, look_of(target, use_color))
    keys = Interrupts()
    talk = Talk(
        table,
        thinker(keys.heard if has_person_at_it else None),
        screen,
        screen.show if is_smart else _complain,
        flipped=flipped,
    )
    if is_smart:
        talk.waiting = _waiting(write)
    conversation = Conversation(talk)
    reader = _reader(conversation, streams, keys, is_smart)
    with keys.kept() if has_person_at_it else nullcontext():
        _converse(conversation, reader, keys)


def _converse(conversation: Conversation, reader: Reader, keys: Interrupts) -> None:
    """Lead a conversation from its beginning to its end."""
    conversation.begin()
    while conversation.is_open:
        keys.forget()
        if conversation.awaits_engine:
            conversation.engine_turn()
            continue
        line = reader.read()
        keys.keep_again()
        if line is None:
            conversation.end()
        else:
            conversation.receive(line)


def look_of(target: TextIO, use_color: bool = True) -> Look:
    """How the board is drawn on a stream."""
    console = Console(file=target)
    if not use_color or console.no_color or not console.is_terminal or console.is_dumb_terminal:
        return Look()
    encoding = (target.encoding or "").lower().replace("-", "")
    for colors in COLOR_SYSTEMS:
        if console.color_system == colors:
            return Look(colors, has_discs=encoding.startswith("utf"))
    return Look()


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

    def __init__(self, reader: Reader, keys: Interrupts, ask: Callable[[], None]) -> None:
        self._reader, self._keys, self._ask = reader, keys, ask

    def read(self) -> str | None:
        while True:
            self._ask()
            try:
                with self._keys.heard():
                    return self._reader.read()
            except KeyboardInterrupt:
                continue


def _reader(
    conversation: Conversation, streams: tuple[TextIO, TextIO], keys: Interrupts, is_smart: bool
) -> Reader:
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

    return _TypedReader(plain, keys, ask)


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
