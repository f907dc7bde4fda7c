"""The start positions and variants of the game.

A variant is a start position and, in two cases, rules of its own: squares vanish in
``cheshire-cat``, and players drop pieces from their hands in ``parachute``. Which rules a
position is played by is part of the position, so that this table is needed only to begin.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from loa_engine.game.errors import RuleError, quoted

__all__ = ["VARIANTS", "Variant", "as_variant", "variant_of_start"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A start position with its rules.

    Attributes:
        name: the name, as in ``VARIANTS``.
        start_text: the start position in canonical text.
        size: files and ranks of the board.
        description: what it is, in one line, with its author where known.
        vanishing: whether a square vanishes when a piece leaves it.
        mirrored_start: another start in use, the upside-down mirror image; None if there is none.
    """

    name: str
    start_text: str
    size: int
    description: str
    vanishing: bool = False
    mirrored_start: str | None = None

    @property
    def starts(self) -> tuple[str, ...]:
        """All start positions in use, as text."""
        mirrored = () if self.mirrored_start is None else (self.mirrored_start,)
        return (self.start_text, *mirrored)


STANDARD_START = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"

_ALL = (
    Variant("standard", STANDARD_START, 8, "the game as published by Claude Soucie"),
    Variant(
        "scrambled-eggs",
        "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x",
        8,
        "colours alternate around the rim; some houses use the upside-down mirror image",
        mirrored_start="1xoxoxo1/o6x/x6o/o6x/x6o/o6x/x6o/1oxoxox1 x",
    ),
    Variant(
        "cheshire-cat",
        STANDARD_START,
        8,
        "John McCallion 1996, also called Gemma: the square a piece leaves vanishes",
        vanishing=True,
    ),
    Variant(
        "parachute",
        "8/x6o/o6x/x6o/o6x/x6o/o6x/8 x 6/6",
        8,
        "David Voorhees: each player holds six pieces of the opponent's and drops one a turn",
    ),
    Variant("loaps", "1xx1xx1/o5o/o5o/7/o5o/o5o/1xx1xx1 x", 7, "7x7 with eight pieces a side"),
    Variant("4x4", "1xx1/o2o/o2o/1xx1 x", 4, "small board, used in research"),
    Variant("5x5", "1xxx1/o3o/o3o/o3o/1xxx1 x", 5, "small board, used in research"),
    Variant("6x6", "1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x", 6, "small board, used in research"),
    Variant("7x7", "1xxxxx1/o5o/o5o/o5o/o5o/o5o/1xxxxx1 x", 7, "small board, used in research"),
)

VARIANTS: Mapping[str, Variant] = MappingProxyType({each.name: each for each in _ALL})
"""All variants by name, ``standard`` first."""

_OTHER_NAMES = {"gemma": "cheshire-cat", "8x8": "standard"}


def as_variant(variant: Variant | str) -> Variant:
    """A variant, given as one or by its name.

    Names may be in either case, with blanks or underscores for the hyphen; ``gemma`` is
    ``cheshire-cat``.

    Raises:
        RuleError: when there is no variant of that name.
        TypeError: when it is neither a variant nor text.
    """
    if isinstance(variant, Variant):
        return variant
    if not isinstance(variant, str):
        raise TypeError(f"variant must be a Variant or a name, not {type(variant).__name__}")
    if variant in VARIANTS:
        return VARIANTS[variant]
    name = variant.strip().lower().replace(" ", "-").replace("_", "-")
    name = _OTHER_NAMES.get(name, name)
    if name not in VARIANTS:
        raise RuleError(f"no variant {quoted(variant)}: expected one of {', '.join(VARIANTS)}")
    return VARIANTS[name]


def variant_of_start(text: str, vanishing: bool = False) -> Variant | None:
    """The variant that begins with a position, given as canonical text; None if there is none.

    ``vanishing`` tells ``cheshire-cat`` from ``standard``, which begin with the same pieces.
    """
    for variant in VARIANTS.values():
        if text in variant.starts and variant.vanishing == vanishing:
            return variant
    return None
