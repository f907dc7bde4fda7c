"""loa-engine: a fast, strong and scriptable engine for Lines of Action.

>>> from loa_engine import Position, Limit, analyse
>>> position = Position.start()
>>> len(position.legal_moves())
36
"""

from loa_engine._version import __version__
from loa_engine.color import Color
from loa_engine.engine import Engine, analyse, best_move
from loa_engine.errors import (
    GameOverError,
    IllegalMoveError,
    LimitError,
    LoaError,
    MoveTextError,
    PositionError,
    RecordError,
    RuleError,
    SearchInterrupted,
)
from loa_engine.game import Game
from loa_engine.limits import Info, Limit
from loa_engine.move import PASS, Move, MoveKind
from loa_engine.perft import divide, perft
from loa_engine.position import Position
from loa_engine.rules import RULE_SETS, Outcome, Reason, RuleSet
from loa_engine.score import Score
from loa_engine.variants import VARIANTS, Variant

__all__ = [
    "PASS",
    "RULE_SETS",
    "VARIANTS",
    "Color",
    "Engine",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Info",
    "Limit",
    "LimitError",
    "LoaError",
    "Move",
    "MoveKind",
    "MoveTextError",
    "Outcome",
    "Position",
    "PositionError",
    "Reason",
    "RecordError",
    "RuleError",
    "RuleSet",
    "Score",
    "SearchInterrupted",
    "Variant",
    "__version__",
    "analyse",
    "best_move",
    "divide",
    "perft",
]
