"""What a player looks for on a board: wins in one, threats, where the lines of a square lead."""

from loa_engine._core import CoreBoard
from loa_engine.game.color import Color
from loa_engine.game.move import Move, from_core
from loa_engine.game.referee import find_outcome, legal_moves
from loa_engine.game.rules import RuleSet
from loa_engine.game.squares import Direction, Square, direction_between

__all__ = ["line_targets", "threats", "winning_moves"]


def winning_moves(board: CoreBoard, rules: RuleSet) -> list[Move]:
    """The moves of the side to move that win at once."""
    mover = Color(board.turn)
    found = []
    for move in legal_moves(board, rules):
        outcome = find_outcome(board.play(move.packed), rules)
        if outcome is not None and outcome.winner is mover:
            found.append(move)
    return found


def threats(board: CoreBoard, rules: RuleSet) -> list[Move]:
    """The moves with which the side not to move would win at once, if the other one passed."""
    return winning_moves(_with_turn(board, 1 - board.turn), rules)


def line_targets(board: CoreBoard, square: Square) -> dict[Direction, list[Square]]:
    """Where the piece on a square may go along each line; nowhere from an empty square."""
    targets: dict[Direction, list[Square]] = {direction: [] for direction in Direction}
    side = 0 if board.black >> square & 1 else 1
    if not (board.black | board.white) >> square & 1:
        return targets
    for packed in _with_turn(board, side).legal_moves(False):
        move = from_core(packed)
        target = move.to_square
        if move.from_square != square or target is None or move.is_removal:
            continue
        direction = direction_between(square, target)
        if direction is not None and target not in targets[direction]:  # drops list it many times
            targets[direction].append(target)
    return targets


def _with_turn(board: CoreBoard, turn: int) -> CoreBoard:
    hands = (board.black_hand, board.white_hand)
    return CoreBoard(
        board.black, board.white, turn, board.size, board.vanished, board.vanishing, *hands
    )
