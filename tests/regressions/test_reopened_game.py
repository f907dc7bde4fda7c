"""Bug family: a game that stays finished after its last move is taken back.

Programs that remember the winner, and forget to forget it, refuse every further move. So each
kind of ending is reached here, taken back, reached again, and taken back for another move.
"""

import pytest

from loa_engine import Game, RuleSet

TO_AND_FRO = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"]
SHORT_WIN = ["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7", "a3xc1", "b3-e6", "h3xf1", "e1-e5"]
SHORT_LOSS = ["c1xa3", "a2-c4", "c8xa6", "a4-d4", "e1-c3", "d4-g4", "c3xa5", "c4-f4", "a3xa7"]
ENDINGS = {
    "connected": (None, SHORT_WIN, "standard"),
    "opponent-connected": (None, SHORT_LOSS, "standard"),
    "both": ("2o5/2oo4/1xoxo3/x1ooo3/1xx5/1xx5/3o4/8 o", ["d2xd6"], "standard"),
    "no-moves": ("6ox/6oo/8/8/8/o7/o7/xo6 o", ["a3-b2"], "first-edition"),
    "repetition": (None, TO_AND_FRO * 2, "standard"),
    "no-capture": (None, TO_AND_FRO, RuleSet(capture_limit=4)),
    "move-limit": (None, TO_AND_FRO, RuleSet(move_limit=4)),
    "passes": ("xoxo/oxxx/xooo/xxox x", ["pass", "pass"], "boardspace"),
}


@pytest.mark.parametrize("reason", ENDINGS)
def test_taking_the_last_move_back_reopens_the_game(reason):
    start, moves, rules = ENDINGS[reason]
    game = Game(start, rules)
    for move in moves:
        game.push(move)
    for _ in range(2):
        assert game.outcome().reason == reason
        assert game.legal_moves() == []
        last = game.pop()
        assert game.outcome() is None
        assert game.result == "*"
        assert last in game.legal_moves()
        game.push(last)
    game.pop()
    other = [move for move in game.legal_moves() if move != last]
    if other:
        game.push(other[0])
        assert game.moves[-1] == other[0]
