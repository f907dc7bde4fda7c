"""The values of options: numbers and names, refused in plain words."""

import math
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click
from click.shell_completion import CompletionItem

from loa_engine.game.errors import quoted

__all__ = ["Name", "Seconds", "WholeNumber"]

LONGEST_NUMBER = 18  # digits


class _Value(click.ParamType):  # type: ignore[type-arg]
    """What has the name of its option in front of its complaint."""

    def refusal(
        self, expected: str, value: object, param: click.Parameter | None
    ) -> click.UsageError:
        """The error that says what was expected instead of a value."""
        place = "" if param is None else f"{param.opts[0]}: "
        return click.UsageError(f"{place}expected {expected}, not {quoted(value)}")


class WholeNumber(_Value):
    """A whole number within limits."""

    name = "integer"

    def __init__(self, least: int, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of a text."""
        text = str(value).strip()
        digits = text.removeprefix("-").removeprefix("+")
        if digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER:
            number = int(text)
            if number >= self._least and (self._most is None or number <= self._most):
                return number
        limits = f"{self._least} or more"
        if self._most is not None:
            limits = f"from {self._least} to {self._most}"
        raise self.refusal(f"a whole number {limits}", value, param)


class Seconds(_Value):
    """A time above zero."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number of a text."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not (math.isfinite(seconds) and seconds > 0):
            raise self.refusal("a number of seconds above 0", value, param)
        return seconds


class Name(_Value):
    """One of some names; with ``free``, the command itself judges what else is given."""

    name = "name"

    def __init__(self, names: Iterable[str], free: bool = False) -> None:
        self._names, self._free = tuple(names), free

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, in the case it is listed in."""
        text = str(value)
        if self._free or text in self._names:
            return text
        near = get_close_matches(text, self._names, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise self.refusal(f"one of {', '.join(self._names)}{hint}", value, param)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin like a word."""
        return [CompletionItem(name) for name in self._names if name.startswith(incomplete)]
