"""CodinGame's arena, after its published referee, on the slow twin of the rules."""

import random

import reference

RULES = reference.RULE_SETS["codingame"]
MOST_TURNS = 150


def plain(move):
    """A move as the arena writes it."""
    return move.replace("-", "").replace("x", "")


def turn_lines(state, last, is_first):
    """What a bot is sent for a turn, and the legal moves by their text."""
    lines = ["b" if state.turn == "x" else "w"] if is_first else []
    for rank in reversed(range(state.size)):
        cells = (state.cells.get((file, rank), ".") for file in range(state.size))
        lines.append("".join({"x": "b", "o": "w"}.get(cell, ".") for cell in cells))
    legal = {plain(move): move for move in reference.moves(state, RULES)}
    return [*lines, last, str(len(legal)), *sorted(legal)], legal


class Arena:
    """A game of the arena: whose turn it is, what he is sent, what his answer does."""

    def __init__(self, state=None):
        self.game = reference.Game(state or reference.start(), RULES)
        self.last = "null"
        self.turns = 0

    def send(self):
        """The lines of the turn."""
        lines, self.legal = turn_lines(self.game.state, self.last, self.turns < 2)
        return lines

    def answer(self, text):
        """Play an answer; it must be one of the moves that were listed."""
        word = text.split(" ")[0]
        assert word in self.legal, f"{text!r} is not one of {sorted(self.legal)}"
        self.game = self.game.play(self.legal[word])
        self.last = word
        self.turns += 1

    def answer_at_random(self, chance: random.Random):
        """Play any move."""
        self.answer(chance.choice(sorted(self.legal)))

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.game.outcome() is not None or self.turns >= MOST_TURNS
