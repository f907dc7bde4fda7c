"""loa-engine: a fast, strong and scriptable engine for Lines of Action.

>>> from loa_engine import Position, Limit, analyse
>>> position = Position.start()
>>> len(position.legal_moves())
36
"""

from importlib import import_module
from importlib.util import find_spec

from loa_engine import _moved
from loa_engine._version import __version__

# Each name is imported when it is first asked for, so that a command can be stopped while its
# modules are still on their way. What type checkers see is in ``__init__.pyi``.
_HOMES = {
    "evaluation.score": "Score",
    "game.color": "Color",
    "game.errors": "GameOverError IllegalMoveError LimitError LoaError MoveTextError PositionError "
    "RecordError RuleError",
    "game.game": "Game",
    "game.move": "PASS Move MoveKind",
    "game.perft": "divide perft",
    "game.position": "Position",
    "game.rules": "RULE_SETS Outcome Reason RuleSet",
    "game.variants": "VARIANTS Variant",
    "review.explain": "Explanation",
    "search.asynchronous": "AsyncEngine",
    "search.engine": "Engine analyse best_move",
    "search.levels": "LEVELS Level",
    "search.limits": "Info Limit SearchInterrupted",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = ["__version__", *sorted(_HOME_OF)]

if find_spec("loa_engine._core") is None:
    raise ImportError(
        "this is the source folder of loa_engine, which has no compiled modules: "
        "run `pip install -e .` in it, or start Python in another folder"
    )
_moved.install()


def __getattr__(name: str) -> object:
    """The public name or the module of that name, imported now."""
    if name in _HOME_OF:
        value: object = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value
    if not name.startswith("__"):
        try:
            return import_module(f"{__name__}.{name}")
        except ModuleNotFoundError:
            pass
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
