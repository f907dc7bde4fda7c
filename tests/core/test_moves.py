"""Legal moves: the worked examples of the rules, every rule of movement, and the reference.

The properties cover every variant, every board size and every option that touches legality.
"""

import kit
import pytest
import reference
from hypothesis import assume, given
from hypothesis import strategies as st

from loa_engine import IllegalMoveError, LoaError, Move, Position, RuleSet

CHECKED_BY_HAND = "1xxx1xx1/8/o3x2o/o1oo1o2/o1x2o2/o3xx1o/o6o/1x1xx3 x"
FOUR_LINES = [(0, (1, 0)), (1, (0, 1)), (2, (1, 1)), (3, (1, -1))]


def legal(position, rules="standard"):
    return kit.texts(position.legal_moves(rules))


# Worked examples --------------------------------------------------------------------------------


def test_start():
    moves = legal(Position.start())
    assert len(moves) == 36
    assert {"c8-c6", "c1xa3"} <= set(moves)


@pytest.mark.parametrize(
    ("variant", "count"),
    [("standard", 36), ("scrambled-eggs", 32), ("cheshire-cat", 36)]
    + [(name, None) for name in kit.ALL_VARIANTS if name not in ("standard", "scrambled-eggs")],
)
def test_moves_from_every_start(variant, count):
    moves = legal(Position.start(variant))
    assert sorted(moves) == reference.moves(reference.start(variant))
    assert count in (None, len(moves))


@pytest.mark.parametrize("move", ["f3xd5", "f3-h5", "f3-h1", "f3-b3"])
def test_legal_by_hand(move):
    assert Position.parse(CHECKED_BY_HAND).is_legal(Move.parse(move))


@pytest.mark.parametrize("move", ["f3-d1", "f3-h3", "f3-e4", "c4-c7", "b1-b4"])
def test_illegal_by_hand(move):
    assert not Position.parse(CHECKED_BY_HAND).is_legal(Move.parse(move))


def test_a_lone_corner_piece_does_not_move_along_its_short_diagonal():
    """Two diagonals meet in a corner: the long one, and one that is this square alone."""
    moves = legal(Position.parse("x6o/8/8/8/8/8/8/o6x x"))
    assert [move for move in moves if move.startswith("a8")] == ["a8-a6", "a8-c6", "a8-c8"]


@pytest.mark.parametrize(
    ("rank", "expected"),
    [
        ("x2o4", "a3-c3"),
        ("x1o5", "a3xc3"),
        ("xo6", None),
        ("xx1o4", "a3xd3"),
        ("xo1o4", None),
        ("x1xx4", None),
        ("x1oo4", None),
        ("xxx5", "a3-d3"),
    ],
    ids=[
        "enemy beyond the target",
        "enemy on the target",
        "enemy before the target",
        "over its own, capturing",
        "over an enemy, capturing",
        "own on the target",
        "over an enemy, an enemy on the target",
        "over its own",
    ],
)
def test_what_stands_on_the_way(rank, expected):
    moves = legal(Position.parse(f"7o/8/8/8/8/{rank}/8/o6x x"))
    along = [move for move in moves if move.startswith("a3") and move.endswith("3")]
    assert along == ([expected] if expected else [])


# Against the reference ----------------------------------------------------------------------------


@given(kit.states(), kit.rules())
def test_moves_are_those_of_the_reference(state, rules):
    position, rule_set = kit.position_of(state), kit.rules_of(rules)
    moves = legal(position, rule_set)
    assert sorted(moves) == reference.moves(state, rules)
    assert position.has_legal_move(rule_set) == bool(moves)


@given(kit.states() | kit.last_drops())
def test_moves_are_counted_without_a_list(state):
    core = kit.position_of(state).core
    for forbid_both in (False, True):
        moves = core.legal_moves(forbid_both)
        assert core.legal_move_count(forbid_both) == len(moves)
        assert core.has_legal_move(forbid_both) == bool(moves)


@given(kit.last_drops(), kit.rules(simultaneous="illegal"))
def test_uniting_both_is_forbidden_only_once_the_hands_are_empty(state, rules):
    moves = legal(kit.position_of(state), kit.rules_of(rules))
    assert sorted(moves) == reference.moves(state, rules)


@given(kit.states(), kit.rules())
def test_moves_come_in_order_and_once(state, rules):
    def order(move):
        drop = -1 if move.drop is None else move.drop
        return (move.from_square or 0, move.to_square or 0, drop)

    moves = kit.position_of(state).legal_moves(kit.rules_of(rules))
    assert [order(move) for move in moves] == sorted(order(move) for move in moves)
    assert len(set(moves)) == len(moves)


@given(kit.states(), st.data())
def test_playing_a_move_gives_the_position_of_the_reference(state, data):
    position = kit.position_of(state)
    moves = position.legal_moves()
    assume(moves)
    move = kit.chosen(data, moves)
    after = reference.play(state, str(move))
    assert str(position.play(move)) == reference.write(after)
    assert position.play(str(move)) == position.play(move) == kit.position_of(after)
    assert position == kit.position_of(state)


@given(kit.states(), st.data())
def test_every_other_pair_of_squares_is_refused(state, data):
    position = kit.position_of(state)
    names = st.sampled_from([reference.name(square) for square in state.squares()])
    text = f"{data.draw(names)}-{data.draw(names)}"
    accepted = {text, text.replace("-", "x")} & set(reference.moves(state))
    if accepted:
        assert str(position.parse_move(text)) in accepted
    else:
        with pytest.raises(LoaError):
            position.parse_move(text)


@given(kit.states(), st.sampled_from(kit.SYMMETRIES))
def test_symmetries_turn_the_moves_along(state, symmetry):
    turned = kit.position_of(kit.mapped_state(state, symmetry))
    moves = {kit.mapped_move(move, state.size, symmetry) for move in legal(kit.position_of(state))}
    assert set(legal(turned)) == moves


@given(kit.states())
def test_the_package_knows_the_same_eight_symmetries(state):
    position = kit.position_of(state)
    found = position.symmetries()
    assert found[0] == position
    assert len(found) == 8
    assert {str(turned) for turned in found} == {
        reference.write(kit.mapped_state(state, symmetry)) for symmetry in kit.SYMMETRIES
    }


@given(kit.states(), st.data())
def test_line_counts(state, data):
    square = data.draw(st.sampled_from(list(state.squares())))
    position, number = kit.position_of(state), kit.square_number(square)
    expected = [reference.line_count(state, square, line) for _, line in FOUR_LINES]
    assert [position.line_count(number, index) for index, _ in FOUR_LINES] == expected
    assert list(position.line_counts(number).values()) == expected


# Cheshire cat and parachute -----------------------------------------------------------------------


def test_a_left_square_vanishes_but_may_be_passed_over():
    position = Position.start("cheshire-cat").play("c1xa3")
    assert str(position) == "1xxxxxx1/o6o/o6o/o6o/o6o/x6o/o6o/1x#xxxx1 o"
    position = Position.parse("8/8/8/8/8/8/o6o/x#x1x3 x")
    assert "a1-d1" in legal(position)
    assert "e1-b1" not in legal(position)
    assert position.line_count(0, 0) == 3


@given(kit.vanishing())
def test_exactly_the_pieces_that_cannot_move_may_be_removed(state):
    position = kit.position_of(state)
    moves = position.legal_moves()
    assume(position.outcome() is None)
    movable = {move.from_square for move in moves if not move.is_removal}
    pieces = {kit.square_number(square) for square in state.pieces(state.turn)}
    assert {move.from_square for move in moves if move.is_removal} == pieces - movable


def test_a_removal_takes_the_piece_and_its_square():
    position = Position.parse("x#6/##6/8/8/8/4o3/8/4o1x1 x")
    assert "a8^^" in legal(position)
    assert str(position.play("a8^^")) == "##6/##6/8/8/8/4o3/8/4o1x1 o"


def test_parachute_turns_carry_a_drop_until_the_hand_is_empty():
    position = Position.start("parachute")
    assert all(move.drop is not None for move in position.legal_moves())
    for _ in range(12):
        position = position.play(position.legal_moves()[0])
    assert not any(position.hands)
    assert all(move.drop is None for move in position.legal_moves())


def test_a_drop_may_fall_on_the_square_just_left():
    state = reference.start("parachute")
    move = next(text for text in reference.moves(state) if text.endswith("@" + text[:2]))
    assert Position.start("parachute").is_legal(Move.parse(move))


def test_a_player_who_cannot_move_only_drops():
    state = reference.read(kit.BLACK_STUCK + " 1/1")
    moves = legal(kit.position_of(state))
    assert sorted(moves) == reference.moves(state)
    assert all(move.startswith("@") for move in moves)
    assert len(moves) == 64 - len(state.cells)


# Why a move is illegal ----------------------------------------------------------------------------

REASONS = {
    "empty square": ("standard", "d4-d6", r"no piece|empty"),
    "enemy's piece": ("standard", "a2-c2", r"White|enemy|opponent"),
    "too far": ("standard", "b1-b5", r"\b2\b"),
    "too near": ("standard", "b1-b2", r"\b2\b"),
    "not on a line": ("standard", "b1-c3", r"rank.*file.*diagonal"),
    "no move at all": ("standard", "b1-b1", r"leave"),
    "jumps an enemy": ("1xxxxxx1/o6o/o6o/o6o/o6o/1o5o/o6o/1xx1x3 x", "b1-b4", r"jump|over"),
    "own piece": ("8/8/8/8/8/2x5/o6o/2x4o x", "c1-c3", r"own"),
    "vanished": ("1xxxxxx1/o6o/o6o/o6o/o6o/1#5o/o6o/1xx4x x", "b1-b3", r"vanished"),
    "off a small board": ("5x5", "b1-b6", r"board"),
    "not two squares of the board": ("5x5", "h1-h3", r"board"),
    "removal outside cheshire cat": ("standard", "b1^^", r"cheshire|vanish|remov"),
    "removal of a piece that can move": ("cheshire-cat", "b1^^", r"can move|has a .*move"),
    "drop outside parachute": ("standard", "b1-b3@e5", r"hand|drop|parachute"),
    "drop missing": ("parachute", "a3-c3", r"drop|hand"),
    "drop on a piece": ("parachute", "a3-c3@h7", r"empty|occupied|taken"),
    "drop alone": ("parachute", "@e5", r"move"),
    "pass with moves left": ("standard", "pass", r"pass"),
}


@pytest.mark.parametrize(("setup", "move", "words"), REASONS.values(), ids=REASONS)
def test_an_illegal_move_is_told_why(setup, move, words):
    position = Position.parse(setup) if "/" in setup else Position.start(setup)
    with pytest.raises(IllegalMoveError, match=words) as caught:
        position.play(move)
    assert move in str(caught.value)


def test_the_count_on_the_line_is_told():
    with pytest.raises(IllegalMoveError) as caught:
        Position.parse("8/8/8/8/8/8/x6o/xx1o1xo1 x").play("a1-c1")
    assert "5" in str(caught.value)


@pytest.mark.parametrize("rules", ["standard", "codingame"])
def test_a_pass_needs_a_stuck_player_and_a_rule_that_lets_him(rules):
    with pytest.raises(IllegalMoveError, match="pass"):
        Position.start().play("pass", rules)
    stuck = Position.parse(kit.BLACK_STUCK)
    if rules == "codingame":
        assert str(stuck.play("pass", rules)) == kit.BLACK_STUCK[:-1] + "o"
    else:
        with pytest.raises(IllegalMoveError):
            stuck.play("pass", rules)


def test_no_move_is_legal_when_the_game_is_over():
    position = Position.parse("xx6/8/8/8/8/8/o7/7o o")
    assert position.legal_moves() == []
    assert not position.has_legal_move()
    with pytest.raises(IllegalMoveError, match="over"):
        position.play("a2-a4")


def test_a_move_that_unites_both_is_told_why():
    position = Position.parse(kit.WHITE_CAN_UNITE_BOTH)
    forbidding = RuleSet(simultaneous="illegal")
    assert position.is_legal(Move.parse("d2xd6"))
    assert not position.is_legal(Move.parse("d2xd6"), forbidding)
    with pytest.raises(IllegalMoveError, match="both"):
        position.play("d2xd6", forbidding)
