"""SGF files: the samples of archives, spellings of moves, turns, rules and set-ups."""

import kit
import pytest
import record_kit
from record_kit import moves, read, read_broken, read_one, write

from loa_engine import Color, Position, Reason
from loa_engine.records import BrokenRecord, Result

GEMMA = (record_kit.GAMES / "gemma-1.sgf").read_bytes()
TWO_GAMES = (record_kit.GAMES / "two-games-dialect.sgf").read_bytes()
HEAD = "(;FF[4]GM[9]"


def sgf(text):
    return read_one(text, "sgf")


# The samples --------------------------------------------------------------------------------------


def test_the_first_game_of_gemma():
    record = read_one(GEMMA)
    assert moves(record).replace("x", "-") == " ".join(
        move.lower().replace("e8-^^", "e8^^").replace("f4-^^", "f4^^")
        for move in kit.load_first_gemma_game()
    )
    assert record.variant == "cheshire-cat"
    assert record.result == Result(Color.WHITE, Reason.RESIGN)
    assert record.root.comment == "1996"
    assert record.headers == {
        "name": "Gemma LoA",
        "white": "White",
        "black": "Black",
        "description": "Gemma LOA; the very first game",
    }
    assert record.notes == ()


def test_the_games_in_dialect():
    first, second = read(TWO_GAMES)
    assert len(first.line) == 25
    assert first.headers["black"] == "Black player (the Netherlands)"
    assert first.result is None
    assert isinstance(second, BrokenRecord)
    assert (second.error.game, second.error.line, second.error.ply) == (2, 79, 10)
    assert second.error.move == "a4:d8"
    assert "a piece moves along a rank, a file or a diagonal" in second.error.reason
    assert str(second.error).startswith("game 2, line 79, ply 10, 'a4:d8': ")
    assert len(second.read_so_far.line) == 9
    assert second.read_so_far.headers["name"] == "game 2"


def test_the_dialect_is_written_as_the_standard():
    first, _ = read(TWO_GAMES)
    text = write(first, "sgf")
    assert text.startswith("(;FF[4]GM[9]CA[UTF-8]AP[loa-engine:")
    assert ";B[c1-c3];W[h6-f6];B[e1-b4]" in text
    assert ";W[a4:d1]" in text
    assert "C[]" not in text


# Moves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "move", "suffix", "mark"),
    [
        ("c1-c3", "c1-c3", "", ""),
        ("C1-C3    ", "c1-c3", "", ""),
        ("  c1 C3", "c1-c3", "", ""),
        ("c1:a3", "c1xa3", "", ""),
        ("c1-a3", "c1xa3", "", ""),
        ("c1:c3", "c1-c3", "", ""),
        ("c1xa3", "c1xa3", "", ""),
        ("c1c3", "c1-c3", "", ""),
        ("C1:A3++", "c1xa3", "++", ""),
        ("c1-c3!", "c1-c3", "", "!"),
        ("c1-c3 +?!", "c1-c3", "+", "?!"),
        ("c1-c3!!!", "c1-c3", "!!!", ""),
        ("c1\n-c3", "c1-c3", "", ""),
    ],
)
def test_spellings_of_moves(value, move, suffix, mark):
    (node,) = sgf(f"{HEAD};B[{value}])").line
    assert (str(node.move), node.suffix, node.mark) == (move, suffix, mark)


def test_the_suffix_is_written_behind_the_move():
    assert ";B[c1:a3++]" in write(sgf(f"{HEAD};B[C1:A3++])"), "sgf")


@pytest.mark.parametrize(
    ("entry", "winner", "reason"),
    [
        ("B[resign]", Color.WHITE, Reason.RESIGN),
        ("B[Resigns]", Color.WHITE, Reason.RESIGN),
        ("W[RESIGN   ]", Color.BLACK, Reason.RESIGN),
        ("W[Forfeit]", Color.BLACK, Reason.FORFEIT),
        ("B[forfeits]", Color.WHITE, Reason.FORFEIT),
        ("W[winontime]", Color.WHITE, Reason.TIME),
        ("B[AcceptDraw]", None, Reason.AGREED),
    ],
)
def test_ends_in_the_place_of_moves(entry, winner, reason):
    record = sgf(f"{HEAD};B[c1-c3];{entry})")
    assert record.result == Result(winner, reason)
    assert len(record.line) == 1
    assert record.game().result == str(record.result)


def test_no_move_after_the_end():
    broken = read_broken(f"{HEAD};B[c1-c3];W[resign];W[h6-f6])")
    assert broken.error.reason == "the game is over already, 1-0"
    assert broken.error.ply == 2


@pytest.mark.parametrize("entry", ["B[pass]", "B[PASS]", "B[]"])
def test_passes(entry):
    stuck = "(;GM[9]SU[Custom]AB[a1][h8]AW[b1][a2][b2][g8][g7][h7]PL[B]"
    record = sgf(f"{stuck};{entry};W[b1-d1])")
    assert moves(record) == "pass b1-d1"
    assert record.rules.no_moves == "pass"
    assert record.notes == ("a player without a legal move passes: read with that rule",)
    assert read_one(write(record, "sgf")) == record
    broken = read_broken(f"{HEAD};{entry})")
    assert "only a player without a legal move may pass" in broken.error.reason


def test_the_first_move_shows_whose_turn_it_is():
    record = sgf(f"{HEAD};W[h6-f6];B[c1-c3])")
    assert record.start.turn is Color.WHITE
    assert "W[h6-f6]" in write(record, "sgf")
    assert "PL[W]" in write(record, "sgf")


@pytest.mark.parametrize("text", [";B[c1-c3];B[d1-d3]", "PL[B];W[h6-f6]", ";B[c1-c3](;B[d1-d3])"])
def test_moves_out_of_turn(text):
    broken = read_broken(f"{HEAD}{text})")
    assert "to move" in broken.error.reason


def test_games_go_on_after_a_repetition_if_no_rules_are_stated():
    there_and_back = ";B[c1-c3];W[h6-f6];B[c3-c1];W[f6-h6]"
    game = there_and_back * 3
    record = sgf(f"{HEAD}{game})")
    assert len(record.line) == 12
    assert record.rules.repetition == "none"
    assert record.notes == (
        "it goes on after a draw (repetition): read without repetition and limits",
    )
    for text, options in ((f"{HEAD}RU[olympiad]{game})", {}), (f"{HEAD}{game})", {"rules": "bga"})):
        if options:
            assert len(read_one(text, **options).line) == 12
            continue
        broken = read_broken(text)
        assert "draw (repetition)" in broken.error.reason
        assert broken.error.ply == 9


# Set-ups ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "start"),
    [
        ("", "standard"),
        ("SU[Standard]", "standard"),
        ("SU[standard]", "standard"),
        ("SU[Scrambled-eggs]", "scrambled-eggs"),
        ("SU[SCRAMBLED EGGS]", "scrambled-eggs"),
        ("SU[Parachute]", "parachute"),
        ("SU[Gemma]", "cheshire-cat"),
        ("SZ[6]", "6x6"),
        ("SZ[4:4]SU[Standard]", "4x4"),
    ],
)
def test_setup_names(setup, start):
    record = sgf(f"{HEAD}{setup})")
    assert record.start == Position.start(start)
    assert record.variant == start


def test_scrambled_eggs_of_both_kinds():
    ours = sgf(f"{HEAD}SU[Scrambled-eggs];B[f1-h3])")
    theirs = sgf(f"{HEAD}SU[Scrambled-eggs];B[f8-h6])")
    assert ours.start == Position.start("scrambled-eggs")
    assert theirs.start != ours.start
    assert theirs.start.start_variant == ours.start.start_variant
    assert read_one(write(theirs, "sgf")) == theirs


ZUGZWANG = Position.parse(f"{kit.ZUGZWANG} x")


@pytest.mark.parametrize(
    "stones",
    [
        "AB[d5][h1]AW[a8][e4]",
        "AB[D5H1]AW[A8E4]",
        "AB[d5 h1]AW[a8,e4]SU[Custom]",
        "SU[Custom]AW[a8e4][d5]AB[d5h1]",
        "SU[custom]AB[d5][h1][h2]AW[a8][e4]AE[h2]",
        "SU[Custom]AB[h1:h1][d5:d5]AW[a8][e4]",
    ],
)
def test_stones(stones):
    assert sgf(f"{HEAD}{stones})").start == ZUGZWANG


def test_stones_in_nodes_of_their_own():
    record = sgf(f"{HEAD};SU[Custom];AB[d5][h1]C[one];AW[a8][e4];PL[W]C[two];W[a8-a7])")
    assert record.start.turn is Color.WHITE
    assert record.root.comment == "one\ntwo"


def test_rectangles_and_stones_added_to_a_named_start():
    record = sgf(f"{HEAD}SU[Standard]AE[a1:h4]AB[a1])")
    assert str(record.start).split()[0] == "1xxxxxx1/o6o/o6o/o6o/8/8/8/x7"


def test_missing_su_is_noted():
    record = sgf(f"{HEAD}AB[d5][h1]AW[a8][e4])")
    assert "whole position" in record.notes[0]


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("SZ[9]", "a board of 9x9 is not supported"),
        ("SZ[12:10]", "a board of 12x10 is not supported"),
        ("SZ[x]", "SZ[x] is no size"),
        ("SU[LOA-12]", "the set-up 'loa-12' is not supported"),
        ("SU[Parachute]SZ[6]", "the set-up 'parachute' is not supported with size 6"),
        ("SU[Custom]", "piece"),
        ("SU[Custom]AB[z9]AW[a1]", "AB[z9] is not a list of squares"),
        ("SU[Custom]AB[a8]AW[a1]SZ[5]", ""),
        ("PL[green]", "PL[green] is no player"),
        ("GM[1]", "GM[1] is another game"),
    ],
)
def test_setups_that_are_not_understood(setup, reason):
    broken = read_broken(f"(;{setup};B[c1-c3])")
    assert reason in broken.error.reason
    assert broken.error.ply is None
    assert broken.read_so_far.line == []


def test_stones_after_the_first_move():
    broken = read_broken(f"{HEAD};B[c1-c3];AB[d4];W[h6-f6])")
    assert broken.error.reason == "AB after the first move"
    assert moves(broken.read_so_far) == "c1-c3"
