"""A question to the analysis engine: one line of JSON, checked key by key."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.game import Game
from loa_engine.game.position import Position
from loa_engine.game.variants import as_variant
from loa_engine.records import read_game
from loa_engine.records.rule_text import read_rules
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import Limit

__all__ = ["KEYS", "MOST_LINES", "Query", "QueryError", "read_query"]

DEFAULT_NODES = 100_000
"""Nodes for each position of a query that sets no limit."""

Value = TypeVar("Value")

MOST_LINES = 500
MOST_MOVES = 100_000
MOST_PRIORITY = 10**9

KEYS = {
    "id": "what the answers are marked with",
    "position": "the start, as text",
    "variant": "the variant of the start",
    "rules": "the rule set",
    "moves": "the moves played from the start",
    "record": "a game as text, in any format of records, in place of the four keys before",
    "turns": "after how many moves to search, or all",
    "depth": "plies to search",
    "nodes": "nodes to search",
    "movetime": "seconds to search",
    "multipv": "how many lines to find",
    "level": "the level to choose a move at, 1 to 10",
    "searchmoves": "the only moves to look at",
    "priority": "queries of a higher one are searched first",
    "report_every": "seconds between reports during a search",
}
"""The keys of a query, and what they mean."""


class QueryError(LoaError):
    """A query that makes no sense.

    Attributes:
        key: the key that is wrong; None when it is the whole.
    """

    def __init__(self, text: str, key: str | None = None) -> None:
        super().__init__(text)
        self.key = key


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked.

    Attributes:
        name: what the answers are marked with.
        game: the game.
        turns: the positions to search, by the number of moves before them.
        limit: when each search stops.
        multipv: how many lines to find.
        searchmoves: the only moves to look at; None for all.
        priority: queries of a higher one come first.
        report_every: seconds between reports during a search; None for none.
        level: the level at which a move is chosen; at 10 the position is analysed.
    """

    name: str | int
    game: Game
    turns: tuple[int, ...]
    limit: Limit
    multipv: int = 1
    searchmoves: tuple[str, ...] | None = None
    priority: int = 0
    report_every: float | None = None
    level: int = STRONGEST


def read_query(values: Mapping[str, Any]) -> Query:
    """Check a query.

    Raises:
        QueryError: names the key that is wrong.
    """
    for key in values:
        if key not in KEYS:
            raise QueryError(f"there is no key {quoted(key)}", str(key)[:100])
    name = values.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise QueryError("id: expected text or a whole number", "id")
    game = _checked("moves", lambda: _game(values))
    return Query(
        name,
        game,
        _turns(values.get("turns"), game.ply),
        _checked("limit", lambda: _limit(values)),
        _whole(values, "multipv", 1, 1, MOST_LINES),
        _searchmoves(values.get("searchmoves")),
        _whole(values, "priority", 0, -MOST_PRIORITY, MOST_PRIORITY),
        _report_every(values.get("report_every")),
        _whole(values, "level", STRONGEST, 1, STRONGEST),
    )


def _checked(key: str, make: Callable[[], Value]) -> Value:
    """What is made; a fault found on the way is that of a key."""
    try:
        return make()
    except QueryError:
        raise
    except (LoaError, TypeError) as error:
        raise QueryError(str(error), key) from None


def _game(values: Mapping[str, Any]) -> Game:
    if "record" in values:
        mixed = [key for key in ("position", "variant", "moves") if key in values]
        if mixed:
            raise QueryError(f"record and {mixed[0]} exclude each other", "record")
        text, rules = _text(values, "record", ""), values.get("rules")
        chosen = None if rules is None else read_rules(_text(values, "rules", ""))
        return _checked("record", lambda: read_game(io.StringIO(text), None, chosen).game())
    variant = _checked("variant", lambda: as_variant(_text(values, "variant", "standard")))
    rules = _checked("rules", lambda: read_rules(_text(values, "rules", "standard")))
    place = _text(values, "position", "start")
    start = _checked(
        "position",
        lambda: Position.start(variant) if place == "start" else Position.parse(place, variant),
    )
    game = Game(start, rules)
    for number, move in enumerate(_texts(values, "moves", MOST_MOVES), start=1):
        try:
            game.push(move)
        except LoaError as error:
            raise QueryError(f"moves, number {number}: {error}", "moves") from None
    return game


def _turns(wanted: object, plies: int) -> tuple[int, ...]:
    if wanted is None:
        return (plies,)
    if wanted == "all":
        return tuple(range(plies + 1))
    if isinstance(wanted, list) and all(
        type(turn) is int and 0 <= turn <= plies for turn in wanted
    ):
        return tuple(dict.fromkeys(wanted))
    raise QueryError(f'turns: expected "all" or numbers from 0 to {plies}', "turns")


def _limit(values: Mapping[str, Any]) -> Limit:
    given = {key: values[key] for key in ("depth", "nodes", "movetime") if values.get(key)}
    for key in ("depth", "nodes", "movetime"):
        if key in values and not values[key]:
            raise QueryError(f"{key}: expected a number above 0", key)
    return Limit(**given) if given else Limit(nodes=DEFAULT_NODES)


def _searchmoves(moves: object) -> tuple[str, ...] | None:
    if moves is None:
        return None
    found = tuple(_texts({"searchmoves": moves}, "searchmoves", MOST_LINES))
    if not found:
        raise QueryError("searchmoves: expected at least one move", "searchmoves")
    return found


def _report_every(seconds: object) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < 1e9:
        raise QueryError("report_every: expected a number of seconds", "report_every")
    return float(seconds)


def _text(values: Mapping[str, Any], key: str, default: str) -> str:
    value = values.get(key, default)
    if not isinstance(value, str):
        raise QueryError(f"{key}: expected text, not {quoted(value)}", key)
    return value


def _texts(values: Mapping[str, Any], key: str, most: int) -> list[str]:
    """A list of texts, or one text with blanks between them."""
    value = values.get(key, [])
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise QueryError(f"{key}: expected a list of moves", key)
    if len(value) > most:
        raise QueryError(f"{key}: more than {most} moves", key)
    return value


def _whole(values: Mapping[str, Any], key: str, default: int, least: int, most: int) -> int:
    value = values.get(key, default)
    if type(value) is not int or not least <= value <= most:
        expected = f"a whole number from {least} to {most}"
        raise QueryError(f"{key}: expected {expected}, not {quoted(value)}", key)
    return value
