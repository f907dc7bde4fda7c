"""`loa bestmove`: the move to play, and how it was found."""

import click

from loa_engine import Info
from loa_engine.cli.options import Search, Task, json_option, position_options, search_options
from loa_engine.cli.output import STATUS_INTERRUPTED, LongRun, info_line, say, write_json
from loa_engine.search.report import info_json


@click.command()
@position_options
@search_options
@json_option
@click.pass_context
def bestmove(context: click.Context, task: Task, search: Search, as_json: bool) -> None:
    """Print the best move; a second line says how it was found.

    The search stops at the first limit reached. Ctrl-C stops it and prints the best move so far.
    """
    info, interrupted = _search(task, search)
    if as_json:
        write_json({**task.as_json(), **info_json(info), "interrupted": interrupted})
    else:
        say(str(info.best_move))
        say(info_line(info))
    if interrupted:
        context.exit(STATUS_INTERRUPTED)


def _search(task: Task, search: Search) -> tuple[Info, bool]:
    """The last result, and whether Ctrl-C cut it short."""
    found = None
    with LongRun("searching") as run:
        try:
            for found in search.results(task):
                info = found[0]
                run.rename(f"searching, depth {info.depth}: {info.best_move}  {info.score}")
        except KeyboardInterrupt:  # between two depths
            if found is None:
                raise
            return found[0], True
    if found is None:
        raise click.Abort
    return found
