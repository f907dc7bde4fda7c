"""The protocol of XBoard and WinBoard, version 2, for this game.

The first side, our Black, is White to XBoard: ``1-0`` is its win. The protocol is that of Tim Mann
and H. G. Muller, which takes an engine's word for the rules of a game that XBoard does not know:
`setup` says how it begins, `highlight` where a piece may go.

This file has the words; `xboard_player.py` has the searches between them.
"""

from __future__ import annotations

from collections.abc import Callable

from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.errors import IllegalMoveError, LoaError, MoveTextError, RuleError
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.squares import parse_square
from loa_engine.protocols.notation import read_move, setup_line
from loa_engine.protocols.session import Session
from loa_engine.protocols.uci_options import MAX_HASH_MB, MAX_LINES, MAX_OVERHEAD, MAX_THREADS
from loa_engine.protocols.uci_options import UciOptions as Options
from loa_engine.protocols.xboard_clock import seconds, whole_number
from loa_engine.protocols.xboard_player import Player, Purpose
from loa_engine.protocols.xboard_text import (
    VARIANT_NAMES,
    feature_lines,
    highlight_line,
    stat_line,
    xboard_move,
)
from loa_engine.search.limits import Limit

__all__ = ["Xboard"]

HINT = Limit(nodes=20_000)
DRAW_BELOW = Score.cp(-50)
"""A draw is accepted by a side that stands worse than this."""

LONGEST_ECHO = 100
OPTIONS = frozenset({"level", "ruleset", "multipv", "move overhead", "clear hash"})
IGNORED = ("accepted", "rejected", "random", "rating", "name", "computer", "ics", "otim")
NO_ANSWER = ("put", "hover")  # the board program takes the colours away by itself


class Xboard:
    """A conversation in the protocol of XBoard.

    Args:
        session: what is driven.
        write: takes each line.
    """

    def __init__(self, session: Session, write: Callable[[str], None]) -> None:
        self._session = session
        self._write = write
        self._usual_variant = session.variant
        self._options = Options(session, write)
        self._player = Player(session, write)
        self._commands = self._new_commands()

    def _new_commands(self) -> dict[str, Callable[[list[str]], None]]:
        in_pause = {
            "new": self._new,
            "variant": self._set_variant,
            "force": self._force,
            "result": self._force,
            "go": self._go,
            "playother": self._playother,
            "setboard": self._setboard,
            "undo": lambda _: self._undo(1),
            "remove": lambda _: self._undo(2),
            "analyze": self._analyze,
            "exit": self._force,
            "option": self._option,
            "memory": self._memory,
            "cores": self._cores,
        }
        return {
            **{name: self._pausing(handler) for name, handler in in_pause.items()},
            **dict.fromkeys((*IGNORED, *NO_ANSWER), lambda _: None),
            "xboard": lambda _: self._write(""),
            "protover": self._protover,
            "ping": self._ping,
            "usermove": lambda words: self._usermove(_first(words)),
            "?": lambda _: self._player.move_now(),
            ".": self._stat,
            "level": lambda words: self._player.clock.level(words),
            "st": self._set_movetime,
            "sd": lambda words: self._player.clock.set_depth(_first(words)),
            "time": self._set_time,
            "hard": lambda _: self._set_pondering(True),
            "easy": lambda _: self._set_pondering(False),
            "post": lambda _: self._set_posting(True),
            "nopost": lambda _: self._set_posting(False),
            "hint": self._hint,
            "bk": lambda _: self._write(" There is no book.\n"),
            "lift": self._lift,
            "draw": self._draw,
        }

    def receive(self, line: str) -> bool:
        """Take a line; whether the conversation goes on."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        with self._player.lock:
            try:
                self._obey(words)
            except LoaError as error:
                self._write(f"Error ({' '.join(str(error).split())}): {_echo(words)}")
        return True

    def complain(self, text: str) -> None:
        """Say that what came is wrong."""
        self._write(f"Error ({' '.join(text.split())})")

    def finish(self) -> None:
        """The input has ended: the move that is being looked for is played now."""
        with self._player.lock:
            self._player.ponders = False
            self._player.move_now()

    def close(self) -> None:
        """End the search."""
        with self._player.lock:
            self._player.ponders = False
        self._player.close()

    def _obey(self, words: list[str]) -> None:
        command = self._commands.get(words[0])
        if command is not None:
            command(words[1:])
        elif len(words) == 1 and _is_move(words[0]):
            self._usermove(words[0])
        else:
            self._write(f"Error (unknown command): {_echo(words)}")

    def _pausing(self, handler: Callable[[list[str]], None]) -> Callable[[list[str]], None]:
        def handle(words: list[str]) -> None:
            with self._player.paused():
                handler(words)

        return handle

    # The game -------------------------------------------------------------------------------------

    def _new(self, _words: list[str]) -> None:
        self._session.set_variant(self._usual_variant)
        self._player.side = Color.WHITE
        self._player.clock.depth = None
        self._player.fault = ""
        self._player.score = None

    def _set_variant(self, words: list[str]) -> None:
        name = VARIANT_NAMES.get(_first(words))
        if name is None:
            raise RuleError("unknown variant")
        self._session.set_variant(name)
        self._player.fault = ""
        self._write(setup_line(Position.start(name)))

    def _force(self, _words: list[str]) -> None:
        self._player.side = None
        self._player.is_analysing = False

    def _go(self, _words: list[str]) -> None:
        self._player.side = self._session.game.turn
        self._player.is_analysing = False
        self._player.tell_result()

    def _playother(self, _words: list[str]) -> None:
        self._player.side = self._session.game.turn.other
        self._player.is_analysing = False

    def _analyze(self, _words: list[str]) -> None:
        self._player.side = None
        self._player.is_analysing = True

    def _setboard(self, words: list[str]) -> None:
        try:
            self._session.set_game(" ".join(words))
            self._player.fault = ""
        except LoaError as error:
            self._player.fault = "the position is not legal"
            self._write(f"tellusererror Illegal position: {' '.join(str(error).split())}")

    def _usermove(self, text: str) -> None:
        try:
            move = self._legal(text)
        except LoaError as error:
            self._write(f"Illegal move ({' '.join(str(error).split())}): {text[:LONGEST_ECHO]}")
            return
        with self._player.paused():
            self._session.push(move)
            self._player.tell_result()

    def _legal(self, text: str) -> Move:
        """The move of a text.

        Raises:
            LoaError: it is none, or may not be played.
        """
        if self._player.fault:
            raise IllegalMoveError(self._player.fault)
        game = self._session.game
        move = read_move(text)
        if self._player.purpose is Purpose.MOVE:
            raise IllegalMoveError(f"it is the engine's turn to move, {game.turn}")
        game.copy().push(move)
        return move

    def _undo(self, plies: int) -> None:
        if self._session.game.ply < plies:
            raise LoaError("there are no moves to take back")
        self._session.undo(plies)

    # Settings -------------------------------------------------------------------------------------

    def _protover(self, _words: list[str]) -> None:
        self._write("\n".join(feature_lines(self._session.settings, MAX_LINES, MAX_OVERHEAD)))

    def _option(self, words: list[str]) -> None:
        name, _, value = " ".join(words).partition("=")
        if name.strip().lower() not in OPTIONS:
            raise LoaError("there is no such option")
        self._options.set(name.strip(), value.strip())

    def _memory(self, words: list[str]) -> None:
        megabytes = whole_number(_first(words))
        self._session.configure(hash_mb=min(max(megabytes, 1), MAX_HASH_MB))

    def _cores(self, words: list[str]) -> None:
        threads = whole_number(_first(words))
        self._session.configure(threads=min(max(threads, 1), MAX_THREADS))

    def _set_movetime(self, words: list[str]) -> None:
        self._player.clock.movetime = seconds(_first(words))

    def _set_time(self, words: list[str]) -> None:
        self._player.clock.left = max(whole_number(_first(words)), 0) / 100

    def _set_pondering(self, ponders: bool) -> None:
        if self._player.purpose in (None, Purpose.PONDERING):
            with self._player.paused():
                self._player.ponders = ponders
        self._player.ponders = ponders

    def _set_posting(self, posts: bool) -> None:
        self._player.posts = posts

    # Questions ------------------------------------------------------------------------------------

    def _ping(self, words: list[str]) -> None:
        self._player.answer_after_move(" ".join(["pong", *words[:1]]))

    def _stat(self, _words: list[str]) -> None:
        info = self._player.latest
        if self._player.purpose is Purpose.ANALYSIS and info is not None:
            self._write(stat_line(info, len(self._session.game.legal_moves())))

    def _hint(self, _words: list[str]) -> None:
        """The best move of the search that is running, or of a short one."""
        game, info = self._session.game, self._player.latest
        if self._player.fault or game.outcome() is not None:
            return
        if self._player.purpose is None:
            best = self._session.engine.best_move(game, HINT)
        elif self._player.purpose is not Purpose.MOVE and info is not None:
            best = info.best_move
        else:
            return
        self._write(f"Hint: {xboard_move(best)}")

    def _lift(self, words: list[str]) -> None:
        square = parse_square(_first(words))
        if not self._player.fault:
            self._write(highlight_line(self._session.game, square))

    def _draw(self, _words: list[str]) -> None:
        """Accept a draw where the engine stands worse; silence is a refusal."""
        score = self._player.score
        if self._player.side is not None and score is not None and score < DRAW_BELOW:
            self._write("offer draw")


def _first(words: list[str]) -> str:
    """The first of some words.

    Raises:
        LoaError: there is none.
    """
    if not words:
        raise LoaError("a word is missing")
    return words[0]


def _echo(words: list[str]) -> str:
    return " ".join(words)[:LONGEST_ECHO]


def _is_move(text: str) -> bool:
    try:
        read_move(text)
    except MoveTextError:
        return False
    return True
