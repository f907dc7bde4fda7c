r"""The text of a file, whatever its line ends and encoding, in pieces of limited size.

Bytes are UTF-8 where they can be; a line that is not is taken for Windows Latin-1. Byte order
marks are understood and dropped. Line ends of every kind become ``\n``. No more of a file is held
in memory than one line, or what a reader keeps.
"""

import codecs
import io
from collections.abc import Callable, Iterator
from typing import IO, Any

from loa_engine.game.errors import RecordError

__all__ = ["Source", "decode", "known_charset"]

CHUNK = 1 << 16
ASCII = "".join(map(chr, range(32, 127)))
LONGEST_LINE = 1 << 24
BYTE_ORDER_MARK = "\ufeff"
UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(raw: str, charset: str | None = None) -> str:
    """The text of bytes that are given as Latin-1, one letter a byte.

    Args:
        raw: the bytes.
        charset: their encoding, one that ``known_charset`` knows; UTF-8 or Windows Latin-1
            otherwise.
    """
    if raw.isascii():
        return raw
    data = raw.encode("latin-1")
    for encoding in (charset, "utf-8", "cp1252"):
        if encoding is not None:
            try:
                return data.decode(encoding)
            except UnicodeError:
                continue
    return raw


def known_charset(name: str) -> str | None:
    """The name of an encoding that has ASCII in it; None when it is no such."""
    try:
        return name if ASCII.encode(name) == ASCII.encode() else None
    except (ValueError, LookupError):
        return None


class Source:
    """What is read: lines or chunks, with the head known in advance.

    Args:
        stream: a stream of bytes or of text.

    Attributes:
        is_decoded: whether chunks are text; otherwise each letter is a byte, see ``decode``.
        fault: why reading stopped before the end, once ``lines`` is through; None if it did not.
    """

    def __init__(self, stream: IO[Any]) -> None:
        self.fault: RecordError | None = None
        first = stream.read(CHUNK)
        self.is_decoded = isinstance(first, str)
        as_text: Callable[[Any], str] = str
        if isinstance(first, bytes):
            first = first.removeprefix(codecs.BOM_UTF8)
            if first.startswith(UTF_16_MARKS):
                self.is_decoded = True
                as_text = codecs.getincrementaldecoder("utf-16")("replace").decode
            else:
                as_text = _latin_1
        self._newlines = io.IncrementalNewlineDecoder(None, translate=True)
        self._text = self._read(stream, first, as_text)
        self._head = next(self._text, "")

    @property
    def head(self) -> str:
        """The first of the text, as far as it tells the format; reading begins before it."""
        return self._decoded(self._head)

    def chunks(self) -> Iterator[str]:
        """The whole in pieces. To be called once, as is ``lines``."""
        yield self._head
        self._head = ""
        yield from self._text

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines, numbered from 1 and without their ends; stops at an absurdly long one."""
        number, length = 0, 0
        pieces: list[str] = []
        for chunk in self.chunks():
            *whole, rest = chunk.split("\n")
            for line in whole:
                number += 1
                yield number, self._decoded("".join([*pieces, line]))
                pieces, length = [], 0
            pieces.append(rest)
            length += len(rest)
            if length > LONGEST_LINE:
                fault = f"it is longer than {LONGEST_LINE} characters, so that reading stops here"
                self.fault = RecordError(fault, line=number + 1)
                return
        if length:
            yield number + 1, self._decoded("".join(pieces))

    def _decoded(self, line: str) -> str:
        return line if self.is_decoded else decode(line)

    def _read(
        self, stream: IO[Any], first: str | bytes, as_text: Callable[[Any], str]
    ) -> Iterator[str]:
        data: Any = first
        is_first = True
        while data:
            text = self._newlines.decode(as_text(data))
            if is_first and self.is_decoded:
                text = text.removeprefix(BYTE_ORDER_MARK)
            is_first = False
            yield text
            data = stream.read(CHUNK)
        yield self._newlines.decode("", final=True)


def _latin_1(data: bytes) -> str:
    return data.decode("latin-1")
