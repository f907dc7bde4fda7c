"""What the tests share: data files, hypothesis strategies, and the bridge to the reference.

A position is drawn as a `reference.State`; `position_of` and `rules_of` give the same thing in the
package's words. Data is read when a test module is imported, so a missing file fails the run.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Any

import reference
from hypothesis import strategies as st
from reference import Game, Rules, Square, State

import loa_engine
from loa_engine import Position, RuleSet

DATA = Path(__file__).parent / "data"
SMALL_VARIANTS = ("4x4", "5x5", "6x6", "7x7", "loaps")
PLAIN_VARIANTS = ("standard", "scrambled-eggs", *SMALL_VARIANTS)
ALL_VARIANTS = (*PLAIN_VARIANTS, "cheshire-cat", "parachute")

# Positions that several tests need.
BLACK_STUCK = "6ox/6oo/8/8/8/8/oo6/xo6 x"
BOTH_STUCK = "xoxo/oxxx/xooo/xxox x"
ZUGZWANG = "o7/8/8/3x4/4o3/8/8/7x"
WHITE_CAN_UNITE_BOTH = "2o5/2oo4/1xoxo3/x1ooo3/1xx5/1xx5/3o4/8 o"
# A crowd in which few can move; after the dance White's only move makes a third occurrence.
DANCERS = "xoxoo/oxxoo/1xoox/oooxo/oxoxo x"
DANCE = ["c5-a3", "e5xa5", "a3-c5", "a1-e5", "c5-a3", "e5-a1", "a3-c5", "a1-e5", "c5-a3"]

# Data -----------------------------------------------------------------------------------------


def load_json(name: str) -> list[dict[str, Any]]:
    rows = json.loads((DATA / name).read_text())
    assert rows, f"{name} holds nothing"
    return rows


def load_openspiel_games() -> list[dict[str, Any]]:
    lines = (DATA / "openspiel_games.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def load_published_games() -> dict[str, list[str]]:
    """The move lists of the published games by file name."""
    move = re.compile(r"[a-h][1-8][-x][a-h][1-8]")
    files = sorted((DATA / "games").glob("*.txt"))
    return {file.stem: move.findall(file.read_text()) for file in files}


def load_first_gemma_game() -> list[str]:
    """The moves as recorded: upper case, "-" for captures too, "E8-^^" for a removal."""
    text = (DATA / "games" / "gemma-1.sgf").read_text()
    return re.findall(r"[BW]\[([A-H][1-8]-(?:[A-H][1-8]|\^\^)) *\]", text)


# From the reference to the package ------------------------------------------------------------


def variant_of(state: State) -> str:
    return "cheshire-cat" if state.vanishing else "standard"


def position_of(state: State) -> Position:
    return Position.parse(reference.write(state), variant_of(state))


def rules_of(rules: Rules) -> RuleSet:
    return RuleSet(**asdict(rules))


def game_of(state: State, rules: Rules) -> loa_engine.Game:
    return loa_engine.Game(position_of(state), rules_of(rules))


def end_of(outcome: loa_engine.Outcome | None) -> reference.End | None:
    """The package's outcome in the reference's words."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else "xo"[outcome.winner]
    return reference.End(winner, outcome.reason.value)


def texts(moves: list[loa_engine.Move]) -> list[str]:
    return [str(move) for move in moves]


def square_number(square: Square) -> int:
    """The package's number of a square given as (file, rank): a1 is 0, b1 is 1, a2 is 8."""
    return square[0] + 8 * square[1]


def bitboard(squares: list[Square] | set[Square]) -> int:
    return sum(1 << square_number(square) for square in squares)


# Symmetries -----------------------------------------------------------------------------------

SYMMETRIES = tuple(product((False, True), repeat=3))


def mapped(square: Square, size: int, symmetry: tuple[bool, bool, bool]) -> Square:
    """A square under one of the eight symmetries: mirror files, mirror ranks, swap both."""
    mirror_file, mirror_rank, swap = symmetry
    file = size - 1 - square[0] if mirror_file else square[0]
    rank = size - 1 - square[1] if mirror_rank else square[1]
    return (rank, file) if swap else (file, rank)


def mapped_state(state: State, symmetry: tuple[bool, bool, bool]) -> State:
    cells = {mapped(square, state.size, symmetry): letter for square, letter in state.cells.items()}
    return replace(state, cells=cells)


def mapped_move(text: str, size: int, symmetry: tuple[bool, bool, bool]) -> str:
    def new_name(match: re.Match[str]) -> str:
        return reference.name(mapped(reference.square_of(match[0]), size, symmetry))

    return re.sub(r"[a-h][1-8]", new_name, text)


# Strategies -----------------------------------------------------------------------------------


def rules(**fixed: Any) -> st.SearchStrategy[Rules]:
    """Any mix of options, with limits low enough to be met in a short game."""
    limit = st.none() | st.integers(1, 12)
    options = {
        "simultaneous": st.sampled_from(("mover", "draw", "opponent", "illegal")),
        "no_moves": st.sampled_from(("loss", "pass", "draw")),
        "repetition": st.sampled_from(("none", "threefold", "board", "deviate")),
        "move_limit": limit,
        "capture_limit": limit,
        "limits_first": st.booleans(),
    }
    return st.builds(Rules, **options | {name: st.just(value) for name, value in fixed.items()})


@st.composite
def placements(draw: st.DrawFn, size: int | None = None) -> State:
    """Any pieces anywhere, thin or thick, often crowded into a part of the board."""
    size = draw(st.sampled_from((4, 5, 6, 7, 8, 8, 8))) if size is None else size
    width, height = draw(st.integers(3, size)), draw(st.integers(3, size))
    left, bottom = draw(st.integers(0, size - width)), draw(st.integers(0, size - height))
    window = [(left + f, bottom + r) for r in range(height) for f in range(width)]
    letters = draw(st.sampled_from(("....xo", "..xo", ".xo", "xo", "........xo", "..xxxo")))
    drawn = draw(st.lists(st.sampled_from(letters), min_size=len(window), max_size=len(window)))
    cells = {square: letter for square, letter in zip(window, drawn, strict=True) if letter != "."}
    first, last = draw(st.permutations("xo"))
    cells.update({window[0]: first, window[-1]: last})
    return State(size, cells, draw(st.sampled_from("xo")))


@st.composite
def vanishing(draw: st.DrawFn) -> State:
    """A cheshire-cat position: pieces anywhere, any other squares gone."""
    state = draw(placements())
    gone = draw(st.integers(0, 2**64 - 1))
    empty = [square for square in state.squares() if square not in state.cells]
    holes = {square: "#" for square in empty if gone >> square_number(square) & 1}
    return replace(state, cells=state.cells | holes, vanishing=True)


@st.composite
def holding(draw: st.DrawFn) -> State:
    """A parachute position: pieces in hand, as turns leave them or set up by hand.

    With two pieces a side nobody can be wiped out within two plies.
    """
    state = draw(placements())
    hands = draw(st.tuples(st.integers(0, 6), st.integers(0, 6)))
    pieces = min(len(state.pieces("x")), len(state.pieces("o")))
    return replace(state, hands=hands) if pieces >= 2 else state


@st.composite
def last_drops(draw: st.DrawFn) -> State:
    """A crowded small board with at most one piece left in each hand, so that the goal comes near.

    Each side has at least two pieces, see `holding`.
    """
    size = draw(st.sampled_from((4, 4, 5)))
    state = draw(placements(size))
    hands = draw(st.sampled_from(((1, 0), (0, 1), (1, 1))))
    extra = {(0, 0): "x", (size - 1, 0): "o", (0, size - 1): "x", (size - 1, size - 1): "o"}
    return replace(state, cells=extra | state.cells, hands=hands)


def states() -> st.SearchStrategy[State]:
    """Positions of every kind that the rule book allows."""
    return placements() | vanishing() | holding() | walks().map(lambda game: game.state)


@st.composite
def walks(
    draw: st.DrawFn,
    variants: tuple[str, ...] = ALL_VARIANTS,
    rule_sets: st.SearchStrategy[Rules] | None = None,
    plies: int = 24,
) -> Game:
    """A game begun at the start of a variant and played at random, to its end or not so far."""
    variant = draw(st.sampled_from(variants))
    game = Game(reference.start(variant), draw(rule_sets or rules()))
    return continued(game, draw(choices(plies)))


def chosen(data: st.DataObject, options: list[Any]) -> Any:
    """One of the options; quicker than `sampled_from` for the long lists of parachute."""
    return options[data.draw(st.integers(0, len(options) - 1))]


def choices(plies: int) -> st.SearchStrategy[list[int]]:
    """Which move to play at each ply, as a number to take modulo the count of legal moves."""
    return st.lists(st.integers(0, 2**16), max_size=plies)


def continued(game: Game, numbers: list[int]) -> Game:
    for number in numbers:
        legal = game.moves()
        if game.outcome() or not legal:
            break
        game = game.play(legal[number % len(legal)])
    return game


def bitboards() -> st.SearchStrategy[int]:
    """Sets of squares: scattered, dense, or a thin path that winds over the board."""
    scattered = st.integers(1, 2**64 - 1)
    sparse = st.builds(int.__and__, scattered, scattered).filter(bool)
    dense = st.builds(int.__or__, scattered, scattered)
    return scattered | sparse | dense | paths()


@st.composite
def paths(draw: st.DrawFn) -> int:
    """A walk of king's steps, with some squares of it taken away again."""
    square = draw(st.tuples(st.integers(0, 7), st.integers(0, 7)))
    walked = {square}
    for step in draw(st.lists(st.sampled_from(reference.DIRECTIONS), max_size=40)):
        following = (square[0] + step[0], square[1] + step[1])
        if following[0] in range(8) and following[1] in range(8):
            square = following
            walked.add(square)
    holes = draw(st.lists(st.sampled_from(sorted(walked)), max_size=2))
    return bitboard(walked - set(holes)) or 1


def squares_of(board: int) -> list[Square]:
    return [(number % 8, number // 8) for number in range(64) if board >> number & 1]
