"""Modules that stood elsewhere in version 0.1: their old names import what they always did.

``import loa_engine.squares`` gives the very module ``loa_engine.game.squares``, so that programs
and pickles made with that version work unchanged.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

__all__ = ["install"]

_ROOMS = {
    "arrays": "_batch",
    "evaluation": "_evaluate chance classical lines phases score weights",
    "game": "color legality move perft position position_text render rules squares variants",
    "records.movelists": "records.pgn records.plain records.san records.movetext "
    "records.movetext_write",
    "records.sites": "records.codingame records.openspiel records.riddles",
    "review": "annotate judgement plot",
    "search": "_search _table bench clock driver engine heuristics limits mtdf pv root team",
}
_PACKAGE = __name__.partition(".")[0]
_NEW_NAMES = {
    f"{_PACKAGE}.{old}": f"{_PACKAGE}.{room}.{old.rpartition('.')[2]}"
    for room, names in _ROOMS.items()
    for old in names.split()
} | {
    f"{_PACKAGE}.records.sgf_{part}": f"{_PACKAGE}.records.sgf.{part}"
    for part in ("text", "setup", "write")
}


_FUNCTION_TOO = f"{_PACKAGE}.perft"
"""An old name that is a public function too, which importing the module must not hide."""


class _OldNames(MetaPathFinder, Loader):
    """Finds a module under its old name and loads it by importing it under its new one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in _NEW_NAMES else None

    def exec_module(self, module: ModuleType) -> None:
        sys.modules[module.__name__] = import_module(_NEW_NAMES[module.__name__])


class _LikeNewName(ModuleType):
    """A module that has what the one under its new name has."""

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(_NEW_NAMES[self.__name__]), name)


def install() -> None:
    """Make the old names importable."""
    sys.modules[_FUNCTION_TOO] = _LikeNewName(_FUNCTION_TOO)
    sys.meta_path.append(_OldNames())
