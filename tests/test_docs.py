"""The documentation is true: examples run, links lead somewhere, tables agree with the code."""

import doctest
import importlib
import json
import os
import pkgutil
import re
import shlex
import sys
from pathlib import Path

import pytest

import loa_engine
from loa_engine import RULE_SETS, VARIANTS, Position
from loa_engine.cli import run

ROOT = Path(__file__).parents[1]
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
ALL_DOCS = pytest.mark.parametrize("doc", DOCS, ids=lambda doc: doc.relative_to(ROOT).as_posix())
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def blocks(doc, language):
    """The fenced blocks of a document in one language."""
    return [text for found, text in BLOCK.findall(doc.read_text("utf-8")) if found == language]


def commands():
    """Every `$ loa …` line of the documents, as the words after `loa`."""
    lines = [
        line
        for doc in DOCS
        for block in blocks(doc, "console")
        for line in block.splitlines()
        if line.startswith("$ loa")
    ]
    return sorted({line.removeprefix("$ loa ") for line in lines})


def modules():
    """Every module of the package, `__main__` excepted, which runs the command."""
    found = pkgutil.walk_packages(loa_engine.__path__, "loa_engine.")
    return [each.name for each in found if not each.name.endswith("__main__")]


def test_the_documents_are_found():
    assert {doc.name for doc in DOCS} >= {"README.md", "architecture.md", "rules.md"}


@ALL_DOCS
def test_examples(doc, monkeypatch):
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", programs)  # where `loa` is
    for number, text in enumerate(blocks(doc, "pycon")):
        test = doctest.DocTestParser().get_doctest(text, {}, f"{doc.name}-{number}", str(doc), 0)
        report = []
        runner = doctest.DocTestRunner()
        assert runner.run(test, out=report.append).failed == 0, "".join(report)


def test_the_readme_has_an_example():
    assert blocks(ROOT / "README.md", "pycon")


@pytest.mark.parametrize("name", ["loa_engine", *modules()])
def test_docstring_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("line", commands())
def test_commands_run(line, capsys):
    assert run(shlex.split(line)) == 0
    written = capsys.readouterr()
    assert written.out
    assert not written.err


@ALL_DOCS
def test_links_lead_somewhere(doc):
    for target in LINK.findall(doc.read_text("utf-8")):
        if "://" not in target:
            assert (doc.parent / target).exists(), target


def test_the_readme_has_the_two_command_lines():
    lines = [line for text in blocks(ROOT / "README.md", "sh") for line in text.splitlines()]
    assert len(lines) == 2
    assert all(line.startswith("python3 -m venv .venv && ") for line in lines)
    assert lines[0].endswith("loa bestmove")
    assert lines[1].endswith("pytest -q")


def test_the_picture_is_the_start_position():
    assert (ROOT / "docs/board.svg").read_text("utf-8") == Position.start().svg()


def test_architecture_names_files_that_exist():
    """Names with a `/` or an ending are files or folders, of the package where not of the root."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    names = re.findall(r"`([\w/.]+(?:/|\.(?:pyx|pxd|py|md|h)))`", text)
    assert len(names) > 20
    for name in names:
        assert (ROOT / name).exists() or (ROOT / "loa_engine" / name).exists(), name


def test_rule_sets_are_documented():
    text = (ROOT / "docs/rules.md").read_text("utf-8")
    for rules in RULE_SETS.values():
        entries = [
            f"{getattr(rules, option)}{'*' if option in rules.our_choice else ''}"
            for option in ("simultaneous", "no_moves", "repetition")
        ]
        limits = [
            f"{option} {getattr(rules, option)}"
            for option in ("move_limit", "capture_limit")
            if getattr(rules, option) is not None
        ]
        cells = [f"`{rules.name}`", *entries, ", ".join(limits), rules.source]
        assert f"| {' | '.join(cells)} |" in text


def test_variants_are_documented():
    text = (ROOT / "docs/rules.md").read_text("utf-8")
    for variant in VARIANTS.values():
        assert f"| `{variant.name}` | `{variant.start_text}` | {variant.description} |" in text


def test_published_counts_are_documented():
    text = (ROOT / "docs/perft.md").read_text("utf-8")
    rows = json.loads((ROOT / "tests/data/perft.json").read_text("utf-8"))
    counts = {row["name"]: row["nodes"] for row in rows}
    tables = {
        name: [int(count.replace(",", "")) for count in cells.split("|") if count.strip()]
        for name, cells in re.findall(r"^\| ([\w -]+) \| ([\d, |]+) \|$", text, re.MULTILINE)
    }
    assert len(tables) > 3
    for name, nodes in tables.items():
        assert nodes == counts[name][: len(nodes)]
