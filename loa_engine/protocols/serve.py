"""A front end over a pair of streams: lines in, lines out, to the end of input or `quit`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import IO, Protocol

from loa_engine.protocols.lines import LONGEST_LINE, bounded_lines

__all__ = ["FrontEnd", "Output", "serve"]


class Output:
    """Writes whole lines from several threads; when nobody reads them any more, nothing.

    Args:
        stream: where they go; each line is sent at once.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.is_closed = False

    def __call__(self, text: str) -> None:
        """Write a line, or several that belong together."""
        with self._lock:
            if self.is_closed:
                return
            try:
                self._stream.write(f"{text}\n".encode("utf-8", "replace"))
                self._stream.flush()
            except (OSError, ValueError):
                self.is_closed = True


class FrontEnd(Protocol):
    """What speaks a protocol."""

    def receive(self, line: str) -> bool:
        """Take a line; whether the conversation goes on."""

    def complain(self, text: str) -> None:
        """Say that what came is wrong, in the words of the protocol."""

    def finish(self) -> None:
        """The input has ended: do what has been asked for and is to be done without more of it."""

    def close(self) -> None:
        """End what is running."""


def serve(make: Callable[[Output], FrontEnd], source: IO[bytes], target: IO[bytes]) -> None:
    """Run a front end until the input ends, it is told to quit, or nobody reads what it says.

    Args:
        make: makes the front end from where it writes to.
        source: what is read.
        target: what is written.
    """
    output = Output(target)
    front = make(output)
    try:
        for line in bounded_lines(source):
            if line is None:
                front.complain(f"a line longer than {LONGEST_LINE} bytes is left out")
            elif not front.receive(line):
                return
            if output.is_closed:
                return
        front.finish()
    finally:
        front.close()
