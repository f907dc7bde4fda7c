"""Game review: every move judged, the record annotated, the picture of a game."""

from loa_engine.review.review import (
    DEFAULT_NODES,
    MARK_LOSSES,
    Evaluation,
    GameReview,
    Mark,
    MoveReview,
    PlayerSummary,
    mark_of_loss,
    review_game,
)

__all__ = [
    "DEFAULT_NODES",
    "MARK_LOSSES",
    "Evaluation",
    "GameReview",
    "Mark",
    "MoveReview",
    "PlayerSummary",
    "mark_of_loss",
    "review_game",
]
