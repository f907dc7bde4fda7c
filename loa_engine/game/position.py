"""Positions: what stands where and who is to move, with the moves and the outcome.

A ``Position`` never changes; ``play`` returns the next one. It checks text, numbers and moves
from outside and leaves the work to the compiled ``CoreBoard`` inside, which trusts it.
Repetition, limits and passes depend on the moves before, so they belong to ``Game``.
"""

from collections.abc import Iterable
from typing import NoReturn, Self

from loa_engine._core import CoreBoard
from loa_engine.game.checks import check_type
from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.move import Move
from loa_engine.game.overview import line_targets, threats, winning_moves
from loa_engine.game.position_text import write_position
from loa_engine.game.referee import (
    check_legal_move,
    find_legal_move,
    find_outcome,
    has_legal_move,
    legal_moves,
)
from loa_engine.game.render import DEFAULT_SIZE, Svg, draw_svg, draw_text
from loa_engine.game.rules import Outcome, Reason, RuleSet, as_rules
from loa_engine.game.squares import (
    SYMMETRIES,
    Bitboard,
    Direction,
    Square,
    is_on_board,
    transform_bitboard,
)
from loa_engine.game.starts import (
    identity_of,
    make_board,
    read_board,
    start_board,
    variant_of_start,
)
from loa_engine.game.variants import Variant, as_variant

__all__ = ["Outcome", "Position", "Reason"]


class Position:
    """One position of any variant. Never changes after it is made.

    Make one with ``Position.start``, ``Position.parse`` or ``Position.from_bitboards``. Two
    positions are equal when pieces, side to move, size of the board, vanished squares, hands and
    the rule that squares vanish all agree.

    Methods that take ``rules`` raise ``RuleError`` for the name of a rule set that does not exist.

    >>> position = Position.start().play("c1xa3")
    >>> position
    Position.parse('1xxxxxx1/o6o/o6o/o6o/o6o/x6o/o6o/1x1xxxx1 o')
    >>> len(position.legal_moves())
    31
    """

    __slots__ = ("_core",)

    _core: CoreBoard

    def __new__(cls, core: CoreBoard) -> Self:
        """Wrap a position of the core."""
        position = object.__new__(cls)
        object.__setattr__(position, "_core", core)
        return position

    # Making positions ----------------------------------------------------------------------------

    @classmethod
    def start(cls, variant: Variant | str = "standard") -> Self:
        """The start position of a variant.

        Raises:
            RuleError: when there is no such variant.
        """
        return cls(start_board(as_variant(variant)))

    @classmethod
    def parse(cls, text: str, variant: Variant | str = "standard") -> Self:
        """Read a position; docs/rules.md has all forms that are understood.

        Args:
            text: the position. The number of ranks is the size of the board, a vanished square
                implies ``cheshire-cat``, and pieces in hand imply ``parachute``.
            variant: needed only for a ``cheshire-cat`` position without a vanished square.

        Raises:
            PositionError: when the text is malformed (names the rank and the fault), or the
                position is impossible or not one of the variant.
            RuleError: when there is no such variant.
            TypeError: when it is not text.
        """
        return cls(read_board(text, as_variant(variant)))

    @classmethod
    def from_bitboards(
        cls,
        black: Bitboard,
        white: Bitboard,
        turn: Color | int = Color.BLACK,
        size: int = 8,
        vanished: Bitboard = 0,
        vanishing: bool = False,
        hands: tuple[int, int] = (0, 0),
    ) -> Self:
        """The position of two sets of pieces.

        Args:
            black: bitboard of Black's pieces (bit 0 is a1, bit 63 is h8).
            white: bitboard of White's pieces.
            turn: the side to move.
            size: files and ranks of the board, 4 to 8; smaller boards lie in the a1 corner.
            vanished: bitboard of the squares that have vanished.
            vanishing: whether a square vanishes when a piece leaves it (cheshire-cat).
            hands: pieces that Black and White have still to drop (parachute).

        Raises:
            PositionError: when the sets overlap or leave the board, a side has no piece, or a
                number is out of range.
        """
        return cls(make_board(black, white, turn, size, vanished, vanishing, hands))

    # What stands where ---------------------------------------------------------------------------

    @property
    def core(self) -> CoreBoard:
        """The compiled position, for the modules that work on it."""
        return self._core

    @property
    def black(self) -> Bitboard:
        """Bitboard of Black's pieces."""
        return self._core.black

    @property
    def white(self) -> Bitboard:
        """Bitboard of White's pieces."""
        return self._core.white

    @property
    def turn(self) -> Color:
        """The side to move."""
        return Color(self._core.turn)

    @property
    def size(self) -> int:
        """Files and ranks of the board, 4 to 8."""
        return self._core.size

    @property
    def vanished(self) -> Bitboard:
        """Bitboard of the squares that have vanished (cheshire-cat)."""
        return self._core.vanished

    @property
    def vanishing(self) -> bool:
        """Whether a square vanishes when a piece leaves it (cheshire-cat)."""
        return self._core.vanishing

    @property
    def hands(self) -> tuple[int, int]:
        """Pieces that Black and White have still to drop (parachute)."""
        return self._core.black_hand, self._core.white_hand

    @property
    def hash(self) -> int:
        """The 64-bit Zobrist key: equal positions have equal keys, in every run of the program."""
        return self._core.key

    @property
    def start_variant(self) -> Variant | None:
        """The variant whose start this is, the mirrored one included; None for another position."""
        return variant_of_start(self._core)

    def pieces(self, color: Color) -> Bitboard:
        """Bitboard of a side's pieces."""
        return self._core.white if color else self._core.black

    def piece_at(self, square: Square) -> Color | None:
        """Whose piece stands on a square; None on an empty or vanished one.

        Raises:
            LoaError: when the square is off the board.
        """
        self._check_square(square)
        if self._core.black >> square & 1:
            return Color.BLACK
        return Color.WHITE if self._core.white >> square & 1 else None

    def piece_count(self, color: Color) -> int:
        """How many pieces a side has on the board."""
        return self.pieces(color).bit_count()

    def groups(self, color: Color) -> list[Bitboard]:
        """A side's groups, neighbours in all eight directions, by their lowest square."""
        return self._core.groups(color)

    def connected(self, color: Color) -> bool:
        """Whether a side's pieces form one group."""
        return self._core.connected(color)

    def line_count(self, square: Square, direction: Direction | int) -> int:
        """Pieces of both sides on a line: how far a piece there moves along it.

        Raises:
            LoaError: when the square is off the board, or the direction is not 0 to 3.
        """
        self._check_square(square)
        if direction not in range(4):
            raise LoaError(f"a direction is 0 to 3, not {quoted(direction)}")
        return self._core.line_count(square, direction)

    def line_counts(self, square: Square) -> dict[Direction, int]:
        """``line_count`` for the rank, the file and both diagonals through a square.

        Raises:
            LoaError: when the square is off the board.
        """
        return {direction: self.line_count(square, direction) for direction in Direction}

    def line_targets(self, square: Square) -> dict[Direction, list[Square]]:
        """Where the piece on a square, of either side, may go along each line through it.

        Raises:
            LoaError: when the square is off the board.
        """
        self._check_square(square)
        return line_targets(self._core, square)

    def symmetries(self) -> list[Self]:
        """The eight mirror images and rotations, this position first.

        Number n of the list is the image under symmetry n of ``squares.transform_square``.
        """
        *sides, turn, size, vanished, vanishing, hands = self._contents()
        images = []
        for symmetry in SYMMETRIES:
            black, white, gone = (
                transform_bitboard(bits, symmetry, size) for bits in (*sides, vanished)
            )
            images.append(self.from_bitboards(black, white, turn, size, gone, vanishing, hands))
        return images

    # Moves ---------------------------------------------------------------------------------------

    def legal_moves(self, rules: RuleSet | str = "standard") -> list[Move]:
        """The legal moves, by start, target and drop; none when the game is over.

        A player who is stuck where the rules make him pass has one legal move, the pass. A move
        that ``repetition="deviate"`` forbids is not left out: only ``Game`` knows.
        """
        return legal_moves(self._core, as_rules(rules))

    def has_legal_move(self, rules: RuleSet | str = "standard") -> bool:
        """Whether ``legal_moves`` lists any; cheaper than the list."""
        return has_legal_move(self._core, as_rules(rules))

    def is_legal(self, move: Move | str, rules: RuleSet | str = "standard") -> bool:
        """Whether a move, given as one or as text, may be played.

        Raises:
            MoveTextError: when the text is no move.
        """
        return find_legal_move(self._core, _as_move(move), as_rules(rules)) is not None

    def parse_move(self, text: str, rules: RuleSet | str = "standard") -> Move:
        """Read a legal move; whether it captures is seen from the position, not the text.

        Raises:
            MoveTextError: when the text is no move.
            IllegalMoveError: when the move may not be played here; says why.
            GameOverError: when the game is over.
        """
        return check_legal_move(self._core, Move.parse(text), as_rules(rules))

    def resolve(self, move: Move, rules: RuleSet | str = "standard") -> Move:
        """The legal move that is meant by a move, which may not know whether it captures.

        Raises:
            IllegalMoveError: when the move may not be played here; says why.
            GameOverError: when the game is over.
        """
        check_type("move", move, Move)
        return check_legal_move(self._core, move, as_rules(rules))

    def play(self, move: Move | str, rules: RuleSet | str = "standard") -> Self:
        """The position after a legal move, given as one or as text.

        Raises:
            MoveTextError: when the text is no move.
            IllegalMoveError: when the move may not be played here; says why.
            GameOverError: when the game is over.
        """
        legal = check_legal_move(self._core, _as_move(move), as_rules(rules))
        return type(self)(self._core.play(legal.packed))

    def winning_moves(self, rules: RuleSet | str = "standard") -> list[Move]:
        """The moves of the side to move that win at once."""
        return winning_moves(self._core, as_rules(rules))

    def threats(self, rules: RuleSet | str = "standard") -> list[Move]:
        """The moves of the side not to move that would win at once, if it were its turn.

        >>> position = Position.parse("8/3xx3/3oo3/o1xooo2/1xxo1x2/3xo3/2o1x3/4x3 x")
        >>> position.threats()
        []
        """
        return threats(self._core, as_rules(rules))

    def outcome(self, rules: RuleSet | str = "standard") -> Outcome | None:
        """How the game ended, as far as the position tells; None while it goes on.

        That is by connection or for want of a legal move. The player who is not to move counts
        as the one who moved last. While a hand holds a piece nobody is connected.
        """
        return find_outcome(self._core, as_rules(rules))

    # Pictures ------------------------------------------------------------------------------------

    def picture(self) -> str:
        """The board over lines with rank and file labels, rank 8 on top."""
        return draw_text(self._core)

    def svg(
        self,
        *,
        size: int = DEFAULT_SIZE,
        highlight: Iterable[Square] = (),
        last_move: Move | None = None,
        flipped: bool = False,
        coordinates: bool = True,
    ) -> Svg:
        """The board as SVG, which a notebook shows; ``render.draw_svg`` explains the options.

        Raises:
            LoaError: when ``size`` is not positive or a square is off the board.
        """
        return draw_svg(
            self._core,
            size=size,
            highlight=highlight,
            last_move=last_move,
            flipped=flipped,
            coordinates=coordinates,
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    # The object ----------------------------------------------------------------------------------

    def __str__(self) -> str:
        return write_position(self._core)

    def __repr__(self) -> str:
        variant = ", 'cheshire-cat'" if self.vanishing and not self.vanished else ""
        return f"{type(self).__name__}.parse({str(self)!r}{variant})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._core is other._core or identity_of(self._core) == identity_of(other._core)

    def __hash__(self) -> int:
        return hash(self._core.key)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_bitboards, self._contents()

    def _contents(self) -> tuple[int, int, int, int, int, bool, tuple[int, int]]:
        """All there is to a position, as ``from_bitboards`` takes it."""
        core = self._core
        numbers = (core.black, core.white, core.turn, core.size, core.vanished)
        return *numbers, core.vanishing, self.hands

    def _check_square(self, square: Square) -> None:
        if not is_on_board(square, self.size):
            raise LoaError(f"square {square} is off the {self.size}x{self.size} board")


def _as_move(move: Move | str) -> Move:
    return move if isinstance(move, Move) else Move.parse(move)
