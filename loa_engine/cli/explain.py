"""`loa explain`: what a move does, in plain words."""

import click

from loa_engine import Color, Engine, Explanation, Limit, Move
from loa_engine.cli.options import DEFAULT_HASH_MB, Task, json_option, position_and_move_options
from loa_engine.cli.output import STATUS_INTERRUPTED, LongRun, say, write_json
from loa_engine.cli.values import Seconds, WholeNumber
from loa_engine.review.explain import DEFAULT_NODES, Explainer
from loa_engine.review.facts import ForcedWin
from loa_engine.review.judgement import Evaluation
from loa_engine.search.report import outcome_json

DIGITS = 4  # of chances in JSON


@click.command()
@position_and_move_options
@click.option(
    "--nodes",
    type=WholeNumber(1),
    metavar="N",
    help=f"Nodes for each search.  [default: {DEFAULT_NODES}, without --movetime]",
)
@click.option(
    "--movetime", type=Seconds(), metavar="SECONDS", help="Time for each of some six searches."
)
@json_option
@click.pass_context
def explain(
    context: click.Context,
    task: Task,
    move: str | None,
    nodes: int | None,
    movetime: float | None,
    as_json: bool,
) -> None:
    """Explain a move: what it threatens and stops, how good it is, what is better.

    MOVE is the last word, like c1xa3; without it the best move is explained. Each sentence is
    backed by a count or a search. Ctrl-C ends the searches and prints what is known by then.
    """
    if nodes is None and movetime is None:
        nodes = DEFAULT_NODES
    limit = Limit(nodes=nodes, movetime=movetime)
    explainer = Explainer(Engine(DEFAULT_HASH_MB), task.game, move, limit)
    interrupted = _search(explainer)
    found = explainer.explanation
    if found is None:
        raise click.Abort
    if as_json:
        write_json({**task.as_json(), **_explanation_json(found), "interrupted": interrupted})
    else:
        say(str(found))
    if interrupted:
        context.exit(STATUS_INTERRUPTED)


def _search(explainer: Explainer) -> bool:
    """Find out all there is; whether Ctrl-C came first."""
    with LongRun("searching") as run:
        try:
            for step in explainer.steps():
                run.rename(f"searching {step}")
        except KeyboardInterrupt:
            return True
    return False


def _explanation_json(found: Explanation) -> dict[str, object]:
    return {
        "turn": str(found.player).lower(),
        "move": str(found.move),
        "text": found.sentences,
        "legal_moves": found.legal_moves,
        "captures": found.move.is_capture,
        "pieces_before": _sides(found.pieces_before),
        "pieces_after": _sides(found.pieces_after),
        "groups_before": _sides(found.groups_before),
        "groups_after": _sides(found.groups_after),
        "outcome": outcome_json(found.outcome),
        "best": found.is_choice,
        "value": _evaluation_json(found.value),
        "choice": _evaluation_json(found.choice),
        "chance_lost": None if found.chance_lost is None else round(found.chance_lost, DIGITS),
        "reply": None if found.reply is None else str(found.reply),
        "threat": _win_json(found.threat),
        "danger": _win_json(found.danger),
        "danger_lasts": found.danger_lasts,
        "others": _evaluation_json(found.others),
        "only_win": found.only_win,
        "only_defence": found.only_defence,
    }


def _sides(pair: tuple[int, int]) -> dict[str, int]:
    return {str(color).lower(): pair[color] for color in Color}


def _evaluation_json(found: Evaluation | None) -> dict[str, object] | None:
    if found is None:
        return None
    score = found.score
    return {
        "move": str(found.line[0]),
        "score": str(score),
        "centi": score.centi,
        "win_in": score.plies if score.is_win else None,
        "loss_in": score.plies if score.is_loss else None,
        "bound": found.bound,
        "chance": round(found.chance, DIGITS),
        "depth": found.depth,
        "line": _texts(found.line),
    }


def _win_json(found: ForcedWin | None) -> dict[str, object] | None:
    if found is None:
        return None
    return {"plies": found.plies, "exact": found.is_exact, "line": _texts(found.line)}


def _texts(moves: tuple[Move, ...]) -> list[str]:
    return [str(move) for move in moves]
