"""The values of a JSON file: one a line, the items of an array, or a single value on many lines."""

import json
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from loa_engine.game.errors import RecordError
from loa_engine.records.source import Source

__all__ = ["JsonValue", "json_values"]

JsonValue = tuple[int, Any]
"""The line where a value begins, and the value, or a ``RecordError`` that says what is wrong."""

BLANKS = " \t\n\r"
LONGEST_DOCUMENT = 1 << 28  # characters
DECODER = json.JSONDecoder()


def json_values(source: Source) -> Iterator[JsonValue]:
    """The values of a file, whichever way they are laid out.

    A first line that is a whole value means one value a line, so that a fault in a line leaves the
    others readable. Otherwise the file is one value, and an array is the same as its items.
    """
    lines: Iterator[tuple[int, str]] = (each for each in source.lines() if each[1].strip())
    first = next(lines, None)
    if first is None:
        return
    seen = [first]
    if _is_cut(first[1]):
        seen += islice(lines, 1)
        is_broken_line = first[1].lstrip().startswith("{") and len(seen) > 1
        if not (is_broken_line and _is_object(seen[1][1])):
            yield from _document(chain(seen, lines))
            return
    for number, text in chain(seen, lines):
        if text.lstrip().startswith("["):
            yield from _items(text, [number])
        else:
            yield number, _parsed(text)


def _document(lines: Iterator[tuple[int, str]]) -> Iterator[JsonValue]:
    """The values of a file that is one value, or several that begin anywhere in a line."""
    numbers, texts, length = [], [], 0
    for number, text in lines:
        numbers.append(number)
        texts.append(text)
        length += len(text) + 1
        if length > LONGEST_DOCUMENT:
            fault = f"a JSON value is longer than {LONGEST_DOCUMENT} characters: write one a line"
            yield numbers[0], RecordError(fault)
            return
    text = "\n".join(texts)
    if text.lstrip().startswith("["):
        yield from _items(text, numbers)
    else:
        yield numbers[0], _parsed(text, numbers)


def _items(text: str, numbers: list[int]) -> Iterator[JsonValue]:
    """The items of an array, each with the line where it begins; after a fault there are none."""
    place = _after_blanks(text, text.index("[") + 1)
    line, counted = 0, 0
    is_first = True
    while text[place : place + 1] != "]" or not is_first:
        line, counted = line + text.count("\n", counted, place), place
        try:
            value, place = DECODER.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            yield numbers[line], RecordError(_fault(error, text, numbers))
            return
        yield numbers[line], value
        is_first = False
        place = _after_blanks(text, place)
        if text[place : place + 1] == "]":
            break
        if text[place : place + 1] != ",":
            yield numbers[line], RecordError("it is not JSON: the array is not closed")
            return
        place = _after_blanks(text, place + 1)
    if text[place + 1 :].strip():
        yield numbers[-1], RecordError("it is not JSON: there is more behind the array")


def _after_blanks(text: str, place: int) -> int:
    while place < len(text) and text[place] in BLANKS:
        place += 1
    return place


def _parsed(text: str, numbers: list[int] | None = None) -> Any:
    """The value of a text, or what is wrong with it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        return RecordError(_fault(error, text, numbers))


def _fault(error: Exception, text: str, numbers: list[int] | None) -> str:
    if not isinstance(error, json.JSONDecodeError):
        return f"it is not JSON: {error}"
    place = f"column {error.colno}"
    if numbers is not None and len(numbers) > 1:
        place = f"line {numbers[text.count(chr(10), 0, error.pos)]}, {place}"
    return f"it is not JSON: {error.msg} ({place})"


def _is_cut(text: str) -> bool:
    """Whether a text is the beginning of a value that goes on."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text.rstrip()) or "Unterminated" in error.msg
    except (ValueError, RecursionError):
        return False
    return False


def _is_object(text: str) -> bool:
    return isinstance(_parsed(text), dict)
