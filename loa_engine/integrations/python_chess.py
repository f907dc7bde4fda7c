"""Boards for python-chess, so that its engine classes drive `loa engine`.

python-chess keeps the rules of a game in a board. ``LoaBoard`` is one with the rules of this game:
the first player, our Black, is ``chess.WHITE`` there, and every piece is a queen. It stands on
``loa_engine.Game``; docs/protocols-python-chess.md shows how it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

import chess

from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, PositionError
from loa_engine.game.game import Game
from loa_engine.game.move import PASS, Move, MoveKind
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet
from loa_engine.protocols.notation import UCI_VARIANTS, fen

__all__ = ["LoaBoard", "ScrambledEggsBoard"]

START = "startpos"


class LoaBoard(chess.Board):
    """A game of Lines of Action as python-chess wants it.

    Positions are set with ``set_fen`` and changed with ``push`` and ``pop``; what else of a
    ``chess.Board`` changes one square or mirrors the board is not for this game.

    Args:
        fen: the position, in any form that ``loa_engine.Position.parse`` reads; not None, which
            stands for a board without pieces.
        chess960: not used.
        rules: the rule set, or the name of one; the engine is told with its option ``RuleSet``.

    Raises:
        PositionError: the text is no position; a ``ValueError``, as all errors here.
        RuleError: there is no such rule set.

    >>> board = LoaBoard()
    >>> board.push_uci("b1b3")
    Move.from_uci('b1b3')
    >>> board.fen(), board.turn == chess.BLACK, board.legal_moves.count()
    ('1LLLLLL1/l6l/l6l/l6l/l6l/lL5l/l6l/2LLLLL1 b - - 0 1', True, 34)
    """

    uci_variant: ClassVar[str | None] = "loa"
    xboard_variant: ClassVar[str | None] = "loa"
    starting_fen: ClassVar[str] = fen(Position.start())

    def __init_subclass__(cls) -> None:
        """Other variants are made by their name in UCI alone."""
        cls.xboard_variant = cls.uci_variant
        cls.starting_fen = fen(Position.start(cls._variant()))

    def __init__(
        self,
        fen: str | None = START,
        *,
        chess960: bool = False,
        rules: RuleSet | str = "standard",
    ) -> None:
        self._game = Game(Position.start(self._variant()), rules)
        super().__init__(self.starting_fen if fen == START else fen, chess960=chess960)

    @property
    def game(self) -> Game:
        """The game so far, a copy."""
        return self._game.copy()

    # Positions ------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Begin a new game."""
        self._set_game(Game(Position.start(self._variant()), self._game.rules))

    def clear(self) -> None:
        """There is no board without pieces.

        Raises:
            PositionError: always.
        """
        raise PositionError("a board of this game has pieces of both players")

    def clear_stack(self) -> None:
        """Forget the moves."""
        self._set_game(Game(self._game.position, self._game.rules))

    def set_fen(self, fen: str) -> None:
        """Begin a game at a position.

        Raises:
            PositionError: the text is no position.
        """
        position = Position.parse(fen, self._variant())
        self._set_game(Game(position, self._game.rules))

    def fen(self, **_options: Any) -> str:
        """The position, L for a piece of the first player and l for one of the second."""
        return fen(self._game.position)

    def root(self) -> Self:
        """The position the game began with."""
        return self._with_game(Game(self._game.start, self._game.rules))

    def copy(self, *, stack: bool | int = True) -> Self:
        """A copy with all moves, or with the last so many."""
        game = self._game
        kept = game.ply if stack is True else min(int(stack), game.ply)
        if kept == game.ply:
            return self._with_game(game.copy())
        copied = Game(game.positions()[game.ply - kept], game.rules)
        for move in game.moves[game.ply - kept :]:
            copied.push(move)
        return self._with_game(copied)

    # Moves ----------------------------------------------------------------------------------------

    def push(self, move: chess.Move) -> None:
        """Play a move; the null move is a pass.

        Raises:
            IllegalMoveError: it may not be played.
        """
        self._game.push(_our_move(move))
        self.move_stack.append(move)
        self._show()

    def pop(self) -> chess.Move:
        """Take the last move back."""
        self._game.pop()
        move = self.move_stack.pop()
        self._show()
        return move

    def generate_legal_moves(
        self, from_mask: int = chess.BB_ALL, to_mask: int = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """The legal moves from some squares to some others; none when the game is over."""
        for move in map(_their_move, self._game.legal_moves()):
            starts, goals = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
            if not move or (starts & from_mask and goals & to_mask):
                yield move

    generate_pseudo_legal_moves = generate_legal_moves

    def is_legal(self, move: chess.Move) -> bool:
        """Whether a move may be played."""
        return move in self.generate_legal_moves()

    is_pseudo_legal = is_legal

    def parse_san(self, san: str) -> chess.Move:
        """The move of a text such as ``c1xa3``.

        Raises:
            LoaError: it is no move, or may not be played.
        """
        return _their_move(self._game.position.parse_move(san, self._game.rules))

    def _algebraic_without_suffix(self, move: chess.Move, *, long: bool = False) -> str:
        """A move as this game has it, ``c1xa3``; ``san`` and its relatives are made from it."""
        return str(self._game.position.resolve(_our_move(move), self._game.rules))

    # The end --------------------------------------------------------------------------------------

    def is_variant_end(self) -> bool:
        """Whether the game is over."""
        return self._game.outcome() is not None

    def is_variant_win(self) -> bool:
        """Whether the player to move has won."""
        return self.is_variant_end() and self._winner() == self.turn

    def is_variant_loss(self) -> bool:
        """Whether the player to move has lost."""
        return self.is_variant_end() and self._winner() == (not self.turn)

    def is_variant_draw(self) -> bool:
        """Whether the game is drawn."""
        return self.is_variant_end() and self._winner() is None

    def outcome(self, *, claim_draw: bool = False) -> chess.Outcome | None:
        """How the game ended; None while it goes on. Nothing needs to be claimed."""
        return super().outcome() if self.is_variant_end() else None

    def _winner(self) -> chess.Color | None:
        outcome = self._game.outcome()
        return None if outcome is None or outcome.winner is None else _their_color(outcome.winner)

    # How it is kept -------------------------------------------------------------------------------

    @classmethod
    def _variant(cls) -> str:
        return UCI_VARIANTS[cls.uci_variant or ""]

    def _with_game(self, game: Game) -> Self:
        board = type(self)(chess960=self.chess960, rules=game.rules)
        board._set_game(game)
        return board

    def _set_game(self, game: Game) -> None:
        self._game = game
        self.move_stack = [_their_move(move) for move in game.moves]
        self._show()

    def _show(self) -> None:
        """Put the position where python-chess looks for it."""
        position = self._game.position
        self._clear_board()
        self.occupied_co = [position.white, position.black]  # by chess.BLACK, chess.WHITE
        self.queens = self.occupied = position.white | position.black
        self.turn = _their_color(position.turn)
        self.fullmove_number = 1 + self._game.ply // 2
        self.castling_rights, self.ep_square, self.halfmove_clock = chess.BB_EMPTY, None, 0


class ScrambledEggsBoard(LoaBoard):
    """A game of Scrambled Eggs."""

    uci_variant = "scrambledeggs"


def _their_color(color: Color) -> chess.Color:
    return chess.WHITE if color is Color.BLACK else chess.BLACK


def _our_move(move: chess.Move) -> Move:
    return Move(move.from_square, move.to_square) if move else PASS


def _their_move(move: Move) -> chess.Move:
    """A move for python-chess.

    Raises:
        LoaError: it has no such moves: drops and removals.
    """
    if move.is_pass:
        return chess.Move.null()
    start, goal = move.from_square, move.to_square
    if move.kind is not MoveKind.MOVE or move.drop is not None or start is None or goal is None:
        raise LoaError(f"python-chess has no moves like {move}")
    return chess.Move(start, goal)
