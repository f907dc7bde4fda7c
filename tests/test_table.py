"""The transposition table: what it holds is true, and it may be full, cleared and shared.

Nothing can be stored from Python, so the entries are those of searches without heuristics, of
which plain minimax knows what they must say.
"""

import random
import threading

import kit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lookahead import Asked, affordable_depth, minimax, open_games, played, small_games
from reference import Game as ReferenceGame
from reference import State

from loa_engine import Engine, Game, Limit, Position
from loa_engine._table import TranspositionTable, folded
from loa_engine.heuristics import NO_HEURISTICS

EXAMPLES = settings.default.max_examples
TABLE = TranspositionTable(1)
MIDDLE_GAME = "2xxxxx1/o4o2/ox6/o6o/o3x3/o3x3/o3oo2/3x1xx1 x"
TIMELESS = kit.rules(repetition="none", move_limit=None, capture_limit=None)
BETAS = (-31990, -500, -60, -1, 0, 1, 40, 200, 31995)


def entries_below(asked, position, rules, plies):
    """The entries of all positions within some plies, with the positions."""
    entry = asked.searcher.entry(position.hash)
    found = [] if entry is None else [(position, entry)]
    if plies and position.outcome(rules) is None:
        for move in position.legal_moves(rules):
            found += entries_below(asked, position.play(move, rules), rules, plies - 1)
    return found


# One entry ----------------------------------------------------------------------------------------


def test_an_empty_table_knows_nothing():
    table = TranspositionTable(1)
    assert table.fill() == 0
    assert table.megabytes == 1
    for key in (0, 1, Position.start().hash, 2**64 - 1):
        assert table.probe(key) is None


def test_bounds_of_the_same_depth_are_joined():
    TABLE.clear()
    asked = Asked(Game(MIDDLE_GAME), TABLE)
    key = Position.parse(MIDDLE_GAME).hash
    value = asked.value(3)
    TABLE.clear()
    assert asked.bound(3, value) >= value
    depth, lower, upper, move = asked.searcher.entry(key)
    assert (depth, lower) == (3, value)
    assert upper > value
    assert move in map(folded, asked.moves)
    assert asked.bound(3, value + 1) <= value
    assert asked.searcher.entry(key) == (3, value, value, move)


def test_bounds_of_another_depth_take_the_place_of_the_old_ones():
    TABLE.clear()
    asked = Asked(Game(MIDDLE_GAME), TABLE)
    key = Position.parse(MIDDLE_GAME).hash
    for depth in (3, 1, 4, 2):
        value = asked.value(depth)
        assert asked.searcher.entry(key)[:3] == (depth, value, value)


def test_folded_moves_tell_the_moves_of_a_position_apart():
    for variant in kit.PLAIN_VARIANTS:
        moves = [move.packed for move in Position.start(variant).legal_moves()]
        assert len(set(map(folded, moves))) == len(moves)
        assert all(0 <= folded(move) < 1 << 16 for move in moves)


# Many entries -------------------------------------------------------------------------------------


@settings(max_examples=EXAMPLES)
@given(open_games(TIMELESS), st.lists(st.sampled_from(BETAS), min_size=1, max_size=6))
def test_what_the_table_holds_is_what_minimax_says(game, betas):
    TABLE.clear()
    asked, depth = Asked(played(game), TABLE), affordable_depth(game, most=3, positions=40)
    for beta in betas:
        asked.bound(depth, beta)
    rules = kit.rules_of(game.rules)
    found = entries_below(asked, kit.position_of(game.state), rules, min(depth, 1))
    assert found
    for position, (entry_depth, lower, upper, _) in found:
        value = minimax(ReferenceGame(state_of(position, game), game.rules), entry_depth)
        assert lower <= value <= upper


def state_of(position, game):
    """The reference's state of a position, of the variant that a game is played in."""
    cells = {}
    for letter, squares in (("x", position.black), ("o", position.white), ("#", position.vanished)):
        cells |= dict.fromkeys(kit.squares_of(squares), letter)
    return State(position.size, cells, "xo"[position.turn], game.state.vanishing, position.hands)


@settings(max_examples=EXAMPLES)
@given(small_games(kit.rules()), st.lists(st.tuples(st.integers(1, 5), st.sampled_from(BETAS))))
def test_bounds_never_cross(game, questions):
    """Whatever was asked in whatever order, with all heuristics."""
    engine_of = Engine(1)
    engine_of.analyse(played(game), Limit(depth=3, nodes=5000))
    TABLE.clear()
    asked = Asked(played(game), TABLE)
    for depth, beta in questions:
        asked.bound(depth, beta)
    rules = kit.rules_of(game.rules)
    for _, (_, lower, upper, _) in entries_below(asked, played(game).position, rules, 2):
        assert lower <= upper


# A full table -------------------------------------------------------------------------------------


def test_a_full_table_goes_on_working():
    """Values may not depend on what had to be forgotten."""
    small, large = TranspositionTable(1), TranspositionTable(64)
    depths = range(1, 6)
    expected = [Asked(Game(), large).value(depth) for depth in depths]
    fills = []
    for _ in range(2):
        small.new_search()
        asked = Asked(Game(), small)
        assert [asked.value(depth) for depth in depths] == expected
        fills.append(small.fill())
        # What was learned last is there, although there was no room.
        assert asked.searcher.entry(Position.start().hash)[:3] == (5, expected[-1], expected[-1])
    assert min(fills) > 500
    assert small.fill() > large.fill() > 0


def test_the_fill_is_that_of_the_current_search():
    table = TranspositionTable(1)
    asked = Asked(Game(), table)
    asked.value(4)
    first = table.fill()
    assert 0 < first <= 1000
    table.new_search()
    assert table.fill() == 0
    assert asked.searcher.entry(Position.start().hash) is not None
    asked.value(4)
    assert 0 < table.fill() <= first
    for _ in range(256):
        table.new_search()
    assert 0 < table.fill() <= first


def test_a_cleared_table_is_an_empty_one():
    table = TranspositionTable(1)
    asked = Asked(Game(), table)
    asked.value(4)
    table.clear()
    assert table.fill() == 0
    assert asked.searcher.entry(Position.start().hash) is None
    moves = Position.start().legal_moves()
    assert all(asked.searcher.entry(Position.start().play(m).hash) is None for m in moves)


@pytest.mark.parametrize("megabytes", [1, 2, 3, 5, 16])
def test_any_size_will_do(megabytes):
    table = TranspositionTable(megabytes)
    assert table.megabytes == megabytes
    assert Asked(Game(), table).value(3) == Asked(Game(), TranspositionTable(1)).value(3)


# A shared table -----------------------------------------------------------------------------------


def in_threads(works):
    """Run functions at the same time; return what they return, or raise what one raised."""
    results, errors = [None] * len(works), []

    def run(number, work):
        try:
            results[number] = work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=item) for item in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def test_threads_that_share_a_table_find_what_each_finds_alone():
    """Without heuristics a value is a value, whoever wrote the entries that helped to find it."""
    texts = [str(Position.start()), MIDDLE_GAME]
    alone = [
        [Asked(Game(text), TranspositionTable(1)).value(depth) for depth in range(1, 5)]
        for text in texts
    ]
    shared = TranspositionTable(1)

    def search(texts, seed):
        source, found = random.Random(seed), {}
        for _ in range(6):
            for text in source.sample(texts, len(texts)):
                asked = Asked(Game(text), shared)
                found[text] = [
                    asked.value(depth, source.randint(-300, 300)) for depth in range(1, 5)
                ]
        return [found[text] for text in texts]

    for _ in range(2):
        shared.clear()
        assert in_threads([lambda: search(texts, 1), lambda: search(texts, 2)]) == [alone, alone]


def test_engines_in_two_threads_search_legally():
    def play(seed):
        engine, game, source = Engine(1), Game(), random.Random(seed)
        while game.outcome() is None and game.ply < 40:
            info = engine.analyse(game, Limit(depth=3))
            assert info.best_move in game.legal_moves()
            game.push(info.best_move if game.ply > 4 else source.choice(game.legal_moves()))
        return game.ply

    plies = in_threads([lambda: play(1), lambda: play(2)])
    assert plies == [play(1), play(2)]


def test_an_engine_without_heuristics_has_one_value_for_every_table():
    for text in (str(Position.start()), MIDDLE_GAME):
        scores = {
            Engine(size, heuristics=NO_HEURISTICS).analyse(text, Limit(depth=4)).score
            for size in (1, 8)
        }
        assert len(scores) == 1
