"""The start position of an SGF game: board size, set-up name, stones and player to move.

SU names a start position, to which AB, AW and AE add and remove stones; ``Custom`` begins with an
empty board. Where SU is missing and both sides have stones, these are the whole position. PL says
who is to move; without it the first move does.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from loa_engine.game.color import Color
from loa_engine.game.errors import RecordError, quoted
from loa_engine.game.position import Position
from loa_engine.game.squares import (
    FILE_NAMES,
    RANK_NAMES,
    Bitboard,
    bitboard,
    make_square,
    parse_square,
    square_name,
    squares_of,
)
from loa_engine.game.variants import VARIANTS, Variant

__all__ = ["SETUP_PROPERTIES", "Setup", "write_setup"]

SETUP_PROPERTIES = frozenset({"SZ", "SU", "AB", "AW", "AE", "PL", "XP"})
"""The properties that make the start; XP, a position as text, is our own."""

STANDARD_SIZE = 8
STARTS_KEPT = 256
SMALLEST, LARGEST = 4, 8
SIZE = re.compile(r"(\d{1,3})(?::(\d{1,3}))?", re.ASCII)
POINTS = re.compile(r"(?:[a-h][1-8])+", re.ASCII)
RECTANGLE = re.compile(r"([a-h])([1-8]):([a-h])([1-8])", re.ASCII)
CUSTOM = "custom"
LOAP = "loap"
SETUPS = {
    "standard": "standard",
    "loa": "standard",
    "loap": "loaps",
    "normal": "standard",
    "scrambled-eggs": "scrambled-eggs",
    "scrambled": "scrambled-eggs",
    "scrambledeggs": "scrambled-eggs",
    "parachute": "parachute",
    "gemma": "cheshire-cat",
    "cheshire-cat": "cheshire-cat",
}
SETUP_NAMES = {
    "standard": "Standard",
    "scrambled-eggs": "Scrambled-eggs",
    "parachute": "Parachute",
    "cheshire-cat": "Gemma",
}
PLAYERS = {
    "b": Color.BLACK,
    "black": Color.BLACK,
    "1": Color.BLACK,
    "w": Color.WHITE,
    "white": Color.WHITE,
    "2": Color.WHITE,
}


class Setup:
    """What a game says about its start, gathered property by property."""

    def __init__(self) -> None:
        self._stated_size: int | None = None
        self._name: str | None = None
        self._stones: list[tuple[str, Bitboard]] = []
        self._turn: Color | None = None
        self._text: str | None = None

    def add(self, name: str, values: Sequence[str]) -> None:
        """Take one of ``SETUP_PROPERTIES`` with its values as text.

        Raises:
            RecordError: when a value is not understood.
        """
        first = values[0].strip().strip('"')
        if name == "SZ":
            self._stated_size = _read_size(first)
        elif name == "SU":
            self._name = re.sub(r"[\s_]+", "-", first.lower())
        elif name == "PL":
            if first.lower() not in PLAYERS:
                raise RecordError(f"PL[{first}] is no player: expected B or W")
            self._turn = PLAYERS[first.lower()]
        elif name == "XP":
            self._text = first
        else:
            squares = 0
            for value in values:
                squares |= _read_points(name, value)
            self._stones.append((name, squares))

    @property
    def _size(self) -> int:
        """Files and ranks of the board; those of the set-up where SZ does not say."""
        if self._stated_size is not None:
            return self._stated_size
        known = SETUPS.get(self._name or "standard")
        return STANDARD_SIZE if known is None else VARIANTS[known].size

    @property
    def is_scrambled(self) -> bool:
        """Whether it is a start with two mirror images in use, not changed by stones."""
        is_named = self._name is not None and SETUPS.get(self._name) == "scrambled-eggs"
        return is_named and not self._stones and self._text is None

    @property
    def turn_is_open(self) -> bool:
        """Whether the first move shows whose turn it is."""
        return self._turn is None and self._text is None

    def position(self) -> tuple[Position, list[str]]:
        """The start position, and notes on what was not clear.

        Raises:
            RecordError: when the set-up is not supported.
            PositionError: when the position is impossible.
        """
        known = SETUPS.get(self._name or "standard")
        if self._text is not None:
            return Position.parse(self._text, known or "standard"), []
        notes: list[str] = []
        if self._name == LOAP:
            notes.append("Boardspace counts points in LOAP: the board need not show its winner")
        variant = self._variant()
        if variant is None and known is None and self._name != CUSTOM:
            shown = quoted(self._name)
            notes.append(f"the set-up {shown} is not known: its stones are taken for all")
        if self._name is None and {"AB", "AW"} <= {name for name, _ in self._stones}:
            variant = None
            notes.append("no SU: the stones of AB and AW are taken for the whole position")
        if variant is not None and not self._stones:
            start = Position.start(variant)
            return (start if self._turn in (None, start.turn) else self._turned(start)), notes
        black = white = 0
        hands, vanishing = (0, 0), False
        if variant is not None:
            start = Position.start(variant)
            black, white, hands, vanishing = start.black, start.white, start.hands, start.vanishing
        for name, squares in self._stones:
            black = black & ~squares | (squares if name == "AB" else 0)
            white = white & ~squares | (squares if name == "AW" else 0)
        turn = self._turn or Color.BLACK
        position = Position.from_bitboards(
            black, white, turn, self._size, vanishing=vanishing, hands=hands
        )
        return position, notes

    def _turned(self, start: Position) -> Position:
        return Position.from_bitboards(
            start.black,
            start.white,
            start.turn.other,
            start.size,
            start.vanished,
            start.vanishing,
            start.hands,
        )

    def _variant(self) -> Variant | None:
        """The variant of the set-up; None for a custom one."""
        if self._name == CUSTOM:
            return None
        name = SETUPS.get(self._name or "standard")
        if name is None and self._stones:
            return None
        if name == "standard" and self._size != STANDARD_SIZE:
            name = f"{self._size}x{self._size}"
        if name is None or VARIANTS[name].size != self._size:
            shown = (self._name or "")[:40]
            raise RecordError(f"the set-up {quoted(shown)} is not supported with size {self._size}")
        return VARIANTS[name]


@lru_cache(maxsize=STARTS_KEPT)
def write_setup(start: Position) -> tuple[tuple[str, list[str]], ...]:
    """The properties that make a start position."""
    properties = [("SZ", [str(start.size)])]
    variant = start.start_variant
    is_mirrored = variant is not None and str(start) != variant.start_text
    if variant is not None and variant.name == f"{start.size}x{start.size}":
        return (*properties, ("SU", [SETUP_NAMES["standard"]]))
    if variant is not None and variant.name in SETUP_NAMES and not is_mirrored:
        return (*properties, ("SU", [SETUP_NAMES[variant.name]]))
    special = start.vanishing or any(start.hands)
    name = "Custom"
    if special:
        name = SETUP_NAMES["cheshire-cat" if start.vanishing else "parachute"]
    properties.append(("SU", [name]))
    for label, squares in (("AB", start.black), ("AW", start.white)):
        properties.append((label, [square_name(square) for square in squares_of(squares)]))
    properties.append(("PL", ["BW"[start.turn]]))
    if special:
        properties.append(("XP", [str(start)]))
    return tuple(properties)


def _read_size(text: str) -> int:
    found = SIZE.fullmatch(text)
    if found is None:
        raise RecordError(f"SZ[{text[:20]}] is no size of a board")
    files, ranks = int(found[1]), int(found[2] or found[1])
    if files != ranks or not SMALLEST <= files <= LARGEST:
        raise RecordError(
            f"a board of {files}x{ranks} is not supported: expected 4x4 to 8x8, square"
        )
    return files


def _read_points(name: str, value: str) -> Bitboard:
    """The squares of a value: one, several, or the corners of a rectangle."""
    text = re.sub(r"[\s,]+", "", value).lower()
    if POINTS.fullmatch(text):
        return bitboard(parse_square(text[at : at + 2]) for at in range(0, len(text), 2))
    found = RECTANGLE.fullmatch(text)
    if found is None:
        if not text:
            return 0
        raise RecordError(f"{name}[{value[:20]}] is not a list of squares")
    files = sorted(FILE_NAMES.index(found[group]) for group in (1, 3))
    ranks = sorted(RANK_NAMES.index(found[group]) for group in (2, 4))
    return bitboard(
        make_square(file, rank)
        for file in range(files[0], files[1] + 1)
        for rank in range(ranks[0], ranks[1] + 1)
    )
