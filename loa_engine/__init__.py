"""loa-engine: a fast, strong and scriptable engine for Lines of Action.

>>> from loa_engine import Position, Limit, analyse
>>> position = Position.start()
>>> len(position.legal_moves())
36
"""

from loa_engine import _moved
from loa_engine._version import __version__
from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.errors import (
    GameOverError,
    IllegalMoveError,
    LimitError,
    LoaError,
    MoveTextError,
    PositionError,
    RecordError,
    RuleError,
)
from loa_engine.game.game import Game
from loa_engine.game.move import PASS, Move, MoveKind
from loa_engine.game.perft import divide, perft
from loa_engine.game.position import Position
from loa_engine.game.rules import RULE_SETS, Outcome, Reason, RuleSet
from loa_engine.game.variants import VARIANTS, Variant
from loa_engine.search.engine import Engine, analyse, best_move
from loa_engine.search.limits import Info, Limit, SearchInterrupted

_moved.install()

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
