"""A real terminal of 80 columns and 24 lines: colours, completion, history, Ctrl-C, Ctrl-D."""

import os
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty", reason="terminals of Unix")
fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")

WAIT_SECONDS = 60
ESCAPE = re.compile(r"\x1b\[[?>=\d;]*[A-Za-z]|\x1b[=>]")
CTRL_C, CTRL_D, TAB, UP = b"\x03", b"\x04", b"\t", b"\x1b[A"
WITHOUT = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
IN_CHARGE = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches the process
command = [sys.executable, "-P", "-m", "loa_engine", "play", *sys.argv[1:]]
os.execv(sys.executable, command)
"""


class Terminal:
    """`loa play` at a terminal."""

    def __init__(self, folder, *words, stdout=None, **environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in WITHOUT}
        surroundings = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", IN_CHARGE, *words],
            stdin=slave,
            stdout=slave if stdout is None else stdout,
            stderr=slave,
            cwd=folder,
            env={**kept, **surroundings, **environment},
            start_new_session=True,
        )
        os.close(slave)
        self.raw = b""
        self.read_to = 0

    def press(self, keys):
        """Press keys; bytes are keys, text is a line."""
        os.write(self.master, keys if isinstance(keys, bytes) else f"{keys}\r".encode())

    def until(self, text):
        """Wait until a text comes after what was waited for last; what has come with it."""
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            plain = self.plain
            found = plain.find(text, self.read_to)
            if found >= 0:
                start, self.read_to = self.read_to, found + len(text)
                return plain[start : self.read_to]
            if time.monotonic() > deadline or not self._read():
                raise AssertionError(f"{text!r} does not come: {plain[self.read_to :]!r}")

    def end(self):
        """Wait for the end; the exit status."""
        while self._read():
            pass
        return self.process.wait(WAIT_SECONDS)

    @property
    def plain(self):
        """All that was shown, without colours and movements of the cursor."""
        return ESCAPE.sub("", self.raw.decode("utf-8", "ignore")).replace("\r", "")

    def _read(self):
        ready, _, _ = select.select([self.master], [], [], WAIT_SECONDS)
        try:
            data = os.read(self.master, 1 << 16) if ready else b""
        except OSError:  # the other end is closed
            return False
        self.raw += data
        return bool(data)

    def close(self):
        """End what still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(WAIT_SECONDS)
        os.close(self.master)


@pytest.fixture
def terminal(tmp_path):
    """Play at a terminal."""
    opened = []

    def begin(*words, **options):
        opened.append(Terminal(tmp_path, *words, **options))
        return opened[-1]

    yield begin
    for each in opened:
        each.close()


def test_a_game_in_colour(terminal):
    game = terminal("--white", "human")
    game.until("Black>")
    assert b"\x1b[38;5;16;48;5;137m" in game.raw
    assert game.plain.count("●") == 26
    game.press("b1b3")
    assert "1. b1-b3" in game.until("White>")
    assert b"48;5;107m" in game.raw  # the squares of the move
    game.press("a2a9")
    game.until("there is no square 'a9'")
    game.until("White>")
    game.press(CTRL_D)
    game.until("to go on with this game: loa play --moves b1-b3 --white human\n")
    assert game.end() == 0


@pytest.mark.parametrize(
    ("words", "environment"),
    [([], {"NO_COLOR": "1"}), (["--no-color"], {}), ([], {"TERM": "dumb"})],
)
def test_a_game_without_colour(terminal, words, environment):
    game = terminal("--white", "human", *words, **environment)
    game.until("Black>")
    game.press("b1-b3")
    shown = game.until("White>")
    assert " 3  o [x] . " in shown
    assert "●" not in game.plain
    assert b";5;" not in game.raw
    game.press("quit")
    assert game.end() == 0


def test_the_screen_holds_what_a_turn_shows(terminal):
    game = terminal("--depth", "1", "--clock", "5+3")
    game.until("Black>")
    game.press("b1-b3")
    game.until("White plays ")
    shown = game.until("Black>")
    lines = shown.split("\n")
    assert len(lines) <= 12  # the board before, the answer and the board after are 24 lines
    assert max(map(len, lines)) <= 80
    assert "Black 5:0" in game.plain  # at the right of the prompt


def test_completion_and_history(terminal):
    game = terminal("--white", "human")
    game.until("Black>")
    game.press(b"hel" + TAB)
    game.until("help")
    game.press("")
    game.until("take moves back")
    game.until("Black>")
    game.press(b"moves c" + TAB)
    game.until("c1")
    game.until("c8")
    game.press(b"1\r")
    game.until("c1: c1xa3")
    game.until("Black>")
    game.press(b"b1-d" + TAB + b"\r")
    game.until("1. b1-d3")
    game.until("White>")
    game.press(UP + UP + b"\r")
    assert "moves c1" in game.until("is Black's")


def test_files_are_completed(terminal, tmp_path):
    (tmp_path / "annie.txt").write_text("b1-b3 a2-c2\n")
    game = terminal("--white", "human")
    game.until("Black>")
    game.press(b"load an" + TAB + b"\r")
    game.until("1. b1-b3 a2-c2")


def test_ctrl_c_at_the_prompt_only_clears_the_line(terminal):
    game = terminal("--white", "human")
    game.until("Black>")
    game.press(b"nonsense" + CTRL_C + b"b1-b3\r")
    game.until("1. b1-b3")
    game.until("White>")
    game.process.send_signal(signal.SIGINT)
    game.until("White>")
    game.press(b"back\r")
    game.until("Black to move")
    assert "nonsense'" not in game.plain


def test_ctrl_c_makes_the_engine_move_now(terminal):
    game = terminal("--movetime", "3600", "--hash", "1")
    game.until("Black>")
    game.press("b1-b3")
    game.until("White thinks (Ctrl-C: move now)")
    game.press(CTRL_C)
    game.until("White plays ")
    game.until("Black>")
    game.press("hint")
    game.until("thinking (Ctrl-C: that is enough)")
    game.press(CTRL_C)
    game.until("hint: ")
    game.until("Black>")
    game.press("quit")
    game.until("--movetime 3600 --hash 1")
    assert game.end() == 0


def test_ctrl_c_pauses_a_game_of_engines(terminal):
    game = terminal("--black", "engine", "--movetime", "3600", "--hash", "1")
    game.until("Black thinks")
    game.press(CTRL_C)
    game.until("paused: go or an empty line goes on")
    game.until("White>")
    game.press("go")
    game.until("White thinks")
    game.press(CTRL_C)
    game.until("Black>")
    game.press(CTRL_D)
    game.until("--black engine:10")
    assert game.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was(terminal, number):
    game = terminal("--white", "human")
    before = termios.tcgetattr(game.master)[3] & termios.ICANON
    game.until("Black>")
    assert termios.tcgetattr(game.master)[3] & termios.ICANON == 0
    game.process.send_signal(number)
    assert game.end() == 128 + number
    assert before == termios.ICANON
    assert "Traceback" not in game.plain


def test_a_flag_that_falls_ends_the_wait(terminal):
    game = terminal("--white", "human", "--clock", "0.005")
    game.until("the game is over: White wins (time)")
    game.until(">")
    game.press("quit")
    assert game.end() == 0


def test_the_line_that_resumes_a_game_resumes_it(terminal):
    words = ["--variant", "6x6", "--rules", "olympiad", "--names", "red,white", "--white", "human"]
    game = terminal(*words, "--flip")
    game.until("Red>")
    game.press("b1-b3")
    game.until("White>")
    game.press(CTRL_D)
    game.until("to go on with this game: loa play ")
    assert game.end() == 0
    line = game.plain[game.read_to :].split("\n")[0]
    again = terminal(*shlex.split(line))
    shown = again.until("White>")
    assert "1. b1-b3" in shown
    assert "f  e  d  c  b  a" in shown


def test_a_terminal_that_is_read_but_not_written_to(terminal, tmp_path):
    with (tmp_path / "out.txt").open("wb") as stream:
        game = terminal("--movetime", "0.01", stdout=stream)
        game.press(b"b1-b9\nb1-b3\n" + CTRL_D)
        game.until("loa: 'b1-b9' is not a move")
        assert game.end() == 0
    assert "White plays" in (tmp_path / "out.txt").read_text()
