"""GTP: what each command answers."""

import re

import pytest
from gtp_kit import MOVE, ONE_MOVE_TO_WIN, Conversation

from loa_engine import Game, RuleSet
from loa_engine._version import __version__


@pytest.fixture
def gtp():
    conversation = Conversation()
    yield conversation
    conversation.front.close()


# The form of lines and answers --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2\n\n"),
        ("name", "= loa-engine\n\n"),
        ("version", f"= {__version__}\n\n"),
        ("12 name", "=12 loa-engine\n\n"),
        ("0 name", "=0 loa-engine\n\n"),
        ("  007\tname  # who is it?", "=007 loa-engine\n\n"),
        ("na\x07me\r", "= loa-engine\n\n"),
        ("komi 6.5", "=\n\n"),
        ("3 komi -.5", "=3\n\n"),
        ("known_command genmove", "= true\n\n"),
        ("known_command fly", "= false\n\n"),
        ("known_command", "= false\n\n"),
        ("gogui-interrupt", "=\n\n"),
        ("", ""),
        ("   \t ", ""),
        ("# 5 name", ""),
        ("# interrupt", ""),
    ],
)
def test_lines(gtp, line, answer):
    assert gtp.say(line) == answer


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("fly", " unknown command"),
        ("7 fly me", "7 unknown command"),
        ("7", "7 unknown command"),
        ("-7 name", " unknown command"),
        ("12345678901 name", " unknown command"),
        ("NAME", " unknown command"),
        ("boardsize", " syntax error: expected one argument, not 0"),
        ("boardsize eight", " unacceptable size: expected a whole number from 0 to 1000000"),
        ("boardsize 19", " unacceptable size: standard has 8; loa-variant has others"),
        ("komi", " syntax error: expected one argument, not 0"),
        ("komi nan", " komi: expected a number from -1e+06 to 1e+06, not 'nan'"),
        ("play", " syntax error: expected play COLOUR MOVE"),
        ("play b", " syntax error: expected play COLOUR MOVE"),
        ("play red b1-b3", " illegal move: 'red' names no player: expected black or white"),
        ("9 play w h5-f5", "9 illegal move: Black is to move, not White"),
        ("play b b1-b9", " illegal move: 'b1-b9' is not a move: there is no square 'b9'"),
        ("play b b1-b4", " illegal move: b1-b4: "),
        ("play b pass", " illegal move: "),
        ("play b resign", " illegal move: 'resign' is not a move: "),
        ("genmove", " syntax error: expected one argument, not 0"),
        ("genmove w", " Black is to move, not White"),
        ("reg_genmove w", " Black is to move, not White"),
        ("genmove green", " 'green' names no player: expected black or white"),
        ("undo", " cannot undo: 0 moves have been played"),
        ("gg-undo 2", " cannot undo: 0 moves have been played"),
        ("gg-undo 0", " undo: expected a whole number from 1 to 1000000000, not '0'"),
        ("time_settings 1 2", " syntax error: expected time_settings MAIN PERIOD STONES"),
        ("time_settings a 0 0", " main time: expected a number from 0 to 1e+08, not 'a'"),
        ("time_settings 0 -1 0", " period: expected a number from 0 to 1e+08, not '-1'"),
        ("time_settings 0 0 .5", " stones: expected a whole number from 0 to 1000000, not '.5'"),
        ("time_left b 5", " syntax error: expected time_left COLOUR SECONDS STONES"),
        ("time_left c 5 0", " 'c' names no player: expected black or white"),
        ("time_left b x 0", " time: expected a number from -1e+08 to 1e+08, not 'x'"),
        ("loadsgf", " syntax error: expected loadsgf FILE [MOVE]"),
        ("loadsgf nowhere.sgf", " cannot load file: there is no file 'nowhere.sgf'"),
        ("loadsgf .", " cannot load file: there is no file '.'"),
        (f"loadsgf {'a' * 5000}", " cannot load file: "),
        ("printsgf out.sgf", " syntax error: printsgf writes no files"),
        ("final_score", " cannot score: the game is not over"),
        ("loa-analyze w", " Black is to move, not White"),
        ("loa-analyze b quickly", " expected a player, interval or maxmoves, not 'quickly'"),
        ("loa-analyze interval", " interval: expected a whole number from 0 to 1000000000, not ''"),
        ("loa-analyze maxmoves 0", " maxmoves: expected a whole number from 1 to 500, not '0'"),
        ("loa-setposition", " "),
        ("loa-setposition 8/8 x", " "),
        ("loa-rules chess", " no rule set 'chess': expected one of standard, "),
        ("loa-variant chess", " no variant 'chess': expected one of standard, "),
        ("loa-level 11", " level: expected a whole number from 1 to 10, not '11'"),
        ("gogui-play_sequence b", " syntax error: expected COLOUR MOVE COLOUR MOVE"),
        ("gogui-play_sequence b b1-b3 b c1-c3", " illegal move: White is to move, not Black"),
    ],
)
def test_refusals(gtp, line, reason):
    answer = gtp.say(line)
    assert answer.startswith(f"?{reason}")
    assert answer.count("\n") == 2
    assert answer.endswith("\n\n")
    assert gtp.session.game == Game()


def test_list_of_commands(gtp):
    names = gtp.say("list_commands").removeprefix("= ").split()
    assert len(names) == len(set(names))
    assert {"genmove", "loa-analyze", "loadsgf", "quit"} <= set(names)
    for name in names:
        assert gtp.say(f"known_command {name}") == "= true\n\n"
    entries = gtp.say("gogui-analyze_commands").removeprefix("= ").strip().split("\n")
    for entry in entries:
        kind, label, command = entry.split("/")
        assert kind in ("string", "none")
        assert label
        assert command.split()[0] in names


def test_quit(gtp):
    gtp.written.clear()
    assert not gtp.front.receive("4 quit")
    assert gtp.written == ["=4\n"]


def test_a_line_that_is_too_long(gtp):
    gtp.say("5 name")
    gtp.written.clear()
    gtp.front.complain("a line\nlonger than all")
    assert gtp.written == ["? a line longer than all\n"]


# The game -----------------------------------------------------------------------------------------


def test_moves_and_undo(gtp):
    gtp.tell("play b B1-B3", "play WHITE h6f4", "play x c1:c3", "play o h3-f1x")
    assert [str(move) for move in gtp.session.game.moves] == ["b1-b3", "h6-f4", "c1-c3", "h3xf1"]
    gtp.tell("undo", "gg-undo 2")
    assert [str(move) for move in gtp.session.game.moves] == ["b1-b3"]
    gtp.tell("clear_board")
    assert gtp.session.game == Game()


def test_board(gtp):
    board = gtp.say("3 showboard")
    assert board.startswith("=3\n8 . x x x x x x .\n")
    assert "\n  a b c d e f g h\nposition 1xxxxxx1/" in board
    assert board.endswith("\nto move Black\noutcome none\n\n")
    assert board.count("\n\n") == 1


def test_legal_moves(gtp):
    found = gtp.say("loa-legalmoves").removeprefix("=").split()
    assert found == [str(move) for move in Game().legal_moves()]


def test_a_sequence_is_played_whole_or_not_at_all(gtp):
    gtp.tell("gogui-play_sequence b b1-b3 w h6-f4", "gogui-play_sequence")
    assert gtp.session.game.ply == 2
    assert gtp.say("gogui-play_sequence b c1-c3 w h1-h2").startswith("? illegal move: h1-h2: ")
    assert gtp.session.game.ply == 2


def test_end_of_a_game(gtp):
    gtp.tell(f"loa-setposition {ONE_MOVE_TO_WIN}", "loa-level 3")
    assert re.fullmatch(rf"= {MOVE}\n\n", gtp.say("genmove b"))
    assert gtp.say("final_score") == "= B+1\n\n"
    assert gtp.say("genmove w") == "? the game is over: Black wins (connected)\n\n"
    assert gtp.say("loa-analyze") == "? the game is over: Black wins (connected)\n\n"
    assert gtp.say("play w a1-a2").startswith("? illegal move: a1-a2: the game is over")
    assert gtp.say("loa-legalmoves") == "=\n\n"
    assert "outcome Black wins (connected)\n" in gtp.say("showboard")
    gtp.tell("undo")
    assert gtp.say("final_score").startswith("? cannot score")


def test_other_results(gtp):
    gtp.tell("loa-setposition 8/8/8/8/8/8/x6x/1oo5 x")
    assert gtp.say("final_score") == "= W+1\n\n"
    gtp.tell("clear_board", "loa-rules move_limit=2", "play b b1-b3", "play w h6-f4")
    assert gtp.say("final_score") == "= 0\n\n"


def test_variants_and_rules(gtp):
    gtp.tell("loa-variant 6x6", "boardsize 6", "play b b1-b3", "loa-rules olympiad")
    assert gtp.say("boardsize 8").startswith("? unacceptable size: 6x6 has 6; ")
    assert gtp.session.game.rules == RuleSet.named("olympiad")
    assert gtp.session.game.ply == 1
    gtp.tell("loa-variant scrambled eggs", "boardsize 8")
    assert gtp.session.variant == "scrambled-eggs"
    assert gtp.session.game.ply == 0
    gtp.tell("loa-setposition 1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1")
    assert gtp.session.game.position == Game().position


def test_rules_that_the_game_breaks(gtp):
    gtp.tell("play b b1-b3", "play w h6-f4", "play b b3-b1")
    assert gtp.say("loa-rules move_limit=2").startswith("? ")
    assert gtp.session.game.rules == RuleSet.named("standard")
    assert gtp.session.game.ply == 3


# Files --------------------------------------------------------------------------------------------


def test_games_from_files(gtp, tmp_path):
    path = tmp_path / "a game.sgf"
    path.write_text("(;GM[9]RE[B+R];B[b1-b3];W[h6-f4];B[c1-c3])")
    gtp.tell(f"loadsgf {path}")
    assert gtp.session.game.ply == 3
    assert gtp.say("final_score").startswith("? cannot score")  # it can be played on
    gtp.tell(f"loadsgf {path} 2")
    assert [str(move) for move in gtp.session.game.moves] == ["b1-b3"]
    gtp.tell(f"loadsgf {path} 99", f"loadsgf {path} 1")
    assert gtp.session.game.ply == 0


def test_files_that_hold_no_game(gtp, tmp_path):
    gtp.tell("play b b1-b3")
    for text in ("", "hello", "(;GM[9];B[b1-b4])", "\0" * 100):
        path = tmp_path / "broken.sgf"
        path.write_text(text)
        assert gtp.say(f"loadsgf {path}").startswith("? cannot load file: ")
    assert gtp.session.game.ply == 1


def test_games_written(gtp, tmp_path):
    gtp.tell("gogui-play_sequence b b1-b3 w h6-f4")
    answer = gtp.say("printsgf")
    assert answer.startswith("= (;FF[4]GM[9]")
    path = tmp_path / "game.sgf"
    path.write_text(answer.removeprefix("="))
    assert Game.read(path) == gtp.session.game
