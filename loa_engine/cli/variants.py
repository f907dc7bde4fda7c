"""`loa variants`: the start positions and games that --variant takes."""

import click

from loa_engine import VARIANTS
from loa_engine.cli.options import json_option
from loa_engine.cli.output import write_json, write_table


@click.command()
@json_option
def variants(as_json: bool) -> None:
    """List the variants, each with its start position."""
    if as_json:
        for variant in VARIANTS.values():
            write_json(
                {
                    "name": variant.name,
                    "start": variant.start_text,
                    "size": variant.size,
                    "description": variant.description,
                }
            )
        return
    write_table(
        ("variant", "start position", "what it is"),
        [(each.name, each.start_text, each.description) for each in VARIANTS.values()],
        whole=2,
    )
