"""Moves: their parts and their text.

A ``Move`` is checked for form only; whether it may be played is a matter of the position. The
core passes moves as packed numbers:

====== =========================================================================================
bits   meaning
====== =========================================================================================
0-5    the square the piece leaves
6-11   the square it goes to; the same square for a removal
12     it captures
13-14  kind: 0 a move, 1 a removal, 2 a pass, 3 a drop alone
15     it has a drop
16-21  the square of the drop
====== =========================================================================================
"""

import re
from enum import IntEnum
from functools import lru_cache, total_ordering
from typing import ClassVar, NamedTuple, NoReturn, Self

from loa_engine.game.errors import LoaError, MoveTextError, quoted
from loa_engine.game.squares import Bitboard, Square, parse_square, square_name

__all__ = ["PASS", "Move", "MoveKind", "PartialMove", "from_core"]

SQUARE_MASK = 63
TO_SHIFT = 6
CAPTURE_BIT = 1 << 12
KIND_SHIFT = 13
DROP_BIT = 1 << 15
DROP_SHIFT = 16
PACKED_BITS = 22
PASS_PACKED = 2 << KIND_SHIFT
MOVES_KEPT = 1 << 14  # more than the plain moves there are on a board
LONGEST_KEPT = 12  # characters of a text that is kept with its move

MARKS = "-:x\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
SQUARE_TEXT = "[a-h][1-8]"
BLANKS = "[ \t]{0,8}"
ORDINARY_TEXT = re.compile(
    rf"(?:(?P<start>{SQUARE_TEXT})(?:{BLANKS}(?P<mark>[{MARKS}]?){BLANKS}(?P<target>{SQUARE_TEXT})"
    rf"(?P<behind>x?)|(?P<removal>-?\^\^)))?(?:@(?P<drop>{SQUARE_TEXT}))?[+!?#]*",
    re.ASCII | re.IGNORECASE,
)
PASS_TEXT = re.compile(r"pass[+!?#]*", re.ASCII | re.IGNORECASE)
LIKE_A_SQUARE = re.compile(r"[a-wyz][0-9]+", re.ASCII | re.IGNORECASE)


class MoveKind(IntEnum):
    """What a turn consists of; the numbers are those of the core."""

    MOVE = 0
    """A piece moves; in parachute a drop may follow."""
    REMOVAL = 1
    """A piece without a normal move is taken off the board by its owner (cheshire-cat)."""
    PASS = 2
    """Nothing, by a player without a legal move where the rules have a pass."""
    DROP = 3
    """A drop alone, by a player without a normal move (parachute)."""


class PartialMove(NamedTuple):
    """A move of which the target is known, but not just which piece makes it.

    Attributes:
        goal: a packed move to the target; where it starts and whether it captures do not count.
        starts: bitboard of the squares where the piece may stand.
    """

    goal: int
    starts: Bitboard


@total_ordering
class Move:
    """One turn of a player. Never changes after it is made.

    Whether it captures is a note for the reader, not part of the identity: ``b1-b3`` and
    ``b1xb3`` are equal. Moves are ordered by start, target and drop.

    Args:
        from_square: the square the piece leaves; None for a pass or a drop alone.
        to_square: the square it goes to (the same for a removal); None likewise.
        is_capture: whether a piece of the opponent is captured.
        drop: the square of the drop; None without one.
        kind: what the turn consists of.

    Raises:
        LoaError: when the parts do not fit together.

    >>> move = Move.parse("C1:A3")
    >>> move, str(move), move.is_capture
    (Move.parse('c1xa3'), 'c1xa3', True)
    """

    __slots__ = ("_packed",)

    _packed: int
    PASS: ClassVar["Move"]

    def __new__(
        cls,
        from_square: Square | None,
        to_square: Square | None,
        is_capture: bool = False,
        drop: Square | None = None,
        kind: MoveKind = MoveKind.MOVE,
    ) -> Self:
        """Pack the parts, after a check that they make a move."""
        return cls._of(_pack(from_square, to_square, is_capture, drop, kind))

    @classmethod
    def _of(cls, packed: int) -> Self:
        move = object.__new__(cls)
        object.__setattr__(move, "_packed", packed)
        return move

    @classmethod
    def from_packed(cls, packed: int) -> Self:
        """The move that a packed number of the core stands for.

        Raises:
            LoaError: when the number is not a packed move.
        """
        if not 0 <= packed < 1 << PACKED_BITS:
            raise LoaError(f"{packed} is not a packed move")
        move = cls._of(packed)
        if _pack(move.from_square, move.to_square, move.is_capture, move.drop, move.kind) != packed:
            raise LoaError(f"{packed} is not a packed move")
        return move

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move.

        Args:
            text: ``b1-b3``, ``c1xa3``, ``e8^^``, ``a3-c3@e5``, ``@e5`` or ``pass``; also without
                a mark between the squares, with ``:``, a dash of any length or blanks, with the
                ``x`` behind, in either case, with blanks around it and any of ``+ ! ? #``.

        Raises:
            MoveTextError: when the text is no move.
            TypeError: when it is not text.
        """
        if not isinstance(text, str):
            raise TypeError(f"a move is read from text, not from {type(text).__name__}")
        return cls._of(_read(text) if len(text) > LONGEST_KEPT else _read_short(text))

    @property
    def packed(self) -> int:
        """The move as a number; the table at the head of this module has the bits."""
        return self._packed

    @property
    def identity(self) -> int:
        """The packed move without the capture bit: equal moves have equal identities."""
        return self._packed & ~CAPTURE_BIT

    @property
    def partial(self) -> PartialMove:
        """The move for those who take moves that need not be known in full."""
        return _partial(self._packed)

    @property
    def kind(self) -> MoveKind:
        """What the turn consists of."""
        return MoveKind(self._packed >> KIND_SHIFT & 3)

    @property
    def from_square(self) -> Square | None:
        """The square the piece leaves; None for a pass or a drop alone."""
        return self._packed & SQUARE_MASK if self.kind <= MoveKind.REMOVAL else None

    @property
    def to_square(self) -> Square | None:
        """The square the piece goes to (the same for a removal); None for a pass or a drop."""
        return self._packed >> TO_SHIFT & SQUARE_MASK if self.kind <= MoveKind.REMOVAL else None

    @property
    def drop(self) -> Square | None:
        """The square where a piece from the hand is placed; None without a drop."""
        return self._packed >> DROP_SHIFT if self._packed & DROP_BIT else None

    @property
    def is_capture(self) -> bool:
        """Whether a piece of the opponent is captured, as far as the text or position told."""
        return bool(self._packed & CAPTURE_BIT)

    @property
    def is_pass(self) -> bool:
        """Whether this is a pass."""
        return self._packed == PASS_PACKED

    @property
    def is_removal(self) -> bool:
        """Whether a piece is taken off the board by its owner."""
        return self.kind is MoveKind.REMOVAL

    def __str__(self) -> str:
        return _write(self._packed)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __lt__(self, other: "Move") -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._order() < other._order()

    def _order(self) -> tuple[int, ...]:
        packed = self._packed
        squares = (packed & SQUARE_MASK, packed >> TO_SHIFT & SQUARE_MASK, packed >> DROP_SHIFT)
        return (*squares, self.identity)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return type(self).from_packed, (self._packed,)


def _pack(
    start: Square | None,
    target: Square | None,
    is_capture: bool,
    drop: Square | None,
    kind: MoveKind,
) -> int:
    """The packed move of some parts; LoaError when they do not fit together."""
    moves = kind <= MoveKind.REMOVAL
    faults = (
        (moves and (start is None or target is None), "needs its squares"),
        (not moves and (start is not None or target is not None), "has no squares"),
        (kind is not MoveKind.MOVE and is_capture, "cannot capture"),
        (kind is MoveKind.REMOVAL and start != target, "has one square"),
        (kind is MoveKind.DROP and drop is None, "needs the square of the drop"),
        (kind in {MoveKind.REMOVAL, MoveKind.PASS} and drop is not None, "has no drop"),
        (
            any(square is not None and square not in range(64) for square in (start, target, drop)),
            "has squares 0 to 63",
        ),
    )
    for is_wrong, fault in faults:
        if is_wrong:
            raise LoaError(f"a {MoveKind(kind).name.lower()} {fault}")
    packed = (start or 0) | (target or 0) << TO_SHIFT | kind << KIND_SHIFT
    if drop is not None:
        packed |= DROP_BIT | drop << DROP_SHIFT
    return packed | CAPTURE_BIT if is_capture else packed


PASS = Move(None, None, kind=MoveKind.PASS)
"""The pass, written ``pass``; also ``Move.PASS``."""
Move.PASS = PASS


@lru_cache(maxsize=MOVES_KEPT)
def from_core(packed: int) -> Move:
    """The move of a packed number that the core itself made: trusted, and kept for next time."""
    return Move._of(packed)


@lru_cache(maxsize=MOVES_KEPT)
def _partial(packed: int) -> PartialMove:
    return PartialMove(packed, 1 << (packed & SQUARE_MASK))


def _read(text: str) -> int:
    """The packed move that a text stands for; MoveTextError when it is none."""
    trimmed = text.strip()
    if PASS_TEXT.fullmatch(trimmed):
        return PASS_PACKED
    found = ORDINARY_TEXT.fullmatch(trimmed)
    if found is None:
        raise MoveTextError(_text_fault(trimmed))
    start, target, drop = (
        None if found[name] is None else parse_square(found[name])
        for name in ("start", "target", "drop")
    )
    kind = MoveKind.DROP if start is None else MoveKind.MOVE
    if found["removal"]:
        target, kind = start, MoveKind.REMOVAL
    try:
        is_capture = bool(found["behind"]) or found["mark"] in {"x", "X", ":"}
        return _pack(start, target, is_capture, drop, kind)
    except LoaError:
        raise MoveTextError(_text_fault(trimmed)) from None


_read_short = lru_cache(maxsize=MOVES_KEPT)(_read)


@lru_cache(maxsize=MOVES_KEPT)
def _write(packed: int) -> str:
    """A packed move as text."""
    move = from_core(packed)
    if move.is_pass:
        return "pass"
    text = ""
    start, target = move.from_square, move.to_square
    if start is not None and target is not None:
        mark = "x" if move.is_capture else "-"
        text = square_name(start) + ("^^" if move.is_removal else mark + square_name(target))
    return text if move.drop is None else f"{text}@{square_name(move.drop)}"


def _text_fault(text: str) -> str:
    """Why a text is no move."""
    for name in LIKE_A_SQUARE.findall(text):
        if len(name) != 2 or name[0].lower() > "h" or name[1] not in "12345678":
            return f"{quoted(text)} is not a move: there is no square {quoted(name)}"
    return f"{quoted(text)} is not a move: expected one like b1-b3, c1xa3, e8^^, a3-c3@e5 or pass"
