"""The table: a game, who plays it, their clocks, and the moves that were taken back."""

from __future__ import annotations

from loa_engine.game.color import Color
from loa_engine.game.errors import GameOverError, LoaError
from loa_engine.game.game import Game
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import Reason
from loa_engine.play.clock import GameClock, Times
from loa_engine.play.names import Names
from loa_engine.play.seats import PERSON, Seat
from loa_engine.records.record import GameRecord
from loa_engine.records.rule_text import write_rules
from loa_engine.search.levels import STRONGEST

__all__ = ["Table"]

NO_TIMES = (0.0, 0.0)


class Table:
    """A game being played.

    Args:
        game: the game so far.
        seats: who plays Black and who plays White.
        names: what the sides are called.
        clock: the clocks; None without.
        options: words of the command line that a resumed game needs besides those of the table.
    """

    def __init__(
        self,
        game: Game,
        seats: tuple[Seat, Seat] = (PERSON, Seat(STRONGEST)),
        names: Names | None = None,
        clock: GameClock | None = None,
        options: tuple[str, ...] = (),
    ) -> None:
        self.seats = seats
        self.names = names or Names()
        self.clock = clock
        self._options = options
        self.put(game)

    # What is known --------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game; not to be changed but by the methods of the table."""
        return self._game

    @property
    def position(self) -> Position:
        """The position now."""
        return self._game.position

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._game.turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.outcome() is not None

    @property
    def mover(self) -> Seat:
        """Who is to move."""
        return self.seats[self.turn]

    @property
    def has_person(self) -> bool:
        """Whether a person plays."""
        return any(seat.is_person for seat in self.seats)

    @property
    def person(self) -> Color | None:
        """The side of the one person who plays against the engine; None for any other match."""
        people = [color for color in Color if self.seats[color].is_person]
        return people[0] if len(people) == 1 else None

    def player(self, color: Color) -> str:
        """Who plays a side, in words."""
        return "you" if self.person is color else self.seats[color].description

    @property
    def outcome_text(self) -> str:
        """How the game ended; empty while it goes on."""
        outcome = self._game.outcome()
        return "" if outcome is None else self.names.said(str(outcome))

    # The game -------------------------------------------------------------------------------------

    def put(self, game: Game) -> None:
        """Play on with another game, with full clocks."""
        self._game = game
        self._undone: list[Move] = []
        full = NO_TIMES if self.clock is None else self.clock.full
        self._times: list[Times] = [full] * (game.ply + 1)  # one for each position
        self._set_clock()

    def play(self, move: Move | str) -> Move:
        """Play a move, whoever is to move.

        Raises:
            LoaError: it may not be played.
        """
        played = self._push(move)
        self._undone.clear()
        return played

    def back(self, plies: int) -> None:
        """Take moves back; the clocks show what they showed then.

        Raises:
            LoaError: there are not so many.
        """
        if plies > self._game.ply:
            raise LoaError(f"there are {self._game.ply} moves to take back, not {plies}")
        for _ in range(plies):
            self._undone.append(self._game.pop())
            self._times.pop()
        self._set_clock()

    def forward(self, plies: int) -> None:
        """Play moves again that have been taken back.

        Raises:
            LoaError: there are not so many.
        """
        if plies > len(self._undone):
            raise LoaError(f"there are {len(self._undone)} moves to play again, not {plies}")
        for _ in range(plies):
            self._push(self._undone.pop())

    def usual_steps(self, forward: bool = False) -> int:
        """How many moves are taken back or played again unless it is said.

        Against the engine, as many as lead to the person's turn.
        """
        there = len(self._undone) if forward else self._game.ply
        steps = 2 if self.person is self.turn else 1
        return max(1, min(steps, there))

    def resign(self) -> Color:
        """Let the person who plays, or the one to move of two, give up; the side that has.

        Raises:
            LoaError: no person plays, or the game is over.
        """
        if not self.has_person:
            raise LoaError("nobody but the engine plays")
        loser = self.turn if self.person is None else self.person
        self._finish(loser.other, Reason.RESIGN)
        return loser

    def agree(self) -> None:
        """End the game as a draw.

        Raises:
            LoaError: the game is over.
        """
        self._finish(None, Reason.AGREED)

    def switch(self) -> None:
        """Let the players change sides.

        Raises:
            LoaError: it would change nothing.
        """
        if self.seats[0] == self.seats[1]:
            raise LoaError(f"both sides are played by the same: {self.seats[0].description}")
        self.seats = self.seats[::-1]

    # The clocks -----------------------------------------------------------------------------------

    def run_clock(self) -> None:
        """Let the clock of the side to move run, if the game goes on."""
        if self.clock is not None and not self.is_over:
            self.clock.run(self.turn)

    def pause_clock(self) -> None:
        """Stop the clocks."""
        if self.clock is not None:
            self.clock.pause()

    def check_flag(self) -> bool:
        """End the game when the time of the side to move is over; whether it was."""
        loser = None if self.clock is None or self.is_over else self.clock.flagged
        if loser is None:
            return False
        self._finish(loser.other, Reason.TIME)
        return True

    # Going on later -------------------------------------------------------------------------------

    def resume_words(self) -> list[str]:
        """The words of the command line that sets this table up again."""
        game, variant = self._game, GameRecord.of(self._game).variant
        words = ["loa", "play"]
        if game.start != Position.start(variant):
            words.append(str(game.start))
        if variant != "standard":
            words += ["--variant", variant]
        if write_rules(game.rules) != "standard":
            words += ["--rules", write_rules(game.rules)]
        if game.moves:
            words += ["--moves", " ".join(map(str, game.moves))]
        words += ["--black", str(self.seats[0])] if not self.seats[0].is_person else []
        words += ["--white", str(self.seats[1])] if self.seats[1] != Seat(STRONGEST) else []
        words += [] if self.names.are_own else ["--names", str(self.names)]
        words += [] if self.clock is None else ["--clock", self.clock.control.text]
        return [*words, *self._options]

    # How it is kept -------------------------------------------------------------------------------

    def _push(self, move: Move | str) -> Move:
        played = self._game.push(move)
        times = NO_TIMES
        if self.clock is not None:
            self.clock.press()
            times = self.clock.times
        self._times.append(times)
        return played

    def _finish(self, winner: Color | None, reason: Reason) -> None:
        if self.is_over:
            raise GameOverError(f"the game is over already: {self._game.outcome()}")
        self._game.finish(winner, reason)
        self.pause_clock()

    def _set_clock(self) -> None:
        if self.clock is not None:
            self.clock.set(self._times[-1])
