"""`loa show`: a position as a picture, its legal moves and its outcome."""

from pathlib import Path

import click

from loa_engine.cli.options import Task, json_option, position_options
from loa_engine.cli.output import outcome_json, say, write_json


@click.command()
@position_options
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the picture as SVG.",
)
@json_option
def show(task: Task, svg: Path | None, as_json: bool) -> None:
    """Show a position: picture, text form, legal moves, outcome."""
    if svg is not None:
        svg.write_text(task.position.svg(), encoding="utf-8")
    outcome = task.game.outcome()
    moves = [] if outcome is not None else [str(move) for move in task.game.legal_moves()]
    if as_json:
        write_json(
            {
                **task.as_json(),
                "turn": str(task.position.turn).lower(),
                "legal_moves": moves,
                "outcome": outcome_json(outcome),
            }
        )
        return
    say(task.position.picture())
    say(f"\nposition  {task.position}")
    if outcome is not None:
        say(f"outcome   the game is over: {outcome}")
    else:
        say(f"to move   {task.position.turn}\nmoves     {len(moves)}: {' '.join(moves)}")
