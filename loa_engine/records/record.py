"""The game record: a game with everything that was written down about it.

A record holds one game as a line of nodes, one for each move. A node carries what was said about
its move, and the variations that were considered instead of it; each variation is such a line
again. Formats differ in what they can hold: docs/records.md has a table.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self, TypeVar

from loa_engine.evaluation.score import Score
from loa_engine.game.errors import LoaError, RecordError, quoted
from loa_engine.game.game import SET_BY_HAND, Game
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import Reason, RuleSet
from loa_engine.records.result import Result, as_reason, parse_result

__all__ = [
    "DEEPEST_VARIATION",
    "HEADERS",
    "MARKS",
    "BrokenRecord",
    "GameRecord",
    "Node",
    "Result",
    "as_reason",
    "parse_result",
    "split_signs",
]

HEADERS = (
    "black",
    "white",
    "black_rating",
    "white_rating",
    "black_team",
    "white_team",
    "date",
    "event",
    "site",
    "round",
    "name",
    "description",
    "annotator",
    "transcriber",
    "source",
    "copyright",
    "opening",
    "time",
    "overtime",
)
"""The headers that have a place in several formats; a record may have others besides."""

MARKS = ("!", "?", "!!", "??", "!?", "?!")
"""The judgements of a move, from good to doubtful, as chess players write them."""

DEEPEST_VARIATION = 100
"""How deep variations may lie inside one another."""

SIGNS = "+!?#"
JUDGED = re.compile(r"([+#]*)(!!|\?\?|!\?|\?!|!|\?|)([+#]*)")
MOST_SIGNS = 20  # more than these are kept as they are
AnyGame = TypeVar("AnyGame", bound=Game)


@dataclass(slots=True)
class Node:
    """A move of a line, with what was written about it.

    Attributes:
        move: the move; None for a remark at the start of a line, before its first move.
        comment: the comment on the move or the position after it.
        mark: the judgement of the move, one of ``MARKS``; empty without one.
        score: the score of the position after the move, from Black's point of view: above zero is
            good for Black.
        suffix: other signs that stood behind the move, such as ``+``.
        properties: what else a format had to say here, by its name in that format.
        variations: the lines that might have been played instead of this move. What varies from
            the first move of such a line is read as a line of its own here, beside it.

    Raises:
        LoaError: when the mark is none of ``MARKS``, or the suffix has anything but ``+!?#``.
    """

    move: Move | None
    comment: str = ""
    mark: str = ""
    score: Score | None = None
    suffix: str = ""
    properties: dict[str, list[str]] = field(default_factory=dict)
    variations: "list[list[Node]]" = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.mark and self.mark not in MARKS:
            raise LoaError(f"a mark is one of {' '.join(MARKS)}, not {quoted(self.mark)}")
        if self.suffix.strip(SIGNS):
            raise LoaError(f"a suffix has only the signs + ! ? #, not {quoted(self.suffix)}")

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing but the move."""
        noted = self.comment or self.mark or self.suffix or self.properties or self.variations
        return not noted and self.score is None


def split_signs(text: str) -> tuple[str, str, str]:
    """A move without the signs behind it, the signs to keep as they are, and the mark among them.

    >>> split_signs("c2:c5++"), split_signs("Lcc7#!"), split_signs("b1-b3?!")
    (('c2:c5', '++', ''), ('Lcc7', '', '!'), ('b1-b3', '', '?!'))
    """
    bare = text.rstrip(SIGNS)
    if len(bare) == len(text):
        return text, "", ""
    signs = text[len(bare) :]
    judged = JUDGED.fullmatch(signs) if len(signs) <= MOST_SIGNS else None
    if judged is None:
        return bare, signs, ""
    return bare, (judged[1] + judged[3]).replace("#", ""), judged[2]


@dataclass(slots=True)
class GameRecord:
    """One game as a record has it. Its moves are legal ones that know whether they capture.

    Attributes:
        start: the position the game began with.
        rules: the rule set.
        line: the nodes of the game, one for each move.
        root: what was written about the start position; its ``move`` is None.
        headers: names, dates and so on, by the names in ``HEADERS`` or others.
        result: how it ended; None when it is unfinished or the record does not say.
        notes: what the reader found odd but could read; not compared.

    >>> from loa_engine import Color
    >>> game = Game()
    >>> _ = game.push("b1-b3"), game.push("h6-f4")
    >>> game.finish(Color.BLACK, "resign")
    >>> record = GameRecord.of(game, {"black": "Ann"})
    >>> print(record.result, *record.moves)
    1-0 b1-b3 h6-f4
    >>> record.game() == game
    True
    """

    start: Position = field(default_factory=Position.start)
    rules: RuleSet = field(default_factory=lambda: RuleSet.named("standard"))
    line: list[Node] = field(default_factory=list)
    root: Node = field(default_factory=lambda: Node(None))
    headers: dict[str, str] = field(default_factory=dict)
    result: Result | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, game: Game, headers: Mapping[str, str] | None = None) -> Self:
        """The record of a game, with the headers given."""
        outcome = game.outcome()
        return cls(
            start=game.start,
            rules=game.rules,
            line=[Node(move) for move in game.moves],
            headers=dict(headers or {}),
            result=None if outcome is None else Result.of(outcome),
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the game, without the variations."""
        return tuple(node.move for node in self.line if node.move is not None)

    @property
    def variant(self) -> str:
        """The name of the variant that the start position belongs to."""
        known = self.start.start_variant
        if known is not None:
            return known.name
        if self.start.vanishing:
            return "cheshire-cat"
        return "parachute" if any(self.start.hands) else "standard"

    def nodes(self) -> Iterator[Node]:
        """All nodes, each before its variations, those before the rest of the line."""
        waiting = [iter(self.line)]
        while waiting:
            node = next(waiting[-1], None)
            if node is None:
                waiting.pop()
                continue
            yield node
            waiting.extend(iter(line) for line in reversed(node.variations))

    def game(self, kind: type[AnyGame] = Game) -> AnyGame:  # type: ignore[assignment]
        """The game played through, with a result set by hand where the moves do not show it.

        A result without a reason, or with one that the moves do not bear out, is taken for an
        adjudication.

        Args:
            kind: the class of the game, ``Game`` or one made from it.

        Raises:
            IllegalMoveError: when a move may not be played, which no reader lets through.
        """
        game = kind(self.start, self.rules)
        for move in self.moves:
            game.push(move)
        if self.result is not None and game.outcome() is None:
            reason = self.result.reason
            by_hand = reason if reason in SET_BY_HAND else None
            game.finish(self.result.winner, by_hand or Reason.ADJUDICATION)
        return game


@dataclass(slots=True)
class BrokenRecord:
    """A game of a file that could not be read to its end.

    Attributes:
        error: what is wrong first: which game, line, ply and move, and why.
        read_so_far: what could be read: the moves before the fault, and sound variations.
        errors: all faults that were found in the game, ``error`` first.
    """

    error: RecordError
    read_so_far: GameRecord
    errors: tuple[RecordError, ...] = ()

    def __post_init__(self) -> None:
        self.errors = self.errors or (self.error,)
