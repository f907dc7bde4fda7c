"""Scores: hundredths of a piece, or a forced win or loss in so many plies."""

from __future__ import annotations

from functools import total_ordering

from loa_engine.game.errors import LoaError

__all__ = ["WIN_SCORE", "Score"]

WIN_SCORE = 32000
"""The search's number for a win on the spot; a win in n plies is n less."""

_DECIDED_SCORE = WIN_SCORE - 1000
_CENTI = 100


@total_ordering
class Score:
    """A score from the point of view of the side to move. Never changes after it is made.

    Scores are ordered: every loss is below every undecided score, which is below every win; a
    quick win is above a slow one, and a slow loss above a quick one.

    >>> Score.loss_in(2) < Score.loss_in(8) < Score.cp(-40) < Score.cp(0) < Score.win_in(3)
    True
    >>> print(Score.cp(35), -Score.cp(35), Score.win_in(7), -Score.win_in(7), sep=", ")
    +0.35, -0.35, win in 7, loss in 7
    """

    __slots__ = ("_value",)

    def __init__(self, value: int) -> None:
        """Wrap the number that the search uses; see ``value``."""
        self._value = value

    @classmethod
    def cp(cls, hundredths: int) -> Score:
        """An undecided score in hundredths of a piece.

        Raises:
            LoaError: the number is so large that it would mean a forced win or loss.
        """
        if abs(hundredths) > _DECIDED_SCORE:
            raise LoaError(f"no undecided score is as large as {hundredths}")
        return cls(hundredths)

    @classmethod
    def win_in(cls, plies: int) -> Score:
        """A forced win: the game ends that many plies from here, at the latest.

        Raises:
            LoaError: a negative or absurd number of plies.
        """
        if not 0 <= plies < WIN_SCORE - _DECIDED_SCORE:
            raise LoaError(f"no win is {plies} plies away")
        return cls(WIN_SCORE - plies)

    @classmethod
    def loss_in(cls, plies: int) -> Score:
        """A forced loss: the opponent can end the game that many plies from here.

        Raises:
            LoaError: a negative or absurd number of plies.
        """
        return -cls.win_in(plies)

    @property
    def value(self) -> int:
        """The number that the search uses: hundredths of a piece, or the win score less plies."""
        return self._value

    @property
    def is_win(self) -> bool:
        """Whether this is a forced win for the side to move."""
        return self._value > _DECIDED_SCORE

    @property
    def is_loss(self) -> bool:
        """Whether this is a forced loss for the side to move."""
        return self._value < -_DECIDED_SCORE

    @property
    def is_decided(self) -> bool:
        """Whether this is a forced win or loss."""
        return self.is_win or self.is_loss

    @property
    def plies(self) -> int | None:
        """Plies to the forced end of the game; None for an undecided score."""
        return WIN_SCORE - abs(self._value) if self.is_decided else None

    @property
    def centi(self) -> int | None:
        """Hundredths of a piece; None for a forced win or loss."""
        return None if self.is_decided else self._value

    def __neg__(self) -> Score:
        return Score(-self._value)

    def __eq__(self, other: object) -> bool:
        return self._value == other._value if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: Score) -> bool:
        return self._value < other._value if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value)

    def __str__(self) -> str:
        if self.is_decided:
            return f"{'win' if self.is_win else 'loss'} in {self.plies}"
        return f"{self._value / _CENTI:+.2f}"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Score, (self._value,)

    def __repr__(self) -> str:
        if self.is_decided:
            return f"Score.{'win' if self.is_win else 'loss'}_in({self.plies})"
        return f"Score.cp({self._value})"
