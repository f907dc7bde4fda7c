"""Why a move is illegal, in words.

The core lists the legal moves; a move that is not among them comes here, and the first rule it
breaks is named. Nothing here decides whether a move is legal.
"""

from loa_engine._core import CoreBoard
from loa_engine.game.color import Color
from loa_engine.game.move import Move, from_core
from loa_engine.game.rules import RuleSet
from loa_engine.game.squares import (
    Square,
    direction_between,
    distance_between,
    is_on_board,
    line_name,
    square_name,
    squares_between,
)

__all__ = ["why_illegal"]


def why_illegal(board: CoreBoard, move: Move, rules: RuleSet) -> str:
    """What is wrong with a move that is not legal, in one line.

    The board must be one where the game goes on; that it is over is for the caller to say.

    >>> board = CoreBoard(0x7E0000000000007E, 0x0081818181818100, 0)
    >>> why_illegal(board, Move.parse("b1-b4"), RuleSet())
    'b1-b4: 2 pieces on the b-file, so the piece moves 2 squares, not 3'
    """
    return f"{move}: {_fault(board, move, rules)}"


def _fault(board: CoreBoard, move: Move, rules: RuleSet) -> str:
    start, target = move.from_square, move.to_square
    if move.is_pass:
        return _pass_fault(board, rules)
    if start is None or target is None:
        fault = _lone_drop_fault(board) or _drop_fault(board, move)
    elif move.is_removal:
        fault = _start_fault(board, start) or _removal_fault(board, start)
    else:
        fault = (
            _start_fault(board, start)
            or _travel_fault(board, start, target)
            or _target_fault(board, target)
            or _drop_fault(board, move)
        )
    return fault or "it would unite both sides, which these rules forbid"


def _pass_fault(board: CoreBoard, rules: RuleSet) -> str:
    legal = board.legal_moves(rules.forbids_both)
    if legal:
        return f"only a player without a legal move may pass, and there is {from_core(legal[0])}"
    return "these rules have no pass"


def _start_fault(board: CoreBoard, start: Square) -> str | None:
    """What is wrong with the piece that should move."""
    name, player = square_name(start), Color(board.turn)
    mine, enemy = _sides(board)
    if not is_on_board(start, board.size):
        return f"{name} is off the {board.size}x{board.size} board"
    if board.vanished >> start & 1:
        return f"there is no piece on {name}, that square has vanished"
    if enemy >> start & 1:
        return f"the piece on {name} is the enemy's, {player} is to move"
    return None if mine >> start & 1 else f"there is no piece on {name}"


def _travel_fault(board: CoreBoard, start: Square, target: Square) -> str | None:
    """What is wrong with the way of a piece: its direction, its distance, what is between."""
    if not is_on_board(target, board.size):
        return f"{square_name(target)} is off the {board.size}x{board.size} board"
    if start == target:
        return "a piece must leave its square"
    direction = direction_between(start, target)
    if direction is None:
        return "a piece moves along a rank, a file or a diagonal"
    count, distance = board.line_count(start, direction), distance_between(start, target)
    if count != distance:
        return (
            f"{_counted(count, 'piece')} on {line_name(start, direction, board.size)}, "
            f"so the piece moves {_counted(count, 'square')}, not {distance}"
        )
    _, enemy = _sides(board)
    for square in squares_between(start, target):
        if enemy >> square & 1:
            return f"it would jump the enemy's piece on {square_name(square)}"
    return None


def _target_fault(board: CoreBoard, target: Square) -> str | None:
    """What is wrong with the square where a piece lands."""
    mine, _ = _sides(board)
    if mine >> target & 1:
        return f"it would land on its own side's piece on {square_name(target)}"
    if board.vanished >> target & 1:
        return f"the square {square_name(target)} has vanished, no piece may land there"
    return None


def _removal_fault(board: CoreBoard, start: Square) -> str | None:
    if not board.vanishing:
        return "a piece may be taken off the board only in cheshire-cat"
    for packed in board.legal_moves():
        move = from_core(packed)
        if move.from_square == start and not move.is_removal:
            return f"the piece has a normal move ({move}), so it may not be taken off"
    return None


def _lone_drop_fault(board: CoreBoard) -> str | None:
    """What is wrong with a turn that is a drop alone."""
    if not _hand(board):
        return _empty_hand(board)
    for packed in board.legal_moves():
        move = from_core(packed)
        if move.from_square is not None:
            return f"a player with a normal move must move before the drop, as in {move}"
    return None


def _drop_fault(board: CoreBoard, move: Move) -> str | None:
    """What is wrong with the drop of a turn, or with its absence."""
    hand, drop = _hand(board), move.drop
    if drop is None:
        if not hand:
            return None
        return f"{Color(board.turn)} holds pieces, so a drop must follow: {move}@ and its square"
    if not hand:
        return _empty_hand(board)
    name = square_name(drop)
    if not is_on_board(drop, board.size):
        return f"{name} is off the {board.size}x{board.size} board"
    occupied = board.black | board.white
    if move.from_square is not None and move.to_square is not None:
        occupied = occupied & ~(1 << move.from_square) | 1 << move.to_square
    return (
        f"{name} is not empty, so no piece may be dropped there" if occupied >> drop & 1 else None
    )


def _empty_hand(board: CoreBoard) -> str:
    if board.black_hand or board.white_hand:
        return f"{Color(board.turn)} has no piece in hand to drop"
    return "pieces are dropped only in parachute, and no hand holds one"


def _hand(board: CoreBoard) -> int:
    return (board.black_hand, board.white_hand)[board.turn]


def _sides(board: CoreBoard) -> tuple[int, int]:
    """The pieces of the side to move and of the other side."""
    sides = (board.black, board.white)
    return sides[board.turn], sides[1 - board.turn]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
