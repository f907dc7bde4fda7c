"""Arrays of positions: a batch of n positions as two numpy arrays, worked on without the GIL."""

from loa_engine.arrays.batches import (
    MAX_PLIES,
    ONGOING,
    Boards,
    Turns,
    connected,
    from_arrays,
    legal_move_counts,
    outcomes,
    random_playouts,
    to_arrays,
)

__all__ = [
    "MAX_PLIES",
    "ONGOING",
    "Boards",
    "Turns",
    "connected",
    "from_arrays",
    "legal_move_counts",
    "outcomes",
    "random_playouts",
    "to_arrays",
]
