"""SGF files: what properties mean, comments and variations, dialects, and damaged files."""

import pytest
import record_kit
from hypothesis import given
from record_kit import SHORTEST, moves, read, read_broken, read_one, write
from sgfmill import sgf_grammar

from loa_engine import Color, Move, Reason, Score
from loa_engine.records import BrokenRecord, GameRecord, Node, Result

HEAD = "(;FF[4]GM[9]"


def sgf(text):
    return read_one(text, "sgf")


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
