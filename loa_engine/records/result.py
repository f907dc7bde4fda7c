"""The result of a game: what a record states, what the moves show, and which of them holds."""

from dataclasses import dataclass
from typing import Self

from loa_engine.game.color import Color
from loa_engine.game.errors import RecordError, quoted
from loa_engine.game.rules import Outcome, Reason

__all__ = ["Result", "as_reason", "parse_result", "settle_result"]

RESULTS = {
    "1-0": Color.BLACK,
    "0-1": Color.WHITE,
    "1/2-1/2": None,
    "1/2": None,
    "½-½": None,
    "0.5-0.5": None,
}
UNFINISHED = "*"


@dataclass(frozen=True, slots=True)
class Result:
    """How a record says the game ended.

    Attributes:
        winner: the winner; None for a draw.
        reason: why it ended; None when the record does not say and the moves do not show it.

    >>> print(Result(Color.BLACK, Reason.RESIGN), Result(None))
    1-0 1/2-1/2
    """

    winner: Color | None
    reason: Reason | None = None

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """The result that an outcome of a game is."""
        return cls(outcome.winner, outcome.reason)

    def __str__(self) -> str:
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


def parse_result(text: str) -> Result | None:
    """The result that a text such as ``1-0`` stands for; None for ``*``.

    Raises:
        RecordError: when it is no result.

    >>> parse_result("0-1")
    Result(winner=<Color.WHITE: 1>, reason=None)
    """
    plain = text.strip().replace("\N{EN DASH}", "-")
    if plain in (UNFINISHED, "-", "?", ""):
        return None
    if plain not in RESULTS:
        raise RecordError(f"{quoted(text)} is not a result: expected 1-0, 0-1, 1/2-1/2 or *")
    return Result(RESULTS[plain])


def as_reason(text: str) -> Reason | None:
    """The reason of a name; None when there is none such."""
    name = text.strip().lower()
    return Reason(name) if name in list(Reason) else None


def settle_result(
    outcome: Outcome | None, ended: Result | None, stated: Result | None, is_broken: bool
) -> tuple[Result | None, str]:
    """The result of a record, and a note where what it states is not what it shows.

    Args:
        outcome: what the moves show.
        ended: how the record ends where a move would stand, by a resignation for instance.
        stated: what it states.
        is_broken: whether there are moves that could not be read.
    """
    if outcome is None:
        shown, found = f"its last entry says {ended}", ended
    else:
        shown, found = f"the moves show {outcome}", Result.of(outcome)
    if found is None or (outcome is None and is_broken):
        return stated, ""
    if stated is not None and stated.winner is not found.winner:
        return stated, f"it says {stated}, but {shown}"
    return found, ""
