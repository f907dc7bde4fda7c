"""Plain lists of moves: numbered or not, in full or short spelling, with or without remarks.

A game ends with its result, before an empty line, or where the numbers begin again; a remark
behind an empty line still belongs to it, unless its result was seen and another game follows.
Before the moves may stand a position on one line, and ``variant:``, ``rules:`` and ``reason:`` (of
the result) with a name. Written is one numbered pair a line, and a result always.
"""

import re
from collections.abc import Iterator

from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.game import SET_BY_HAND
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import RULE_SETS
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.movelists.movetext import (
    MOVE,
    MoveTaker,
    Splitter,
    Token,
    TokenKind,
    is_move,
)
from loa_engine.records.movelists.movetext_write import comment_pieces, line_pieces, wrapped
from loa_engine.records.record import BrokenRecord, GameRecord, as_reason
from loa_engine.records.rule_text import write_rules
from loa_engine.records.source import Source

__all__ = ["POSITION_LINE", "read_plain", "setting_of", "write_plain"]

POSITION_LINE = re.compile(r"(?:start\s*:\s*)?((?:[xoL.#0-9]+/){3,7}[xoL.#0-9]+\s+\S.*)", re.I)
"""A line that is a position and nothing else."""

SETTING = re.compile(r"(variant|rules|reason)\s*:\s*(\S.*)", re.IGNORECASE)
PAIR = re.compile(rf"([0-9]{{1,6}})\. ({MOVE}(?: {MOVE})?)")
WHOLE_NUMBER = re.compile(r"[0-9]{1,6}")


def read_plain(source: Source, assumption: Assumption) -> Iterator[GameRecord | BrokenRecord]:
    """The games of a file, one after the other."""
    splitter = Splitter()
    game: _Game | None = None
    waiting: list[Token] = []  # remarks that may belong to the next game
    number = 0
    for line, text in source.lines():
        if game is not None and not waiting and game.take_pair(text, line, splitter):
            continue
        setting = None if splitter.is_in_comment else setting_of(text)
        if game is not None and not splitter.is_in_comment:
            if setting and game.has_begun:
                _give_back(waiting, game)
                yield game.builder.finish()
                game = None
            elif not text.strip():
                game.is_parted = True
        if setting:
            number += game is None
            game = game or _Game(RecordBuilder(number, assumption))
            game.set(*setting, line)
            continue
        is_line_start = True
        for token in splitter.tokens(line, text):
            if game is not None and game.may_not_own(token):
                waiting.append(token)
                continue
            if game is not None and game.ends_before(token, is_line_start):
                yield game.builder.finish()
                game = None
            number += game is None
            game = game or _Game(RecordBuilder(number, assumption))
            _give_back(waiting, game)
            game.take(token)
            is_line_start = False
    for token in splitter.lost():
        game = game or _Game(RecordBuilder(number + 1, assumption))
        game.take(token)
    _give_back(waiting, game)
    if game is not None:
        yield game.builder.finish()


def _give_back(waiting: list[Token], game: "_Game | None") -> None:
    """Give remarks that waited for their game to it."""
    for token in waiting:
        if game is not None:
            game.take(token)
    waiting.clear()


class _Game:
    """One game while it is read.

    Attributes:
        builder: the builder of its record.
        is_parted: whether an empty line has been seen behind the last token.
        has_begun: whether there has been a token.
    """

    def __init__(self, builder: RecordBuilder) -> None:
        self.builder = builder
        self.is_parted = False
        self.has_begun = False
        self._is_done = False
        self._variant = "standard"
        self._words = 0  # of the game itself
        self._offset = 0  # 1 when White begins
        self._first_half = ""  # how the half moves began to be numbered
        self._taker = MoveTaker(builder)

    def set(self, name: str, value: str, line: int) -> None:
        """Take a line that says how the game begins."""
        self.is_parted = False
        try:
            if name == "rules":
                if not self.builder.state_rules(value):
                    self.builder.note(f"the rules {quoted(value)} are not known", line)
            elif name == "reason":
                self._taker.reason = as_reason(value)
            elif name == "variant":
                self._variant = value
                self.builder.set_start(Position.start(value))
            else:
                start = Position.parse(value, self._variant)
                self._offset = int(start.turn)
                self.builder.set_start(start)
        except LoaError as error:
            self.builder.fail_whole(str(error), line)

    def may_not_own(self, token: Token) -> bool:
        """Whether a token is a remark that the next game may begin with."""
        return token.kind is TokenKind.COMMENT and self._is_done and self.is_parted

    def ends_before(self, token: Token, is_line_start: bool) -> bool:
        """Whether a token belongs to the next game."""
        kind = token.kind
        if kind is TokenKind.COMMENT or (kind is TokenKind.RESULT and not self._is_done):
            return False
        if self._is_done:
            return True
        if not self.builder.has_moves or self.builder.depth:
            return False
        if kind is TokenKind.NUMBER or self._is_bare_number(token):
            begins_again = int(token.text) == 1 and self._words > 1
            return begins_again or (self.is_parted and int(token.text) != self._next_number)
        if kind is TokenKind.HALF_MOVE:
            return token.text == self._first_half
        if kind is not TokenKind.WORD or not is_move(token.text):
            return False
        return self.is_parted or (is_line_start and self.builder.is_over)

    def take(self, token: Token) -> None:
        """Take a token."""
        self.has_begun, self.is_parted = True, False
        if self._is_bare_number(token):
            return
        if token.kind is TokenKind.HALF_MOVE and not self._words:
            self._first_half = token.text
        self._taker.take(token)
        if not self.builder.depth:
            self._words += token.kind is TokenKind.WORD
            self._is_done = self._is_done or token.kind is TokenKind.RESULT

    def take_pair(self, text: str, line: int, splitter: Splitter) -> bool:
        """Take a line with the next number and a move or two; False when it is another one."""
        found = PAIR.fullmatch(text)
        if found is None or splitter.is_in_comment or self.builder.depth:
            return False
        if self._is_done or self.is_parted:
            return False
        if not self.has_begun or int(found[1]) != self._next_number or found[1] == "1":
            return False
        moves = found[2].split()
        self._words += len(moves)
        self._taker.take_moves(moves, line)
        return True

    @property
    def _next_number(self) -> int:
        return (self._words + self._offset) // 2 + 1

    def _is_bare_number(self, token: Token) -> bool:
        """Whether a word is a move number without its dot."""
        return token.kind is TokenKind.WORD and WHOLE_NUMBER.fullmatch(token.text) is not None


def setting_of(text: str) -> tuple[str, str] | None:
    """What a line says about the start: its name and its value."""
    trimmed = text.strip()
    found = SETTING.fullmatch(trimmed)
    if found is not None:
        return found[1].lower(), found[2]
    position = POSITION_LINE.fullmatch(trimmed)
    return None if position is None else ("start", position[1])


def write_plain(record: GameRecord) -> str:
    """One game, with an empty line behind it."""
    settings = []
    if record.rules != RULE_SETS["standard"]:
        settings.append(f"rules: {write_rules(record.rules)}\n")
    if record.variant != "standard":
        settings.append(f"variant: {record.variant}\n")
    if record.start != Position.start(record.variant):
        settings.append(f"{record.start}\n")
    if record.result is not None and record.result.reason in SET_BY_HAND:
        settings.append(f"reason: {record.result.reason}\n")
    pieces = [
        *comment_pieces(record.root),
        *line_pieces(record.line, record.start, int(record.start.turn), _write_move),
    ]
    moves = wrapped(pieces, new_line_at_numbers=True)
    if not settings and not moves[:1].isdecimal():  # a remark may look like any other format
        settings.append(f"rules: {write_rules(record.rules)}\n")
    result = "*" if record.result is None else str(record.result)
    return "".join(settings) + (f"{moves}\n" if moves else "") + f"{result}\n\n"


def _write_move(_position: Position, move: Move) -> str:
    return str(move)
