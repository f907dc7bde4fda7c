"""Wins in one, threats, and where lines lead, against the slow twin of the rules."""

from dataclasses import replace

import kit
import pytest
import reference
from hypothesis import assume, given

from loa_engine import LoaError, Position
from loa_engine.game.squares import Direction

WIN_IN_ONE = "8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2 x"


def winning(state, rules):
    """The winning moves of the side to move, by the twin."""
    found = []
    for move in reference.moves(state, rules):
        end = None if move == "pass" else reference.outcome(reference.play(state, move), rules)
        if end is not None and end.winner == state.turn:
            found.append(move)
    return found


@given(kit.states(), kit.rules())
def test_wins_and_threats_agree_with_the_reference(state, rules):
    position, rule_set = kit.position_of(state), kit.rules_of(rules)
    other = replace(state, turn=reference.OTHER[state.turn])
    assume(len(reference.moves(state, rules)) + len(reference.moves(other, rules)) < 150)
    assert sorted(kit.texts(position.winning_moves(rule_set))) == sorted(winning(state, rules))
    assert sorted(kit.texts(position.threats(rule_set))) == sorted(winning(other, rules))


@given(kit.placements())
def test_targets_of_lines_agree_with_the_reference(state):
    position = kit.position_of(state)
    for square, letter in state.cells.items():
        if letter not in "xo":
            continue
        mover = replace(state, turn=letter)
        found = position.line_targets(kit.square_number(square))
        targets = [target for line in found.values() for target in line]
        wanted = [
            kit.square_number(reference.square_of(move[3:5]))
            for move in reference.piece_moves(mover, square)
        ]
        assert sorted(targets) == sorted(wanted)


def test_a_win_and_a_threat():
    position = Position.parse(WIN_IN_ONE)
    assert kit.texts(position.winning_moves()) == ["c7xc3"]
    assert position.threats() == []
    turned = Position.parse(WIN_IN_ONE[:-1] + "o")
    assert kit.texts(turned.threats()) == ["c7xc3"]


def test_lines_of_a_square():
    position = Position.start()
    assert position.line_targets(1)[Direction.FILE] == [17]
    assert not any(position.line_targets(27).values())
    with pytest.raises(LoaError, match="off the 8x8 board"):
        position.line_targets(64)


@pytest.mark.parametrize("variant", ["parachute", "cheshire-cat", "5x5"])
def test_lines_in_variants(variant):
    position = Position.start(variant)
    for square in range(64):
        if position.size == 8 or square % 8 < 5 > square // 8:
            assert set(position.line_targets(square)) == set(Direction)
