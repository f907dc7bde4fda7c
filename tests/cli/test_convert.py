"""`loa convert`: files in, files out, what is reported, and that nothing is left half-written."""

import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import record_kit

from loa_engine.cli import run
from loa_engine.records import FORMATS

GOOD = "1. c1-c3 h6-f6 *\n"
BAD = "1. a1-a2 *\n"


@pytest.fixture
def convert(capsys):
    """Run `loa convert`; the result is the exit status and what was written on stderr."""

    def call(*words):
        status = run(["convert", *map(str, words)])
        written = capsys.readouterr()
        assert written.out == ""
        return status, written.err.splitlines()

    return call


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(GOOD + GOOD + GOOD)
    return path


@pytest.mark.parametrize("name", FORMATS)
def test_to_every_format(convert, games, tmp_path, name):
    out = tmp_path / "out"
    assert convert(games, out, "--to", name) == (0, ["3 games converted, 0 broken"])
    found = record_kit.read(out.read_bytes(), "openspiel" if "openspiel" in name else name)
    assert [record_kit.moves(record) for record in found] == ["c1-c3 h6-f6"] * 3


def test_broken_games_are_reported_and_left_out(convert, games, tmp_path):
    games.write_text(GOOD + BAD + GOOD + BAD)
    out = tmp_path / "out.sgf"
    status, lines = convert(games, out, "--to", "sgf")
    assert status == 1
    assert lines == [
        "loa: game 2, line 2, ply 1, 'a1-a2': a1-a2: there is no piece on a1",
        "loa: game 4, line 4, ply 1, 'a1-a2': a1-a2: there is no piece on a1",
        "2 games converted, 2 broken",
    ]
    assert len(record_kit.read(out.read_bytes())) == 2


def test_what_could_be_read_of_broken_games(convert, games, tmp_path):
    games.write_text("1. c1-c3 h6-f6\n2. a1-a2 *\n")
    out = tmp_path / "out.sgf"
    status, lines = convert(games, out, "--to", "sgf", "--partial")
    assert (status, lines[-1]) == (1, "0 games converted, 1 broken")
    assert record_kit.moves(record_kit.read_one(out.read_bytes())) == "c1-c3 h6-f6"


def test_games_that_the_format_cannot_hold(convert, games, tmp_path):
    games.write_text(f"{GOOD}variant: cheshire-cat\n{GOOD}")
    status, lines = convert(games, tmp_path / "out", "--to", "openspiel")
    assert status == 1
    assert lines[0].startswith("loa: game 2 cannot be written as openspiel: ")
    assert lines[1] == "1 game converted, 1 broken"


def test_notes(convert, tmp_path):
    source = tmp_path / "in.sgf"
    source.write_text("(;GM[9]RU[odd];B[c1-c3])")
    assert convert(source, tmp_path / "out", "--to", "plain")[1] == ["1 game converted, 0 broken"]
    _, lines = convert(source, tmp_path / "out", "--to", "plain", "--notes")
    assert lines[0] == "loa: note: game 1, line 1: the rules 'odd' are not known"


def test_the_rules_of_the_user(convert, tmp_path, games):
    games.write_text("1. c1-c3 h6-f6 2. c3-c1 f6-h6 3. c1-c3 h6-f6 4. c3-c1 f6-h6 5. c1-c3\n")
    assert convert(games, tmp_path / "out", "--to", "sgf")[0] == 0
    assert convert(games, tmp_path / "out", "--to", "sgf", "--rules", "bga")[0] == 0
    assert "RU[bga]" in (tmp_path / "out").read_text()
    status, lines = convert(games, tmp_path / "out", "--to", "sgf", "--rules", "standard")
    assert status == 1
    assert "draw (repetition)" in lines[0]


def test_the_format_of_the_user(convert, tmp_path):
    source = tmp_path / "in"
    source.write_text("c1c3\nh6f6\n")
    assert convert(source, tmp_path / "out", "--to", "sgf", "--from", "codingame")[0] == 0
    assert "RU[codingame]" in (tmp_path / "out").read_text()
    assert convert(source, tmp_path / "out", "--to", "sgf", "--from", "riddles")[0] == 2


def test_standard_streams():
    command = [sys.executable, "-P", "-m", "loa_engine", "convert", "-", "-", "--to", "jsonl"]
    done = subprocess.run(command, input=GOOD.encode(), capture_output=True, check=True)
    assert done.stdout.startswith(b'{"format":"loa-game"')
    assert done.stderr == b"1 game converted, 0 broken\n"


def test_standard_output_in_this_process(monkeypatch, capsysbinary, games):
    assert run(["convert", str(games), "-", "--to", "plain"]) == 0
    written = capsysbinary.readouterr()
    assert written.out == b"1. c1-c3 h6-f6\n*\n\n" * 3
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert run(["convert", "-", "-", "--to", "plain"]) == 0
    assert capsysbinary.readouterr().out == b"1. c1-c3 h6-f6\n*\n\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "loa: there is no game: it is empty"),
        ("hello", "loa: the format is none that is known"),
    ],
)
def test_unusable_files(convert, tmp_path, content, message):
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_text(content)
    out.write_text("old")
    assert convert(source, out, "--to", "sgf") == (2, [message])
    assert out.read_text() == "old"
    assert names(tmp_path) == ["in", "out"]


@pytest.mark.parametrize(
    "words",
    [("no-such-file", "out", "--to", "sgf"), ("games.txt", "no/such/folder", "--to", "sgf")],
)
def test_files_that_cannot_be_opened(convert, games, monkeypatch, words):
    monkeypatch.chdir(games.parent)
    status, lines = convert(*words)
    assert status == 2
    assert "No such file or directory" in lines[0]
    assert names(games.parent) == ["games.txt"]


def test_wrong_options(convert, games, tmp_path):
    for words in (("--to", "chess"), (), ("--to", "sgf", "--rules", "chess")):
        status, lines = convert(games, tmp_path / "out", *words)
        assert status == 2
        assert len(lines) == 1
    assert names(tmp_path) == ["games.txt"]


def test_a_file_onto_itself(convert, games):
    games.chmod(0o640)
    assert convert(games, games, "--to", "sgf")[0] == 0
    assert len(record_kit.read(games.read_bytes(), "sgf")) == 3
    assert stat.S_IMODE(games.stat().st_mode) == 0o640
    assert names(games.parent) == ["games.txt"]


def test_through_a_link(convert, games, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(games)
    assert convert(games, link, "--to", "sgf")[0] == 0
    assert link.is_symlink()
    assert games.read_text().startswith("(;")


def test_nothing_is_half_written(monkeypatch, convert, games, tmp_path):
    """Whatever happens on the way, the old file stays and no other is left behind."""
    out = tmp_path / "out"
    out.write_text("old")

    def fail(_record):
        raise KeyboardInterrupt

    broken = {**FORMATS, "sgf": type("Broken", (), {"write": staticmethod(fail), "name": "sgf"})}
    monkeypatch.setattr(sys.modules["loa_engine.cli.convert"], "FORMATS", broken)
    assert convert(games, out, "--to", "sgf")[0] == 130
    assert out.read_text() == "old"
    assert names(tmp_path) == ["games.txt", "out"]


def test_what_is_no_ordinary_file(convert, games):
    assert convert(games, os.devnull, "--to", "sgf")[0] == 0
    assert Path(os.devnull).is_char_device()


def test_the_reader_of_the_output_leaves(games):
    games.write_text(GOOD * 5000)
    command = f"'{sys.executable}' -P -m loa_engine convert '{games}' - --to sgf | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("(;FF[4]GM[9]")
    assert "Traceback" not in done.stderr
