"""Lines of a stream that may hold anything: of limited length, decoded, one at a time."""

from collections.abc import Iterator
from typing import IO

__all__ = ["LONGEST_LINE", "bounded_lines"]

LONGEST_LINE = 1 << 20
"""Bytes; a game of many thousand moves has room in it."""


def bounded_lines(stream: IO[bytes], longest: int = LONGEST_LINE) -> Iterator[str | None]:
    r"""The lines of a stream without their ends; None for each one that is too long.

    No more of a line than ``longest`` bytes is ever held in memory. What is no UTF-8 is replaced,
    a NUL becomes a blank, and ``\r`` at the end is dropped. The last line need not be ended.
    """
    while line := stream.readline(longest):
        if len(line) == longest and not line.endswith(b"\n"):
            while (rest := stream.readline(longest)) and not rest.endswith(b"\n"):
                pass
            yield None
            continue
        yield line.decode("utf-8", "replace").replace("\0", " ").rstrip("\r\n")
