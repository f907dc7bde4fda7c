"""UCI: transcripts, options, pondering, every command and what is wrong with it."""

import re

import pytest

from loa_engine import Position
from loa_engine.game.color import Color
from loa_engine.protocols import Session
from loa_engine.protocols.notation import UCI_VARIANTS
from loa_engine.protocols.uci_go import read_go

FEN = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"
WIN_IN_ONE = "8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2 x"
INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv \d+ score (cp -?\d+|mate -?\d+)( lowerbound| upperbound)?"
    r"( wdl \d+ \d+ \d+)? nodes \d+ nps \d+ hashfull \d+ time \d+ pv( [a-h][1-8][a-h][1-8])+"
)


@pytest.fixture
def uci(talk):
    return talk("uci")


def test_the_greeting(uci):
    said = uci.tell("uci")
    assert said[0].startswith("id name loa-engine ")
    assert said[-1] == "uciok"
    names = {
        line.split(" type ")[0].removeprefix("option name ") for line in said if "type" in line
    }
    assert names == {
        "Hash", "Threads", "MultiPV", "Ponder", "UCI_Variant", "UCI_AnalyseMode", "UCI_ShowWDL",
        "UCI_LimitStrength", "UCI_Elo", "Level", "Move Overhead", "RuleSet", "Clear Hash",
    }  # fmt: skip
    assert uci.tell("isready") == ["readyok"]


@pytest.mark.parametrize(
    "go",
    ["depth 3", "nodes 2000", "movetime 20", "wtime 300 btime 300", "wtime 10 winc 5 movestogo 3",
     "btime 100 wtime 0", "mate 1", "searchmoves b1b3 c1c3 depth 2", "depth 2 nonsense nodes 100"],
)  # fmt: skip
def test_every_go_is_answered_with_a_legal_move(uci, go):
    uci.tell("position startpos", f"go {go}")
    answer = uci.wait_for("bestmove").split()
    assert Position.start().is_legal(answer[1])
    infos = [line for line in uci.said if line.startswith("info")]
    assert infos
    assert all(INFO.fullmatch(line) for line in infos)


def test_a_bare_go_is_answered(uci):
    uci.tell("setoption name Level value 7", "go")
    assert uci.wait_for("bestmove")


@pytest.mark.parametrize("place", ["startpos", f"fen {FEN}", f"fen {Position.start()}"])
def test_positions_in_both_spellings(uci, place):
    uci.tell(f"position {place} moves b1b3 h5f5")
    assert [str(move) for move in uci.session.game.moves] == ["b1-b3", "h5-f5"]
    assert uci.tell("d")[-1] == "Side to move: Black"


def test_a_win_is_a_mate(uci):
    uci.tell(f"position fen {WIN_IN_ONE}", "go depth 3")
    assert uci.wait_for("bestmove").startswith("bestmove c7c3")
    assert " score mate 1 " in uci.wait_for("info")


def test_chances_and_several_lines(uci):
    uci.tell(
        "setoption name UCI_ShowWDL value true",
        "setoption name MultiPV value 3",
        "go depth 2",
    )
    uci.wait_for("bestmove")
    last = [line for line in uci.said if line.startswith("info depth 2")]
    assert [re.search(r"multipv (\d)", line)[1] for line in last] == ["1", "2", "3"]
    for line in last:
        assert sum(map(int, re.search(r"wdl (\d+) (\d+) (\d+)", line).groups())) == 1000


def test_an_endless_search_ends_with_stop(uci):
    uci.tell("go infinite")
    uci.wait_for("info depth 3")
    assert uci.tell("isready") == ["readyok"] or "readyok" in uci.said
    assert not any(line.startswith("bestmove") for line in uci.said)
    uci.tell("stop")
    assert sum(line.startswith("bestmove") for line in uci.said) == 1


def test_an_endless_search_of_a_won_position_waits_too(uci):
    uci.tell(f"position fen {WIN_IN_ONE}", "go infinite")
    uci.wait_for("info")
    assert not any(line.startswith("bestmove") for line in uci.said)
    uci.tell("stop")
    assert uci.wait_for("bestmove c7c3")


def test_go_during_go_answers_both(uci):
    uci.tell("go infinite", "go depth 2")
    uci.wait_for("info depth 2")
    uci.session.wait(60)
    assert sum(line.startswith("bestmove") for line in uci.said) == 2


def test_pondering_that_hits(uci):
    uci.tell("position startpos moves b1b3 h5f5", "go ponder wtime 500 btime 500")
    uci.wait_for("info")
    assert not any(line.startswith("bestmove") for line in uci.said)
    uci.tell("ponderhit")
    uci.wait_for("bestmove")
    uci.session.wait(60)
    assert sum(line.startswith("bestmove") for line in uci.said) == 1


def test_pondering_that_misses(uci):
    uci.tell("go ponder wtime 500 btime 500")
    uci.wait_for("info")
    uci.tell("stop", "position startpos moves b1b3", "go depth 1")
    uci.session.wait(60)
    assert sum(line.startswith("bestmove") for line in uci.said) == 2
    assert uci.tell("ponderhit") == []


def test_the_clock_of_the_first_side_is_whites():
    go = read_go(["wtime", "1000", "btime", "2000", "winc", "10", "binc", "20"])
    assert go.limit(Color.BLACK).clock == (1.0, 0.01)
    assert go.limit(Color.WHITE).clock == (2.0, 0.02)
    assert read_go(["infinite", "depth", "3"]).limit(Color.BLACK).infinite


def test_a_finished_game_has_no_move(uci):
    uci.tell("position fen 8/8/3xx3/8/8/8/o7/7o o", "go depth 2")
    assert uci.wait_for("bestmove") == "bestmove (none)"
    assert uci.wait_for("info string gameover").startswith("info string gameover black_wins")
    assert uci.said[0] == "info depth 0 score mate 0"


def test_a_pass_is_the_null_move(uci):
    stuck = "6ox/6oo/8/8/8/8/oo6/xo6 x"
    uci.tell("setoption name RuleSet value olympiad", f"position fen {stuck}", "go depth 1")
    assert uci.wait_for("bestmove").startswith("bestmove 0000")
    uci.tell(f"position fen {stuck} moves 0000")
    assert uci.session.game.ply == 1


def test_perft_evaluation_moves_and_picture(uci):
    assert uci.tell("go perft 2")[-1] == "Nodes searched: 1244"
    assert uci.tell("eval")[0].startswith("Evaluation: ")
    assert len(uci.tell("legalmoves")[0].split()) == 37
    assert uci.tell("d")[0] == "8 . x x x x x x ."
    assert uci.tell("bench 1")[0].startswith("Nodes searched: ")
    assert "expected a depth" in uci.tell("go perft 99")[0]


@pytest.mark.parametrize("name", UCI_VARIANTS)
def test_variants(uci, name):
    (said,) = uci.tell(f"setoption name UCI_Variant value {name}")
    assert said.startswith(f"info string variant {name} files ")
    assert uci.session.variant == UCI_VARIANTS[name]
    uci.tell("go depth 1")
    assert uci.wait_for("bestmove")


@pytest.mark.parametrize(
    ("option", "level"),
    [
        (["Level value 3"], 3),
        (["UCI_Elo value 1500", "UCI_LimitStrength value true"], None),
        (["UCI_LimitStrength value true", "UCI_LimitStrength value false"], 10),
    ],
)
def test_levels(uci, option, level):
    uci.tell(*(f"setoption name {each}" for each in option))
    if level is None:
        assert 1 < uci.session.settings.level < 10
    else:
        assert uci.session.settings.level == level
    uci.tell("go movetime 10")
    assert uci.wait_for("bestmove")


def test_other_options(uci):
    assert uci.tell(
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name Ponder value true",
        "setoption name Move Overhead value 20",
        "setoption name ruleset value openspiel",
        "setoption name UCI_AnalyseMode value true",
    ) == []  # fmt: skip
    assert (uci.session.settings.hash_mb, uci.session.settings.overhead) == (2, 0.02)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("nonsense", "unknown command 'nonsense'"),
        ("position", "expected startpos or fen"),
        ("position fen 8/8 w", "2 ranks"),
        ("position startpos moves b1b4", "b1-b4: 2 pieces on the b-file"),
        ("position startpos moves xyz", "'xyz' is not a move"),
        ("setoption name Nix value 3", "no option 'Nix'"),
        ("setoption name Hash value many", "Hash: expected a whole number"),
        ("setoption name Hash value 0", "Hash: expected a whole number"),
        ("setoption name Level value 11", "Level: expected a whole number from 1 to 10"),
        ("setoption name UCI_Elo value 9999", "UCI_Elo: expected"),
        ("setoption name UCI_ShowWDL value maybe", "expected true or false"),
        ("setoption name UCI_Variant value chess", "UCI_Variant: expected one of"),
        ("setoption name RuleSet value chess", "rule set"),
        ("go depth many", "depth: expected a whole number"),
        ("go searchmoves b1b4", "b1-b4"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_changes(uci, line, complaint):
    before = uci.session.game.position, uci.session.settings
    said = uci.tell(line)
    assert uci.goes_on
    assert said[0].startswith("info string error: ")
    assert complaint in said[0]
    uci.session.stop()
    assert (uci.session.game.position, uci.session.settings) == before


def test_words_before_a_command_are_passed_over(uci):
    assert uci.tell("joho isready") == ["readyok"]
    assert uci.tell("") == []


def test_the_real_process(engine_process):
    process = engine_process("--hash", "1")
    out, err = process.communicate(
        b"uci\nisready\nposition startpos moves b1b3\ngo depth 4\nisready\n", timeout=60
    )
    assert b"uciok" in out
    assert out.count(b"bestmove") == 1
    assert (process.returncode, err) == (0, b"")


def test_quit_during_a_search(engine_process):
    process = engine_process("--hash", "1")
    out, err = process.communicate(b"go infinite\nquit\n", timeout=60)
    assert out.count(b"bestmove") == 1
    assert (process.returncode, err) == (0, b"")


def test_sessions_know_their_variant():
    session = Session(variant="6x6")
    assert session.variant == "6x6"
    assert session.game.position == Position.start("6x6")
    session.new_game()
    assert session.game.position.size == 6
