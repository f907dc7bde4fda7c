"""The annotated record: a game record with what a review found out.

Each move of the reviewed part gets the score of the position behind it and one of SGF's signs for
who stands better (GB, GW, DM). A move that something can be said about gets its mark, a comment
and, as a variation, the line that was better. What others wrote stays: comments are added to, and a
move that has a mark keeps it. What an earlier review wrote is replaced.
"""

from __future__ import annotations

import copy

from loa_engine._version import __version__
from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.move import Move
from loa_engine.records.record import GameRecord, Node
from loa_engine.review.judgement import Evaluation, Mark, MoveReview
from loa_engine.review.review import GameReview
from loa_engine.search.limits import Bound

__all__ = ["annotated", "remark"]

REVIEW = "Review: "  # how each line of ours begins
ANNOTATOR = f"loa-engine {__version__}"

STANDING_PROPERTIES = ("GB", "GW", "DM", "UC")
CLEAR_CHANCE = 0.95  # and more: very good for one side
GOOD_CHANCE = 0.70  # and more: good for one side; less: even
BOUND_SIGNS: dict[Bound, str] = {"exact": "", "lower": ">=", "upper": "<="}


def annotated(review: GameReview) -> GameRecord:
    """The record of the game with all that the review has found so far.

    The moves, headers, result and what others wrote are those of ``review.record``, which is not
    changed.
    """
    record = copy.deepcopy(review.record)
    record.headers.setdefault("annotator", ANNOTATOR)
    for node in [record.root, *record.line]:
        _clear(node)
    start = review.evaluations[0]
    if start is not None:
        _judge_position(record.root, start)
    moves = review.moves
    if moves and not review.is_complete:
        _comment(record.root, f"from ply {moves[0].ply} on")
    for player in Color:
        _comment(record.root, f"{player}: {review.summary(player)}")
    nodes = [node for node in record.line if node.move is not None]
    for move in moves:
        _annotate(nodes[move.ply - 1], move)
    return record


def remark(move: MoveReview) -> str:
    """What there is to say about a move, in one line; empty when there is nothing.

    Chances are those of the player who moved. Scores of lines are for him too.
    """
    parts = []
    if move.mark is Mark.ONLY_WIN:
        parts.append(f"{move.mark}, {_bounded(move.before)}")
    elif move.mark is not None:
        parts.append(f"{move.mark}, {move.chance_before:.0%} to {move.chance_after:.0%}")
    if move.missed_win is not None:
        parts.append(f"misses a {move.missed_win}")
    if move.missed_defence is not None:
        parts.append(f"allows a {move.missed_defence}")
    if parts and move.better and move.mark is not Mark.INTERESTING:
        parts.append(f"better {' '.join(map(str, move.better))} ({_bounded(move.before)})")
    return "; ".join(parts)


def _annotate(node: Node, move: MoveReview) -> None:
    """Write what was found about a move to its node."""
    _judge_position(node, move.after)
    if not move.is_notable:
        return
    if move.mark is not None and not node.mark:
        node.mark = move.mark.sign
    _comment(node, remark(move))
    if move.better and move.mark is not Mark.INTERESTING:
        line = _variation(move)
        if _moves(line) not in map(_moves, node.variations):
            node.variations.append(line)


def _variation(move: MoveReview) -> list[Node]:
    """The better line; its first node has the score, if that can be written down."""
    first, *rest = move.better
    score = _score_behind(move.before)
    black_score = score if move.player is Color.BLACK else -score
    head = Node(first, f"{REVIEW}{_bounded(move.before)} for {move.player}", score=black_score)
    return [head, *map(Node, rest)]


def _score_behind(before: Evaluation) -> Score:
    """The score of the position behind the best move, for the player who makes it."""
    score = before.score
    if score.plies is None:
        return score
    plies = max(0, score.plies - 1)
    return Score.win_in(plies) if score.is_win else Score.loss_in(plies)


def _judge_position(node: Node, position: Evaluation) -> None:
    node.score = position.black_score
    chance = position.black_chance
    if max(chance, 1 - chance) < GOOD_CHANCE:
        node.properties["DM"] = ["1"]
        return
    name = "GB" if chance > 1 / 2 else "GW"
    node.properties[name] = ["2" if max(chance, 1 - chance) >= CLEAR_CHANCE else "1"]


def _comment(node: Node, text: str) -> None:
    node.comment = "\n".join(filter(None, (node.comment, f"{REVIEW}{text}")))


def _clear(node: Node) -> None:
    """Take away what an earlier review wrote, and what would contradict this one."""
    ours = [line for line in node.comment.split("\n") if line.startswith(REVIEW)]
    if ours:
        others = [line for line in node.comment.split("\n") if not line.startswith(REVIEW)]
        node.comment = "\n".join(others)
    stated = {mark.sign for mark in Mark for line in ours if line.startswith(f"{REVIEW}{mark},")}
    if node.mark in stated:
        node.mark = ""
    node.variations = [line for line in node.variations if not _is_ours(line)]
    node.score = None
    for name in STANDING_PROPERTIES:
        node.properties.pop(name, None)


def _is_ours(line: list[Node]) -> bool:
    return bool(line) and line[0].comment.startswith(REVIEW)


def _bounded(position: Evaluation) -> str:
    """A score, with a sign when it is only a bound."""
    return f"{BOUND_SIGNS[position.bound]}{position.score}"


def _moves(line: list[Node]) -> list[Move | None]:
    return [node.move for node in line]
