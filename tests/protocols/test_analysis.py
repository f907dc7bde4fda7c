"""Analysis over lines of JSON: queries, answers, priorities, termination, every fault."""

import json

import pytest

from loa_engine import Engine, Game, Limit, Position
from loa_engine.protocols import Session, Settings, analysis
from loa_engine.protocols.query import KEYS

WIN_IN_ONE = "8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2 x"
FINISHED = "8/8/3xx3/8/8/8/o7/7o o"
LONG = {"depth": 90, "id": "long"}


@pytest.fixture
def ask(talk):
    """Ask one front end some questions; the result is all its answers, at the end."""

    def call(*queries, threads=1):
        front = talk("json", threads=threads)
        front.tell(*map(json.dumps, queries))
        front.front.finish()
        return [json.loads(line) for line in front.said]

    return call


def test_a_position(ask):
    (answer,) = ask({"id": 7, "position": WIN_IN_ONE, "depth": 3})
    assert (answer["id"], answer["turn"], answer["to_move"]) == (7, 0, "black")
    assert answer["position"] == WIN_IN_ONE
    assert answer["lines"][0]["move"] == "c7xc3"
    assert answer["lines"][0]["win_in"] == 1
    assert not answer["during_search"]
    assert not answer["terminated"]
    assert answer["outcome"] is None


def test_the_answer_is_that_of_the_engine(ask):
    (answer,) = ask({"id": "x", "moves": "b1b3 h5f5", "nodes": 3000})
    game = Game()
    game.push_while_legal([])
    for move in ("b1b3", "h5f5"):
        game.push(move)
    info = Engine(1).analyse(game, Limit(nodes=3000))
    assert answer["lines"][0]["pv"] == [str(move) for move in info.pv]
    assert answer["lines"][0]["nodes"] == info.nodes


def test_all_turns_of_a_game(ask):
    moves = ["b1b3", "h5f5", "c1c3"]
    answers = ask({"id": "g", "moves": moves, "turns": "all", "nodes": 300})
    assert sorted(answer["turn"] for answer in answers) == [0, 1, 2, 3]
    game = Game()
    for turn in range(4):
        (answer,) = (each for each in answers if each["turn"] == turn)
        assert answer["position"] == str(game.position)
        if turn < 3:
            game.push(moves[turn])


def test_some_turns_and_a_record(ask):
    answers = ask(
        {"id": "r", "record": "(;GM[9];B[b1-b3];W[h5-f5])", "turns": [2, 0, 2], "depth": 1}
    )
    assert sorted(answer["turn"] for answer in answers) == [0, 2]


def test_a_finished_game(ask):
    (answer,) = ask({"id": 1, "position": FINISHED})
    assert answer["outcome"] == {"winner": "black", "reason": "connected"}
    assert answer["lines"] == []


def test_several_lines_and_chosen_moves(ask):
    (answer,) = ask({"id": 1, "multipv": 3, "depth": 3})
    assert [line["rank"] for line in answer["lines"]] == [1, 2, 3]
    (answer,) = ask({"id": 1, "searchmoves": ["b1b3", "c1c3"], "multipv": 9, "depth": 2})
    assert {line["move"] for line in answer["lines"]} == {"b1-b3", "c1-c3"}


@pytest.mark.parametrize("level", [1, 5, 8])
def test_a_move_at_a_level(ask, level):
    (answer,) = ask({"id": 1, "level": level})
    (line,) = answer["lines"]
    assert line["move"] in map(str, Position.start().legal_moves())
    (answer,) = ask({"id": 1, "level": level, "position": WIN_IN_ONE, "searchmoves": ["c1a1"]})
    assert answer["lines"][0]["move"] == "c1-a1"


def test_reports_during_a_search(ask):
    *during, last = ask({"id": 1, "depth": 5, "report_every": 0})
    assert [answer["during_search"] for answer in during] == [True] * len(during)
    assert [answer["lines"][0]["depth"] for answer in during] == [1, 2, 3, 4, 5]
    assert not last["during_search"]


def test_higher_priorities_come_first(talk):
    front = talk("json")
    front.tell(json.dumps({**LONG, "report_every": 0}))
    front.wait_for('{"id": "long"')
    front.tell(
        *(
            json.dumps({"id": name, "priority": priority, "depth": 1})
            for name, priority in (("low", -1), ("middle", 0), ("high", 5), ("middle2", 0))
        ),
        json.dumps({"id": "t", "action": "terminate", "terminate_id": "long"}),
    )
    front.front.finish()
    ended = [json.loads(line) for line in front.said]
    names = [each["id"] for each in ended if each.get("during_search") is False]
    assert names == ["long", "high", "middle", "middle2", "low"]


def test_terminated_searches_answer_with_what_they_have(talk):
    front = talk("json")
    front.tell(json.dumps({**LONG, "report_every": 0}), json.dumps({"id": "waits", "depth": 2}))
    front.wait_for('{"id": "long"')
    (said,) = (
        line
        for line in front.tell(json.dumps({"id": "t", "action": "terminate_all"}))
        if '"action"' in line
    )
    assert json.loads(said) == {
        "id": "t",
        "action": "terminate_all",
        "terminate_id": None,
        "terminated": 2,
    }
    front.front.finish()
    last = {each["id"]: each for each in map(json.loads, front.said) if "lines" in each}
    assert last["long"]["terminated"]
    assert last["long"]["lines"]
    assert last["waits"]["terminated"]
    assert last["waits"]["lines"] == []


def test_several_searches_at_once(talk):
    front = talk("json", threads=2)
    front.tell(*(json.dumps({"id": n, "depth": 90, "report_every": 0}) for n in range(2)))
    front.wait_for('{"id": 0')
    front.wait_for('{"id": 1')  # neither has ended


def test_other_actions(ask):
    version, cleared = ask({"id": 1, "action": "query_version"}, {"action": "clear_cache"})
    assert version["id"] == 1
    assert version["version"].count(".") == 2
    assert cleared == {"id": None, "action": "clear_cache"}


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ({}, "id"),
        ({"id": None}, "id"),
        ({"id": True}, "id"),
        ({"id": 1, "idd": 2}, "idd"),
        ({"id": 1, "action": "fly"}, "action"),
        ({"id": 1, "moves": ["b1b4"]}, "moves"),
        ({"id": 1, "moves": 5}, "moves"),
        ({"id": 1, "moves": [5]}, "moves"),
        ({"id": 1, "position": "8/8"}, "position"),
        ({"id": 1, "position": 8}, "position"),
        ({"id": 1, "variant": "chess"}, "variant"),
        ({"id": 1, "rules": "chess"}, "rules"),
        ({"id": 1, "rules": ["standard"]}, "rules"),
        ({"id": 1, "record": "garbage"}, "record"),
        ({"id": 1, "record": "(;GM[9])", "moves": "b1b3"}, "record"),
        ({"id": 1, "turns": [1]}, "turns"),
        ({"id": 1, "turns": [True]}, "turns"),
        ({"id": 1, "turns": "some"}, "turns"),
        ({"id": 1, "depth": 0}, "depth"),
        ({"id": 1, "depth": 1.5}, "limit"),
        ({"id": 1, "depth": "2"}, "limit"),
        ({"id": 1, "movetime": -1}, "limit"),
        ({"id": 1, "nodes": 10**30}, "limit"),
        ({"id": 1, "multipv": 0}, "multipv"),
        ({"id": 1, "level": 11}, "level"),
        ({"id": 1, "searchmoves": []}, "searchmoves"),
        ({"id": 1, "searchmoves": ["b1b4"], "depth": 1}, "searchmoves"),
        ({"id": 1, "priority": "high"}, "priority"),
        ({"id": 1, "report_every": "often"}, "report_every"),
    ],
)
def test_a_wrong_query_is_refused_by_its_key(ask, query, key):
    (answer,) = ask(query)
    assert answer["key"] == key
    assert answer["error"]
    assert "\n" not in answer["error"]


@pytest.mark.parametrize("line", ["garbage", "[1, 2]", "12", '{"id": 1', "[" * 5000, "null", '"x"'])
def test_lines_that_are_no_query(talk, line):
    front = talk("json")
    (said,) = front.tell(line)
    assert "error" in json.loads(said)
    assert front.goes_on


def test_a_flood_is_refused(ask, monkeypatch):
    monkeypatch.setattr(analysis, "MOST_WAITING", 2)
    (answer,) = ask({"id": 1, "moves": "b1b3 h5f5", "turns": "all"})
    assert "would wait" in answer["error"]


def test_quitting_ends_all_searches(engine_process):
    process = engine_process("--protocol", "json", "--hash", "1")
    process.stdin.write((json.dumps({**LONG, "report_every": 0}) + "\n").encode())
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["during_search"]
    process.stdin.write(b'{"action": "quit"}\n')
    process.stdin.flush()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""


def test_all_that_waits_is_answered_at_the_end_of_input(engine_process):
    process = engine_process("--protocol", "json", "--hash", "1", "--threads", "2")
    queries = "".join(json.dumps({"id": n, "nodes": 500}) + "\n" for n in range(20))
    out, err = process.communicate(queries.encode(), timeout=60)
    assert sorted(json.loads(line)["id"] for line in out.splitlines()) == list(range(20))
    assert (process.returncode, err) == (0, b"")


def test_every_key_is_documented():
    front = analysis.Analysis(Session(Settings(hash_mb=1)), lambda _: None)
    front.close()
    assert all(KEYS.values())
