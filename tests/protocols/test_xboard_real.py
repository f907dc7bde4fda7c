"""XBoard and uci2wb as they are: matches, and a game by mouse.

They run on a display of their own (Xvfb), and XBoard's debug file is what passed between it and
the engines. They take half a minute, so they only run where LOA_REAL_PROGRAMS is set; then a
missing program is a failure.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import time

import pytest

from loa_engine import Game
from loa_engine.records import read_games

PROGRAMS = ("xboard", "uci2wb", "Xvfb", "xdotool")
PATH = f"{os.environ.get('PATH', '')}:/usr/games"
MISSING = [name for name in PROGRAMS if shutil.which(name, path=PATH) is None]
PATIENCE = 60  # seconds until something that does not end is given up
SQUARE = 50  # pixels, by -size 49
YELLOW = (255, 255, 0)

pytestmark = pytest.mark.skipif(
    "LOA_REAL_PROGRAMS" not in os.environ,
    reason="LOA_REAL_PROGRAMS is not set",
)


def until(found, process):
    """Wait until a function gives something, while a program runs."""
    given_up = time.monotonic() + PATIENCE
    while not (result := found()):
        assert process.poll() is None or found(), "the program has ended"
        assert time.monotonic() < given_up, "waited in vain"
        time.sleep(0.05)
    return result


class Display:
    """A display without a screen, of which the picture can be read."""

    def __init__(self, folder):
        self.environment = {**os.environ, "PATH": PATH, "HOME": str(folder)}
        self.environment.pop("XAUTHORITY", None)
        reading, writing = os.pipe()
        options = ["-displayfd", str(writing), "-screen", "0", "800x600x24", "-nolisten", "tcp"]
        self.process = subprocess.Popen(
            ["Xvfb", *options, "-fbdir", str(folder)],
            env=self.environment,
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.environment["DISPLAY"] = f":{pipe.readline().strip()}"
        self.picture = folder / "Xvfb_screen0"

    def xdotool(self, *words):
        """Move the mouse, or ask about windows."""
        command = ["xdotool", *map(str, words)]
        return subprocess.run(
            command, env=self.environment, stdout=subprocess.PIPE, text=True, check=False
        ).stdout

    def pixel(self, x, y):
        """Red, green and blue of a pixel."""
        data = self.picture.read_bytes()
        header = struct.unpack(">25I", data[:100])
        start, bytes_per_line, colours = header[0], header[12], header[19]
        place = start + 12 * colours + y * bytes_per_line + 4 * x
        return data[place + 2], data[place + 1], data[place]


@pytest.fixture
def display(tmp_path):
    assert not MISSING
    folder = tmp_path / "display"
    folder.mkdir()
    display = Display(folder)
    yield display
    display.process.terminate()
    display.process.wait()


@pytest.fixture
def xboard(display, tmp_path):
    """Start XBoard with an engine; its debug file is `debug` in the test's folder."""
    started = []

    def start(engine, *options):
        command = ["xboard", "-fcp", engine, "-scp", engine, "-variant", "loa"]
        debug = ["-debug", "-nameOfDebugFile", tmp_path / "debug"]
        process = subprocess.Popen(
            [*command, "-testLegality", "false", *debug, *options],
            env=display.environment,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def engine(tmp_path):
    """The command line of our engine in a protocol."""

    def command(protocol):
        path = tmp_path / f"{protocol}.sh"
        words = f"-m loa_engine engine --protocol {protocol} --hash 8 --level 6"
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}\n')
        path.chmod(0o755)
        return str(path)

    return command


def play_match(process, debug):
    """Wait for the result of the second game."""
    until(lambda: debug.exists() and len(played_games(debug)) == 2, process)


def played_games(debug):
    """The games of a debug file: who moved first, the moves, and the result."""
    games, moves = [], []
    for line in debug.read_text("utf-8", "replace").splitlines():
        if found := re.search(r"<(first|second) ?: move (\S+)", line):
            moves.append(found.groups())
        elif (found := re.search(r">first : result (1-0|0-1|1/2-1/2) ", line)) and moves:
            games.append((moves[0][0], [move for _, move in moves], found[1]))
            moves = []
    return games


def check_match(debug):
    """Two whole games were played, one in each seat, and the result is that of the rules."""
    games = played_games(debug)
    assert [first for first, _, _ in games] == ["first", "second"]
    for _, moves, result in games:
        game = Game()
        for move in moves:
            game.push(move)
        assert game.result == result != "*"


def test_a_match_in_xboard(xboard, engine, tmp_path):
    match = ["-mg", "2", "-st", "0:01", "-noGUI", "-saveGameFile", tmp_path / "games.pgn"]
    play_match(xboard(engine("xboard"), *match), tmp_path / "debug")
    check_match(tmp_path / "debug")
    records = list(read_games(tmp_path / "games.pgn"))
    played = played_games(tmp_path / "debug")
    assert [len(record.game().moves) for record in records] == [
        len(moves) for _, moves, _ in played
    ]
    assert [record.game().result for record in records] == [result for _, _, result in played]


def test_a_match_through_uci2wb(xboard, engine, tmp_path):
    # Without pondering, in which uci2wb 4.1 now and then takes one answer for another.
    match = ["-mg", "2", "-st", "0:01", "-noGUI", "-repeatsToDraw", "3", "-xponder"]
    play_match(xboard(f"uci2wb {engine('uci')}", *match), tmp_path / "debug")
    check_match(tmp_path / "debug")


def test_a_move_by_mouse_among_the_marked_squares(display, xboard, engine, tmp_path):
    process = xboard(engine("xboard"), "-size", "49", "-st", "0:01")
    debug = tmp_path / "debug"

    def said(pattern):
        return debug.exists() and re.search(pattern, debug.read_text("utf-8", "replace"))

    def height():
        found = display.xdotool("search", "--onlyvisible", "--name", "loa-engine")
        text = display.xdotool("getwindowgeometry", *found.split()[:1]) if found else ""
        size = re.search(r"Position: 0,0 .*\n.*Geometry: \d+x(\d+)", text)
        return size and int(size[1])

    until(lambda: said(r"<first : pong"), process)
    bottom = until(height, process)

    def place(square):
        file, rank = "abcdefgh".index(square[0]), int(square[1])
        return 2 + SQUARE * file + SQUARE // 2, bottom - 2 - SQUARE * rank + SQUARE // 2

    def clicked(square, pattern):
        display.xdotool("mousemove", *place(square), "click", 1)
        return said(pattern)

    until(lambda: clicked("b1", r">first : lift b1"), process)
    until(lambda: said(r"<first : highlight 8/8/8/8/8/1Y1Y4/8/7Y"), process)
    until(
        lambda: all(display.pixel(*place(each)) == YELLOW for each in ("b3", "d3", "h1")), process
    )
    assert YELLOW not in [display.pixel(*place(each)) for each in ("b2", "c3", "a3", "b4")]
    display.xdotool("mousemove", *place("b2"), "click", 1)  # not marked: nothing is played
    until(lambda: clicked("b3", r"first : b1b3"), process)
    until(lambda: said(r"<first : move \w{4}"), process)
    assert not said(r"b1b2")
