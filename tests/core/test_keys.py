"""Position keys: kept move by move, equal exactly when the positions are equal."""

import kit
from hypothesis import given
from hypothesis import strategies as st

from loa_engine import Position

PASS_CODE = 2 << 13


@given(kit.walks())
def test_key_after_play_equals_key_from_scratch(game):
    position = kit.position_of(game.states[0])
    for text in game.played:
        position = position.play(text, kit.rules_of(game.rules))
        assert position.core.key == position.core.recomputed_key()
    assert position == kit.position_of(game.state)
    assert position.hash == kit.position_of(game.state).hash


@given(kit.states(), st.data())
def test_any_move_of_any_position_keeps_the_key_right(state, data):
    core = kit.position_of(state).core
    assert core.key == core.recomputed_key()
    moves = core.legal_moves()
    if moves:
        after = core.play(kit.chosen(data, moves))
        assert after.key == after.recomputed_key()


@given(kit.states(), kit.states())
def test_equal_positions_have_equal_keys_and_others_do_not(state, other):
    first, second = kit.position_of(state), kit.position_of(other)
    again = Position.parse(str(first), kit.variant_of(state))
    assert again == first
    assert hash(again) == hash(first)
    assert again.hash == first.hash
    same = state == other
    assert (first == second) == same
    assert (first.hash == second.hash) == same


def test_order_of_moves_does_not_matter():
    first, second = Position.start(), Position.start()
    for move in ("b1-b3", "a2-c2", "g1-g3", "h2-f2"):
        first = first.play(move)
    for move in ("g1-g3", "h2-f2", "b1-b3", "a2-c2"):
        second = second.play(move)
    assert first == second
    assert first.hash == second.hash
    assert len({first, second}) == 1


def test_all_that_tells_positions_apart_is_in_the_key():
    texts = [
        "xx1x/o2o/o2o/1xx1 x",
        "xx1x/o2o/o2o/1xx1 o",
        "xx1x/o2o/o2o/1xx1 x 1/1",
        "xx1x/o2o/o2o/1xx1 x 1/0",
        "xx1x/o2o/o2o/1xx1 x 0/1",
        "xx1x/o2o/o2o/1xx1 x 2/2",
        "oo1o/x2x/x2x/1oo1 x",
        "xx1x/o2o/o2o/#xx1 x",
        "xx1x/o2o/o2o/1xx# x",
        "5/xx1x1/o2o1/o2o1/1xx2 x",
        "8/8/8/8/xx1x4/o2o4/o2o4/1xx5 x",
    ]
    positions = [Position.parse(text) for text in texts]
    positions.append(Position.parse(texts[0], "cheshire-cat"))
    assert len({position.hash for position in positions}) == len(positions)
    assert len(set(positions)) == len(positions)


def test_no_two_early_positions_share_a_key():
    """All positions within three plies of the start, 36,000 or so, have different keys."""
    level = {Position.start()}
    seen = set(level)
    for _ in range(3):
        level = {position.play(move) for position in level for move in position.legal_moves()}
        seen |= level
    assert len({position.hash for position in seen}) == len(seen) > 20_000


@given(kit.states())
def test_a_pass_changes_the_turn_alone(state):
    core = kit.position_of(state).core
    passed = core.play(PASS_CODE)
    assert (passed.black, passed.white, passed.vanished) == (core.black, core.white, core.vanished)
    assert passed.turn != core.turn
    assert passed.key != core.key
    assert passed.play(PASS_CODE).key == core.key
