"""The options that several commands share, each defined once.

`position_options` adds POSITION, --variant, --rules and --moves and hands the command a
`Task`; `position_and_move_options` adds MOVE to that; `search_options` adds the limits and the
engine's settings and hands it a `Search`.
Checked here: numbers and their ranges, names of variants and rule sets. The position and
the moves are checked by the library.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from loa_engine import RULE_SETS, VARIANTS, Game, Limit, Move, Position
from loa_engine.cli.output import standard_input
from loa_engine.cli.values import Name, Seconds, WholeNumber
from loa_engine.game.errors import LoaError, MoveTextError, quoted
from loa_engine.game.variants import Variant, as_variant
from loa_engine.records.rule_text import read_rules, write_rules
from loa_engine.search.limits import MAX_DEPTH, SearchInterrupted

if TYPE_CHECKING:  # commands that do not search start faster without the engine
    from loa_engine import Engine, Info

DEFAULT_MOVETIME = 1.0  # seconds, when no limit is given
DEFAULT_HASH_MB = 64
MAX_HASH_MB = 1 << 20
MAX_THREADS = 256

Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Task:
    """What a command works on.

    Attributes:
        game: the position given, the moves played from it, and the rules.
        variant: the name of the variant.
    """

    game: Game
    variant: str

    @property
    def position(self) -> Position:
        """The position after the moves."""
        return self.game.position

    def as_json(self) -> dict[str, object]:
        """The keys every JSON line begins with."""
        return {
            "position": str(self.position),
            "variant": self.variant,
            "rules": write_rules(self.game.rules),
        }


@dataclass(frozen=True, slots=True)
class Search:
    """How a command searches.

    Attributes:
        engine: a fresh engine.
        limit: when the search stops.
    """

    engine: Engine
    limit: Limit

    def results(self, task: Task, lines: int = 1) -> Iterator[tuple[Info, bool]]:
        """For every finished depth its best lines, at least one result in all.

        The second part is true for a result that Ctrl-C has cut short; it is the last one.

        Raises:
            GameOverError: there is nothing to search; names the outcome.
        """
        try:
            for info in self.engine.analysis(task.game, self.limit, multipv=lines):
                yield info, False
        except SearchInterrupted as interrupt:
            if interrupt.info is None:
                raise
            yield interrupt.info, True


threads_option = click.option(
    "--threads",
    type=WholeNumber(1, MAX_THREADS),
    metavar="T",
    default=1,
    show_default=True,
    help="Number of threads.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON, one object a line.")


def hash_option(default: int, explanation: str) -> Callable[[Command], Command]:
    """The --hash option of a command, in megabytes."""
    return click.option(
        "--hash",
        "hash_mb",
        type=WholeNumber(0, MAX_HASH_MB),
        metavar="MB",
        default=default,
        show_default=True,
        help=explanation,
    )


def position_options(command: Command) -> Command:
    """Add POSITION, --moves, --variant and --rules; the command gets `task`."""

    @functools.wraps(command)
    def with_task(
        words: tuple[str, ...], moves: str, variant: str, rules: str, **options: Any
    ) -> None:
        command(task=_read_task(words, moves, variant, rules), **options)

    return _position_parameters(with_task, "[POSITION]")


def position_and_move_options(command: Command) -> Command:
    """Add POSITION, MOVE and --move to the others; the command gets `task` and `move`.

    MOVE is the end of the words where that reads as a move; it is not checked otherwise.
    """

    @functools.wraps(command)
    def with_task(
        words: tuple[str, ...],
        move: str | None,
        moves: str,
        variant: str,
        rules: str,
        **options: Any,
    ) -> None:
        text, found = _split_move(" ".join(words))
        if found is not None and move is not None:
            raise click.UsageError(f"--move {quoted(move)}: the words end with a move already")
        task = _read_task([text], moves, variant, rules)
        command(task=task, move=found if move is None else move, **options)

    option = click.option("--move", metavar="MOVE", help="The move, rather than as the last word.")
    return _position_parameters(option(with_task), "[POSITION] [MOVE]")


def _split_move(text: str) -> tuple[str, str | None]:
    """A position and the move behind it, None where there is none."""
    for count in (1, 2, 3):  # c1xa3; c1 a3; c1 - a3
        position = text.split()[:-count]
        move = " ".join(text.split()[-count:])
        try:
            Move.parse(move)
        except MoveTextError:
            continue
        return text.rsplit(None, count)[0] if position else "", move
    is_position = text in ("", "-", "start") or "/" in text or " " in text or "\n" in text
    return (text, None) if is_position else ("", text)


def _position_parameters(command: Command, words: str) -> Command:
    """The words and options that name a position."""
    return _add(
        command,
        click.argument("words", nargs=-1, metavar=words),
        click.option("--moves", default="", metavar="TEXT", help="Moves to play first."),
        click.option(
            "--variant",
            type=Name(VARIANTS, free=True),
            metavar="NAME",
            default="standard",
            show_default=True,
            help="Variant the position belongs to; `loa variants` lists them.",
        ),
        click.option(
            "--rules",
            type=Name(RULE_SETS, free=True),
            metavar="NAME",
            default="standard",
            show_default=True,
            help="Rule set, with changes if wished: `olympiad,no_moves=loss`; `loa rules` lists.",
        ),
    )


def search_options(command: Command) -> Command:
    """Add --depth, --nodes, --movetime, --hash and --threads; the command gets `search`."""

    @functools.wraps(command)
    def with_search(
        depth: int | None,
        nodes: int | None,
        movetime: float | None,
        hash_mb: int,
        threads: int,
        **options: Any,
    ) -> None:
        if depth is None and nodes is None and movetime is None:
            movetime = DEFAULT_MOVETIME
        limit = Limit(depth=depth, nodes=nodes, movetime=movetime)
        from loa_engine import Engine

        engine = Engine(hash_mb, threads)
        command(search=Search(engine, limit), **options)

    return _add(
        with_search,
        click.option(
            "--depth",
            type=WholeNumber(1, MAX_DEPTH),
            metavar="N",
            help="Stop after this depth (plies).",
        ),
        click.option("--nodes", type=WholeNumber(1), metavar="N", help="Stop after so many nodes."),
        click.option(
            "--movetime",
            type=Seconds(),
            metavar="SECONDS",
            help=f"Stop after this time.  [default: {DEFAULT_MOVETIME:g}, when no limit is given]",
        ),
        hash_option(DEFAULT_HASH_MB, "Size of the transposition table in megabytes."),
        threads_option,
    )


def _add(command: Command, *decorators: Callable[[Command], Command]) -> Command:
    """The command with the decorators applied so that help lists them in this order."""
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


def _read_task(words: Sequence[str], moves: str, variant: str, rules: str) -> Task:
    """The game the options describe; raises what the library raises."""
    asked = as_variant(variant)
    start = _read_position(" ".join(words), asked.name)
    name = _name_of(start, asked)
    game = Game(start, read_rules(rules))
    for number, move in enumerate(moves.split(), start=1):
        try:
            game.push(move)
        except LoaError as error:
            raise click.UsageError(f"--moves, number {number}: {error}") from error
    return Task(game, name)


def _name_of(start: Position, asked: Variant) -> str:
    """The variant that a position belongs to; what was asked for counts where it can be true."""
    if start.vanishing or any(start.hands):  # the position tells by itself
        return "cheshire-cat" if start.vanishing else "parachute"
    if start.size == asked.size and asked.name != "parachute":
        return asked.name
    return as_variant(f"{start.size}x{start.size}").name


def _read_position(text: str, variant: str) -> Position:
    """The position an argument names: `start`, `-` for standard input, or its text."""
    if text == "-":
        text = standard_input().read()
        if not text.strip():
            raise click.UsageError("standard input holds no position")
    elif not text:
        text = "start"
    return Position.start(variant) if text.strip() == "start" else Position.parse(text, variant)
