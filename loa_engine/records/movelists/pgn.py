"""PGN files of PlayStrategy and XBoard: headers in brackets, then short algebraic moves.

The first player, our Black, is White or P1 there: he moves first, has the letter ``L``, and
``1-0`` is his win. Moves may also be written in full, with or without a mark between the squares.
Headers that have a name of ours get it; all others are kept under their own.
"""

import re
from collections.abc import Iterator, Mapping

from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import RULE_SETS, Reason, RuleSet
from loa_engine.game.variants import VARIANTS
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.movelists.movetext import (
    MoveTaker,
    Splitter,
    Token,
    TokenKind,
    plain_moves,
)
from loa_engine.records.movelists.movetext_write import comment_pieces, line_pieces, wrapped
from loa_engine.records.movelists.san import write_san
from loa_engine.records.record import BrokenRecord, GameRecord, Result, parse_result
from loa_engine.records.rule_text import write_rules
from loa_engine.records.source import Source

__all__ = ["read_pgn", "write_pgn", "write_position_line"]

HEADER_TAGS = {
    "Event": "event",
    "Site": "site",
    "Date": "date",
    "Round": "round",
    "White": "black",
    "Black": "white",
    "WhiteElo": "black_rating",
    "BlackElo": "white_rating",
    "WhiteTeam": "black_team",
    "BlackTeam": "white_team",
    "Name": "name",
    "Description": "description",
    "Annotator": "annotator",
    "Transcriber": "transcriber",
    "Source": "source",
    "Copyright": "copyright",
    "Opening": "opening",
    "TimeControl": "time",
    "Overtime": "overtime",
}
"""The tags with our names for them; the first player, our Black, is White here."""

OTHER_TAGS = {
    "P1": "black",
    "P2": "white",
    "P1Elo": "black_rating",
    "P2Elo": "white_rating",
    "P1Team": "black_team",
    "P2Team": "white_team",
}
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
OWN_TAGS = frozenset({*HEADER_TAGS, *OTHER_TAGS, "Result", "Variant", "FEN", "SetUp", "Rules"})

TAG = re.compile(r'\[\s*([A-Za-z_][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
TAG_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
ESCAPED = re.compile(r'\\(["\\])')
DATE = re.compile(r"(\d{4}|\?{4})[.](\d\d|\?\?)[.](\d\d|\?\?)", re.ASCII)
ISO_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", re.ASCII)
UNKNOWN = frozenset({"", "?", "-"})
VARIANT_NAMES = {
    "linesofaction": "standard",
    "loa": "standard",
    "standard": "standard",
    "fromposition": "standard",
    "scrambledeggs": "scrambled-eggs",
    "cheshirecat": "cheshire-cat",
    "gemma": "cheshire-cat",
    "parachute": "parachute",
    **{name: name for name in VARIANTS if name[0].isdigit() or name == "loaps"},
}
TERMINATIONS = {
    "time forfeit": Reason.TIME,
    "rules infraction": Reason.FORFEIT,
    "adjudication": Reason.ADJUDICATION,
    "resignation": Reason.RESIGN,
    "agreement": Reason.AGREED,
}
PLAYSTRATEGY = "playstrategy.org"


# Reading ------------------------------------------------------------------------------------------


def read_pgn(source: Source, assumption: Assumption) -> Iterator[GameRecord | BrokenRecord]:
    """The games of a file, one after the other."""
    splitter = Splitter()
    game: _Game | None = None
    number = 0
    is_parted = False  # whether the line before is empty
    for line, text in source.lines():
        if splitter.is_in_comment and is_parted and game is not None and TAG.match(text):
            for token in splitter.lost():
                game.take(token)
        is_parted = not text.strip()
        if game is not None and not splitter.is_in_comment and game.take_line(text, line):
            continue
        tags = [] if splitter.is_in_comment else _read_tags(text)
        is_escape = text.startswith("%") and not splitter.is_in_comment
        tokens = iter(()) if tags or is_escape else splitter.tokens(line, text)
        if tags and (game is None or game.ends_before(tags)):
            if game is not None:
                yield game.finish()
            number += 1
            game = _Game(RecordBuilder(number, assumption))
        if game is not None:
            game.tags.update(tags)
        for token in tokens:
            if game is not None and game.is_done and token.kind is not TokenKind.COMMENT:
                yield game.finish()
                game = None
            if game is None:
                number += 1
                game = _Game(RecordBuilder(number, assumption))
            game.take(token)
    for token in splitter.lost():
        game = game or _Game(RecordBuilder(number + 1, assumption))
        game.take(token)
    if game is not None:
        yield game.finish()


class _Game:
    """One game while it is read: its tags, then its moves."""

    def __init__(self, builder: RecordBuilder) -> None:
        self.tags: dict[str, str] = {}
        self.is_done = False
        self._has_begun = False
        self._builder = builder
        self._taker = MoveTaker(builder)

    def ends_before(self, tags: list[tuple[str, str]]) -> bool:
        """Whether these tags belong to the next game."""
        return self._has_begun or any(name in self.tags for name, _ in tags)

    def take(self, token: Token) -> None:
        """Take a token of the moves."""
        self._begin(token.line)
        self._taker.take(token)
        self.is_done = self.is_done or (token.kind is TokenKind.RESULT and self._builder.depth == 0)

    def take_line(self, text: str, line: int) -> bool:
        """Take a line that has nothing but moves; False when it is another one."""
        moves, result = ([], "") if self.is_done else plain_moves(text)
        if moves:
            self._begin(line)
            self._taker.take_moves(moves, line)
        if result:
            self.take(Token(TokenKind.RESULT, result, line))
        return bool(moves)

    def finish(self) -> GameRecord | BrokenRecord:
        """The record."""
        self._begin(None)
        if self._builder.depth:
            self._builder.note("a parenthesis is not closed")
        return self._builder.finish()

    def _begin(self, line: int | None) -> None:
        """Take the tags, once all of them are known."""
        if self._has_begun:
            return
        self._has_begun = True
        builder, tags = self._builder, self.tags
        if PLAYSTRATEGY in tags.get("Site", ""):
            builder.assume_rules(RULE_SETS["playstrategy"])
        try:
            self._take_start(tags.pop("Variant", "loa"), tags.pop("FEN", ""))
            self._take_result(tags.pop("Result", "*"))
        except LoaError as error:
            builder.fail_whole(str(error), line)
        rules = tags.pop("Rules", "")
        if rules and not builder.state_rules(rules):
            builder.headers["Rules"] = rules
            builder.note(f"the rules {quoted(rules)} are not known")
        tags.pop("SetUp", None)
        for name, value in tags.items():
            key = HEADER_TAGS.get(name) or OTHER_TAGS.get(name) or name
            text = _read_date(value) if key == "date" else value
            if text not in UNKNOWN:
                builder.headers[key] = text

    def _take_start(self, variant: str, fen: str) -> None:
        plain = re.sub(r"[^a-z0-9]", "", variant.lower())
        name = VARIANT_NAMES.get(plain)
        if name is None:
            self._builder.fail_whole(f"the variant {quoted(variant)} is not supported")
        elif fen not in UNKNOWN:
            self._builder.set_start(Position.parse(fen, name))
        else:
            self._builder.set_start(Position.start(name))

    def _take_result(self, text: str) -> None:
        result = parse_result(text)
        reason = TERMINATIONS.get(self.tags.get("Termination", "").lower())
        if result is not None and reason is not None:
            del self.tags["Termination"]
            result = Result(result.winner, reason)
        self._builder.state_result(result)


def _read_tags(text: str) -> list[tuple[str, str]]:
    """The tags of a line that has nothing else; one that is not closed properly is read too."""
    trimmed = text.strip()
    if not trimmed.startswith("["):
        return []
    if "\\" not in trimmed and (single := TAG.fullmatch(trimmed)):
        return [(single[1], single[2])]
    if not TAG.sub("", trimmed).strip():
        return [(name, ESCAPED.sub(r"\1", value)) for name, value in TAG.findall(trimmed)]
    name, _, value = trimmed[1:].removesuffix("]").strip().partition(" ")
    if not TAG_NAME.fullmatch(name):
        return []
    return [(name, ESCAPED.sub(r"\1", value.strip().removeprefix('"').removesuffix('"')))]


def _read_date(text: str) -> str:
    """A date as ISO has it, as far as it is known; other text as it is."""
    found = DATE.fullmatch(text)
    if found is None:
        return text
    known = []
    for part in found.groups():
        if "?" in part:
            break
        known.append(part)
    return "-".join(known)


# Writing ------------------------------------------------------------------------------------------


def write_pgn(record: GameRecord) -> str:
    """One game, with an empty line behind it."""
    tags = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in _tags(record).items())
    result = "*" if record.result is None else str(record.result)

    def write(position: Position, move: Move) -> str:
        return write_san(position, move, record.rules)

    pieces = [
        *comment_pieces(record.root),
        *line_pieces(record.line, record.start, int(record.start.turn), write),
        result,
    ]
    return f"{tags}\n{wrapped(pieces)}\n\n"


def write_position_line(position: Position) -> str:
    """A position with PlayStrategy's letters; the counters at its end say nothing.

    >>> write_position_line(Position.start())
    '1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1'
    """
    board, side, *hands = str(position).split(" ")
    letters = board.replace("x", "L").replace("o", "l")
    return " ".join([letters, "w" if side == "x" else "b", *hands, "- - 0 1"])


def _tags(record: GameRecord) -> dict[str, str]:
    names = {key: name for name, key in HEADER_TAGS.items()}
    headers = {names.get(key, key): value for key, value in record.headers.items()}
    headers["Date"] = _write_date(headers.get("Date", ""))
    tags = {name: headers.pop(name, "") or "?" for name in ROSTER}
    result = record.result
    tags["Result"] = "*" if result is None else str(result)
    own = record.variant if record.variant in VARIANT_NAMES.values() else "standard"
    own = "standard" if own in VARIANTS and VARIANTS[own].size != 8 else own
    tags["Variant"] = "loa" if own == "standard" else own.replace("-", "")
    if record.start != Position.start(own):
        tags["SetUp"] = "1"
        tags["FEN"] = write_position_line(record.start)
    if record.rules != _assumed_rules(record.headers):
        tags["Rules"] = write_rules(record.rules)
    elif "Rules" in headers:
        tags["Rules"] = headers["Rules"]
    for text, reason in TERMINATIONS.items():
        if result is not None and result.reason is reason:
            tags["Termination"] = text
    for name, value in headers.items():
        if TAG_NAME.fullmatch(name) and value and (name in HEADER_TAGS or name not in OWN_TAGS):
            tags.setdefault(name, value)
    return tags


def _assumed_rules(headers: Mapping[str, str]) -> RuleSet:
    """The rules that a reader takes for those of a file that does not state any."""
    is_playstrategy = PLAYSTRATEGY in headers.get("site", "")
    return RULE_SETS["playstrategy" if is_playstrategy else "standard"]


def _write_date(text: str) -> str:
    found = ISO_DATE.fullmatch(text)
    if found is None:
        return text or "????.??.??"
    return ".".join([found[1], found[2] or "??", found[3] or "??"])


def _escape(text: str) -> str:
    return " ".join(text.split("\n")).replace("\\", "\\\\").replace('"', '\\"')
