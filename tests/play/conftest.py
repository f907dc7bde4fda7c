"""A game at a table without a terminal: lines go in, what is said is collected."""

import random

import pytest

from loa_engine import Game, Limit
from loa_engine.play.clock import Control, GameClock
from loa_engine.play.conversation import Conversation
from loa_engine.play.names import Names
from loa_engine.play.screen import Screen
from loa_engine.play.seats import Seat
from loa_engine.play.table import Table
from loa_engine.play.talk import Talk
from loa_engine.play.thinking import Thinker


class Watch:
    """A time that passes only when it is told to."""

    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds


class Chat:
    """A conversation with what has been said in it."""

    def __init__(self, table, thinker, watch):
        self.table, self.watch = table, watch
        self.shown, self.complaints = [], []
        self.talk = Talk(table, thinker, Screen(self.shown.append), self.complaints.append)
        self.conversation = Conversation(self.talk)
        self.conversation.begin()

    def hear(self, *lines):
        """Say some lines, with the engine's moves between them; what was said to the last one."""
        for line in lines:
            self.shown.clear()
            self.complaints.clear()
            self.conversation.receive(line)
            self.let_engine_play()
        return "".join(self.shown)

    def let_engine_play(self, most=400):
        """Play the engine's moves until a person is to move."""
        while self.conversation.awaits_engine and self.conversation.is_open and most:
            self.conversation.engine_turn()
            most -= 1

    def fails(self, line):
        """Say a line that is wrong; the one thing that is said about it."""
        shown = self.hear(line)
        (complaint,) = self.complaints
        assert shown == ""
        assert "\n" not in complaint
        return complaint


@pytest.fixture
def chat():
    """Begin a conversation."""

    def begin(
        black="human", white="human", game=None, clock=None, names="", thinker=None, limit=None
    ):
        watch = Watch()
        table = Table(
            game or Game(),
            (Seat.parse(black), Seat.parse(white)),
            Names.parse(names) if names else None,
            None if clock is None else GameClock(Control.parse(clock), watch),
        )
        limit = limit or Limit(depth=2)
        return Chat(table, thinker or Thinker(limit, 1, chance=random.Random(1)), watch)

    return begin
