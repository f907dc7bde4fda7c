"""Files that take the place of others only when they are complete."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

__all__ = ["replacing"]


@contextmanager
def replacing(path: Path, *, unless_empty: bool = False) -> Iterator[IO[bytes]]:
    """A stream for the bytes of a file, which takes the place of ``path`` when all is written.

    Until then, and after an exception, ``path`` is as it was; with ``unless_empty`` also when
    nothing was written. What is no ordinary file, such as a device, is written to as it goes.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as special:
            yield special
        return
    path = path.resolve()
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as new:
        try:
            yield new
            if new.tell() or not unless_empty:
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
