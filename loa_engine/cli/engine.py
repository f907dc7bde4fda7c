"""`loa engine`: the engine for other programs, in the protocol that they speak."""

import click

from loa_engine import RULE_SETS, VARIANTS
from loa_engine.cli.options import DEFAULT_HASH_MB, hash_option, threads_option
from loa_engine.cli.output import standard_input, standard_output
from loa_engine.cli.values import Name, WholeNumber
from loa_engine.protocols import PROTOCOLS, serve
from loa_engine.protocols.session import Session, Settings
from loa_engine.records.rule_text import read_rules
from loa_engine.search.levels import STRONGEST


@click.command()
@click.option(
    "--protocol",
    type=Name(PROTOCOLS),
    default="uci",
    show_default=True,
    metavar="NAME",
    help=f"One of {', '.join(PROTOCOLS)}.",
)
@hash_option(DEFAULT_HASH_MB, "Size of the transposition table in megabytes.")
@threads_option
@click.option(
    "--level",
    type=WholeNumber(1, STRONGEST),
    metavar="L",
    default=STRONGEST,
    show_default=True,
    help="How strong to play, 1 to 10.",
)
@click.option(
    "--rules",
    type=Name(RULE_SETS, free=True),
    metavar="NAME",
    help="Rule set.  [default: the usual one of the protocol]",
)
@click.option(
    "--variant",
    type=Name(VARIANTS),
    metavar="NAME",
    default="standard",
    show_default=True,
    help="Variant whose start a new game has.",
)
def engine(
    protocol: str, hash_mb: int, threads: int, level: int, rules: str | None, variant: str
) -> None:
    """Speak to another program over standard input and output until it says to quit.

    docs/protocols.md shows how to drive it from each program that was tried.
    """
    chosen = PROTOCOLS[protocol]
    session = Session(
        Settings(hash_mb=hash_mb, threads=threads, level=level),
        read_rules(rules or chosen.rules),
        variant,
    )
    serve(
        lambda write: chosen.front_end(session, write),
        standard_input().buffer,
        standard_output().buffer,
    )
