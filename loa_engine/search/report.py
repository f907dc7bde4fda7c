"""What a search found, and how a game ended, as JSON: the same wherever JSON is written."""

from __future__ import annotations

from loa_engine.game.rules import Outcome
from loa_engine.search.limits import Info

__all__ = ["info_json", "outcome_json"]


def outcome_json(outcome: Outcome | None) -> dict[str, object] | None:
    """An outcome as JSON; None (`null`) while the game goes on."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else str(outcome.winner).lower()
    return {"winner": winner, "reason": outcome.reason.value}


def info_json(info: Info) -> dict[str, object]:
    """One report; docs/commands.md explains the keys."""
    score = info.score
    return {
        "move": str(info.best_move),
        "rank": info.rank,
        "depth": info.depth,
        "finished_depth": info.finished_depth,
        "finished_score": None if info.finished_score is None else str(info.finished_score),
        "selective_depth": info.selective_depth,
        "score": str(score),
        "centi": score.centi,
        "win_in": score.plies if score.is_win else None,
        "loss_in": score.plies if score.is_loss else None,
        "bound": info.bound,
        "nodes": info.nodes,
        "seconds": round(info.time, 6),
        "nodes_per_second": info.nps,
        "table_fill": info.table_fill,
        "pv": [str(move) for move in info.pv],
    }
