"""`loa convert`: game records from one format to another, game by game."""

from typing import IO

import click

from loa_engine.cli.files import read_stream, write_stream
from loa_engine.cli.output import LongRun, say
from loa_engine.cli.values import Name
from loa_engine.game.errors import RecordError
from loa_engine.records import FORMATS, BrokenRecord, Format, GameRecord, read_games

STATUS_BROKEN = 1
GAMES_PER_REPORT = 100


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--to",
    "target_format",
    type=Name(FORMATS),
    required=True,
    help="The format to write.",
)
@click.option(
    "--from",
    "source_format",
    type=Name(FORMATS),
    help="The format of IN.  [default: found from the content]",
)
@click.option(
    "--rules",
    metavar="NAME",
    help="Rule set of games that do not state theirs.  [default: the usual one of the format]",
)
@click.option("--partial", is_flag=True, help="Also write what could be read of broken games.")
@click.option("--notes", is_flag=True, help="Also tell what is odd about games that can be read.")
@click.pass_context
def convert(
    context: click.Context,
    source: str,
    target: str,
    target_format: str,
    source_format: str | None,
    rules: str | None,
    partial: bool,
    notes: bool,
) -> None:
    """Convert the games of IN to another format and write them to OUT; `-` is stdin or stdout.

    A game that cannot be read or written is reported on stderr and left out; the exit status is
    then 1. OUT appears only when all is done.
    """
    with read_stream(source) as stream, LongRun("converting") as run:
        games = read_games(stream, source_format, rules)
        first = next(games, None)  # an unusable file fails here, before OUT is touched
        if first is None:
            raise click.UsageError(f"{source} holds no game")
        with write_stream(target) as out:
            conversion = _Conversion(FORMATS[target_format], out, partial, notes)
            conversion.take(first)
            for record in games:
                conversion.take(record)
                if conversion.count % GAMES_PER_REPORT == 0:
                    run.rename(f"{conversion.count} games read")
    say(conversion.summary, err=True)
    if conversion.broken:
        context.exit(STATUS_BROKEN)


class _Conversion:
    """Writes one game after the other and counts."""

    def __init__(self, format: Format, out: IO[bytes], partial: bool, notes: bool) -> None:
        self.count = 0
        self.broken = 0
        self._format = format
        self._out = out
        self._partial = partial
        self._notes = notes

    @property
    def summary(self) -> str:
        """What has been done, in one line."""
        converted = self.count - self.broken
        noun = "game" if converted == 1 else "games"
        return f"{converted} {noun} converted, {self.broken} broken"

    def take(self, record: GameRecord | BrokenRecord) -> None:
        """Write a game, or say why it is broken."""
        self.count += 1
        if isinstance(record, BrokenRecord):
            self._report(str(record.error))
            if not self._partial:
                return
            record = record.read_so_far
        elif self._notes:
            for note in record.notes:
                say(f"loa: note: game {self.count}, {note}", err=True)
        try:
            text = self._format.write(record)
        except RecordError as error:
            self._report(f"game {self.count} cannot be written as {self._format.name}: {error}")
            return
        self._out.write(text.encode("utf-8", "replace"))

    def _report(self, fault: str) -> None:
        self.broken += 1
        say(f"loa: {' '.join(fault.split())}", err=True)
