"""Commands run in this process."""

import json

import pytest

from loa_engine.cli import run


@pytest.fixture
def loa(capsys):
    """Run a command that must end with a status; the result is what it wrote."""

    def call(*words, status=0):
        assert run(words) == status
        return capsys.readouterr().out

    return call


@pytest.fixture
def loa_json(loa):
    """Run a command with --json; the result is its lines, read."""
    return lambda *words: [json.loads(line) for line in loa(*words, "--json").splitlines()]


@pytest.fixture
def fails(capsys):
    """Run a command that must refuse what it is given; the result is the one line it says."""

    def call(*words):
        assert run(words) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("loa: ")
        assert captured.err.count("\n") == 1
        return captured.err

    return call
