"""Game review: what each move of a game was worth.

Every position of a game is searched once, from the last to the first: what the engine found out
about the later ones is then known to it when it comes to the earlier ones. A move is judged by how
much of the winning chance it cost, see ``loa_engine.evaluation.chance``. Before a move is marked,
the better one is checked: the positions behind both are searched alike. So is the claim that a move
was the only one to win by force. docs/review.md explains marks and thresholds.

>>> from loa_engine import Game, Limit
>>> game = Game()
>>> for move in "d1b3 h5g4 b1b4 g4g1 b4e7 a3c1 b3e6 h3f1 e6e2".split():
...     _ = game.push(move)
>>> last = review_game(game, Limit(nodes=2000)).moves[-1]
>>> print(last.mark, last.missed_win, *last.better, sep=", ")
blunder, win in 1, e1-e5
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.game import Game
from loa_engine.game.move import Move
from loa_engine.game.rules import Outcome
from loa_engine.records.record import GameRecord
from loa_engine.review.judgement import (
    MARK_LOSSES,
    Evaluation,
    Mark,
    MoveReview,
    judged,
    mark_of_loss,
    score_before,
)
from loa_engine.review.summary import PlayerSummary
from loa_engine.search.engine import DEFAULT_HASH_MB, Engine
from loa_engine.search.limits import Bound, Info, Limit

__all__ = [
    "DEFAULT_NODES",
    "MARK_LOSSES",
    "Evaluation",
    "GameReview",
    "Mark",
    "MoveReview",
    "PlayerSummary",
    "mark_of_loss",
    "review_game",
]

DEFAULT_NODES = 500_000
"""Nodes for each position unless told otherwise."""

CHECKED_DEFENCES = 3  # other moves that are tried before a position counts as lost
LINE_PLIES = 8  # of an undecided line; what comes later is of little worth
WORTH_FINDING = 3  # plies of the shortest win whose only move is worth a mark
OTHER_SIDE: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}


class GameReview:
    """A game and what is known about its moves so far; ``search`` finds that out.

    Args:
        game: the game, or a record of it, which is not changed.
    """

    def __init__(self, game: Game | GameRecord) -> None:
        self.record = GameRecord.of(game) if isinstance(game, Game) else game
        self._moves = self.record.moves
        self._evaluations: list[Evaluation | None] = [None] * (len(self._moves) + 1)

    @property
    def evaluations(self) -> tuple[Evaluation | None, ...]:
        """The positions of the game, the start first; None for those not searched yet."""
        return tuple(self._evaluations)

    @property
    def is_complete(self) -> bool:
        """Whether all positions have been searched."""
        return self._evaluations[0] is not None

    @property
    def moves(self) -> tuple[MoveReview, ...]:
        """The moves that can be judged so far: those at the end, in the order of the game."""
        found = []
        for index, move in enumerate(self._moves):
            before, after = self._evaluations[index : index + 2]
            if before is not None and after is not None:
                earlier = self._evaluations[index - 2] if index > 1 else None
                had_win = earlier is not None and earlier.is_won
                found.append(judged(index + 1, move, before, after, had_win))
        return tuple(found)

    def summary(self, player: Color) -> PlayerSummary:
        """The moves of a player in numbers."""
        return PlayerSummary.of_game(self.moves, player)

    def search(self, engine: Engine, limit: Limit) -> Iterator[int]:
        """Search the positions of the game, the last first, under the rules of the game.

        The engine forgets what it knew before, so that the review of a game does not depend on the
        games before it: one thread and a number of nodes give the same review every time. What has
        been found stays when the iteration is ended early, as by Ctrl-C.

        Args:
            engine: does the searching.
            limit: when each search stops.

        Yields:
            How many positions have been searched.

        Raises:
            SearchInterrupted: Ctrl-C.
        """
        engine.clear()
        game = Game(self.record.start, self.record.rules)
        for move in self._moves:
            game.push(move)
        scorer = _Scorer(engine, limit, game)
        last = len(self._moves)
        self._evaluations[last] = scorer.evaluation()
        yield 1
        for index in range(last - 1, -1, -1):
            after = self._evaluations[index + 1]
            assert after is not None
            played = game.pop()
            pair = scorer.compared(scorer.evaluation(), played, after)
            self._evaluations[index : index + 2] = pair
            yield last + 1 - index


class _Scorer:
    """Searches the position that a game has come to.

    Args:
        engine: does the searching.
        limit: when each search stops.
        game: the game; whoever made it may take moves back between two calls.
    """

    def __init__(self, engine: Engine, limit: Limit, game: Game) -> None:
        self._engine = engine
        self._limit = limit
        self._game = game

    def evaluation(self, moves: Iterable[Move] | None = None) -> Evaluation:
        """What the position is worth, if only some moves may be played or, for None, all."""
        outcome = self._game.outcome()
        if outcome is not None:
            return Evaluation(self._game.turn, _final_score(outcome, self._game.turn))
        best: Info | None = None
        for info in self._engine.analysis(self._game, self._limit, searchmoves=moves):
            # A depth that the limit cut short may give no more than a low bound.
            if best is None or info.bound != "lower" or info.score > best.score:
                best = info
        assert best is not None
        return Evaluation(self._game.turn, best.score, self._line(best), best.bound, best.depth)

    def compared(
        self, found: Evaluation, played: Move, after: Evaluation
    ) -> tuple[Evaluation, Evaluation]:
        """Compare a position with the next one of the game, and check what that seems to say.

        Args:
            found: what a search of the position found.
            played: the move of the game.
            after: the position behind it.

        Returns:
            The position and the one behind the move, as far as both are known now.
        """
        by_move = _by_way_of(found, played, after)
        if after.is_lost and by_move.score > found.score:
            found = by_move
        elif after.is_won and not found.is_lost:
            found = self._defended(found, played, by_move)
        elif _seems_bad(found, by_move):
            found = self._confirmed(found, by_move)
        if found.is_won and found.best == played:
            if after.line and not after.is_lost:
                after = _as_foreseen(found, after)
            found = replace(found, only_move=self._is_only_win(found))
        return found, after

    def _others(self, moves: set[Move]) -> list[Move]:
        return [move for move in self._game.legal_moves() if move not in moves]

    def _defended(self, found: Evaluation, played: Move, by_move: Evaluation) -> Evaluation:
        """The position with a move that does not lose like the one played, if there is one.

        When the first few that are tried lose as well, the position counts as lost.
        """
        refuted = {played}
        for _ in range(CHECKED_DEFENCES):
            if found.best in refuted:
                others = self._others(refuted)
                if not others:
                    return by_move
                found = self.evaluation(others)
            if found.is_lost:
                return max(found, by_move, key=lambda each: each.score)
            found = self._followed(found)
            if not found.score.is_loss:
                return found
            refuted.add(found.line[0])
        return replace(by_move, bound="lower")

    def _confirmed(self, found: Evaluation, by_move: Evaluation) -> Evaluation:
        """The position with the best move followed up, or the move of the game if that is no worse.

        So both moves are judged by searches of the positions behind them.
        """
        followed = self._followed(found)
        if found.is_won and not followed.is_won:
            return replace(found, line=followed.line)
        return max(by_move, followed, key=lambda each: each.score)

    def _followed(self, found: Evaluation) -> Evaluation:
        """The position as a search of the one behind its best move has it."""
        best = found.line[0]
        self._game.push(best)
        behind = self.evaluation()
        self._game.pop()
        return _by_way_of(found, best, behind)

    def _is_only_win(self, found: Evaluation) -> bool:
        """Whether the best move alone wins by force, and is not plain to see."""
        others = self._others({found.line[0]})
        if not others or (found.score.plies or 0) < WORTH_FINDING:
            return False
        return not self.evaluation(others).is_won

    def _line(self, info: Info) -> tuple[Move, ...]:
        """The principal variation as far as the rules let it be played and it is of worth."""
        longest = None if info.score.is_decided else LINE_PLIES
        line: list[Move] = []
        for move in info.pv[:longest]:
            if self._game.outcome() is not None:
                break
            line.append(self._game.push(move))
        for _ in line:
            self._game.pop()
        return tuple(line)


def _final_score(outcome: Outcome, turn: Color) -> Score:
    """The score of a finished game for a player."""
    if outcome.winner is None:
        return Score(0)
    return Score.win_in(0) if outcome.winner is turn else Score.loss_in(0)


def _seems_bad(found: Evaluation, by_move: Evaluation) -> bool:
    """Whether a move seems to be worth a mark, or gives a forced win away."""
    if found.best == by_move.best:
        return False
    loss = found.chance - by_move.chance
    return mark_of_loss(loss) is not None or (found.is_won and not by_move.score.is_win)


def _by_way_of(found: Evaluation, move: Move, after: Evaluation) -> Evaluation:
    """A position as it is when a move is the best, from the position behind that."""
    score, line = score_before(after.score), (move, *after.line)
    return replace(found, score=score, line=line, bound=OTHER_SIDE[after.bound])


def _as_foreseen(found: Evaluation, after: Evaluation) -> Evaluation:
    """The position behind the best move of a won position, as its search foresaw it."""
    score = Score.loss_in((found.score.plies or 1) - 1)
    line = found.line[1:] or after.line
    return replace(after, score=score, line=line, bound=OTHER_SIDE[found.bound])


def review_game(
    game: Game | GameRecord,
    limit: Limit | None = None,
    *,
    hash_mb: int = DEFAULT_HASH_MB,
    threads: int = 1,
) -> GameReview:
    """Review a game with a fresh engine; see ``GameReview``.

    Args:
        game: the game, or a record of it.
        limit: when the search of each position stops; None for ``DEFAULT_NODES``.
        hash_mb: size of the transposition table in MB.
        threads: how many threads search at once.

    Raises:
        LimitError: a table size or number of threads that makes no sense.
        SearchInterrupted: Ctrl-C.
    """
    review = GameReview(game)
    for _ in review.search(Engine(hash_mb, threads), limit or Limit(nodes=DEFAULT_NODES)):
        pass
    return review
