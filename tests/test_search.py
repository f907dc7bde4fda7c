"""The search against plain minimax and brute force: equal where it may not differ, true always.

With all heuristics off the search is minimax with a table, so its value at each depth must be the
one of the plain program, under every rule and with every history. With them on, any forced win or
loss it claims must be one, and the short ones must not be missed.
"""

import kit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lookahead import Asked, Forced, affordable_depth, few_pieces, minimax, played, small_games

from loa_engine import Engine, Limit
from loa_engine._table import TranspositionTable
from loa_engine.heuristics import NO_HEURISTICS

EXAMPLES = settings.default.max_examples
TABLE = TranspositionTable(1)
PLAIN = Engine(1, heuristics=NO_HEURISTICS)
FULL = Engine(1)
OPTIONS = [
    {},
    {"simultaneous": "draw"},
    {"simultaneous": "opponent"},
    {"simultaneous": "illegal"},
    {"no_moves": "pass"},
    {"no_moves": "draw"},
    {"repetition": "board"},
    {"repetition": "threefold"},
    {"repetition": "deviate"},
    {"limits_first": True},
]


def one_setting(options):
    return " ".join(f"{name}={value}" for name, value in options.items()) or "any"

@pytest.mark.parametrize("options", OPTIONS, ids=one_setting)
def test_without_heuristics_the_value_is_that_of_minimax(options):
    @settings(max_examples=EXAMPLES // 6)
    @given(small_games(kit.rules(**options)))
    def check(game):
        depth = affordable_depth(game)
        PLAIN.clear()
        for info in PLAIN.analysis(played(game), Limit(depth=depth)):
            assert info.bound == "exact"
            assert info.score.value == minimax(game, info.depth)
        assert info.score.value == minimax(game, depth)

    check()


@settings(max_examples=EXAMPLES)
@given(small_games(kit.rules()), st.data())
def test_a_zero_window_answers_the_question(game, data):
    depth = affordable_depth(game, positions=80)
    value = minimax(game, depth)
    TABLE.clear()
    asked = Asked(played(game), TABLE)
    near = st.integers(value - 3, value + 3)
    for _ in range(6):
        beta = data.draw(near | st.integers(-400, 400) | st.integers(-32000, 32000))
        bound = asked.bound(depth, beta)
        assert (bound >= beta) == (value >= beta)
        assert bound <= value if bound >= beta else bound >= value
