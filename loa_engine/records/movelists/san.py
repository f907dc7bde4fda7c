"""Short algebraic moves, as PlayStrategy and XBoard write them: ``Ldd3``, ``L2f2``, ``Lxf1``.

A move is ``L``, what tells the piece from others that could go there (its file, or its rank, or
both), ``x`` for a capture, and the target; ``#`` follows when the player who moves wins by it.
What chess has no word for is written as in the rest of the library: ``e8^^``, ``pass``, and a drop
as ``@e5`` behind the move.
"""

import re
from functools import lru_cache

from loa_engine.game.errors import GameOverError, IllegalMoveError, MoveTextError, quoted
from loa_engine.game.move import (
    LONGEST_KEPT,
    PASS,
    SQUARE_MASK,
    Move,
    MoveKind,
    PartialMove,
    from_core,
)
from loa_engine.game.position import Position
from loa_engine.game.referee import find_outcome
from loa_engine.game.rules import RuleSet
from loa_engine.game.squares import (
    FILE_NAMES,
    RANK_NAMES,
    Bitboard,
    bitboard,
    board_squares,
    file_of,
    make_square,
    parse_square,
    rank_of,
    square_name,
)

__all__ = ["read_san", "split_san", "write_san"]

SAN = re.compile(
    r"(L?)([a-h])?([1-8])?[-:x]?([a-h][1-8])(?:@([a-h][1-8]))?[+!?#]*", re.ASCII | re.IGNORECASE
)
TEXTS_KEPT = 1 << 14
PASSES = frozenset({"--", "@@@@", "0000", "null", "z0", "pass"})


def write_san(position: Position, move: Move, rules: RuleSet) -> str:
    """A legal move in short form.

    >>> from loa_engine.game.rules import RULE_SETS
    >>> write_san(Position.start(), Move.parse("d1-d3"), RULE_SETS["standard"])
    'Ldd3'
    """
    start, target = move.from_square, move.to_square
    if move.kind is not MoveKind.MOVE or start is None or target is None:
        text = str(move)
    else:
        elsewhere = board_squares() ^ bitboard([start])
        rivals = position.core.moves_to(move.packed, elsewhere, rules.forbids_both)
        others = [packed & SQUARE_MASK for packed in rivals]
        mark = "x" if move.is_capture else ""
        drop = "" if move.drop is None else f"@{square_name(move.drop)}"
        text = f"L{_distinction(start, others)}{mark}{square_name(target)}{drop}"
    outcome = find_outcome(position.core.play(move.packed), rules)
    wins = outcome is not None and outcome.winner is position.turn
    return f"{text}#" if wins else text


def read_san(position: Position, rules: RuleSet, text: str) -> Move:
    """The move that a short or a full text stands for; one in full is not checked.

    Raises:
        MoveTextError: when it is no move, or could be several.
        IllegalMoveError: when no piece may move so.
        GameOverError: when the game is over.
    """
    read = split_san(text)
    if isinstance(read, Move):
        return read
    moves = position.core.moves_to(read.goal, read.starts, rules.forbids_both)
    outcome = None if len(moves) == 1 and not position.core.united() else position.outcome(rules)
    if outcome is not None:
        raise GameOverError(f"{text}: the game is over, {outcome}")
    if len(moves) > 1:
        choice = ", ".join(str(from_core(packed)) for packed in moves[:8])
        raise MoveTextError(f"{quoted(text)} is ambiguous: {choice}")
    if not moves:
        raise IllegalMoveError(f"{text}: no piece of {position.turn} may move there")
    return from_core(moves[0])


def split_san(text: str) -> Move | PartialMove:
    """What a text says by itself: a move in full, or in part.

    Raises:
        MoveTextError: when it is no move.
    """
    return _split_short(text) if len(text) <= LONGEST_KEPT else _split(text)


def _split(text: str) -> Move | PartialMove:
    if text.lower() in PASSES:
        return PASS
    found = SAN.fullmatch(text)
    if found is None:
        return Move.parse(text)
    letter, file, rank, target, drop = (part and part.lower() for part in found.groups())
    if file and rank:
        return Move.parse(f"{file}{rank}{target}" + (f"@{drop}" if drop else ""))
    if not letter:
        return Move.parse(text)
    square = parse_square(target)
    goal = Move(square, square, drop=parse_square(drop) if drop else None).packed
    return PartialMove(goal, _squares_on(file, rank))


_split_short = lru_cache(maxsize=TEXTS_KEPT)(_split)


def _squares_on(file: str | None, rank: str | None) -> Bitboard:
    """The squares of a file and a rank, as far as they are given."""
    starts = board_squares()
    if file is not None:
        starts &= bitboard(make_square(FILE_NAMES.index(file), each) for each in range(8))
    if rank is not None:
        starts &= bitboard(make_square(each, RANK_NAMES.index(rank)) for each in range(8))
    return starts


def _distinction(start: int, others: list[int]) -> str:
    """What tells a square from others: nothing, its file, its rank, or both."""
    if not others:
        return ""
    file, rank = FILE_NAMES[file_of(start)], RANK_NAMES[rank_of(start)]
    shares_file = any(file_of(other) == file_of(start) for other in others)
    shares_rank = any(rank_of(other) == rank_of(start) for other in others)
    if not shares_file:
        return file
    return file + rank if shares_rank else rank
