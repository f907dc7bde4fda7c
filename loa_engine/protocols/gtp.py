"""GTP, the Go text protocol, for this game.

Version 2, draft of 2002 by Gunnar Farnebäck. Moves are written as OpenSpiel has them, ``b1-b3`` and
``c1xa3``; ``b`` is Black, the first player. `loa-analyze` is like `lz-analyze` of Leela Zero, the
commands that begin with `gogui-` are those of GoGui.
"""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from loa_engine._version import __version__
from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.game import Game
from loa_engine.game.variants import as_variant
from loa_engine.protocols.gtp_analyze import Analysis, read_request
from loa_engine.protocols.gtp_clock import GtpClocks
from loa_engine.protocols.numbers import real_number, whole_number
from loa_engine.protocols.session import Session
from loa_engine.protocols.uci_go import DEFAULT_MOVETIME
from loa_engine.records import read_game, write_games
from loa_engine.records.rule_text import read_rules
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import Info, Limit

__all__ = ["Gtp"]

ID = re.compile(r"[0-9]{1,10}", re.ASCII)
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
INTERRUPT = "# interrupt"
LONGEST_SECONDS = 1e8
MOST_STONES = 10**6
LARGEST_KOMI = 1e6
LARGEST_BOARD = 10**6  # the largest number understood, not the largest board
LARGEST_MOVE = 10**9
GOGUI_COMMANDS = """\
string/Board/showboard
string/Legal Moves/loa-legalmoves
string/Final Score/final_score
none/Set Position/loa-setposition %s
none/Set Rules/loa-rules %s
none/Set Variant/loa-variant %s
none/Set Level/loa-level %s"""

Command = Callable[[list[str]], str | None]
"""Takes the words behind a command; the answer, None when it comes later."""


class Gtp:
    """A conversation in GTP.

    Args:
        session: what is driven.
        write: takes each answer.
    """

    def __init__(self, session: Session, write: Callable[[str], None]) -> None:
        self._session = session
        self._write = write
        self._id = ""
        self._clocks = GtpClocks()
        self._is_analysing = False
        self._commands: dict[str, Command] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "loa-engine",
            "version": lambda _: __version__,
            "known_command": lambda words: str(" ".join(words) in self._commands).lower(),
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": lambda _: "",
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": lambda words: self._genmove(words, plays=True),
            "reg_genmove": lambda words: self._genmove(words, plays=False),
            "undo": lambda _: self._undo([]),
            "gg-undo": self._undo,
            "showboard": self._showboard,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "loadsgf": self._loadsgf,
            "printsgf": self._printsgf,
            "final_score": self._final_score,
            "loa-analyze": self._analyze,
            "loa-legalmoves": self._legalmoves,
            "loa-setposition": self._setposition,
            "loa-rules": self._rules,
            "loa-variant": self._variant,
            "loa-level": self._level,
            "gogui-analyze_commands": lambda _: GOGUI_COMMANDS,
            "gogui-interrupt": lambda _: "",
            "gogui-play_sequence": self._play_sequence,
        }

    def receive(self, line: str) -> bool:
        """Take a line; whether the conversation goes on."""
        if line.strip() == INTERRUPT:
            self._session.stop()
            self._is_analysing = False
            return True
        self._settle()
        words = CONTROL.sub("", line).partition("#")[0].split()
        self._id = words.pop(0) if words and ID.fullmatch(words[0]) else ""
        if not words and not self._id:
            return True
        name = words.pop(0) if words else ""
        if name not in self._commands:
            self._fail("unknown command")
            return True
        try:
            answer = self._commands[name](words)
        except LoaError as error:
            self._fail(str(error))
        else:
            if answer is not None:
                self._answer(self._id, answer)
        return name != "quit"

    def complain(self, text: str) -> None:
        """Say that what came is wrong."""
        self._settle()
        self._id = ""
        self._fail(text)

    def finish(self) -> None:
        """The input has ended: a move that has been asked for is still given."""
        self._settle()

    def close(self) -> None:
        """End what is running."""
        self._session.stop()

    def _settle(self) -> None:
        """Come to the end of what is running: an analysis is stopped, a move waited for."""
        if self._is_analysing:
            self._session.stop()
            self._is_analysing = False
        self._session.wait()

    def _answer(self, number: str, text: str) -> None:
        """Answer a command; no line but the last is empty. A line end before all else is kept."""
        start = "\n" if text.startswith("\n") else " " * bool(text)
        lines = [line for line in text.splitlines() if line.strip()]
        self._write(f"={number}{start}{chr(10).join(lines)}\n")

    def _fail(self, text: str) -> None:
        self._write(f"?{self._id} {' '.join(text.split())}\n")

    # The game -------------------------------------------------------------------------------------

    def _boardsize(self, words: list[str]) -> str:
        size = whole_number("unacceptable size", _only(words), 0, LARGEST_BOARD)
        variant = as_variant(self._session.variant)
        if size != variant.size:
            raise LoaError(
                f"unacceptable size: {variant.name} has {variant.size}; loa-variant has others"
            )
        return self._clear_board([])

    def _clear_board(self, _words: list[str]) -> str:
        self._session.new_game()
        self._clocks.restart()
        return ""

    def _komi(self, words: list[str]) -> str:
        real_number("komi", _only(words), -LARGEST_KOMI, LARGEST_KOMI)
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise LoaError("syntax error: expected play COLOUR MOVE")
        with _as_fault("illegal move"):
            _check_turn(self._session.game, words[0])
            self._session.push(" ".join(words[1:]))
        return ""

    def _play_sequence(self, words: list[str]) -> str:
        """Play moves; when one of them may not be played, none is."""
        if len(words) % 2:
            raise LoaError("syntax error: expected COLOUR MOVE COLOUR MOVE …")
        game = self._session.game.copy()
        for color, move in zip(words[::2], words[1::2], strict=True):
            with _as_fault("illegal move"):
                _check_turn(game, color)
                game.push(move)
        self._session.take_over(game)
        return ""

    def _undo(self, words: list[str]) -> str:
        """Take a move back, or as many as are asked for."""
        plies = whole_number("undo", words[0], 1, LARGEST_MOVE) if words else 1
        if plies > self._session.game.ply:
            raise LoaError(f"cannot undo: {self._session.game.ply} moves have been played")
        self._session.undo(plies)
        return ""

    def _showboard(self, _words: list[str]) -> str:
        game = self._session.game
        outcome = game.outcome()
        return (
            f"\n{game.position.picture()}\nposition {game.position}\nto move {game.turn}\n"
            f"outcome {outcome or 'none'}"
        )

    def _legalmoves(self, _words: list[str]) -> str:
        return " ".join(map(str, self._session.game.legal_moves()))

    def _final_score(self, _words: list[str]) -> str:
        """The score as SGF has results, a game won counting one."""
        outcome = self._session.game.outcome()
        if outcome is None:
            raise LoaError("cannot score: the game is not over")
        return "0" if outcome.winner is None else f"{'BW'[outcome.winner]}+1"

    def _loadsgf(self, words: list[str]) -> str:
        """Load a game, up to before the move with the number given."""
        before = None
        if len(words) > 1 and words[-1].isdecimal():
            before = whole_number("loadsgf", words[-1], 1, LARGEST_MOVE)
            words = words[:-1]
        if not words:
            raise LoaError("syntax error: expected loadsgf FILE [MOVE]")
        path = Path(" ".join(words))
        with _as_fault("cannot load file"):
            if not path.is_file():
                raise LoaError(f"there is no file {quoted(str(path))}")
            record = read_game(path, rules=self._session.game.rules)
        moves = record.moves if before is None else record.moves[: before - 1]
        self._session.set_game(record.start, moves, record.rules)
        return ""

    def _printsgf(self, words: list[str]) -> str:
        if words:
            raise LoaError("syntax error: printsgf writes no files")
        text = io.StringIO()
        write_games([self._session.game], text, "sgf")
        return text.getvalue()

    # Settings -------------------------------------------------------------------------------------

    def _setposition(self, words: list[str]) -> str:
        self._session.set_game(" ".join(words))
        return ""

    def _rules(self, words: list[str]) -> str:
        self._session.set_rules(read_rules(" ".join(words)))
        return ""

    def _variant(self, words: list[str]) -> str:
        self._session.set_variant(" ".join(words))
        return ""

    def _level(self, words: list[str]) -> str:
        self._session.configure(level=whole_number("level", _only(words), 1, STRONGEST))
        return ""

    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3:
            raise LoaError("syntax error: expected time_settings MAIN PERIOD STONES")
        main = real_number("main time", words[0], 0, LONGEST_SECONDS)
        period = real_number("period", words[1], 0, LONGEST_SECONDS)
        self._clocks.set(main, period, whole_number("stones", words[2], 0, MOST_STONES))
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise LoaError("syntax error: expected time_left COLOUR SECONDS STONES")
        color = Color.parse(words[0])
        seconds = real_number("time", words[1], -LONGEST_SECONDS, LONGEST_SECONDS)
        stones = whole_number("stones", words[2], 0, MOST_STONES)
        self._clocks.set_left(color, seconds, stones)
        return ""

    # Searching ------------------------------------------------------------------------------------

    def _genmove(self, words: list[str], plays: bool) -> None:
        """Choose a move, and play it or not; the answer is given when it is found."""
        game = self._session.game
        color = _check_turn(game, _only(words))
        _check_goes_on(game)
        number, began = self._id, time.monotonic()

        def done(info: Info | None) -> None:
            assert info is not None  # the game goes on
            if plays:
                self._session.push(info.best_move)
                self._clocks.spend(color, time.monotonic() - began)
            self._answer(number, str(info.best_move))

        limit = self._clocks.limit(color)
        if limit is None and self._session.settings.level == STRONGEST:
            limit = Limit(movetime=DEFAULT_MOVETIME)
        self._session.configure(multipv=1)
        self._session.search(limit, at_level=True, on_done=done)

    def _analyze(self, words: list[str]) -> None:
        """Search, and report until the next line comes, whatever it is."""
        request = read_request(words)
        game = self._session.game
        if request.color is not None:
            _check_turn(game, str(request.color))
        _check_goes_on(game)
        lines = min(request.lines, len(game.legal_moves()))
        self._session.configure(multipv=lines)
        analysis = Analysis(lines, request.interval, self._write)
        self._write(f"={self._id}")
        self._is_analysing = True
        self._session.search(Limit(infinite=True), on_info=analysis.take, on_done=analysis.end)


def _only(words: list[str]) -> str:
    """The one word behind a command.

    Raises:
        LoaError: there are none, or several.
    """
    if len(words) != 1:
        raise LoaError(f"syntax error: expected one argument, not {len(words)}")
    return words[0]


def _check_turn(game: Game, text: str) -> Color:
    """The player that a word names.

    Raises:
        LoaError: it names none, or the one who is not to move.
    """
    color = Color.parse(text)
    if color is not game.turn and game.outcome() is None:
        raise LoaError(f"{game.turn} is to move, not {color}")
    return color


def _check_goes_on(game: Game) -> None:
    """Raise LoaError when a game is over."""
    outcome = game.outcome()
    if outcome is not None:
        raise LoaError(f"the game is over: {outcome}")


@contextmanager
def _as_fault(name: str) -> Iterator[None]:
    """Errors inside get the words that GTP has for them in front."""
    try:
        yield
    except LoaError as error:
        raise LoaError(f"{name}: {error}") from None
    except OSError as error:
        raise LoaError(f"{name}: {error.strerror}") from None
