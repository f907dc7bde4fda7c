"""Rule sets as text in records: a name, or the options that differ from the defaults."""

from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from loa_engine.game.errors import RuleError, quoted
from loa_engine.game.rules import RULE_SETS, RuleSet

__all__ = ["read_rules", "write_rules"]

OPTIONS = tuple(option for option in fields(RuleSet) if option.name != "name")
WORDS: dict[str, object] = {"none": None, "true": True, "false": False}
NUMBERED = frozenset({"move_limit", "capture_limit"})
LONGEST_NUMBER = 9  # digits
TEXTS_KEPT = 256


def write_rules(rules: RuleSet) -> str:
    """The name of a named rule set, or its options.

    >>> write_rules(RuleSet.named("olympiad")), write_rules(RuleSet(no_moves="pass"))
    ('olympiad', 'no_moves=pass')
    """
    if rules.name in RULE_SETS:
        return rules.name or ""
    changed = [
        f"{option.name}={getattr(rules, option.name)}"
        for option in OPTIONS
        if getattr(rules, option.name) != option.default
    ]
    return ",".join(changed).lower() or "simultaneous=mover"


@lru_cache(maxsize=TEXTS_KEPT)
def read_rules(text: str) -> RuleSet:
    """The rule set of a text that ``write_rules`` made; a name may also be followed by options.

    Raises:
        RuleError: when there is no such rule set or option, one is said twice, or its value is
            impossible.

    >>> read_rules("olympiad,no_moves=loss")
    RuleSet(simultaneous='draw', repetition='threefold')
    """
    name, *changes = (part.strip() for part in text.strip().lower().split(","))
    rules = RuleSet()
    if "=" in name:
        changes.insert(0, name)
    else:
        rules = RuleSet.named(name)
    options = [_read_option(change) for change in changes]
    names = [name for name, _ in options]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise RuleError(f"the rules say {repeated} more than once")
    return replace(rules, **dict(options))


def _read_option(text: str) -> tuple[str, Any]:
    name, _, value = (part.strip() for part in text.partition("="))
    known = [option.name for option in OPTIONS]
    if name not in known:
        raise RuleError(
            f"no option {quoted(name)} of the rules: expected one of {', '.join(known)}"
        )
    if value.isdecimal() and value.isascii() and len(value) <= LONGEST_NUMBER:
        return name, int(value)
    if name in NUMBERED or name == "limits_first":
        return name, WORDS.get(value, value)
    return name, value
