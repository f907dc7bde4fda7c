"""`loa show`: a position as a picture, its legal moves and its outcome."""

from pathlib import Path

import click

from loa_engine import Move
from loa_engine.cli.lines import lines_through
from loa_engine.cli.options import Task, json_option, position_options
from loa_engine.cli.output import say, write_json
from loa_engine.search.report import outcome_json


@click.command()
@position_options
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the picture as SVG.",
)
@click.option("--lines", "square", metavar="SQUARE", help="Also count the lines through a square.")
@json_option
def show(task: Task, svg: Path | None, square: str | None, as_json: bool) -> None:
    """Show a position: picture, text form, legal moves, wins in one, threats, outcome."""
    lines = None if square is None else lines_through(task.position, square)
    if svg is not None:
        svg.write_text(task.position.svg(), encoding="utf-8")
    outcome = task.game.outcome()
    position, rules = task.position, task.game.rules
    moves = _texts(task.game.legal_moves())
    wins = [] if outcome is not None else _texts(position.winning_moves(rules))
    threats = [] if outcome is not None else _texts(position.threats(rules))
    if as_json:
        write_json(
            {
                **task.as_json(),
                "turn": str(position.turn).lower(),
                "legal_moves": moves,
                "wins": wins,
                "threats": threats,
                "lines": lines,
                "outcome": outcome_json(outcome),
            }
        )
        return
    say(position.picture())
    say(f"\nposition  {position}")
    if outcome is not None:
        say(f"outcome   the game is over: {outcome}")
    else:
        say(f"to move   {position.turn}\nmoves     {len(moves)}: {' '.join(moves)}")
    for name, found in (("wins", wins), ("threats", threats)):
        if found:
            say(f"{name:9} {' '.join(found)}")
    for line in lines or []:
        say(f"{line['line']:15} {line['count']}: {' '.join(line['targets']) or 'no move'}")


def _texts(moves: list[Move]) -> list[str]:
    return [str(move) for move in moves]
