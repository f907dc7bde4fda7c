"""Numbers as other programs write them."""

import re

from loa_engine.game.errors import LoaError, quoted

__all__ = ["real_number", "whole_number"]

WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
REAL = re.compile(r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})", re.ASCII)


def whole_number(name: str, text: str, least: int, most: int) -> int:
    """The whole number of a text, within limits.

    Raises:
        LoaError: it is none.

    >>> whole_number("level", "7", 1, 10)
    7
    """
    if WHOLE.fullmatch(text) and least <= int(text) <= most:
        return int(text)
    raise LoaError(f"{name}: expected a whole number from {least} to {most}, not {quoted(text)}")


def real_number(name: str, text: str, least: float, most: float) -> float:
    """The number of a text, with or without decimals, within limits.

    Raises:
        LoaError: it is none.

    >>> real_number("komi", "6.5", 0, 10)
    6.5
    """
    if REAL.fullmatch(text) and least <= float(text) <= most:
        return float(text)
    raise LoaError(f"{name}: expected a number from {least:g} to {most:g}, not {quoted(text)}")
