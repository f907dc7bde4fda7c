"""`loa rules`: the rule sets that --rules takes."""

from dataclasses import asdict

import click

from loa_engine import RULE_SETS, RuleSet
from loa_engine.cli.options import json_option
from loa_engine.cli.output import write_json, write_table


@click.command()
@json_option
def rules(as_json: bool) -> None:
    """List the rule sets, each with its options and its source.

    A `*` marks an option on which the source is silent: it is our choice.
    """
    if as_json:
        for each in RULE_SETS.values():
            row = {"name": each.name, **asdict(each)}
            write_json({**row, "source": each.source, "our_choice": each.our_choice})
        return
    write_table(
        ("rule set", "both united", "no moves", "repetition", "limits", "source"),
        [_row(each) for each in RULE_SETS.values()],
        whole=4,
    )


def _row(rules: RuleSet) -> tuple[str, ...]:
    """One rule set as cells; options the source is silent about carry a `*`."""
    return (
        rules.name or "",
        *(
            getattr(rules, option) + ("*" if option in rules.our_choice else "")
            for option in ("simultaneous", "no_moves", "repetition")
        ),
        _limits(rules),
        rules.source,
    )


def _limits(rules: RuleSet) -> str:
    """The limits of a rule set in words; `-` when there is none."""
    limits = [
        f"{plies} plies{what}"
        for plies, what in ((rules.move_limit, ""), (rules.capture_limit, " without capture"))
        if plies is not None
    ]
    return ", ".join(limits) or "-"
