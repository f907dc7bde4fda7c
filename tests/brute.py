"""Forced wins by brute force on the reference rules, for checking what a search claims.

Two programs that share nothing but the rules: `solve` asks for each number of plies whether a win
can be forced in it; `minimax` looks at every line of play to its end. Both know the whole game,
so repetition, limits and passes count as the rule set says.
"""

from __future__ import annotations

from typing import NamedTuple

from reference import OTHER, Game


class Value(NamedTuple):
    """For the player to move: sign +1 wins, -1 loses, 0 neither; and in how many plies."""

    sign: int
    plies: int


UNDECIDED = Value(0, 0)


def wins_within(game: Game, plies: int) -> bool:
    """Whether the player to move can force a win in at most `plies` more plies."""
    end = game.outcome()
    if end is not None or plies == 0:
        return end is not None and end.winner == game.state.turn
    return any(loses_within(game.play(text), plies - 1) for text in game.moves())


def loses_within(game: Game, plies: int) -> bool:
    """Whether the player to move cannot avoid losing in at most `plies` more plies."""
    end = game.outcome()
    if end is not None or plies == 0:
        return end is not None and end.winner == OTHER[game.state.turn]
    return all(wins_within(game.play(text), plies - 1) for text in game.moves())


def solve(game: Game, plies: int) -> Value:
    """The value of the game as far as `plies` plies decide it, shortest win, longest defence."""
    for within in range(plies + 1):
        if wins_within(game, within):
            return Value(1, within)
        if loses_within(game, within):
            return Value(-1, within)
    return UNDECIDED


def minimax(game: Game, plies: int) -> Value:
    """The same value as `solve`, by looking at every line of play to its end."""
    end = game.outcome()
    if end is not None:
        if end.winner is None:
            return UNDECIDED
        return Value(1 if end.winner == game.state.turn else -1, 0)
    if plies == 0:
        return UNDECIDED
    below = [minimax(game.play(text), plies - 1) for text in game.moves()]
    above = [Value(-value.sign, value.plies + 1) if value.sign else UNDECIDED for value in below]
    return max(above, key=lambda value: (value.sign, -value.sign * value.plies))
