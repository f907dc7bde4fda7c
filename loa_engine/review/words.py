"""The facts about a move in plain sentences; docs/explain.md lists them with what backs each."""

from __future__ import annotations

from collections.abc import Iterator

from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.rules import Reason
from loa_engine.game.squares import square_name
from loa_engine.review.facts import Facts, ForcedWin, is_told
from loa_engine.review.judgement import Evaluation

__all__ = ["sentences"]

REASONS = {
    Reason.CONNECTED: "the pieces of its player are one group",
    Reason.BOTH: "the pieces of both sides are one group each",
    Reason.OPPONENT_CONNECTED: "it makes the opponent's pieces one group",
    Reason.NO_MOVES: "the opponent has no legal move",
    Reason.REPETITION: "the position has come back",
    Reason.NO_CAPTURE: "too many plies without a capture",
    Reason.MOVE_LIMIT: "the move limit is reached",
    Reason.PASSES: "two passes in a row",
}
AS_GOOD = 0.005  # of the winning chance; what differs by less reads the same in hundredths


def sentences(facts: Facts) -> list[str]:
    """What there is to say about a move, the move first. Facts that are open are left out."""
    return [
        *_move(facts),
        *_groups(facts),
        *_end(facts),
        *_threats(facts),
        *_reply(facts),
        *_compared(facts),
        *_only(facts),
        *([] if facts.is_complete else ["Interrupted: this is what was found so far."]),
    ]


# What is counted --------------------------------------------------------------------------------


def _move(facts: Facts) -> Iterator[str]:
    move, player, other = facts.move, facts.player, facts.player.other
    if move.is_pass:
        yield f"{player} has no other move and passes."
        return
    only = ", the only legal move" if facts.legal_moves == 1 else ""
    done = []
    if move.is_removal and move.from_square is not None:
        done.append(f"takes the piece on {square_name(move.from_square)} off the board")
    if move.is_capture and move.to_square is not None:
        done.append(f"captures on {square_name(move.to_square)}")
    if move.drop is not None:
        done.append(f"drops a piece of {other} on {square_name(move.drop)}")
    deed = f", which {' and '.join(done)}" if done else ""
    yield f"{player} plays {move}{only}{deed}."
    if facts.pieces_before != facts.pieces_after:
        left, right = facts.pieces_after[player], facts.pieces_after[other]
        yield f"{player} then has {_count(left, 'piece')} on the board, {other} {right}."


def _groups(facts: Facts) -> Iterator[str]:
    if facts.move.is_pass:
        return
    player, other = facts.player, facts.player.other
    mine, theirs = (_grouped(facts, each) for each in (player, other))
    yield f"The pieces of {player} form {mine}, those of {other} {theirs}."


def _grouped(facts: Facts, color: Color) -> str:
    before, after = facts.groups_before[color], facts.groups_after[color]
    earlier = "as before" if before == after else f"{before} before"
    return f"{_count(after, 'group')} ({earlier})"


def _end(facts: Facts) -> Iterator[str]:
    outcome = facts.outcome
    if outcome is None:
        return
    why = REASONS[outcome.reason]
    if outcome.winner is None:
        yield f"It ends the game in a draw: {why}."
    elif outcome.winner is facts.player:
        yield f"It wins at once: {why}."
    else:
        yield f"It loses at once: {why}."


# What is searched -------------------------------------------------------------------------------


def _threats(facts: Facts) -> Iterator[str]:
    player, other = facts.player, facts.player.other
    threat, danger = facts.threat, facts.danger
    if threat is not None:
        yield f"It threatens a win: if {other} passed, {player} would win {_win(threat)}."
    if danger is None:
        return
    had = f"if {player} had passed, {other} would win {_win(danger)}"
    value = facts.value
    if facts.danger_lasts:
        yield (
            f"It does not stop the win of {other}: {had}; "
            f"behind {facts.move} {other} still wins {_within(danger.plies)}."
        )
    elif facts.danger_lasts is None:
        if value is not None and not facts.is_lost and not facts.is_won:
            yield f"{_upper(had)}; behind {facts.move} the search finds no forced win of {other}."
    elif value is not None and facts.is_lost and facts.outcome is None:
        yield f"It only delays the win of {other}: {had}."
    else:
        yield f"It stops a win: {had}; now {other} cannot win {_within(danger.plies)}."


def _reply(facts: Facts) -> Iterator[str]:
    other, value = facts.player.other, facts.value
    if value is None or facts.outcome is not None:
        return
    if facts.is_won:
        yield f"It wins by force {_in(value)}, this move counted, whatever {other} plays."
    elif facts.is_lost:
        yield f"It loses by force {_in(value)}, this move counted."
    if facts.reply is None:
        return
    if facts.reply.is_pass:
        yield f"{other} then has no move and must pass."
    elif facts.is_won:
        yield f"The longest defence that was found begins with {facts.reply}."
    else:
        yield f"The best reply that was found is {facts.reply}."


def _compared(facts: Facts) -> Iterator[str]:
    value, choice = facts.value, facts.choice
    if value is None:
        return
    if facts.is_choice:
        is_said = facts.outcome is not None or facts.is_won or facts.is_lost
        worth = "" if is_said else f": {_worth(value)}"
        if facts.legal_moves > 1:
            yield f"It is the best move that the search found{worth}."
        elif worth:
            yield f"The search finds{worth[1:]}."
        return
    if choice is None or not is_told(choice):
        return
    lost = facts.chance_lost
    if lost is not None:
        yield _comparison(facts, value, choice, lost)


def _comparison(facts: Facts, value: Evaluation, choice: Evaluation, lost: float) -> str:
    best = choice.best
    pair = f"{_worth(choice)}, against {_worth(value)}"
    if value.is_won and choice.is_won:
        sooner = (choice.score.plies or 0) < (value.score.plies or 0) and value.bound == "exact"
        return f"{best} wins {'sooner' if sooner else 'too'}, {_in(choice)}."
    if value.is_lost and choice.is_lost:
        return f"{best}, the choice of the search, loses too, {_in(choice)}."
    is_open = not (value.score.is_decided or choice.score.is_decided)
    if is_open and abs(lost) < AS_GOOD:
        return f"{best}, the choice of the search, is as good: {pair}."
    if value.score > choice.score:
        worse = f"{best}, the choice of the search"
        return f"It turns out better than {worse}: {_worth(value)}, against {_worth(choice)}."
    return f"{best} is better by {_share(lost)} of the winning chance: {pair}."


def _only(facts: Facts) -> Iterator[str]:
    value, others = facts.value, facts.others
    if value is None or others is None:
        return
    if facts.only_win and not others.is_lost:
        yield f"No other move wins {_within(value.score.plies or 0)}."
    elif others.is_won and facts.choice is not None and others.best != facts.choice.best:
        yield f"{others.best} wins {'too, ' if facts.is_won else ''}{_in(others)}."
    if others.is_lost:
        also = "too" if facts.is_lost else f"{_in(others, at_most=True)}"
        yield f"Every other move loses {also}."


# Words ------------------------------------------------------------------------------------------


def _worth(value: Evaluation) -> str:
    """A score with its winning chance."""
    if value.is_won:
        return f"a forced win {_in(value)}"
    if value.is_lost:
        return f"a forced loss {_in(value)}"
    bound = {"exact": "", "lower": "at least ", "upper": "at most "}[value.bound]
    return f"{bound}{value.score}, a winning chance of {bound}{_chance(value.score, value.chance)}"


def _chance(score: Score, chance: float) -> str:
    """A chance in hundredths; what is not decided is neither 0% nor 100%."""
    shown = f"{chance:.0%}"
    if score.is_decided or shown not in ("0%", "100%"):
        return shown
    return "under 1%" if shown == "0%" else "over 99%"


def _share(part: float) -> str:
    return f"{part:.0%}" if part >= 2 * AS_GOOD else "less than 1%"


def _in(value: Evaluation, at_most: bool = False) -> str:
    """After how many plies a forced end comes: exactly, or at the latest."""
    is_bound = at_most or value.bound != "exact"
    return f"in {'at most ' if is_bound else ''}{_count(value.score.plies or 0, 'ply')}"


def _win(found: ForcedWin) -> str:
    at_most = "" if found.is_exact else "at most "
    return f"in {at_most}{_count(found.plies, 'ply')}, beginning with {found.line[0]}"


def _within(plies: int) -> str:
    return f"within {_count(plies, 'ply')}"


def _count(number: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
