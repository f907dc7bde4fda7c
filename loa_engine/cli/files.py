"""Files of commands: read from a name or standard input, and written in one go."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

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
def write_stream(name: str) -> Iterator[IO[bytes]]:
    """A stream for the bytes of a file, which takes its place when all is written.

    A stream that nothing was written to leaves the file as it was. Standard output, `-`, and what
    is no ordinary file are written to as it goes.
    """
    path = Path(name)
    if name == STANDARD_STREAM:
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    if path.exists() and not path.is_file():
        with path.open("wb") as special:
            yield special
        return
    path = path.resolve()
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as new:
        try:
            yield new
            if new.tell():
                new.close()
                Path(new.name).chmod(_mode(path))
                Path(new.name).replace(path)
        finally:
            Path(new.name).unlink(missing_ok=True)


def _mode(path: Path) -> int:
    """The permissions a file has, or those that a new one gets here."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
