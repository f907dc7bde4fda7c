"""`loa play`: a game in the terminal."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from loa_engine import Limit
from loa_engine.cli.files import refuse_folder
from loa_engine.cli.options import (
    DEFAULT_HASH_MB,
    Task,
    hash_option,
    position_options,
    threads_option,
)
from loa_engine.cli.output import standard_input, standard_output
from loa_engine.cli.values import Name, Seconds, WholeNumber
from loa_engine.game.errors import LoaError
from loa_engine.game.game import Game
from loa_engine.play.clock import Control, GameClock
from loa_engine.play.commands import load_game
from loa_engine.play.names import Names
from loa_engine.play.run import run
from loa_engine.play.seats import Seat
from loa_engine.play.table import Table
from loa_engine.play.thinking import Hearing, Thinker
from loa_engine.records import FORMATS
from loa_engine.records.rule_text import write_rules
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import MAX_DEPTH

PLAYERS = ("human", "engine", *(f"engine:{level}" for level in range(1, STRONGEST + 1)))
SEARCH_OPTIONS = ("depth", "nodes", "movetime", "hash_mb", "threads")

Command = Callable[..., None]


def _seat_option(side: str, default: str) -> Callable[[Command], Command]:
    return click.option(
        f"--{side}",
        type=Name(PLAYERS, free=True),
        metavar="WHO",
        default=default,
        show_default=True,
        help=f"Who plays {side.capitalize()}: human, engine or engine:LEVEL.",
    )


@click.command()
@position_options
@_seat_option("black", "human")
@_seat_option("white", "engine")
@click.option(
    "--level",
    type=WholeNumber(1, STRONGEST),
    metavar="L",
    default=STRONGEST,
    show_default=True,
    help="How strong an engine plays for which no level is said, 1 to 10.",
)
@click.option(
    "--movetime",
    type=Seconds(),
    metavar="SECONDS",
    help="How long the engine thinks.  [default: 1 at full strength, when no limit is given]",
)
@click.option("--nodes", type=WholeNumber(1), metavar="N", help="The most nodes of a search.")
@click.option("--depth", type=WholeNumber(1, MAX_DEPTH), metavar="N", help="The most plies of it.")
@hash_option(DEFAULT_HASH_MB, "Size of the transposition table in megabytes.")
@threads_option
@click.option("--clock", "time", metavar="M+S", help="Minutes for each side, + seconds a move.")
@click.option("--names", metavar="A,B", help="What the first and the second player are called.")
@click.option("--load", "file", metavar="FILE", help="Go on with the game of a file.")
@click.option(
    "--from", "form", type=Name(FORMATS), help="Its format.  [default: found from the content]"
)
@click.option("--flip", is_flag=True, help="Draw the board with rank 1 on top.")
@click.option("--no-color", is_flag=True, help="Draw with letters alone; NO_COLOR does so too.")
@click.pass_context
def play(context: click.Context, /, task: Task, **options: Any) -> None:
    """Play a game in the terminal; `help` lists what can be said there.

    The engine plays White unless --black or --white say otherwise. Ctrl-C lets it move at once,
    Ctrl-D leaves and says how to go on with the game.
    """
    level, text = options["level"], options["time"]
    seats = tuple(
        _read(f"--{side}", lambda who: Seat.parse(who, level), options[side])
        for side in ("black", "white")
    )
    clock = None if text is None else GameClock(_read("--clock", Control.parse, text))
    names = None if options["names"] is None else _read("--names", Names.parse, options["names"])
    game = task.game if options["file"] is None else _loaded(context, task, options)
    table = Table(game, (seats[0], seats[1]), names, clock, _resumed_options(context, options))
    limits = {name: options[name] for name in ("depth", "nodes", "movetime")}
    limit = Limit(**limits) if any(value is not None for value in limits.values()) else None

    def thinker(hearing: Hearing | None) -> Thinker:
        made = Thinker(limit, options["hash_mb"], options["threads"], hearing)
        for seat in seats:
            if seat.level is not None:  # what is wrong with its settings is said before the game
                made.prepare(seat.level)
        return made

    run(
        table,
        thinker,
        (standard_input(), standard_output()),
        use_color=not options["no_color"],
        flipped=options["flip"],
    )


def _read(option: str, parse: Callable[[str], Any], text: str) -> Any:
    """The value of an option.

    Raises:
        click.UsageError: its text makes no sense.
    """
    try:
        return parse(text)
    except LoaError as error:
        raise click.UsageError(f"{option}: {error}") from None


def _loaded(context: click.Context, task: Task, options: dict[str, Any]) -> Game:
    """The game of a file.

    Raises:
        click.UsageError: a position or moves are given besides, or it is a folder.
    """
    for name in ("words", "moves", "variant"):
        if _is_given(context, name):
            said = "POSITION" if name == "words" else f"--{name}"
            raise click.UsageError(f"--load brings the game, so {said} cannot be given")
    refuse_folder(options["file"])
    rules = write_rules(task.game.rules) if _is_given(context, "rules") else None
    return load_game(Path(options["file"]), options["form"], rules)


def _resumed_options(context: click.Context, options: dict[str, Any]) -> tuple[str, ...]:
    """The options of the search as they were given, and how the board is drawn."""
    words: list[str] = []
    for name in SEARCH_OPTIONS:
        if _is_given(context, name):
            value = options[name]
            shown = f"{value:g}" if isinstance(value, float) else str(value)
            words += [f"--{name.removesuffix('_mb')}", shown]
    words += ["--flip"] * options["flip"] + ["--no-color"] * options["no_color"]
    return tuple(words)


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE
