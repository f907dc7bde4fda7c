"""The root of a search: a position with the game that led to it, as the core needs it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from loa_engine._core import CoreBoard
from loa_engine.game.checks import check_type
from loa_engine.game.errors import GameOverError, LimitError, PositionError, RuleError
from loa_engine.game.game import Game
from loa_engine.game.move import PASS, Move
from loa_engine.game.position import Position
from loa_engine.game.rules import Outcome, RuleSet, as_rules

__all__ = ["Root", "root_of"]


@dataclass(frozen=True, slots=True)
class Root:
    """A position to search.

    Attributes:
        position: the position; its game is not over.
        rules: the rule set it is searched under.
        moves: its legal moves.
        history: the positions before it, oldest first.
        since_capture: plies since the last capture.
        passes: passes played in a row just before the root.
        is_whole: whether ``moves`` are all legal moves.
    """

    position: Position
    rules: RuleSet
    moves: tuple[Move, ...]
    history: tuple[Position, ...] = ()
    since_capture: int = 0
    passes: int = 0
    is_whole: bool = True

    def after(self, move: Move) -> Root:
        """The root that a legal move leads to, its game remembered."""
        position = Position(self.position.core.play(move.packed))
        history = (*self.history, self.position)
        return Root(
            position,
            self.rules,
            _legal_moves(position, self.rules, history),
            history,
            0 if move.is_capture else self.since_capture + 1,
            self.passes + 1 if move.is_pass else 0,
        )

    def passed(self) -> Root | None:
        """The root if the side to move gave its turn away, which counts as a ply.

        None where nothing can be asked about it: the game would be over, the other side could not
        move, or the variant has no such position. That the board stands there for another time is
        no repetition, except that a position does not occur more than twice.
        """
        turned = self._turned()
        if turned is None or turned.outcome(self.rules) is not None:
            return None
        history, quiet = (*self.history, self.position), self.since_capture + 1
        rules = self.rules
        if rules.move_limit is not None and len(history) >= rules.move_limit:
            return None
        if rules.capture_limit is not None and quiet >= rules.capture_limit:
            return None
        if rules.repetition in {"threefold", "deviate"} and history.count(turned) > 1:
            return None
        moves = _legal_moves(turned, rules, history)
        return Root(turned, rules, moves, history, quiet) if moves not in ((), (PASS,)) else None

    def _turned(self) -> Position | None:
        """The position with the other side to move, if there is one."""
        here = self.position
        contents = (here.size, here.vanished, here.vanishing, here.hands)
        try:
            return Position.from_bitboards(here.black, here.white, here.turn.other, *contents)
        except PositionError:
            return None

    @property
    def board(self) -> CoreBoard:
        """The root as the core sees it: with the passes that led to it."""
        return self.position.core.with_passes(self.passes)

    @property
    def boards(self) -> list[CoreBoard]:
        """The positions before the root, as the core sees them."""
        return [position.core for position in self.history]


def root_of(
    target: Position | Game | Root | str,
    rules: RuleSet | str | None = None,
    searchmoves: Iterable[Move | str] | None = None,
) -> Root:
    """Make a root from a position, a position's text, or a game.

    Args:
        target: what to search; a game brings along its history and its rule set. A root is taken
            as it is.
        rules: the rule set for a position, ``standard`` if None; for a game or a root, None.
        searchmoves: the only moves to look at; None for all.

    Raises:
        GameOverError: the game is over.
        PositionError: the text is malformed.
        IllegalMoveError: one of ``searchmoves`` may not be played.
        RuleError: there is no such rule set, or one was given along with a game of another.
        LimitError: ``searchmoves`` is empty.
    """
    if isinstance(target, Root):
        _check_same(rules, target.rules)
        root = target
    elif isinstance(target, Game):
        root = _game_root(target, rules)
    else:
        root = _position_root(target, rules)
    return root if searchmoves is None else _narrowed(root, searchmoves)


def _game_root(game: Game, rules: RuleSet | str | None) -> Root:
    _check_same(rules, game.rules)
    _check_running(game.outcome())
    moves = tuple(game.legal_moves())
    earlier = game.positions()[:-1]
    passes = int(bool(game.moves) and game.moves[-1].is_pass)
    return Root(game.position, game.rules, moves, earlier, game.plies_since_capture, passes)


def _position_root(target: Position | str, rules: RuleSet | str | None) -> Root:
    check_type("what to search", target, Position, Game, str)
    position = Position.parse(target) if isinstance(target, str) else target
    chosen = as_rules("standard" if rules is None else rules)
    _check_running(position.outcome(chosen))
    return Root(position, chosen, tuple(position.legal_moves(chosen)))


def _legal_moves(
    position: Position, rules: RuleSet, history: tuple[Position, ...]
) -> tuple[Move, ...]:
    """The legal moves of a position that was reached by way of others."""
    moves = position.legal_moves(rules)
    if rules.repetition == "deviate" and moves != [PASS]:
        moves = [move for move in moves if history.count(position.play(move, rules)) < 2]
        if not moves and rules.no_moves == "pass" and position.outcome(rules) is None:
            moves = [PASS]
    return tuple(moves)


def _narrowed(root: Root, searchmoves: Iterable[Move | str]) -> Root:
    """A root with only some of its moves."""
    if isinstance(searchmoves, str):
        raise TypeError("searchmoves must be several moves, not one text")
    wanted = {
        root.position.parse_move(move, root.rules)
        if isinstance(move, str)
        else root.position.resolve(move, root.rules)
        for move in searchmoves
    }
    moves = tuple(move for move in root.moves if move in wanted)
    if not moves:
        raise LimitError("there is no move to search")
    return replace(root, moves=moves, is_whole=len(moves) == len(root.moves))


def _check_same(rules: RuleSet | str | None, own: RuleSet) -> None:
    if rules is not None and as_rules(rules) != own:
        raise RuleError("a game is searched under its own rule set")


def _check_running(outcome: Outcome | None) -> None:
    if outcome is not None:
        raise GameOverError(f"the game is over: {outcome}")
