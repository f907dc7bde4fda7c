"""The rules of the game written a second time: slow, plain, and sharing nothing with the package.

Every fast answer of `loa_engine` is compared with this file. It follows the words of the rule
book one by one, keeps the board as a dictionary from (file, rank) to a letter, and uses loops
where the package uses tables. Speed does not matter here; being easy to check by eye does.

Squares are pairs (file, rank) counted from 0, so a1 is (0, 0). Players are the letters of the
text form: "x" is Black, "o" is White; "#" marks a vanished square. Moves are their text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

Square = tuple[int, int]
FILES = "abcdefgh"
OTHER = {"x": "o", "o": "x"}
NO_LIMIT = 10**9
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))  # rank, file, the a1-h8 way, the a8-h1 way
DIRECTIONS = LINES + tuple((-file, -rank) for file, rank in LINES)


# Rule sets ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """The options of one rule set; the defaults are the entries the table shares most."""

    simultaneous: str = "mover"
    no_moves: str = "loss"
    repetition: str = "none"
    move_limit: int | None = None
    capture_limit: int | None = None
    limits_first: bool = False


RULE_SETS = {
    "standard": Rules("mover", "loss", "threefold"),
    "first-edition": Rules("draw", "loss"),
    "olympiad": Rules("draw", "pass", "threefold"),
    "brainking": Rules("draw", "loss"),
    "bga": Rules("mover", "loss"),
    "littlegolem": Rules("draw", "loss", "threefold"),
    "playstrategy": Rules("draw", "draw", "threefold", capture_limit=100),
    "boardspace": Rules("mover", "pass"),
    "abstractplay": Rules("draw", "pass"),
    "openspiel": Rules("mover", "loss", "board", move_limit=1000, limits_first=True),
    "textarena": Rules("mover", "loss", capture_limit=60),
    "riddles": Rules("draw", "loss", move_limit=200),
    "codingame": Rules("mover", "pass", move_limit=150),
    "ludii": Rules("draw", "pass"),
    "nost": Rules("mover", "loss", "deviate"),
}
STANDARD = RULE_SETS["standard"]


# Positions and their text ---------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """One position: what stands where, whose turn it is, and what the variant adds."""

    size: int
    cells: dict[Square, str]
    turn: str
    vanishing: bool = False
    hands: tuple[int, int] = (0, 0)

    def squares(self) -> Iterator[Square]:
        """All squares of the board, a1 first, rank by rank."""
        for rank in range(self.size):
            for file in range(self.size):
                yield file, rank

    def on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def pieces(self, colour: str) -> list[Square]:
        return [square for square in self.squares() if self.cells.get(square) == colour]

    def hand(self, colour: str) -> int:
        return self.hands["xo".index(colour)]


def edge_start(size: int, files: str) -> str:
    """Black on the two edge rows and White on the two edge columns, where `files` has a 1."""
    edge = "".join("x" if mark == "1" else "." for mark in files)
    inner = [("o" if mark == "1" else ".").ljust(size - 1, ".") for mark in files[1:-1]]
    ranks = [edge, *(rank + rank[0] for rank in inner), edge]
    return "/".join(squeeze(rank) for rank in ranks) + " x"


def squeeze(rank: str) -> str:
    """A rank with dots for empty squares, the dots replaced by how many stand together."""
    for run in range(8, 0, -1):
        rank = rank.replace("." * run, str(run))
    return rank


STARTS = {
    "standard": edge_start(8, ".111111."),
    "scrambled-eggs": "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x",
    "cheshire-cat": edge_start(8, ".111111."),
    "parachute": "8/x6o/o6x/x6o/o6x/x6o/o6x/8 x 6/6",
    "loaps": edge_start(7, ".11.11."),
    **{f"{size}x{size}": edge_start(size, f".{'1' * (size - 2)}.") for size in range(4, 8)},
}


def name(square: Square) -> str:
    return FILES[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    return FILES.index(text[0]), int(text[1]) - 1


def read(text: str, variant: str = "standard") -> State:
    """A position from its canonical text; malformed text is the package's concern, not ours."""
    board, turn, *hands = text.split()
    ranks = board.split("/")
    cells = {}
    for row, rank_text in enumerate(ranks):
        file = 0
        for letter in rank_text:
            if letter.isdigit():
                file += int(letter)
            else:
                cells[file, len(ranks) - 1 - row] = letter
                file += 1
        assert file == len(ranks), rank_text
    black_hand, white_hand = hands[0].split("/") if hands else (0, 0)
    vanishing = variant == "cheshire-cat" or "#" in board
    return State(len(ranks), cells, turn, vanishing, (int(black_hand), int(white_hand)))


def start(variant: str = "standard") -> State:
    return read(STARTS[variant], variant)


def write_board(state: State) -> str:
    ranks = []
    for rank in reversed(range(state.size)):
        row = "".join(state.cells.get((file, rank), ".") for file in range(state.size))
        ranks.append(squeeze(row))
    return "/".join(ranks)


def write(state: State) -> str:
    """The canonical text; the field for pieces in hand is left out when both hands are empty."""
    text = f"{write_board(state)} {state.turn}"
    return f"{text} {state.hands[0]}/{state.hands[1]}" if any(state.hands) else text


# Lines and moves ------------------------------------------------------------------------------


def line_count(state: State, square: Square, line: tuple[int, int]) -> int:
    """Pieces of both colours on the whole line through `square`, that square included."""
    count = 0
    for step in range(-state.size, state.size + 1):
        on_line = (square[0] + step * line[0], square[1] + step * line[1])
        if state.cells.get(on_line) in ("x", "o"):
            count += 1
    return count


def target(state: State, square: Square, direction: tuple[int, int]) -> Square | None:
    """Where the piece on `square` lands when it moves in `direction`, or None if it may not."""
    mine = state.cells[square]
    distance = line_count(state, square, direction)
    for step in range(1, distance):
        passed = (square[0] + step * direction[0], square[1] + step * direction[1])
        if state.cells.get(passed) == OTHER[mine]:
            return None
    landing = (square[0] + distance * direction[0], square[1] + distance * direction[1])
    if not state.on_board(landing) or state.cells.get(landing) in (mine, "#"):
        return None
    return landing


def piece_moves(state: State, square: Square) -> list[str]:
    """The normal moves of one piece."""
    found = []
    for direction in DIRECTIONS:
        landing = target(state, square, direction)
        if landing is not None:
            mark = "x" if landing in state.cells else "-"
            found.append(name(square) + mark + name(landing))
    return found


def turns(state: State) -> list[str]:
    """What the player to move can do by the movement rules alone, sorted; no pass."""
    found = []
    for square in state.pieces(state.turn):
        moves = piece_moves(state, square)
        found += moves
        if state.vanishing and not moves:
            found.append(name(square) + "^^")
    if state.hand(state.turn):
        found = [turn for move in found or [""] for turn in with_drops(state, move)]
    return sorted(found)


def with_drops(state: State, move: str) -> list[str]:
    """A move (or no move, "") followed by a drop on each square that is empty then."""
    taken = (moved(state, move) if move else state).cells
    return [f"{move}@{name(square)}" for square in state.squares() if square not in taken]


def moved(state: State, move: str) -> State:
    """The board after a normal move or a removal; the turn does not pass on yet."""
    cells = dict(state.cells)
    origin = square_of(move)
    piece = cells.pop(origin)
    if not move.endswith("^^"):
        cells[square_of(move[3:])] = piece
    if state.vanishing:
        cells[origin] = "#"
    return replace(state, cells=cells)


def play(state: State, text: str) -> State:
    """The position after a whole turn, trusted to be legal."""
    move, _, drop = text.partition("@")
    after = moved(state, move) if move not in ("", "pass") else state
    hands = list(state.hands)
    if drop:
        after = replace(after, cells={**after.cells, square_of(drop): OTHER[state.turn]})
        hands["xo".index(state.turn)] -= 1
    return replace(after, turn=OTHER[state.turn], hands=(hands[0], hands[1]))


# The goal and the end -------------------------------------------------------------------------


class End(NamedTuple):
    """How a game ended: the winner's letter (None for a draw) and the reason."""

    winner: str | None
    reason: str


def groups(state: State, colour: str) -> list[set[Square]]:
    """The groups of one colour, neighbours counted in all eight directions."""
    left = set(state.pieces(colour))
    found = []
    while left:
        group = {min(left, key=lambda square: (square[1], square[0]))}
        edge = list(group)
        while edge:
            file, rank = edge.pop()
            for step_file, step_rank in DIRECTIONS:
                neighbour = (file + step_file, rank + step_rank)
                if neighbour in left and neighbour not in group:
                    group.add(neighbour)
                    edge.append(neighbour)
        left -= group
        found.append(group)
    return found


def united(state: State, colour: str) -> bool:
    return len(groups(state, colour)) == 1


def both_united(state: State) -> bool:
    return not any(state.hands) and united(state, "x") and united(state, "o")


def goal(state: State, rules: Rules) -> End | None:
    """The end by connection. The player who moved last is the one who is not to move."""
    if any(state.hands):
        return None
    mover = OTHER[state.turn]
    if both_united(state):
        winners = {"mover": mover, "opponent": state.turn}
        return End(winners.get(rules.simultaneous), "both")
    if united(state, mover):
        return End(mover, "connected")
    if united(state, state.turn):
        return End(state.turn, "opponent-connected")
    return None


def moves(state: State, rules: Rules = STANDARD) -> list[str]:
    """The legal moves in text order, as far as the position alone decides them."""
    return Game(state, rules).moves()


def outcome(state: State, rules: Rules = STANDARD) -> End | None:
    """The end of the game as far as the position alone decides it: the goal, or no moves."""
    return Game(state, rules).position_end()


# Games ----------------------------------------------------------------------------------------


class Game:
    """A start position, the rules, and the moves so far; playing gives a new game."""

    def __init__(self, state: State, rules: Rules = STANDARD) -> None:
        self.rules = rules
        self.states = [state]
        self.texts = [write(state)]
        self.played: list[str] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def play(self, text: str) -> Game:
        after = Game(self.states[0], self.rules)
        after.states = [*self.states, play(self.state, text)]
        after.texts = [*self.texts, write(after.state)]
        after.played = [*self.played, text]
        return after

    def moves(self) -> list[str]:
        """The legal moves in text order; none once somebody is united."""
        if goal(self.state, self.rules):
            return []
        found = turns(self.state)
        if self.rules.simultaneous == "illegal":
            found = [text for text in found if not both_united(play(self.state, text))]
        if self.rules.repetition == "deviate":
            twice = {text for text in self.texts if self.texts.count(text) > 1}
            found = [t for t in found if not twice or write(play(self.state, t)) not in twice]
        if not found and self.rules.no_moves == "pass":
            return ["pass"]
        return found

    def occurrences(self) -> int:
        """How often the position, with this player to move, has stood on the board so far."""
        return self.texts.count(self.texts[-1])

    def board_returned(self) -> bool:
        now = (write_board(self.state), self.state.hands)
        return now in [(write_board(earlier), earlier.hands) for earlier in self.states[:-1]]

    def plies_since_capture(self) -> int:
        for back, text in enumerate(reversed(self.played)):
            if "x" in text:
                return back
        return len(self.played)

    def position_end(self) -> End | None:
        """The goal, or a player without a legal move."""
        end = goal(self.state, self.rules)
        if end is None and not self.moves():
            winner = OTHER[self.state.turn] if self.rules.no_moves == "loss" else None
            return End(winner, "no-moves")
        return end

    def record_ends(self) -> list[End]:
        """Every draw that the course of the game gives, whatever the position says."""
        rules = self.rules
        third = rules.repetition == "threefold" and self.occurrences() >= 3
        back = rules.repetition == "board" and self.board_returned()
        reasons = {
            "passes": self.played[-2:] == ["pass", "pass"],
            "repetition": third or back,
            "move-limit": len(self.played) >= (rules.move_limit or NO_LIMIT),
            "no-capture": self.plies_since_capture() >= (rules.capture_limit or NO_LIMIT),
        }
        return [End(None, reason) for reason, holds in reasons.items() if holds]

    def ends(self) -> list[End]:
        """Every end that holds now, the one that decides the result first."""
        position = [end for end in [self.position_end()] if end]
        record = self.record_ends()
        return record + position if self.rules.limits_first else position + record

    def outcome(self) -> End | None:
        ends = self.ends()
        return ends[0] if ends else None


# Counting -------------------------------------------------------------------------------------


def perft(state: State, depth: int, rules: Rules = STANDARD, passes: int = 0) -> int:
    """Leaves `depth` plies below; finished positions (two passes included) have no children."""
    if depth == 0:
        return 1
    if passes == 2:
        return 0
    children = moves(state, rules)
    if depth == 1:
        return len(children)
    return sum(
        perft(play(state, text), depth - 1, rules, passes + 1 if text == "pass" else 0)
        for text in children
    )
