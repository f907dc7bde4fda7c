"""`loa bench`: the node-count signature of the search, and its speed."""

import click

from loa_engine import Info
from loa_engine.cli.options import json_option
from loa_engine.cli.output import say, write_json
from loa_engine.cli.values import WholeNumber
from loa_engine.search.bench import BENCH_DEPTH
from loa_engine.search.bench import bench as run_bench
from loa_engine.search.limits import MAX_DEPTH


@click.command()
@click.option(
    "--depth",
    type=WholeNumber(1, MAX_DEPTH),
    metavar="N",
    default=BENCH_DEPTH,
    show_default=True,
    help="Plies to search each position.",
)
@json_option
def bench(depth: int, as_json: bool) -> None:
    """Search fixed positions; the sum of the nodes is the signature of the search.

    The signature is the same on every machine; nodes per second are this machine's.
    """
    result = run_bench(depth, report=None if as_json else _write_position)
    if as_json:
        write_json(
            {
                "depth": depth,
                "signature": result.nodes,
                "seconds": round(result.seconds, 6),
                "nodes_per_second": result.nps,
            }
        )
        return
    say(f"signature {result.nodes}  nodes/s {result.nps}")


def _write_position(text: str, info: Info) -> None:
    """Write what one position took."""
    say(f"nodes {info.nodes:>9}  score {info.score!s:>9}  {info.best_move}  {text}")
