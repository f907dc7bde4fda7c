"""How the command behaves when things go wrong around it: signals, closed streams, full disks."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import loa_engine
from loa_engine import _core
from loa_engine.cli import output, run

PACKAGE = Path(loa_engine.__file__).parent
COMMANDS_PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
LOA = [sys.executable, "-P", "-m", "loa_engine"]
GAME = "(;GM[9]PB[A\x1b[31mnn]PW[Bob];B[b1-b3];W[h6-f4])\n"
WAIT_SECONDS = 60
POSIX = pytest.mark.skipif(os.name != "posix", reason="shells and signals of Unix")


def shell(command, folder, **options):
    """A line of shell in which $LOA is the command; (status, stdout, stderr)."""
    done = subprocess.run(
        ["bash", "-c", command.replace("$LOA", " ".join(LOA))],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        **options,
    )
    return done.returncode, done.stdout, done.stderr


# Ctrl-C and other signals -------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize(
    "module",
    ["click", "loa_engine.game.move", "loa_engine.cli.output", "loa_engine.records.formats"],
)
def test_ctrl_c_while_modules_are_imported_is_quiet(tmp_path, module):
    process = subprocess.Popen(
        [*LOA, "bestmove", "--movetime", "30"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"},  # a line when a module is there
    )
    for line in process.stderr:
        if line.split("|")[-1].strip() == module:
            break
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_the_start_of_the_command_imports_next_to_nothing():
    code = "import sys, loa_engine.cli; print(*[m for m in sys.modules if 'loa' in m])"
    found = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert set(found.stdout.split()) <= {
        "importlib._bootstrap_external", "loa_engine", "loa_engine._moved", "loa_engine._version",
        "loa_engine.cli", "loa_engine.perft", *_tool_modules(found.stdout),
    }  # fmt: skip


def _tool_modules(text):
    """Modules of tools, such as the finder of an editable installation."""
    return [name for name in text.split() if name.startswith("__editable__")]


@POSIX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_end_by_a_signal_leaves_no_temporary_file(tmp_path, number):
    (tmp_path / "out.pgn").write_text("before")
    process = subprocess.Popen(
        [*LOA, "convert", "-", "out.pgn", "--to", "pgn"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    process.stdin.write(GAME.encode() * 3000)
    process.stdin.flush()
    deadline = time.monotonic() + WAIT_SECONDS
    while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(number)
    process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 128 + number
    assert [path.name for path in tmp_path.iterdir()] == ["out.pgn"]
    assert (tmp_path / "out.pgn").read_text() == "before"


# Streams ------------------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("$LOA bestmove - <&-", "standard input is closed"),
        ("$LOA convert - x.pgn --to pgn <&-", "standard input is closed"),
        ("$LOA bestmove --depth 1 >&-", "standard output is closed"),
        ("$LOA bestmove --depth 1 --json >&-", "standard output is closed"),
        ("$LOA convert game.sgf - --to sgf >&-", "standard output is closed"),
        ("$LOA variants >&-", "standard output is closed"),
        ("$LOA bestmove --depth 1 >/dev/full", "No space left on device"),
        ("$LOA convert game.sgf - --to sgf >/dev/full", "No space left on device"),
    ],
)
def test_streams_that_cannot_be_used(tmp_path, command, reason):
    (tmp_path / "game.sgf").write_text(GAME)
    status, out, err = shell(command, tmp_path)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"loa: .*\n", err.removeprefix("1 game converted, 0 broken\n"))
    assert reason in err


@POSIX
def test_closed_standard_error_changes_nothing(tmp_path):
    assert shell("$LOA bestmove --depth 1 2>&-", tmp_path)[0] == 0
    assert shell("$LOA nonsense 2>&-", tmp_path) == (2, "", "")
    assert shell("$LOA nonsense 2>/dev/full", tmp_path) == (2, "", "")


def test_control_characters_do_not_reach_the_terminal(tmp_path, capsys):
    (tmp_path / "game.sgf").write_text(GAME)
    target = str(tmp_path / "out.sgf")
    assert run(["review", str(tmp_path / "game.sgf"), "--nodes", "10", "--out", target]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "A\\x1b[31mnn" in shown


def test_say_keeps_line_ends_and_letters_of_all_scripts(capsys):
    output.say("Zoë 王\nnext\u202e\x07")
    assert capsys.readouterr().out == "Zoë 王\nnext\\u202e\\x07\n"


# Plain words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["bestmov"], "no command 'bestmov': did you mean bestmove?"),
        (["bestmove", "--dept", "3"], "--depth"),
        (["bestmove", "--depth", "x"], "--depth: expected a whole number from 1 to 100, not 'x'"),
        (["bestmove", "--nodes", "0"], "--nodes: expected a whole number 1 or more, not '0'"),
        (["bestmove", "--nodes", "1" * 5000], "--nodes: expected a whole number 1 or more"),
        (["bestmove", "--movetime", "nan"], "--movetime: expected a number of seconds above 0"),
        (["bestmove", "--movetime", "inf"], "--movetime: expected a number of seconds above 0"),
        (["review", "x", "--movetime", "nan"], "--movetime: expected a number of seconds above 0"),
        (["convert", "a", "b", "--to", "sgff"], "(did you mean sgf?), not 'sgff'"),
        (["review", "/"], "/ is a folder, not a file"),
        (["convert", "/", "-", "--to", "sgf"], "/ is a folder, not a file"),
        (["convert", "GAME", "/", "--to", "sgf"], "/ is a folder, not a file"),
        (["show", "--rules", "x" * 100_000], "xxx…"),
        (["show", "--rules", "no_moves=pass,no_moves=loss"], "no_moves more than once"),
        (["--json"], "--json belongs behind the command"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_complaints(capsys, tmp_path, words, line):
    game = tmp_path / "game.sgf"
    game.write_text(GAME)
    assert run([str(game) if word == "GAME" else word for word in words]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert line in written.err
    assert len(written.err) < 500
    assert written.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["--variant", "parachute", "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"], "standard"),
        (["--variant", "parachute"], "parachute"),
        (["8/x6o/o6x/x6o/o6x/x6o/o6x/8 x 6/6"], "parachute"),
        (["--variant", "parachute", "1xx1/o2o/o2o/1xx1 x"], "4x4"),
        (["1xx1/o2o/o2o/1xx1 x"], "4x4"),
        (["--variant", "loaps", "1xx1xx1/o5o/o5o/7/o5o/o5o/1xx1xx1 o"], "loaps"),
        (["--variant", "gemma"], "cheshire-cat"),
    ],
)
def test_the_variant_named_is_the_position_s(capsys, words, name):
    assert run(["show", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["variant"] == name


@pytest.mark.parametrize(
    ("bound", "shown"), [("lower", ">= win in 5"), ("upper", "<= win in 5"), ("exact", "win in 5")]
)
def test_bounds_have_a_blank_before_a_win(bound, shown):
    score = loa_engine.Score.win_in(5)
    move = loa_engine.Move.parse("b1-b3")
    info = next(loa_engine.Engine(1).analysis(loa_engine.Position.start(), loa_engine.Limit(1)))
    line = output.info_line(loa_engine.Info(**{**_fields(info), "score": score, "bound": bound}))
    assert f" {shown} " in line
    assert str(move)


def _fields(info):
    return {name: getattr(info, name) for name in info.__dataclass_fields__}


# What is installed --------------------------------------------------------------------------------


def test_the_version_with_build_facts(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"loa {loa_engine.__version__}\n"
    assert run(["--version", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["version"] == loa_engine.__version__
    assert facts["fast_popcount"] is _core.fast_popcount()
    assert {"python", "machine", "compiler", "checked", "avx2"} <= facts.keys()
    section = COMMANDS_PAGE.read_text("utf-8").partition("`loa --version --json`")[2]
    assert {f"`{key}`" for key in facts} <= set(re.findall(r"`\w+`", section))


@POSIX
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("loa be", {"bench", "bestmove"}),
        ("loa bestmove --mo", {"--moves", "--movetime"}),
        ("loa show --variant 4", {"4x4"}),
        ("loa show --rules olym", {"olympiad"}),
        ("loa convert a b --to openspiel-", {"openspiel-actions"}),
    ],
)
def test_completion(tmp_path, words, expected):
    count = len(words.split()) - 1
    environment = {"_LOA_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(count)}
    loa = shutil.which("loa", path=str(Path(sys.executable).parent))
    done = subprocess.run(
        [loa], env={**os.environ, **environment}, cwd=tmp_path, capture_output=True, text=True
    )
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} == expected


def test_the_source_folder_says_what_to_do(tmp_path):
    no_modules = shutil.ignore_patterns("*.so", "*.pyd")
    shutil.copytree(PACKAGE, tmp_path / "loa_engine", ignore=no_modules)
    code = "import sys; sys.path.insert(0, '.'); sys.meta_path[:] = sys.meta_path[:3]\n"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"{code}import loa_engine"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    *_, last = done.stderr.splitlines()
    assert last.startswith("ImportError: this is the source folder of loa_engine")
    assert "pip install" in last


def test_exit_statuses_are_documented():
    section = COMMANDS_PAGE.read_text("utf-8").partition("## Errors and exit status")[2]
    statuses = re.findall(r"^\| (\d+) \|", section.partition("\n## ")[0], re.MULTILINE)
    assert statuses == ["0", "1", "2", "129", "130", "143"]
