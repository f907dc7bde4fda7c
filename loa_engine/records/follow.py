"""Following the moves of a record on the board, from one line of play to another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError
from loa_engine.game.game import Game
from loa_engine.game.move import Move, PartialMove
from loa_engine.game.position import Position
from loa_engine.game.rules import Reason, RuleSet
from loa_engine.records.record import SIGNS

__all__ = ["Assumption", "Follower", "MoveReader", "MoveSplitter", "Play", "read_plain_move"]

MoveReader = Callable[[Position, RuleSet, str], Move]
"""Reads the text of a move in a position; raises LoaError when it is none."""

MoveSplitter = Callable[[str], Move | PartialMove]
"""Reads the text of a move by itself; raises LoaError when it is none."""

Play = tuple[str, Color | None, int | None]
"""A move as it stands in a file: its text, who moves if the file says, and the line."""

COUNTED = frozenset({Reason.REPETITION, Reason.MOVE_LIMIT, Reason.NO_CAPTURE})


def read_plain_move(_position: Position, _rules: RuleSet, text: str) -> Move:
    """Read a move in one of the spellings of ``Move.parse``."""
    return Move.parse(text)


@dataclass(frozen=True, slots=True)
class Assumption:
    """What holds for a record that does not state its rules.

    Attributes:
        rules: the rule set.
        strict: whether the user says so; otherwise a rule that the moves break is given up.
    """

    rules: RuleSet
    strict: bool = False


class Follower:
    """A game that follows the lines of a record.

    It is told how many moves two lines have in common when the reader goes from one to the other,
    and takes back and plays only the others.

    Args:
        assumption: the rules the game is played by; where they are not known for sure, those that
            the moves break are given up, and ``remarks`` says so.
    """

    def __init__(self, assumption: Assumption) -> None:
        self.rules, self.strict = assumption.rules, assumption.strict
        self.start: Position | None = None
        self.turn_is_open = True
        self.remarks: list[str] = []
        self._game: Game | None = None
        self._valid = 0  # moves of the game that the present line has too

    @property
    def has_begun(self) -> bool:
        """Whether a move has been played, so that start and rules are settled."""
        return self._game is not None

    def share(self, plies: int) -> None:
        """Say that the line that is followed next has so many moves in common with this one."""
        self._valid = min(self._valid, plies)

    def at(self, path: list[Move]) -> Game:
        """The game at the end of a line."""
        if self._game is None:
            self._game = Game(self.start, self.rules)
            self._valid = 0
        elif self._game.ply == self._valid == len(path):
            return self._game
        while self._game.ply > self._valid:
            self._game.pop()
        for move in path[self._game.ply :]:
            self._game.push(move)
        self._valid = self._game.ply
        return self._game

    def push(self, path: list[Move], text: str, reader: MoveReader) -> Move:
        """Read a move, play it at the end of a line and add it there.

        Raises:
            LoaError: when it cannot be read or may not be played.
        """
        game = self.at(path)
        move = reader(game.position, game.rules, text)
        if self._relax(game, move):
            game = self.at(path)
        move = game.push(move)
        path.append(move)
        self._valid = game.ply
        return move

    def push_all(self, path: list[Move], plays: Sequence[Play], split: MoveSplitter) -> list[Move]:
        """Play moves at the end of a line as long as all is in order, and add them there.

        It ends before a move that ``push`` would have more to do with: one that has signs behind
        it, is not the mover's, cannot be read, or may not be played. ``split`` reads the texts.
        """
        game = self.at(path)
        turn = game.turn
        wanted: list[Move | PartialMove] = []
        for text, by, _ in plays:
            if text[-1:] in SIGNS or by not in (None, turn):
                break
            try:
                wanted.append(split(text))
            except LoaError:
                break
            turn = turn.other
        played = game.push_while_legal(wanted)
        path += played
        self._valid = game.ply
        return played

    def agree_on_turn(self, path: list[Move], by: Color, is_first: bool) -> None:
        """See that it is this player's turn; the very first move of an open start decides it.

        Raises:
            LoaError: when it is the other one's.
        """
        game = self.at(path)
        if by is game.turn:
            return
        position = game.position
        if not (self.turn_is_open and is_first):
            raise LoaError(f"a move of {by}, but {position.turn} is to move")
        self._game = None
        self.start = Position.from_bitboards(
            position.black,
            position.white,
            by,
            position.size,
            position.vanished,
            position.vanishing,
            position.hands,
        )

    def _relax(self, game: Game, move: Move) -> bool:
        """Give up the assumed rule that ended the game though it goes on; whether there is one."""
        outcome = game.outcome()
        if outcome is None or self.strict:
            return False
        if outcome.reason in COUNTED:
            self.remarks.append(f"it goes on after a {outcome}: read without repetition and limits")
            self.rules = replace(game.rules, repetition="none", move_limit=None, capture_limit=None)
        elif outcome.reason is Reason.NO_MOVES and move.is_pass:
            self.remarks.append("a player without a legal move passes: read with that rule")
            self.rules = replace(game.rules, no_moves="pass")
        else:
            return False
        self.start, self._game = game.start, None
        return True
