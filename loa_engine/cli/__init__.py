"""The `loa` command: a shell over the library, one module per sub-command.

Nothing is decided here: options are read (`options.py`), the library is called, and the
answer is written as lines or JSON (`output.py`). Whatever the user got wrong ends as one
line on stderr, `loa: …`, and exit status 2; Ctrl-C ends with status 130.
"""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from loa_engine import __version__
from loa_engine.cli.analyse import analyse
from loa_engine.cli.bench import bench
from loa_engine.cli.bestmove import bestmove
from loa_engine.cli.convert import convert
from loa_engine.cli.output import STATUS_INTERRUPTED
from loa_engine.cli.perft import perft
from loa_engine.cli.review import review
from loa_engine.cli.rules import rules
from loa_engine.cli.show import show
from loa_engine.cli.variants import variants

__all__ = ["main", "run"]

STATUS_WRONG_INPUT = 2


class QuietGroup(click.Group):
    """A group that says nothing when the reader of its output has left (`| head`)."""

    def invoke(self, context: click.Context) -> object:
        """Run the command; a closed pipe ends it with status 0."""
        try:
            return super().invoke(context)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            context.exit(0)


@click.group(
    cls=QuietGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="loa", message="%(prog)s %(version)s")
@click.pass_context
def loa(context: click.Context) -> None:
    """Play, analyse and count Lines of Action positions.

    POSITION is one line of text, `start` or nothing for the start position, or `-` to read it
    from standard input. `loa COMMAND --help` explains a command.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (bestmove, analyse, perft, bench, review, show, convert, variants, rules):
    loa.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit status."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status is 0, 2 (wrong input) or 130 (Ctrl-C).

    `arguments` are the words after `loa`; None takes them from the process.
    """
    try:
        status = loa.main(arguments, prog_name="loa", standalone_mode=False)
    except click.Abort:
        return _fail("interrupted", STATUS_INTERRUPTED)
    except click.ClickException as error:
        return _fail(_plain(error.format_message()))
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _fail(f"{name}{error.strerror or error}")
    except MemoryError:
        return _fail("not enough memory; a smaller --hash may help")
    except (ValueError, OverflowError) as error:
        return _fail(str(error))
    return status if isinstance(status, int) else 0


def _fail(message: str, status: int = STATUS_WRONG_INPUT) -> int:
    """Write the message as one line on stderr; the result is the exit status."""
    click.echo(f"loa: {' '.join(message.split())}", err=True)
    return status


def _plain(message: str) -> str:
    """A message of click as part of our line: lower case first, no full stop."""
    return message[:1].lower() + message[1:].rstrip(".")
