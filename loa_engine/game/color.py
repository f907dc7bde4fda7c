"""The two players.

Black is the first player in every variant and stands for the first player of sites that use
other colours.
"""

from enum import IntEnum

from loa_engine.game.errors import LoaError, quoted

__all__ = ["Color"]


class Color(IntEnum):
    """A player: ``Color.BLACK`` (0, moves first) or ``Color.WHITE`` (1).

    >>> str(Color.BLACK), Color.BLACK.letter, Color.BLACK.other
    ('Black', 'x', <Color.WHITE: 1>)
    """

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Color":
        """The opponent."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    @property
    def letter(self) -> str:
        """The letter in the text form of a position: ``x`` for Black, ``o`` for White."""
        return "xo"[self]

    @classmethod
    def parse(cls, text: str) -> "Color":
        """The player that a word or letter names.

        Args:
            text: ``x``, ``b`` or ``black``; ``o``, ``w`` or ``white``; in either case.

        Raises:
            LoaError: for any other text.
        """
        for color, names in ((cls.BLACK, ("x", "b", "black")), (cls.WHITE, ("o", "w", "white"))):
            if text.strip().lower() in names:
                return color
        raise LoaError(f"{quoted(text)} names no player: expected black or white")

    def __str__(self) -> str:
        return self.name.capitalize()

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)
