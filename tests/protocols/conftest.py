"""Front ends in this process, and the command as a process of its own."""

import contextlib
import subprocess
import sys
import threading

import pytest

from loa_engine.protocols import PROTOCOLS, Session, Settings
from loa_engine.records.rule_text import read_rules

WAIT_SECONDS = 60


class Talk:
    """A front end with what it has said so far."""

    def __init__(self, protocol, **settings):
        chosen = PROTOCOLS[protocol]
        self.session = Session(Settings(hash_mb=1, **settings), read_rules(chosen.rules))
        self.said = []
        self._news = threading.Condition()
        self.front = chosen.front_end(self.session, self._hear)

    def _hear(self, text):
        with self._news:
            self.said += text.split("\n")
            self._news.notify_all()

    def tell(self, *lines):
        """Send lines; the result is what was said while they were taken."""
        before = len(self.said)
        self.goes_on = [self.front.receive(line) for line in lines][-1]
        return self.said[before:]

    def wait_for(self, start):
        """Wait for a line that begins so, from now on or the last one said; the result is it."""

        def found():
            return next((line for line in reversed(self.said) if line.startswith(start)), None)

        with self._news:
            assert self._news.wait_for(lambda: found() is not None, WAIT_SECONDS), self.said
            return found()


@pytest.fixture
def talk():
    """Make front ends; each is closed at the end."""
    made = []

    def make(protocol, **settings):
        made.append(Talk(protocol, **settings))
        return made[-1]

    yield make
    for each in made:
        each.front.close()


@pytest.fixture
def engine_process(tmp_path):
    """Start `loa engine` as a process; it is ended if need be."""
    started = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "loa_engine", "engine", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        with contextlib.suppress(BrokenPipeError), process:
            pass  # closes its pipes and waits
