"""The options of UCI: what each is, and what setting it does."""

from __future__ import annotations

from collections.abc import Callable

from loa_engine.game.errors import LoaError, RuleError, quoted
from loa_engine.game.position import Position
from loa_engine.game.rules import RULE_SETS
from loa_engine.protocols.notation import UCI_VARIANTS, fen
from loa_engine.protocols.numbers import whole_number
from loa_engine.protocols.session import Session
from loa_engine.records.rule_text import read_rules
from loa_engine.search.levels import LEVELS, STRONGEST, level_of_elo

__all__ = ["UciOptions"]

MAX_HASH_MB = 1 << 20
MAX_THREADS = 256
MAX_LINES = 500
MAX_OVERHEAD = 5000  # milliseconds
OUR_RULES = "RuleSet"
ELOS = [level.elo for level in LEVELS.values()]


class UciOptions:
    """The options, and their effect on a session.

    Args:
        session: what they change.
        write: takes what has to be said about a change.

    Attributes:
        analyses: whether moves are analysed, not chosen at a level.
        shows_chances: whether reports have the chances of a win, a draw and a loss.
    """

    def __init__(self, session: Session, write: Callable[[str], None]) -> None:
        self._session = session
        self._write = write
        self.analyses = False
        self.shows_chances = False
        self._level = session.settings.level
        self._elo = max(ELOS)
        self._is_limited = False
        self._setters: dict[str, Callable[[str], None]] = {
            "hash": lambda text: session.configure(
                hash_mb=whole_number("Hash", text, 1, MAX_HASH_MB)
            ),
            "threads": lambda text: session.configure(
                threads=whole_number("Threads", text, 1, MAX_THREADS)
            ),
            "multipv": lambda text: session.configure(
                multipv=whole_number("MultiPV", text, 1, MAX_LINES)
            ),
            "ponder": lambda text: None,
            "clear hash": lambda text: self._clear(),
            "level": self._set_level,
            "uci_limitstrength": self._set_limited,
            "uci_elo": self._set_elo,
            "uci_analysemode": self._set_analyses,
            "uci_showwdl": self._set_chances,
            "uci_variant": self._set_variant,
            "move overhead": lambda text: session.configure(
                overhead=whole_number("Move Overhead", text, 0, MAX_OVERHEAD) / 1000
            ),
            "ruleset": lambda text: session.set_rules(read_rules(text)),
        }

    def descriptions(self) -> list[str]:
        """The lines that tell a program what options there are."""
        settings = self._session.settings
        variants = "".join(f" var {name}" for name in UCI_VARIANTS)
        rules = "".join(f" var {name}" for name in RULE_SETS)
        return [
            f"option name Hash type spin default {settings.hash_mb} min 1 max {MAX_HASH_MB}",
            f"option name Threads type spin default {settings.threads} min 1 max {MAX_THREADS}",
            f"option name MultiPV type spin default {settings.multipv} min 1 max {MAX_LINES}",
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            f"option name Level type spin default {settings.level} min 1 max {STRONGEST}",
            "option name UCI_LimitStrength type check default false",
            f"option name UCI_Elo type spin default {max(ELOS)} min {min(ELOS)} max {max(ELOS)}",
            "option name UCI_AnalyseMode type check default false",
            "option name UCI_ShowWDL type check default false",
            f"option name UCI_Variant type combo default loa{variants}",
            f"option name Move Overhead type spin default 0 min 0 max {MAX_OVERHEAD}",
            f"option name {OUR_RULES} type combo default standard{rules}",
        ]

    def set(self, name: str, value: str) -> None:
        """Set an option; its name may be in any case.

        Raises:
            LoaError: there is no such option, or the value makes no sense.
        """
        setter = self._setters.get(name.lower())
        if setter is None:
            raise LoaError(f"there is no option {quoted(name)}")
        setter(value)

    def _clear(self) -> None:
        self._session.stop()
        self._session.engine.clear()

    def _set_level(self, text: str) -> None:
        self._level = whole_number("Level", text, 1, STRONGEST)
        self._apply_level()

    def _set_limited(self, text: str) -> None:
        self._is_limited = _flag("UCI_LimitStrength", text)
        self._apply_level()

    def _set_elo(self, text: str) -> None:
        self._elo = whole_number("UCI_Elo", text, min(ELOS), max(ELOS))
        self._apply_level()

    def _apply_level(self) -> None:
        level = level_of_elo(self._elo).number if self._is_limited else self._level
        self._session.configure(level=level)

    def _set_analyses(self, text: str) -> None:
        self.analyses = _flag("UCI_AnalyseMode", text)

    def _set_chances(self, text: str) -> None:
        self.shows_chances = _flag("UCI_ShowWDL", text)

    def _set_variant(self, text: str) -> None:
        if text not in UCI_VARIANTS:
            known = ", ".join(UCI_VARIANTS)
            raise RuleError(f"UCI_Variant: expected one of {known}, not {quoted(text)}")
        name = UCI_VARIANTS[text]
        if self._session.variant != name:
            self._session.set_variant(name)
        start = Position.start(name)
        self._write(
            f"info string variant {text} files {start.size} ranks {start.size} pocket 0"
            f" template fairy startpos {fen(start)}"
        )


def _flag(name: str, text: str) -> bool:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    raise LoaError(f"{name}: expected true or false, not {quoted(text)}")
