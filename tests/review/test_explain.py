"""Explanations: every kind of sentence, and that the same question has the same answer."""

import dataclasses

import kit
import pytest

from loa_engine import (
    Color,
    Engine,
    Explanation,
    Game,
    Limit,
    Move,
    Outcome,
    Position,
    Reason,
    Score,
)
from loa_engine.review.explain import DEFAULT_NODES, explain
from loa_engine.review.judgement import Evaluation

START = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"
PARACHUTE = "3o/4/x2x/3o o 0/1"
STANDS_BADLY = "6/4x1/ox4/6/o5/6 o"
LOST = "2o2/2x2/4o/5/1x3 o"

SENTENCES = [
    # counted
    (STANDS_BADLY, "a4-b3", "White plays a4-b3."),
    ("o1#2#/1##3/#1#o2/3#1#/3x#x/#1##2 o", "d4xd2", "White plays d4xd2, which captures on d2."),
    (
        "3x/1o2/2o1/1x2 o 0/1",
        "b3xb1@c4",
        "White plays b3xb1@c4, which captures on b1 and drops a piece of Black on c4.",
    ),
    (PARACHUTE, "d1-c2@b4", "White plays d1-c2@b4, which drops a piece of Black on b4."),
    (
        "x#2/#1##/1###/xo#o x",
        "a1^^",
        "Black plays a1^^, which takes the piece on a1 off the board.",
    ),
    (PARACHUTE, "d1-c2@b4", "White then has 2 pieces on the board, Black 3."),
    (
        STANDS_BADLY,
        "a4-b3",
        "The pieces of White form 1 group (2 before), those of Black 2 groups (as before).",
    ),
    # the end
    (STANDS_BADLY, "a4-b3", "It wins at once: the pieces of its player are one group."),
    (
        "3x/1o2/2o1/1x2 o 0/1",
        "b3xb1@c4",
        "It wins at once: the pieces of both sides are one group each.",
    ),
    (
        "o1#2#/1##3/#1#o2/3#1#/3x#x/#1##2 o",
        "d4xd2",
        "It loses at once: it makes the opponent's pieces one group.",
    ),
    # threats
    (
        PARACHUTE,
        "d1-c2@b4",
        "It threatens a win: if Black passed, White would win in 1 ply, beginning with d4xd2.",
    ),
    (
        STANDS_BADLY,
        "a4-b3",
        "It stops a win: if White had passed, Black would win in 1 ply, beginning with b4-d4; "
        "now Black cannot win within 1 ply.",
    ),
    (
        "3o/xox1/4/4 x",
        "c3-a1",
        "It does not stop the win of White: if Black had passed, White would win in 1 ply, "
        "beginning with d4-c4; behind c3-a1 White still wins within 1 ply.",
    ),
    (
        "6/1x4/2o2x/6/6/3o2 x",
        "b5-a5",
        "It only delays the win of White: if Black had passed, White would win in 1 ply, "
        "beginning with c4-e2.",
    ),
    # how good it is
    ("3o/xox1/4/4 x", "c3-a1", "It loses by force in 2 plies, this move counted."),
    (
        PARACHUTE,
        "d1-c2@b4",
        "It wins by force in 3 plies, this move counted, whatever Black plays.",
    ),
    (PARACHUTE, "d1-c2@b4", "The longest defence that was found begins with a2-b3."),
    ("3o/xox1/4/4 x", "c3-a1", "The best reply that was found is d4-b2."),
    (
        "5/1o3/x3o/x1o2/o2x1 o",
        None,
        "It is the best move that the search found: +0.00, a winning chance of 50%.",
    ),
    (STANDS_BADLY, "a4-b3", "It is the best move that the search found."),
    ("5/1o2o/4x/5/1x3 o", "e4-c2", "e4-c4 wins sooner, in 1 ply."),
    (LOST, "e3-e4", "c5-b4, the choice of the search, loses too, in 2 plies."),
    (
        "3o/xox1/4/4 x",
        "c3-a1",
        "a3-b2 is better by 100% of the winning chance: a forced win in 1 ply, "
        "against a forced loss in 2 plies.",
    ),
    # the others
    (STANDS_BADLY, "a4-b3", "a2-b3 wins too, in 1 ply."),
    (LOST, "e3-e4", "Every other move loses too."),
    ("x2#o1/#5/#1####/ox1###/##4/#1#1## x", None, "No other move wins within 3 plies."),
]
BY_RULES = [
    (
        "2ox/4/2x1/3o o",
        "c4xc2",
        "olympiad",
        "It ends the game in a draw: the pieces of both sides are one group each.",
    ),
    (kit.BLACK_STUCK, "pass", "boardspace", "Black has no other move and passes."),
]


@pytest.fixture(scope="module")
def engine():
    return Engine(4)


@pytest.fixture(scope="module")
def said(engine):
    """The sentences about a move, asked for once each."""
    known = {}

    def ask(position, move, rules="standard"):
        key = (position, move, rules)
        if key not in known:
            known[key] = engine.explain(position, move, Limit(nodes=5000), rules=rules).sentences
        return known[key]

    return ask


# Sentences ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("position", "move", "sentence"), SENTENCES)
def test_sentences(said, position, move, sentence):
    assert sentence in said(position, move)


@pytest.mark.parametrize(("position", "move", "rules", "sentence"), BY_RULES)
def test_sentences_under_other_rules(said, position, move, rules, sentence):
    assert sentence in said(position, move, rules)


def found(**facts):
    """An explanation of b1-b3 from the start that says what a test wants."""
    start, move = Position.start(), Move.parse("b1-b3")
    whole = Explanation(start, Game().rules, move, 36, start.play(move), None, is_complete=True)
    return dataclasses.replace(whole, **facts)


def worth(score, move="b1-b3", reply="h5-f5", bound="exact"):
    score = score if isinstance(score, Score) else Score.cp(score)
    return Evaluation(
        Color.BLACK, score, (Move.parse(move), Move.parse(reply)), bound=bound, depth=5
    )


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (
            {"value": worth(10), "choice": worth(60, "c1-c3")},
            "c1-c3 is better by 11% of the winning chance: +0.60, a winning chance of 64%, "
            "against +0.10, a winning chance of 52%.",
        ),
        (
            {"value": worth(-510), "choice": worth(-440, "c1-c3")},
            "c1-c3 is better by less than 1% of the winning chance: -4.40, a winning chance of 2%, "
            "against -5.10, a winning chance of 1%.",
        ),
        (
            {"value": worth(10), "choice": worth(10, "c1-c3")},
            "c1-c3, the choice of the search, is as good: +0.10, a winning chance of 52%, "
            "against +0.10, a winning chance of 52%.",
        ),
        (
            {"value": worth(60), "choice": worth(10, "c1-c3")},
            "It turns out better than c1-c3, the choice of the search: "
            "+0.60, a winning chance of 64%, against +0.10, a winning chance of 52%.",
        ),
        (
            {"value": worth(-900), "choice": worth(Score.loss_in(4), "c1-c3")},
            "It turns out better than c1-c3, the choice of the search: "
            "-9.00, a winning chance of under 1%, against a forced loss in 4 plies.",
        ),
        (
            {"value": worth(900), "choice": worth(Score.win_in(5), "c1-c3", bound="lower")},
            "c1-c3 is better by less than 1% of the winning chance: "
            "a forced win in at most 5 plies, against +9.00, a winning chance of over 99%.",
        ),
        (
            {"value": worth(Score.win_in(5)), "choice": worth(Score.win_in(5), "c1-c3")},
            "c1-c3 wins too, in 5 plies.",
        ),
        (
            {"value": worth(Score.win_in(5), bound="lower"), "choice": worth(0, "c1-c3")},
            "It wins by force in at most 5 plies, this move counted, whatever White plays.",
        ),
        (
            {"value": worth(30), "others": worth(Score.loss_in(6), "c1-c3")},
            "Every other move loses in at most 6 plies.",
        ),
        (
            {
                "value": worth(30),
                "choice": worth(10, "d1-d3"),
                "others": worth(Score.win_in(7), "c1-c3"),
            },
            "c1-c3 wins in 7 plies.",
        ),
        ({"value": worth(30), "legal_moves": 1}, "Black plays b1-b3, the only legal move."),
        (
            {"value": worth(30), "choice": worth(30), "legal_moves": 1},
            "The search finds +0.30, a winning chance of 57%.",
        ),
        ({"value": worth(30, reply="pass")}, "White then has no move and must pass."),
        ({"is_complete": False}, "Interrupted: this is what was found so far."),
    ],
)
def test_sentences_of_facts(facts, sentence):
    assert sentence in found(**facts).sentences


def test_what_is_not_settled_is_not_claimed():
    """A score that a limit cut short is neither compared nor called a forced end."""
    at_most = worth(Score.win_in(5), bound="upper")
    text = str(found(value=at_most, choice=worth(0, "c1-c3")))
    assert "force" not in text
    assert "better" not in text
    at_least = worth(Score.loss_in(4), bound="lower")
    assert "force" not in str(found(value=at_least))
    assert "Every other" not in str(found(value=worth(0), others=at_least))


@pytest.mark.parametrize("reason", list(Reason)[:8])
def test_every_end_is_explained(reason):
    for winner, words in ((Color.BLACK, "wins"), (Color.WHITE, "loses"), (None, "draw")):
        text = str(found(outcome=Outcome(winner, reason)))
        assert words in text


def test_draws_by_the_course_of_the_game(engine):
    game = Game()
    for move in ("b1-b3 a2-c2 b3-b1 c2-a2 " * 2).split()[:-1]:
        game.push(move)
    text = str(engine.explain(game, "c2-a2", Limit(nodes=500)))
    assert "It ends the game in a draw: the position has come back." in text


def test_players_who_are_stuck(engine):
    found = engine.explain(kit.BOTH_STUCK, None, Limit(nodes=500), rules="boardspace")
    assert (found.threat, found.danger, found.others) == (None, None, None)
    assert found.sentences == [
        "Black has no other move and passes.",
        "White then has no move and must pass.",
        "The search finds +0.00, a winning chance of 50%.",
    ]


def test_a_win_that_is_not_seen_any_more(engine):
    """The move stands against a win too far off for a proof: then only the search is told of."""
    position = "2o2x/6/6/4o1/2o3/ox3x o"
    sentence = (
        "If White had passed, Black would win in at most 9 plies, beginning with b1-e1; "
        "behind e3-d2 the search finds no forced win of Black."
    )
    found = engine.explain(position, "e3-d2", Limit(nodes=5000))
    assert found.danger_lasts is None
    assert sentence in found.sentences


# The same answer every time -----------------------------------------------------------------------


def test_the_same_question_has_the_same_answer():
    engine = Engine(4)
    first = engine.explain(START, "d1-b3", Limit(nodes=3000))
    engine.analyse(START, Limit(nodes=20000))
    again = engine.explain(Position.start(), Move.parse("d1b3"), Limit(nodes=3000))
    assert again == first
    assert str(again) == str(first) == str(explain(Engine(4), Game(), "d1b3", Limit(nodes=3000)))


def test_the_game_is_left_as_it_was(engine):
    game = Game()
    game.push("d1-b3")
    before = game.copy()
    found = engine.explain(game, limit=Limit(nodes=500))
    assert game == before
    assert found.is_choice
    assert found.is_complete


def test_there_is_a_limit_of_its_own(engine):
    assert DEFAULT_NODES == 200_000
    assert engine.explain(STANDS_BADLY).is_complete


def test_a_search_too_short_to_find_anything(engine):
    found = engine.explain(START, limit=Limit(nodes=1))
    assert found.choice is None
    assert found.move in Position.start().legal_moves()
    assert "best" not in str(found)
