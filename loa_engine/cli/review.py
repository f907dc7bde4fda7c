"""`loa review`: the games of a file judged move by move."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import click

from loa_engine import Color, Engine, Limit, Score
from loa_engine.cli.files import STANDARD_STREAM, read_stream, refuse_folder, write_stream
from loa_engine.cli.options import DEFAULT_HASH_MB, hash_option, json_option, threads_option
from loa_engine.cli.output import STATUS_INTERRUPTED, LongRun, say, write_json
from loa_engine.cli.values import Name, Seconds, WholeNumber
from loa_engine.game.errors import RecordError
from loa_engine.records import FORMATS, BrokenRecord, GameRecord, format_of_name, read_games
from loa_engine.review.annotate import annotated, remark
from loa_engine.review.plot import check_matplotlib, picture, picture_format
from loa_engine.review.review import (
    DEFAULT_NODES,
    Evaluation,
    GameReview,
    MoveReview,
    PlayerSummary,
)

STATUS_BROKEN = 1
ANNOTATED = ("sgf", "pgn", "jsonl")  # the formats that have a place for comments
DIGITS = 4  # of chances in JSON


@click.command()
@click.argument("source", metavar="FILE")
@click.option(
    "--nodes",
    type=WholeNumber(1),
    metavar="N",
    help=f"Nodes to search for each position.  [default: {DEFAULT_NODES}, without --movetime]",
)
@click.option(
    "--movetime",
    type=Seconds(),
    metavar="SECONDS",
    help="Time to search each position.",
)
@threads_option
@hash_option(DEFAULT_HASH_MB, "Size of the transposition table in megabytes.")
@click.option(
    "--out",
    metavar="FILE",
    help="Annotated games, .sgf, .pgn or .jsonl; `-` is stdout.  [default: FILE's name.review.sgf]",
)
@click.option(
    "--picture", "picture_name", metavar="FILE", help="Picture of the game, .svg or .png."
)
@click.option(
    "--from",
    "source_format",
    type=Name(FORMATS),
    help="The format of FILE.  [default: found from the content]",
)
@click.option(
    "--rules",
    metavar="NAME",
    help="Rule set of games that do not state theirs.  [default: the usual one of the format]",
)
@json_option
@click.pass_context
def review(
    context: click.Context,
    source: str,
    nodes: int | None,
    movetime: float | None,
    threads: int,
    hash_mb: int,
    out: str | None,
    picture_name: str | None,
    source_format: str | None,
    rules: str | None,
    as_json: bool,
) -> None:
    """Judge the games of FILE move by move; `-` is standard input.

    Prints bad moves with what was better, missed wins, and a summary for each player. The games
    are written with comments, marks and scores to a file beside FILE, or to --out. A game that
    cannot be read is reported and left out; the exit status is then 1. Ctrl-C ends the review, and
    what has been reviewed so far is written.
    """
    refuse_folder(source)
    target = _target(source, out, as_json)
    if picture_name is not None:
        _check_picture(picture_name)
    if nodes is None and movetime is None:
        nodes = DEFAULT_NODES
    engine, limit = Engine(hash_mb, threads), Limit(nodes=nodes, movetime=movetime)
    with read_stream(source) as stream:
        games = list(read_games(stream, source_format, rules))
    if not games:
        raise click.UsageError(f"{source} holds no game")
    with nullcontext() if target is None else write_stream(target, unless_empty=True) as written:
        report = _Report(as_json, target, written, picture_name)
        _review_all(games, engine, limit, report)
    context.exit(report.status())


def _target(source: str, out: str | None, as_json: bool) -> str | None:
    """Where the annotated games go, None for nowhere; an error if they cannot."""
    if out is None:
        known = source != STANDARD_STREAM
        return str(Path(source).with_suffix(".review.sgf")) if known else None
    if out == STANDARD_STREAM:
        if as_json:
            raise click.UsageError("--json and --out - would both write to standard output")
    elif format_of_name(out).name not in ANNOTATED:
        raise click.UsageError(f"--out: {out} has no place for comments: expected .sgf or .jsonl")
    return out


def _check_picture(name: str) -> None:
    """Find out before the long work whether the picture can be made."""
    picture_format(name)
    check_matplotlib()
    if not Path(name).parent.is_dir():
        raise click.UsageError(f"--picture: there is no folder {Path(name).parent}")


@dataclass(slots=True)
class _Report:
    """Writes what was found about each game, and counts.

    Attributes:
        as_json: JSON rather than lines.
        target: the name of the file for the annotated games; None for none.
        stream: what is written to it.
        picture_name: the name of the picture of the first game.
        broken: games that could not be read or written.
        interrupted: whether Ctrl-C ended the review.
        players: the summaries of the players by name, over all games.
    """

    as_json: bool
    target: str | None
    stream: IO[bytes] | None
    picture_name: str | None
    broken: int = 0
    interrupted: bool = False
    games: int = 0
    players: dict[str, PlayerSummary] = field(default_factory=dict)

    def status(self) -> int:
        """The exit status, after the last words."""
        if self.games > 1 and not self.as_json:
            self._say(f"{self.games} games")
            for name, summary in self.players.items():
                self._say(f"  {name}: {summary}")
        if self.interrupted:
            say("loa: interrupted", err=True)
            return STATUS_INTERRUPTED
        return STATUS_BROKEN if self.broken else 0

    def fault(self, text: str) -> None:
        """Report a game that is broken."""
        self.broken += 1
        say(f"loa: {' '.join(text.split())}", err=True)

    def take(self, number: int, found: GameReview) -> None:
        """Write a game that has been reviewed, in whole or in part."""
        self.games += 1
        for player in Color:
            name = _name(found.record, player)
            self.players.setdefault(name, PlayerSummary()).add_all(found.summary(player))
        if self.as_json:
            write_json(_game_json(number, found))
        else:
            for line in _lines(number, found):
                self._say(line)
        self._write_record(number, found)
        self._write_picture(found)

    def _say(self, line: str) -> None:
        say(line, err=self.target == STANDARD_STREAM)

    def _write_record(self, number: int, found: GameReview) -> None:
        if self.stream is None or self.target is None:
            return
        is_file = self.target != STANDARD_STREAM
        format = format_of_name(self.target) if is_file else FORMATS["sgf"]
        try:
            text = format.write(annotated(found))
        except RecordError as error:
            self.fault(f"game {number} cannot be written as {format.name}: {error}")
            return
        self.stream.write(text.encode("utf-8", "replace"))

    def _write_picture(self, found: GameReview) -> None:
        if self.picture_name is None:
            return
        path = Path(self.picture_name)
        if self.games > 1:
            path = path.with_stem(f"{path.stem}-{self.games}")
        with write_stream(str(path), unless_empty=True) as stream:
            stream.write(picture(found, picture_format(path.name)))


def _review_all(
    games: list[GameRecord | BrokenRecord], engine: Engine, limit: Limit, report: _Report
) -> None:
    """Review one game after the other until the last one or Ctrl-C."""
    for number, game in enumerate(games, start=1):
        if isinstance(game, BrokenRecord):
            report.fault(str(game.error))
            continue
        found = GameReview(game)
        positions = len(found.evaluations)
        title = f"game {number} of {len(games)}"
        try:
            with LongRun(title, in_parts=True) as run:
                for done in found.search(engine, limit):
                    run.advance(done, positions)
        except KeyboardInterrupt:
            report.interrupted = True
        if found.is_complete or found.moves:
            report.take(number, found)
        if report.interrupted:
            return


# Lines ----------------------------------------------------------------------------------------


def _lines(number: int, found: GameReview) -> Iterator[str]:
    """A game in lines: the heading, the moves that matter, the players."""
    record, moves = found.record, found.moves
    names = " - ".join(_name(record, player) for player in Color)
    result = "unfinished" if record.result is None else str(record.result)
    part = "" if found.is_complete else f", reviewed from ply {moves[0].ply}"
    yield f"game {number}: {names}, {result}, {len(record.moves)} plies{part}"
    for move in moves:
        text = remark(move)
        if text:
            yield f"  {move.ply:3} {move.player!s:5} {move.move}: {text}"
    for player in Color:
        name = _name(record, player)
        side = "" if name == str(player) else f" ({player})"
        yield f"  {name}{side}: {found.summary(player)}"


def _name(record: GameRecord, player: Color) -> str:
    """The name of a player, or his color."""
    return record.headers.get(str(player).lower(), "") or str(player)


# JSON -----------------------------------------------------------------------------------------


def _game_json(number: int, found: GameReview) -> dict[str, object]:
    record = found.record
    final = found.evaluations[-1]
    return {
        "game": number,
        "black": record.headers.get("black"),
        "white": record.headers.get("white"),
        "result": None if record.result is None else str(record.result),
        "plies": len(record.moves),
        "complete": found.is_complete,
        "moves": [_move_json(move) for move in found.moves],
        "final": None if final is None else _evaluation_json(final),
        "players": {str(each).lower(): _summary_json(found.summary(each)) for each in Color},
    }


def _move_json(move: MoveReview) -> dict[str, object]:
    return {
        "ply": move.ply,
        "turn": str(move.player).lower(),
        "move": str(move.move),
        "best": move.is_best,
        "mark": None if move.mark is None else move.mark.value,
        "loss": round(move.loss, DIGITS),
        "accuracy": round(move.accuracy, DIGITS),
        "chance_before": round(move.chance_before, DIGITS),
        "chance_after": round(move.chance_after, DIGITS),
        "missed_win": _plies(move.missed_win),
        "missed_defence": _plies(move.missed_defence),
        "position": _evaluation_json(move.before),
    }


def _evaluation_json(position: Evaluation) -> dict[str, object]:
    score = position.score
    return {
        "turn": str(position.turn).lower(),
        "score": str(score),
        "centi": score.centi,
        "win_in": score.plies if score.is_win else None,
        "loss_in": score.plies if score.is_loss else None,
        "bound": position.bound,
        "depth": position.depth,
        "line": [str(move) for move in position.line],
    }


def _plies(score: Score | None) -> int | None:
    return None if score is None else score.plies


def _summary_json(summary: PlayerSummary) -> dict[str, object]:
    return {
        "moves": summary.moves,
        "best": summary.best,
        "sound": summary.sound,
        "accuracy": None if summary.accuracy is None else round(summary.accuracy, DIGITS),
        "mean_loss": round(summary.mean_loss, DIGITS),
        "marks": {mark.value: count for mark, count in summary.marks.items()},
        "missed_wins": summary.missed_wins,
        "missed_defences": summary.missed_defences,
    }
