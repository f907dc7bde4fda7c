"""OpenSpiel's ``lines_of_action``: action strings and numbers, its board, its text games.

An action number holds rank and file of the start, rank and file of the target, and whether it
captures, in the bases 8, 8, 8, 8, 2. The text games of its tests are pairs of action strings with
a number, its playthroughs a long report with a line ``action: …`` for each move. OpenSpiel always
begins at the standard start and ends a game at the first board that returns.
"""

import re
from collections.abc import Iterator

from loa_engine.game.color import Color
from loa_engine.game.errors import IllegalMoveError, LoaError, RecordError
from loa_engine.game.game import Game
from loa_engine.game.move import Move, MoveKind
from loa_engine.game.position import Position
from loa_engine.game.rules import RuleSet
from loa_engine.game.squares import file_of, make_square, rank_of
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.follow import MoveReader, read_plain_move
from loa_engine.records.record import BrokenRecord, GameRecord
from loa_engine.records.source import Source

__all__ = [
    "ACTIONS",
    "action_number",
    "action_numbers",
    "draw_board",
    "move_of_action",
    "play_action",
    "read_openspiel",
    "write_actions",
    "write_openspiel",
]

ACTIONS = 8 * 8 * 8 * 8 * 2
"""How many action numbers there are."""

NUMBER = re.compile(r"[0-9]{1,4}")
ROW = re.compile(r"[1-8]([.xo]{8})")
PLAYER = re.compile(r"Current player:\s*(\S.*)", re.IGNORECASE)
ACTION_LINE = re.compile(r"action:\s*([0-9]{1,4})\s*")
PLAYTHROUGH_HEAD = "game: lines_of_action"
MOVE_NUMBER = re.compile(r"([0-9]{1,5})\.+")
ROWS = 8


# Actions ------------------------------------------------------------------------------------------


def action_number(move: Move) -> int:
    """The number of an action; the move must know whether it captures.

    Raises:
        RecordError: when it is a pass, a removal or a drop, which OpenSpiel does not have.

    >>> action_number(Move.parse("b1-h1"))
    142
    """
    start, target = move.from_square, move.to_square
    if move.kind is not MoveKind.MOVE or move.drop is not None or start is None or target is None:
        raise RecordError(f"OpenSpiel has no move like {move}")
    number = (rank_of(start) * 8 + file_of(start)) * 64 + rank_of(target) * 8 + file_of(target)
    return number * 2 + move.is_capture


def move_of_action(number: int) -> Move:
    """The move of an action number.

    Raises:
        RecordError: when there is no such action.

    >>> move_of_action(289)
    Move.parse('c1xa3')
    """
    if not 0 <= number < ACTIONS:
        raise RecordError(f"{number} is no action number: expected 0 to {ACTIONS - 1}")
    squares, captures = divmod(number, 2)
    start, target = divmod(squares, 64)
    return Move(
        make_square(start % 8, start // 8), make_square(target % 8, target // 8), bool(captures)
    )


def draw_board(position: Position) -> str:
    """The board as OpenSpiel draws it, with the current player below.

    Raises:
        RecordError: when the position is of a kind that OpenSpiel does not have.
    """
    _check_plain(position)
    rows = []
    for rank in reversed(range(ROWS)):
        pieces = (position.piece_at(make_square(file, rank)) for file in range(ROWS))
        letters = "".join("." if piece is None else piece.letter for piece in pieces)
        rows.append(f"{rank + 1}{letters}")
    is_over = position.outcome("openspiel") is not None
    player = "none (terminal)" if is_over else position.turn.letter
    return "\n".join([*rows, " abcdefgh", "", "", f"Current player: {player}"])


def _check_plain(position: Position) -> None:
    if position.size != ROWS or position.vanishing or any(position.hands):
        raise RecordError("OpenSpiel has the 8x8 board only, and no variants")


# Reading ------------------------------------------------------------------------------------------


def read_openspiel(source: Source, assumption: Assumption) -> Iterator[GameRecord | BrokenRecord]:
    """The games of a file: text games, playthroughs, or lists of action numbers.

    A line of numbers is a game. Text games end before an empty line or where the numbers of the
    moves begin again. A board before the first move is the start.
    """
    game: _Game | None = None
    number = 0
    for line, text in source.lines():
        if game is not None and game.ends_before(text):
            yield game.builder.finish()
            game = None
        if game is None:
            if not text.strip():
                continue
            number += 1
            game = _Game(RecordBuilder(number, assumption))
        game.take(text, line)
    if game is not None and game.has_content:
        yield game.builder.finish()


class _Game:
    """One game while it is read."""

    def __init__(self, builder: RecordBuilder) -> None:
        self.builder = builder
        self.has_content = False
        self._is_playthrough = False
        self._is_numbers = False
        self._rows: list[str] = []
        self._moves = 0

    def ends_before(self, text: str) -> bool:
        """Whether a line belongs to the next game."""
        if self._is_playthrough:
            return text.strip() == PLAYTHROUGH_HEAD
        if self._is_numbers:
            return True
        if not self._moves:
            return False
        first = MOVE_NUMBER.match(text.strip())
        begins_again = first is not None and int(first[1]) == 1
        return not text.strip() or begins_again or text.strip() == PLAYTHROUGH_HEAD

    def take(self, text: str, line: int) -> None:
        """Take a line."""
        if text.strip() == PLAYTHROUGH_HEAD:
            self._is_playthrough = self.has_content = True
        elif self._is_playthrough:
            found = ACTION_LINE.fullmatch(text)
            if found is not None:
                self.builder.play(found[1], line, reader=_read_action)
        elif text.strip():
            self.has_content = True
            self._take_line(text, line)

    def _take_line(self, text: str, line: int) -> None:
        plain = text.strip("# \t")
        row, player = ROW.fullmatch(plain), PLAYER.fullmatch(plain)
        numbers = action_numbers(plain)
        if row is not None:
            self._rows.append(row[1])
        elif player is not None:
            self._set_start(player[1], line)
        elif plain in ("", "abcdefgh"):
            return
        elif numbers and not self._moves:
            self._is_numbers = True
            for action in numbers:
                self._play(action, line, _read_action)
        else:
            for word in text.split():
                bare = MOVE_NUMBER.sub("", word, count=1)
                if bare:
                    self._play(bare, line, read_plain_move)

    def _play(self, text: str, line: int, reader: MoveReader) -> None:
        if self._rows:
            self._set_start("", line)
        self._moves += 1
        self.builder.play(text, line, reader=reader)

    def _set_start(self, player: str, line: int) -> None:
        """Take the board that was drawn; one after the first move says nothing new."""
        rows, self._rows = self._rows, []
        if self._moves:
            return
        drawing = "\n".join([*rows, f"Current player: {player}" if player else ""])
        try:
            self.builder.set_start(Position.parse(drawing))
        except LoaError as error:
            self.builder.fail_whole(str(error), line)


def play_action(builder: RecordBuilder, number: int, line: int, by: Color) -> None:
    """Play the move of an action number, which must be this player's."""
    builder.play(str(number), line, by=by, reader=_read_action)


def action_numbers(text: str) -> list[str]:
    """The action numbers of a line that has nothing else; empty for any other line."""
    words = text.strip().strip("[]").replace(",", " ").split()
    return words if all(NUMBER.fullmatch(word) for word in words) else []


def _read_action(position: Position, rules: RuleSet, text: str) -> Move:
    """The move of an action number, which must say rightly whether it captures."""
    move = move_of_action(int(text))
    legal = position.resolve(move, rules)
    if legal.is_capture != move.is_capture:
        fault = "is no capture" if move.is_capture else "is a capture"
        raise IllegalMoveError(f"action {text} is {move}, but the move {fault}")
    return legal


# Writing ------------------------------------------------------------------------------------------


def write_openspiel(record: GameRecord) -> str:
    """A text game, with an empty line behind it.

    Raises:
        RecordError: when OpenSpiel cannot play the game.
    """
    moves = [str(move) for move in _playable(record)]
    lines = [
        f"{index // 2 + 1}. {' '.join(moves[index : index + 2])}\n"
        for index in range(0, len(moves), 2)
    ]
    return "".join(lines) + "\n"


def write_actions(record: GameRecord) -> str:
    """The action numbers of a game on one line, with commas between them.

    Raises:
        RecordError: when OpenSpiel cannot play the game.
    """
    return ", ".join(str(action_number(move)) for move in _playable(record)) + "\n"


def _playable(record: GameRecord) -> tuple[Move, ...]:
    """The moves of a game, after a check that OpenSpiel can play them."""
    _check_plain(record.start)
    if record.start != Position.start():
        raise RecordError("OpenSpiel plays from the standard start only")
    if not record.line:
        raise RecordError("a game without moves leaves nothing to write")
    game = Game(rules="openspiel")
    for move in record.moves:
        action_number(move)
        if game.outcome() is not None:
            raise RecordError(
                f"OpenSpiel ends the game before ply {game.ply + 1}: {game.outcome()}"
            )
        game.push(move)
    return game.moves
