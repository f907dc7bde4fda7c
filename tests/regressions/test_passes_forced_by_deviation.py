"""Where the rules forbid the only move, as it would repeat the position, the pass is searched."""

import kit

from loa_engine import PASS, Engine, Game, Limit, RuleSet
from loa_engine.search.root import root_of


def test_a_pass_forced_by_the_history():
    """Once the line of such a search was played without the history, and the pass was refused."""
    game = Game(kit.DANCERS, RuleSet(repetition="deviate", no_moves="pass"))
    for move in kit.DANCE:
        game.push(move)
    assert game.legal_moves() == [PASS]
    assert Engine(1).analyse(game, Limit(nodes=2000)).best_move == PASS
    before = game.copy()
    before.pop()
    assert root_of(before).after(game.moves[-1]).moves == (PASS,)
