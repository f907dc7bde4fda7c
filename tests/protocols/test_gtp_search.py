"""GTP: moves, analyses and clocks."""

import re

import pytest
from gtp_kit import INFO, MOVE, ONE_MOVE_TO_WIN, Conversation

from loa_engine import Color
from loa_engine.protocols.gtp_analyze import Analysis, info_text, read_request
from loa_engine.protocols.gtp_clock import GtpClocks
from loa_engine.protocols.session import Session, Settings
from loa_engine.search.limits import Limit


@pytest.fixture
def gtp():
    conversation = Conversation()
    yield conversation
    conversation.front.close()


@pytest.mark.parametrize("level", [1, 6])
def test_moves_are_played(gtp, level):
    gtp.tell(f"loa-level {level}")
    for number, color in enumerate("bwbw"):
        answer = gtp.say(f"{number} genmove {color}")
        assert re.fullmatch(rf"={number} {MOVE}\n\n", answer)
        assert gtp.session.game.ply == number + 1
        assert str(gtp.session.game.moves[-1]) in answer


def test_a_move_that_is_not_played(gtp):
    assert re.fullmatch(rf"=8 {MOVE}\n\n", gtp.say("8 reg_genmove b"))
    assert gtp.session.game.ply == 0


def test_the_next_line_waits_for_a_move(gtp):
    gtp.front.receive("1 genmove b")
    gtp.front.receive("2 genmove w")
    gtp.front.receive("3 genmove w")
    gtp.front.receive("4 quit")
    found = "".join(gtp.written)
    assert re.fullmatch(rf"=1 {MOVE}\n=2 {MOVE}\n\?3 Black is to move, not White\n=4\n", found)


def test_a_move_is_interrupted(gtp):
    gtp.tell("loa-level 10", "time_settings 0 100000 1")
    gtp.written.clear()
    gtp.front.receive("6 genmove b")
    gtp.front.receive("# interrupt")
    assert re.fullmatch(rf"=6 {MOVE}\n", *gtp.written)


def test_a_move_in_time(gtp):
    gtp.tell("loa-level 10", "time_settings 1 0 0", "time_left b 0 0", "time_left w 0.1 3")
    assert re.fullmatch(rf"= {MOVE}\n\n", gtp.say("genmove b"))
    assert re.fullmatch(rf"= {MOVE}\n\n", gtp.say("genmove w"))
    gtp.tell("time_settings 0 0.01 1")
    assert re.fullmatch(rf"= {MOVE}\n\n", gtp.say("genmove b"))


@pytest.mark.parametrize("end", ["", "# interrupt", "3 name", "fly", "# a remark"])
def test_analysis_ends_with_the_next_line(gtp, end):
    assert gtp.say("2 loa-analyze b 1").startswith("=2\n")
    assert gtp.session.is_searching
    gtp.front.receive(end)
    head, *infos, tail = gtp.written[: gtp.written.index("") + 1]
    assert head == "=2"
    assert infos
    assert all(INFO.fullmatch(info) for info in infos)
    assert tail == ""
    assert not gtp.session.is_searching
    rest = gtp.written[len(infos) + 2 :]
    assert rest == {"3 name": ["=3 loa-engine\n"], "fly": ["? unknown command\n"]}.get(end, [])
    assert gtp.say("name") == "= loa-engine\n\n"


def test_analysis_of_several_moves():
    written = []
    session = Session(Settings(hash_mb=1, multipv=3))
    analysis = Analysis(3, 0.0, written.append)
    session.search(Limit(depth=3), on_info=analysis.take, on_done=analysis.end)
    session.wait()
    *reports, end = written
    assert end == ""
    assert len(reports) >= 3
    for report in reports:
        parts = re.split(r" (?=info )", report)
        assert all(INFO.fullmatch(part) for part in parts)
        assert [part.split(" order ")[1][0] for part in parts] == ["0", "1", "2"]


def test_analysis_said_seldom_still_says_what_it_found_last():
    often, seldom = [], []
    for written, interval in ((often, 0.0), (seldom, 1e6)):
        session = Session(Settings(hash_mb=1))
        analysis = Analysis(1, interval, written.append)
        session.search(Limit(depth=4), on_info=analysis.take, on_done=analysis.end)
        session.wait()
    assert len(often) > 3
    assert seldom == [often[0], often[-2], ""]


def test_analysis_asks_for_no_more_moves_than_there_are(gtp):
    gtp.tell("loa-setposition 8/8/8/8/o6o/8/8/x6x x")
    gtp.say("loa-analyze maxmoves 500")
    assert gtp.session.settings.multipv == len(gtp.session.game.legal_moves())
    gtp.say("name")
    gtp.say("genmove b")
    assert gtp.session.settings.multipv == 1


def test_forced_ends_have_their_plies():
    session = Session(Settings(hash_mb=1))
    session.set_game(ONE_MOVE_TO_WIN)
    info = session.engine.analyse(session.game, Limit(depth=2))
    assert " winrate 10000 winIn 1 depth " in info_text(info)


def test_requests():
    assert read_request([]) == read_request(["0"])
    request = read_request(["w", "interval", "25", "maxmoves", "4"])
    assert (request.color, request.interval, request.lines) == (Color.WHITE, 0.25, 4)
    assert read_request(["BLACK"]).color is Color.BLACK


# Clocks -------------------------------------------------------------------------------------------


def test_no_limit_of_time():
    clocks = GtpClocks()
    assert clocks.limit(Color.BLACK) is None
    clocks.set(60, 10, 0)  # as GTP has it: a period without moves
    clocks.spend(Color.BLACK, 5)
    assert clocks.limit(Color.BLACK) is None


def test_main_time_runs_out():
    clocks = GtpClocks()
    clocks.set(10, 0, 0)
    clocks.spend(Color.WHITE, 12)
    assert clocks.limit(Color.WHITE) == Limit(clock=(0.001, 0.0))
    assert clocks.limit(Color.BLACK) == Limit(clock=(10, 0.0))
    clocks.restart()
    assert clocks.limit(Color.WHITE) == Limit(clock=(10, 0.0))


def test_overtime():
    clocks = GtpClocks()
    clocks.set(10, 30, 3)
    assert clocks.limit(Color.BLACK) == Limit(clock=(40, 10))
    clocks.spend(Color.BLACK, 14)
    assert clocks.limit(Color.BLACK) == Limit(movetime=26 / 3.1)
    clocks.spend(Color.BLACK, 6)
    assert clocks.limit(Color.BLACK) == Limit(movetime=20 / 2.1)
    clocks.spend(Color.BLACK, 1)
    clocks.spend(Color.BLACK, 1)
    assert clocks.limit(Color.BLACK) == Limit(movetime=30 / 3.1)
    assert clocks.limit(Color.WHITE) == Limit(clock=(40, 10))


def test_time_left_holds():
    clocks = GtpClocks()
    clocks.set_left(Color.BLACK, 8, 0)
    assert clocks.limit(Color.BLACK) == Limit(clock=(8, 0.0))
    clocks.set_left(Color.BLACK, -1, 2)
    assert clocks.limit(Color.BLACK) == Limit(movetime=0.001 / 2.1)
    assert clocks.limit(Color.WHITE) is None
