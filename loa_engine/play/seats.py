"""Who plays a side: a person, or the engine at some level."""

from __future__ import annotations

from dataclasses import dataclass

from loa_engine.game.errors import LoaError, quoted
from loa_engine.search.levels import STRONGEST, as_level

__all__ = ["PERSON", "Seat"]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side.

    Attributes:
        level: the level of the engine; None for a person.
    """

    level: int | None = None

    @classmethod
    def parse(cls, text: str, level: int = STRONGEST) -> Seat:
        """A seat from ``human``, ``engine`` or ``engine:LEVEL``.

        Args:
            text: the words.
            level: that of an engine for which none is said.

        Raises:
            LoaError: for any other text.
        """
        kind, colon, number = text.strip().lower().partition(":")
        if kind == "human" and not colon:
            return PERSON
        if kind != "engine" or (colon and not (number.isascii() and number.isdecimal())):
            raise LoaError(f"expected human, engine or engine:LEVEL, not {quoted(text)}")
        chosen = int(number[:3]) if colon else level
        as_level(chosen)
        return cls(chosen)

    @property
    def is_person(self) -> bool:
        """Whether a person plays."""
        return self.level is None

    @property
    def description(self) -> str:
        """In words."""
        if self.level is None:
            return "person"
        return "engine" if self.level == STRONGEST else f"engine, level {self.level}"

    def __str__(self) -> str:
        return "human" if self.level is None else f"engine:{self.level}"


PERSON = Seat()
