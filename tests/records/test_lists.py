"""Plain lists and JSON lines."""

import io
import json

import kit
import pytest
import record_kit
from record_kit import SHORTEST, moves, read, read_broken, read_one, write

from loa_engine import Color, LoaError, Move, Position, Reason, RuleSet, Score
from loa_engine.records import BrokenRecord, GameRecord, Node, Result, write_games

OPENSPIEL_GAMES = kit.load_openspiel_games()
PLAIN_SHORTEST = (record_kit.GAMES / "shortest_game.txt").read_bytes()


# Plain lists --------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(record_kit.GAMES.glob("*.txt")), ids=lambda file: file.stem)
def test_published_games(file):
    record = read_one(file.read_bytes())
    assert [str(move) for move in record.moves] == kit.load_published_games()[file.stem]
    is_finished = "incomplete" not in file.stem
    assert (record.result is not None) == is_finished
    assert (record.result is not None and record.result.reason is Reason.CONNECTED) == is_finished


LIST = "d1-b3 h5-g4 b1-b4 g4xg1"


@pytest.mark.parametrize(
    "text",
    [
        "d1-b3 h5-g4 b1-b4 g4xg1",
        "d1b3\nh5g4\nb1b4\ng4g1\n",
        "1. d1-b3 h5-g4\n2. b1-b4 g4xg1",
        "1.d1-b3 h5-g4 2.b1-b4 g4:g1",
        "1 d1-b3 h5-g4\n2 b1-b4 g4-g1",
        "1) D1-B3 H5-G4\n2) B1-B4 G4xG1",
        "1. d1-b3\n1... h5-g4\n2. b1-b4\n2... g4xg1",
        "1. d1-b3 1. ... h5-g4 2. b1-b4 … g4xg1",
        "  1.   d1-b3   \t h5-g4  \n\n2. b1-b4   g4xg1  \n\n",
        "d1-b3! h5-g4? b1-b4+ g4xg1#",
        "Ldb3 Lg4 Lbb4 Lxg1",
        "1. d1-b3 {one} h5-g4 {two\nthree} 2. b1-b4 g4xg1",
        "; a remark\n1. d1-b3 h5-g4 ; another\n2. b1-b4 g4xg1 *",
        "d1-b3 h5-g4 (h5-h4) b1-b4 g4xg1",
    ],
)
def test_spellings_of_lists(text):
    games = read(text, "plain")
    record = games[0] if isinstance(games[0], GameRecord) else games[0].read_so_far
    assert len(games) == 1
    assert moves(record) == LIST


@pytest.mark.parametrize(
    ("ending", "result"),
    [
        ("1-0", Result(Color.BLACK)),
        ("0-1", Result(Color.WHITE)),
        ("0\N{EN DASH}1", Result(Color.WHITE)),
        ("1/2-1/2", Result(None)),
        ("1/2", Result(None)),
        ("½-½", Result(None)),
        ("*", None),
        ("", None),
        ("resigns", Result(Color.WHITE, Reason.RESIGN)),
        ("White resigns", Result(Color.BLACK, Reason.RESIGN)),
        ("Black resigned.", Result(Color.WHITE, Reason.RESIGN)),
        ("white forfeits 1-0", Result(Color.BLACK, Reason.FORFEIT)),
        ("draw", Result(None, Reason.AGREED)),
        ("\n\nWhite resigns\n1-0\n", Result(Color.BLACK, Reason.RESIGN)),
        ("\n\n{a remark} 1-0", Result(Color.BLACK)),
    ],
)
def test_ends_of_lists(ending, result):
    record = read_one(f"{LIST} {ending}", "plain")
    assert record.result == result
    assert len(record.moves) == 4


@pytest.mark.parametrize(
    "text",
    [
        "1. d1-b3 h5-g4\n\n1. b1-b3\n",
        "1. d1-b3 h5-g4\n1. b1-b3\n",
        "d1-b3 h5-g4 *\nb1-b3\n",
        "d1b3\nh5g4\n\nb1b3\n",
        "1. d1-b3 h5-g4 0-1 1. b1-b3",
        "1. d1-b3 h5-g4\nvariant: standard\nb1-b3",
        "1. d1-b3 h5-g4\n1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x\nb1-b3",
    ],
)
def test_where_a_game_ends(text):
    first, second = read(text, "plain")
    assert moves(first) == "d1-b3 h5-g4"
    assert moves(second) == "b1-b3"


def test_a_finished_game_ends_with_its_line():
    games = read(f"{SHORTEST}\n{SHORTEST}\nb1-b3")
    assert [moves(game) for game in games] == [SHORTEST, SHORTEST, "b1-b3"]


def test_a_broken_game_ends_where_the_next_one_begins():
    first, second = read("1. a1-a2 h5-g4\n2. b1-b4 g4xg1\n1. b1-b3 h6-f6\n", "plain")
    assert isinstance(first, BrokenRecord)
    assert (first.error.ply, first.error.move, first.error.line) == (1, "a1-a2", 1)
    assert moves(second) == "b1-b3 h6-f6"


def test_settings_of_lists():
    text = "rules: olympiad\nvariant: cheshire-cat\nreason: time\n1. d1-b3 h5-g4\n0-1\n"
    record = read_one(text)
    assert record.rules.name == "olympiad"
    assert record.variant == "cheshire-cat"
    assert record.result == Result(Color.WHITE, Reason.TIME)
    assert write(record, "plain") == text + "\n"


def test_a_list_with_a_position():
    record = read_one(f"{kit.ZUGZWANG} o\n1... e4-f4 2. d5-d6")
    assert record.start == Position.parse(f"{kit.ZUGZWANG} o")
    assert read_one(write(record, "plain")) == record


@pytest.mark.parametrize("text", ["start: 9/9/9/9 x\n1. d1-d3", "variant: chess\n1. d1-d3"])
def test_settings_that_are_not_understood(text):
    assert read_broken(text, "plain").read_so_far.line == []


def test_a_move_does_not_go_over_the_end_of_a_line():
    broken = read_broken("1. d1-\nb3", "plain")
    assert broken.error.move == "d1-"


def test_lists_are_written_in_pairs():
    record = GameRecord.of(record_kit.game_of(SHORTEST))
    assert write(record, "plain") == PLAIN_SHORTEST.decode().rstrip("\n") + "\n1-0\n\n"


# JSON lines ---------------------------------------------------------------------------------------


def test_json_lines_of_a_short_game():
    game = record_kit.game_of("d1-b3 h5-g4")
    game.finish(Color.BLACK, "resign")
    line = write(GameRecord.of(game, {"black": "Zoë"}), "jsonl")
    assert line.endswith("}\n")
    assert json.loads(line) == {
        "format": "loa-game",
        "version": 1,
        "headers": {"black": "Zoë"},
        "rules": "standard",
        "result": "1-0",
        "reason": "resign",
        "moves": ["d1-b3", "h5-g4"],
    }


def test_json_lines_hold_everything():
    node = Node(Move.parse("d1-b3"), "why", "!?", Score.loss_in(4), "+", {"SE": ["a1", "b1"]})
    node.variations = [[Node(None, "else"), Node(Move.parse("b1-b3"))]]
    record = GameRecord(Position.start("loaps"), RuleSet(no_moves="pass"), [node])
    record.line[0].move = Move.parse("b1-b3")
    record.line[0].variations[0][1].move = Move.parse("c1-c3")
    line = write(record, "jsonl")
    assert json.loads(line)["moves"] == [
        {
            "move": "b1-b3",
            "comment": "why",
            "mark": "!?",
            "score": "loss in 4",
            "suffix": "+",
            "properties": {"SE": ["a1", "b1"]},
            "variations": [[{"move": None, "comment": "else"}, "c1-c3"]],
        }
    ]
    assert read_one(line) == record


def test_json_lines_of_other_programs():
    record = read_one(json.dumps({"moves": SHORTEST, "seed": 7}))
    assert moves(record) == SHORTEST
    assert record.notes == ("line 1: the key 'seed' is not known and not kept",)
    game = OPENSPIEL_GAMES[0]
    assert moves(read_one(json.dumps(game), rules="openspiel")) == game["moves"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "it is not JSON"),
        ('{"moves": ["d1-b3"]', "it is not JSON"),
        ('{"a": ' * 5000, "it is not JSON"),
        ('{"moves": 7}', "moves and variations are lists"),
        ('{"moves": [7]}', "a move is a string or an object"),
        ('{"moves": [{"move": 7}]}', "move is not a string"),
        ('{"moves": [{"move": "d1-b3", "mark": "x"}]}', "a mark is one of"),
        ('{"moves": [{"move": "d1-b3", "score": "x"}]}', "'x' is no score"),
        ('{"moves": [{"move": "d1-b3", "score": "nan"}]}', "'nan' is no score"),
        ('{"moves": [{"move": "d1-b3", "score": "inf"}]}', "'inf' is no score"),
        ('{"moves": [{"move": "d1-b3", "score": "win in 9999"}]}', "is no score"),
        ('{"moves": [{"move": "d1-b3", "suffix": "abc"}]}', "a suffix has only the signs"),
        ('{"moves": [{"move": "d1-b3", "variations": {}}]}', "variations are a list"),
        ('{"moves": [{"move": "d1-b3", "properties": {"A": "b"}}]}', "properties.A is not a list"),
        ('{"moves": [{"move": "d1-b3", "properties": {"A": [1]}}]}', "properties.A is not a str"),
        ('{"moves": "", "headers": []}', "headers is not an object"),
        ('{"moves": "", "headers": {"black": 7}}', "headers.black is not a string"),
        ('{"moves": "", "start": 7}', "start is not a string"),
        ('{"moves": "", "start": "8/8 x"}', "2 ranks"),
        ('{"moves": "", "variant": "chess"}', "no variant"),
        ('{"moves": "", "rules": "chess"}', "the rules 'chess' are not known"),
        ('{"moves": "", "result": "2-0"}', "'2-0' is not a result"),
        (
            '{"moves": "", "result": "1-0", "reason": "boredom"}',
            "the reason 'boredom' is not known",
        ),
        ('{"format": "pgn"}', "its format is not 'loa-game'"),
        ('{"version": 2}', "its version is not 1"),
        ("[7]", "it is not a JSON object"),
    ],
)
def test_json_lines_that_are_not_understood(line, reason):
    good = write(GameRecord(), "jsonl")
    first, second, third = read(good + line + "\n" + good, "jsonl")
    assert first == third == GameRecord()
    assert reason in second.error.reason
    assert (second.error.game, second.error.line) == (2, 2)


@pytest.mark.parametrize("name", ["jsonl", "sgf", "pgn"])
def test_halves_of_letters_can_be_written(name):
    record = read_one('{"moves": "", "headers": {"black": "\\ud800x"}, "moves": ["d1-b3"]}')
    data, text = io.BytesIO(), io.StringIO()
    write_games([record], data, name)
    write_games([record], text, name)
    assert read_one(data.getvalue()).headers == read_one(text.getvalue()).headers == {"black": "?x"}


def test_json_variations_may_not_lie_too_deep():
    node = {"move": "d1-d3"}
    for _ in range(150):
        node = {"move": "b1-b3", "variations": [[{"move": "c1-c3"}, node]]}
    (record,) = read(json.dumps({"moves": [node]}))
    assert isinstance(record, BrokenRecord | GameRecord)


@pytest.mark.parametrize("name", ["none", ""])
def test_unknown_formats(name):
    with pytest.raises(LoaError, match="no format"):
        read("1. d1-b3", name or "x")
