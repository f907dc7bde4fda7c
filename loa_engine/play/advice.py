"""The commands that ask: moves, lines, hints, threats, the evaluation."""

from __future__ import annotations

import textwrap

from loa_engine.evaluation.chance import winning_chance
from loa_engine.game.color import Color
from loa_engine.game.errors import GameOverError, LoaError
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.squares import Square, line_name, parse_square, square_name
from loa_engine.play.talk import Talk
from loa_engine.records.rule_text import write_rules
from loa_engine.search.limits import Info

__all__ = ["evaluation", "game", "hint", "lines", "moves", "threats"]

PV_SHOWN = 6
MOST_LISTED = 100  # moves; there are more only where each has many drops
COLUMNS = 79


def moves(talk: Talk, words: list[str]) -> None:
    """The legal moves: all, or those of a piece, whose targets are marked on the board."""
    legal = talk.table.game.legal_moves()
    if not words:
        _check_goes_on(talk)
        talk.say(_wrapped(f"{len(legal)}: {_without_drops(legal)}"))
        return
    square = _square(talk, words[0])
    found = [move for move in legal if move.from_square == square]
    if not found:
        raise LoaError(_why_none(talk, square))
    talk.draw({move.to_square for move in found if move.to_square is not None})
    talk.say(_wrapped(f"{square_name(square)}: {_without_drops(found)}"))


def lines(talk: Talk, words: list[str]) -> None:
    """How many pieces are on the four lines through a square, and where the piece there may go."""
    if not words:
        raise LoaError("lines needs a square: lines c4")
    position, square = talk.table.position, _square(talk, words[0])
    targets = position.line_targets(square)
    for direction, count in position.line_counts(square).items():
        name = line_name(square, direction, position.size).removeprefix("the ")
        goals = " ".join(map(square_name, targets[direction]))
        noun = "piece " if count == 1 else "pieces"
        talk.say(f"{name:15} {count} {noun}  {goals and f'to {goals}'}".rstrip())


def hint(talk: Talk, words: list[str]) -> None:
    """The move that the engine would play."""
    _check_goes_on(talk)
    info = talk.advice(talk.table.game)
    talk.say(f"hint: {info.best_move}  ({_worth(talk, info, talk.table.turn)})")


def evaluation(talk: Talk, words: list[str]) -> None:
    """What the position is worth, and the line that the engine expects."""
    _check_goes_on(talk)
    info = talk.advice(talk.table.game)
    chance = winning_chance(info.score)
    name = talk.name(talk.table.turn)
    talk.say(f"{_worth(talk, info, talk.table.turn)}, chance for {name} {chance:.0%}")
    talk.say(f"expected: {_listed(list(info.pv[:PV_SHOWN]))}")


def threats(talk: Talk, words: list[str]) -> None:
    """What the other side would play if the one to move passed."""
    _check_goes_on(talk)
    table = talk.table
    other, position = table.turn.other, table.position
    wins = position.threats(table.game.rules)
    name = talk.name(other)
    if wins:
        talk.say(f"{name} threatens to win at once: {_listed(wins)}")
        return
    talk.say(f"{name} does not threaten to win at once")
    turned = _turned(position)
    if turned.outcome(table.game.rules) is not None:
        talk.say(f"{name} could not move if it were {name}'s turn")
        return
    info = talk.advice(turned, table.game.rules)
    best = _listed(list(info.pv[:PV_SHOWN]))
    talk.say(f"after a pass {name} would play {best}  ({_worth(talk, info, other)})")


def game(talk: Talk, words: list[str]) -> None:
    """The moves so far, the position as text, and the rules."""
    table = talk.table
    if table.game.moves:
        talk.say(_wrapped(f"moves     {_listed(list(table.game.moves))}"))
    talk.say(f"position  {table.position}")
    talk.say(f"rules     {write_rules(table.game.rules)}")


def _check_goes_on(talk: Talk) -> None:
    """See that the game is not over.

    Raises:
        GameOverError: it is.
    """
    if talk.table.is_over:
        raise GameOverError(f"the game is over: {talk.table.game.outcome()}")


def _square(talk: Talk, text: str) -> Square:
    square = parse_square(text)
    talk.table.position.piece_at(square)  # it may be off a small board
    return square


def _why_none(talk: Talk, square: Square) -> str:
    """Why there is no legal move from a square."""
    table, name = talk.table, square_name(square)
    if table.is_over:
        return f"the game is over: {table.game.outcome()}"
    piece = table.position.piece_at(square)
    if piece is None:
        return f"there is no piece on {name}"
    return f"the piece on {name} is {piece}'s" if piece is not table.turn else f"{name}: no move"


def _worth(talk: Talk, info: Info, color: Color) -> str:
    """A score, whose it is, and how deep the search went."""
    return f"{info.score} for {talk.name(color)}, depth {info.finished_depth}"


def _listed(moves: list[Move]) -> str:
    return " ".join(map(str, moves))


def _without_drops(moves: list[Move]) -> str:
    """Moves as text, each once, with a bare @ where any of many drops may follow."""
    texts = [str(move) for move in moves]
    if len(moves) <= MOST_LISTED:
        return " ".join(texts)
    heads = [text.partition("@")[0] + "@" * ("@" in text) for text in texts]
    return " ".join(dict.fromkeys(heads))


def _wrapped(text: str) -> str:
    """A text in lines that fit a terminal, broken between its words."""
    return textwrap.fill(text, COLUMNS, subsequent_indent="  ", break_on_hyphens=False)


def _turned(position: Position) -> Position:
    """The position with the other side to move."""
    return Position.from_bitboards(
        position.black,
        position.white,
        position.turn.other,
        position.size,
        position.vanished,
        position.vanishing,
        position.hands,
    )
