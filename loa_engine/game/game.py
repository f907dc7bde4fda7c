"""Games: the moves from a start position, and the ends that depend on them.

A ``Position`` knows the ends that it shows by itself, connection and no legal move. ``Game`` adds
those that need the moves before: repetition, two passes in a row, the limits, and results set by
hand. Each ``push`` and ``pop`` costs the same in long games as in short ones.
"""

from collections.abc import Sequence
from os import PathLike
from typing import ClassVar, Self

from loa_engine._core import CoreBoard
from loa_engine.game.color import Color
from loa_engine.game.errors import GameOverError, IllegalMoveError, LoaError, quoted
from loa_engine.game.move import PASS, Move, PartialMove, from_core
from loa_engine.game.occurrences import Occurrences
from loa_engine.game.position import Position
from loa_engine.game.referee import check_legal_move, find_draw, find_outcome, legal_moves
from loa_engine.game.render import Svg
from loa_engine.game.rules import Outcome, Reason, RuleSet, as_rules
from loa_engine.game.variants import VARIANTS

__all__ = ["Game"]

SET_BY_HAND = frozenset(
    {Reason.RESIGN, Reason.TIME, Reason.AGREED, Reason.FORFEIT, Reason.ADJUDICATION}
)
UNFINISHED = "*"


class Game:
    """A game: the start, the rule set, and the moves so far.

    Two games are equal when start, rules, moves and a result set by hand agree.

    Args:
        start: the start position, as a position, as its text or as the name of a variant; None
            for the standard start.
        rules: the rule set, or the name of one.

    Raises:
        PositionError: when the text of the start is malformed.
        RuleError: when there is no such rule set.

    >>> game = Game(rules="olympiad")
    >>> game.push("d1b3"), game.push("h5g4"), game.ply
    (Move.parse('d1-b3'), Move.parse('h5-g4'), 2)
    """

    __slots__ = (
        "_boards",
        "_finish",
        "_moves",
        "_occurrences",
        "_outcome",
        "_quiet_plies",
        "_rules",
        "_start",
    )

    __hash__: ClassVar[None]  # type: ignore[assignment]  # a game changes

    def __init__(
        self, start: Position | str | None = None, rules: RuleSet | str = "standard"
    ) -> None:
        self._start = _as_start(start)
        self._rules = as_rules(rules)
        self._finish: Outcome | None = None
        self._moves: list[Move] = []
        # One entry a position in each of these.
        self._boards: list[CoreBoard] = []
        self._quiet_plies: list[int] = []  # plies since the last capture
        self._occurrences = Occurrences(with_turn=self._rules.repetition != "board")
        self._arrive(self._start.core, 0)

    # What has happened ---------------------------------------------------------------------------

    @property
    def start(self) -> Position:
        """The position the game began with."""
        return self._start

    @property
    def position(self) -> Position:
        """The position now."""
        return type(self._start)(self._boards[-1])

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self._rules

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, passes included."""
        return tuple(self._moves)

    @property
    def turn(self) -> Color:
        """The side to move."""
        return Color(self._boards[-1].turn)

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._moves)

    @property
    def plies_since_capture(self) -> int:
        """Plies since the last capture, or since the start; a removal is no capture."""
        return self._quiet_plies[-1]

    def positions(self) -> tuple[Position, ...]:
        """All positions of the game in order, the start first and the one now last."""
        return tuple(map(type(self._start), self._boards))

    def repetitions(self) -> int:
        """How often the position has occurred, this time included, with the same side to move.

        Under ``repetition="board"`` it is how often the board has, whoever was to move.
        """
        return self._occurrences.now()

    # Moves ---------------------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """The legal moves, by start, target and drop; none when the game is over."""
        return [] if self._outcome is not None else self._playable_moves()

    def push(self, move: Move | str) -> Move:
        """Play a move, given as one or as text.

        Returns:
            The move, which knows whether it captures.

        Raises:
            MoveTextError: when the text is no move.
            IllegalMoveError: when the move may not be played; says why.
            GameOverError: when the game is over.
        """
        if not isinstance(move, Move):
            move = Move.parse(move)
        if self._outcome is not None:
            raise GameOverError(f"{move}: the game is over, {self._outcome}")
        if not (move.is_pass and self._playable_moves() == [PASS]):
            move = check_legal_move(self._boards[-1], move, self._rules)
            self._check_deviates(move)
        self._play(move)
        return move

    def push_while_legal(self, moves: Sequence[Move | PartialMove]) -> list[Move]:
        """Play moves one after the other, as long as each of them may be played.

        Faster than ``push`` for each, for those who play many games through. A move that is known
        in part may be played when one legal move is meant.

        Returns:
            The moves that have been played, which know whether they capture.
        """
        first = self.ply
        while self._outcome is None and self.ply - first < len(moves):
            before = self.ply
            self._push_plain(moves[before - first :])
            if self.ply == before and not self._push_other(moves[before - first]):
                break
        return self._moves[first:]

    def pop(self) -> Move:
        """Take the last move back, after a result set by hand, if there is one.

        Returns:
            The move taken back.

        Raises:
            IndexError: when no move has been played.
        """
        if not self._moves:
            raise IndexError("there is no move to take back")
        self._finish = None
        self._occurrences.take_back()
        self._boards.pop()
        self._quiet_plies.pop()
        move = self._moves.pop()
        self._outcome = self._find_outcome()
        return move

    # The result ----------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on.

        When a position ends the game in several ways, connection comes first, then no legal
        move, two passes in a row, repetition, the move limit, the capture limit. Under
        ``limits_first`` connection and no legal move come last.
        """
        return self._outcome

    @property
    def result(self) -> str:
        """``1-0`` (Black won), ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on."""
        return UNFINISHED if self._outcome is None else self._outcome.result

    def finish(self, winner: Color | None, reason: Reason | str) -> None:
        """End the game by hand.

        Args:
            winner: the winner; None for a draw.
            reason: ``resign``, ``time``, ``agreed``, ``forfeit`` or ``adjudication``.

        Raises:
            GameOverError: when the game is over already.
            LoaError: for any other reason.
        """
        if self._outcome is not None:
            raise GameOverError(f"the game is over already, {self._outcome}")
        if reason not in SET_BY_HAND:
            raise LoaError(f"{quoted(reason)} is not one of {', '.join(sorted(SET_BY_HAND))}")
        self._finish = Outcome(None if winner is None else Color(winner), Reason(reason))
        self._outcome = self._finish

    def reopen(self) -> None:
        """Take a result set by hand back; does nothing when there is none."""
        self._finish = None
        self._outcome = self._find_outcome()

    # Files ---------------------------------------------------------------------------------------

    @classmethod
    def read(
        cls,
        path: str | PathLike[str],
        format: str | None = None,
        rules: RuleSet | str | None = None,
    ) -> Self:
        """Read the first game of a file, in any format that ``loa_engine.records`` knows.

        Args:
            path: the name of the file.
            format: the name of the format; None to find it from the content.
            rules: the rules, if the file does not state them; None for those usual in the format.

        Raises:
            RecordError: when the file has no game, or that has a fault: says where and why.
            OSError: when the file cannot be read.
        """
        from loa_engine.records import read_game

        return read_game(path, format, rules).game(cls)

    def write(self, path: str | PathLike[str], format: str | None = None) -> None:
        """Write the game to a file, which is replaced when all is written.

        Args:
            path: the name of the file.
            format: the name of the format; None to take it from the ending of ``path``.

        Raises:
            RecordError: when the format cannot hold the game, or is not known.
            OSError: when the file cannot be written.
        """
        from loa_engine.records import write_games

        write_games([self], path, format)

    # The object ----------------------------------------------------------------------------------

    def copy(self) -> Self:
        """A game that has gone the same way and changes by itself."""
        return self._replayed(self.start, self._rules, self.moves, self._finish)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._record() == other._record()

    def __repr__(self) -> str:
        plies = "1 ply" if self.ply == 1 else f"{self.ply} plies"
        return f"<{type(self).__name__}: {plies}, {self.position}, {self._outcome or 'unfinished'}>"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self)._replayed, self._record()

    def _repr_svg_(self) -> Svg:
        return self.position.svg(last_move=self._moves[-1] if self._moves else None)

    def _record(self) -> tuple[Position, RuleSet, tuple[Move, ...], Outcome | None]:
        return self.start, self._rules, self.moves, self._finish

    @classmethod
    def _replayed(
        cls, start: Position, rules: RuleSet, moves: tuple[Move, ...], finish: Outcome | None
    ) -> Self:
        """The game of a record; its moves are trusted to be legal."""
        game = cls(start, rules)
        for move in moves:
            game._play(move)
        if finish is not None:
            game.finish(finish.winner, finish.reason)
        return game

    # How it is kept ------------------------------------------------------------------------------

    def _play(self, move: Move) -> None:
        """Play a move that is known to be legal."""
        after = self._boards[-1].play(move.packed)
        self._moves.append(move)
        self._arrive(after, 0 if move.is_capture else self._quiet_plies[-1] + 1)

    def _push_plain(self, moves: Sequence[Move | PartialMove]) -> None:
        """Play moves while they are legal and neither passes nor the end of the game."""
        rules, is_limited = self._rules, self._rules.has_limits
        if rules.repetition == "deviate":
            return
        wanted = [move.partial if isinstance(move, Move) else move for move in moves]
        for packed, board, goes_on in self._boards[-1].play_on(wanted, rules.forbids_both):
            move = from_core(packed)
            self._moves.append(move)
            self._enter(board, 0 if move.is_capture else self._quiet_plies[-1] + 1)
            if self._occurrences.repeated or is_limited or not goes_on:
                self._outcome = self._find_outcome()
                if self._outcome is not None:
                    break

    def _push_other(self, move: Move | PartialMove) -> bool:
        """Play a move that ``_push_plain`` leaves, such as a pass; whether it may be."""
        if isinstance(move, PartialMove):
            board, forbids_both = self._boards[-1], self._rules.forbids_both
            meant = board.moves_to(move.goal, move.starts, forbids_both)
            if len(meant) != 1:
                return False
            move = from_core(meant[0])
        try:
            self.push(move)
        except IllegalMoveError:
            return False
        return True

    def _arrive(self, board: CoreBoard, quiet_plies: int) -> None:
        """Come to a position, the start or the one after a move."""
        self._enter(board, quiet_plies)
        self._outcome = self._find_outcome()

    def _enter(self, board: CoreBoard, quiet_plies: int) -> None:
        """Add a position to what is kept."""
        self._boards.append(board)
        self._occurrences.add(board)
        self._quiet_plies.append(quiet_plies)

    def _deviates(self, move: Move) -> bool:
        """Whether a move does not make the third occurrence of a position."""
        return self._occurrences.of(self._boards[-1].play(move.packed)) < 2

    def _must_deviate(self) -> bool:
        return self._rules.repetition == "deviate" and self._occurrences.repeated > 0

    def _check_deviates(self, move: Move) -> None:
        if self._must_deviate() and not move.is_pass and not self._deviates(move):
            raise IllegalMoveError(
                f"{move}: the position would occur for the third time, which these rules forbid"
            )

    def _playable_moves(self) -> list[Move]:
        """The legal moves, whatever the passes and limits say."""
        moves = legal_moves(self._boards[-1], self._rules)
        if not self._must_deviate() or not moves or moves == [PASS]:
            return moves
        moves = [move for move in moves if self._deviates(move)]
        return moves or ([PASS] if self._rules.no_moves == "pass" else [])

    def _find_outcome(self) -> Outcome | None:
        if self._finish is not None:
            return self._finish
        draw = find_draw(self._moves, self._occurrences, self._quiet_plies[-1], self._rules)
        drawn = None if draw is None else Outcome(None, draw)
        if self._rules.limits_first and drawn is not None:
            return drawn
        return self._ended_by_position() or drawn

    def _ended_by_position(self) -> Outcome | None:
        """The end by connection or for want of a legal move."""
        outcome = find_outcome(self._boards[-1], self._rules)
        if outcome is None and self._must_deviate() and not self._playable_moves():
            winner = self.turn.other if self._rules.no_moves == "loss" else None
            return Outcome(winner, Reason.NO_MOVES)
        return outcome


def _as_start(start: Position | str | None) -> Position:
    if isinstance(start, Position):
        return start
    if start is None or start in VARIANTS:
        return Position.start(start or "standard")
    return Position.parse(start)
