"""Explaining a move: the searches that find the facts about it.

Every search has the same limit. What a search does not settle stays open: a forced win or loss is
one only where the score says so and its bound does not speak against it, and that a side can *not*
win is said only after every line of play has been looked at (``loa_engine.search.proof``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from loa_engine.evaluation.score import Score
from loa_engine.game.checks import check_type
from loa_engine.game.errors import LimitError
from loa_engine.game.game import Game
from loa_engine.game.move import PASS, Move
from loa_engine.game.position import Position
from loa_engine.game.rules import Outcome, RuleSet
from loa_engine.review.facts import Facts, ForcedWin
from loa_engine.review.judgement import Evaluation, score_before
from loa_engine.review.words import sentences
from loa_engine.search.engine import Engine
from loa_engine.search.limits import Bound, Info, Limit, SearchInterrupted
from loa_engine.search.proof import wins_within
from loa_engine.search.root import Root, root_of

__all__ = ["DEFAULT_NODES", "Explainer", "Explanation", "explain"]

DEFAULT_NODES = 200_000
"""Nodes for each search unless told otherwise."""

LINE_PLIES = 8  # of an undecided line; what comes later is of little worth
OTHER_SIDE: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}


@dataclass(frozen=True, slots=True)
class Explanation(Facts):
    """The facts about a move; as text, the sentences that they make, one a line."""

    @property
    def sentences(self) -> list[str]:
        """The sentences, the move first."""
        return sentences(self)

    def __str__(self) -> str:
        return "\n".join(self.sentences)


class Explainer:
    """Finds out about a move, step by step; what has been found stays when a step is interrupted.

    The engine forgets what it knew before, so that one thread and a number of nodes give the same
    explanation every time.

    Args:
        engine: does the searching.
        target: a position, the text of one, or a game.
        move: the move to explain; None for the one that a search of the position chooses.
        limit: when each search stops; None for ``DEFAULT_NODES``, which also bounds the proofs
            where the limit has no number of nodes.
        rules: the rule set for a position; a game has its own.

    Raises:
        GameOverError: the game is over.
        IllegalMoveError: the move may not be played; says why.
        MoveTextError: the text of the move is none.
        PositionError: the text of the position is malformed.
        LimitError: the limit never ends a search.
        RuleError: no such rule set, or one that is not the game's.
        TypeError: something of another type altogether.
    """

    def __init__(
        self,
        engine: Engine,
        target: Position | Game | str,
        move: Move | str | None = None,
        limit: Limit | None = None,
        *,
        rules: RuleSet | str | None = None,
    ) -> None:
        check_type("what to explain", target, Position, Game, str)
        self._engine = engine
        self._limit = Limit(nodes=DEFAULT_NODES) if limit is None else limit
        check_type("limit", self._limit, Limit)
        if self._limit == Limit(infinite=True):
            raise LimitError("to explain a move, a search needs a limit that ends it")
        root = root_of(target, rules)
        self._game = target.copy() if isinstance(target, Game) else Game(root.position, root.rules)
        self._root = root_of(self._game)
        self._found: Explanation | None = None
        if move is not None:
            self._found = self._counted(move)

    @property
    def explanation(self) -> Explanation | None:
        """What has been found so far; None before a move has been chosen."""
        return self._found

    def steps(self) -> Iterator[str]:
        """Make one search after the other.

        Yields:
            What is looked at next, in words.

        Raises:
            SearchInterrupted: Ctrl-C.
            KeyboardInterrupt: Ctrl-C.
        """
        self._engine.clear()
        yield "the position"
        first = self._chosen()
        found = self._found or self._counted(first.line[0])
        self._found = found
        yield f"the position behind {found.move}"
        value = self._known(found.move, first, self._behind(found.move, first))
        found = self._note(value=value)
        choice = first.best if first.depth else None
        if choice is not None and choice != found.move:
            yield f"the position behind {choice}"
            found = self._note(choice=self._known(choice, first, self._behind(choice, first)))
        elif choice is not None:
            found = self._note(choice=value)
        if self._root.moves != (PASS,):
            yield "what the move threatens and stops"
            self._find_threats()
            yield "the other moves"
            self._find_others()
        self._note(is_complete=True)

    # The steps --------------------------------------------------------------------------------

    def _chosen(self) -> Evaluation:
        """What a search of all moves finds; of depth 0 when it was too short to find anything."""
        try:
            found = self._searched(self._root)
        except SearchInterrupted as stop:
            if self._found is None and stop.info is not None and stop.info.depth:
                self._found = self._counted(stop.info.best_move)
            raise
        return found or Evaluation(self._root.position.turn, Score(0), self._root.moves[:1])

    def _behind(self, move: Move, first: Evaluation) -> Evaluation | None:
        """What the position is worth with a move, by a search of the position behind it."""
        self._game.push(move)
        outcome = self._game.outcome()
        try:
            after = None if outcome is not None else self._searched(root_of(self._game))
        finally:
            self._game.pop()
        if outcome is not None:
            return Evaluation(first.turn, _final_score(outcome, first), (move,), depth=1)
        if after is None:
            return None
        line = (move, *after.line)
        bound = OTHER_SIDE[after.bound]
        return Evaluation(first.turn, score_before(after.score), line, bound, after.depth + 1)

    def _known(self, move: Move, first: Evaluation, behind: Evaluation | None) -> Evaluation | None:
        """What a move is worth by the search behind it, or by the one of all moves if that is more.

        That one may have decided the game where the other did not: it found a win that begins with
        the move, or it found that every move loses.
        """
        by_all = _decided(move, first)
        if by_all is None or behind is None:
            return behind if by_all is None else by_all
        is_decided = behind.is_won or behind.is_lost
        if is_decided and (behind.bound == "exact" or by_all.bound != "exact"):
            return behind
        return by_all if by_all.line[1:] else replace(by_all, line=behind.line)

    def _find_threats(self) -> None:
        """Search with the turn given away, behind the move and before it."""
        found = self._facts
        self._game.push(found.move)
        behind = None if found.outcome is not None else root_of(self._game)
        self._game.pop()
        if behind is not None and behind.moves != (PASS,):
            self._note(threat=self._win_after_pass(behind))
        danger = self._win_after_pass(self._root)
        self._note(danger=danger)
        if danger is None:
            return
        if behind is None:
            outcome = found.outcome
            self._note(danger_lasts=outcome is not None and outcome.winner is danger.winner)
            return
        lasts = self._proof(behind, danger.plies)
        if lasts and not found.is_lost:
            value = _refuted(found, danger.plies)
            self._note(value=value, choice=value if found.is_choice else found.choice)
        self._note(danger_lasts=lasts)

    def _find_others(self) -> None:
        """Search without the move."""
        found = self._facts
        moves = [move for move in self._root.moves if move != found.move]
        if not moves:
            return
        rest = root_of(self._root, searchmoves=moves)
        others = self._searched(rest)
        found = self._note(others=others, choice=_corrected(found, others))
        if not found.is_won or found.value is None:
            return
        plies = found.value.score.plies or 0
        if others is not None and others.is_won and (others.score.plies or 0) <= plies:
            self._note(others_win_as_soon=True)
        else:
            self._note(others_win_as_soon=self._proof(rest, plies))

    # Searching --------------------------------------------------------------------------------

    def _searched(self, root: Root) -> Evaluation | None:
        """What the best report of a search says; None when it was too short for one."""
        best: Info | None = None
        for info in self._engine.analysis(root, self._limit):
            if info.depth and (best is None or _says_more(info)):
                best = info
        if best is None:
            return None
        line = best.pv if best.score.is_decided else best.pv[:LINE_PLIES]
        return Evaluation(root.position.turn, best.score, line, best.bound, best.depth)

    def _win_after_pass(self, root: Root) -> ForcedWin | None:
        """The win of the side not to move if the other one gave its turn away."""
        passed = root.passed()
        found = None if passed is None else self._searched(passed)
        if found is None or not found.is_won or found.score.plies is None:
            return None
        return ForcedWin(found.turn, found.score.plies, found.bound == "exact", found.line)

    def _proof(self, root: Root, plies: int) -> bool | None:
        nodes = DEFAULT_NODES if self._limit.nodes is None else self._limit.nodes
        return wins_within(root, plies, nodes, self._limit.movetime)

    # The facts --------------------------------------------------------------------------------

    @property
    def _facts(self) -> Explanation:
        assert self._found is not None
        return self._found

    def _note(self, **facts: Any) -> Explanation:
        self._found = replace(self._facts, **facts)
        return self._found

    def _counted(self, move: Move | str) -> Explanation:
        """The facts about a move that need no search.

        Raises:
            LoaError: the move is none, or may not be played.
        """
        before, count = self._game.position, len(self._root.moves)
        played = self._game.push(move)
        after, outcome = self._game.position, self._game.outcome()
        self._game.pop()
        return Explanation(before, self._root.rules, played, count, after, outcome)


def _says_more(info: Info) -> bool:
    """Whether a later report of a search is worth more than the ones before."""
    if info.bound == "lower":
        return info.score.is_win
    return info.bound == "exact" or info.score.is_loss


def _decided(move: Move, first: Evaluation) -> Evaluation | None:
    """The forced end behind a move that a search of all moves found, if it found one."""
    if first.depth == 0 or not (first.is_lost or (first.is_won and first.best == move)):
        return None
    return first if first.best == move else replace(first, line=(move,), bound="upper")


def _final_score(outcome: Outcome, first: Evaluation) -> Score:
    """What a move that ends the game is worth to the player who makes it."""
    if outcome.winner is None:
        return Score(0)
    return Score.win_in(1) if outcome.winner is first.turn else Score.loss_in(1)


def _corrected(found: Facts, others: Evaluation | None) -> Evaluation | None:
    """What the search's choice is worth, if the search of the other moves knows that better."""
    choice = found.choice
    if choice is None or others is None or found.is_choice:
        return choice
    if others.is_lost and not choice.is_lost:
        return replace(choice, score=others.score, bound="upper", line=choice.line[:1])
    return others if others.is_won and others.best == choice.best and not choice.is_won else choice


def _refuted(found: Facts, plies: int) -> Evaluation:
    """What a move is worth behind which the opponent was shown to win within some plies."""
    return Evaluation(found.player, Score.loss_in(plies + 1), (found.move,), "upper", plies + 1)


def explain(
    engine: Engine,
    target: Position | Game | str,
    move: Move | str | None = None,
    limit: Limit | None = None,
    *,
    rules: RuleSet | str | None = None,
) -> Explanation:
    """Explain a move; arguments and errors as for ``Explainer``.

    Raises:
        SearchInterrupted: Ctrl-C.
    """
    explainer = Explainer(engine, target, move, limit, rules=rules)
    try:
        for _ in explainer.steps():
            pass
    except SearchInterrupted:
        raise
    except KeyboardInterrupt:
        raise SearchInterrupted from None
    return explainer._facts
