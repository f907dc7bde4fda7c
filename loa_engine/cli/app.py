"""The `loa` command itself: its sub-commands, and what every ending of one looks like.

Whatever the user got wrong ends as one line on stderr, `loa: …`, and exit status 2; Ctrl-C ends
with status 130.
"""

import contextlib
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from loa_engine import __version__
from loa_engine.build import build_facts
from loa_engine.cli.output import STATUS_INTERRUPTED, say, write_json
from loa_engine.game.errors import quoted

__all__ = ["run"]

STATUS_WRONG_INPUT = 2
COMMANDS = (
    "play",
    "bestmove",
    "analyse",
    "engine",
    "review",
    "explain",
    "show",
    "convert",
    "perft",
    "bench",
    "variants",
    "rules",
)
"""The commands in the order of the help. Each is in a file of its name, imported when it is run."""


class LoaGroup(click.Group):
    """A group that names the nearest command, and is content when its reader leaves (`| head`)."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"loa_engine.cli.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a closed pipe ends it with status 0."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _drop_output()
            ctx.exit(0)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f": did you mean {near[0]}?" if near else f": expected {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {quoted(args[0])}{hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=LoaGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", "show_version", is_flag=True, help="Show the version and exit.")
@click.option("--json", "as_json", is_flag=True, help="With --version: how it was built, as JSON.")
@click.pass_context
def loa(context: click.Context, show_version: bool, as_json: bool) -> None:
    """Play, analyse and count Lines of Action positions.

    POSITION is one line of text, `start` or nothing for the start position, or `-` to read it
    from standard input. `loa COMMAND --help` explains a command.
    """
    if show_version:
        if as_json:
            write_json(build_facts())
        else:
            say(f"loa {__version__}")
        context.exit(0)
    if as_json:
        raise click.UsageError("--json belongs behind the command, or to --version")
    if context.invoked_subcommand is None:
        say(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; docs/commands.md lists the exit statuses.

    `arguments` are the words after `loa`; None takes them from the process.
    """
    try:
        status: Any = loa.main(arguments, prog_name="loa", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.Abort:
        return _fail("interrupted", STATUS_INTERRUPTED)
    except click.ClickException as error:
        return _fail(_plain(error.format_message()))
    except BrokenPipeError:  # at the last flush
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        name = f"{error.filename}: " if error.filename else ""
        return _fail(f"{name}{error.strerror or error}")
    except MemoryError:
        return _fail("not enough memory; a smaller --hash may help")
    except (ValueError, OverflowError) as error:
        return _fail(str(error))
    return status if isinstance(status, int) else 0


def _drop_output() -> None:
    """Let what could not be written go, so that the end of the process does not try again."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def _fail(message: str, status: int = STATUS_WRONG_INPUT) -> int:
    """Write the message as one line on stderr; the result is the exit status."""
    with contextlib.suppress(OSError):
        say(f"loa: {' '.join(message.split())}", err=True)
    return status


def _plain(message: str) -> str:
    """A message of click as part of our line: lower case first, no full stop."""
    return message[:1].lower() + message[1:].rstrip(".")
