"""docs/play.md is true: its session is what is really said, and it has every command and option."""

import re
import shlex
from pathlib import Path

import pytest

from loa_engine import Game
from loa_engine.cli.play import play
from loa_engine.play.commands import COMMANDS
from loa_engine.play.conversation import Conversation
from loa_engine.play.names import Names
from loa_engine.play.screen import Screen
from loa_engine.play.seats import PERSON
from loa_engine.play.table import Table
from loa_engine.play.talk import Talk
from loa_engine.play.thinking import Thinker

PAGE = Path(__file__).parents[2] / "docs" / "play.md"
OPTIONS_ELSEWHERE = {"--moves", "--variant", "--rules", "--help"}


def text():
    return PAGE.read_text("utf-8")


def section(name):
    return text().partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def test_every_command_is_documented():
    rows = re.findall(r"^\| (`.+`) \|", section("What can be said"), re.MULTILINE)
    named = [usage for row in rows for usage in re.findall(r"`([^`]+)`", row)]
    assert sorted(named) == sorted(command.usage for command in COMMANDS.values())


def test_every_option_is_documented():
    known = {name for option in play.params for name in option.opts if name.startswith("--")}
    rows = re.findall(r"^\| (`.+?`) \|", section("Options"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"--[\w-]+", row)}
    assert named == known - OPTIONS_ELSEWHERE


def test_the_session_is_real(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (session,) = re.findall(r"^```text\n(.*?)^```$", section("A session"), re.MULTILINE | re.DOTALL)
    command, said = session.split("\n", 1)
    lines = re.findall(r"^(?:\w*)> (.+)$", said, re.MULTILINE)
    assert replayed(command, lines) == said


def replayed(command, lines):
    """What is shown of a game between people, with what is typed behind the prompts."""
    words = shlex.split(command)
    game = Game()
    for move in words[words.index("--moves") + 1].split():
        game.push(move)
    names = Names.parse(words[words.index("--names") + 1])
    shown = []
    screen = Screen(shown.append)
    table = Table(game, (PERSON, PERSON), names)
    conversation = Conversation(Talk(table, Thinker(hash_mb=1), screen, screen.show))
    conversation.begin()
    for line in lines:
        shown.append(f"{conversation.prompt}{line}\n")
        conversation.receive(line)
    return "".join(shown)


@pytest.mark.parametrize("word", ["Ctrl-C", "Ctrl-D", "Tab"])
def test_keys_are_documented(word):
    assert f"| {word} |" in section("Keys")
