"""Move lists as people write them: the common part of PGN files and plain lists, read.

Read are moves with or without numbers, comments in braces or behind ``;``, variations in
parentheses, judgements (``!``, ``$1``), results, and words such as ``resigns``. A move never goes
over the end of a line. What stands around the moves is for ``pgn`` and ``plain``.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError
from loa_engine.game.move import MARKS
from loa_engine.game.rules import Reason
from loa_engine.records.builder import RecordBuilder
from loa_engine.records.follow import Play
from loa_engine.records.movelists.san import read_san, split_san
from loa_engine.records.record import Result, parse_result

__all__ = ["NUMERIC_MARKS", "MoveTaker", "Splitter", "Token", "TokenKind", "is_move", "plain_moves"]

NUMERIC_MARKS = {"1": "!", "2": "?", "3": "!!", "4": "??", "5": "!?", "6": "?!"}

WORD = re.compile(r"[^\s{}();]+")
PLAIN_LINE = re.compile(r"[^{}();]*")
MOVE_LETTERS = "abcdefghABCDEFGHL"  # begin no number, result or sign
NUMBER = re.compile(r"([0-9]{1,6})(?:\.+|\))")
DASH = "[-\N{EN DASH}]"
RESULT = re.compile(rf"1{DASH}0|0{DASH}1|(?:1/2|½|0\.5){DASH}(?:1/2|½|0\.5)|1/2|\*")
PLAIN_MOVE = re.compile(r"[a-h][1-8]|L[a-h1-8x]")
MOVE = r"(?:[a-h][1-8][-:x]?[a-h][1-8]|L[a-h]?[1-8]?x?[a-h][1-8])"
NUMBERED = rf"(?:[0-9]{{1,6}}\.\s*)?{MOVE}"
PLAIN_MOVES = re.compile(rf"{NUMBERED}(?: +{NUMBERED})*(?: +({RESULT.pattern}))?")
MOVES = re.compile(MOVE)
SQUARE = r"[a-h][1-8]"
BLANKS = r"\s{1,8}"
SPACED_MOVE = re.compile(
    rf"(?:[0-9]{{1,6}}(?:\.{{1,3}}|\))(?:{BLANKS})?)?{SQUARE}(?:(?:{BLANKS})?[{MARKS}](?:{BLANKS})?"
    rf"|{BLANKS}){SQUARE}x?[+!?#]{{0,20}}(?![{MARKS}\w@])",
    re.IGNORECASE,
)
HALF_MOVE = re.compile(
    rf"(b|w|black|white){BLANKS}([0-9]{{1,6}})[.:)]?{BLANKS}(?={SQUARE})", re.IGNORECASE
)
SPACED = re.compile(
    rf"{SQUARE}(?:{BLANKS}(?:[{MARKS}](?:{BLANKS})?)?|[{MARKS}]{BLANKS}){SQUARE}", re.IGNORECASE
)
"""A move with blanks in it, as far as it tells such a line from others."""
SIGNS = re.compile(r"[+!?#]{1,20}")
COMMAND = re.compile(r"\[%(eval|win|loss) ([+-]?[0-9]{1,5}(?:\.[0-9]{1,6})?)\]")
DOTS = ".…"
LONGEST_COMMENT = 1 << 20  # characters
PLAYERS = {"black": Color.BLACK, "white": Color.WHITE}
ENDS = {"resign": Reason.RESIGN, "forfeit": Reason.FORFEIT}


class TokenKind(Enum):
    """What stands in a move list."""

    WORD = "word"
    NUMBER = "number"
    RESULT = "result"
    COMMENT = "comment"
    OPEN = "("
    CLOSE = ")"
    NUMERIC_MARK = "$"
    HALF_MOVE = "half"
    """The player and the number that stand before a single move: ``b1``, ``w2``."""
    LOST = "lost"
    """A comment without an end; the text says so."""


class Token(NamedTuple):
    """One thing in a move list: what it is, its text, and the line where it stands."""

    kind: TokenKind
    text: str
    line: int


def is_move(word: str) -> bool:
    """Whether a word stands for a move rather than for signs or the end of the game."""
    lowered = word.lower().rstrip(".,")
    is_end = lowered in ("draw", "drawn", *PLAYERS) or lowered.startswith(tuple(ENDS))
    return not (is_end or SIGNS.fullmatch(word))


class Splitter:
    """Splits lines into tokens; knows whether a comment goes on from one line to the next."""

    def __init__(self) -> None:
        self._comment: list[str] | None = None
        self._length = 0  # of the comment
        self._begun = 0  # the line where it begins

    @property
    def is_in_comment(self) -> bool:
        """Whether the next line begins inside of a comment."""
        return self._comment is not None

    def tokens(self, line: int, text: str) -> Iterator[Token]:
        """The tokens of the next line."""
        if self._comment is None and PLAIN_LINE.fullmatch(text) and not _has_blanks(text):
            for word in text.split():
                yield from _word_tokens(word, line)
            return
        at = 0
        while at < len(text):
            letter = text[at]
            if self._comment is not None or letter == "{":
                if self._comment is None:
                    self._comment, self._length, self._begun = [], 0, line
                    at += 1
                end = text.find("}", at)
                piece = text[at:] if end < 0 else text[at:end]
                self._comment.append(piece.strip())
                self._length += len(piece) + 1
                if end < 0:
                    if self._length > LONGEST_COMMENT:
                        yield from self.lost()
                    return
                yield Token(TokenKind.COMMENT, " ".join(filter(None, self._comment)), line)
                self._comment = None
                at = end + 1
            elif letter == ";":
                yield Token(TokenKind.COMMENT, text[at + 1 :].strip(), line)
                return
            elif letter in "()":
                yield Token(TokenKind(letter), letter, line)
                at += 1
            elif letter == "}" or letter.isspace():
                at += 1
            elif half := HALF_MOVE.match(text, at):
                yield Token(TokenKind.HALF_MOVE, half[1][0].lower() + half[2], line)
                at = half.end()
            else:
                found = SPACED_MOVE.match(text, at) or WORD.match(text, at)
                word = letter if found is None else found[0]
                yield from _word_tokens("".join(word.split()), line)
                at += len(word)

    def lost(self) -> Iterator[Token]:
        """Give up the comment that goes on, if one does: it has no end."""
        if self._comment is not None:
            self._comment = None
            yield Token(TokenKind.LOST, "a comment has no end", self._begun)


def _has_blanks(text: str) -> bool:
    """Whether a line has moves that are not one word each."""
    return SPACED.search(text) is not None or HALF_MOVE.search(text) is not None


def _word_tokens(word: str, line: int) -> Iterator[Token]:
    """A word, without the number and the dots that may stand before a move."""
    if word[0] in MOVE_LETTERS:
        yield Token(TokenKind.WORD, word, line)
        return
    number = NUMBER.match(word)
    if number is not None and not RESULT.fullmatch(word):
        yield Token(TokenKind.NUMBER, number[1], line)
        word = word[number.end() :]
    word = word.lstrip(DOTS)
    if RESULT.fullmatch(word):
        yield Token(TokenKind.RESULT, word, line)
    elif word.startswith("$"):
        yield Token(TokenKind.NUMERIC_MARK, word[1:], line)
    elif word:
        yield Token(TokenKind.WORD, word, line)


def plain_moves(text: str) -> tuple[list[str], str]:
    """The moves of a line that has nothing but moves with their numbers and perhaps a result.

    For another line none. The result is empty where there is none.

    >>> plain_moves("12. b1-b3 Lxc5 1-0"), plain_moves("12. b1-b3 {why}")
    ((['b1-b3', 'Lxc5'], '1-0'), ([], ''))
    """
    found = PLAIN_MOVES.fullmatch(text)
    return ([], "") if found is None else (MOVES.findall(text), found[1] or "")


class MoveTaker:
    """Hands the tokens of one game to its builder; the numbers say nothing.

    Args:
        builder: the builder of the record.

    Attributes:
        reason: the reason of the result, if the record gives one apart from it.
    """

    def __init__(self, builder: RecordBuilder) -> None:
        self.builder = builder
        self.reason: Reason | None = None
        self._named: Color | None = None  # the player of "White resigns"
        self._mover: Color | None = None  # whose half move comes next, if the record says

    def take(self, token: Token) -> None:
        """Take the next token."""
        kind, text, line = token
        builder = self.builder
        if kind is TokenKind.WORD:
            self._take_word(text, line)
        elif kind is TokenKind.COMMENT:
            self._take_comment(text)
        elif kind is TokenKind.NUMERIC_MARK:
            if not builder.mark(NUMERIC_MARKS.get(text, "")):
                builder.add_property("NAG", [text])
        elif kind is TokenKind.OPEN:
            if not builder.open_alternative(line):
                builder.fail("a variation before the first move", line)
                builder.open_alternative(line)
        elif kind is TokenKind.CLOSE:
            if builder.depth:
                builder.close()
            else:
                builder.note("a parenthesis that closes nothing", line)
        elif kind is TokenKind.HALF_MOVE:
            self._mover = PLAYERS["black" if text[0] == "b" else "white"]
        elif kind is TokenKind.LOST:
            builder.fail(text, line)
        elif kind is TokenKind.RESULT:
            if builder.depth:
                builder.note(f"the result {text} of a variation is not kept", line)
            else:
                result = parse_result(text)
                builder.state_result(result and Result(result.winner, self.reason))

    def take_moves(self, moves: list[str], line: int) -> None:
        """Take the moves of a line that has nothing else."""
        plays: list[Play] = [(move, None, line) for move in moves]
        self.builder.play_all(plays, reader=read_san, split=split_san)

    def _take_word(self, text: str, line: int) -> None:
        builder = self.builder
        mover, self._mover = self._mover, None
        if PLAIN_MOVE.match(text):
            builder.play(text, line, by=mover, reader=read_san)
            return
        lowered = text.lower().rstrip(".,")
        ending = next((ENDS[word] for word in ENDS if lowered.startswith(word)), None)
        if lowered in PLAYERS:
            self._named = PLAYERS[lowered]
        elif SIGNS.fullmatch(text):
            builder.signs(text)
        elif ending is not None:
            loser = builder.position.turn if self._named is None else self._named
            builder.end(loser.other, ending, line)
        elif lowered in ("draw", "drawn"):
            builder.end(None, Reason.AGREED, line)
        else:
            builder.play(text, line, by=mover, reader=read_san)

    def _take_comment(self, text: str) -> None:
        """A comment, or the score that a command in it gives."""
        found = COMMAND.search(text)
        score = None if found is None else _read_score(found[1], found[2])
        if found is not None and score is not None and self.builder.score(score):
            text = f"{text[: found.start()].rstrip()} {text[found.end() :].lstrip()}".strip()
            if not text:
                return
        self.builder.comment(text, is_line=True)


def _read_score(command: str, number: str) -> Score | None:
    """The score of ``[%eval 0.35]``, ``[%win 7]`` or ``[%loss 4]``, for Black."""
    try:
        if command == "eval":
            hundredths = float(number) * 100
            exact = abs(hundredths - round(hundredths)) < 1e-6
            return Score.cp(round(hundredths)) if exact else None
        return (Score.win_in if command == "win" else Score.loss_in)(int(number))
    except (LoaError, ValueError):
        return None
