"""Judgements: what a position is worth, and what a move of a game cost.

Everything here follows from the searches that ``loa_engine.review`` makes; docs/review.md explains
the marks and their thresholds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from loa_engine.evaluation.chance import winning_chance
from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.move import Move
from loa_engine.review.accuracy import move_accuracy
from loa_engine.search.limits import Bound

__all__ = [
    "MARK_LOSSES",
    "Evaluation",
    "Mark",
    "MoveReview",
    "judged",
    "mark_of_loss",
    "score_before",
]


class Mark(StrEnum):
    """The judgement of a move. Its value is the word, ``sign`` the sign of chess players."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    ONLY_WIN = "only win"
    """The only move that wins by force, where the player had no forced win a move ago."""
    INTERESTING = "interesting"
    """Not the engine's choice, and by its own search better than that by an inaccuracy or more."""

    @property
    def sign(self) -> str:
        """One of ``loa_engine.records.MARKS``."""
        return {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "only win": "!"}.get(
            self.value, "!?"
        )

    @property
    def is_bad(self) -> bool:
        """Whether the move cost something."""
        return self in MARK_LOSSES


MARK_LOSSES = {Mark.BLUNDER: 0.30, Mark.MISTAKE: 0.20, Mark.INACCURACY: 0.10}
"""How much of the winning chance a move costs at least that gets the mark, the worst first."""


def mark_of_loss(loss: float) -> Mark | None:
    """The mark of a move that costs so much of the winning chance; None for little.

    >>> mark_of_loss(0.05), str(mark_of_loss(0.25))
    (None, 'mistake')
    """
    return next((mark for mark, least in MARK_LOSSES.items() if loss >= least), None)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the engine thinks of a position of the game.

    Attributes:
        turn: the side to move.
        score: the score for that side.
        line: the best line; empty when the game is over.
        bound: whether the score is exact, or the least or the most it can be.
        depth: plies searched; 0 when the game is over.
        only_move: whether every other move gives a forced win away, as far as the engine can see.
    """

    turn: Color
    score: Score
    line: tuple[Move, ...] = ()
    bound: Bound = "exact"
    depth: int = 0
    only_move: bool = False

    @property
    def best(self) -> Move | None:
        """The best move; None when the game is over."""
        return self.line[0] if self.line else None

    @property
    def chance(self) -> float:
        """The winning chance of the side to move."""
        return winning_chance(self.score)

    @property
    def black_score(self) -> Score:
        """The score for Black."""
        return self.score if self.turn is Color.BLACK else -self.score

    @property
    def black_chance(self) -> float:
        """Black's winning chance."""
        return winning_chance(self.black_score)

    @property
    def is_won(self) -> bool:
        """Whether the side to move wins by force."""
        return self.score.is_win and self.bound != "upper"

    @property
    def is_lost(self) -> bool:
        """Whether the opponent wins by force, whatever is played."""
        return self.score.is_loss and self.bound != "lower"


@dataclass(frozen=True, slots=True)
class MoveReview:
    """What a move of the game was worth. All chances are those of the player who moved.

    Attributes:
        ply: the number of the move, from 1.
        move: the move.
        before: the position it was played in.
        after: the position it led to.
        mark: its mark; None for a move that is worth none.
        loss: how much of the winning chance it cost, from 0 to 1.
        missed_win: the forced win that it gave away; None when there was none.
        missed_defence: the forced loss that it allowed and another move did not; None likewise.
    """

    ply: int
    move: Move
    before: Evaluation
    after: Evaluation
    mark: Mark | None
    loss: float
    missed_win: Score | None
    missed_defence: Score | None

    @property
    def player(self) -> Color:
        """Who moved."""
        return self.before.turn

    @property
    def is_best(self) -> bool:
        """Whether it is the engine's choice."""
        return self.move == self.before.best

    @property
    def better(self) -> tuple[Move, ...]:
        """The line the engine prefers; empty when it starts with this move."""
        return () if self.is_best else self.before.line

    @property
    def chance_before(self) -> float:
        """The winning chance with the best move."""
        return self.before.chance

    @property
    def chance_after(self) -> float:
        """The winning chance after the move."""
        return 1 - self.after.chance

    @property
    def accuracy(self) -> float:
        """How little it cost, from 0 to 1; see ``loa_engine.review.accuracy``."""
        return move_accuracy(self.loss)

    @property
    def is_notable(self) -> bool:
        """Whether there is something to say about it."""
        noted = (self.mark, self.missed_win, self.missed_defence)
        return any(each is not None for each in noted)


def judged(
    ply: int, move: Move, before: Evaluation, after: Evaluation, had_win: bool
) -> MoveReview:
    """Judge a move.

    Args:
        ply: the number of the move, from 1.
        move: the move.
        before: the position it was played in.
        after: the position it led to.
        had_win: whether the player could win by force at his move before.
    """
    is_best = move == before.best
    gain = 1 - after.chance - before.chance
    loss = 0.0 if is_best else max(0.0, -gain)
    mark = mark_of_loss(loss)
    if mark is None and is_best and before.only_move and not had_win:
        mark = Mark.ONLY_WIN
    elif not is_best and gain >= MARK_LOSSES[Mark.INACCURACY]:
        mark = Mark.INTERESTING
    missed_win = before.is_won and not is_best and not after.score.is_loss
    missed_defence = after.is_won and not before.score.is_loss
    return MoveReview(
        ply,
        move,
        before,
        after,
        mark,
        loss,
        before.score if missed_win else None,
        score_before(after.score) if missed_defence else None,
    )


def score_before(score: Score) -> Score:
    """The score of a move for its player, from that of the position behind it for the opponent.

    >>> print(score_before(Score.loss_in(2)), score_before(Score.cp(30)), sep=", ")
    win in 3, -0.30
    """
    if score.plies is None:
        return -score
    plies = score.plies + 1
    return Score.win_in(plies) if score.is_loss else Score.loss_in(plies)
