"""Conversations in the protocol of XBoard, in this process."""

import io
import queue
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_engine import Game
from loa_engine.cli import run
from loa_engine.protocols import PROTOCOLS, serve
from loa_engine.protocols.session import Session, Settings
from loa_engine.protocols.xboard_text import highlight_line, result_line
from loa_engine.search.limits import Limit

START = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"
TABLE = f"{'.' * 17}L{'.' * 21}l{'.' * 4}"
ONE_FROM_WINNING = "8/8/8/2LL4/8/4L3/l7/7l w - - 0 1"  # e3-e4 and d5-d4 connect
PATIENCE = 20  # seconds; no search here takes one


class Conversation:
    """What is said to the engine, and what it says."""

    def __init__(self, level=6):
        self.lines = queue.SimpleQueue()
        self.session = Session(Settings(hash_mb=1, level=level))
        self.front = PROTOCOLS["xboard"].front_end(self.session, self._take)
        self.said = []

    def _take(self, text):
        for line in text.split("\n"):
            self.lines.put(line)

    def tell(self, *lines):
        """Say lines."""
        for line in lines:
            assert self.front.receive(line)

    def say(self, *lines):
        """Say lines; the result is all that has been answered by the time they were taken."""
        self.tell(*lines)
        found = []
        while not self.lines.empty():
            found.append(self.lines.get())
        return found

    def until(self, start):
        """The lines up to the first that begins like that."""
        found = [self.lines.get(timeout=PATIENCE)]
        while not found[-1].startswith(start):
            found.append(self.lines.get(timeout=PATIENCE))
        return found


@pytest.fixture
def talk():
    open_ones = []

    def begin(**settings):
        talk = Conversation(**settings)
        open_ones.append(talk)
        return talk

    yield begin
    for each in open_ones:
        each.front.receive("quit")
        each.front.close()


@pytest.fixture
def forced(talk):
    """A game without the engine as a player."""
    talk = talk()
    talk.tell("new", "force")
    return talk


def test_it_says_what_it_can(talk):
    lines = talk().say("xboard", "protover 2", "accepted ping", "rejected smp")
    text = "\n".join(lines)
    for feature in ("ping", "setboard", "usermove", "analyze", "playother", "highlight", "reuse"):
        assert f" {feature}=1" in text
    for feature in ("colors", "sigint", "sigterm"):
        assert f" {feature}=0" in text
    assert 'variants="loa,scrambledeggs,' in text
    assert 'option="Level -spin 6 1 10"' in text
    assert lines[-1] == "feature done=1"


def test_it_describes_a_variant(forced):
    assert forced.say("variant loa") == [f"setup ({TABLE}) 8x8+0_fairy {START}"]
    assert forced.say("variant loa5x5")[0].endswith(
        " 5x5+0_fairy 1LLL1/l3l/l3l/l3l/1LLL1 w - - 0 1"
    )
    assert forced.say("variant normal") == ["Error (unknown variant): variant normal"]
    assert forced.session.variant == "5x5"
    forced.say("new")
    assert forced.session.variant == "standard"


def test_it_answers_a_move(talk):
    talk = talk()
    talk.tell("new", "variant loa", "st 5", "usermove b1b3")
    move = talk.until("move ")[-1].removeprefix("move ")
    assert talk.session.game.ply == 2
    assert talk.session.game.moves[-1] == Game().position.play("b1b3").parse_move(move)


def test_it_plays_either_side_and_both_against_itself(talk):
    talk = talk()
    talk.tell("new", "go")
    talk.until("move ")
    assert talk.session.game.ply == 1
    talk.tell("go")
    talk.until("move ")
    assert talk.session.game.ply == 2
    talk.tell("playother", f"usermove {talk.session.game.legal_moves()[0]}")
    talk.until("move ")
    assert talk.session.game.ply == 4


def test_a_whole_game_against_itself(talk):
    talk = talk(level=4)
    talk.tell("new", "variant loa")
    while (outcome := talk.session.game.outcome()) is None:
        talk.tell("go", "ping 1")
        lines = talk.until("pong 1")
    assert lines[-2] == result_line(outcome)
    assert talk.say("go") == [result_line(outcome)]
    assert "the game is over" in talk.say("usermove b1b3")[0]


def test_bare_moves_and_moves_with_marks_are_taken(forced):
    assert forced.say("d1d3", "usermove h3xf1", "usermove d3-d5") == []
    assert [str(move) for move in forced.session.game.moves] == ["d1-d3", "h3xf1", "d3-d5"]


@pytest.mark.parametrize("move", ["b1b4", "a1a2", "a3c3", "z9z9", "e2e4q", "@@@@", "0000"])
def test_illegal_moves_are_named_with_their_reason(forced, move):
    (line,) = forced.say(f"usermove {move}")
    assert re.fullmatch(rf"Illegal move \(.{{10,}}\): {re.escape(move)}", line)
    assert forced.session.game.ply == 0


def test_a_pass_is_a_null_move(talk):
    talk = talk()
    talk.tell("new", "option RuleSet=openspiel", "force")
    assert talk.session.game.rules.name == "openspiel"
    talk.tell("option RuleSet=codingame", "setboard 6lL/6ll/8/8/8/8/ll6/Ll6 w - - 0 1")
    assert talk.say("@@@@") == []
    assert talk.session.game.moves[0].is_pass


def test_moves_are_taken_back(forced):
    forced.say("d1d3", "h3f1", "d3d5", "undo")
    assert forced.session.game.ply == 2
    forced.say("remove")
    assert forced.session.game.ply == 0
    assert forced.say("undo") == ["Error (there are no moves to take back): undo"]


def test_a_position_is_set_up(forced):
    assert forced.say(f"setboard {ONE_FROM_WINNING}") == []
    assert forced.say("e3e4") == ["1-0 {Black connects}"]
    assert forced.say("undo", f"setboard {START}", "b1b3") == []


def test_a_position_that_is_none(forced):
    (line,) = forced.say("setboard 9/8/8 w")
    assert line.startswith("tellusererror Illegal position: ")
    assert forced.say("b1b3") == ["Illegal move (the position is not legal): b1b3"]
    assert forced.say("go", "hint", "lift b1") == []
    assert forced.say("new", "force", "b1b3") == []


def test_it_wins_where_it_can(talk):
    talk = talk(level=10)
    talk.tell("new", "force", f"setboard {ONE_FROM_WINNING}", "post", "go")
    lines = talk.until("1-0")
    assert lines[-1] == "1-0 {Black connects}"
    assert lines[-2].startswith("move ")
    assert re.fullmatch(r"\d+ 100001 \d+ \d+ (e3|d5)\w\d", lines[-3])


def test_thoughts_are_told_when_asked_for(talk):
    talk = talk()
    talk.tell("new", "nopost", "sd 3", "go")
    assert len(talk.until("move ")) == 1
    talk.tell("force", "post", "go")
    assert re.fullmatch(r"\d+ -?\d+ \d+ \d+( [a-h][1-8][a-h][1-8])+", talk.until("move ")[-2])


def test_a_ping_is_answered_after_the_move(talk):
    talk = talk(level=10)
    assert talk.say("new", "st 3600", "go", "ping 7") == []
    assert [line.split()[0] for line in talk.say("?")] == ["move", "pong"]
    assert talk.say("ping 8") == ["pong 8"]
    assert talk.say("?") == []


@pytest.mark.parametrize(
    "command", ["force", "new", "result 1-0 {x}", f"setboard {START}", "analyze"]
)
def test_commands_about_the_game_end_a_search(talk, command):
    talk = talk(level=10)
    talk.tell("new", "force", "st 3600", "go")
    lines = talk.say(command, "ping 3", "exit")
    assert "pong 3" in lines
    assert not any(line.startswith("move") for line in lines)
    assert talk.session.game.ply == 0
    assert not talk.session.is_searching


def test_settings_do_not_end_the_engines_turn(talk):
    talk = talk(level=10)
    talk.tell("new", "st 3600", "go", "time 100", "otim 100", "hard", "easy", "post", "nopost")
    talk.tell("memory 2", "cores 2", "option Move Overhead=20", "draw", "hint", ".")
    assert talk.session.settings.threads == 2
    assert talk.say("b1b3") == [
        "Illegal move (it is the engine's turn to move, Black): b1b3",
    ]
    assert talk.session.is_searching
    assert talk.say("?")[-1].startswith("move ")


def test_it_analyses(talk):
    talk = talk()
    talk.tell("new", "analyze")
    talk.until("2 ")
    assert re.fullmatch(r"stat01: \d+ \d+ \d+ 0 36 \w{4}", talk.say(".")[-1])
    assert talk.say("hint")[-1].startswith("Hint: ")
    talk.tell("b1b3", "undo", "usermove c1c3")
    talk.until("3 ")
    assert talk.session.is_searching
    talk.say("exit")
    assert not talk.session.is_searching
    assert talk.session.game.ply == 1
    assert talk.say(".") == []


def test_analysis_goes_on_after_the_end_of_the_game(talk):
    talk = talk()
    talk.tell("new", "analyze", f"setboard {ONE_FROM_WINNING}")
    assert not any("{" in line for line in talk.say("e3e4"))
    assert not talk.session.is_searching
    talk.tell("undo")
    assert talk.session.is_searching


def test_several_lines_are_analysed(talk):
    talk = talk()
    talk.tell("new", "option MultiPV=3", "analyze")
    lines = talk.until("4 ")
    assert len({line.split()[4] for line in lines if line.startswith("3 ")}) >= 3


def test_it_ponders_when_told_to(talk):
    talk = talk(level=10)
    talk.tell("new", "hard", "sd 2", "go")
    talk.until("move ")
    assert talk.say("ping 1") == ["pong 1"]
    assert talk.session.is_searching
    reply = talk.session.game.legal_moves()[0]
    talk.tell(f"usermove {reply}")
    talk.until("move ")
    talk.tell("ping 2", "easy")
    assert not talk.session.is_searching
    assert talk.session.game.ply == 3


def test_weak_levels_do_not_ponder(talk):
    talk = talk(level=9)
    talk.tell("new", "hard", "sd 2", "go")
    talk.until("move ")
    talk.tell("ping 1")
    assert not talk.session.is_searching


def test_hints(forced):
    (line,) = forced.say("hint")
    assert forced.session.game.position.is_legal(line.removeprefix("Hint: "))
    forced.say(f"setboard {ONE_FROM_WINNING}")
    assert forced.say("hint")[0].startswith(("Hint: e3", "Hint: d5"))


def test_targets_are_coloured(forced):
    assert forced.say("lift b1", "put b3", "hover b3") == ["highlight 8/8/8/8/8/1Y1Y4/8/7Y"]
    assert forced.say("lift a3") == ["highlight 8/8/8/8/8/8/8/8"]  # it is not White's turn
    assert forced.say("b1b3", "lift a3") == ["highlight 8/8/8/2Y5/8/8/8/2R5"]
    assert forced.say("variant loa5x5", "lift b1")[1] == "highlight 5/5/1Y1Y1/5/4Y"
    assert forced.say("lift b9", "lift")[0].startswith("Error (")


def test_targets_are_the_legal_moves():
    game = Game()
    game.push("c1-c3")
    for square in range(64):
        text = highlight_line(game, square)
        moves = [move for move in game.legal_moves() if move.from_square == square]
        assert len(re.findall("[YR]", text)) == len(moves)
        assert text.count("R") == sum(move.is_capture for move in moves)


def test_a_draw_is_accepted_by_who_stands_worse(talk):
    talk = talk()
    assert talk.say("new", "draw") == []
    talk.tell("force", f"setboard {ONE_FROM_WINNING.replace('w', 'b')}", "go")
    talk.until("move ")
    assert talk.say("draw") == ["offer draw"]


def test_options(forced):
    forced.say("option Level=3", "option MultiPV=2", "option Move Overhead=50")
    settings = forced.session.settings
    assert (settings.level, settings.multipv, settings.overhead) == (3, 2, 0.05)
    assert forced.say("option Clear Hash") == []
    for fault in ("Level=11", "Level=x", "Level", "RuleSet=chess", "Hash=1", "", "UCI_Variant=loa"):
        (line,) = forced.say(f"option {fault}")
        assert line.startswith("Error (")
    forced.say("memory 3", "cores 1")
    assert forced.session.settings.hash_mb == 3
    forced.say("memory 0", "cores 99999999")
    assert (forced.session.settings.hash_mb, forced.session.settings.threads) == (1, 256)


def test_unknown_commands(forced):
    assert forced.say("egtpath x y") == ["Error (unknown command): egtpath x y"]
    assert forced.say("", "   ") == []
    assert forced.say("xboard") == [""]
    for line in ("usermove", "level 1 2", "st x", "sd", "time 1.5", "setboard", "memory many"):
        (answer,) = forced.say(line)
        assert answer.startswith(("Error (", "tellusererror "))


WORDS = """
new variant loa loa4x4 force go playother usermove b1b3 a3b3 @@@@ ? ping 1 setboard undo remove
level 40 5 0 st sd 2 time otim hard easy post nopost analyze exit . lift b1 hint draw result
option Level=2 RuleSet=bga memory cores -1 1e9 99999999999999999999 \x1b é x/x
"""
LINES = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=4).map(" ".join)


@given(st.lists(LINES, max_size=12))
def test_nothing_that_is_said_breaks_it(lines):
    talk = Conversation(level=2)
    talk.tell("sd 1", *lines)
    assert "pong 5" in talk.say("force", "ping 5")
    talk.front.close()


@given(st.binary(max_size=200))
def test_bytes_of_any_kind(data):
    target = io.BytesIO()
    session = Session(Settings(hash_mb=1, level=1))
    make = PROTOCOLS["xboard"].front_end
    serve(lambda write: make(session, write), io.BytesIO(data), target)
    target.getvalue().decode()


def test_the_move_is_played_when_the_input_ends(monkeypatch, capsysbinary):
    source = io.TextIOWrapper(io.BytesIO(b"xboard\nnew\nst 3600\ngo\n"))
    monkeypatch.setattr("sys.stdin", source)
    assert run(["engine", "--protocol", "xboard"]) == 0
    assert re.search(rb"\nmove [a-h][1-8][a-h][1-8]\n$", capsysbinary.readouterr().out)


def test_quitting_plays_nothing():
    target = io.BytesIO()
    session = Session(Settings(hash_mb=1))
    make = PROTOCOLS["xboard"].front_end
    source = io.BytesIO(b"new\nst 3600\ngo\nquit\nping 1\n")
    serve(lambda write: make(session, write), source, target)
    assert target.getvalue() == b""


def test_depth_and_time_hold_together(forced):
    forced.say("st 3", "sd 4")
    clock = forced.front._player.clock
    assert clock.limit(0) == Limit(depth=4, movetime=3.0)
    forced.say("level 0 1 0", "time 1234")
    assert clock.limit(0) == Limit(depth=4, clock=(12.34, 0.0))
    forced.say("new")
    assert clock.limit(0) == Limit(clock=(12.34, 0.0))
