"""Explaining a move: what is refused, and what Ctrl-C leaves."""

import kit
import pytest

from loa_engine import (
    Engine,
    Game,
    GameOverError,
    IllegalMoveError,
    Info,
    Limit,
    LimitError,
    Move,
    MoveTextError,
    PositionError,
    RuleError,
    RuleSet,
    Score,
    SearchInterrupted,
)
from loa_engine.review.explain import Explainer

START = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"


@pytest.fixture(scope="module")
def engine():
    return Engine(4)


# Errors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "move", "options", "error", "words"),
    [
        ("8/8/3xx3/8/8/8/o7/7o o", None, {}, GameOverError, "Black wins"),
        (START, "b1-b4", {}, IllegalMoveError, "2 pieces"),
        (START, "hello", {}, MoveTextError, "hello"),
        (START, "pass", {}, IllegalMoveError, "pass"),
        ("nonsense", None, {}, PositionError, "rank"),
        (START, None, {"rules": "nowhere"}, RuleError, "nowhere"),
        (Game(), None, {"rules": "olympiad"}, RuleError, "own rule set"),
        (START, None, {"limit": Limit(infinite=True)}, LimitError, "ends"),
        (START, None, {"limit": 5}, TypeError, "limit"),
        (7, None, {}, TypeError, "what to explain"),
        (START, 7, {}, TypeError, "move"),
    ],
)
def test_errors(engine, target, move, options, error, words):
    with pytest.raises(error, match=words):
        engine.explain(target, move, **options)


def test_a_move_that_these_rules_forbid_in_this_game(engine):
    game = Game(kit.DANCERS, RuleSet(repetition="deviate", no_moves="pass"))
    for move in kit.DANCE:
        game.push(move)
    with pytest.raises(IllegalMoveError, match="third time"):
        engine.explain(game, "e5-a1", Limit(nodes=200))
    assert str(engine.explain(game, None, Limit(nodes=200)).move) == "pass"


# Ctrl-C -------------------------------------------------------------------------------------------


class Interrupted(Engine):
    """An engine that hears Ctrl-C in one of its searches."""

    def __init__(self, number, info=None):
        super().__init__(1)
        self.left, self.info = number, info

    def analysis(self, *arguments, **options):
        self.left -= 1
        if self.left < 0:
            raise SearchInterrupted(self.info)
        return super().analysis(*arguments, **options)


@pytest.mark.parametrize("number", range(5))
def test_what_was_found_stays(number):
    explainer = Explainer(Interrupted(number), START, "d1-b3", Limit(nodes=500))
    with pytest.raises(SearchInterrupted):
        list(explainer.steps())
    found = explainer.explanation
    assert not found.is_complete
    assert (found.value is not None) == (number > 1)
    assert (found.choice is not None) == (number > 2)
    assert found.sentences[-1].startswith("Interrupted")


def test_the_best_move_so_far_is_explained():
    info = Info(3, Score(0), (Move.parse("d1-b3"),))
    explainer = Explainer(Interrupted(0, info), START, None, Limit(nodes=500))
    with pytest.raises(SearchInterrupted):
        list(explainer.steps())
    assert str(explainer.explanation.move) == "d1-b3"
    explainer = Explainer(Interrupted(0), START)
    with pytest.raises(SearchInterrupted):
        list(explainer.steps())
    assert explainer.explanation is None


def test_the_library_raises():
    with pytest.raises(SearchInterrupted):
        Interrupted(1).explain(START, "d1-b3")
