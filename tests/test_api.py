"""The public face: every name is there, documented, typed, and its values cannot be changed."""

import dataclasses
import inspect
import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import kit
import pytest
from hypothesis import given

import loa_engine
from loa_engine import Color, Move, Outcome, Position, Reason, RuleSet

PUBLIC = [name for name in loa_engine.__all__ if not name.startswith("__")]
DOCUMENTED = [
    name
    for name in PUBLIC
    if inspect.isclass(getattr(loa_engine, name)) or inspect.isfunction(getattr(loa_engine, name))
]
ERRORS = [
    "PositionError",
    "MoveTextError",
    "IllegalMoveError",
    "RuleError",
    "LimitError",
    "GameOverError",
]
PROMISED = {
    "Color", "Game", "Move", "Outcome", "PASS", "Position", "RULE_SETS", "Reason", "RuleSet",
    "VARIANTS", "Variant", "divide", "perft", "LoaError", *ERRORS,
}  # fmt: skip
VALUES = [
    Position.start(),
    Move.parse("b1-b3"),
    RuleSet(),
    Outcome(None, Reason.PASSES),
    loa_engine.VARIANTS["standard"],
]


def members(owner):
    """The public attributes that a class defines itself, with what they are."""
    return [(name, value) for name, value in vars(owner).items() if not name.startswith("_")]


# Names --------------------------------------------------------------------------------------------


def test_promised_names_are_public():
    assert set(PUBLIC) >= PROMISED
    assert len(PUBLIC) == len(set(PUBLIC))


def test_type_checkers_see_the_same_names():
    stub = Path(loa_engine.__file__).with_suffix(".pyi").read_text()
    imported = re.findall(r"^from loa_engine\.([\w.]+) import (\w+) as \2$", stub, re.MULTILINE)
    assert sorted(name for _, name in imported) == sorted(loa_engine.__all__)
    for home, name in imported:
        module = import_module(f"loa_engine.{home}")
        assert getattr(module, name) is getattr(loa_engine, name)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_exist(name):
    assert hasattr(loa_engine, name)


def test_version():
    assert loa_engine.__version__.count(".") == 2


@pytest.mark.parametrize("name", DOCUMENTED)
def test_everything_public_is_documented(name):
    thing = getattr(loa_engine, name)
    assert inspect.getdoc(thing)
    if inspect.isclass(thing) and thing.__module__.startswith("loa_engine"):
        for member, value in members(thing):
            if inspect.isroutine(value) or isinstance(value, property | classmethod | staticmethod):
                assert inspect.getdoc(getattr(thing, member)), f"{name}.{member}"


@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_value_errors(name):
    error = getattr(loa_engine, name)
    assert issubclass(error, loa_engine.LoaError)
    assert issubclass(error, ValueError)


def test_a_game_that_is_over_refuses_moves_as_illegal():
    assert issubclass(loa_engine.GameOverError, loa_engine.IllegalMoveError)


# Values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_cannot_be_changed(value):
    names = [name for name, _ in members(type(value))] + ["something_new"]
    for name in names:
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, 1)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_can_be_pickled_and_hashed(value):
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert hash(again) == hash(value)
    assert value != object()
    assert value is not None


def test_outcomes():
    won = Outcome(Color.BLACK, Reason.CONNECTED)
    assert won == Outcome(Color.BLACK, Reason.CONNECTED)
    assert won.reason == "connected"
    assert str(won.reason) == "connected"
    assert {reason.value for reason in Reason} == {
        "connected", "both", "opponent-connected", "no-moves", "repetition", "no-capture",
        "move-limit", "passes", "resign", "time", "agreed", "forfeit", "adjudication",
    }  # fmt: skip


def test_rules_are_dataclasses():
    assert dataclasses.is_dataclass(RuleSet)
    changed = dataclasses.replace(RuleSet.named("standard"), no_moves="pass")
    assert changed.no_moves == "pass"
    assert changed.repetition == "threefold"


def test_repr_of_rules_rebuilds_them():
    for rules in (*loa_engine.RULE_SETS.values(), RuleSet(no_moves="pass", move_limit=7)):
        assert eval(repr(rules), {"RuleSet": RuleSet}) == rules


# Positions ----------------------------------------------------------------------------------------


@given(kit.placements())
def test_positions_from_bitboards(state):
    position = kit.position_of(state)
    again = Position.from_bitboards(
        position.black, position.white, position.turn, size=position.size
    )
    assert again == position


@pytest.mark.parametrize(
    ("black", "white", "options"),
    [
        (1, 1, {}),
        (0, 1, {}),
        (1, 0, {}),
        (-1, 1, {}),
        (1 << 64, 1, {}),
        (1, 1 << 7, {"size": 5}),
        (1, 2, {"size": 3}),
        (1, 2, {"size": 9}),
    ],
    ids=["overlap", "no black", "no white", "negative", "too large", "off", "tiny", "huge"],
)
def test_impossible_bitboards_are_refused(black, white, options):
    with pytest.raises(loa_engine.PositionError):
        Position.from_bitboards(black, white, Color.BLACK, **options)


def test_line_counts_are_named():
    counts = Position.start().line_counts(0)
    assert list(counts.values()) == [6, 6, 0, 0]


def test_playing_leaves_the_position_alone():
    position = Position.start()
    before = str(position), position.hash
    position.play("c1xa3")
    assert (str(position), position.hash) == before


@pytest.mark.parametrize("method", ["legal_moves", "has_legal_move", "outcome"])
def test_rules_may_be_given_by_name_or_as_an_object(method):
    position = Position.parse(kit.BLACK_STUCK)
    for name in loa_engine.RULE_SETS:
        by_name = getattr(position, method)(name)
        assert by_name == getattr(position, method)(RuleSet.named(name))


OLD_NAMES = """
    annotate arrays bench chance classical clock color driver engine errors game heuristics
    judgement legality limits lines move mtdf perft phases plot position position_text pv
    records.codingame records.movetext records.movetext_write records.openspiel records.pgn
    records.plain records.riddles records.san records.sgf records.sgf_setup records.sgf_text
    records.sgf_write render review root rules score squares team variants weights
    _batch _core _evaluate _perft _search _table
"""


@pytest.mark.parametrize("step", [1, -1])
def test_modules_of_version_0_1_can_be_imported_as_ever(step):
    """Programs and pickles made with version 0.1 name its modules, in any order."""
    lines = [f"import loa_engine.{name}" for name in OLD_NAMES.split()[::step]]
    code = "; ".join([*lines, "from loa_engine import perft", "assert callable(perft)"])
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )
    assert not done.stderr


def test_classes_pickled_by_version_0_1_are_found():
    assert pickle.loads(b"cloa_engine.position\nPosition\n.") is Position
    assert pickle.loads(b"cloa_engine.score\nScore\n.") is loa_engine.Score
