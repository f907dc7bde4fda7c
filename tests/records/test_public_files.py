"""What public files and programs write, and what other programs wrote that is no record."""

import json

import pytest
import record_kit
from hypothesis import given
from hypothesis import strategies as st
from record_kit import COMPLETE, DATA, moves, read, read_broken, read_one, write

from loa_engine import (
    Color,
    Engine,
    Game,
    Limit,
    LoaError,
    Position,
    PositionError,
    RuleError,
    Score,
)
from loa_engine.game.rules import Reason
from loa_engine.records import BrokenRecord, GameRecord, Node, detect_format
from loa_engine.records.rule_text import read_rules
from loa_engine.search.report import info_json

OTHER_FORMATS = (
    '"Quoted" start',
    '"key": 1',
    '"a":1}',
    '[Event "a"]',
    "[[",
    "(;GM[9];B[b1-b3])",
    ";GM[9]",
    "Lc4 was better",
    "142, 100",
    "game: lines_of_action",
    "Current player: o",
    "round 0 p0 place_move b1 b3",
    "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 o",
    "rules: olympiad",
    "variant: parachute",
    "reason: time",
    "1-0",
    "1. b1-b3 h6-f4",
    "B 1 d1 b3",
    "P0[3 Undo]",
    "} b1-b3 {",
    "{",
    "1.",
    "$14",
    "...x.o..",
    "*",
)


# JSON ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ['{"a":1}', "{}", '{"headers":{}}', '[{"a":1}]'])
def test_an_object_without_moves_is_no_game(text):
    assert read_broken(text).error.reason == "it is no game: it has no moves"


def test_the_report_of_an_analysis_is_no_game():
    for info in Engine(1).analysis(Position.start(), Limit(depth=2)):
        text = json.dumps({"position": "", **info_json(info)})
        assert read_broken(text).error.reason == "it is no game: it has no moves"


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_one_game_however_it_is_laid_out(indent):
    text = write(read_one("1. b1-b3 h6-f4 {here} 1-0"), "jsonl")
    record = read_one(json.dumps(json.loads(text), indent=indent))
    assert write(record, "jsonl") == text


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_of_games(indent):
    games = read(json.dumps([{"moves": "b1-b3"}, {"moves": ["d1-d3"]}, {}, 3], indent=indent))
    assert [moves(game) for game in games[:2]] == ["b1-b3", "d1-d3"]
    assert [game.error.reason for game in games[2:]] == [
        "it is no game: it has no moves",
        "it is not a JSON object",
    ]
    assert [game.error.line for game in games[2:]] == ([1, 1] if indent is None else [10, 11])
    assert read("[]", "jsonl") == []


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ('{\n "moves": [\n  "b1-b3"\n', ["it is not JSON: Expecting ',' delimiter (line 3"]),
        ('{\n "moves": oops\n}', ["it is not JSON: Expecting value (line 2, column 11)"]),
        ('[{"moves": ""},\n{"moves": oops}]', [None, "it is not JSON: Expecting value (line 2"]),
        ('[{"moves": ""} {"moves": ""}]', [None, "it is not JSON: the array is not closed"]),
        ('[{"moves": ""}', [None, "it is not JSON: the array is not closed"]),
        ('[{"moves": ""}] x', [None, "it is not JSON: there is more behind the array"]),
        ('[{"moves": ""},]', [None, "it is not JSON: "]),
        ('{"moves": [}\n{"moves": ""}', ["it is not JSON: Expecting value (column 12)", None]),
        ('{"moves": ["b1-b3"\n{"moves": ""}', ["it is not JSON: ", None]),
        ('{"moves": "b1-b3\n{"moves": ""}', ["it is not JSON: Unterminated string", None]),
    ],
)
def test_faults_of_json_are_told_once(text, reasons):
    games = read(text)
    assert len(games) == len(reasons)
    for game, reason in zip(games, reasons, strict=True):
        assert isinstance(game, BrokenRecord) == (reason is not None)
        assert reason is None or game.error.reason.startswith(reason)


def test_a_replay_of_kaggle():
    record = read_one((DATA / "kaggle_open_spiel.json").read_bytes())
    assert moves(record) == record_kit.SHORTEST
    assert record.rules.name == "openspiel"
    assert record.result.winner is Color.BLACK
    assert record.result.reason is Reason.CONNECTED
    assert record.headers == {"black": "Ann", "white": "Bob"}


def test_a_replay_that_ends_with_an_illegal_action():
    record = read_one((DATA / "kaggle_forfeit.json").read_bytes())
    assert moves(record) == "d1-b3 h5-g4 b1-b4"
    assert (record.result.winner, record.result.reason) == (Color.BLACK, Reason.FORFEIT)


def test_replays_on_one_line_in_arrays_and_of_other_games():
    replay = json.loads((DATA / "kaggle_open_spiel.json").read_bytes())
    whole = read_one(json.dumps(replay))
    assert read(json.dumps([replay, replay])) == [whole, whole]
    replay["configuration"]["openSpielGameName"] = replay["name"] = "chess"
    assert "'chess', not of lines_of_action" in read_broken(json.dumps(replay)).error.reason
    for steps in ("", [3], [[{}]], [[{}, {}, {}]]):
        replay = {"name": "lines_of_action", "steps": steps}
        assert "step" in read_broken(json.dumps(replay)).error.reason


# What is written reads back without being told the format -----------------------------------------


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("comment", OTHER_FORMATS)
def test_remarks_that_look_like_other_formats(name, comment):
    for game in (GameRecord(), GameRecord.of(record_kit.game_of("b1-b3"))):
        for node in (game.root, *game.line):
            node.comment = comment
            text = write(game, name)
            assert detect_format(text) == name, text
            assert read_one(text) == game, text
            node.comment = ""


@pytest.mark.parametrize("name", COMPLETE)
@given(st.data())
def test_records_full_of_such_remarks(name, data):
    words = st.sampled_from(OTHER_FORMATS)
    record = data.draw(record_kit.records())
    for node in (record.root, *record.line):
        node.comment = data.draw(st.just("") | words | st.lists(words, max_size=3).map("\n".join))
    headers = {"black": data.draw(words), "event": data.draw(words), "name": data.draw(words)}
    record.headers = {} if name == "plain" else headers
    text = write(record, name)
    assert detect_format(text) == name, text
    assert read_one(text) == record, text


# Drawings -----------------------------------------------------------------------------------------

FINISHED = """
8........
7........
6........
5...ooo..
4...xxx..
3........
2........
1........
 abcdefgh
"""


@pytest.mark.parametrize("tail", ["", "\n\nCurrent player: none (terminal)\n"])
def test_a_drawing_must_say_whose_turn_it_is(tail):
    with pytest.raises(PositionError, match="does not say whose turn it is"):
        Position.parse(FINISHED + tail)
    assert Position.parse(FINISHED + "x").turn is Color.BLACK
    assert Position.parse(FINISHED + "\nCurrent player: o").turn is Color.WHITE
    start = "\n".join(FINISHED.replace("x", ".").replace("o", "x").splitlines())
    broken = read_broken(start + tail + "\n1. d5-d6\n", "openspiel")
    assert "does not say whose turn it is" in broken.error.reason


# Boardspace ---------------------------------------------------------------------------------------


def test_set_ups_of_boardspace():
    assert read_one("(;GM[9]SU[Loa];P0[1 b1-b3])").start == Position.start()
    seven = read_one("(;GM[9]SZ[7]SU[LOAP];P0[1 b1-b3])").start
    assert seven == Position.start("loaps")
    assert read_one("(;GM[LOA];P0[0 Start black];P0[1 b1-b3])").start == Position.start()


@pytest.mark.parametrize(
    ("nodes", "played"),
    [
        (";P0[0 Start black];P0[1 b1-b3];P1[2 h6-f4]", "b1-b3 h6-f4"),
        (";P0[1 b1-b3];P1[2 h6-f4];P0[3 Undo]", "b1-b3"),
        (";B[1 b1-b3];W[2 h6-f4]", "b1-b3 h6-f4"),
    ],
)
def test_remarks_of_boardspace(nodes, played):
    assert moves(read_one(f"(;GM[9]{nodes})")) == played


def test_white_may_begin():
    record = read_one("(;GM[9];P1[0 Start White];P1[1 a2-c2])")
    assert record.start.turn is Color.WHITE
    assert moves(record) == "a2-c2"


# Spellings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1. c1-a3x",
        "c1:a3",
        "C1 - A3",
        "c1 x a3",
        "c1\N{EN DASH}a3",
        "c1\N{EM DASH}a3",
        "c1 \N{EN DASH} a3",
        "B 1 c1 a3",
    ],
)
def test_spellings_of_a_capture(text):
    record = read_one(text, "plain")
    assert moves(record) == "c1xa3"


def test_numbered_half_moves():
    assert moves(read_one("B 1 d1 b3\nW 2 h5 g4\nB 3 b1 b4\n")) == "d1-b3 h5-g4 b1-b4"
    first, second = read("B 1 d1 b3\nW 2 h5 g4\n\nB 1 d1 d3\n")
    assert (moves(first), moves(second)) == ("d1-b3 h5-g4", "d1-d3")


# Rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["no_moves=pass,no_moves=loss", "olympiad,no_moves=pass,NO_MOVES=pass"]
)
def test_an_option_of_the_rules_is_said_once(text):
    with pytest.raises(RuleError, match="the rules say no_moves more than once"):
        read_rules(text)


@pytest.mark.parametrize(
    "call",
    [
        lambda text: read_rules(text),
        lambda text: read_rules(f"{text}=1"),
        lambda text: read_rules(f"no_moves={text}"),
        lambda text: Position.parse(text),
        lambda text: Position.start(text),
        lambda text: Position.start().play(text),
        lambda text: Game(rules=text),
        lambda text: detect_format(text) and read(text, text),
        lambda text: Game().finish(None, text),
    ],
)
def test_long_texts_are_not_echoed(call):
    with pytest.raises(LoaError) as raised:
        call("a" * 100_000)
    assert len(str(raised.value)) < 400


def test_the_score_of_a_remark_survives():
    record = GameRecord(line=[Node(Game().push("b1-b3"), score=Score.cp(30))])
    assert all(read_one(write(record, name)) == record for name in COMPLETE)
