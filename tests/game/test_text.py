"""Positions and moves as text: round trips, every form the readers take, and every complaint.

A reader may refuse any text, but only with an error of the package, which is a ValueError.
"""

import copy
import pickle

import kit
import pytest
import reference
from hypothesis import example, given
from hypothesis import strategies as st

from loa_engine import (
    PASS,
    Color,
    IllegalMoveError,
    LoaError,
    Move,
    MoveTextError,
    Position,
    PositionError,
)

START = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"
OPENSPIEL_START = """8.xxxxxx.
7o......o
6o......o
5o......o
4o......o
3o......o
2o......o
1.xxxxxx.
 abcdefgh


Current player: x"""
PLAYSTRATEGY_START = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"

# Positions out --------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", kit.ALL_VARIANTS)
def test_start_positions(variant):
    position = Position.start(variant)
    assert str(position) == reference.STARTS[variant]
    assert Position.parse(str(position), variant) == position


@given(kit.states())
def test_text_round_trip(state):
    position = kit.position_of(state)
    assert str(position) == reference.write(state)
    assert Position.parse(str(position), kit.variant_of(state)) == position


@given(kit.states())
def test_what_text_says_is_what_the_position_holds(state):
    position = kit.position_of(state)
    assert position.black == kit.bitboard(state.pieces("x"))
    assert position.white == kit.bitboard(state.pieces("o"))
    assert position.vanished == kit.bitboard(state.pieces("#"))
    assert position.turn.letter == state.turn
    assert position.size == state.size
    assert position.vanishing == state.vanishing
    assert tuple(position.hands) == state.hands


@given(kit.states())
def test_repr_rebuilds_the_position(state):
    position = kit.position_of(state)
    assert eval(repr(position), {"Position": Position}) == position


def test_repr_of_the_start():
    assert repr(Position.start()) == f"Position.parse('{START}')"


@given(kit.states())
def test_pickle_and_copy(state):
    position = kit.position_of(state)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        dumped = pickle.dumps(position, protocol)
        assert pickle.loads(dumped) == position
        assert b"_core" not in dumped
    assert copy.copy(position) == position
    assert copy.deepcopy(position) == position


@given(kit.states())
def test_picture_reads_back(state):
    position = kit.position_of(state)
    text = f"{position.picture()}\n{' '.join(reference.write(state).split()[1:])}"
    assert Position.parse(text, kit.variant_of(state)) == position


def test_picture_has_rank_8_on_top_and_labels_around():
    lines = Position.start().picture().splitlines()
    ranks = [line.split()[0] for line in lines if line.strip() and line.split()[0].isdigit()]
    assert ranks == list("87654321")
    assert any(line.split() == list("abcdefgh") for line in lines) or any(
        "abcdefgh" in line for line in lines
    )


def test_svg():
    svg = Position.start().svg()
    assert svg.startswith("<svg")
    assert svg.rstrip().endswith("</svg>")
    assert Position.start()._repr_svg_() == svg


# Positions in -----------------------------------------------------------------------------------


def drawn(state, labels, gap=""):
    """The board over lines, with a line for the side to move."""
    lines = []
    for rank in reversed(range(state.size)):
        cells = [state.cells.get((file, rank), ".") for file in range(state.size)]
        lines.append((f"{rank + 1} " if labels else "") + gap.join(cells))
    if labels:
        lines.append("  " + gap.join(reference.FILES[: state.size]))
    return "\n".join(lines) + f"\n{state.turn}"


def openspiel(state):
    lines = [
        str(rank + 1) + "".join(state.cells.get((file, rank), ".") for file in range(8))
        for rank in reversed(range(8))
    ]
    return "\n".join([*lines, " abcdefgh", "", "", f"Current player: {state.turn}"])


def playstrategy(state):
    board = reference.write_board(state).translate(str.maketrans("xo", "Ll"))
    return f"{board} {'w' if state.turn == 'x' else 'b'} - - 0 1"


def dots(state):
    text = reference.write(state)
    board, _, rest = text.partition(" ")
    for digit in "12345678":
        board = board.replace(digit, "." * int(digit))
    return f"{board} {rest}"


def side_letter(state):
    return f"{reference.write_board(state)} {'b' if state.turn == 'x' else 'w'}"


FORMS = {
    "dots": dots,
    "b and w for the side": side_letter,
    "drawn with labels": lambda state: drawn(state, labels=True),
    "drawn without labels": lambda state: drawn(state, labels=False),
    "drawn with labels, spaced": lambda state: drawn(state, labels=True, gap=" "),
    "drawn without labels, spaced": lambda state: drawn(state, labels=False, gap=" "),
    "OpenSpiel": openspiel,
    "PlayStrategy": playstrategy,
    "blank space around": lambda state: f"  {reference.write(state)} \n",
}


@pytest.mark.parametrize("form", FORMS)
@given(state=kit.placements(size=8))
def test_reader_takes_the_form(form, state):
    assert Position.parse(FORMS[form](state)) == kit.position_of(state)


@pytest.mark.parametrize("form", [form for form in FORMS if form != "OpenSpiel"])
@given(state=kit.placements())
def test_reader_takes_the_form_on_small_boards(form, state):
    assert Position.parse(FORMS[form](state)) == kit.position_of(state)


@pytest.mark.parametrize("text", [OPENSPIEL_START, PLAYSTRATEGY_START, START])
def test_the_start_as_other_programs_write_it(text):
    assert Position.parse(text) == Position.start()


def test_playstrategy_letters_are_players_and_not_places():
    """Wherever they stand: L is the first player, and so is w on the move."""
    position = Position.parse("1llllll1/L6L/L6L/L6L/L6L/L6L/L6L/1llllll1 b - - 0 1")
    assert str(position) == "1oooooo1/x6x/x6x/x6x/x6x/x6x/x6x/1oooooo1 o"


def test_both_mirror_forms_of_scrambled_eggs():
    ours = Position.start("scrambled-eggs")
    other = Position.parse("/".join(reversed(str(ours).split()[0].split("/"))) + " x")
    assert other != ours
    assert other in ours.symmetries()
    assert len(other.legal_moves()) == 32


def test_vanished_squares_make_it_cheshire_cat():
    position = Position.parse("1x##xx1x/o5#o/o2x3o/##4o1/o1x4o/o6#/#5oo/1x#x#xx1 o")
    assert position.vanishing
    assert position.vanished.bit_count() == 9


def test_hands_make_it_parachute():
    assert Position.parse("8/x6o/o6x/x6o/o6x/x6o/o6x/8 x 6/6") == Position.start("parachute")


# Complaints about positions -----------------------------------------------------------------------

RANKS = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1"
POSITION_FAULTS = {
    "nothing": ("", r"empty|no position|rank|nothing"),
    "too few ranks": ("8/8/8 x", r"\b3\b.*rank|rank.*\b3\b"),
    "too many ranks": (f"{RANKS}/8 x", r"\b9\b.*rank|rank.*\b9\b"),
    "short rank": ("1xxxxxx1/o6o/o6o/o5o/o6o/o6o/o6o/1xxxxxx1 x", r"rank 5.*7"),
    "long rank": ("1xxxxxx1/o6o/o6o/o7o/o6o/o6o/o6o/1xxxxxx1 x", r"rank 5.*9"),
    "unknown letter": ("1xxxxxx1/o6o/o6o/o3q2o/o6o/o6o/o6o/1xxxxxx1 x", r"rank 5.*q"),
    "a nine": ("1xxxxxx1/9/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x", r"rank 7.*9"),
    "a zero": ("1xxxxxx1/o6o/o6o/o6o/o6o/o6o0/o6o/1xxxxxx1 x", r"rank 3.*0"),
    "no side": (RANKS, r"side|turn|move"),
    "unknown side": (f"{RANKS} q", r"(side|turn|move).*q|q.*(side|turn|move)"),
    "no black piece": ("8/o6o/8/8/8/8/8/8 x", r"Black"),
    "no white piece": ("8/x6x/8/8/8/8/8/8 x", r"White"),
    "malformed hands": ("8/x6o/o6x/x6o/o6x/x6o/o6x/8 x 6-6", r"6-6"),
    "too many in hand": ("8/x6o/o6x/x6o/o6x/x6o/o6x/8 x 99/6", r"99|hand"),
}


@pytest.mark.parametrize(("text", "words"), POSITION_FAULTS.values(), ids=POSITION_FAULTS)
def test_a_malformed_position_is_told_what_is_wrong(text, words):
    with pytest.raises(PositionError, match=words):
        Position.parse(text)


def test_a_nine_by_nine_board_is_refused_by_its_size():
    rows = ["1xxxxxxx1", *["o7o"] * 7, "1xxxxxxx1"]
    with pytest.raises(PositionError, match="9"):
        Position.parse("/".join(rows) + " x")


ALPHABET = st.sampled_from("xo.#/12345678 bwLl\n-0axX:ö")
TEXTS = st.text() | st.text(alphabet=ALPHABET, max_size=90)


@st.composite
def damaged(draw):
    """A sound text with one stretch of it replaced."""
    text = draw(st.sampled_from((START, OPENSPIEL_START, PLAYSTRATEGY_START, "8/8/8/8 x 6/6")))
    left = draw(st.integers(0, len(text)))
    right = draw(st.integers(left, min(len(text), left + 4)))
    return text[:left] + draw(st.text(alphabet=ALPHABET, max_size=4)) + text[right:]


@given(TEXTS | damaged())
@example("²/8/8/8/8/8/8/8 x")
@example("\u0663xo1/4/4/4 x")
def test_only_position_errors_escape_the_position_reader(text):
    try:
        position = Position.parse(text)
    except PositionError:
        return
    variant = "cheshire-cat" if position.vanishing else "standard"
    assert Position.parse(str(position), variant) == position


# Moves out and in ---------------------------------------------------------------------------------


@given(kit.states(), kit.rules())
def test_move_text_round_trip(state, rules):
    rule_set = kit.rules_of(rules)
    position = kit.position_of(state)
    for move in position.legal_moves(rule_set)[:60]:
        text = str(move)
        assert Move.parse(text) == move
        assert str(Move.parse(text)) == text
        assert position.parse_move(text, rule_set) == move
        assert str(position.parse_move(text.upper(), rule_set)) == text
        assert eval(repr(move), {"Move": Move}) == move
        assert Move.from_packed(move.packed) == move
        assert str(Move.from_packed(move.packed)) == text
        assert pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize(
    "text",
    ["b1-b3", "b1b3", "B1-B3", "B1b3", "b1-b3+", "b1-b3!", "b1-b3?", "B1B3!?", "b1-b3++", " b1b3 "],
)
def test_spellings_of_a_move(text):
    assert Position.start().parse_move(text) == Move.parse("b1-b3")
    assert str(Position.start().parse_move(text)) == "b1-b3"


@pytest.mark.parametrize(
    "text",
    ["c1xa3", "c1-a3", "c1:a3", "c1a3", "C1-A3", "C1XA3", "C1:A3", "c1xa3+", "C1:A3++", "c1a3!"],
)
def test_spellings_of_a_capture(text):
    move = Position.start().parse_move(text)
    assert str(move) == "c1xa3"
    assert move.is_capture
    assert Position.start().play(text) == Position.start().play("c1xa3")


@pytest.mark.parametrize("text", ["a3-c3@e5", "A3-C3@E5", "a3c3@e5", "a3-c3@e5!"])
def test_spellings_of_a_move_with_a_drop(text):
    assert str(Position.start("parachute").parse_move(text)) == "a3-c3@e5"


@pytest.mark.parametrize("text", ["e8^^", "E8^^", "e8-^^", "e8^^!"])
def test_spellings_of_a_removal(text):
    assert str(Move.parse(text)) == "e8^^"
    assert Move.parse(text).is_removal


@pytest.mark.parametrize("text", ["pass", "PASS", "Pass"])
def test_spellings_of_a_pass(text):
    assert Move.parse(text) == PASS
    assert PASS.is_pass
    assert str(PASS) == "pass"


def test_fields_of_moves():
    move = Move.parse("c1xa3")
    assert (move.from_square, move.to_square, move.is_capture, move.drop) == (2, 16, True, None)
    assert Move.parse("c1-a3") == move
    assert hash(Move.parse("c1-a3")) == hash(move)
    assert Move.parse("a3-c3@e5").drop == 36
    assert Move.parse("@e5").drop == 36
    assert Move.parse("@e5").from_square is None
    assert Move.parse("a3-c3@e5") != Move.parse("a3-c3")
    assert PASS.from_square is PASS.to_square is PASS.drop is None
    assert not move.is_pass
    assert not move.is_removal


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "b1", "b1-", "-b3", "b1-b9", "i1-b3", "b0-b3", "b1--b3", "b1~b3", "b1-b3-b5",
        "b1\n-b3", "b1-\nb3", "f1\n2-f3", "b1-b3@", "b1-b3@z9", "@", "^^", "e8^", "passs",
        "b1-b3 g1-g3", "²1-b3", "b\u0661-b3", "@e5@e6", "pass@e5", "e8^^@e5", "1-0",
    ],
)  # fmt: skip
def test_unreadable_moves_are_told_so(text):
    with pytest.raises(MoveTextError) as caught:
        Move.parse(text)
    assert not isinstance(caught.value, IllegalMoveError)
    assert repr(text)[1:-1] in str(caught.value) or not text.strip()
    with pytest.raises(MoveTextError):
        Position.start().play(text)


MOVE_ALPHABET = st.sampled_from("abchxABC1238-:^@+!?pas \n0")


@given(st.text(max_size=12) | st.text(alphabet=MOVE_ALPHABET, max_size=12))
def test_only_move_text_errors_escape_the_move_reader(text):
    try:
        move = Move.parse(text)
    except MoveTextError:
        return
    assert Move.parse(str(move)) == move


@given(st.text(alphabet=MOVE_ALPHABET, max_size=12), kit.states())
def test_only_errors_of_the_package_escape_play(text, state):
    position = kit.position_of(state)
    try:
        after = position.play(text)
    except LoaError:
        return
    assert after.turn == position.turn.other


# Colors -------------------------------------------------------------------------------------------


def test_colors():
    assert [str(color) for color in Color] == ["Black", "White"]
    assert [color.letter for color in Color] == ["x", "o"]
    assert Color.BLACK.other is Color.WHITE
    assert Color.WHITE.other is Color.BLACK
