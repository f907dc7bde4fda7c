"""The errors about values from outside, and where each may come from.

Text and numbers from outside are checked once, where they enter: a position in
``Position.parse`` and ``Position.from_bitboards``, a move in ``Move.parse`` and in the methods
that take a move as text, rule sets and limits when they are made, a game record where it is
read. Whatever is wrong there raises a ``LoaError``, and since that is a ``ValueError``, one
``except ValueError`` catches them all. Something of the wrong type altogether, such as a number
where text belongs, raises ``TypeError``.
Behind that border every object is known to be sound: the compiled modules trust what they are
given and raise nothing but ``MemoryError``. The one other exception is ``SearchInterrupted`` of
``loa_engine.search.limits``, a ``KeyboardInterrupt`` that brings along what the search had found
when the user stopped it.

Messages are one line, name the thing as the user wrote it and say what would be right.
"""

__all__ = [
    "GameOverError",
    "IllegalMoveError",
    "LimitError",
    "LoaError",
    "MoveTextError",
    "PositionError",
    "RecordError",
    "RuleError",
]

LONGEST_QUOTE = 60


class LoaError(ValueError):
    """What all errors about a value from outside have in common."""


class PositionError(LoaError):
    """A malformed position text or an impossible position; names the rank and the fault."""


class MoveTextError(LoaError):
    """A text that cannot be read as a move, whatever the position."""


class IllegalMoveError(LoaError):
    """A move that can be read but may not be played; says why."""


class GameOverError(IllegalMoveError):
    """A move after the end of the game."""


class RuleError(LoaError):
    """A rule set or variant that does not exist, or an option with an impossible value."""


class LimitError(LoaError):
    """A limit of a search that makes no sense, such as a negative depth."""


class RecordError(LoaError):
    """A game record that cannot be read or written; says where in it, and why.

    Attributes:
        reason: what is wrong, without the place.
        game: the number of the game in its file, from 1; None when it is not about one game.
        line: the line of the file, from 1; None when unknown.
        ply: the number of the move in its line of play, from 1; None when it is not about a move.
        move: the move as the record has it; None likewise.
    """

    def __init__(
        self,
        reason: str,
        *,
        game: int | None = None,
        line: int | None = None,
        ply: int | None = None,
        move: str | None = None,
    ) -> None:
        one_line = " ".join(reason.splitlines())
        super().__init__(one_line)
        self.reason = one_line
        self.game = game
        self.line = line
        self.ply = ply
        self.move = move

    def __str__(self) -> str:
        places = (("game", self.game), ("line", self.line), ("ply", self.ply))
        parts = [f"{name} {number}" for name, number in places if number is not None]
        if self.move is not None:
            parts.append(quoted(self.move))
        return f"{', '.join(parts)}: {self.reason}" if parts else self.reason


def quoted(value: object) -> str:
    """What a user gave, as a message shows it: text in quotes, on one line, shortened."""
    shown = repr(value[:LONGEST_QUOTE] if isinstance(value, str) else value)
    is_whole = not isinstance(value, str) or len(value) <= LONGEST_QUOTE
    if is_whole and len(shown) <= LONGEST_QUOTE + 2:
        return shown
    end = shown[0] if isinstance(value, str) else ""
    return f"{shown[:LONGEST_QUOTE]}…{end}"
