"""The transposition table: it saves work, may be full, cleared and shared, and changes no value.

Nothing can be stored from Python, so the entries are those of searches without heuristics. That
they are true, in whatever order they came, is seen in test_search.py.
"""

import random
import threading

import kit
import pytest
from lookahead import Asked

from loa_engine import Engine, Game, Limit, Position
from loa_engine.search._table import TranspositionTable, folded
from loa_engine.search.heuristics import NO_HEURISTICS

MIDDLE_GAME = "2xxxxx1/o4o2/ox6/o6o/o3x3/o3x3/o3oo2/3x1xx1 x"

OPENING = "1xxxxxx1/o6o/o6o/o6o/o6o/x6o/o6o/1x1xxxx1 o"


def nodes_of(asked, *questions):
    """Nodes searched to answer questions, each a depth and a beta."""
    before = asked.searcher.nodes
    for depth, beta in questions:
        asked.bound(depth, beta)
    return asked.searcher.nodes - before


# What is remembered -------------------------------------------------------------------------------


def test_an_empty_table_knows_nothing():
    table = TranspositionTable(1)
    assert table.fill() == 0
    assert table.megabytes == 1
    for key in (0, 1, Position.start().hash, 2**64 - 1):
        assert table.probe(key) is None


def test_an_answer_known_costs_a_node_for_each_move():
    asked = Asked(Game(MIDDLE_GAME), TranspositionTable(4))
    assert nodes_of(asked, (4, 0)) > 1000
    assert nodes_of(asked, (4, 0)) <= 1 + len(asked.moves)


def test_both_bounds_are_remembered_together():
    """The value is at least itself and not more; asked in turns, both answers stay known."""
    asked = Asked(Game(MIDDLE_GAME), TranspositionTable(4))
    value = asked.value(4)
    in_turns = [(4, value), (4, value + 1)] * 3
    assert nodes_of(asked, *in_turns) <= len(in_turns) * (1 + len(asked.moves))


def test_a_cleared_table_is_an_empty_one():
    table = TranspositionTable(1)
    asked = Asked(Game(MIDDLE_GAME), table)
    first = nodes_of(asked, (4, 0))
    assert table.fill() > 0
    table.clear()
    asked.searcher.forget()
    assert table.fill() == 0
    assert nodes_of(asked, (4, 0)) == first


def test_folded_moves_tell_the_moves_of_a_position_apart():
    for variant in kit.PLAIN_VARIANTS:
        moves = [move.packed for move in Position.start(variant).legal_moves()]
        assert len(set(map(folded, moves))) == len(moves)
        assert all(0 <= folded(move) < 1 << 19 for move in moves)


@pytest.mark.parametrize("megabytes", [1, 2, 3, 5, 16])
def test_any_size_will_do(megabytes):
    table = TranspositionTable(megabytes)
    assert table.megabytes == megabytes
    assert Asked(Game(), table).value(3) == Asked(Game(), TranspositionTable(1)).value(3)


# A full table -------------------------------------------------------------------------------------


def test_a_full_table_goes_on_working():
    """Values do not depend on what had to be forgotten, and what was learned last is known."""
    texts = [str(Position.start()), str(Position.start("scrambled-eggs")), MIDDLE_GAME, OPENING]
    small, large = TranspositionTable(1), TranspositionTable(64)
    expected = [Asked(Game(text), large).value(6) for text in texts]
    assert 0 < large.fill() < 500
    assert [Asked(Game(text), small).value(6) for text in texts] == expected
    assert small.fill() > 900
    small.new_search()
    assert [Asked(Game(text), small).value(6) for text in texts] == expected
    asked = Asked(Game(), small)
    assert nodes_of(asked, (3, 0)) > 1 + len(asked.moves)
    assert nodes_of(asked, (3, 0)) <= 1 + len(asked.moves)


def test_the_fill_is_that_of_the_current_search():
    table = TranspositionTable(1)
    asked = Asked(Game(), table)
    asked.value(4)
    first = table.fill()
    assert 0 < first <= 1000
    table.new_search()
    assert table.fill() == 0
    asked.value(3)
    assert 0 < table.fill() <= 1000


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
