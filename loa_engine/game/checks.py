"""Checks of numbers that come from outside: each says what it wants and what it got."""

from __future__ import annotations

from typing import Any

from loa_engine.game.errors import LimitError, LoaError, quoted

__all__ = ["check_count", "check_type"]


def check_count(
    name: str,
    value: object,
    least: int = 1,
    most: int | None = None,
    error: type[LoaError] = LimitError,
) -> None:
    """See that a value is a whole number in its range.

    Raises:
        LoaError: it is not; of the kind that ``error`` says.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise error(f"{name} must be a whole number, not {quoted(value)}")
    if value < least:
        raise error(f"{name} must be at least {least}, not {quoted(value)}")
    if most is not None and value > most:
        raise error(f"{name} must be at most {most}, not {quoted(value)}")


def check_type(name: str, value: object, *kinds: type[Any]) -> None:
    """See that a value is of one of some kinds.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(value, kinds):
        expected = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"{name} must be {expected}, not {type(value).__name__}")
