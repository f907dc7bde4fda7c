"""`loa perft`: count the leaves of the move tree at each depth."""

import time

import click

import loa_engine
from loa_engine.cli.options import (
    Task,
    hash_option,
    json_option,
    position_options,
    threads_option,
)
from loa_engine.cli.output import LongRun, say, write_json
from loa_engine.cli.values import WholeNumber
from loa_engine.search.limits import MAX_DEPTH

DEFAULT_DEPTH = 5


@click.command()
@position_options
@click.option(
    "--depth",
    type=WholeNumber(1, MAX_DEPTH),
    metavar="N",
    default=DEFAULT_DEPTH,
    show_default=True,
    help="Depth in plies; every smaller depth is counted too.",
)
@click.option("--divide", is_flag=True, help="Count depth N only, move by move.")
@threads_option
@hash_option(0, "Remember counted positions in so many megabytes; 0 counts each one again.")
@json_option
def perft(task: Task, depth: int, divide: bool, threads: int, hash_mb: int, as_json: bool) -> None:
    """Count the leaves of the move tree, with speed (perft)."""
    outcome = task.game.outcome()
    if outcome is not None:
        say(f"loa: note: the game is over: {outcome}", err=True)
    for each in [depth] if divide else range(1, depth + 1):
        started = time.perf_counter()
        with LongRun(f"perft {each}", in_parts=True) as run:
            by_move = loa_engine.divide(
                task.position,
                each,
                threads,
                rules=task.game.rules,
                hash_mb=hash_mb,
                progress=run.advance,
            )
        counts = {str(move): nodes for move, nodes in by_move.items()}
        _write(task, each, counts, divide, time.perf_counter() - started, as_json)


def _write(
    task: Task, depth: int, counts: dict[str, int], divide: bool, seconds: float, as_json: bool
) -> None:
    """Write the counts of one depth, move by move when asked."""
    nodes = sum(counts.values())
    if as_json:
        write_json(
            {
                **task.as_json(),
                "depth": depth,
                "nodes": nodes,
                "seconds": round(seconds, 6),
                "nodes_per_second": round(nodes / seconds) if seconds else None,
                "divide": counts if divide else None,
            }
        )
        return
    if divide:
        for move, leaves in counts.items():
            say(f"{move}  {leaves}")
    speed = round(nodes / seconds) if seconds else 0
    say(f"depth {depth}  nodes {nodes}  seconds {seconds:.3f}  nodes/s {speed}")
