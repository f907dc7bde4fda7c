"""What a review claims is checked by further searches; here the engine says what the test wants."""

import pytest

from loa_engine import Game, Info, Limit, Move, Score
from loa_engine.review.review import GameReview, Mark

LIMIT = Limit(depth=1)
A, B, C, D = map(Move.parse, ("b1-b3", "c1-c3", "d1-d3", "e1-e3"))  # moves from the start
PLAYED = A
REPLY = Move.parse("h5-f5")


class Oracle:
    """An engine whose answers are given by the moves played so far; all others are 0.

    Args:
        answers: score and moves of the best line, the score in hundredths or as such. A list of
            such pairs holds the answers to a search among all moves, then among those left over.
    """

    def __init__(self, answers):
        self.answers = {key: each if isinstance(each, list) else [each] for key, each in answers}
        self.asked = []

    def clear(self):
        pass

    def analysis(self, game, limit, *, searchmoves=None):
        assert limit is LIMIT
        self.asked.append(game.moves)
        legal = game.legal_moves() if searchmoves is None else list(searchmoves)
        answers = self.answers.get(game.moves, [])
        matching = [(score, line) for score, line in answers if line[0] in legal]
        score, line = matching[0] if matching else (0, legal[:1])
        yield Info(1, score if isinstance(score, Score) else Score.cp(score), tuple(line))


def reviewed(*answers):
    """The review of the game that has one move, and what the engine was asked."""
    game = Game()
    game.push(PLAYED)
    review, oracle = GameReview(game), Oracle(answers)
    assert list(review.search(oracle, LIMIT)) == [1, 2]
    (move,) = review.moves
    return move, oracle.asked


def test_a_good_move_is_searched_once():
    _, asked = reviewed(((), (20, [B])), ((PLAYED,), (-15, [REPLY])))
    assert asked == [(PLAYED,), ()]


def test_a_win_seen_later_counts_for_the_position_before():
    lost = (Score.loss_in(4), [REPLY])
    move, _ = reviewed(((), (20, [B])), ((PLAYED,), lost))
    assert (move.before.score, move.before.line) == (Score.win_in(5), (PLAYED, REPLY))
    assert (move.loss, move.mark) == (0, Mark.ONLY_WIN)


def test_a_win_seen_before_counts_for_the_position_after():
    win = (Score.win_in(3), [PLAYED, REPLY])
    move, _ = reviewed(((), [win]), ((PLAYED,), (10, [REPLY])))
    assert (move.after.score, move.after.line) == (Score.loss_in(2), (REPLY,))
    assert (move.mark, move.missed_win) == (Mark.ONLY_WIN, None)


def test_a_move_is_not_the_only_win_when_another_one_wins():
    wins = [(Score.win_in(3), [PLAYED, REPLY]), (Score.win_in(9), [B])]
    move, _ = reviewed(((), wins), ((PLAYED,), (Score.loss_in(2), [REPLY])))
    assert move.before.score == Score.win_in(3)
    assert move.mark is None


def test_the_better_move_is_followed_up():
    move, asked = reviewed(((), (300, [B])), ((B,), (-200, [REPLY])))
    assert (move.before.score, move.better) == (Score.cp(200), (B, REPLY))
    assert move.mark is Mark.BLUNDER
    assert asked == [(PLAYED,), (), (B,)]


def test_a_better_move_that_is_none_blames_nobody():
    move, _ = reviewed(((), (300, [B])), ((B,), (40, [REPLY])))
    assert (move.loss, move.mark, move.is_best) == (0, None, True)
    assert move.before.score == Score.cp(0)


def test_a_forced_win_stands_though_it_is_not_seen_behind_the_move():
    move, _ = reviewed(((), (Score.win_in(9), [B])), ((B,), (-700, [REPLY])))
    assert (move.before.score, move.better) == (Score.win_in(9), (B, REPLY))
    assert move.missed_win == Score.win_in(9)


def test_a_defence_is_looked_for():
    """The engine's choice loses as the move played does; the third one holds."""
    tried = [(50, [B]), (-80, [C])]
    losing = (Score.win_in(3), [REPLY])
    move, asked = reviewed(((), tried), ((PLAYED,), losing), ((B,), losing), ((C,), (90, [REPLY])))
    assert (move.before.score, move.better) == (Score.cp(-90), (C, REPLY))
    assert move.missed_defence == Score.loss_in(4)
    assert move.mark is Mark.BLUNDER
    assert asked == [(PLAYED,), (), (B,), (), (C,)]


def test_a_defence_is_looked_for_even_if_the_move_was_the_choice():
    losing = (Score.win_in(3), [REPLY])
    move, _ = reviewed(((), [(50, [PLAYED]), (20, [B])]), ((PLAYED,), losing))
    assert (move.before.score, move.better[0]) == (Score.cp(0), B)
    assert move.missed_defence == Score.loss_in(4)


def test_nobody_is_blamed_when_the_defences_lose_too():
    losing = (Score.win_in(3), [REPLY])
    tried = [(50, [B]), (40, [C]), (30, [D])]
    each = [((move,), losing) for move in (PLAYED, B, C, D)]
    move, _ = reviewed(((), tried), *each)
    assert (move.before.score, move.before.bound) == (Score.loss_in(4), "lower")
    assert (move.loss, move.mark, move.missed_defence) == (0, None, None)


def test_the_longest_loss_is_the_best():
    losing = (Score.win_in(3), [REPLY])
    tried = [(50, [B]), (Score.loss_in(8), [C])]
    move, _ = reviewed(((), tried), ((PLAYED,), losing), ((B,), losing))
    assert (move.before.score, move.better) == (Score.loss_in(8), (C,))
    assert (move.loss, move.missed_defence) == (0, None)


class Hesitant(Oracle):
    """Reports a second depth, which may have been cut short."""

    def __init__(self, last, bound):
        super().__init__(())
        self.last, self.bound = last, bound

    def analysis(self, game, limit, *, searchmoves=None):
        (first,) = super().analysis(game, limit, searchmoves=searchmoves)
        yield first
        yield Info(2, Score.cp(self.last), first.pv, bound=self.bound)


@pytest.mark.parametrize(
    ("last", "bound", "kept"),
    [(-500, "lower", (0, "exact")), (40, "lower", (40, "lower")), (-500, "exact", (-500, "exact"))],
)
def test_a_low_bound_does_not_replace_a_score(last, bound, kept):
    review = GameReview(Game())
    assert list(review.search(Hesitant(last, bound), LIMIT)) == [1]
    (found,) = review.evaluations
    assert (found.score.centi, found.bound) == kept


def test_lines_end_with_the_game_or_after_some_moves():
    there_and_back = [Move.parse(text) for text in ("b1-b3", "a2-c2", "b3-b1", "c2-a2")]
    review = GameReview(Game())
    list(review.search(Oracle([((), (0, there_and_back * 3))]), LIMIT))
    assert len(review.evaluations[0].line) == 8
    won = (Score.win_in(3), there_and_back * 3)
    review = GameReview(Game(rules="bga"))
    list(review.search(Oracle([((), won)]), LIMIT))
    assert len(review.evaluations[0].line) == 12
