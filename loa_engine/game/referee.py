"""What the rules say of a board and of a game: legal moves, one move, the ends.

Here names have become values: a board of the core, a ``RuleSet``, a ``Move``. ``Position`` and
``Game`` turn what users give into these, once, and ask here.
"""

from collections.abc import Sequence

from loa_engine._core import CoreBoard
from loa_engine.game.color import Color
from loa_engine.game.errors import GameOverError, IllegalMoveError
from loa_engine.game.legality import why_illegal
from loa_engine.game.move import PASS, Move, from_core
from loa_engine.game.occurrences import Occurrences
from loa_engine.game.rules import Outcome, Reason, RuleSet

__all__ = [
    "check_legal_move",
    "find_draw",
    "find_legal_move",
    "find_outcome",
    "has_legal_move",
    "legal_moves",
]

_OCCURRENCES_TO_DRAW = {"threefold": 3, "board": 2}
_BOTH = 3  # united, as the core says it
_ALONE = (
    (None, Outcome(Color.BLACK, Reason.OPPONENT_CONNECTED), Outcome(Color.WHITE, Reason.CONNECTED)),
    (None, Outcome(Color.BLACK, Reason.CONNECTED), Outcome(Color.WHITE, Reason.OPPONENT_CONNECTED)),
)
"""The end where only one side is united, by the side to move and the number of the core."""


def legal_moves(board: CoreBoard, rules: RuleSet) -> list[Move]:
    """The legal moves, by start, target and drop; none when the position ends the game.

    A stuck player has the pass where the rules make him pass.
    """
    if board.united():
        return []
    moves = [from_core(packed) for packed in board.legal_moves(rules.forbids_both)]
    return moves or ([PASS] if rules.no_moves == "pass" else [])


def has_legal_move(board: CoreBoard, rules: RuleSet) -> bool:
    """Whether ``legal_moves`` lists any; cheaper than the list."""
    if board.united():
        return False
    return rules.no_moves == "pass" or board.has_legal_move(rules.forbids_both)


def find_legal_move(board: CoreBoard, move: Move, rules: RuleSet) -> Move | None:
    """The legal move that a move means, which may not know whether it captures; None if none."""
    if board.united():
        return None
    if move.is_pass:
        return PASS if legal_moves(board, rules) == [PASS] else None
    found = board.find_move(move.packed, rules.forbids_both)
    return from_core(found) if found else None


def check_legal_move(board: CoreBoard, move: Move, rules: RuleSet) -> Move:
    """The legal move that a move means.

    Raises:
        IllegalMoveError: when the move may not be played here; says why.
        GameOverError: when the position ends the game.
    """
    found = find_legal_move(board, move, rules)
    if found is not None:
        return found
    outcome = find_outcome(board, rules)
    if outcome is not None:
        raise GameOverError(f"{move}: the game is over, {outcome}")
    raise IllegalMoveError(why_illegal(board, move, rules))


def find_outcome(board: CoreBoard, rules: RuleSet) -> Outcome | None:
    """How the position ends the game, by connection or for want of a move; None if it does not."""
    united = board.united()
    if united == _BOTH:
        return _both_united(Color(board.turn), rules)
    if united:
        return _ALONE[board.turn][united]
    if rules.no_moves == "pass" or board.has_legal_move(rules.forbids_both):
        return None
    winner = Color(1 - board.turn) if rules.no_moves == "loss" else None
    return Outcome(winner, Reason.NO_MOVES)


def find_draw(
    moves: Sequence[Move], occurrences: Occurrences, quiet_plies: int, rules: RuleSet
) -> Reason | None:
    """Why the moves of a game draw it; None when they do not."""
    if len(moves) > 1 and moves[-1].is_pass and moves[-2].is_pass:
        return Reason.PASSES
    to_draw = _OCCURRENCES_TO_DRAW.get(rules.repetition)
    if to_draw and occurrences.repeated and occurrences.now() >= to_draw:
        return Reason.REPETITION
    if rules.move_limit is not None and len(moves) >= rules.move_limit:
        return Reason.MOVE_LIMIT
    if rules.capture_limit is not None and quiet_plies >= rules.capture_limit:
        return Reason.NO_CAPTURE
    return None


def _both_united(turn: Color, rules: RuleSet) -> Outcome:
    """The end after a move that united both sides; ``turn`` did not make it."""
    winners = {"mover": turn.other, "opponent": turn}
    return Outcome(winners.get(rules.simultaneous), Reason.BOTH)
