"""Game records: read and written in the formats that are in use for the game.

``read_games`` goes through a file game by game, whatever its size; ``write_games`` writes one.
What a record holds is explained at ``GameRecord``, the formats in docs/records.md.

>>> import io
>>> text = "(;GM[9]PB[Ann];B[b1-b3];W[h6-f4]C[Why?])"
>>> for record in read_games(io.StringIO(text)):
...     print(record.headers["black"], *record.moves, record.line[1].comment)
Ann b1-b3 h6-f4 Why?
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Any, TypeAlias

from loa_engine.game.errors import RecordError
from loa_engine.game.game import Game
from loa_engine.game.rules import RuleSet, as_rules
from loa_engine.records.builder import Assumption
from loa_engine.records.detect import detect_format
from loa_engine.records.formats import FORMATS, Format, as_format, format_of_name
from loa_engine.records.record import (
    HEADERS,
    MARKS,
    BrokenRecord,
    GameRecord,
    Node,
    Result,
)
from loa_engine.records.replace import replacing
from loa_engine.records.source import Source

__all__ = [
    "FORMATS",
    "HEADERS",
    "MARKS",
    "BrokenRecord",
    "Format",
    "GameRecord",
    "Node",
    "Result",
    "detect_format",
    "format_of_name",
    "read_game",
    "read_games",
    "write_games",
]

Place: TypeAlias = "str | os.PathLike[str] | IO[Any]"


def read_games(
    place: Place, format: str | None = None, rules: RuleSet | str | None = None
) -> Iterator[GameRecord | BrokenRecord]:
    """The games of a file, one after the other; no more than one is held in memory.

    Args:
        place: the name of a file, or a stream of bytes or text.
        format: the name of the format; None to find it from the content.
        rules: the rules of records that do not state theirs; None for those of the format, which
            then give way where the game goes on after a repetition or limit, or a player passes.

    Yields:
        A ``GameRecord`` for each game, or a ``BrokenRecord`` when it has a fault.

    Raises:
        RecordError: when the file is empty or its format is not known; found with the first game.
        RuleError: when there is no rule set of that name.
        OSError: when the file cannot be read.
    """
    strict = None if rules is None else as_rules(rules)
    chosen = None if format is None else as_format(format)
    return _read(place, chosen, strict)


def _read(
    place: Place, chosen: Format | None, rules: RuleSet | None
) -> Iterator[GameRecord | BrokenRecord]:
    with _opened(place) as stream:
        source = Source(stream)
        if chosen is None:
            chosen = as_format(detect_format(source.head))
        assumed = as_rules(chosen.rules) if rules is None else rules
        yield from chosen.read(source, Assumption(assumed, rules is not None))
        if source.fault is not None:
            yield BrokenRecord(source.fault, GameRecord())


def read_game(
    place: Place, format: str | None = None, rules: RuleSet | str | None = None
) -> GameRecord:
    """The first game of a file; the arguments are those of ``read_games``.

    Raises:
        RecordError: when there is no game, or it has a fault.
    """
    for record in read_games(place, format, rules):
        if isinstance(record, BrokenRecord):
            raise record.error
        return record
    raise RecordError("there is no game")


def write_games(games: Iterable[GameRecord | Game], place: Place, format: str | None = None) -> int:
    """Write games to a file, one after the other.

    Args:
        games: the games, as records or as they are.
        place: the name of a file, which is replaced when all is written, or a stream of bytes or
            text.
        format: the name of the format; None to take it from the ending of the file's name.

    Returns:
        How many games have been written.

    Raises:
        RecordError: when the format cannot hold a game, or is not known.
        OSError: when the file cannot be written.
    """
    chosen = as_format(format) if format is not None else format_of_name(_name_of(place))
    count = 0
    with _written(place) as stream:
        is_text = _is_text(stream)
        for game in games:
            record = GameRecord.of(game) if isinstance(game, Game) else game
            data = chosen.write(record).encode("utf-8", "replace")  # halves of letters become ?
            stream.write(data.decode() if is_text else data)
            count += 1
    return count


def _opened(place: Place) -> AbstractContextManager[IO[Any]]:
    """The stream of a place to read from; one that was opened here is closed here too."""
    if isinstance(place, str | os.PathLike):
        return Path(place).open("rb")
    return nullcontext(place)


def _written(place: Place) -> AbstractContextManager[IO[Any]]:
    """The stream of a place to write to."""
    if isinstance(place, str | os.PathLike):
        return replacing(Path(place))
    return nullcontext(place)


def _name_of(place: Place) -> str:
    if isinstance(place, str | os.PathLike):
        return os.fspath(place)
    name = getattr(place, "name", "")
    return name if isinstance(name, str) else ""


def _is_text(stream: IO[Any]) -> bool:
    """Whether a stream takes text rather than bytes."""
    try:
        stream.write("")
    except TypeError:
        return False
    return True
