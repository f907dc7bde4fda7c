"""The formats by name: how each is read and written, and what it assumes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from loa_engine.game.errors import RecordError, quoted
from loa_engine.records.builder import Assumption
from loa_engine.records.jsonl import read_jsonl, write_jsonl
from loa_engine.records.movelists.pgn import read_pgn, write_pgn
from loa_engine.records.movelists.plain import read_plain, write_plain
from loa_engine.records.record import BrokenRecord, GameRecord
from loa_engine.records.sgf.read import read_sgf
from loa_engine.records.sgf.write import write_sgf
from loa_engine.records.sites.codingame import read_codingame, write_codingame
from loa_engine.records.sites.openspiel import read_openspiel, write_actions, write_openspiel
from loa_engine.records.sites.riddles import read_riddles, write_riddles
from loa_engine.records.source import Source

__all__ = ["FORMATS", "Format", "as_format", "format_of_name"]

Reader = Callable[[Source, Assumption], Iterator[GameRecord | BrokenRecord]]
Writer = Callable[[GameRecord], str]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of game records.

    Attributes:
        name: the name, as in ``FORMATS``.
        description: what it is, in one line.
        rules: the rule set of records that do not state their rules.
        endings: the endings of file names that mean this format.
        read: reads the games of a source.
        write: writes one game; the texts of several games, one behind the other, are a file.
    """

    name: str
    description: str
    rules: str
    endings: tuple[str, ...]
    read: Reader
    write: Writer


_ALL = (
    Format("sgf", "Smart Game Format FF[4], GM[9]", "standard", (".sgf",), read_sgf, write_sgf),
    Format("pgn", "PGN of PlayStrategy and XBoard", "standard", (".pgn",), read_pgn, write_pgn),
    Format("plain", "list of moves", "standard", (".txt",), read_plain, write_plain),
    Format(
        "jsonl", "JSON lines, lossless", "standard", (".jsonl", ".json"), read_jsonl, write_jsonl
    ),
    Format("openspiel", "OpenSpiel's text games", "openspiel", (), read_openspiel, write_openspiel),
    Format(
        "openspiel-actions",
        "OpenSpiel's action numbers, one game a line",
        "openspiel",
        (),
        read_openspiel,
        write_actions,
    ),
    Format("codingame", "CodinGame's moves", "codingame", (), read_codingame, write_codingame),
    Format("riddles", "riddles.io's moves", "riddles", (), read_riddles, write_riddles),
)

FORMATS: Mapping[str, Format] = MappingProxyType({each.name: each for each in _ALL})
"""All formats by name."""


def as_format(name: str) -> Format:
    """The format of a name.

    Raises:
        RecordError: when there is no such format.
    """
    if name not in FORMATS:
        raise RecordError(f"no format {quoted(name)}: expected one of {', '.join(FORMATS)}")
    return FORMATS[name]


def format_of_name(file_name: str) -> Format:
    """The format that the ending of a file name means.

    Raises:
        RecordError: when it means none.
    """
    for each in FORMATS.values():
        if file_name.lower().endswith(each.endings):
            return each
    known = ", ".join(ending for each in FORMATS.values() for ending in each.endings)
    raise RecordError(f"the ending of {quoted(file_name)} means no format: expected {known}")
