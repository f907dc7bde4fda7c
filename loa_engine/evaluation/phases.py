"""The parts of the evaluation's weights that all evaluations share."""

__all__ = ["FORMATION_SIZES", "PHASES"]

PHASES = (24, 10)
"""Pieces on the board from which the first of a pair of weights holds alone, and the second."""

FORMATION_SIZES = {
    "surplus": 64,
    "groups": 16,
    "pairs": 48,
    "area": 65,
    "offset": 16,
    "windows": 16,
}
"""The features of a side's formation (see ``_evaluate``), and how many values each has."""
