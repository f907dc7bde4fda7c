"""The conversation: lines of a person in, turns of the engine between them.

It knows nothing of terminals: lines come by ``receive``, ``engine_turn`` plays a move of the
engine, ``tick`` looks at the clocks, and what is said goes to the screen it is given.
"""

from __future__ import annotations

from difflib import get_close_matches

from loa_engine.game.errors import LoaError, MoveTextError, quoted
from loa_engine.game.move import PASS, Move
from loa_engine.game.squares import square_name, squares_of
from loa_engine.play.clock import shown_time
from loa_engine.play.commands import COMMANDS, leave
from loa_engine.play.talk import Talk

__all__ = ["Conversation"]

WATCHED_HELP = "paused: go or an empty line goes on, quit leaves"


class Conversation:
    """Leads a game by lines of text.

    Args:
        talk: the table, the engine and a way to speak.
    """

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    # What is known --------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether it goes on."""
        return self.talk.is_open

    @property
    def awaits_engine(self) -> bool:
        """Whether the engine is to move now, rather than a person to say something."""
        return self.talk.engine_is_to_move() and not self.talk.is_paused

    @property
    def is_out_of_time(self) -> bool:
        """Whether a flag has fallen that ``tick`` has not seen yet."""
        clock = self.talk.table.clock
        return clock is not None and clock.flagged is not None

    @property
    def prompt(self) -> str:
        """What stands before the line of a person."""
        table = self.talk.table
        return "> " if table.is_over else f"{self.talk.name(table.turn)}> "

    @property
    def clocks(self) -> str:
        """Both clocks as one line; empty without clocks."""
        clock = self.talk.table.clock
        if clock is None:
            return ""
        sides = zip(self.talk.table.names.both, clock.times, strict=True)
        return "  ".join(f"{name} {shown_time(left)}" for name, left in sides)

    def completions(self, line: str) -> list[str]:
        """What the last word of a line may become; files are not completed here."""
        words = line.split(" ")
        table = self.talk.table
        if len(words) == 1:
            moves = [str(move) for move in table.game.legal_moves()]
            if words[0][2:3].isalpha() and words[0][1].isdecimal():  # b1b3, without a mark
                moves = [move[:2] + move[3:] for move in moves]
            known = [*COMMANDS, *moves]
        elif len(words) == 2 and words[0] in COMMANDS and COMMANDS[words[0]].takes == "squares":
            pieces = table.position.black | table.position.white
            known = [square_name(square) for square in squares_of(pieces)]
        else:
            known = []
        return [word for word in known if word.startswith(words[-1].lower())]

    # What happens ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Show where the game stands; the clock begins to run."""
        self.talk.draw()
        if self.talk.table.is_over:
            self._announce()
        self._settle()

    def receive(self, line: str) -> None:
        """Take a line: a command or a move."""
        if self.tick() and line.split(" ")[0] not in COMMANDS:
            return
        talk, words = self.talk, line.split()
        was_over = talk.table.is_over
        try:
            if not words:
                talk.is_paused = False
            elif words[0].lower() in COMMANDS:
                COMMANDS[words[0].lower()].run(talk, words[1:])
            else:
                self._play(line)
        except LoaError as error:
            talk.complain(talk.table.names.said(str(error)))
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            talk.complain(f"{name}{error.strerror or error}")
        if talk.table.is_over and not was_over:
            self._announce()
        self._settle()

    def engine_turn(self) -> None:
        """Let the engine play the move that is its to play."""
        talk, table = self.talk, self.talk.table
        level, clock = table.mover.level, table.clock
        assert level is not None
        left = None if clock is None else (clock.left(table.turn), clock.control.increment)
        with talk.waiting(f"{talk.name(table.turn)} thinks (Ctrl-C: move now) ..."):
            move, is_hurried = talk.thinker.move(table.game, level, left)
        if self.tick():
            return
        mover = table.turn
        talk.say(f"{talk.name(mover)} plays {table.play(move)}")
        talk.is_paused = is_hurried and not table.has_person
        talk.draw()
        if table.is_over:
            self._announce()
        elif talk.is_paused:
            talk.say(WATCHED_HELP)
        self._settle()

    def tick(self) -> bool:
        """Look at the clocks; whether a flag has fallen, which ends the game."""
        if not self.talk.table.check_flag():
            return False
        self.talk.draw()
        self._announce()
        return True

    def end(self) -> None:
        """There are no more lines: leave."""
        self.tick()
        leave(self.talk, [])

    def _play(self, line: str) -> None:
        """Play the move of a person."""
        talk, table = self.talk, self.talk.table
        try:
            move = Move.parse(line)
        except MoveTextError as error:
            raise _better(error, line) from None
        if talk.engine_is_to_move():
            raise LoaError("this move is the engine's: go lets it play")
        played = table.play(move)
        talk.offered_by = None
        if table.is_over or table.mover.is_person:
            talk.draw()
        elif table.game.legal_moves() == [PASS]:
            talk.say(f"after {played} {talk.name(table.turn)} has no move")

    def _announce(self) -> None:
        self.talk.say(f"the game is over: {self.talk.table.outcome_text}")

    def _settle(self) -> None:
        """Let the clock run that should."""
        table = self.talk.table
        if table.is_over or (self.talk.is_paused and self.talk.engine_is_to_move()):
            table.pause_clock()
        else:
            table.run_clock()


def _better(error: MoveTextError, line: str) -> LoaError:
    """The error about a line that is no move; a word alone was meant for a command."""
    word = line.split()[0].lower()
    if not word.isalpha():
        return error
    near = get_close_matches(word, COMMANDS, n=1)
    hint = f"did you mean {near[0]}?" if near else "help lists them"
    return MoveTextError(f"no command {quoted(line.split()[0])}: {hint}")
