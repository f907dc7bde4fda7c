"""JSON: one game a line, with everything a record holds. docs/records.md has the schema.

This is the project's own form and loses nothing. Short games stay short: a node with nothing but
its move is the move as a string, and what is empty or standard is left out. Objects of other
programs that have ``moves``, as a list or as text with blanks, are read too, and so are replays of
Kaggle's environments; one object a line, in an array, or one on many lines.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from loa_engine.evaluation.score import Score
from loa_engine.game.errors import LoaError, RecordError, quoted
from loa_engine.game.position import Position
from loa_engine.game.rules import Reason
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.json_values import json_values
from loa_engine.records.record import BrokenRecord, GameRecord, Node, Result, parse_result
from loa_engine.records.rule_text import write_rules
from loa_engine.records.sites.kaggle import is_replay, take_replay
from loa_engine.records.source import Source

__all__ = ["FORMAT", "VERSION", "read_jsonl", "write_jsonl"]

FORMAT = "loa-game"
VERSION = 1

GAME_KEYS = frozenset(
    {"format", "version", "headers", "variant", "start", "rules", "result", "reason"}
    | {"root", "moves"}
)
NODE_KEYS = frozenset({"move", "comment", "mark", "score", "suffix", "properties", "variations"})


# Reading ------------------------------------------------------------------------------------------


def read_jsonl(source: Source, assumption: Assumption) -> Iterator[GameRecord | BrokenRecord]:
    """The games of a file, each a JSON object."""
    for number, (line, value) in enumerate(json_values(source), start=1):
        builder = RecordBuilder(number, assumption)
        try:
            if is_replay(value):
                take_replay(builder, value, line)
            else:
                _take_game(builder, _checked(value), line)
        except LoaError as error:
            reason = error.reason if isinstance(error, RecordError) else str(error)
            builder.fail_whole(reason, line)
        yield builder.finish()


def _checked(value: object) -> dict[str, Any]:
    """A value that is a game, as far as its outermost keys show."""
    if isinstance(value, RecordError):
        raise value
    if not isinstance(value, dict):
        raise RecordError("it is not a JSON object")
    if value.get("format", FORMAT) != FORMAT:
        raise RecordError(f"its format is not {FORMAT!r}")
    if value.get("version", VERSION) != VERSION:
        raise RecordError(f"its version is not {VERSION}")
    if "format" not in value and "moves" not in value:
        raise RecordError("it is no game: it has no moves")
    return value


def _take_game(builder: RecordBuilder, game: dict[str, Any], line: int) -> None:
    headers = _of_type(game, "headers", dict)
    for key, value in (headers or {}).items():
        builder.headers[key] = _text(value, f"headers.{key}")
    _take_start(builder, game)
    _take_result(builder, game)
    for key in sorted(game.keys() - GAME_KEYS):
        builder.note(f"the key {quoted(key)} is not known and not kept", line)
    root = _of_type(game, "root", dict)
    if root is not None:
        _take_remarks(builder, root)
    moves = game.get("moves", [])
    _take_line(builder, moves.split() if isinstance(moves, str) else moves, line)


def _take_start(builder: RecordBuilder, game: dict[str, Any]) -> None:
    variant = _of_type(game, "variant", str) or "standard"
    start = _of_type(game, "start", str)
    if start is None:
        builder.set_start(Position.start(variant))
    else:
        builder.set_start(Position.parse(start, variant))
    rules = _of_type(game, "rules", str)
    if rules is not None and not builder.state_rules(rules):
        raise RecordError(f"the rules {quoted(rules)} are not known")


def _take_result(builder: RecordBuilder, game: dict[str, Any]) -> None:
    result = parse_result(_of_type(game, "result", str) or "*")
    reason = _of_type(game, "reason", str)
    if reason is not None and reason not in list(Reason):
        raise RecordError(f"the reason {quoted(reason)} is not known")
    if result is not None:
        builder.state_result(Result(result.winner, None if reason is None else Reason(reason)))


def _take_line(builder: RecordBuilder, nodes: Any, line: int) -> None:
    """A list of nodes; the variations of a node are told after it, as the builder wants them."""
    if not isinstance(nodes, list):
        raise RecordError("moves and variations are lists")
    for is_bare, group in groupby(nodes, lambda node: isinstance(node, str)):
        if is_bare:
            builder.play_all([(text, None, line) for text in group])
            continue
        for node in group:
            _take_node(builder, node, line)


def _take_node(builder: RecordBuilder, node: Any, line: int) -> None:
    """Take a node that is not a move alone."""
    if not isinstance(node, dict):
        raise RecordError("a move is a string or an object")
    if node.keys() - NODE_KEYS:
        unknown = min(node.keys() - NODE_KEYS)
        builder.note(f"the key {quoted(unknown)} is not known and not kept", line)
    move = _of_type(node, "move", str)
    if move is not None:
        builder.play(move, line)
    else:
        builder.remark()
    _take_remarks(builder, node)
    variations = node.get("variations", [])
    if not isinstance(variations, list):
        raise RecordError("variations are a list of lists")
    for variation in variations:
        if builder.open_alternative(line):
            if not builder.is_dead:  # also where variations lie too deep
                _take_line(builder, variation, line)
            builder.close()


def _take_remarks(builder: RecordBuilder, node: dict[str, Any]) -> None:
    builder.comment(_of_type(node, "comment", str) or "")
    mark, suffix = _of_type(node, "mark", str) or "", _of_type(node, "suffix", str) or ""
    Node(None, mark=mark, suffix=suffix)  # raises an error when one of them is none
    if mark:
        builder.mark(mark)
    builder.suffix(suffix)
    score = _of_type(node, "score", str)
    if score is not None:
        builder.score(_read_score(score))
    for name, values in (_of_type(node, "properties", dict) or {}).items():
        if not isinstance(values, list):
            raise RecordError(f"properties.{name} is not a list")
        builder.add_property(name, [_text(value, f"properties.{name}") for value in values])


def _read_score(text: str) -> Score:
    """The score of ``+0.35``, ``win in 7`` or ``loss in 4``."""
    word, _, number = text.partition(" in ")
    try:
        if word in ("win", "loss") and number.isascii() and number.isdecimal():
            return (Score.win_in if word == "win" else Score.loss_in)(int(number[:9]))
        return Score.cp(round(float(text[:20]) * 100))
    except (ValueError, OverflowError):
        raise RecordError(f"{quoted(text)} is no score") from None


def _of_type(node: Mapping[str, Any], key: str, kind: type[str] | type[dict[str, Any]]) -> Any:
    """The value of a key; None when there is none."""
    value = node.get(key)
    if value is not None and not isinstance(value, kind):
        raise RecordError(f"{key} is not {'a string' if kind is str else 'an object'}")
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{place[:60]} is not a string")
    return value


# Writing ------------------------------------------------------------------------------------------


def write_jsonl(record: GameRecord) -> str:
    """One line."""
    game: dict[str, object] = {"format": FORMAT, "version": VERSION}
    if record.headers:
        game["headers"] = record.headers
    if record.variant != "standard":
        game["variant"] = record.variant
    if record.start != Position.start(record.variant):
        game["start"] = str(record.start)
    game["rules"] = write_rules(record.rules)
    if record.result is not None:
        game["result"] = str(record.result)
        if record.result.reason is not None:
            game["reason"] = record.result.reason.value
    root = _remarks(record.root)
    if root:
        game["root"] = root
    game["moves"] = _line(record.line)
    return json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n"


def _line(nodes: list[Node]) -> list[object]:
    return [_node(node) for node in nodes]


def _node(node: Node) -> object:
    move = None if node.move is None else str(node.move)
    if node.is_bare and move is not None:
        return move
    found = {"move": move, **_remarks(node)}
    if node.variations:
        found["variations"] = [_line(line) for line in node.variations]
    return found


def _remarks(node: Node) -> dict[str, object]:
    remarks: dict[str, object] = {}
    for key, text in (("comment", node.comment), ("mark", node.mark), ("suffix", node.suffix)):
        if text:
            remarks[key] = text
    if node.score is not None:
        remarks["score"] = str(node.score)
    if node.properties:
        remarks["properties"] = {name: list(values) for name, values in node.properties.items()}
    return remarks
