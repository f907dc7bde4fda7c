from loa_engine._core import CoreBoard
from loa_engine._evaluate import Evaluator
from loa_engine._table import TranspositionTable

class Searcher:
    def __init__(
        self, table: TranspositionTable, evaluator: Evaluator, selective: bool = True
    ) -> None: ...
    def set_position(
        self,
        board: CoreBoard,
        rule_codes: tuple[int, int, int, int, int, int],
        history: list[CoreBoard],
        since_capture: int,
    ) -> None: ...
    def forget(self) -> None: ...
    def set_limits(
        self,
        node_limit: int | None = None,
        seconds: float | None = None,
        watch_signals: bool = False,
    ) -> None: ...
    def search(
        self, moves: list[int], depth: int, beta: int, whole: bool = True
    ) -> tuple[int, int]: ...
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def selective_depth(self) -> int: ...
