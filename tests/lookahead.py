"""Looking ahead without any cleverness, and small games to do it in.

`minimax` is what the search computes when all its heuristics are off: the same depth, the same
leaves, every line of play to its end under all rules of the game, on the reference. `forced` finds
forced wins deeper, by brute force on the compiled board, for rules that need no history.
`Asked` puts single zero-window questions to the compiled search.
"""

from __future__ import annotations

from dataclasses import replace

import kit
import reference
from brute import UNDECIDED, Value
from hypothesis import note, reject
from hypothesis import strategies as st
from reference import OTHER, Game, Rules, State

import loa_engine
from loa_engine import PASS, Position, RuleSet
from loa_engine.evaluation.score import WIN_SCORE
from loa_engine.evaluation.weights import evaluator_for
from loa_engine.search._search import Searcher
from loa_engine.search._table import TranspositionTable
from loa_engine.search.heuristics import NO_HEURISTICS, Heuristics
from loa_engine.search.root import root_of

POSITIONS = 250  # what plain minimax looks at in about a tenth of a second


# Minimax --------------------------------------------------------------------------------------


def minimax(game: Game, depth: int, ply: int = 0) -> int:
    """The value for the player to move, in the numbers of the search."""
    end = game.outcome()
    if end is not None:
        won = WIN_SCORE - ply if end.winner == game.state.turn else ply - WIN_SCORE
        return won if end.winner else 0
    if depth == 0:
        return leaf_score(game.state)
    return max(-minimax(game.play(text), depth - 1, ply + 1) for text in game.moves())


def leaf_score(state: State) -> int:
    return evaluator_for(state.size).evaluate(kit.position_of(state).core)


def affordable_depth(game: Game, most: int = 4, positions: int = POSITIONS) -> int:
    """The depth that plain minimax can look to, at most `most`, at least 1."""
    state = replace(game.state, turn=OTHER[game.state.turn])
    branching = max(2, len(game.moves()), len(reference.turns(state)))
    depth = 1
    while depth < most and branching ** (depth + 1) <= positions:
        depth += 1
    return depth


# Brute force ----------------------------------------------------------------------------------


class Forced:
    """Forced wins by brute force, for rules without repetition and limits."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.known: dict[tuple[int, int, int], int] = {}

    def value(self, position: Position, plies: int) -> Value:
        """The value as far as `plies` plies decide it: shortest win, longest defence."""
        value = self._value(position.core, plies)
        if value == 0:
            return UNDECIDED
        return Value(1 if value > 0 else -1, WIN_SCORE - abs(value))

    def _value(self, board, plies: int) -> int:
        key = (board.key, board.passes, plies)
        if key not in self.known:
            self.known[key] = self._looked_up(board, plies)
        return self.known[key]

    def _looked_up(self, board, plies: int) -> int:
        outcome = Position(board).outcome(self.rules)
        if board.passes == 2 or (outcome and outcome.winner is None):
            return 0
        if outcome:
            return WIN_SCORE if outcome.winner == board.turn else -WIN_SCORE
        if plies == 0:
            return 0
        moves = board.legal_moves(self.rules.forbids_both) or [PASS.packed]
        return max(one_ply_back(self._value(board.play(move), plies - 1)) for move in moves)


def one_ply_back(value: int) -> int:
    """What a value is worth a ply earlier, to the other side."""
    return -value + (value > 0) - (value < 0)


# Asking the search ----------------------------------------------------------------------------


def played(game: Game) -> loa_engine.Game:
    """The package's game of a reference game."""
    same = kit.game_of(game.states[0], game.rules)
    for text in game.played:
        same.push(text)
    return same


class Asked:
    """One game's position, to be asked about with zero windows; all heuristics are off."""

    def __init__(
        self,
        game: loa_engine.Game,
        table: TranspositionTable,
        heuristics: Heuristics = NO_HEURISTICS,
    ) -> None:
        root = root_of(game)
        self.moves = [move.packed for move in root.moves]
        self.searcher = Searcher(table, evaluator_for(root.position.size), heuristics.flags)
        self.searcher.set_position(
            root.position.core, root.rules.core_codes, root.boards, root.since_capture
        )
        self.searcher.set_limits()

    def bound(self, depth: int, beta: int) -> int:
        """A bound of the value: at least `beta` means from below, less means from above."""
        bound, move = self.searcher.search(list(self.moves), depth, beta)
        assert not self.searcher.stopped
        assert move in self.moves
        return bound

    def value(self, depth: int, guess: int = 0) -> int:
        """The value by MTD(f) from any first guess."""
        lower, upper, value = -WIN_SCORE, WIN_SCORE, guess
        while lower < upper:
            beta = max(value, lower + 1)
            value = self.bound(depth, beta)
            lower, upper = (value, upper) if value >= beta else (lower, value)
        return value


def timeless_rules() -> st.SearchStrategy[Rules]:
    """Rules under which the moves that led to a position do not matter."""
    return kit.rules(repetition="none", move_limit=None, capture_limit=None)


# Small games ----------------------------------------------------------------------------------


@st.composite
def few_pieces(draw: st.DrawFn, sizes: tuple[int, ...] = (4, 4, 5, 5, 6, 8)) -> State:
    """Some pieces anywhere; now and then squares have vanished or a hand holds a piece."""
    size = draw(st.sampled_from(sizes))
    count = draw(st.sampled_from((4, 5, 5, 6, 6, 7, 8, 9, 12)))
    placed = draw(
        st.lists(st.integers(0, size * size - 1), min_size=count, max_size=count, unique=True)
    )
    letters = "xxoo" + "".join(draw(st.sampled_from("xo")) for _ in placed[4:])
    squares = [(number % size, number // size) for number in placed]
    state = State(size, dict(zip(squares, letters, strict=True)), draw(st.sampled_from("xo")))
    kind = draw(st.sampled_from(("plain",) * 6 + ("vanishing", "holding")))
    if kind == "vanishing":
        return with_holes(state, draw(st.integers(0, 2 ** (size * size) - 1)))
    if kind == "holding" and size == 4:
        return replace(state, hands=(int(state.turn == "x"), 1))
    return state


@st.composite
def open_games(draw: st.DrawFn, rules: st.SearchStrategy[Rules]) -> Game:
    """A game that has just begun and is not over: the first such one of a few drawn."""
    rule_set = draw(rules)
    for _ in range(5):
        game = Game(draw(few_pieces()), rule_set)
        if game.outcome() is None:
            note(f"{reference.write(game.state)} under {kit.rules_of(rule_set)}")
            return game
    return reject()


def with_holes(state: State, gone: int) -> State:
    empty = [square for square in state.squares() if square not in state.cells]
    holes = {square: "#" for bit, square in enumerate(empty) if gone >> bit & 1}
    return replace(state, cells=state.cells | holes, vanishing=True)


@st.composite
def small_games(draw: st.DrawFn, rules: st.SearchStrategy[Rules], plies: int = 10) -> Game:
    """A game of few pieces that goes on, after some moves that often go to and fro."""
    game = draw(open_games(rules))
    for number in draw(kit.choices(plies)):
        moves, back = game.moves(), way_back(game)
        text = back if number % 4 and back in moves else moves[number % len(moves)]
        after = game.play(text)
        if after.outcome() is not None:
            break
        game = after
    note(f"after {game.played}")
    return game


def way_back(game: Game) -> str:
    """The text of the move that takes the mover's last one back, if that was a plain move."""
    last = game.played[-2] if len(game.played) > 1 else ""
    return f"{last[3:5]}-{last[:2]}" if len(last) == 5 else ""
