"""`loa explain`: the words, the ways to name a move, JSON, errors, Ctrl-C."""

import json

import pytest

from loa_engine import Engine, Limit, SearchInterrupted
from loa_engine.cli import run
from loa_engine.review.explain import Explainer

START = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"
QUICK = ("--nodes", "500")
MATE = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1"


def test_the_text_is_that_of_the_library(loa):
    expected = Engine().explain(START, "d1-b3", Limit(nodes=500))
    assert loa("explain", "d1-b3", *QUICK) == f"{expected}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("c1xa3",),
        ("C1:A3",),
        ("c1", "a3"),
        ("c1 - a3",),
        ("start", "c1a3"),
        (START, "c1-a3"),
        (*START.split(), "c1xa3"),
        (f"{START} c1xa3",),
        ("--move", "c1xa3"),
        (START, "--move", "c1 a3"),
    ],
)
def test_ways_to_name_a_move(loa_json, words):
    (found,) = loa_json("explain", *words, *QUICK)
    assert (found["move"], found["position"]) == ("c1xa3", START)


def test_the_best_move_is_explained(loa, loa_json):
    (found,) = loa_json("explain", "--moves", MATE)
    assert (found["move"], found["best"], found["only_win"]) == ("e1-e5", True, True)
    assert found["value"]["win_in"] == 1
    assert "It wins at once" in loa("explain", "--moves", MATE)


def test_a_lost_move(loa_json):
    before = MATE.rpartition(" ")[0]
    (found,) = loa_json("explain", "h3xf1", "--moves", before)
    assert found["value"]["loss_in"] == 2
    assert found["captures"] is True
    assert found["pieces_after"] == {"black": 9, "white": 12}
    assert found["reply"] == "e1-e5"


def test_threats_in_json(loa_json):
    (found,) = loa_json("explain", "6/4x1/ox4/6/o5/6 o", "a4-b3")
    assert found["danger"] == {"plies": 1, "exact": True, "line": ["b4-d4"]}
    assert (found["danger_lasts"], found["threat"]) == (False, None)
    assert found["outcome"] == {"winner": "white", "reason": "connected"}


def test_variants_and_rules(loa_json):
    (found,) = loa_json("explain", "--variant", "5x5", *QUICK)
    assert found["variant"] == "5x5"
    stuck = "6ox/6oo/8/8/8/8/oo6/xo6 x"
    (found,) = loa_json("explain", stuck, "pass", "--rules", "boardspace", *QUICK)
    assert (found["move"], found["legal_moves"]) == ("pass", 1)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["c1xa4"], "c1xa4: a piece moves along a rank, a file or a diagonal"),
        (["c1xa9"], "there is no square 'a9'"),
        (["d1-b3", "--move", "b1-b3"], "the words end with a move already"),
        (["--move", "hello"], "'hello' is not a move"),
        (["8/8/3xx3/8/8/8/o7/7o o"], "the game is over: Black wins"),
        (["8/8/3xx3/8/8/8/o7/7o o", "a2-a3"], "the game is over: Black wins"),
        (["--nodes", "0"], "--nodes"),
        (["hello", "world"], "rank"),
    ],
)
def test_complaints(fails, words, part):
    assert part in fails("explain", *words)


@pytest.fixture
def ctrl_c(monkeypatch):
    """Ctrl-C in the second search."""
    whole = Explainer.steps

    def steps(self):
        for number, step in enumerate(whole(self)):
            if number == 1:
                raise SearchInterrupted
            yield step

    monkeypatch.setattr(Explainer, "steps", steps)


def test_ctrl_c_prints_what_is_known(capsys, ctrl_c):
    assert run(["explain", "d1-b3", *QUICK]) == 130
    assert capsys.readouterr().out.splitlines()[-1].startswith("Interrupted")
    assert run(["explain", "d1-b3", *QUICK, "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["interrupted"], found["choice"]) == (True, None)


def test_ctrl_c_before_anything_is_known(capsys, monkeypatch):
    def steps(self):
        yield "the position"
        raise KeyboardInterrupt

    monkeypatch.setattr(Explainer, "steps", steps)
    assert run(["explain"]) == 130
    assert capsys.readouterr().err == "loa: interrupted\n"
