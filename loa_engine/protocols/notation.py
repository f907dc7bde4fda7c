"""Moves, scores and positions as other programs write them."""

from loa_engine.evaluation.chance import winning_chance
from loa_engine.evaluation.score import Score
from loa_engine.game.move import PASS, Move
from loa_engine.game.position import Position
from loa_engine.records.movelists.pgn import write_position_line

__all__ = [
    "UCI_VARIANTS",
    "fen",
    "mate_moves",
    "read_move",
    "setup_line",
    "thousandths",
    "uci_move",
]

NULL_MOVE = "0000"
UCI_VARIANTS = {
    "loa": "standard",
    "scrambledeggs": "scrambled-eggs",
    "cheshirecat": "cheshire-cat",
    "parachute": "parachute",
    "loaps": "loaps",
    "loa4x4": "4x4",
    "loa5x5": "5x5",
    "loa6x6": "6x6",
    "loa7x7": "7x7",
}
"""Names without hyphens, as chess programs have them, and ours."""

# Where a chess program's pieces stand: L for the first side, l for the other. It is a piece of
# which XBoard has no moves of its own, so that it writes moves with both squares in its records,
# and no pawn, which would promote.
PIECE_TABLE = f"{'.' * 17}L{'.' * 21}l{'.' * 4}"


def uci_move(move: Move) -> str:
    """A move in the manner of UCI: both squares, ``0000`` for a pass.

    >>> uci_move(Move.parse("c1xa3")), uci_move(PASS), uci_move(Move.parse("a3-c3@e5"))
    ('c1a3', '0000', 'a3c3@e5')
    """
    if move.is_pass:
        return NULL_MOVE
    return str(move).replace("-", "").replace("x", "")


def read_move(text: str) -> Move:
    """A move as another program writes it.

    Raises:
        MoveTextError: it is none.
    """
    return PASS if text in (NULL_MOVE, "@@@@") else Move.parse(text)


def mate_moves(score: Score) -> int | None:
    """The moves of the winner to a forced end, negative when it is lost; None when none is known.

    >>> mate_moves(Score.win_in(1)), mate_moves(Score.win_in(5)), mate_moves(Score.loss_in(4))
    (1, 3, -2)
    """
    if score.plies is None:
        return None
    moves = (score.plies + 1) // 2
    return moves if score.is_win else -moves


def thousandths(score: Score) -> tuple[int, int, int]:
    """The chances of a win, a draw and a loss in thousandths; draws are too rare to be told."""
    won = round(1000 * winning_chance(score))
    return won, 0, 1000 - won


def fen(position: Position) -> str:
    """A position as chess programs write it: L the first side, l the other."""
    return write_position_line(position)


def setup_line(position: Position) -> str:
    """What XBoard is told of a variant's pieces, board and start."""
    size = position.size
    return f"setup ({PIECE_TABLE}) {size}x{size}+0_fairy {fen(position)}"
