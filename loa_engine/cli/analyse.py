"""`loa analyse`: one line for every finished depth of a search."""

import click

from loa_engine import Info
from loa_engine.cli.options import Search, Task, json_option, position_options, search_options
from loa_engine.cli.output import STATUS_INTERRUPTED, info_json, info_line, write_json


@click.command()
@position_options
@search_options
@json_option
@click.pass_context
def analyse(context: click.Context, task: Task, search: Search, as_json: bool) -> None:
    """Print one line for every finished depth: score, nodes, speed, time, principal variation.

    The search stops at the first limit reached. Ctrl-C stops it and prints the best move so far.
    """

    def write(info: Info, interrupted: bool) -> None:
        if as_json:
            write_json({**task.as_json(), **info_json(info), "interrupted": interrupted})
        else:
            click.echo(info_line(info))

    try:
        for info in search.results(task):
            write(info, interrupted=False)
    except KeyboardInterrupt as error:
        so_far = getattr(error, "info", None)
        if so_far is None:
            raise
        write(so_far, interrupted=True)
        context.exit(STATUS_INTERRUPTED)
