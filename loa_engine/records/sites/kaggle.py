"""Replays of Kaggle's ``open_spiel`` environments, where moves are OpenSpiel's action numbers.

A replay is a JSON object that has ``steps``, each a list with an entry for Black's agent and one
for White's. The entry of the one who moved has the number of his action. An agent that answers
with no legal action forfeits the game. The game played is OpenSpiel's, by its rules.
"""

from collections.abc import Iterator
from typing import Any

from loa_engine.game.color import Color
from loa_engine.game.errors import RecordError, quoted
from loa_engine.game.rules import RULE_SETS, Reason
from loa_engine.records.builder import RecordBuilder
from loa_engine.records.result import Result
from loa_engine.records.sites.openspiel import play_action

__all__ = ["is_replay", "take_replay"]

PLAYERS = ("black", "white")
NO_ACTION = -1


def is_replay(value: object) -> bool:
    """Whether a JSON value looks like a replay."""
    return isinstance(value, dict) and "steps" in value and "moves" not in value


def take_replay(builder: RecordBuilder, replay: dict[str, Any], line: int) -> None:
    """Read a replay.

    Raises:
        RecordError: when it is one of another game, or malformed.
    """
    _check_game(replay)
    builder.assume_rules(RULE_SETS["openspiel"])
    names = _as_dict(replay.get("info")).get("TeamNames")
    for header, name in zip(PLAYERS, names if isinstance(names, list) else (), strict=False):
        if isinstance(name, str) and name:
            builder.headers[header] = name
    forfeiter = None
    for color, action in _actions(replay["steps"]):
        forfeiter = color if action is None else None
        if action is not None:
            play_action(builder, action, line, color)
    builder.state_result(_result(replay.get("rewards"), forfeiter))


def _check_game(replay: dict[str, Any]) -> None:
    settings = _as_dict(replay.get("configuration"))
    game = settings.get("openSpielGameName") or replay.get("name")
    if not isinstance(game, str) or "lines_of_action" not in game:
        raise RecordError(f"it is a replay of {quoted(game)}, not of lines_of_action")


def _actions(steps: object) -> Iterator[tuple[Color, int | None]]:
    """Who moved and the number of his action; None for an answer that was not played."""
    if not isinstance(steps, list):
        raise RecordError("steps is not a list")
    for step in steps:
        if not isinstance(step, list) or len(step) != len(PLAYERS):
            raise RecordError("a step has not one entry for each of two players")
        for color, entry in zip(Color, map(_as_dict, step), strict=True):
            submitted = _as_dict(entry.get("action")).get("submission", NO_ACTION)
            told = _as_dict(entry.get("info"))
            applied = told.get("actionApplied", submitted)
            if _is_action(applied):
                yield color, applied
            elif told.get("actionSubmitted") is not None or _is_action(submitted):
                yield color, None


def _is_action(value: object) -> bool:
    return type(value) is int and value != NO_ACTION


def _result(rewards: object, forfeiter: Color | None) -> Result | None:
    """The result that the rewards of the two players say."""
    if not isinstance(rewards, list) or len(rewards) != len(PLAYERS):
        return None
    black, white = rewards
    if not (isinstance(black, int | float) and isinstance(white, int | float)):
        return None
    if black == white:
        return Result(None)
    winner = Color.BLACK if black > white else Color.WHITE
    return Result(winner, Reason.FORFEIT if forfeiter is winner.other else None)


def _as_dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
