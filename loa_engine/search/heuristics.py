"""Which selective parts a search uses.

Each can be switched off, so that its worth can be measured (docs/search.md has the table) and the
search be compared with plain minimax.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

__all__ = ["ALL_HEURISTICS", "FULL_WIDTH", "NO_HEURISTICS", "Heuristics"]


@dataclass(frozen=True, slots=True)
class Heuristics:
    """The parts of the search that plain minimax has not.

    Attributes:
        leaf_wins: a win in one is seen without being searched.
        early_draws: a position that comes back on the path is a draw at once.
        deep_entries: the table's scores from greater depths are believed.
        null_move: a side that stands well even after passing is not searched further.
        reductions: late moves are searched less deep first.
        reverse_futility: near the leaves, a side far above beta is not searched further.
        late_pruning: near the leaves, the last moves are not tried at all.
    """

    leaf_wins: bool = True
    early_draws: bool = True
    deep_entries: bool = True
    null_move: bool = True
    reductions: bool = True
    reverse_futility: bool = True
    late_pruning: bool = True

    @property
    def flags(self) -> int:
        """The parts as bits, in the order of the attributes, for the compiled search."""
        return sum(getattr(self, part.name) << bit for bit, part in enumerate(fields(self)))


ALL_HEURISTICS = Heuristics()
NO_HEURISTICS = Heuristics(*[False] * len(fields(Heuristics)))
"""Plain minimax with a table."""
FULL_WIDTH = replace(NO_HEURISTICS, leaf_wins=True, deep_entries=True)
"""Nothing is pruned; what is seen of forced wins is true."""
