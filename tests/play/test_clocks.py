"""The clocks: what they show, who loses on time, what happens to them when moves are taken back."""

import pytest

from loa_engine import Color, Game, Limit, LoaError, Reason
from loa_engine.play.clock import Control, GameClock, shown_time
from loa_engine.play.seats import Seat
from loa_engine.play.thinking import Thinker


class Slow(Thinker):
    """An engine that takes its time, which it is told."""

    watch = None

    def __init__(self, seconds):
        super().__init__(Limit(depth=1), 1)
        self.seconds, self.seen = seconds, []

    def move(self, game, level, clock=None):
        self.seen.append(clock)
        self.watch.seconds += self.seconds
        return super().move(game, level, clock)


# One clock ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seconds", "increment"),
    [("5+3", 300, 3), ("10", 600, 0), ("0.5+0.1", 30, 0.1), (" 1 + 2 ", 60, 2), ("3+", 180, 0)],
)
def test_controls(text, seconds, increment):
    control = Control.parse(text)
    assert (control.seconds, control.increment) == (seconds, increment)


@pytest.mark.parametrize(
    "text", ["", "x", "5+x", "5:00", "0", "-1", "5+-1", "nan", "inf", "1+nan", "1e9", "1+2+3"]
)
def test_controls_that_make_no_sense(text):
    with pytest.raises(LoaError, match="minutes"):
        Control.parse(text)


def test_a_clock_runs_for_one_side():
    now = [10.0]
    clock = GameClock(Control.parse("1+2"), lambda: now[0])
    assert clock.times == clock.full == (60, 60)
    clock.run(Color.BLACK)
    now[0] += 15
    clock.run(Color.BLACK)  # it runs on
    assert clock.times == (45, 60)
    clock.press()
    now[0] += 100
    assert clock.times == (47, 60)
    assert clock.flagged is None
    clock.run(Color.WHITE)
    now[0] += 61
    assert clock.times == (47, 0)
    assert clock.flagged is Color.WHITE
    clock.pause()
    assert clock.flagged is None
    clock.press()  # no clock runs: nobody wins the increment
    assert clock.times == (47, 0)


def test_what_is_shown():
    assert shown_time(86400) == "24:00:00"
    assert shown_time(60) == "1:00"
    assert shown_time(10) == "0:10"
    assert shown_time(9.99) == "9.9"


# In a game ----------------------------------------------------------------------------------------


def test_the_clocks_are_shown(chat):
    game = chat(clock="5+3")
    assert "".join(game.shown).count("5:00") == 2
    game.watch.seconds += 20
    assert game.conversation.clocks == "Black 4:40  White 5:00"
    game.hear("b1-b3")
    assert game.conversation.clocks == "Black 4:43  White 5:00"
    assert chat().conversation.clocks == ""


def test_a_person_loses_on_time_while_nothing_is_said(chat):
    game = chat(clock="1+0")
    game.watch.seconds += 59.9
    assert not game.conversation.tick()
    assert not game.conversation.is_out_of_time
    game.watch.seconds += 0.1
    assert game.conversation.is_out_of_time
    assert game.conversation.tick()
    assert not game.conversation.is_out_of_time
    assert game.table.game.outcome().winner is Color.WHITE
    assert game.table.game.outcome().reason is Reason.TIME
    assert "the game is over: White wins (time)" in "".join(game.shown)
    assert not game.conversation.tick()


def test_a_move_that_comes_too_late_is_not_played(chat):
    game = chat(clock="1+0")
    game.watch.seconds += 61
    assert "the game is over: White wins (time)" in game.hear("b1-b3")
    assert game.table.game.ply == 0
    assert not game.complaints
    assert "the game is over, White wins (time)" in game.fails("b1-b3")


def test_a_command_that_comes_too_late_is_followed(chat):
    game = chat(clock="1+0")
    game.watch.seconds += 61
    said = game.hear("help")
    assert "White wins (time)" in said
    assert "take moves back" in said


def test_the_end_of_input_comes_too_late(chat):
    game = chat(clock="1+0")
    game.watch.seconds += 61
    game.conversation.end()
    assert "White wins (time)" in "".join(game.shown)
    assert not game.conversation.is_open


def test_the_engine_knows_its_clock_and_loses_on_it(chat):
    slow = Slow(20)
    game = chat(white="engine", clock="1+2", thinker=slow)
    slow.watch = game.watch
    game.hear("b1-b3")
    game.hear(str(_reply(game)))
    assert slow.seen == [(60, 2), (42, 2)]
    assert game.conversation.clocks == "Black 1:04  White 0:24"
    slow.seconds = 25
    said = game.hear(str(_reply(game)))
    assert game.table.game.outcome().winner is Color.BLACK
    assert game.table.game.outcome().reason is Reason.TIME
    assert "the game is over: Black wins (time)" in said
    assert game.table.game.ply == 5  # its move came too late


def _reply(game):
    return game.table.game.legal_moves()[0]


@pytest.mark.parametrize("level", [3, 10])
def test_a_clock_limits_every_level(level):
    thinker = Thinker(Limit(depth=1), 1)
    move, _ = thinker.move(Game(), level, (60.0, 0.0))
    assert move in Game().legal_moves()
    move, _ = Thinker(None, 1).move(Game(), level, (0.01, 0.0))
    assert move in Game().legal_moves()


def test_moves_taken_back_give_their_time_back(chat):
    game = chat(clock="1+1")
    for seconds, move in ((10, "b1-b3"), (20, "a2-c2"), (5, "d1-d3")):
        game.watch.seconds += seconds
        game.hear(move)
    assert game.table.clock.times == (47, 41)
    game.watch.seconds += 30
    game.hear("back")
    assert game.table.clock.times == (51, 41)
    game.hear("back 2")
    assert game.table.clock.times == (60, 60)
    game.watch.seconds += 1
    assert game.table.clock.times == (59, 60)


def test_a_new_game_has_full_clocks(chat, tmp_path):
    game = chat(clock="1+0")
    game.watch.seconds += 10
    game.hear("b1-b3", f"save {tmp_path}/a.jsonl", "new")
    assert game.table.clock.times == (60, 60)
    game.watch.seconds += 10
    game.hear(f"load {tmp_path}/a.jsonl")
    assert game.table.clock.times == (60, 60)
    game.watch.seconds += 1
    assert game.table.clock.times == (60, 59)


def test_the_clocks_stop_with_the_game(chat):
    game = chat(clock="1+0")
    game.hear("resign")
    game.watch.seconds += 100
    assert game.table.clock.times == (60, 60)
    assert not game.conversation.tick()


def test_a_pause_of_engines_stops_the_clocks(chat):
    game = chat("engine", "engine", clock="1+0")
    game.talk.is_paused = True
    game.hear("board")
    assert game.conversation.awaits_engine is False
    game.watch.seconds += 100
    assert game.table.clock.times == (60, 60)


# Who plays ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["human", "engine:1", "engine:10"])
def test_seats(text):
    assert str(Seat.parse(text)) == text
    assert str(Seat.parse("Engine", 4)) == "engine:4"


@pytest.mark.parametrize(
    "text", ["", "me", "human:3", "engine:", "engine:0", "engine:11", "engine:x", "engine:²"]
)
def test_seats_that_do_not_exist(text):
    with pytest.raises(LoaError):
        Seat.parse(text)
