"""What XBoard is told, as text: features, thoughts, results, coloured squares."""

from __future__ import annotations

from loa_engine._version import __version__
from loa_engine.evaluation.score import Score
from loa_engine.game.game import Game
from loa_engine.game.move import Move
from loa_engine.game.rules import RULE_SETS, Outcome, Reason
from loa_engine.game.squares import Square, make_square
from loa_engine.protocols.notation import UCI_VARIANTS, mate_moves, uci_move
from loa_engine.protocols.session import Settings
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import Info

__all__ = [
    "VARIANT_NAMES",
    "feature_lines",
    "highlight_line",
    "result_line",
    "stat_line",
    "thought_line",
    "xboard_move",
    "xboard_score",
]

NULL_MOVE = "@@@@"
MATE = 100_000
BOUNDS = {"exact": "", "lower": " !", "upper": " ?"}
TARGET, CAPTURE = "Y", "R"  # yellow and red, the colours XBoard itself would use

# A board program cannot show what a hand holds, or play a piece off the board.
VARIANT_NAMES = {
    name: own for name, own in UCI_VARIANTS.items() if own not in ("parachute", "cheshire-cat")
}
"""The variants as XBoard is told of them, and our names."""

FEATURES = (
    "ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1"
    " analyze=1 colors=0 ics=0 name=1 pause=0 nps=0 memory=1 smp=1 highlight=1"
)


def xboard_move(move: Move) -> str:
    """A move in the manner of XBoard.

    >>> xboard_move(Move.parse("c1xa3")), xboard_move(Move.parse("pass"))
    ('c1a3', '@@@@')
    """
    return NULL_MOVE if move.is_pass else uci_move(move)


def xboard_score(score: Score) -> int:
    """Hundredths of a piece; a win in n moves is 100000 + n, a loss -100000 - n.

    >>> xboard_score(Score.cp(-35)), xboard_score(Score.win_in(5)), xboard_score(Score.loss_in(4))
    (-35, 100003, -100002)
    """
    moves = mate_moves(score)
    if moves is None:
        return score.value
    return MATE + moves if score.is_win else moves - MATE


def feature_lines(settings: Settings, most_lines: int, most_overhead: int) -> list[str]:
    """What the engine can do.

    Args:
        settings: what the options are set to.
        most_lines: how many lines can be reported.
        most_overhead: the most milliseconds that can be kept back.
    """
    rules = " /// ".join(f"{'*' * (name == 'standard')}{name}" for name in RULE_SETS)
    overhead = round(1000 * settings.overhead)
    options = (
        f"Level -spin {settings.level} 1 {STRONGEST}",
        f"RuleSet -combo {rules}",
        f"MultiPV -spin {settings.multipv} 1 {most_lines}",
        f"Move Overhead -spin {overhead} 0 {most_overhead}",
        "Clear Hash -button",
    )
    return [
        f"feature {FEATURES}",
        f'feature myname="loa-engine {__version__}"',
        f'feature variants="{",".join(VARIANT_NAMES)}"',
        *(f'feature option="{option}"' for option in options),
        "feature done=1",
    ]


def thought_line(info: Info) -> str:
    """A report of a search: plies, score, hundredths of a second, nodes, moves."""
    moves = " ".join(map(xboard_move, info.pv))
    score, time = xboard_score(info.score), round(100 * info.time)
    return f"{info.depth} {score} {time} {info.nodes} {moves}{BOUNDS[info.bound]}"


def stat_line(info: Info, moves: int) -> str:
    """How far an analysis is: time, nodes, plies, moves left of all moves, the best one."""
    move = xboard_move(info.best_move)
    return f"stat01: {round(100 * info.time)} {info.nodes} {info.depth} 0 {moves} {move}"


def result_line(outcome: Outcome) -> str:
    """How a game ended.

    >>> from loa_engine import Color
    >>> result_line(Outcome(Color.BLACK, Reason.CONNECTED))
    '1-0 {Black connects}'
    """
    return f"{outcome.result} {{{_ending(outcome)}}}"


def _ending(outcome: Outcome) -> str:
    if outcome.winner is None:
        return f"Draw by {outcome.reason.replace('-', ' ')}"
    loser = outcome.winner.other
    return {
        Reason.CONNECTED: f"{outcome.winner} connects",
        Reason.BOTH: f"Both connect, {outcome.winner} wins",
        Reason.OPPONENT_CONNECTED: f"{loser} connects {outcome.winner}",
        Reason.NO_MOVES: f"{loser} cannot move",
    }.get(outcome.reason, f"{outcome.winner} wins by {outcome.reason.replace('-', ' ')}")


def highlight_line(game: Game, square: Square) -> str:
    """The squares that the piece on a square may go to: yellow where empty, red to capture."""
    colours = {
        move.to_square: CAPTURE if move.is_capture else TARGET
        for move in game.legal_moves()
        if move.from_square == square and not move.is_removal
    }
    size = game.position.size
    ranks = [
        "".join(colours.get(make_square(file, rank), ".") for file in range(size))
        for rank in reversed(range(size))
    ]
    return f"highlight {'/'.join(map(_counted, ranks))}"


def _counted(rank: str) -> str:
    """A rank with its empty squares counted.

    >>> _counted(".Y.Y...."), _counted("........")
    ('1Y1Y4', '8')
    """
    text, empty = "", 0
    for letter in f"{rank}/":
        if letter == ".":
            empty += 1
            continue
        text += f"{empty or ''}{letter}"
        empty = 0
    return text.removesuffix("/")
