"""What the tests of game records share: files as bytes, and hypothesis-made records."""

from __future__ import annotations

import io
from typing import Any

import kit
from hypothesis import strategies as st

from loa_engine import RULE_SETS, Color, Game, Position, RuleSet, Score
from loa_engine.game.game import SET_BY_HAND
from loa_engine.records import (
    FORMATS,
    HEADERS,
    MARKS,
    BrokenRecord,
    GameRecord,
    Node,
    Result,
    read_games,
)

DATA = kit.DATA / "records"
GAMES = kit.DATA / "games"
COMPLETE = ("jsonl", "sgf", "pgn", "plain")
SHORTEST = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5"


def read(text: str | bytes, format: str | None = None, **options: Any) -> list[Any]:
    """All games of a file, which is given as it stands."""
    data = text.encode() if isinstance(text, str) else text
    return list(read_games(io.BytesIO(data), format, **options))


def read_one(text: str | bytes, format: str | None = None, **options: Any) -> GameRecord:
    """The game of a file that has one, without a fault."""
    (record,) = read(text, format, **options)
    assert isinstance(record, GameRecord), str(record.error)
    return record


def read_broken(text: str | bytes, format: str | None = None, **options: Any) -> BrokenRecord:
    """The game of a file that has one, with a fault."""
    (record,) = read(text, format, **options)
    assert isinstance(record, BrokenRecord)
    assert record.error is record.errors[0]
    return record


def moves(record: GameRecord) -> str:
    return " ".join(map(str, record.moves))


def write(record: GameRecord, format: str) -> str:
    return FORMATS[format].write(record)


def game_of(text: str, start: Position | str | None = None, rules: str = "standard") -> Game:
    game = Game(start, rules)
    for move in text.split():
        game.push(move)
    return game


# Strategies -----------------------------------------------------------------------------------

LETTERS = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
LINES = st.text(LETTERS, max_size=20)
HEADER_VALUES = LINES.map(str.strip).filter(lambda text: text not in ("", "?", "-"))
DATES = st.dates().map(str) | st.sampled_from(("1997", "1996-05", "spring 1998"))
SCORES = (
    st.integers(-3000, 3000).map(Score.cp)
    | st.integers(0, 300).map(Score.win_in)
    | st.integers(0, 300).map(Score.loss_in)
)
SUFFIXES = st.sampled_from(("", "", "", "+", "++"))
REASONS = st.none() | st.sampled_from(sorted(SET_BY_HAND))
WINNERS = st.sampled_from((Color.BLACK, Color.WHITE, None))


def comments(line: st.SearchStrategy[str] = LINES) -> st.SearchStrategy[str]:
    """Comments of some lines; the first and last of them are not empty."""
    several = st.lists(line.map(str.strip), min_size=1, max_size=3)
    return several.map("\n".join).map(lambda text: text.strip("\n"))


@st.composite
def lines(draw: st.DrawFn, start: Position, rules: Any, path: list[Any], depth: int) -> list[Node]:
    """The nodes of a line that goes on from a game, some of them with remarks and variations."""
    game = Game(start, rules)
    for move in path:
        game.push(move)
    nodes: list[Node] = []
    if depth < 2 and draw(st.integers(0, 3)) == 0:
        nodes.append(Node(None, comment=draw(comments().filter(bool))))
    fewest, most = (2, 16) if depth == 2 else (0, 4)
    for number in draw(st.lists(st.integers(0, 2**16), min_size=fewest, max_size=most)):
        legal = game.legal_moves()
        if not legal:
            break
        before = list(game.moves)
        node = Node(game.push(legal[number % len(legal)]))
        kind = number % 8
        if kind == 1:
            node.comment = draw(comments())
        elif kind == 2:
            node.mark, node.score = draw(st.sampled_from(("", *MARKS))), draw(SCORES)
        elif kind == 3:
            node.suffix = draw(SUFFIXES)
        elif kind == 4 and depth and (nodes or depth == 2):  # see Node.variations
            varied = draw(lines(start, rules, before, depth - 1))
            node.variations = [varied] if varied else []
        nodes.append(node)
    return nodes


@st.composite
def records(
    draw: st.DrawFn,
    starts: st.SearchStrategy[Position] | None = None,
    rules: st.SearchStrategy[RuleSet] | None = None,
) -> GameRecord:
    """A record of a game that was played at random, with all that may be written about it."""
    named = st.sampled_from([RULE_SETS[name] for name in RULE_SETS])
    start = draw(starts or (variant_starts() | kit.states().map(kit.position_of)))
    record = GameRecord(start, draw(rules or named | kit.rules().map(kit.rules_of)))
    record.line = draw(lines(start, record.rules, [], 2))
    record.root.comment = draw(comments())
    record.root.score = draw(st.none() | SCORES)
    keys = st.sampled_from([key for key in HEADERS if key not in ("date", "description")])
    record.headers = draw(st.dictionaries(keys, HEADER_VALUES, max_size=4))
    if draw(st.booleans()):
        record.headers["date"] = draw(DATES)
    set_result(record, draw(st.none() | st.builds(Result, WINNERS, REASONS)))
    return record


@st.composite
def bare_records(
    draw: st.DrawFn, starts: st.SearchStrategy[Position], rules: str, fewest: int = 0
) -> GameRecord:
    """A record of a random game with nothing but the moves."""
    start = draw(starts)
    game = Game(start, rules)
    for number in draw(st.lists(st.integers(0, 2**16), min_size=fewest, max_size=20)):
        legal = game.legal_moves()
        if legal:
            game.push(legal[number % len(legal)])
    return GameRecord.of(game)


def variant_starts(variants: tuple[str, ...] = kit.ALL_VARIANTS) -> st.SearchStrategy[Position]:
    return st.sampled_from(variants).map(Position.start)


def placements() -> st.SearchStrategy[Position]:
    """Any pieces anywhere, without vanished squares or pieces in hand."""
    return variant_starts(kit.PLAIN_VARIANTS) | kit.placements().map(kit.position_of)


def set_result(record: GameRecord, result: Result | None) -> None:
    """Set the result that the moves show, otherwise the one given."""
    game = Game(record.start, record.rules)
    for move in record.moves:
        game.push(move)
    outcome = game.outcome()
    record.result = result if outcome is None else Result.of(outcome)
