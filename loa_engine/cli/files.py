"""Files of commands: read from a name or standard input, and written in one go."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from loa_engine.cli.output import standard_input, standard_output
from loa_engine.records.replace import replacing

STANDARD_STREAM = "-"


def refuse_folder(name: str) -> None:
    """See that a name is not that of a folder.

    Raises:
        click.UsageError: it is.
    """
    if Path(name).is_dir():
        raise click.UsageError(f"{name} is a folder, not a file")


@contextmanager
def read_stream(name: str) -> Iterator[IO[bytes]]:
    """The bytes of a file or, for `-`, of standard input."""
    if name == STANDARD_STREAM:
        yield standard_input().buffer
        return
    refuse_folder(name)
    with Path(name).open("rb") as stream:
        yield stream


@contextmanager
def write_stream(name: str, *, unless_empty: bool = False) -> Iterator[IO[bytes]]:
    """A stream for the bytes of a file, which takes its place when all is written.

    With ``unless_empty``, a stream that nothing was written to leaves the file as it was. Standard
    output, `-`, is written to as it goes.
    """
    if name == STANDARD_STREAM:
        output = standard_output()
        yield output.buffer
        output.flush()
        return
    refuse_folder(name)
    with replacing(Path(name), unless_empty=unless_empty) as stream:
        yield stream
