"""SGF files written: FF[4], ``GM[9]``, UTF-8.

Moves are ``c1-c3`` and ``c1:a3``, a resignation or the like stands in RE alone, comments stand with
their moves. Three properties are our own: RU holds rules as text, XP a start that stones cannot
describe, XR a reason for the result that RE has no sign for.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from loa_engine._version import __version__
from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.move import MOVES_KEPT, MoveKind, from_core
from loa_engine.game.rules import RULE_SETS, Reason
from loa_engine.game.squares import square_name
from loa_engine.records.record import GameRecord, Node
from loa_engine.records.rule_text import write_rules
from loa_engine.records.sgf.read import HEADER_PROPERTIES, WIN_VALUE
from loa_engine.records.sgf.setup import write_setup
from loa_engine.records.sgf.text import escape, simple

__all__ = ["write_sgf"]

LINE_LENGTH = 78
NAME = re.compile(r"[A-Z][A-Z0-9]*", re.ASCII)
OWN = frozenset({"FF", "GM", "CA", "AP", "SZ", "SU", "AB", "AW", "AE", "PL", "XP", "B", "W"})
RESULT_SIGNS = {Reason.RESIGN: "R", Reason.TIME: "T", Reason.FORFEIT: "F"}
UNSIGNED = frozenset({Reason.AGREED, Reason.ADJUDICATION})
MARK_PROPERTIES = {
    "!": ("TE", "1"),
    "!!": ("TE", "2"),
    "?": ("BM", "1"),
    "??": ("BM", "2"),
    "!?": ("IT", ""),
    "?!": ("DO", ""),
}
Property = tuple[str, list[str]]


def write_sgf(record: GameRecord) -> str:
    """One game tree, with a line end behind it."""
    root = _root(record)
    names = {name for name, _ in root}
    root += [each for each in _remarks(record.root) if each[0] not in names]
    pieces = [f"(;{_written(root)}\n", *_line(record.line, record.start.turn), ")\n"]
    return _wrapped(pieces)


def _root(record: GameRecord) -> list[Property]:
    """What is said about the game as a whole."""
    properties: list[Property] = [
        ("FF", ["4"]),
        ("GM", ["9"]),
        ("CA", ["UTF-8"]),
        ("AP", [f"loa-engine:{__version__}"]),
        *write_setup(record.start),
    ]
    if record.rules != RULE_SETS["standard"]:
        properties.append(("RU", [write_rules(record.rules)]))
    for name, key in HEADER_PROPERTIES.items():
        text = record.headers.get(key, "")
        if text:
            properties.append((name, [text if key == "description" else simple(text)]))
    if record.result is not None:
        winner, reason = record.result.winner, record.result.reason
        sign = "" if reason is None else RESULT_SIGNS.get(reason, "")
        properties.append(("RE", ["Draw" if winner is None else f"{'BW'[winner]}+{sign}"]))
        if reason in UNSIGNED or (winner is None and sign):
            properties.append(("XR", [str(reason)]))
    return properties


def _line(nodes: list[Node], turn: Color, is_variation: bool = False) -> Iterator[str]:
    """The nodes of a line, each with the lines that vary from it behind the line.

    What varies from the first node of a variation is written beside that variation.
    """
    waiting: list[tuple[list[list[Node]], Color]] = []
    for index, node in enumerate(nodes):
        if node.variations and not (is_variation and index == 0):
            waiting.append((node.variations, turn))
            yield "("
        if node.is_bare and node.move is not None:
            yield f";{'BW'[turn]}[{_move(node.move.packed)}]"
        else:
            yield f";{_written(_node(node, turn))}"
        if node.move is not None:
            turn = turn.other
    for variations, mover in reversed(waiting):
        yield ")"
        for variation in _side_by_side(variations):
            yield "("
            yield from _line(variation, mover, is_variation=True)
            yield ")"


def _side_by_side(variations: list[list[Node]]) -> Iterator[list[Node]]:
    """Variations, each before those of its first node; SGF cannot part before a node."""
    for variation in variations:
        if variation:
            yield variation
            yield from _side_by_side(variation[0].variations)


def _node(node: Node, turn: Color) -> list[Property]:
    move: list[Property] = []
    if node.move is not None:
        move.append(("BW"[turn], [_move(node.move.packed) + node.suffix]))
    return [*move, *_remarks(node)]


def _remarks(node: Node) -> list[Property]:
    """What is said about a move or position."""
    remarks: list[Property] = []
    if node.mark:
        name, value = MARK_PROPERTIES[node.mark]
        remarks.append((name, [value]))
    if node.score is not None:
        remarks.append(("V", [_value(node.score)]))
    if node.comment:
        remarks.append(("C", [node.comment]))
    names = OWN.union(name for name, _ in remarks)
    for name, values in node.properties.items():
        if NAME.fullmatch(name) and name not in names and values:
            remarks.append((name, list(values)))
    return remarks


@lru_cache(maxsize=MOVES_KEPT)
def _move(packed: int) -> str:
    """A packed move as SGF has it."""
    move = from_core(packed)
    start, target = move.from_square, move.to_square
    if move.kind is MoveKind.REMOVAL and start is not None:
        return f"{square_name(start)}-^^"
    if move.kind is not MoveKind.MOVE or start is None or target is None:
        return str(move)
    mark = ":" if move.is_capture else "-"
    drop = "" if move.drop is None else f"@{square_name(move.drop)}"
    return f"{square_name(start)}{mark}{square_name(target)}{drop}"


def _value(score: Score) -> str:
    """The value of V for a score, with two decimals."""
    hundredths = score.centi
    if hundredths is None:
        from_win = WIN_VALUE * 100 - (score.plies or 0)
        hundredths = from_win if score.is_win else -from_win
    return f"{hundredths / 100:.2f}"


def _written(properties: list[Property]) -> str:
    return "".join(
        name + "".join(f"[{escape(value)}]" for value in values) for name, values in properties
    )


def _wrapped(pieces: list[str]) -> str:
    """The pieces on lines of some length, broken only between pieces."""
    text: list[str] = []
    length = 0
    for piece in pieces:
        if length + len(piece) > LINE_LENGTH and length and piece != ")\n":
            text.append("\n")
            length = 0
        text.append(piece)
        end = piece.rfind("\n")
        length = length + len(piece) if end < 0 else len(piece) - end - 1
    return "".join(text)
