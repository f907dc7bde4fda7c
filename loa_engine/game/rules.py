"""Rule sets, and the ways a game can end.

The rules of the game leave a few things open, and the houses where it is played close them
differently. Each such thing is an option of a ``RuleSet``; the named sets say which source they
follow and which entries are our choice because that source is silent. docs/rules.md has them all
in one table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from loa_engine.game.color import Color
from loa_engine.game.errors import RuleError, quoted

__all__ = [
    "RULE_SETS",
    "NoMoves",
    "Outcome",
    "Reason",
    "Repetition",
    "RuleSet",
    "Simultaneous",
    "as_rules",
]

Simultaneous: TypeAlias = Literal["mover", "draw", "opponent", "illegal"]
NoMoves: TypeAlias = Literal["loss", "pass", "draw"]
Repetition: TypeAlias = Literal["none", "threefold", "board", "deviate"]

# The values of each option, in the order of the numbers that the core uses for them.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "simultaneous": ("mover", "draw", "opponent", "illegal"),
    "no_moves": ("loss", "pass", "draw"),
    "repetition": ("none", "threefold", "board", "deviate"),
}

_NAMED: "dict[str, RuleSet]" = {}
_SOURCES: dict[str, tuple[str, tuple[str, ...]]] = {}


@dataclass(frozen=True, slots=True, repr=False)
class RuleSet:
    """The options of the rules.

    Attributes:
        simultaneous: what a move that unites both sides does: ``mover`` wins, ``draw``, the
            ``opponent`` of the mover wins, or such a move is ``illegal``.
        no_moves: what happens to a player without a legal move: ``loss``, he must ``pass``, or
            the game is a ``draw``.
        repetition: ``none``; ``threefold``, the third occurrence of a position with the same
            player to move draws; ``board``, the first return of an earlier board draws, whoever
            is to move; ``deviate``, a move that makes the third occurrence is illegal.
        move_limit: the game is drawn when this many plies have been played; None for no limit.
        capture_limit: the game is drawn after this many plies in a row without a capture; None
            for no limit.
        limits_first: the repetition and both limits are tested before the connection, so that a
            win on the last ply allowed is a draw.
        name: the name of the set, not compared. A set that bears the name of a named set but
            differs from it, as ``dataclasses.replace`` makes them, loses the name.

    Raises:
        RuleError: when an option has a value that does not exist.

    >>> RuleSet(simultaneous="draw", no_moves="pass")
    RuleSet(simultaneous='draw', no_moves='pass')
    """

    simultaneous: Simultaneous = "mover"
    no_moves: NoMoves = "loss"
    repetition: Repetition = "none"
    move_limit: int | None = None
    capture_limit: int | None = None
    limits_first: bool = False
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for option, choices in CHOICES.items():
            if (value := getattr(self, option)) not in choices:
                raise RuleError(f"{option} is one of {', '.join(choices)}, not {quoted(value)}")
        for option in ("move_limit", "capture_limit"):
            _check_limit(option, getattr(self, option))
        if not isinstance(self.limits_first, bool):
            raise RuleError(f"limits_first is True or False, not {quoted(self.limits_first)}")
        if self.name in _NAMED and self != _NAMED[self.name]:
            object.__setattr__(self, "name", None)

    @classmethod
    def named(cls, name: str) -> "RuleSet":
        """The rule set of a house or an edition, by its name in ``RULE_SETS``.

        Raises:
            RuleError: when there is no such rule set.
        """
        if name not in _NAMED:
            raise RuleError(f"no rule set {quoted(name)}: expected one of {', '.join(_NAMED)}")
        return _NAMED[name]

    @property
    def source(self) -> str:
        """Where a named set is taken from; empty for a set made by hand."""
        return _SOURCES[self.name][0] if self.name in _SOURCES else ""

    @property
    def our_choice(self) -> tuple[str, ...]:
        """The options on which the source of a named set gives no (single) answer."""
        return _SOURCES[self.name][1] if self.name in _SOURCES else ()

    @property
    def forbids_both(self) -> bool:
        """Whether a move that unites both sides is illegal."""
        return self.simultaneous == "illegal"

    @property
    def has_limits(self) -> bool:
        """Whether a number of plies, or of plies without a capture, draws the game."""
        return self.move_limit is not None or self.capture_limit is not None

    @property
    def core_codes(self) -> tuple[int, int, int, int, int, bool]:
        """The options as the compiled modules take them, in the order of the attributes.

        A limit of 0 stands for no limit.
        """
        return (
            CHOICES["simultaneous"].index(self.simultaneous),
            CHOICES["no_moves"].index(self.no_moves),
            CHOICES["repetition"].index(self.repetition),
            self.move_limit or 0,
            self.capture_limit or 0,
            self.limits_first,
        )

    def __repr__(self) -> str:
        if self.name in _NAMED:
            return f"RuleSet.named({self.name!r})"
        changed = (
            f"{each.name}={getattr(self, each.name)!r}"
            for each in fields(self)
            if getattr(self, each.name) != each.default
        )
        return f"RuleSet({', '.join(changed)})"

    def __str__(self) -> str:
        """The name, or the options that differ from the defaults: ``no_moves=pass,…``."""
        if self.name is not None:
            return self.name
        changed = [
            f"{each.name}={getattr(self, each.name)}"
            for each in fields(self)
            if getattr(self, each.name) != each.default
        ]
        return ",".join(changed) or "simultaneous=mover"


RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(_NAMED)
"""The named rule sets, ``standard`` first."""


def as_rules(rules: RuleSet | str) -> RuleSet:
    """A rule set, given as one or by its name.

    Raises:
        RuleError: when there is no rule set of that name.
        TypeError: when it is neither a rule set nor text.
    """
    if isinstance(rules, RuleSet):
        return rules
    if not isinstance(rules, str):
        raise TypeError(f"rules must be a RuleSet or a name, not {type(rules).__name__}")
    return RuleSet.named(rules)


class Reason(StrEnum):
    """Why a game ended."""

    CONNECTED = "connected"
    """The player who moved united his pieces."""
    BOTH = "both"
    """A move united both sides; the rule set's ``simultaneous`` says who wins."""
    OPPONENT_CONNECTED = "opponent-connected"
    """A capture (or a drop) united the pieces of the player who did not move."""
    NO_MOVES = "no-moves"
    """The player to move has no legal move."""
    REPETITION = "repetition"
    """A position, or under ``board`` a board, came back."""
    NO_CAPTURE = "no-capture"
    """The capture limit was reached."""
    MOVE_LIMIT = "move-limit"
    """The move limit was reached."""
    PASSES = "passes"
    """Two passes in a row."""
    RESIGN = "resign"
    """A player resigned; set by hand, as are all below."""
    TIME = "time"
    """A player ran out of time."""
    AGREED = "agreed"
    """The players agreed on the result."""
    FORFEIT = "forfeit"
    """A player forfeited the game, for instance by an illegal move."""
    ADJUDICATION = "adjudication"
    """A third party decided."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: the winner, or None for a draw.
        reason: why the game ended.

    >>> str(Outcome(Color.BLACK, Reason.CONNECTED)), str(Outcome(None, Reason.PASSES))
    ('Black wins (connected)', 'draw (passes)')
    """

    winner: Color | None
    reason: Reason

    @property
    def result(self) -> str:
        """``1-0`` when Black won, ``0-1`` when White won, ``1/2-1/2`` for a draw."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]

    def __str__(self) -> str:
        result = "draw" if self.winner is None else f"{self.winner} wins"
        return f"{result} ({self.reason})"


_MOST_PLIES = 1_000_000


def _check_limit(option: str, plies: object) -> None:
    if plies is None:
        return
    if isinstance(plies, bool) or not isinstance(plies, int) or not 0 < plies <= _MOST_PLIES:
        raise RuleError(
            f"{option} is a number of plies from 1 to {_MOST_PLIES} or None, not {quoted(plies)}"
        )


def _define(name: str, source: str, our_choice: tuple[str, ...] = (), **options: Any) -> None:
    _NAMED[name] = RuleSet(**options, name=name)
    _SOURCES[name] = (source, our_choice)


_define(
    "standard",
    "the published rule texts; A Gamut of Games, 2nd edition; Soucie on being stuck; "
    "threefold for play with a clock",
    repetition="threefold",
)
_define("first-edition", "A Gamut of Games, 1st edition", simultaneous="draw")
_define(
    "olympiad",
    "Mind Sports Olympiad 2000 and the Computer Olympiad programs (Winands)",
    simultaneous="draw",
    no_moves="pass",
    repetition="threefold",
)
_define(
    "brainking",
    "BrainKing (no answer published on being stuck)",
    ("no_moves",),
    simultaneous="draw",
)
_define(
    "bga",
    'Board Game Arena (both united: mover or draw "depending on the rules in force")',
    ("simultaneous",),
)
_define(
    "littlegolem",
    "Little Golem (silent on being stuck)",
    ("no_moves",),
    simultaneous="draw",
    repetition="threefold",
)
_define(
    "playstrategy",
    "PlayStrategy (there threefold is a claim and the fifth occurrence draws by itself)",
    ("repetition",),
    simultaneous="draw",
    no_moves="draw",
    repetition="threefold",
    capture_limit=100,
)
_define("boardspace", "Boardspace", no_moves="pass")
_define("abstractplay", "Abstract Play", simultaneous="draw", no_moves="pass")
_define(
    "openspiel",
    "OpenSpiel lines_of_action; it tests the move limit and the repetition before the win",
    repetition="board",
    move_limit=1000,
    limits_first=True,
)
_define(
    "textarena",
    "TextArena (no rule on being stuck, and a capture that unites the opponent goes unnoticed)",
    ("no_moves",),
    capture_limit=60,
)
_define(
    "riddles",
    "riddles.io, 100 rounds (silent on being stuck)",
    ("no_moves",),
    simultaneous="draw",
    move_limit=200,
)
_define("codingame", "CodinGame", no_moves="pass", move_limit=150)
_define("ludii", "Ludii's default option", simultaneous="draw", no_moves="pass")
_define("nost", "NOST play by mail", repetition="deviate")
