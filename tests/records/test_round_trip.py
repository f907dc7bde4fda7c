"""What is written comes back: records made by hypothesis through every format."""

import copy
import io
import pickle

import kit
import pytest
import record_kit
from hypothesis import given
from hypothesis import strategies as st
from record_kit import COMPLETE, read, read_one, write

from loa_engine import Position, RuleSet
from loa_engine.records import FORMATS, GameRecord, detect_format, read_games, write_games


def without_headers(record):
    record.headers = {}
    return record


@pytest.mark.parametrize("name", COMPLETE)
@given(st.data())
def test_records_with_everything(name, data):
    record = data.draw(record_kit.records())
    if name == "plain":
        record = without_headers(record)
    text = write(record, name)
    back = read_one(text, name)
    assert back == record, f"{text}\n{write(back, 'jsonl')}\n{write(record, 'jsonl')}"
    assert back.notes == ()
    assert write(back, name) == text


@pytest.mark.parametrize("name", COMPLETE)
@given(st.lists(record_kit.records(), min_size=1, max_size=3))
def test_files_of_several_games(name, games):
    if name == "plain":
        games = [without_headers(game) for game in games]
    out = io.BytesIO()
    assert write_games(games, out, name) == len(games)
    assert detect_format(out.getvalue().decode()) == name
    assert list(read_games(io.BytesIO(out.getvalue()))) == games


@given(record_kit.bare_records(record_kit.variant_starts(("standard",)), "openspiel", fewest=1))
@pytest.mark.parametrize("name", ["openspiel", "openspiel-actions"])
def test_openspiel(name, record):
    assert read_one(write(record, name), "openspiel") == record


@given(record_kit.bare_records(record_kit.placements(), "codingame"))
def test_codingame(record):
    text = write(record, "codingame")
    assert detect_format(text) == "codingame"
    assert read_one(text) == record


@given(record_kit.bare_records(record_kit.placements(), "riddles"))
def test_riddles(record):
    if record.start.turn and not record.line:
        return
    text = write(record, "riddles")
    assert detect_format(text) == "riddles"
    assert read_one(text) == record


@given(st.lists(record_kit.bare_records(record_kit.placements(), "codingame"), max_size=3))
def test_files_of_several_codingame_games(games):
    text = "".join(write(game, "codingame") for game in games)
    assert read(text, "codingame") == games


SPECIAL = [
    Position.start("cheshire-cat"),
    Position.parse("8/8/8/3#4/1xo5/8/8/8 o"),
    Position.parse("7o/8/8/8/8/8/8/x7 o", "cheshire-cat"),
    Position.parse("x3/4/4/3o o", "cheshire-cat"),
    Position.start("parachute"),
    Position.parse("8/x6o/o6x/x6o/o6x/x6o/o6x/8 o 5/6"),
    Position.start("scrambled-eggs"),
    Position.parse("1xoxoxo1/o6x/x6o/o6x/x6o/o6x/x6o/1oxoxox1 x"),
    Position.start("loaps"),
    Position.parse(kit.BLACK_STUCK),
    Position.parse("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 o"),
]


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("start", SPECIAL, ids=str)
def test_starts_without_moves(name, start):
    record = GameRecord(start, RuleSet.named("boardspace"))
    record_kit.set_result(record, None)
    assert read_one(write(record, name), name) == record


@pytest.mark.parametrize("name", COMPLETE)
def test_properties_that_only_one_format_knows(name):
    record = GameRecord.of(record_kit.game_of(record_kit.SHORTEST))
    record.line[2].properties = (
        {"NAG": ["10", "14"]}
        if name in ("pgn", "plain")
        else {"N": ["a name"], "SE": ["b4"], "GB": ["1"]}
    )
    assert read_one(write(record, name), name) == record


@given(record_kit.records())
def test_records_are_copied_and_pickled(record):
    assert copy.deepcopy(record) == record
    assert pickle.loads(pickle.dumps(record)) == record


def test_every_format_is_tested():
    assert set(FORMATS) == {*COMPLETE, "openspiel", "openspiel-actions", "codingame", "riddles"}
