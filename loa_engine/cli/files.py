"""Files of commands: read from a name or standard input, and written in one go."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from loa_engine.records.replace import replacing

STANDARD_STREAM = "-"


@contextmanager
def read_stream(name: str) -> Iterator[IO[bytes]]:
    """The bytes of a file or, for `-`, of standard input."""
    if name == STANDARD_STREAM:
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


@contextmanager
def write_stream(name: str, *, unless_empty: bool = False) -> Iterator[IO[bytes]]:
    """A stream for the bytes of a file, which takes its place when all is written.

    With ``unless_empty``, a stream that nothing was written to leaves the file as it was. Standard
    output, `-`, is written to as it goes.
    """
    if name == STANDARD_STREAM:
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    with replacing(Path(name), unless_empty=unless_empty) as stream:
        yield stream
