"""The conversation: moves, commands, the engine's turns, and what can be said wrongly."""

import kit
import pytest

from loa_engine import Color, Game, Limit, Move, Reason, SearchInterrupted
from loa_engine.play.thinking import Thinker

SHORTEST = ["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7", "a3xc1", "b3-e6", "h3xf1", "e1-e5"]
WIN_IN_ONE = "8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2"
FINISHED = "8/8/3xx3/8/8/8/o7/7o o"


class Stopped:
    """Ctrl-C while the engine thinks: a search ends with what it has found."""

    def __enter__(self):
        raise SearchInterrupted(None)

    def __exit__(self, *_):
        return None


# Games --------------------------------------------------------------------------------------------


def test_a_game_between_two_people(chat):
    game = chat()
    said = game.hear(*SHORTEST)
    assert game.table.game.outcome().winner is Color.BLACK
    assert said.count("Black wins (connected)") == 2  # beside the board, and by itself
    assert said.endswith("the game is over: Black wins (connected)\n")
    assert game.conversation.is_open
    assert game.conversation.prompt == "> "


def test_the_engine_answers(chat):
    game = chat(white="engine")
    said = game.hear("b1b3")
    assert game.table.game.ply == 2
    assert said.startswith(f"White plays {game.table.game.moves[1]}\n")
    assert "  1. b1-b3 " in said
    assert said.count("a  b  c") == 1  # one board for both moves


def test_engines_play_each_other_to_the_end(chat):
    game = chat(black="engine:7", white="engine:1", limit=Limit(nodes=200))
    game.let_engine_play()
    assert game.table.is_over
    assert "the game is over: " in "".join(game.shown)


def test_a_person_who_must_pass(chat):
    start = Game(kit.BLACK_STUCK, "boardspace")
    game = chat(game=start)
    assert "Black to move: no move, so pass" in "".join(game.shown)
    game.hear("pass")
    assert game.table.game.moves == (Move.PASS,)


def test_an_engine_that_must_pass(chat):
    game = chat(black="engine", game=Game(kit.BLACK_STUCK, "boardspace"))
    game.let_engine_play()
    assert "Black plays pass" in "".join(game.shown)


def test_a_finished_game_is_announced_at_once(chat):
    game = chat(game=Game(FINISHED))
    assert "the game is over: Black wins (connected)\n" in "".join(game.shown)
    assert "the game is over, Black wins" in game.fails("a2-a3")


# Ctrl-C -------------------------------------------------------------------------------------------


def test_ctrl_c_makes_the_engine_move_now(chat):
    game = chat(white="engine", thinker=Thinker(hash_mb=1, hearing=Stopped))
    game.hear("b1-b3")
    assert game.table.game.ply == 2
    assert not game.talk.is_paused


def test_ctrl_c_with_something_found(chat):
    game = chat(white="engine", limit=Limit(depth=1))
    info = game.talk.thinker.advise(game.table.game)
    found = SearchInterrupted(info)

    class StoppedLater(Stopped):
        def __enter__(self):
            raise found

    thinker = Thinker(hash_mb=1, hearing=StoppedLater)
    assert thinker.move(game.table.game, 10) == (info.best_move, True)


def test_ctrl_c_before_the_search(chat):
    class StoppedEarly(Stopped):
        def __enter__(self):
            raise KeyboardInterrupt

    move, is_hurried = Thinker(hash_mb=1, hearing=StoppedEarly).move(Game(), 3)
    assert move in Game().legal_moves()
    assert is_hurried


def test_ctrl_c_pauses_a_game_of_engines(chat):
    game = chat("engine", "engine", thinker=Thinker(Limit(depth=1), hash_mb=1, hearing=Stopped))
    game.let_engine_play()
    assert game.table.game.ply == 1
    assert "paused: go or an empty line goes on" in "".join(game.shown)
    game.hear("")
    assert game.table.game.ply == 2
    game.hear("hint")
    assert game.table.game.ply == 2
    assert "this move is the engine's" in game.fails("b1-b3")
    game.hear("go")
    assert game.table.game.ply == 3
    game.hear("back 2")
    assert game.table.game.ply == 1


# Moves taken back ---------------------------------------------------------------------------------


def test_back_takes_back_both_moves_against_the_engine(chat):
    game = chat(white="engine")
    game.hear("b1-b3", "back")
    assert game.table.game.ply == 0
    game.hear("forward")
    assert game.table.game.ply == 2
    assert game.table.turn is Color.BLACK


def test_back_after_the_end_reopens_the_game(chat):
    game = chat(white="engine")
    game.hear("b1-b3", "resign", "back")
    assert not game.table.is_over
    assert game.table.game.ply == 0


def test_back_of_a_win_against_the_engine_is_one_move(chat):
    game = chat(white="engine", game=Game(f"{WIN_IN_ONE} x"))
    game.hear("c7xc3")
    assert game.table.is_over
    game.hear("back")
    assert game.table.game.ply == 0


@pytest.mark.parametrize(("count", "left"), [("1", 8), ("9", 0)])
def test_back_any_number(chat, count, left):
    game = chat()
    game.hear(*SHORTEST, f"back {count}")
    assert game.table.game.ply == left
    assert not game.table.is_over
    game.hear(f"forward {count}")
    assert game.table.game.outcome().winner is Color.BLACK


def test_a_move_forgets_what_was_taken_back(chat):
    game = chat()
    game.hear("b1-b3", "back", "c1-c3")
    assert game.fails("forward") == "there are 0 moves to play again, not 1"


# The end by agreement -----------------------------------------------------------------------------


def test_resign(chat):
    game = chat(black="engine", white="human")
    game.let_engine_play()
    said = game.hear("resign")
    assert "White resigns" in said
    assert game.table.game.outcome().winner is Color.BLACK
    assert game.table.game.outcome().reason is Reason.RESIGN


def test_of_two_people_the_one_to_move_resigns(chat):
    game = chat()
    game.hear("b1-b3", "resign")
    assert game.table.game.outcome().winner is Color.BLACK


@pytest.mark.parametrize(("turn", "answer"), [("x", "accepts"), ("o", "declines")])
def test_the_engine_takes_a_draw_where_it_stands_worse(chat, turn, answer):
    """Black wins in one: an engine with White is glad of a draw, one with Black is not."""
    players = {"x": ("human", "engine"), "o": ("engine", "human")}[turn]
    game = chat(*players, game=Game(f"{WIN_IN_ONE} x"), thinker=Thinker(Limit(depth=1), 1))
    said = _said_alone(game, "draw")
    assert f"the engine {answer} the draw" in said
    assert game.table.is_over is (answer == "accepts")


def _said_alone(game, line):
    """What is said to a line when the engine does not play its move then."""
    game.shown.clear()
    game.conversation.receive(line)
    return "".join(game.shown)


def test_people_agree_on_a_draw(chat):
    game = chat()
    assert "Black offers a draw" in game.hear("draw")
    assert "declined" in game.hear("decline")
    assert game.fails("accept") == "no draw has been offered"
    game.hear("draw", "b1-b3")
    assert game.fails("accept") == "no draw has been offered"
    game.hear("draw", "accept")
    assert game.table.game.outcome() == Game.outcome(game.table.game)
    assert game.table.game.outcome().reason is Reason.AGREED
    assert "the game is over already" in game.fails("draw")
    assert "the game is over already" in game.fails("resign")
    assert game.fails("decline") == "no draw has been offered"


def test_nobody_resigns_or_offers_where_engines_play(chat):
    game = chat("engine", "engine")
    game.talk.is_paused = True
    assert game.fails("resign") == "nobody but the engine plays"
    assert game.fails("draw") == "nobody but the engine plays"


# Sides --------------------------------------------------------------------------------------------


def test_switch_gives_the_move_to_the_engine(chat):
    game = chat(white="engine:3")
    said = game.hear("switch")
    assert "Black: engine, level 3, White: you" in said
    assert game.table.game.ply == 1
    assert game.table.mover.is_person
    assert chat().fails("switch") == "both sides are played by the same: person"


def test_flip(chat):
    game = chat()
    assert game.hear("flip").index("\n 1  ") < game.hear("board").index("\n 8  ")
    assert "    h  g  f" not in game.hear("flip")


def test_names_of_a_site(chat):
    game = chat(names="red,white")
    assert "x  Red    person" in "".join(game.shown)
    assert game.conversation.prompt == "Red> "
    assert game.fails("moves a5") == "the piece on a5 is White's"
    game.hear("b1-b3")
    assert game.fails("moves c1") == "the piece on c1 is Red's"
    game.hear("back")
    assert "Red wins (connected)" in game.hear(*SHORTEST)
    assert game.fails("b1-b3").endswith("the game is over, Red wins (connected)")
