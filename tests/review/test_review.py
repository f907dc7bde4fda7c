"""Game review: the chance curve, marks, missed wins and defences, annotated records, pictures."""

import math
import random
import sys
from itertools import islice, pairwise

import kit
import pytest
import record_kit
from hypothesis import given
from hypothesis import strategies as st

from loa_engine import Color, Engine, Game, Limit, Move, Position, Score
from loa_engine.evaluation.chance import SLOPE, winning_chance
from loa_engine.game.errors import LoaError
from loa_engine.records import MARKS, GameRecord, Node
from loa_engine.review.annotate import annotated, remark
from loa_engine.review.judgement import Evaluation, judged, mark_of_loss, score_before
from loa_engine.review.plot import picture, picture_format
from loa_engine.review.review import MARK_LOSSES, GameReview, Mark, PlayerSummary, review_game

SHORTEST = record_kit.SHORTEST
MISSED = f"{SHORTEST.removesuffix('e1-e5')}e6-e2"
FEW = Limit(nodes=2000)
BEST, OTHER = Move.parse("b1-b3"), Move.parse("b1-h1")


def reviewed(game, limit=FEW):
    return review_game(game, limit, hash_mb=1)


@pytest.fixture(scope="module")
def missed():
    """The review of the shortest game with another last move than the winning one."""
    return reviewed(record_kit.game_of(MISSED))


# The curve ------------------------------------------------------------------------------------

SCORES = [
    *(Score.loss_in(plies) for plies in range(0, 300, 7)),
    *(Score.cp(centi) for centi in range(-3000, 3001, 13)),
    *(Score.win_in(plies) for plies in range(299, -1, -7)),
]


def test_the_curve_rises():
    chances = [winning_chance(score) for score in SCORES]
    assert all(low <= high for low, high in pairwise(chances))
    middle = [winning_chance(Score.cp(centi)) for centi in range(-1000, 1001)]
    assert all(low < high for low, high in pairwise(middle))


@pytest.mark.parametrize("score", SCORES[::9], ids=repr)
def test_what_one_side_has_the_other_has_not(score):
    assert winning_chance(score) + winning_chance(-score) == 1


def test_the_curve_is_the_documented_one():
    assert winning_chance(Score.cp(0)) == 0.5
    assert winning_chance(Score.cp(100)) == pytest.approx(1 / (1 + math.exp(-100 * SLOPE)))
    assert (winning_chance(Score.win_in(0)), winning_chance(Score.loss_in(0))) == (1, 0)
    text = (kit.DATA.parents[1] / "docs" / "review.md").read_text("utf-8")
    assert f"exp(-{SLOPE} * score)" in text
    for mark, loss in MARK_LOSSES.items():
        assert f"| {mark} | `{mark.sign}` |" in text
        assert f"costs {loss:.2f}" in text


# Marks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.0, None),
        (0.0999, None),
        (0.1, Mark.INACCURACY),
        (0.1999, Mark.INACCURACY),
        (0.2, Mark.MISTAKE),
        (0.2999, Mark.MISTAKE),
        (0.3, Mark.BLUNDER),
        (1.0, Mark.BLUNDER),
    ],
)
def test_thresholds(loss, mark):
    assert mark_of_loss(loss) is mark


def test_signs_are_those_of_records():
    assert len({mark.sign for mark in Mark}) == len(Mark)
    assert {mark.sign for mark in Mark} <= set(MARKS)
    assert [mark.is_bad for mark in Mark] == [mark in MARK_LOSSES for mark in Mark]


def judge(before, after, move=OTHER, had_win=False, **options):
    """Judge a move of Black; scores are for the side to move, whole numbers are hundredths."""
    scores = [Score.cp(each) if isinstance(each, int) else each for each in (before, after)]
    evaluation = Evaluation(Color.BLACK, scores[0], (BEST,), **options)
    return judged(1, move, evaluation, Evaluation(Color.WHITE, scores[1], (BEST,)), had_win)


def test_the_best_move_costs_nothing():
    found = judge(0, 100, BEST)
    assert (found.loss, found.mark, found.is_best, found.better) == (0, None, True, ())


def test_a_loss_is_a_drop_in_winning_chance():
    found = judge(0, 100)
    assert found.loss == pytest.approx(winning_chance(Score.cp(100)) - 0.5)
    assert found.mark is Mark.MISTAKE
    assert found.better == (BEST,)
    assert judge(900, -700).mark is None  # two pieces less, but won all the same


def test_a_better_move_than_expected_is_interesting():
    assert judge(0, -100).mark is Mark.INTERESTING
    assert judge(0, -10).mark is None
    assert judge(0, -100, BEST).mark is None


def test_missed_wins():
    found = judge(Score.win_in(5), 0)
    assert (found.missed_win, found.mark, found.loss) == (Score.win_in(5), Mark.BLUNDER, 0.5)
    assert judge(Score.win_in(5), -900).missed_win == Score.win_in(5)
    assert judge(Score.win_in(5), Score.loss_in(8)).missed_win is None  # wins later
    assert judge(Score.win_in(5), 0, BEST).missed_win is None


def test_missed_defences():
    assert judge(0, Score.win_in(3)).missed_defence == Score.loss_in(4)
    assert judge(Score.loss_in(8), Score.win_in(3)).missed_defence is None
    both = judge(Score.win_in(3), Score.win_in(1))
    assert (both.missed_win, both.missed_defence) == (Score.win_in(3), Score.loss_in(2))


def test_the_only_winning_move():
    win, lost = Score.win_in(5), Score.loss_in(4)
    assert judge(win, lost, BEST, only_move=True).mark is Mark.ONLY_WIN
    assert judge(win, lost, BEST, only_move=True, had_win=True).mark is None
    assert judge(win, lost, BEST).mark is None


@pytest.mark.parametrize("score", SCORES[::9], ids=repr)
def test_a_score_a_ply_earlier(score):
    earlier = score_before(score)
    assert (earlier.is_win, earlier.is_loss) == (score.is_loss, score.is_win)
    assert earlier.plies == (None if score.plies is None else score.plies + 1)


# Games ----------------------------------------------------------------------------------------


def test_a_missed_win_in_one(missed):
    last = missed.moves[-1]
    assert (last.mark, last.missed_win) == (Mark.BLUNDER, Score.win_in(1))
    assert kit.texts(last.better) == ["e1-e5"]
    assert missed.summary(Color.BLACK).missed_wins == 1
    assert remark(last).endswith("better e1-e5 (win in 1)")


def test_the_win_that_was_played_is_not_missed():
    review = reviewed(record_kit.game_of(SHORTEST))
    last = review.moves[-1]
    assert (last.is_best, last.loss, last.mark, last.missed_win) == (True, 0, None, None)
    assert review.evaluations[-1].line == ()
    assert review.evaluations[-1].black_chance == 1
    assert review.summary(Color.BLACK).missed_wins == 0


def test_a_missed_defence():
    start = "8/7o/5xx1/4x3/1x4o1/2xox1xo/4ooo1/3x4 x"
    review = reviewed(record_kit.game_of("f6-h6 d3xg6", start), Limit(nodes=20_000))
    first, second = review.moves
    assert (first.mark, first.missed_defence) == (Mark.BLUNDER, Score.loss_in(6))
    assert (second.is_best, second.before.score) == (True, Score.win_in(5))
    assert review.summary(Color.BLACK).missed_defences == 1


def test_nobody_is_blamed_where_every_move_loses():
    game = Game(f"{kit.ZUGZWANG} x")
    game.push("d5-d6")
    (move,) = reviewed(game).moves
    assert move.before.is_lost
    assert (move.loss, move.mark, move.missed_defence) == (0, None, None)


def test_the_only_winning_move_is_found():
    """Every other move loses by force, so that it does not matter how deep the search is."""
    game = record_kit.game_of("b7xd7", "8/1o1x4/1x1x4/3xo3/2oo4/3xooo1/8/8 o")
    (move,) = reviewed(game).moves
    assert (move.mark, move.before.score) == (Mark.ONLY_WIN, Score.win_in(3))
    assert remark(move) == "only win, win in 3"


def test_lost_moves_cost_nothing():
    start = "8/7o/6ox/4x3/1x4o1/2x1x1xo/4ooo1/3x4 x"
    review = reviewed(record_kit.game_of("d1-c2 g2-f3 h6-f4 h7-h5", start))
    assert [move.before.score for move in review.moves] == [
        Score.loss_in(4),
        Score.win_in(3),
        Score.loss_in(2),
        Score.win_in(1),
    ]
    assert all(move.loss == 0 and move.mark is None for move in review.moves)


def test_a_drawn_end_is_worth_a_half():
    review = reviewed(record_kit.game_of("b1-b3 a2-c2 b3-b1 c2-a2 " * 2))
    assert review.record.result.winner is None
    last = review.evaluations[-1]
    assert (last.line, last.chance) == ((), 0.5)


def test_a_resigned_game_is_searched_to_its_end():
    game = record_kit.game_of(MISSED)
    game.finish(Color.WHITE, "resign")
    review = reviewed(game)
    assert review.evaluations[-1].line
    assert len(review.moves) == game.ply


def test_a_game_without_moves():
    review = reviewed(Game())
    assert review.moves == ()
    assert review.is_complete
    assert str(review.summary(Color.BLACK)).startswith("0 moves, 0 best, 0 sound, mean loss")
    assert annotated(review).moves == ()


def test_the_same_review_every_time(missed):
    engine = Engine(hash_mb=1)
    engine.analyse(Position.start(), FEW)
    again = GameReview(record_kit.game_of(MISSED))
    assert list(again.search(engine, FEW)) == list(range(1, 11))
    assert again.moves == missed.moves


def test_a_review_can_be_ended_early():
    review = GameReview(record_kit.game_of(MISSED))
    assert review.moves == ()
    for _ in islice(review.search(Engine(hash_mb=1), FEW), 4):
        pass
    assert not review.is_complete
    assert [move.ply for move in review.moves] == [7, 8, 9]
    record = annotated(review)
    assert record.moves == review.record.moves
    assert record.root.comment.startswith("Review: from ply 7 on\n")
    assert picture(review, "svg")


def test_summaries_add_up(missed):
    both = PlayerSummary()
    for player in Color:
        both.add_all(missed.summary(player))
    assert both.moves == len(missed.moves) == 9
    assert both.total_loss == pytest.approx(sum(move.loss for move in missed.moves))
    assert both.mean_loss == pytest.approx(both.total_loss / 9)
    bad = sum(move.mark is not None and move.mark.is_bad for move in missed.moves)
    assert both.sound == 9 - bad
    assert both.games == 2
    accuracies = [missed.summary(player).accuracy for player in Color]
    assert both.accuracy == pytest.approx(sum(accuracies) / 2)


# Records --------------------------------------------------------------------------------------


def bare(record):
    return record.start, record.rules, record.moves, record.result


@pytest.mark.parametrize("format", ["sgf", "jsonl", "pgn"])
def test_annotated_records_read_back(missed, format):
    record = annotated(missed)
    again = record_kit.read_one(record_kit.write(record, format))
    assert bare(again) == bare(record) == bare(missed.record)
    assert [node.mark for node in again.line] == [node.mark for node in record.line]
    assert again.line[-1].mark == "??"
    (better,) = again.line[-1].variations
    assert kit.texts([node.move for node in better]) == ["e1-e5"]


def test_annotations_are_those_of_the_standard(missed):
    text = record_kit.write(annotated(missed), "sgf")
    last = text[text.index(";B[e6-e2]") :]
    assert last.startswith(";B[e6-e2]BM[2]V[")
    assert "C[Review: blunder, 100% to " in last
    assert ";B[e1-e5]V[1000.00]C[Review: win in 1 for Black]" in last
    again = record_kit.read_one(text)
    scores = [again.root.score, *(node.score for node in again.line)]
    assert scores == [each.black_score for each in missed.evaluations]
    for node in [again.root, *again.line]:
        assert len({"GB", "GW", "DM"} & set(node.properties)) == 1


def test_what_others_wrote_stays():
    record = GameRecord.of(record_kit.game_of(MISSED), {"black": "Ann", "annotator": "Bob"})
    last = record.line[-1]
    last.comment, last.mark, last.score = "I was tired.", "!?", Score.cp(7)
    last.variations.append([Node(Move.parse("b8-b7"), "or this")])
    last.properties["N"] = ["late"]
    before = record_kit.write(record, "jsonl")
    noted = annotated(reviewed(record))
    assert record_kit.write(record, "jsonl") == before
    assert noted.headers == {"black": "Ann", "annotator": "Bob"}
    node = noted.line[-1]
    assert node.comment.startswith("I was tired.\nReview: blunder")
    assert (node.mark, node.properties["N"]) == ("!?", ["late"])
    assert [line[0].comment for line in node.variations] == [
        "or this",
        "Review: win in 1 for Black",
    ]


def test_a_second_review_replaces_the_first(missed):
    once = record_kit.write(annotated(missed), "sgf")
    twice = record_kit.write(annotated(reviewed(record_kit.read_one(once))), "sgf")
    assert twice == once


def test_what_an_earlier_review_found_out_wrongly_goes():
    record = GameRecord.of(record_kit.game_of(SHORTEST))
    fresh = record_kit.write(annotated(reviewed(record)), "jsonl")
    last = record.line[-1]
    last.comment, last.mark = "Well.\nReview: mistake, 60% to 35%; better e1-c3 (+1.00)", "?"
    last.variations.append([Node(Move.parse("e1-c3"), "Review: +1.00 for Black")])
    last.properties["GW"] = ["1"]
    noted = annotated(reviewed(record))
    assert noted.line[-1].comment == "Well."
    noted.line[-1].comment = ""
    assert record_kit.write(noted, "jsonl") == fresh


def random_game(variant, rules, seed, plies):
    chance, game = random.Random(seed), Game(Position.start(variant), rules)
    while game.ply < plies and game.outcome() is None:
        game.push(chance.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("rules", ["standard", "olympiad", "openspiel", "nost"])
@pytest.mark.parametrize("variant", kit.ALL_VARIANTS)
def test_every_variant_under_several_rules(variant, rules):
    review = reviewed(random_game(variant, rules, f"{variant} {rules}", 24), Limit(nodes=100))
    assert len(review.moves) == len(review.record.moves)
    for move in review.moves:
        assert 0 <= move.loss <= 1
        assert 0 <= move.chance_after <= 1
    record = annotated(review)
    again = record_kit.read_one(record_kit.write(record, "sgf"))
    assert bare(again) == bare(record)
    assert [node.variations for node in again.line] == [node.variations for node in record.line]


@given(st.sampled_from(SCORES), st.sampled_from(SCORES), st.booleans(), st.booleans())
def test_judgements_agree_with_themselves(before, after, is_best, had_win):
    found = judge(before, after, BEST if is_best else OTHER, had_win)
    assert 0 <= found.loss <= 1
    assert found.mark is mark_of_loss(found.loss) or found.loss == 0
    assert found.is_notable == bool(remark(found))
    if found.missed_win is not None:
        assert not is_best
        assert found.missed_win.is_win


# Pictures -------------------------------------------------------------------------------------


def test_pictures(missed):
    assert picture(missed, "png").startswith(b"\x89PNG\r\n\x1a\n")
    svg = picture(missed, "svg")
    assert svg.startswith(b"<?xml")
    assert svg == picture(missed, "svg")


def test_pictures_of_odd_games():
    record = GameRecord.of(Game(), {"black": "$1 \\frac{", "white": "名人"})
    assert picture(reviewed(record), "svg")


def test_picture_formats(missed):
    assert picture_format("a.b/C.SVG") == "svg"
    for name in ("game", "game.jpg", "svg"):
        with pytest.raises(LoaError, match=r"expected \.svg or \.png"):
            picture_format(name)
    with pytest.raises(LoaError, match="gif"):
        picture(missed, "gif")


def test_pictures_without_matplotlib(missed, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(LoaError, match="need matplotlib"):
        picture(missed, "svg")
