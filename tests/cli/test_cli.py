"""The command line: answers, JSON, errors as one line, Ctrl-C, closed pipes, progress."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from loa_engine import RULE_SETS, VARIANTS, Position, __version__, perft
from loa_engine.cli import output, run

COMMANDS_PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
COMMANDS = [
    "analyse",
    "bench",
    "bestmove",
    "convert",
    "explain",
    "perft",
    "rules",
    "show",
    "variants",
]
START = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"
WIN_IN_ONE = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1"
FINISHED = "8/8/3xx3/8/8/8/o7/7o o"
STUCK = "6ox/6oo/8/8/8/8/oo6/xo6 x"
WAIT_SECONDS = 60


def start_process(folder, *words):
    """`loa` as a process of its own; outside the source tree, so that it runs what is installed."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "loa_engine", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )


def documented_keys():
    """The JSON keys of each command by docs/commands.md; `all` for those of every position."""
    keys, names = {}, []
    text = COMMANDS_PAGE.read_text("utf-8")
    for line in text[text.index("## JSON") :].splitlines():
        if line.startswith("| `"):
            for name in names:
                keys.setdefault(name, []).append(line.split("`")[1])
        elif line.startswith("All commands"):
            names = ["all"]
        elif line and not line.startswith("|"):
            names = re.findall(r"`loa (\w+)`", line)
    return keys


# Answers --------------------------------------------------------------------------------------


def test_perft_counts_every_depth(loa):
    lines = loa("perft", "--depth", "3").splitlines()
    assert [re.match(r"depth (\d+)  nodes (\d+)  seconds ", line).groups() for line in lines] == [
        ("1", "36"),
        ("2", "1244"),
        ("3", "44952"),
    ]


def test_perft_divides(loa):
    *moves, total = loa("perft", "--depth", "3", "--divide").splitlines()
    assert len(moves) == 36
    assert sum(int(line.split()[1]) for line in moves) == 44952
    assert total.startswith("depth 3  nodes 44952 ")


@pytest.mark.parametrize("options", [("--threads", "2"), ("--hash", "4")])
def test_perft_options_keep_the_count(loa_json, options):
    assert [row["nodes"] for row in loa_json("perft", "--depth", "4", *options)] == [
        36,
        1244,
        44952,
        1563208,
    ]


def test_perft_takes_rules_and_variants(loa_json):
    assert loa_json("perft", STUCK, "--depth", "1")[0]["nodes"] == 0
    assert loa_json("perft", STUCK, "--depth", "1", "--rules", "boardspace")[0]["nodes"] == 1
    cheshire = loa_json("perft", "--variant", "cheshire-cat", "--depth", "2")
    assert [row["nodes"] for row in cheshire] == [36, 1232]


def test_perft_of_a_finished_game_says_so(capsys):
    assert run(["perft", FINISHED, "--depth", "2"]) == 0
    written = capsys.readouterr()
    assert re.findall(r"nodes (\d+)", written.out) == ["0", "0"]
    assert written.err.startswith("loa: note: the game is over: Black wins")


def test_show_draws_the_position_and_lists_its_moves(loa):
    text = loa("show")
    assert text.startswith(Position.start().picture())
    assert START in text
    assert "36: " in text
    assert "c1xa3" in text


@pytest.mark.parametrize(("text", "end"), [(FINISHED, "Black wins"), (STUCK, "White wins")])
def test_show_says_how_a_game_ended(loa, text, end):
    assert f"the game is over: {end}" in loa("show", text)


def test_show_writes_svg(loa, tmp_path):
    loa("show", "--svg", str(tmp_path / "board.svg"))
    assert (tmp_path / "board.svg").read_text("utf-8") == Position.start().svg()


@pytest.mark.parametrize("text", [START, "start", Position.start().picture() + "\nx"])
def test_positions_come_from_standard_input_or_words(loa_json, monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    expected = [{**loa_json("show")[0]}]
    assert loa_json("show", "-") == expected
    assert loa_json("show", *START.split()) == expected


def test_moves_are_played_first(loa_json):
    (shown,) = loa_json("show", "--moves", "d1-b3 h5-g4")
    assert shown["position"] == str(Position.start().play("d1-b3").play("h5-g4"))


def test_repetition_counts_over_the_moves(loa_json):
    there_and_back = "b1-b3 a2-c2 b3-b1 c2-a2 " * 2
    (shown,) = loa_json("show", "--moves", there_and_back)
    assert shown["outcome"] == {"winner": None, "reason": "repetition"}


@pytest.mark.parametrize(
    "limit", [("--depth", "3"), ("--nodes", "2000"), ("--movetime", "0.1"), ()]
)
def test_bestmove_prints_the_move_alone(loa, limit):
    move, explanation = loa("bestmove", *limit).splitlines()
    assert move in map(str, Position.start().legal_moves())
    assert re.match(r"depth +\d+  score .*  nodes .*  pv " + move, explanation)


def test_bestmove_finds_the_win(loa, loa_json):
    assert loa("bestmove", "--moves", WIN_IN_ONE, "--depth", "2").startswith("e1-e5\n")
    (found,) = loa_json("bestmove", "--moves", WIN_IN_ONE, "--depth", "2")
    assert (found["move"], found["score"], found["win_in"]) == ("e1-e5", "win in 1", 1)
    assert found["centi"] is found["loss_in"] is None
    assert found["interrupted"] is False


def test_bestmove_passes_when_it_must(loa):
    assert loa("bestmove", STUCK, "--rules", "boardspace", "--depth", "2").startswith("pass\n")


def test_analyse_prints_every_depth(loa, loa_json):
    lines = loa("analyse", "--depth", "4").splitlines()
    assert [int(line.split()[1]) for line in lines] == [1, 2, 3, 4]
    rows = loa_json("analyse", "--depth", "4")
    assert [row["depth"] for row in rows] == [1, 2, 3, 4]
    assert all(row["pv"][0] == row["move"] for row in rows)


def test_analyse_prints_several_lines(loa_json):
    rows = loa_json("analyse", "--depth", "3", "--multipv", "3")
    assert [(row["depth"], row["rank"]) for row in rows] == [
        (depth, rank) for depth in (1, 2, 3) for rank in (1, 2, 3)
    ]
    assert len({row["move"] for row in rows[-3:]}) == 3


def test_search_takes_threads(loa):
    move, _ = loa("bestmove", "--moves", WIN_IN_ONE, "--depth", "2", "--threads", "2").splitlines()
    assert move == "e1-e5"


def test_bench_gives_the_same_signature_twice(loa_json):
    (first,) = loa_json("bench", "--depth", "2")
    (second,) = loa_json("bench", "--depth", "2")
    assert first["signature"] == second["signature"] > 0


def test_lists_are_complete(loa):
    assert [line.split()[0] for line in loa("rules").splitlines()] == list(RULE_SETS)
    assert [line.split()[0] for line in loa("variants").splitlines()] == list(VARIANTS)


def test_rules_can_be_mixed_by_hand(loa_json):
    (shown,) = loa_json("show", "--rules", "olympiad, no_moves=loss, move_limit=40")
    assert shown["rules"] == "simultaneous=draw,repetition=threefold,move_limit=40"
    (again,) = loa_json("show", "--rules", shown["rules"])
    assert again["rules"] == shown["rules"]
    (plain,) = loa_json("show", "--rules", "openspiel,move_limit=none,limits_first=False")
    assert plain["rules"] == "repetition=board"


# JSON -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "convert"])
def test_json_keys_are_the_documented_ones(loa_json, command):
    keys = documented_keys()
    takes_a_position = command in {"analyse", "bestmove", "explain", "perft", "show"}
    expected = (keys["all"] if takes_a_position else []) + keys[command]
    words = [command]
    if command in {"analyse", "bench", "bestmove", "perft"}:
        words += ["--depth", "2"]
    rows = loa_json(*words)
    assert rows
    for row in rows:
        assert list(row) == expected


# Help and version -----------------------------------------------------------------------------


def test_version(loa):
    assert loa("--version") == f"loa {__version__}\n"


def test_no_command_shows_the_commands(loa):
    text = loa()
    assert all(command in text for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(loa, command):
    assert f"Usage: loa {command}" in loa(command, "--help")


def test_the_package_runs_as_a_module(tmp_path):
    process = start_process(tmp_path, "perft", "--depth", "2")
    out, err = process.communicate(timeout=WAIT_SECONDS)
    assert (process.returncode, err) == (0, "")
    assert "nodes 1244" in out


# Errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["nonsense"], "nonsense"),
        (["perft", "--no-such-option"], "--no-such-option"),
        (["perft", "--depth", "none"], "--depth"),
        (["perft", "--depth", "0"], "--depth"),
        (["perft", "--threads", "0"], "--threads"),
        (["bestmove", "--movetime", "-1"], "--movetime"),
        (["bestmove", "--movetime", "nan"], "movetime"),
        (["bestmove", "--nodes", "0"], "--nodes"),
        (["bestmove", "--hash", "many"], "--hash"),
        (["bestmove", FINISHED], "the game is over: Black wins"),
        (["analyse", FINISHED], "the game is over: Black wins"),
        (["bestmove", STUCK], "the game is over: White wins"),
        (["show", "1xxxxxx1/o7o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"], "rank 7"),
        (["show", "hello world"], "rank"),
        (["show", "--variant", "chess"], "chess"),
        (["show", "--rules", "nowhere"], "nowhere"),
        (["show", "--rules", "standard,colour=red"], "colour"),
        (["show", "--rules", "no_moves=cry"], "cry"),
        (["show", "--rules", "move_limit=few"], "few"),
        (["show", "--moves", "b1-b3 b1-b3"], "number 2"),
        (["show", "--moves", "b1-b4"], "b1"),
        (["show", "--svg", "no/such/folder/board.svg"], "no/such/folder"),
        (["show", "-"], "standard input"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_wrong_input_is_one_line_on_stderr(capsys, monkeypatch, words, part):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run(words) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert re.fullmatch(r"loa: .+\n", written.err)
    assert part in written.err


def test_text_that_is_not_utf8_is_an_error(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), "utf-8"))
    assert run(["show", "-"]) == 2
    assert capsys.readouterr().err.startswith("loa: ")


# Ctrl-C and closed pipes ----------------------------------------------------------------------


@pytest.fixture
def ctrl_c_soon(monkeypatch):
    """Ctrl-C a moment after the first progress report of the command that runs."""
    timers = []

    def report(*_):
        if not timers:
            timers.append(threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)))
            timers[0].start()

    monkeypatch.setattr(output.LongRun, "_update", report)
    yield report
    for timer in timers:
        timer.cancel()


def interrupted(words):
    """Run a command that Ctrl-C is to end."""
    assert run(words) == 130


def test_ctrl_c_prints_the_best_move_so_far(capsys, ctrl_c_soon):
    interrupted(["bestmove", "--movetime", "50", "--json"])
    written = capsys.readouterr()
    (found,) = map(json.loads, written.out.splitlines())
    assert found["interrupted"] is True
    assert found["move"] in map(str, Position.start().legal_moves())
    assert "Traceback" not in written.err


def test_ctrl_c_ends_an_analysis(capsys, ctrl_c_soon):
    ctrl_c_soon()
    interrupted(["analyse", "--movetime", "50", "--json"])
    *finished, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [row["interrupted"] for row in finished] == [False] * len(finished)
    assert last["interrupted"] is True
    assert last["move"]


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_stops_perft(capsys, ctrl_c_soon, threads):
    interrupted(["perft", "--depth", "12", "--threads", threads])
    written = capsys.readouterr()
    assert written.err.strip() == "loa: interrupted"
    assert "nodes 36" in written.out


def test_a_reader_that_leaves_is_no_error(tmp_path):
    process = start_process(tmp_path, "analyse", "--movetime", "3")
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(WAIT_SECONDS), err) == (0, "")


# Progress -------------------------------------------------------------------------------------


def test_long_runs_write_plain_progress_to_a_file(capsys, monkeypatch):
    monkeypatch.setattr(output, "LINE_SECONDS", 0.0)
    assert run(["perft", "--depth", "3"]) == 0
    written = capsys.readouterr()
    assert "perft 3: 36 of 36" in written.err.splitlines()
    assert "nodes 44952" in written.out


def test_long_runs_show_a_bar_on_a_terminal(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(output, "QUIET_SECONDS", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    with output.LongRun("counting", in_parts=True) as progress:
        time.sleep(0.2)
        progress.advance(3, 36)
        time.sleep(0.3)
    assert "counting" in screen.getvalue()
    assert "3/36" in screen.getvalue()


def test_short_runs_show_nothing(capsys):
    perft(Position.start(), 2)
    assert run(["perft", "--depth", "2"]) == 0
    assert capsys.readouterr().err == ""
