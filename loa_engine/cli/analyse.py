"""`loa analyse`: one line for every finished depth of a search."""

import click

from loa_engine.cli.options import Search, Task, json_option, position_options, search_options
from loa_engine.cli.output import STATUS_INTERRUPTED, info_line, say, write_json
from loa_engine.cli.values import WholeNumber
from loa_engine.search.report import info_json

MAX_LINES = 500


@click.command()
@position_options
@search_options
@click.option(
    "--multipv",
    "lines",
    type=WholeNumber(1, MAX_LINES),
    metavar="K",
    default=1,
    show_default=True,
    help="Print the K best moves at every depth, the best first.",
)
@json_option
@click.pass_context
def analyse(context: click.Context, task: Task, search: Search, lines: int, as_json: bool) -> None:
    """Print one line for every finished depth of a search.

    It has score, nodes searched, nodes per second, seconds and the principal variation. The
    search stops at the first limit reached. Ctrl-C stops it and prints the best move so far.
    """
    for info, interrupted in search.results(task, lines):
        if as_json:
            write_json({**task.as_json(), **info_json(info), "interrupted": interrupted})
        else:
            say(info_line(info))
    if interrupted:
        context.exit(STATUS_INTERRUPTED)
