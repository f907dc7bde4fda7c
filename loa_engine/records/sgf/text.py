"""The syntax of SGF files: game trees, nodes, properties and their values, read piece by piece.

The grammar is that of FF[4], read tolerantly, as files of all ages ask for it: text between the
games is skipped, property names may have small letters (``GaMe`` is ``GM``), words may stand
outside of properties, and a game that lacks its end does not swallow the one behind it. What the
properties mean is a matter of ``sgf``.

Values are handed out as they stand in the file; ``unescape`` and ``escape`` go between that and
text.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

__all__ = ["SgfEvent", "SgfKind", "escape", "property_name", "scan", "simple", "unescape"]

LONGEST_PROPERTY = 1 << 24  # characters
LOOK_AHEAD = 64  # characters that tell a new game from a variation
MOST_PIECES = 4  # chunks of the file that one word may go through

SPACE = re.compile(r"\s*")
WORD = re.compile(r"[^\s()\[\];]+")
VALUE_STOP = re.compile(r"[\]\\]")
ORDINARY = re.compile(r"([^\s()\[\];]+)\[([^\]\\\n]*)\](?=[^\s\[])")
"""A property as nearly all are: one value on one line, with what follows at hand."""
MOVES = re.compile(r"(?:;[BW]\[[a-h][1-8][-:x]?[a-h][1-8]\]\s*)+(?=[;()])")
"""Nodes that have a move and nothing else, with what follows at hand."""
NEW_GAME = re.compile(r"\(\s{0,16};\s{0,16}(?:FF|GM|GaMe|FileFormat)\s{0,8}\[")
NEW_GAME_LINE = re.compile(rf"\n(?={NEW_GAME.pattern}[^\[\]]{{0,8}}\Z)")
ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)
TO_ESCAPE = re.compile(r"[\]\\]")
WHITE_SPACE = {ord("\t"): " ", ord("\v"): " ", ord("\f"): " "}


class SgfKind(Enum):
    """What stands in a file."""

    OPEN = "("
    CLOSE = ")"
    NODE = ";"
    MOVES = "moves"
    """Nodes that have nothing but a move of a plain form; the text is all of them."""
    PROPERTY = "property"
    WORD = "word"
    """A word outside of properties, which no standard knows."""
    LOST = "lost"
    """The file or the next game begins before the end of this one; the text says how."""


class SgfEvent(NamedTuple):
    """One thing in a file.

    Attributes:
        kind: what it is.
        line: the line where it begins, from 1.
        text: the name of the property, the word, or what is lost.
        values: the values of the property as they stand.
    """

    kind: SgfKind
    line: int
    text: str = ""
    values: tuple[str, ...] = ()


def scan(chunks: Iterator[str]) -> Iterator[SgfEvent]:
    """What stands in a file, in order.

    Every game begins with OPEN and NODE, and ends with the CLOSE that belongs to it or with LOST.
    """
    return _Scanner(chunks).events()


def property_name(text: str) -> str:
    """The name of a property without the small letters that old files write for readers.

    >>> property_name("GaMe"), property_name("PB"), property_name("b")
    ('GM', 'PB', 'B')
    """
    if text.isupper():
        return text
    return "".join(letter for letter in text if not letter.islower()) or text.upper()


def unescape(value: str) -> str:
    """The text of a value: without escapes and soft line breaks, white space as FF[4] has it."""
    if "\\" in value:
        value = ESCAPED.sub(lambda found: "" if found[1] == "\n" else found[1], value)
    return value.translate(WHITE_SPACE)


def simple(text: str) -> str:
    """A text on one line, as FF[4] asks for names and the like."""
    return text.replace("\n", " ").strip()


def escape(text: str) -> str:
    r"""A text as a value.

    >>> print(escape("a [b] c"))
    a [b\] c
    """
    return TO_ESCAPE.sub(r"\\\g<0>", text)


class _Scanner:
    """Holds the part of the file that is being looked at."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self._text = ""
        self._at = 0
        self._line = 1
        self._depth = 0

    def events(self) -> Iterator[SgfEvent]:
        """All of the file."""
        while self._skip_to_game():
            yield self._open(self._line)
            while self._depth:
                event = self._next()
                if event is not None:
                    yield event

    # The text -------------------------------------------------------------------------------------

    def _fill(self) -> bool:
        """Add a chunk to the text, whose used part goes; False at the end of the file."""
        chunk = next(self._chunks, None)
        if chunk is None:
            return False
        self._text = self._text[self._at :] + chunk
        self._at = 0
        return True

    def _move_to(self, place: int) -> None:
        self._line += self._text.count("\n", self._at, place)
        self._at = place

    def _peek(self) -> str:
        """The next letter that is not white space; empty at the end."""
        while True:
            if self._at < len(self._text) and not self._text[self._at].isspace():
                return self._text[self._at]
            found = SPACE.match(self._text, self._at)
            self._move_to(found.end() if found else self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill():
                return ""

    def _needs(self, count: int) -> None:
        """Have so many letters at hand, unless the file ends before."""
        while len(self._text) - self._at < count and self._fill():
            pass

    # Between the games ----------------------------------------------------------------------------

    def _skip_to_game(self) -> bool:
        """Go to the next ``(;`` outside of games; False when there is none."""
        while True:
            place = self._text.find("(", self._at)
            if place < 0:
                self._move_to(len(self._text))
                if not self._fill():
                    return False
                continue
            self._move_to(place + 1)
            if self._peek() == ";":
                self._text = "(" + self._text[self._at :]
                self._at = 0
                return True

    # In a game ------------------------------------------------------------------------------------

    def _next(self) -> SgfEvent | None:
        """The next event of the game."""
        ordinary = ORDINARY.match(self._text, self._at)
        if ordinary is not None:
            self._at = ordinary.end()
            name = property_name(ordinary[1])
            return SgfEvent(SgfKind.PROPERTY, self._line, name, (ordinary[2],))
        letter = self._peek()
        line = self._line
        if letter == ";":
            moves = MOVES.match(self._text, self._at)
            if moves is not None:
                self._move_to(moves.end())
                return SgfEvent(SgfKind.MOVES, line, moves[0])
        if letter == "":
            self._depth = 0
            return SgfEvent(SgfKind.LOST, line, "the file ends before the game does")
        if letter == "(":
            return self._open(line)
        if letter in ");":
            self._at += 1
            self._depth -= letter == ")"
            return SgfEvent(SgfKind.NODE if letter == ";" else SgfKind.CLOSE, line)
        if letter in "[]":
            self._move_to(self._at + 1)
            return None if letter == "]" else self._property("", line)
        return self._word(line)

    def _open(self, line: int) -> SgfEvent:
        """A parenthesis: the first of the game, a variation, or the next game after a lost end."""
        if self._depth:
            self._needs(LOOK_AHEAD)
            if NEW_GAME.match(self._text, self._at):
                self._depth = 0
                return SgfEvent(SgfKind.LOST, line, "the next game begins before this one ends")
        self._move_to(self._at + 1)
        self._depth += 1
        return SgfEvent(SgfKind.OPEN, line)

    def _word(self, line: int) -> SgfEvent:
        """A property, or a word by itself."""
        pieces = []
        while True:
            found = WORD.match(self._text, self._at)
            if found is None:
                break
            pieces.append(found[0])
            self._at = found.end()
            if self._at < len(self._text) or len(pieces) == MOST_PIECES or not self._fill():
                break
        word = "".join(pieces)
        if self._peek() != "[":
            return SgfEvent(SgfKind.WORD, line, word)
        self._move_to(self._at + 1)
        return self._property(property_name(word), line)

    def _property(self, name: str, line: int) -> SgfEvent:
        """A property from behind its first bracket."""
        values, size = [], 0
        while True:
            value = self._value()
            if value is None or size > LONGEST_PROPERTY:
                self._depth = 0
                return SgfEvent(SgfKind.LOST, line, f"the value of {name}[ has no end")
            values.append(value)
            size += len(value) + 2
            if self._peek() != "[":
                return SgfEvent(SgfKind.PROPERTY, line, name, tuple(values))
            self._move_to(self._at + 1)

    def _value(self) -> str | None:
        """The value up to its bracket; None when it has none, with the next game at hand."""
        place = self._at
        while True:
            found = VALUE_STOP.search(self._text, place)
            if found is not None and found[0] == "]":
                break
            place = len(self._text) if found is None else found.start() + 2
            if place >= len(self._text):
                place -= self._at
                if place > LONGEST_PROPERTY or not self._fill():
                    self._move_to(len(self._text))
                    return None
        value = self._text[self._at : found.start()]
        cut = NEW_GAME_LINE.search(value)
        if cut is not None:
            self._move_to(self._at + cut.end())
            return None
        self._move_to(found.end())
        return value
