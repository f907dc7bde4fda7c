"""`loa play` in a pipe: whole games through the real process, and what it refuses."""

import os
import re
import shlex
import signal
import subprocess
import sys

import pytest

from loa_engine import Game

SHORTEST = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5"
FINISHED = "8/8/3xx3/8/8/8/o7/7o o"
WAIT_SECONDS = 60


@pytest.fixture
def play(tmp_path):
    """Play a game by lines; (status, stdout, stderr)."""

    def run(*words, lines="", **environment):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "loa_engine", "play", *words],
            input=lines,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            timeout=WAIT_SECONDS,
            env={**os.environ, **environment},
        )
        return done.returncode, done.stdout, done.stderr

    return run


# Whole games --------------------------------------------------------------------------------------


def test_a_game_between_people(play):
    status, out, err = play("--white", "human", lines=SHORTEST.replace(" ", "\n"))
    assert (status, err) == (0, "")
    assert out.endswith("the game is over: Black wins (connected)\n")
    assert out.count("a  b  c  d") == 10


def test_a_game_of_engines(play):
    status, out, err = play("--black", "engine:7", "--white", "engine:1", "--hash", "1")
    assert (status, err) == (0, "")
    assert re.search(r"\nthe game is over: \w+ .*\(.+\)\n$", out)
    assert "> " not in out
    assert "\x1b" not in out


def test_a_game_against_the_engine_resumed(play):
    status, out, err = play("--depth", "1", lines="b1-b3\nback 1\nback\nc1-c3\n")
    assert (status, err) == (0, "")
    assert out.count("White plays") == 3
    last = out.splitlines()[-1]
    assert last.startswith("to go on with this game: loa play --moves 'c1-c3 ")
    assert last.endswith("' --depth 1")
    words = shlex.split(last.partition(": loa play ")[2])
    status, again, _ = play(*words)
    assert status == 0
    assert again.splitlines()[-1] == last
    assert "1. c1-c3" in again


def test_the_engine_may_begin(play):
    status, out, _ = play("--black", "engine:3", "--white", "human")
    assert status == 0
    assert out.index("Black plays ") < out.index("White to move")


def test_wrong_lines_are_one_line_each_and_the_game_goes_on(play):
    lines = "foo\nb1-b4\n\x1b[31m\n" + "x" * (1 << 21) + "\nb1-b3\nload none.sgf\nquit\nb1-b3\n"
    status, out, err = play("--white", "human", lines=lines)
    assert status == 0
    assert "1. b1-b3" in out
    assert [line[:22] for line in err.splitlines()] == [
        "loa: no command 'foo':",
        "loa: b1-b4: 2 pieces o",
        "loa: '\\x1b[31m' is not",
        "loa: a line longer tha",
        "loa: none.sgf: No such",
    ]


def test_forced_colour_or_not_a_pipe_is_plain(play):
    assert "\x1b" not in play("--white", "human", NO_COLOR="1")[1]
    assert "\x1b" not in play("--white", "human", TERM="xterm-256color")[1]


def test_a_stream_that_lacks_letters(play):
    status, out, err = play("--names", "王,b", "--white", "human", PYTHONIOENCODING="ascii")
    assert (status, err) == (0, "")
    assert "\\u738b" in out


def test_files(play, tmp_path):
    play("--white", "human", lines="b1-b3\nsave a.sgf\nsave b.txt\n")
    status, out, _ = play("--load", "a.sgf", "--white", "human")
    assert status == 0
    assert "1. b1-b3" in out
    status, out, _ = play("--load", "b.txt", "--from", "plain", "--rules", "olympiad", lines="game")
    assert "rules     olympiad" in out
    assert Game.read(tmp_path / "a.sgf").ply == 1


def test_a_finished_game_is_announced(play):
    status, out, err = play(FINISHED)
    assert (status, err) == (0, "")
    assert out.endswith("the game is over: Black wins (connected)\n")


def test_clocks_and_names_and_variants(play):
    words = ["--variant", "parachute", "--names", "red,white", "--clock", "5+3", "--flip"]
    status, out, _ = play(*words, "--white", "human")
    assert status == 0
    assert "Red to move" in out
    assert out.count("5:00") == 2
    assert "h  g  f" in out


# Endings ------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_ctrl_c_ends_a_game_in_a_pipe(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "loa_engine", "play", "--movetime", "3600", "--hash", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    for line in process.stdout:
        if "a  b  c" in line:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=WAIT_SECONDS)
    assert (process.returncode, out, err.strip()) == (130, "", "loa: interrupted")


@pytest.mark.skipif(os.name != "posix", reason="a shell of Unix")
def test_a_reader_that_leaves_is_no_error(tmp_path):
    command = f"{sys.executable} -P -m loa_engine play --black engine:1 --white engine:1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} </dev/null | head -n 1"],
        cwd=tmp_path,
        capture_output=True,
        timeout=WAIT_SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name != "posix", reason="a shell of Unix")
@pytest.mark.parametrize(
    ("redirection", "reason"),
    [("<&-", "standard input is closed"), (">&-", "standard output is closed")],
)
def test_closed_streams(tmp_path, redirection, reason):
    command = f"{sys.executable} -P -m loa_engine play {redirection}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=WAIT_SECONDS
    )
    assert (done.returncode, done.stderr) == (2, f"loa: {reason}\n")


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--black", "me"], "--black: expected human, engine or engine:LEVEL, not 'me'"),
        (["--white", "engine:11"], "--white: level must be"),
        (["--level", "11"], "--level: expected a whole number from 1 to 10"),
        (["--clock", "x"], "--clock: 'x' is no time, such as 5+3"),
        (["--names", "red"], "--names: 'red' is not two names"),
        (["--moves", "b1-b4"], "--moves, number 1: b1-b4"),
        (["--variant", "chess"], "chess"),
        (["--rules", "chess"], "chess"),
        (["--depth", "0"], "--depth: expected"),
        (["--load", "none.sgf"], "none.sgf: No such file"),
        (["--load", "/"], "/ is a folder, not a file"),
        (["--load", "a.sgf", "start"], "--load brings the game, so POSITION cannot be given"),
        (["--load", "a.sgf", "--moves", "b1-b3"], "so --moves cannot be given"),
        (["--load", "a.sgf", "--variant", "4x4"], "so --variant cannot be given"),
        (["--from", "sgff"], "(did you mean sgf?)"),
        (["--hash", "0"], "hash_mb must be"),
        (["nonsense"], "1 rank: a board has 4 to 8"),
    ],
)
def test_complaints(fails, words, complaint):
    assert complaint in fails("play", *words)


def test_help_fits_the_screen(loa):
    text = loa("play", "--help")
    assert "--clock M+S" in text
    assert max(map(len, text.splitlines())) <= 100
