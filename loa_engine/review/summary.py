"""The moves of a player in numbers, of one game or of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from loa_engine.game.color import Color
from loa_engine.review.accuracy import game_accuracy
from loa_engine.review.judgement import MARK_LOSSES, Mark, MoveReview

__all__ = ["PlayerSummary"]


@dataclass(slots=True)
class PlayerSummary:
    """The moves of one player in numbers; those of several games add up.

    Attributes:
        games: in how many games he moved.
        moves: how many moves were judged.
        best: how many were the engine's choice.
        marks: how many got each mark.
        missed_wins: how many gave a forced win away.
        missed_defences: how many allowed a forced loss that another move did not.
        total_loss: the winning chance lost by all moves together; 1 is a whole game.
        total_accuracy: the accuracies of the games added up, each from 0 to 1.
    """

    games: int = 0
    moves: int = 0
    best: int = 0
    marks: dict[Mark, int] = field(default_factory=lambda: dict.fromkeys(Mark, 0))
    missed_wins: int = 0
    missed_defences: int = 0
    total_loss: float = 0.0
    total_accuracy: float = 0.0

    @classmethod
    def of_game(cls, moves: Sequence[MoveReview], player: Color) -> PlayerSummary:
        """A player's part of a game.

        Args:
            moves: the moves of both players, in order and without a gap.
            player: whose part it is.
        """
        summary = cls()
        for move in moves:
            if move.player is player:
                summary._add(move)
        starts = [move.before.black_chance for move in moves[:1]]
        accuracy = game_accuracy(
            [*starts, *(move.after.black_chance for move in moves)],
            [move.loss for move in moves],
            [move.player is player for move in moves],
        )
        if accuracy is not None:
            summary.games, summary.total_accuracy = 1, accuracy
        return summary

    @property
    def mean_loss(self) -> float:
        """The winning chance that a move cost on average."""
        return self.total_loss / self.moves if self.moves else 0.0

    @property
    def accuracy(self) -> float | None:
        """The accuracy, see ``game_accuracy``, the mean of the games; None without a move."""
        return self.total_accuracy / self.games if self.games else None

    @property
    def sound(self) -> int:
        """How many moves were no inaccuracy, mistake or blunder."""
        return self.moves - sum(count for mark, count in self.marks.items() if mark.is_bad)

    def _add(self, move: MoveReview) -> None:
        self.moves += 1
        self.best += move.is_best
        if move.mark is not None:
            self.marks[move.mark] += 1
        self.missed_wins += move.missed_win is not None
        self.missed_defences += move.missed_defence is not None
        self.total_loss += move.loss

    def add_all(self, other: PlayerSummary) -> None:
        """Count the moves of another summary too."""
        self.games += other.games
        self.moves += other.moves
        self.best += other.best
        for mark, count in other.marks.items():
            self.marks[mark] += count
        self.missed_wins += other.missed_wins
        self.missed_defences += other.missed_defences
        self.total_loss += other.total_loss
        self.total_accuracy += other.total_accuracy

    def __str__(self) -> str:
        parts = [
            _counted(self.moves, "move"),
            f"{self.best} best",
            f"{self.sound} sound",
            *([] if self.accuracy is None else [f"accuracy {self.accuracy:.0%}"]),
            f"mean loss {self.mean_loss:.1%}",
            *(_counted(self.marks[mark], mark.value) for mark in reversed(MARK_LOSSES)),
            _counted(self.missed_wins, "missed win"),
            _counted(self.missed_defences, "missed defence"),
        ]
        return ", ".join(parts)


def _counted(count: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"
