"""What the two sides are called: Black and White, or what a site calls them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.cells import cell_len

from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, quoted

__all__ = ["Names"]

LONGEST = 8  # columns of a terminal
OWN_NAMES = re.compile(r"\b(?:Black|White)\b")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the first and of the second player.

    >>> names = Names.parse("red,white")
    >>> names.of(Color.BLACK), names.said("Black wins (connected)")
    ('Red', 'Red wins (connected)')
    """

    black: str = "Black"
    white: str = "White"

    @classmethod
    def parse(cls, text: str) -> Names:
        """Two names with a comma between them, the first player's first.

        Raises:
            LoaError: for any other text.
        """
        names = [name.strip() for name in text.split(",")]
        is_sound = all(0 < cell_len(name) <= LONGEST and name.isprintable() for name in names)
        if len(names) != 2 or names[0].lower() == names[1].lower() or not is_sound:
            raise LoaError(f"{quoted(text)} is not two names, such as red,white")
        return cls(*(name[0].upper() + name[1:] for name in names))

    @property
    def are_own(self) -> bool:
        """Whether they are Black and White."""
        return self == Names()

    @property
    def both(self) -> tuple[str, str]:
        """The first player's, and the second's."""
        return self.black, self.white

    def of(self, color: Color) -> str:
        """The name of a side."""
        return self.both[color]

    def said(self, text: str) -> str:
        """A text that says Black and White, with these names instead."""
        return OWN_NAMES.sub(lambda found: self.of(Color.parse(found[0])), text)

    def __str__(self) -> str:
        return f"{self.black},{self.white}"
