from loa_engine._version import __version__ as __version__
from loa_engine.evaluation.score import Score as Score
from loa_engine.game.color import Color as Color
from loa_engine.game.errors import GameOverError as GameOverError
from loa_engine.game.errors import IllegalMoveError as IllegalMoveError
from loa_engine.game.errors import LimitError as LimitError
from loa_engine.game.errors import LoaError as LoaError
from loa_engine.game.errors import MoveTextError as MoveTextError
from loa_engine.game.errors import PositionError as PositionError
from loa_engine.game.errors import RecordError as RecordError
from loa_engine.game.errors import RuleError as RuleError
from loa_engine.game.game import Game as Game
from loa_engine.game.move import PASS as PASS
from loa_engine.game.move import Move as Move
from loa_engine.game.move import MoveKind as MoveKind
from loa_engine.game.perft import divide as divide
from loa_engine.game.perft import perft as perft
from loa_engine.game.position import Position as Position
from loa_engine.game.rules import RULE_SETS as RULE_SETS
from loa_engine.game.rules import Outcome as Outcome
from loa_engine.game.rules import Reason as Reason
from loa_engine.game.rules import RuleSet as RuleSet
from loa_engine.game.variants import VARIANTS as VARIANTS
from loa_engine.game.variants import Variant as Variant
from loa_engine.review.explain import Explanation as Explanation
from loa_engine.search.asynchronous import AsyncEngine as AsyncEngine
from loa_engine.search.engine import Engine as Engine
from loa_engine.search.engine import analyse as analyse
from loa_engine.search.engine import best_move as best_move
from loa_engine.search.levels import LEVELS as LEVELS
from loa_engine.search.levels import Level as Level
from loa_engine.search.limits import Info as Info
from loa_engine.search.limits import Limit as Limit
from loa_engine.search.limits import SearchInterrupted as SearchInterrupted

__all__ = [
    "LEVELS",
    "PASS",
    "RULE_SETS",
    "VARIANTS",
    "AsyncEngine",
    "Color",
    "Engine",
    "Explanation",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Info",
    "Level",
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
