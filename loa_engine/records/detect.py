"""The format of a file, found from how it begins."""

import re

from loa_engine.game.errors import RecordError
from loa_engine.game.move import MARKS
from loa_engine.records.movelists.plain import POSITION_LINE, setting_of
from loa_engine.records.sites.codingame import ROW
from loa_engine.records.sites.openspiel import PLAYTHROUGH_HEAD, action_numbers
from loa_engine.records.sites.riddles import BOARD, MOVE

__all__ = ["detect_format"]

LINES = 400  # of the file, that tell its format

JSON = re.compile(r'(?:\[\s*)?\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})')
COMMENT = re.compile(r"\{[^}]*(?:\}|\Z)|^;.*$|\s;.*$", re.MULTILINE)
SGF = re.compile(r"\(\s{0,99};\s{0,99}(?:[A-Za-z][A-Za-z0-9]{0,99}\s{0,99}\[|[;()])")
TAG = re.compile(r'\[\s*[A-Za-z_]\w*\s+"')
SHORT_MOVE = re.compile(r"(?:^|[\s.(])L[a-h]?[1-8]?x?[a-h][1-8](?![a-h1-8])")
FULL_MOVE = re.compile(
    rf"(?:^|[\s.()}}])(?:[a-h][1-8](?:\s{{0,8}}[{MARKS}]?\s{{0,8}}[a-h][1-8]|-?\^\^)|@[a-h][1-8])",
    re.I,
)
RESULT = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|½-½|\*)(?:\s|$)")
FEWEST_ROWS = 4


def detect_format(head: str) -> str:
    """The name of the format that a file is in, from the text it begins with.

    Raises:
        RecordError: when it is none of them.

    >>> detect_format("(;GM[9];B[b1-b3])"), detect_format("1. b1-b3 h6-f4")
    ('sgf', 'plain')
    """
    trimmed = head.lstrip("\ufeff \t\r\n")
    if not trimmed:
        raise RecordError("there is no game: it is empty")
    if JSON.match(trimmed):
        return "jsonl"
    first = trimmed.split("\n", 1)[0].strip()
    if setting_of(first) is not None:
        return "plain"
    if SGF.match(trimmed):
        return "sgf"
    if TAG.match(trimmed):
        return "pgn"
    trimmed = COMMENT.sub("{}", trimmed)  # whatever is said there tells nothing
    lines = [line.strip() for line in trimmed.split("\n", LINES)[:LINES]]
    tag = next((number for number, line in enumerate(lines) if TAG.match(line)), None)
    sgf = SGF.search(trimmed)
    if sgf is not None and (tag is None or trimmed.count("\n", 0, sgf.start()) <= tag):
        return "sgf"
    if tag is not None:
        return "pgn"
    return _by_lines(lines)


def _by_lines(lines: list[str]) -> str:
    """The format of a file that consists of lines."""
    if any(MOVE.search(line) or BOARD.search(line) for line in lines):
        return "riddles"
    if sum(ROW.fullmatch(line) is not None for line in lines) >= FEWEST_ROWS:
        return "codingame"
    first = next(line for line in lines if line)
    if PLAYTHROUGH_HEAD in lines or "Current player:" in "\n".join(lines) or action_numbers(first):
        return "openspiel"
    if any(SHORT_MOVE.search(line) for line in lines):
        return "pgn"
    for line in lines:
        if FULL_MOVE.search(line) or RESULT.search(line) or POSITION_LINE.fullmatch(line):
            return "plain"
    raise RecordError("the format is none that is known")
