"""SGF: the standard, the dialects of archives, set-ups, and what is said about faults."""

import kit
import pytest
import record_kit
from hypothesis import given
from record_kit import SHORTEST, moves, read, read_broken, read_one, write
from sgfmill import sgf_grammar

from loa_engine import Color, Move, Position, Reason, Score
from loa_engine.records import BrokenRecord, GameRecord, Node, Result

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


# Properties ---------------------------------------------------------------------------------------


def test_headers():
    record = sgf(
        "(;FF[4]GM[9]PB[Ann]PW[Bob\nSmith]BR[1500]WR[1600?]DT[1996-05-08]EV[Open]RO[3]PC[Here]"
        "GN[Final]GC[Two\nlines]AN[Carl]US[Dan]SO[Book]CP[free]ON[Side]TM[300]OT[5x30]BT[X]WT[Y];B[c1-c3])"
    )
    assert record.headers == {
        "black": "Ann",
        "white": "Bob Smith",
        "black_rating": "1500",
        "white_rating": "1600?",
        "black_team": "X",
        "white_team": "Y",
        "date": "1996-05-08",
        "event": "Open",
        "round": "3",
        "site": "Here",
        "name": "Final",
        "description": "Two\nlines",
        "annotator": "Carl",
        "transcriber": "Dan",
        "source": "Book",
        "copyright": "free",
        "opening": "Side",
        "time": "300",
        "overtime": "5x30",
    }
    assert read_one(write(record, "sgf")) == record


def test_long_names_and_any_order():
    record = sgf(
        "(;C[remark]GaMe[9]PlayerBlack[Ann]PlayerWhite[Bob]GameName[old]IY[true];Black[c1-c3]"
        "Comment[good];White[h6-f6];b[c3-c1];w[f6-h6])"
    )
    assert moves(record) == "c1-c3 h6-f6 c3-c1 f6-h6"
    assert record.headers == {"black": "Ann", "white": "Bob", "name": "old"}
    assert record.line[0].comment == "good"
    assert record.root.comment == "remark"


def test_properties_without_a_meaning_are_kept():
    text = f"{HEAD}AS[None]IP[End]IY[true]ST[1];B[c1-c3]SE[c3]N[name]KO[]BL[12.5]XYZ[1][2])"
    record = sgf(text)
    assert record.root.properties == {
        "AS": ["None"],
        "IP": ["End"],
        "IY": ["true"],
        "ST": ["1"],
    }
    assert record.line[0].properties == {
        "SE": ["c3"],
        "N": ["name"],
        "KO": [""],
        "BL": ["12.5"],
        "XYZ": ["1", "2"],
    }
    assert read_one(write(record, "sgf")) == record


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("B+R", Result(Color.BLACK, Reason.RESIGN)),
        ("W+Resign", Result(Color.WHITE, Reason.RESIGN)),
        ("b+t", Result(Color.BLACK, Reason.TIME)),
        ("W+Forfeit", Result(Color.WHITE, Reason.FORFEIT)),
        ("W+", Result(Color.WHITE)),
        ("B+3.5", Result(Color.BLACK)),
        ("Black wins", Result(Color.BLACK)),
        ("0", Result(None)),
        ("Draw", Result(None)),
        ("1-0", Result(Color.BLACK)),
        ("1/2-1/2", Result(None)),
        ("", None),
        ("?", None),
        ("*", None),
    ],
)
def test_results(result, expected):
    record = sgf(f"{HEAD}RE[{result}];B[c1-c3])")
    assert record.result == expected
    assert read_one(write(record, "sgf")) == record


def test_a_result_that_is_none_is_kept():
    record = sgf(f"{HEAD}RE[Void];B[c1-c3])")
    assert record.result is None
    assert "RE[Void]" in write(record, "sgf")


def test_the_result_that_the_moves_show_comes_first():
    text = f"{HEAD}RE[%s]{_nodes(SHORTEST)})"
    assert sgf(text % "B+").result == Result(Color.BLACK, Reason.CONNECTED)
    assert sgf(text % "").result == Result(Color.BLACK, Reason.CONNECTED)
    contrary = sgf(text % "W+R")
    assert contrary.result == Result(Color.WHITE, Reason.RESIGN)
    assert contrary.notes == ("it says 0-1, but the moves show Black wins (connected)",)


def _nodes(text):
    return "".join(f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(text.split()))


def test_rules():
    record = sgf(f"{HEAD}RU[olympiad];B[c1-c3])")
    assert record.rules.name == "olympiad"
    assert "RU[olympiad]" in write(record, "sgf")
    odd = sgf(f"{HEAD}RU[house rules];B[c1-c3])")
    assert odd.rules.name == "standard"
    assert "not known" in odd.notes[0]
    assert "RU[house rules]" in write(odd, "sgf")


@pytest.mark.parametrize(
    ("annotation", "mark"),
    [
        ("TE[1]", "!"),
        ("TE[2]", "!!"),
        ("BM[1]", "?"),
        ("BM[2]", "??"),
        ("IT[]", "!?"),
        ("DO[]", "?!"),
    ],
)
def test_marks(annotation, mark):
    record = sgf(f"{HEAD};B[c1-c3]{annotation})")
    assert record.line[0].mark == mark
    assert annotation in write(record, "sgf")


@pytest.mark.parametrize(
    ("value", "score"),
    [
        ("0.35", Score.cp(35)),
        ("-12", Score.cp(-1200)),
        ("+0", Score.cp(0)),
        ("999.93", Score.win_in(7)),
        ("-1000.00", Score.loss_in(0)),
    ],
)
def test_scores(value, score):
    record = sgf(f"{HEAD};B[c1-c3]V[{value}])")
    assert record.line[0].score == score
    assert read_one(write(record, "sgf")) == record


@pytest.mark.parametrize("value", ["0.355", "five", "", "1e9", "1001", "500"])
def test_scores_that_are_not_ours_are_kept(value):
    record = sgf(f"{HEAD};B[c1-c3]V[{value}])")
    assert record.line[0].score is None
    assert f"V[{value}]" in write(record, "sgf")


def test_escapes():
    record = sgf(rf"{HEAD};B[c1-c3]C[a \] b \\ c \: d\{chr(10)}e [f\]]PB[x\]y])")
    assert record.line[0].comment == "a ] b \\ c : de [f]"
    assert record.headers == {"black": "x]y"}
    assert read_one(write(record, "sgf")) == record


# Comments and variations --------------------------------------------------------------------------


def test_comments_in_nodes_of_their_own():
    record = sgf(f"{HEAD}C[zero];C[one];B[c1-c3];C[two];C[three];W[h6-f6]C[];C[four])")
    assert record.root.comment == "zero\none"
    assert [node.comment for node in record.line] == ["two\nthree", "four"]


def test_variations():
    record = sgf(
        f"{HEAD};B[c1-c3](;W[h6-f6];B[c3-c1](;W[f6-h6])(;W[a2-c2]C[deep]))(;W[a2-c2](;B[d1-d3])"
        "(;B[b1-b3]))(;C[last]W[h2-f2]))"
    )
    assert moves(record) == "c1-c3 h6-f6 c3-c1 f6-h6"
    second, fourth = record.line[1], record.line[3]
    assert [[str(node.move) for node in line] for line in second.variations] == [
        ["a2-c2", "d1-d3"],
        ["h2-f2"],
    ]
    assert str(second.variations[0][1].variations[0][0].move) == "b1-b3"
    assert fourth.variations[0][0].comment == "deep"
    assert [str(node.move) for node in record.nodes()] == [
        "c1-c3", "h6-f6", "a2-c2", "d1-d3", "b1-b3", "h2-f2", "c3-c1", "f6-h6", "a2-c2"
    ]  # fmt: skip
    assert read_one(write(record, "sgf")) == record


def test_a_remark_before_the_first_move_of_a_variation():
    record = sgf(f"{HEAD};B[c1-c3](;W[h6-f6])(;C[else];W[a2-c2]))")
    (variation,) = record.line[1].variations
    assert variation == [Node(None, comment="else"), Node(Move.parse("a2-c2"))]
    assert read_one(write(record, "sgf")) == record


def test_every_move_in_parentheses():
    text = HEAD + _nodes(SHORTEST).replace(";", "(;") + ")" * 10
    record = sgf(text)
    assert moves(record) == SHORTEST
    assert record.result == Result(Color.BLACK, Reason.CONNECTED)


def test_a_fault_in_a_variation_leaves_the_game():
    broken = read_broken(
        f"{HEAD};B[c1-c3](;W[h6-f6];B[d1-d3])(;W[a2-c2];B[a1-a2];W[h2-f2])(;W[h2-f2]))"
    )
    assert broken.error.reason.startswith("in a variation: a1-a2: ")
    assert broken.error.ply == 3
    record = broken.read_so_far
    assert moves(record) == "c1-c3 h6-f6 d1-d3"
    assert [[str(node.move) for node in line] for line in record.line[1].variations] == [
        ["a2-c2"],
        ["h2-f2"],
    ]


def test_all_faults_are_told():
    broken = read_broken(f"{HEAD};B[c1-c3](;W[h6-h6];B[d1-d3])(;W[a2-a2]))")
    assert [error.move for error in broken.errors] == ["h6-h6"]
    broken = read_broken(f"{HEAD};B[c1-c3](;W[h6-f6];B[x])(;W[a2-a2])(;W[h2-f2]))")
    assert [error.move for error in broken.errors] == ["x", "a2-a2"]
    assert len(broken.read_so_far.line[1].variations) == 1


def test_moves_after_the_variations_of_a_line():
    broken = read_broken(f"{HEAD};B[c1-c3](;W[h6-f6])(;W[a2-c2]);B[d1-d3])")
    assert broken.error.reason == "a move after the variations of its line"


# Dialects of other sites --------------------------------------------------------------------------


def test_boardspace():
    record = sgf(
        '(;GM[9]VV[1]SU[Standard]P0[id "Ann"]P1[id "Bob"]SY[x];P0[0 Start P0];P0[1 B8-B6];'
        "P1[2 A2-C2];P0[time 00:12];P0[3 B1-B3];P1[4 resign])"
    )
    assert moves(record) == "b8-b6 a2-c2 b1-b3"
    assert record.headers == {"black": "Ann", "white": "Bob"}
    assert record.result == Result(Color.BLACK, Reason.RESIGN)


def test_bare_moves_of_an_analysis_page():
    text = '(;FF["4"]\nCA["UTF-8"]\nGM["9"]\n\nLdd3\n;Wf1\nLd5\n;Wf2)'
    broken = read_broken(text)
    assert moves(broken.read_so_far) == "d1-d3 h3xf1 d3-d5"
    assert "ambiguous" in broken.error.reason
    record = sgf(text.replace(";Wf2", ""))
    assert record.notes == ("line 5: moves stand outside of properties",)


# Broken files -------------------------------------------------------------------------------------


def test_text_around_the_games():
    games = read(f"From: me (Ann)\n\n{HEAD};B[c1-c3])\nbye :-) (;-)\n{HEAD};B[d1-d3])\n")
    assert [moves(game) for game in games if isinstance(game, GameRecord)] == ["c1-c3", "d1-d3"]


@pytest.mark.parametrize(
    ("lost", "reason"),
    [
        (f"{HEAD};B[c1-c3]", "the next game begins before this one ends"),
        (f"{HEAD};B[c1-c3](;W[h6-f6]", "the next game begins before this one ends"),
        (f"{HEAD};B[c1-c3]C[no end\n", "the value of C[ has no end"),
        (f"{HEAD};B[c1-c3];W[h6-f6\n", "the value of W[ has no end"),
    ],
)
def test_a_lost_end_does_not_swallow_the_next_game(lost, reason):
    first, second = read(f"{lost}\n{HEAD}PB[Ann];B[d1-d3])\n", "sgf")
    assert isinstance(first, BrokenRecord)
    assert first.error.reason == reason
    assert moves(first.read_so_far).startswith("c1-c3") or lost.endswith("f4\n")
    assert moves(second) == "d1-d3"
    assert second.headers == {"black": "Ann"}


@pytest.mark.parametrize(
    "text", [f"{HEAD};B[c1-c3]", f"{HEAD};B[c1-c3](;W[h6-f6])", f"{HEAD};B[c1"]
)
def test_the_file_ends_before_the_game(text):
    broken = read_broken(text)
    assert "end" in broken.error.reason
    assert broken.error.game == 1


def test_one_broken_game_does_not_stop_the_rest():
    good, bad = f"{HEAD};B[c1-c3])", f"{HEAD};B[a1-a2])"
    games = read(good + bad + good + bad + good)
    assert [isinstance(game, BrokenRecord) for game in games] == [False, True, False, True, False]
    assert [game.error.game for game in games if isinstance(game, BrokenRecord)] == [2, 4]


def test_charsets():
    text = "(;FF[4]GM[9]CA[%s]PB[Zoë];B[c1-c3]C[très])"
    for charset, encoding in (("UTF-8", "utf-8"), ("ISO-8859-1", "latin-1"), ("", "latin-1")):
        record = sgf((text % charset).encode(encoding))
        assert (record.headers["black"], record.line[0].comment) == ("Zoë", "très")
    greek = "(;FF[4]GM[9]CA[iso-8859-7]PB[Αθηνά];B[c1-c3])".encode("iso-8859-7")
    assert sgf(greek).headers["black"] == "Αθηνά"
    for odd in ("no-such", "a\0b", "utf-16", "hex", "rot13", "idna", " "):
        assert sgf(text.replace("%s", odd).encode()).headers["black"] == "Zoë"


# Another library as judge -------------------------------------------------------------------------


@given(record_kit.records())
def test_sgfmill_reads_what_we_write(record):
    """The grammar of another library finds the same moves and the same comments in our files."""
    (tree,) = sgf_grammar.parse_sgf_collection(write(record, "sgf").encode())
    nodes, waiting = [], [tree]
    while waiting:
        current = waiting.pop()
        nodes += current.sequence
        waiting += current.children
    written = [
        node["B"] if "B" in node else node["W"] for node in nodes if "B" in node or "W" in node
    ]
    ours = [node for node in record.nodes() if node.move is not None]
    assert len(written) == len(ours)
    first = tree.sequence[0]
    assert first["GM"] == [b"9"]
    texts = {node.comment for node in (record.root, *record.nodes()) if node.comment}
    found = {sgf_grammar.text_value(node["C"][0]).decode() for node in nodes if "C" in node}
    assert found == texts
