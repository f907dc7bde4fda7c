"""Facts about one move: what was counted on the board and what searches found.

Nothing here searches; ``loa_engine.review.explain`` finds the facts, ``loa_engine.review.words``
puts them into sentences. A fact that has not been found, or that no search settled, is None.
"""

from __future__ import annotations

from dataclasses import dataclass

from loa_engine.game.color import Color
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import Outcome, RuleSet
from loa_engine.review.judgement import Evaluation

__all__ = ["Facts", "ForcedWin"]


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win that one side could force if the other one gave a turn away.

    Attributes:
        winner: who wins.
        plies: after how many plies, counted from the turn given away.
        is_exact: whether no sooner win can be forced; otherwise it is won by then at the latest.
        line: how, the winner's move first.
    """

    winner: Color
    plies: int
    is_exact: bool
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """One move and what is known about it. Pairs are Black's number and White's.

    Attributes:
        position: the position it is played in.
        rules: the rule set.
        move: the move.
        legal_moves: how many moves are legal.
        after: the position behind it.
        outcome: how the move ends the game; None when the game goes on.
        value: what the position is worth with this move, by a search of the position behind it;
            the line is the move, the best reply, and what follows.
        choice: what it is worth with the move that a search of all moves chose, by a search of
            the position behind that.
        others: what it is worth without this move; None also where it is the only one.
        others_win_as_soon: whether another move wins in as many plies as this one at the latest.
        threat: the win of the player who moved if the opponent gave the next turn away.
        danger: the win of the opponent if the player had given this turn away.
        danger_lasts: whether the opponent can still win in as many plies behind the move.
        is_complete: whether all was asked; otherwise Ctrl-C came first.
    """

    position: Position
    rules: RuleSet
    move: Move
    legal_moves: int
    after: Position
    outcome: Outcome | None
    value: Evaluation | None = None
    choice: Evaluation | None = None
    others: Evaluation | None = None
    others_win_as_soon: bool | None = None
    threat: ForcedWin | None = None
    danger: ForcedWin | None = None
    danger_lasts: bool | None = None
    is_complete: bool = False

    @property
    def player(self) -> Color:
        """Who moves."""
        return self.position.turn

    @property
    def reply(self) -> Move | None:
        """The best reply; None when the game is over or nothing was found."""
        return self.value.line[1] if self.value is not None and self.value.line[1:] else None

    @property
    def pieces_before(self) -> tuple[int, int]:
        """How many pieces stand on the board before the move."""
        return _pieces(self.position)

    @property
    def pieces_after(self) -> tuple[int, int]:
        """How many pieces stand on the board after the move."""
        return _pieces(self.after)

    @property
    def groups_before(self) -> tuple[int, int]:
        """How many groups there are before the move."""
        return _groups(self.position)

    @property
    def groups_after(self) -> tuple[int, int]:
        """How many groups there are after the move."""
        return _groups(self.after)

    @property
    def is_choice(self) -> bool:
        """Whether it is the move that the search of all moves chose."""
        return self.choice is not None and self.choice.best == self.move

    @property
    def is_won(self) -> bool:
        """Whether the move wins by force."""
        return self.value is not None and self.value.is_won

    @property
    def is_lost(self) -> bool:
        """Whether the opponent wins by force behind the move."""
        return self.value is not None and self.value.is_lost

    @property
    def chance_lost(self) -> float | None:
        """The winning chance of the search's choice less that of the move; None if one is open.

        Below 0 when the move turns out to be the better one.
        """
        if not (is_told(self.value) and is_told(self.choice)):
            return None
        assert self.value is not None
        assert self.choice is not None
        return self.choice.chance - self.value.chance

    @property
    def only_win(self) -> bool | None:
        """Whether the move wins by force and no other one does in as many plies.

        None when that is open.
        """
        if self.value is None:
            return None
        if not self.is_won:
            return False
        if self.legal_moves == 1:
            return True
        return None if self.others_win_as_soon is None else not self.others_win_as_soon

    @property
    def only_defence(self) -> bool | None:
        """Whether every other move loses by force, while no loss is seen behind this one.

        None when nothing was found out.
        """
        if self.value is None or (self.others is None and self.legal_moves > 1):
            return None
        return not self.is_lost and self.others is not None and self.others.is_lost


def is_told(found: Evaluation | None) -> bool:
    """Whether a score can be compared: it is exact, or decides the game."""
    return found is not None and (found.bound == "exact" or found.is_won or found.is_lost)


def _pieces(position: Position) -> tuple[int, int]:
    return position.piece_count(Color.BLACK), position.piece_count(Color.WHITE)


def _groups(position: Position) -> tuple[int, int]:
    return len(position.groups(Color.BLACK)), len(position.groups(Color.WHITE))
