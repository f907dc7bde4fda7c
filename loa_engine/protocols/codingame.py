"""The arena of CodinGame: the board and all legal moves in, one of these moves out.

In the first turn a line says the colour, ``b`` or ``w``. Every turn has the rows of the board from
the top (``.bw``), the opponent's last move or ``null``, the number of legal moves, and these moves,
a line each. The answer is one of them, ``e2e3`` or ``pass``. A bot that takes longer than 1000 ms
for the first answer or 100 ms for another one has lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError
from loa_engine.game.position import Position
from loa_engine.protocols.session import Session
from loa_engine.records.sites.codingame import ROW, board_rows
from loa_engine.search.limits import Limit

__all__ = ["CodinGame"]

FIRST_SECONDS = 0.3
"""For the first answer, of the second that there is: Python starts in it, too."""

TURN_SECONDS = 0.04
"""For every other one, of a tenth of a second: other programs run on the machine, too."""

COLORS = {"b": Color.BLACK, "w": Color.WHITE}
MOST_MOVES = 1000


class CodinGame:
    """A bot in the arena.

    Args:
        session: what is driven.
        write: takes each answer.
    """

    def __init__(self, session: Session, write: Callable[[str], None]) -> None:
        self._session = session
        self._write = write
        self._color = Color.BLACK
        self._seconds = FIRST_SECONDS
        self._rows: list[str] = []
        self._last: str | None = None
        self._left: int | None = None  # moves of this turn's list that are still to come
        self._moves: list[str] = []

    def receive(self, line: str) -> bool:
        """Take a line; whether the conversation goes on."""
        text = line.strip()
        if text in COLORS:
            self._begin_game(COLORS[text])
        elif not self._has_board:
            self._take_row(text)
        elif self._last is None:
            self._last = text
        elif self._left is None:
            self._take_count(text)
        else:
            self._moves.append(text)
            self._left -= 1
        if self._left == 0:
            self._answer()
        return True

    def complain(self, text: str) -> None:
        """Say on standard error that what came is wrong: the arena takes all else for a move."""
        if sys.stderr is not None:
            sys.stderr.write(f"loa: {text}\n")

    def finish(self) -> None:
        """The input has ended."""

    def close(self) -> None:
        """Nothing runs between two turns."""

    @property
    def _has_board(self) -> bool:
        return bool(self._rows) and len(self._rows) == len(self._rows[0])

    def _begin_game(self, color: Color) -> None:
        self._session.new_game()
        self._color, self._seconds = color, FIRST_SECONDS
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._rows, self._moves = [], []
        self._last = self._left = None

    def _take_row(self, text: str) -> None:
        if ROW.fullmatch(text) and (not self._rows or len(text) == len(self._rows[0])):
            self._rows.append(text)
        elif text:
            self.complain(f"expected a row of the board, not {text[:40]!r}")
            self._begin_turn()

    def _take_count(self, text: str) -> None:
        if text.isascii() and text.isdecimal() and len(text) < 5 and 0 < int(text) <= MOST_MOVES:
            self._left = int(text)
        else:
            self.complain(f"expected the number of legal moves, not {text[:40]!r}")
            self._begin_turn()

    def _answer(self) -> None:
        """Play the best of the moves that the arena lists, and no other."""
        try:
            self._arrive()
            game = self._session.game
            limit = Limit(movetime=self._seconds)
            wanted = [move for move in self._moves if move != "pass"]
            if len(self._moves) == 1 or not wanted:
                answer = self._moves[0]
            else:
                best = self._session.engine.choose(
                    game, limit, searchmoves=wanted, chance=self._session.chance
                ).best_move
                answer = next(move for move in wanted if game.position.parse_move(move) == best)
            if answer in wanted:
                self._session.push(answer)
        except (LoaError, StopIteration) as error:
            self.complain(str(error))
            answer = self._moves[0]  # whatever is wrong, a move that the arena itself has listed
        self._write(answer)
        self._seconds = TURN_SECONDS
        self._begin_turn()

    def _arrive(self) -> None:
        """Bring the game to the position that the arena shows, with its moves where they fit."""
        game = self._session.game
        try:
            after = game.copy()
            if self._last not in (None, "null"):
                after.push(str(self._last))
            if after.turn is self._color and board_rows(after.position) == self._rows:
                self._session.take_over(after)
                return
        except LoaError:
            pass
        self._session.set_game(_position(self._rows, self._color))


def _position(rows: list[str], turn: Color) -> Position:
    text = "/".join(row.translate(str.maketrans("bw", "xo")) for row in rows)
    return Position.parse(f"{text} {turn.letter}")
