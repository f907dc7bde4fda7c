"""Arrays of positions: every row as the library judges it alone, with any number of threads.

Play-outs keep no moves, so they are judged by how often each result and length occurs: few plies
from a position with few moves have exact chances, which the reference works out.
"""

from collections import defaultdict

import kit
import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from loa_engine import RULE_SETS, LimitError, Position, PositionError, RuleError, RuleSet, arrays

OPENSPIEL_GAMES = kit.load_openspiel_games()
WINNERS = {"x": 1, "o": -1, None: 0}
PLAYOUTS = 20_000
THREADS = pytest.mark.parametrize("threads", [1, 2, 5])


def recorded_positions():
    """Every position of some recorded games, finished ones included."""
    found = []
    for record in OPENSPIEL_GAMES[::10]:
        position = Position.start()
        for move in record["moves"].split():
            found.append(position)
            position = position.play(move)
        found.append(position)
    return found


def expected_winner(position, rules):
    outcome = position.outcome(rules)
    return arrays.ONGOING if outcome is None else WINNERS[kit.end_of(outcome).winner]


def batches():
    return st.lists(kit.placements(size=8).map(kit.position_of), min_size=1, max_size=7)


# Judging ------------------------------------------------------------------------------------------


def test_round_trip():
    positions = recorded_positions()
    boards, turns = arrays.to_arrays(positions)
    assert (boards.dtype, boards.shape) == (np.uint64, (len(positions), 2))
    assert (turns.dtype, turns.shape) == (np.uint8, (len(positions),))
    assert arrays.from_arrays(boards, turns) == positions


def test_no_positions():
    boards, turns = arrays.to_arrays([])
    assert boards.shape == (0, 2)
    assert arrays.from_arrays(boards, turns) == []
    assert arrays.legal_move_counts(boards, turns).shape == (0,)
    assert arrays.connected(boards).shape == (0, 2)
    assert arrays.outcomes(boards, turns, threads=2).shape == (0,)
    assert [array.shape for array in arrays.random_playouts(boards, turns)] == [(0,), (0,)]


@THREADS
def test_recorded_positions(threads):
    positions = recorded_positions()
    boards, turns = arrays.to_arrays(positions)
    counts = arrays.legal_move_counts(boards, turns, threads=threads)
    assert counts.tolist() == [position.core.legal_move_count() for position in positions]
    united = arrays.connected(boards, threads=threads)
    assert united.tolist() == [[position.connected(c) for c in (0, 1)] for position in positions]
    winners = arrays.outcomes(boards, turns, threads=threads)
    assert winners.tolist() == [expected_winner(position, "standard") for position in positions]
    assert arrays.ONGOING in winners
    assert {1, -1} <= set(winners.tolist())


@given(batches(), kit.rules())
def test_any_positions_under_any_rules(positions, rules):
    boards, turns = arrays.to_arrays(positions)
    rule_set = kit.rules_of(rules)
    counts = arrays.legal_move_counts(boards, turns)
    assert counts.tolist() == [position.core.legal_move_count() for position in positions]
    expected = [expected_winner(position, rule_set) for position in positions]
    assert arrays.outcomes(boards, turns, rule_set).tolist() == expected
    assert arrays.from_arrays(boards, turns) == positions


@pytest.mark.parametrize("name", RULE_SETS)
def test_stuck_and_both_united(name):
    both = Position.parse(kit.WHITE_CAN_UNITE_BOTH).play("d2xd6")
    positions = [Position.parse(kit.BLACK_STUCK), both]
    winners = arrays.outcomes(*arrays.to_arrays(positions), name)
    assert winners.tolist() == [expected_winner(position, name) for position in positions]


# Play-outs ----------------------------------------------------------------------------------------


def chances(game, max_plies, chance=1.0, found=None):
    """The chance of each (winner, plies) when every legal move is equally likely."""
    found = defaultdict(float) if found is None else found
    end = game.outcome()
    if end is not None or max_plies == 0:
        winner = arrays.ONGOING if end is None else WINNERS[end.winner]
        found[winner, len(game.played)] += chance
        return found
    moves = game.moves()
    for move in moves:
        chances(game.play(move), max_plies - 1, chance / len(moves), found)
    return found


UNITES = "8/8/8/8/8/xx1o4/x7/1xoxx3 x"  # a3xc1 unites both sides
SHORT_GAMES = {
    "zugzwang": (f"{kit.ZUGZWANG} x", reference.Rules(), 3),
    "move limit": (f"{kit.ZUGZWANG} o", reference.Rules(move_limit=2), 3),
    "limits first": (UNITES, reference.Rules(move_limit=1, limits_first=True), 3),
    "capture limit": (UNITES, reference.Rules(capture_limit=2), 3),
    "both wins": (UNITES, reference.Rules(), 2),
    "both draws": (UNITES, reference.Rules("draw"), 2),
    "both loses": (UNITES, reference.Rules("opponent"), 2),
    "both forbidden": (UNITES, reference.Rules("illegal"), 2),
    "stuck loses": (kit.BLACK_STUCK[:-1] + "o", reference.Rules(), 3),
    "stuck draws": (kit.BLACK_STUCK[:-1] + "o", reference.Rules(no_moves="draw"), 3),
    "stuck passes": (kit.BLACK_STUCK[:-1] + "o", reference.Rules(no_moves="pass"), 3),
    "board": ("o6x/8/8/8/8/8/8/x6o x", reference.Rules(repetition="board"), 4),
}


@pytest.mark.parametrize(("text", "rules", "most"), SHORT_GAMES.values(), ids=SHORT_GAMES)
def test_results_and_lengths_occur_as_often_as_they_should(text, rules, most):
    expected = chances(reference.Game(reference.read(text), rules), most)
    assert sum(expected.values()) == pytest.approx(1)
    assert len(expected) > 1 or rules.limits_first
    boards, turns = arrays.to_arrays([Position.parse(text)] * PLAYOUTS)
    winners, plies = arrays.random_playouts(
        boards, turns, kit.rules_of(rules), seed=7, max_plies=most
    )
    seen = defaultdict(int)
    for result in zip(winners.tolist(), plies.tolist(), strict=True):
        seen[result] += 1
    assert set(seen) <= set(expected)
    for result, chance in expected.items():
        deviation = (PLAYOUTS * chance * (1 - chance)) ** 0.5
        assert abs(seen[result] - PLAYOUTS * chance) <= 5 * deviation + 1e-6, result


def test_the_third_occurrence_ends_or_bends_a_playout():
    """With one seed the games are the same up to the first third occurrence."""
    boards, turns = arrays.to_arrays([Position.parse("o6x/8/8/8/8/8/8/x6o x")] * 4000)
    free, drawn, bent = (
        arrays.random_playouts(boards, turns, RuleSet(repetition=repetition), seed=1)
        for repetition in ("none", "threefold", "deviate")
    )
    is_draw = drawn[0] == 0
    assert 0 < is_draw.sum() < 40
    assert (drawn[0][~is_draw] == free[0][~is_draw]).all()
    assert (drawn[1][~is_draw] == free[1][~is_draw]).all()
    assert (drawn[1][is_draw] < free[1][is_draw]).all()
    assert set(free[0].tolist()) == set(bent[0].tolist()) == {1, -1}


def starts(count):
    return arrays.to_arrays([Position.start()] * count)


def test_same_seed_same_games_whatever_the_threads():
    boards, turns = starts(60)
    first = arrays.random_playouts(boards, turns, seed=3)
    for threads in (1, 2, 3):
        again = arrays.random_playouts(boards, turns, seed=3, threads=threads)
        assert [array.tolist() for array in again] == [array.tolist() for array in first]
    other = arrays.random_playouts(boards, turns, seed=4)
    assert other[1].tolist() != first[1].tolist()
    assert len(set(first[1].tolist())) > 10


def test_playouts_end_by_the_rules_and_stop_when_told():
    boards, turns = starts(200)
    winners, plies = arrays.random_playouts(boards, turns, "standard", seed=1)
    assert set(winners.tolist()) <= {1, 0, -1}
    assert plies.min() >= 9
    winners, plies = arrays.random_playouts(boards, turns, RuleSet(move_limit=8), seed=1)
    assert set(winners.tolist()) == {0}
    assert set(plies.tolist()) == {8}
    winners, plies = arrays.random_playouts(boards, turns, seed=1, max_plies=8)
    assert set(winners.tolist()) == {arrays.ONGOING}
    assert set(plies.tolist()) == {8}


def test_a_finished_game_is_not_played_on():
    over = Position.parse("xx6/8/8/8/8/8/o7/7o o")
    winners, plies = arrays.random_playouts(*arrays.to_arrays([over]))
    assert (winners.tolist(), plies.tolist()) == ([1], [0])


def test_arguments_are_left_alone():
    boards, turns = starts(20)
    before = boards.copy(), turns.copy()
    arrays.random_playouts(boards, turns)
    arrays.outcomes(boards, turns)
    assert np.array_equal(boards, before[0])
    assert np.array_equal(turns, before[1])


# Complaints ---------------------------------------------------------------------------------------

GOOD, TURN = np.array([[1, 2]], dtype=np.uint64), np.array([0], dtype=np.uint8)
FAULTS = {
    "dtype of boards": (GOOD.astype(np.int64), TURN, "uint64"),
    "shape of boards": (np.zeros((1, 3), dtype=np.uint64), TURN, r"\(n, 2\)"),
    "one dimension": (np.zeros(2, dtype=np.uint64), TURN, r"\(n, 2\)"),
    "lists": ([[1, 2]], TURN, "numpy"),
    "not contiguous": (np.ones((2, 4), dtype=np.uint64)[:, ::2], np.zeros(2, np.uint8), "contig"),
    "overlap": (np.array([[1, 2], [3, 2]], dtype=np.uint64), np.zeros(2, np.uint8), "position 1"),
    "dtype of turns": (GOOD, TURN.astype(np.int64), "uint8"),
    "number of turns": (GOOD, np.zeros(2, dtype=np.uint8), r"\(1,\)"),
    "value of a turn": (GOOD, np.array([2], dtype=np.uint8), "position 0.*0 or 1"),
}


@pytest.mark.parametrize(("boards", "turns", "words"), FAULTS.values(), ids=FAULTS)
def test_wrong_arrays_are_refused(boards, turns, words):
    for function in (
        arrays.from_arrays,
        arrays.legal_move_counts,
        arrays.outcomes,
        arrays.random_playouts,
    ):
        with pytest.raises(PositionError, match=words):
            function(boards, turns)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"threads": 0}, LimitError),
        ({"max_plies": -1}, LimitError),
        ({"seed": -1}, LimitError),
        ({"rules": "chess"}, RuleError),
    ],
    ids=["threads", "max_plies", "seed", "rules"],
)
def test_senseless_options_are_refused(options, error):
    with pytest.raises(error):
        arrays.random_playouts(GOOD, TURN, **options)


@pytest.mark.parametrize(
    "position",
    [Position.start("5x5"), Position.start("cheshire-cat"), Position.start("parachute")],
    ids=["small board", "cheshire cat", "parachute"],
)
def test_only_plain_positions_fit_into_arrays(position):
    with pytest.raises(PositionError, match="position 1"):
        arrays.to_arrays([Position.start(), position])
