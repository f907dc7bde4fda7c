"""The record as an object, rules as text, and games read and written through `Game`."""

import copy
import inspect
import io
import re
from pathlib import Path

import kit
import pytest
import record_kit
from hypothesis import given
from record_kit import moves, read, read_broken, read_one

import loa_engine.records
from loa_engine import RULE_SETS, Color, Game, LoaError, Move, Outcome, Position, Reason, RuleSet
from loa_engine.game.errors import IllegalMoveError, RecordError, RuleError
from loa_engine.records import (
    FORMATS,
    HEADERS,
    BrokenRecord,
    GameRecord,
    Node,
    Result,
    format_of_name,
    read_game,
    read_games,
    write_games,
)
from loa_engine.records.record import parse_result
from loa_engine.records.rule_text import read_rules, write_rules

# Games as files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["sgf", "pgn", "txt", "jsonl", "SGF"])
def test_a_game_is_written_and_read(tmp_path, ending):
    game = Game("cheshire-cat", RuleSet(no_moves="pass", move_limit=50))
    for move in ("c1-c3", "a2-c4"):
        game.push(move)
    game.finish(Color.WHITE, "time")
    path = tmp_path / f"game.{ending}"
    game.write(path)
    back = Game.read(path)
    assert back == game
    assert type(back) is Game
    assert Game.read(str(path)) == game


def test_the_format_can_be_given(tmp_path):
    game = record_kit.game_of("c1-c3 h6-f6", rules="codingame")
    game.write(tmp_path / "game.dat", "codingame")
    assert Game.read(tmp_path / "game.dat") == game
    assert Game.read(tmp_path / "game.dat", "codingame", rules="codingame") == game


def test_a_subclass_reads_itself(tmp_path):
    class Mine(Game):
        pass

    record_kit.game_of("c1-c3").write(tmp_path / "game.sgf")
    assert type(Mine.read(tmp_path / "game.sgf")) is Mine


def test_games_that_cannot_be_read_or_written(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("1. d1-d3 a1-a2\n")
    with pytest.raises(
        RecordError, match=r"game 1, line 1, ply 2, 'a1-a2': a1-a2: there is no pie"
    ):
        Game.read(path)
    path.write_text("\n")
    with pytest.raises(RecordError, match="empty"):
        Game.read(path)
    with pytest.raises(RecordError, match="there is no game"):
        read_game(path, "sgf")
    with pytest.raises(FileNotFoundError):
        Game.read(tmp_path / "none.sgf")
    with pytest.raises(RecordError, match="means no format"):
        Game().write(tmp_path / "game.xyz")
    with pytest.raises(RecordError, match="no format 'chess'"):
        Game().write(tmp_path / "game.sgf", "chess")
    with pytest.raises(RuleError):
        read_games(path, rules="chess")


def test_a_file_is_replaced_only_when_all_is_written(tmp_path):
    path = tmp_path / "games"
    path.write_text("old")
    games = [record_kit.game_of("c1-c3"), Game("cheshire-cat")]
    with pytest.raises(RecordError, match="no variants"):
        write_games(games, path, "openspiel")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["games"]
    assert write_games(games[:1], path, "openspiel") == 1
    assert path.read_text() == "1. c1-c3\n\n"


def test_streams_stay_open():
    stream = io.BytesIO()
    assert write_games([Game(), GameRecord()], stream, "jsonl") == 2
    assert not stream.closed
    stream.seek(0)
    assert [record.line for record in read_games(stream)] == [[], []]
    assert not stream.closed
    text = io.StringIO()
    assert write_games([], text, "sgf") == 0
    assert text.getvalue() == ""


def test_the_format_is_known_by_the_name_of_a_stream(tmp_path):
    with (tmp_path / "game.pgn").open("w", encoding="utf-8") as stream:
        write_games([record_kit.game_of("c1-c3")], stream)
    assert "Lcc3" in (tmp_path / "game.pgn").read_text()
    assert format_of_name("x.SGF").name == "sgf"
    with pytest.raises(RecordError, match="means no format"):
        write_games([], io.BytesIO())


# Records ------------------------------------------------------------------------------------------


@given(kit.walks())
def test_the_record_of_a_game(walk):
    game = kit.game_of(walk.states[0], walk.rules)
    for move in walk.played:
        game.push(move)
    record = GameRecord.of(game, {"event": "x"})
    assert record.moves == game.moves
    assert record.game() == game
    assert record.headers == {"event": "x"}
    outcome = game.outcome()
    assert record.result == (None if outcome is None else Result.of(outcome))


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        (None, None),
        (Result(Color.BLACK), Outcome(Color.BLACK, Reason.ADJUDICATION)),
        (Result(None), Outcome(None, Reason.ADJUDICATION)),
        (Result(Color.WHITE, Reason.TIME), Outcome(Color.WHITE, Reason.TIME)),
        (Result(None, Reason.REPETITION), Outcome(None, Reason.ADJUDICATION)),
    ],
)
def test_results_that_the_moves_do_not_show(result, outcome):
    record = GameRecord.of(record_kit.game_of("c1-c3"))
    record.result = result
    assert record.game().outcome() == outcome


def test_an_illegal_move_put_into_a_record():
    with pytest.raises(IllegalMoveError):
        GameRecord(line=[Node(Move.parse("a1-a2"))]).game()


@pytest.mark.parametrize("start", kit.ALL_VARIANTS)
def test_the_variant_of_a_record(start):
    assert GameRecord(Position.start(start)).variant == start


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("8/8/8/3#4/1xo5/8/8/8 o", "cheshire-cat"),
        ("8/x6o/o6x/x6o/o6x/x6o/o6x/8 o 5/6", "parachute"),
        (f"{kit.ZUGZWANG} o", "standard"),
    ],
)
def test_the_variant_of_other_starts(text, variant):
    assert GameRecord(Position.parse(text)).variant == variant


def test_nodes_are_listed_before_their_variations():
    first, second, other, deep = (Node(None, str(number)) for number in range(4))
    other.variations = [[deep]]
    first.variations = [[other]]
    record = GameRecord(line=[first, second])
    assert [node.comment for node in record.nodes()] == ["0", "2", "3", "1"]


@pytest.mark.parametrize("wrong", [{"mark": "x"}, {"mark": "!!!"}, {"suffix": "a"}])
def test_nodes_check_their_signs(wrong):
    with pytest.raises(LoaError):
        Node(None, **wrong)


def test_bare_nodes():
    assert Node(Move.parse("c1-c3")).is_bare
    assert not Node(Move.parse("c1-c3"), "why").is_bare
    assert not Node(Move.parse("c1-c3"), variations=[[]]).is_bare


def test_long_games_are_compared_and_copied():
    there_and_back = "c1-c3 h6-f6 c3-c1 f6-h6 " * 1000
    record = GameRecord.of(record_kit.game_of(there_and_back, rules="bga"))
    assert len(record.moves) == 4000
    for name in ("sgf", "pgn", "plain", "jsonl"):
        assert read_one(record_kit.write(record, name), name) == record
    assert copy.deepcopy(record) == record


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", Result(Color.BLACK)),
        (" 0-1 ", Result(Color.WHITE)),
        ("1/2", Result(None)),
        ("*", None),
    ],
)
def test_results_as_text(text, result):
    assert parse_result(text) == result


def test_what_is_no_result():
    with pytest.raises(RecordError, match="'2-0' is not a result"):
        parse_result("2-0")


# Rules --------------------------------------------------------------------------------------------


@given(kit.rules().map(kit.rules_of))
def test_rules_come_back(rules):
    assert read_rules(write_rules(rules)) == rules


@pytest.mark.parametrize("name", RULE_SETS)
def test_named_rules_come_back(name):
    assert write_rules(RULE_SETS[name]) == name
    assert read_rules(name.upper()).name == name


@pytest.mark.parametrize(
    "text",
    ["", "chess", "no_moves=", "x=1", "standard,no_moves=fly", "move_limit=0", "limits_first=7"],
)
def test_rules_that_do_not_exist(text):
    with pytest.raises(RuleError):
        read_rules(text)


def test_a_name_that_is_no_name_of_ours():
    mine = RuleSet(no_moves="draw", name="my house")
    assert write_rules(mine) == "no_moves=draw"


REPEATED = "1. c1-c3 h6-f6 2. c3-c1 f6-h6 3. c1-c3 h6-f6 4. c3-c1 f6-h6 5. c1-c3 h6-f6"


def test_the_rules_of_the_user_hold():
    assert read_one(REPEATED).rules == RuleSet()
    assert read_one(REPEATED, rules="bga").rules.name == "bga"
    broken = read_broken(REPEATED, rules="standard")
    assert "the game is over, draw (repetition)" in broken.error.reason
    assert len(broken.read_so_far.line) == 8
    assert broken.read_so_far.result == Result(None, Reason.REPETITION)


def test_the_rules_of_the_record_come_before_those_of_the_user():
    assert read_one(f"rules: bga\n{REPEATED}", rules="standard").rules.name == "bga"


def test_a_move_after_a_real_end_is_a_fault_whatever_the_rules():
    broken = read_broken(f"{record_kit.SHORTEST} a2-c2", "plain")
    assert broken.error.ply == 10
    assert "Black wins (connected)" in broken.error.reason
    assert broken.read_so_far.result == Result(Color.BLACK, Reason.CONNECTED)


# The public face ----------------------------------------------------------------------------------


PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")


def test_the_examples_of_the_page_are_read():
    examples = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 7
    for example in examples:
        record = read_one(example)
        assert 2 <= len(record.moves) <= 4
        assert record.notes == ()


def test_the_page_has_all_formats_headers_and_reasons():
    for name in (*FORMATS, *HEADERS, *Reason):
        assert f"`{name}`" in PAGE


def test_everything_public_is_documented():
    for name in loa_engine.records.__all__:
        thing = getattr(loa_engine.records, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name
            members = vars(thing).items() if inspect.isclass(thing) else ()
            for member, value in members:
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_formats_have_what_a_format_has():
    for name, each in FORMATS.items():
        assert each.name == name
        assert each.description
        assert each.rules in RULE_SETS


def test_errors_say_where():
    error = RecordError("why\nnot", game=3, line=7, ply=2, move="x" * 99)
    assert str(error).startswith("game 3, line 7, ply 2, 'xxx")
    assert str(error).endswith(": why not")
    assert isinstance(error, ValueError)
    assert str(RecordError("why")) == "why"


def test_broken_records_list_their_errors():
    error = RecordError("why")
    assert BrokenRecord(error, GameRecord()).errors == (error,)
    (found,) = read("1. a1-a2")
    assert isinstance(found, BrokenRecord)
    assert moves(found.read_so_far) == ""
