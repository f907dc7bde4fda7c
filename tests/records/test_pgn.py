"""PGN of PlayStrategy and XBoard, and short algebraic moves."""

import re

import kit
import pytest
import record_kit
from hypothesis import given
from record_kit import moves, read, read_broken, read_one, write

from loa_engine import RULE_SETS, Color, LoaError, Move, Position, Reason, Score
from loa_engine.records import Result
from loa_engine.records.movelists.pgn import write_position_line
from loa_engine.records.movelists.san import read_san, write_san

STANDARD = RULE_SETS["standard"]
PLAYSTRATEGY = (record_kit.DATA / "playstrategy.pgn").read_bytes()
XBOARD = (record_kit.DATA / "xboard.pgn").read_bytes()

# Checked by other programs: the moves in full, in short form, and who wins.
VECTORS = {
    "a branched shape": (
        "d1-d3 h3xf1 d3-d5 h2-f2 b1-d3 a3xc1 d3-d6 h4xe1 b8-b7 c1xg1 c8-c7",
        "Ldd3 Lxf1 Ld5 L2f2 Lbd3 Lxc1 Ld6 Lxe1 Lb7 Lxg1 Lcc7#",
        "1-0",
    ),
    "the opponent is united by a capture": (
        "d1-b3 h3xf1 b1-b4 h2-f2 b3-b6 a3xc1 b4-b7 h4xe1 g8-a8 c1xg1",
        "Ldb3 Lxf1 Lb4 L2f2 Lbb6 Lxc1 Lb7 Lxe1 Lga8 Lxg1",
        "1-0",
    ),
}


# Short moves --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("full", "short", "result"), VECTORS.values(), ids=VECTORS)
def test_vectors(full, short, result):
    position = Position.start()
    for text, expected in zip(full.split(), short.split(), strict=True):
        move = position.parse_move(text)
        assert write_san(position, move, STANDARD) == expected
        assert read_san(position, STANDARD, expected.rstrip("#")) == move
        position = position.play(move)
    assert position.outcome().result == result
    assert moves(read_one(short, "pgn")) == full


@given(record_kit.bare_records(record_kit.variant_starts(kit.ALL_VARIANTS), "boardspace"))
def test_short_moves_come_back(record):
    rules, position = record.rules, record.start
    for move in record.moves:
        short = write_san(position, move, rules)
        assert read_san(position, rules, short.rstrip("#")) == move
        after = position.play(move, rules)
        outcome = after.outcome(rules)
        wins = outcome is not None and outcome.winner is position.turn
        assert short.endswith("#") == wins
        position = after


# On the e-file two black pieces can go to e4, on rank 4 as well, and one on a diagonal.
CROWD = Position.parse("o7/8/4x3/8/1x5x/8/4x3/7o x")


@pytest.mark.parametrize(
    ("text", "position", "short"),
    [
        ("b1-b3", Position.start(), "Lbb3"),
        ("c1xa3", Position.start(), "Lxa3"),
        ("b1-h1", Position.start(), "Lh1"),
        ("e2-e4", CROWD, "L2e4"),
        ("e6-e4", CROWD, "L6e4"),
    ],
)
def test_what_tells_pieces_apart(text, position, short):
    move = position.parse_move(text)
    assert write_san(position, move, STANDARD) == short
    assert read_san(position, STANDARD, short) == move


def test_file_and_rank_together():
    """Five pieces can go to c6; that on a8 shares its file with one and its rank with another."""
    position = Position.parse("x3x1oo/5x2/3x4/2xx4/x6o/6x1/8/6x1 x")
    to_c6 = [move for move in position.legal_moves() if str(move).endswith("c6")]
    assert [write_san(position, move, STANDARD) for move in to_c6] == [
        "L4c6", "Lcc6", "Ldc6", "La8c6", "Lec6"
    ]  # fmt: skip
    for move in position.legal_moves():
        short = write_san(position, move, STANDARD)
        assert read_san(position, STANDARD, short.rstrip("#")) == move


def test_short_moves_are_those_of_the_site():
    """Two whole games are written move by move as PlayStrategy wrote them."""
    originals = [line for line in PLAYSTRATEGY.decode().splitlines() if line.startswith("1. L")]
    for original, record in zip(originals, read(PLAYSTRATEGY)[:2], strict=True):
        written = write(record, "pgn").split("\n\n")[1]
        assert without_comments(written) == without_comments(original)


def without_comments(text):
    return re.sub(r"\{[^}]*\}|[0-9]+\.+", "", text).split()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ld3", "'Ld3' is ambiguous: b1-d3, d1-d3, f1-d3"),
        ("Ld4", "no piece of Black may move there"),
        ("d3", "'d3' is not a move"),
        ("Nd3", "'Nd3' is not a move"),
        ("Lz3", "no square 'z3'"),
        ("", "not a move"),
    ],
)
def test_short_moves_that_cannot_be_read(text, message):
    with pytest.raises(LoaError) as caught:
        read_san(Position.start(), STANDARD, text)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["--", "@@@@", "0000", "pass", "null"])
def test_passes(text):
    assert read_san(Position.start(), STANDARD, text).is_pass


@pytest.mark.parametrize("text", ["d1-d3", "D1D3", "d1:d3", "Ld1d3", "Ldd3", "ldd3", "Ld1-d3"])
def test_full_and_short_spellings(text):
    assert moves(read_one(f'[Variant "loa"]\n\n1. {text} *')) == "d1-d3"


# Files of sites and programs ----------------------------------------------------------------------


def test_playstrategy():
    first, second, third = read(PLAYSTRATEGY)
    assert first.headers == {
        "event": "Rated Lines Of Action game",
        "site": "https://playstrategy.org/abcdefgh",
        "date": "2022-06-18",
        "black": "first",
        "white": "second",
        "UTCDate": "2022.06.18",
        "UTCTime": "10:11:12",
        "black_rating": "1512",
        "P1RatingDiff": "-6",
        "time": "180+2",
        "Termination": "Normal",
    }
    assert first.rules.name == "playstrategy"
    assert first.result == Result(Color.WHITE, Reason.CONNECTED)
    assert len(first.moves) == 36
    assert first.line[0].comment == "[%clk 0:03:00]"
    assert second.result == Result(Color.BLACK, Reason.CONNECTED)
    assert len(second.moves) == 41
    assert third.start == Position.start("scrambled-eggs")
    assert moves(third) == "f1xh3 c1xa3 e8-g6 a6xc8"
    assert third.result == Result(Color.BLACK, Reason.TIME)
    for record in (first, second, third):
        assert record.notes == ()
        assert read_one(write(record, "pgn")) == record


def test_xboard():
    record = read_one(XBOARD)
    assert moves(record) == record_kit.SHORTEST
    assert record.headers["black"] == "loa one"
    assert record.headers["white"] == "loa two"
    assert record.line[0].comment == "+0.00/1 0.1"
    assert record.line[2].comment == "+0.30/3 0.2"
    assert record.line[8].comment == "+1000.01/2 0.1\nfirst player connects"
    assert record.root.comment.startswith("--------------")
    assert all(node.suffix == "" for node in record.line)
    assert record.result == Result(Color.BLACK, Reason.CONNECTED)


def test_the_mark_of_a_win_is_for_the_winner_only():
    full, _, _ = VECTORS["the opponent is united by a capture"]
    text = write(read_one(full, "plain"), "pgn")
    assert "Lxg1 1-0" in text
    assert "#" not in text


def test_no_headers():
    record = read_one("1. Ldd3 Lxf1 2. Ld5 L2f2")
    assert moves(record) == "d1-d3 h3xf1 d3-d5 h2-f2"
    assert record.headers == {}


def test_position_lines():
    start = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"
    assert write_position_line(Position.start()) == start
    assert Position.parse(start) == Position.start()
    scrambled = Position.parse("x7/8/8/8/8/8/8/o7 o")
    assert write_position_line(scrambled) == "L7/8/8/8/8/8/8/l7 b - - 0 1"
    parachute = Position.start("parachute")
    assert Position.parse(write_position_line(parachute)) == parachute


def test_letters_of_the_position_are_players():
    record = read_one('[FEN "1llllll1/L6L/L6L/L6L/L6L/L6L/L6L/1llllll1 b - - 0 1"]\n\n1... Lbb3 *')
    assert record.start.turn is Color.WHITE
    assert moves(record) == "b1-b3"
    assert "1... Lbb3 *" in write(record, "pgn")


@pytest.mark.parametrize("variant", ["Chess", "Crazyhouse"])
def test_other_variants(variant):
    broken = read_broken(f'[Variant "{variant}"]\n\n1. Ldd3 *')
    assert f"the variant '{variant}' is not supported" in broken.error.reason


def test_a_malformed_position():
    broken = read_broken('[FEN "1LLLLLL1/l6l w"]\n[White "A"]\n\n1. Ldd3 *')
    assert "rank" in broken.error.reason
    assert broken.read_so_far.headers == {"black": "A"}


# Headers, comments, variations --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (r'[White "a \"b\" \\ c"]', 'a "b" \\ c'),
        ('[White "open]', "open"),
        ('[White "open', "open"),
        ("[White Ann]", "Ann"),
        ('  [ White  "Ann" ]  ', "Ann"),
        ('[White "a "b" c"]', 'a "b" c'),
        ('[Event "x"][White "Ann"]', "Ann"),
    ],
)
def test_headers_read_tolerantly(line, value):
    assert read_one(f'{line}\n[Black "B"]\n\n1. Ldd3 *', "pgn").headers["black"] == value


@pytest.mark.parametrize(
    ("tag", "date"),
    [
        ("1996.05.08", "1996-05-08"),
        ("1996.05.??", "1996-05"),
        ("1996.??.??", "1996"),
        ("????.??.??", None),
        ("May 1996", "May 1996"),
    ],
)
def test_dates(tag, date):
    record = read_one(f'[Date "{tag}"]\n\n1. Ldd3 *')
    assert record.headers.get("date") == date
    assert f'[Date "{tag}"]' in write(record, "pgn")


def test_rules():
    record = read_one('[Rules "olympiad"]\n\n1. Ldd3 *')
    assert record.rules.name == "olympiad"
    odd = read_one('[Rules "ours"]\n\n1. Ldd3 *')
    assert odd.rules.name == "standard"
    assert "not known" in odd.notes[0]
    assert read_one(write(odd, "pgn")) == odd


@pytest.mark.parametrize(
    ("reason", "termination"),
    [
        (Reason.TIME, "time forfeit"),
        (Reason.FORFEIT, "rules infraction"),
        (Reason.RESIGN, "resignation"),
        (Reason.ADJUDICATION, "adjudication"),
        (Reason.AGREED, "agreement"),
    ],
)
def test_terminations(reason, termination):
    text = f'[Result "1-0"]\n[Termination "{termination}"]\n\n1. Ldd3 1-0'
    record = read_one(text)
    assert record.result == Result(Color.BLACK, reason)
    assert f'[Termination "{termination}"]' in write(record, "pgn")


def test_a_result_in_the_header_only():
    assert read_one('[Result "0-1"]\n\n1. Ldd3').result == Result(Color.WHITE)
    both = read_one('[Result "0-1"]\n\n1. Ldd3 1-0')
    assert both.notes == ("it says both 0-1 and 1-0",)


def test_variations_comments_and_marks():
    record = read_one(
        "{before} 1. Ldd3! $14 {after [%eval -0.35]} (1. Lbd3 {other} Lxf1 (1... L6f6?)) "
        "1... Lxf1 $6 {[%win 7]} ; to the end of the line }\n2. Ld5 !? *",
        "pgn",
    )
    first, second, third = record.line
    assert record.root.comment == "before"
    assert (first.mark, first.comment, first.score) == ("!", "after", Score.cp(-35))
    assert first.properties == {"NAG": ["14"]}
    (variation,) = first.variations
    assert [str(node.move) for node in variation] == ["b1-d3", "h3xf1"]
    assert variation[1].variations[0][0].move == Move.parse("h6-f6")
    assert variation[1].variations[0][0].mark == "?"
    assert (second.mark, second.score) == ("?!", Score.win_in(7))
    assert second.comment == "to the end of the line }"
    assert third.mark == "!?"
    assert read_one(write(record, "pgn")) == record


def test_instead_of_the_first_move_of_a_variation():
    record = read_one("1. Ldd3 (1. Lbd3 (1. Lfd3) 1... Lxf1) 1... Lxf1 *", "pgn")
    assert [len(line) for line in record.line[0].variations] == [2, 1]
    assert read_one(write(record, "sgf")) == record


def test_long_games_are_wrapped():
    text = write(read(PLAYSTRATEGY)[0], "pgn")
    assert max(map(len, text.splitlines())) < 80
    assert len(text.splitlines()) >= 20


@pytest.mark.parametrize("text", ["(1. Ldd3) 1. Ldd3", "1. Ldd3 (1. Lbd3 1... Ld3) Lxf1 *"])
def test_faults_around_variations(text):
    broken = read_broken(text, "pgn")
    assert broken.error.line == 1
    if broken.error.ply:
        assert broken.error.reason.startswith("in a variation: ")
        assert moves(broken.read_so_far) == "d1-d3 h3xf1"
        assert [len(line) for line in broken.read_so_far.line[0].variations] == [1]


def test_the_faulty_move_is_named():
    broken = read_broken('[White "A"]\n\n1. Ldd3 Lxf1\n2. Ld5 L2f2 3. Lzz9 Lxc1 *')
    error = broken.error
    assert (error.game, error.line, error.ply, error.move) == (1, 4, 5, "Lzz9")
    assert str(error).startswith("game 1, line 4, ply 5, 'Lzz9': ")
    assert moves(broken.read_so_far) == "d1-d3 h3xf1 d3-d5 h2-f2"


def test_one_broken_game_does_not_stop_the_rest():
    text = '[White "A"]\n\n1. Ldd3 *\n\n[White "B"]\n\n1. Lxx *\n\n[White "C"]\n\n1. Lbd3 1-0\n'
    first, second, third = read(text)
    assert moves(first) == "d1-d3"
    assert second.error.game == 2
    assert (moves(third), third.headers["black"]) == ("b1-d3", "C")


def test_comments_behind_the_result_belong_to_the_game():
    first, second = read('[White "A"]\n\n1. Ldd3 1-0 {well}\n\n[White "B"]\n\n1. Lbd3 *')
    assert first.line[0].comment == "well"
    assert second.headers == {"black": "B"}


def test_a_comment_without_an_end_does_not_swallow_the_next_game():
    good = '[White "B"]\n\n1. Lbd3 *\n'
    first, second = read(f'[White "A"]\n\n1. Ldd3 {{no end\n\n{good}')
    assert (first.error.reason, first.error.line) == ("a comment has no end", 3)
    assert moves(first.read_so_far) == "d1-d3"
    assert moves(second) == "b1-d3"
    assert read_broken("1. d1-d3 {no end", "plain").error.reason == "a comment has no end"
