"""Whole games through OpenSpiel's own GTP bot, unchanged, judged by OpenSpiel's own game."""

import os
import sys

import pytest

if "LOA_REAL_PROGRAMS" not in os.environ:  # with it, what is missing is a failure
    pytest.importorskip("pyspiel", reason="OpenSpiel (open_spiel) is not installed")

import numpy as np
import pyspiel
from open_spiel.python.bots.gtp import CommandError, GTPBot
from open_spiel.python.bots.uniform_random import UniformRandomBot

ENGINE = [sys.executable, "-P", "-m", "loa_engine", "engine"]
OPTIONS = ["--protocol", "gtp", "--rules", "openspiel", "--hash", "1"]
SCORES = {1.0: "b+1", -1.0: "w+1", 0.0: "0"}  # the bot turns answers into lower case
SEATS = (0, 1)


@pytest.fixture(scope="module")
def game():
    return pyspiel.load_game("lines_of_action")


@pytest.fixture
def engine(game):
    """Starts engines at a level; all are closed at the end."""
    started = []

    def start(level, **options):
        bot = GTPBot(game, [*ENGINE, *OPTIONS, "--level", str(level)], **options)
        started.append(bot)
        return bot

    yield start
    for bot in started:
        bot.close()


def random_bot(player, seed):
    return UniformRandomBot(player, np.random.RandomState(seed))


def mcts_bot(game, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(
        game, evaluator, 2.0, 3, 0, False, seed, False, pyspiel.ChildSelectionPolicy.UCT
    )


def names(state):
    return [state.action_to_string(action) for action in state.legal_actions()]


def check(bot, state):
    """The engine knows the same legal moves, and the same result."""
    assert bot.gtp_cmd("loa-legalmoves").split() == names(state)
    if state.is_terminal():
        assert bot.gtp_cmd("final_score") == SCORES[state.returns()[0]]
        with pytest.raises(CommandError, match=r"^the game is over: "):
            bot.gtp_cmd("genmove", "b")
    else:
        with pytest.raises(CommandError, match=r"^cannot score"):
            bot.gtp_cmd("final_score")


def play(game, players, watchers=()):
    """A game between two bots; engines that take part or watch are checked after each ply."""
    state = game.new_initial_state()
    engines = [bot for bot in (*players, *watchers) if isinstance(bot, GTPBot)]
    while not state.is_terminal():
        mover = state.current_player()
        action = players[mover].step(state)
        assert action in state.legal_actions()
        for bot in (*players, *watchers):
            if bot is not players[mover]:
                bot.inform_action(state, mover, action)
        state.apply_action(action)
        for bot in engines:
            check(bot, state)
    return state


@pytest.mark.parametrize("seat", SEATS)
def test_against_random_moves(game, engine, seat):
    bot = engine(7)
    players = [bot, random_bot(1, 1)] if seat == 0 else [random_bot(0, 1), bot]
    for _ in range(3):
        bot.restart()
        assert play(game, players).returns()[seat] >= 0.0


@pytest.mark.parametrize("seat", SEATS)
def test_against_tree_search(game, engine, seat):
    bot = engine(4)
    players = [bot, mcts_bot(game, 7)] if seat == 0 else [mcts_bot(game, 7), bot]
    for _ in range(2):
        bot.restart()
        players[1 - seat].restart()
        assert play(game, players).is_terminal()


def test_against_itself(game, engine):
    assert play(game, [engine(2), engine(3)]).is_terminal()


def test_watching_games_of_random_moves(game, engine):
    bot = engine(1, player_colors=("x", "o"))
    for seed in range(3):
        bot.restart()
        assert play(game, [random_bot(0, seed), random_bot(1, seed)], [bot]).is_terminal()


def test_what_the_bot_asks_for(engine):
    bot = engine(1)
    assert bot.running
    assert bot.name == "loa-engine"
    assert bot.version
    bot.close()
    assert not bot.running


def test_a_move_that_is_not_legal(engine):
    bot = engine(1)
    with pytest.raises(CommandError, match=r"^illegal move: b1-b4"):
        bot.gtp_cmd("play", "b", "b1-b4")
    bot.gtp_cmd("play", "b", "b1-b3")
