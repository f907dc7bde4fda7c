"""`loa review`: what it prints and writes, errors, Ctrl-C, progress."""

import io
import json
import os
import re
import signal
import sys
from pathlib import Path

import pytest
import record_kit

from loa_engine.cli import output, run
from loa_engine.cli.output import LongRun

DOCUMENT = Path(__file__).parents[2] / "docs" / "review.md"
MISSED = f"{record_kit.SHORTEST.removesuffix('e1-e5')}e6-e2"


BAD = "(;GM[9];B[a1-a2])"
FEW = ("--nodes", "500", "--hash", "1")


def sgf(moves):
    """A game as SGF."""
    nodes = (f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(moves.split()))
    return f"(;GM[9]PB[Ann]PW[Bob]{''.join(nodes)})\n"


@pytest.fixture
def review(capsys):
    """Run `loa review`; the result is what was written on stdout and stderr."""

    def call(*words, status=0):
        assert run(["review", *map(str, words)]) == status
        written = capsys.readouterr()
        return written.out, written.err

    return call


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(sgf(MISSED))
    return path


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def read(path):
    return record_kit.read(path.read_bytes())


def test_a_game_in_lines(review, game, tmp_path):
    out, err = review(game, *FEW)
    first, *lines = out.splitlines()
    assert first == "game 1: Ann - Bob, unfinished, 9 plies"
    assert any(re.match(r" +9 Black e6-e2: blunder, .*better e1-e5", line) for line in lines)
    assert re.match(r"  Ann \(Black\): 5 moves, .*, 1 missed win, ", lines[-2])
    assert re.match(r"  Bob \(White\): 4 moves, ", lines[-1])
    assert err == ""
    assert names(tmp_path) == ["game.review.sgf", "game.sgf"]
    (record,) = read(tmp_path / "game.review.sgf")
    assert record_kit.moves(record) == MISSED
    assert record.line[-1].mark == "??"


def test_several_games(review, game, tmp_path):
    game.write_text(sgf(MISSED) + BAD + sgf("c8-c6 h4-f2"))
    written = tmp_path / "out.jsonl"
    out, err = review(game, *FEW, "--out", written, "--picture", tmp_path / "p.svg", status=1)
    assert [line for line in out.splitlines() if not line.startswith(" ")] == [
        "game 1: Ann - Bob, unfinished, 9 plies",
        "game 3: Ann - Bob, unfinished, 2 plies",
        "2 games",
    ]
    assert re.search(r"^  Ann: 6 moves, .*\n  Bob: 5 moves, .*\Z", out.rstrip(), re.MULTILINE)
    assert re.fullmatch(r"loa: game 2, .*no piece on a1\n", err)
    assert [record_kit.moves(record) for record in read(written)] == [MISSED, "c8-c6 h4-f2"]
    assert names(tmp_path) == ["game.sgf", "out.jsonl", "p-2.svg", "p.svg"]


def test_a_file_can_be_replaced_by_its_review(review, game, tmp_path):
    game.chmod(0o640)
    review(game, *FEW, "--out", game)
    review(game, *FEW, "--out", game)
    assert names(tmp_path) == ["game.sgf"]
    assert game.stat().st_mode & 0o777 == 0o640
    (record,) = read(game)
    assert record.line[-1].comment.count("Review:") == 1


def test_standard_streams(review, game, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.read_bytes())))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    _, err = review("-", *FEW, "--out", "-")
    assert err.startswith("game 1: Ann - Bob")
    (record,) = record_kit.read(sys.stdout.buffer.getvalue())
    assert record_kit.moves(record) == MISSED
    monkeypatch.undo()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.read_bytes())))
    out, _ = review("-", *FEW)
    assert out.startswith("game 1: Ann - Bob")
    assert names(tmp_path) == ["game.sgf"]


def test_limits_and_threads(review, game):
    for limit in (["--movetime", "0.01"], ["--nodes", "900", "--threads", "2"]):
        out, _ = review(game, *limit, "--hash", "1")
        assert "5 moves" in out


def documented_keys():
    """The keys in the two tables of the JSON section."""
    section = DOCUMENT.read_text("utf-8").partition("## JSON")[2]
    return [re.findall(r"^\| `(\w+)`", part, re.MULTILINE) for part in section.split("Each move")]


def test_json_keys_are_the_documented_ones(review, game):
    game.write_text(sgf(MISSED) + sgf(record_kit.SHORTEST))
    out, _ = review(game, *FEW, "--json")
    games = [json.loads(line) for line in out.splitlines()]
    of_game, of_move = documented_keys()
    section = DOCUMENT.read_text("utf-8").partition("## JSON")[2]
    for number, found in enumerate(games, start=1):
        assert (found["game"], found["complete"], found["plies"]) == (number, True, 9)
        assert list(found) == of_game
        assert all(list(move) == of_move for move in found["moves"])
        inner = {*found["final"], *found["players"]["black"], *found["moves"][0]["position"]}
        assert all(f"`{key}`" in section for key in inner)
    assert [found["result"] for found in games] == [None, "1-0"]
    last = games[0]["moves"][-1]
    assert (last["mark"], last["missed_win"], last["position"]["line"]) == ("blunder", 1, ["e1-e5"])


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["nowhere.sgf"], "nowhere.sgf"),
        (["GAME", "--nodes", "0"], "--nodes"),
        (["GAME", "--movetime", "-1"], "--movetime"),
        (["GAME", "--threads", "0"], "--threads"),
        (["GAME", "--hash", "0"], "hash"),
        (["GAME", "--out", "out.txt"], "no place for comments"),
        (["GAME", "--out", "out.xyz"], "out.xyz"),
        (["GAME", "--out", "no/such/folder/out.sgf"], "no/such/folder"),
        (["GAME", "--out", "-", "--json"], "--json"),
        (["GAME", "--picture", "out.gif"], "out.gif"),
        (["GAME", "--picture", "no/such/folder/out.svg"], "no/such/folder"),
        (["GAME", "--rules", "nowhere"], "nowhere"),
        (["GAME", "--from", "chess"], "chess"),
        (["EMPTY"], "empty"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_is_one_line_on_stderr(review, game, tmp_path, words, part):
    empty = tmp_path / "empty.sgf"
    empty.touch()
    places = {"GAME": str(game), "EMPTY": str(empty)}
    out, err = review(*(places.get(word, word) for word in words), status=2)
    assert out == ""
    assert re.fullmatch(r"loa: .+\n", err)
    assert part in err
    assert names(tmp_path) == ["empty.sgf", "game.sgf"]


def test_a_picture_without_matplotlib(review, game, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    _, err = review(game, "--picture", tmp_path / "p.svg", status=2)
    assert err == (
        "loa: pictures need matplotlib, which is not installed: pip install 'loa-engine[plot]'\n"
    )
    assert names(tmp_path) == ["game.sgf"]


def test_only_broken_games(review, game, tmp_path):
    game.write_text(BAD)
    out, err = review(game, *FEW, status=1)
    assert (out, len(err.splitlines())) == ("", 1)
    assert names(tmp_path) == ["game.sgf"]


@pytest.fixture
def ctrl_c_after(monkeypatch):
    """Ctrl-C when so many positions have been searched, all games together."""

    def arrange(count):
        reports = []

        def advance(*_):
            reports.append(None)
            if len(reports) == count:
                os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr(LongRun, "advance", advance)

    return arrange


def test_ctrl_c_keeps_what_has_been_reviewed(review, game, tmp_path, ctrl_c_after):
    game.write_text(sgf(record_kit.SHORTEST) + sgf(MISSED) + sgf(MISSED))
    ctrl_c_after(14)
    out, err = review(game, *FEW, status=130)
    assert [line for line in out.splitlines() if not line.startswith(" ")] == [
        "game 1: Ann - Bob, 1-0, 9 plies",
        "game 2: Ann - Bob, unfinished, 9 plies, reviewed from ply 7",
        "2 games",
    ]
    assert err == "loa: interrupted\n"
    assert names(tmp_path) == ["game.review.sgf", "game.sgf"]
    first, second = read(tmp_path / "game.review.sgf")
    assert first.line[0].score is not None
    assert [node.score is None for node in second.line] == [True] * 6 + [False] * 3


def test_ctrl_c_before_the_first_move(review, game, tmp_path, ctrl_c_after):
    ctrl_c_after(1)
    assert review(game, *FEW, status=130) == ("", "loa: interrupted\n")
    assert names(tmp_path) == ["game.sgf"]


def test_ctrl_c_ends_a_long_search(review, game, tmp_path, ctrl_c_after):
    ctrl_c_after(3)
    out, _ = review(game, "--movetime", "0.01", "--hash", "1", "--threads", "2", status=130)
    assert "reviewed from ply 8" in out


def test_nothing_half_written_is_left(review, game, tmp_path, monkeypatch):
    def fail(_):
        raise MemoryError

    monkeypatch.setattr(sys.modules["loa_engine.cli.review"], "annotated", fail)
    review(game, *FEW, status=2)
    assert names(tmp_path) == ["game.sgf"]


def test_progress_in_plain_lines(review, game, monkeypatch):
    monkeypatch.setattr(output, "LINE_SECONDS", 0.0)
    _, err = review(game, *FEW)
    assert "game 1 of 1: 10 of 10" in err.splitlines()
