"""How often the positions of a game have occurred, for the rules on repetition."""

from loa_engine._core import CoreBoard

__all__ = ["Occurrences"]


class Occurrences:
    """Counts the positions of a game, and takes the last one back.

    Args:
        with_turn: whether a position comes back only with the same side to move; otherwise the
            board alone counts.

    Attributes:
        repeated: how many different positions have occurred twice or more.
    """

    __slots__ = ("_counts", "_keys", "_with_turn", "repeated")

    def __init__(self, with_turn: bool) -> None:
        self.repeated = 0
        self._with_turn = with_turn
        self._keys: list[bytes] = []
        self._counts: dict[bytes, int] = {}

    def add(self, board: CoreBoard) -> None:
        """Count the position that the game has come to."""
        key = board.contents(self._with_turn)
        count = self._counts.get(key, 0) + 1
        self._keys.append(key)
        self._counts[key] = count
        self.repeated += count == 2

    def take_back(self) -> None:
        """Forget the position that was added last."""
        key = self._keys.pop()
        self._counts[key] -= 1
        if self._counts[key] == 1:
            self.repeated -= 1
        elif self._counts[key] == 0:
            del self._counts[key]

    def now(self) -> int:
        """How often the position added last has occurred."""
        return self._counts[self._keys[-1]]

    def of(self, board: CoreBoard) -> int:
        """How often a position has occurred."""
        return self._counts.get(board.contents(self._with_turn), 0)
