"""A conversation in GTP within this process, and what its answers look like."""

import re

from loa_engine.protocols.gtp import Gtp
from loa_engine.protocols.session import Session, Settings

MOVE = r"(?:[a-h][1-8][-x][a-h][1-8]|pass)"
INFO = re.compile(
    rf"info move {MOVE} visits \d+ winrate \d+ (?:scoreLead -?\d+\.\d\d|(?:win|loss)In \d+)"
    rf" depth \d+ order \d+ pv {MOVE}(?: {MOVE})*"
)
ONE_MOVE_TO_WIN = "8/8/2x5/2x1x3/8/8/8/o6o x"


class Conversation:
    """A front end over a session, whose answers can be asked for one by one."""

    def __init__(self, level=1, **options):
        self.session = Session(Settings(hash_mb=1, level=level), **options)
        self.written = []
        self.front = Gtp(self.session, self.written.append)

    def say(self, line):
        """What is written until the end of what a line begins."""
        self.written.clear()
        assert self.front.receive(line)
        self.session.wait(0 if "analyze" in line else None)
        return "".join(f"{text}\n" for text in self.written)

    def tell(self, *lines):
        for line in lines:
            assert self.say(line).startswith("=")
