"""Every fact of an explanation against the slow twin of the rules and plain search over it."""

import random
import re
from dataclasses import replace

import brute
import kit
import lookahead
import pytest
import reference
from hypothesis import settings
from reference import OTHER, Game, Rules, State

from loa_engine import Color, Engine, Limit
from loa_engine.review.explain import explain
from loa_engine.search.proof import wins_within
from loa_engine.search.root import root_of

LIMIT = Limit(nodes=2000)
POSITIONS = 4000  # what the twin looks at for one question
EXAMPLES = settings.default.max_examples
SEEDS = pytest.mark.parametrize("seed", range(EXAMPLES))


# Small games, by seed -----------------------------------------------------------------------------


def small_game(seed):
    """A game of few pieces under any rules that goes on, some moves after its start."""
    chance = random.Random(seed)
    while True:
        game = Game(few_pieces(chance), any_rules(chance))
        for _ in range(chance.randrange(6)):
            if game.outcome() is None:
                game = game.play(chance.choice(game.moves()))
        if game.outcome() is None:
            return game, chance.choice(game.moves())


def few_pieces(chance):
    size = chance.choice((4, 4, 5, 5, 6))
    squares = [(file, rank) for file in range(size) for rank in range(size)]
    placed = chance.sample(squares, chance.randrange(4, 10))
    letters = "xxoo" + "".join(chance.choice("xo") for _ in placed[4:])
    state = State(size, dict(zip(placed, letters, strict=True)), chance.choice("xo"))
    kind = chance.choice(("plain",) * 6 + ("vanishing", "holding"))
    if kind == "vanishing":
        return lookahead.with_holes(state, chance.getrandbits(size * size))
    if kind == "holding" and size == 4:
        return replace(state, hands=(int(state.turn == "x"), 1))
    return state


def any_rules(chance):
    limits = (None, None, None, 4, 7, 10)
    return Rules(
        chance.choice(("mover", "draw", "opponent", "illegal")),
        chance.choice(("loss", "pass", "draw")),
        chance.choice(("none", "threefold", "board", "deviate")),
        chance.choice(limits),
        chance.choice(limits),
        chance.random() < 0.3,
    )


def is_affordable(game, plies):
    return max(2, len(game.moves())) ** plies <= POSITIONS


# The twin's answers -------------------------------------------------------------------------------


def passed(game):
    """The game after its player gave the turn away; None where nothing can be asked about that."""
    after = Game(game.states[0], game.rules)
    after.states = [*game.states, replace(game.state, turn=OTHER[game.state.turn])]
    after.texts = [*game.texts, reference.write(after.state)]
    after.played = [*game.played, "pass"]
    ends = after.ends()
    if game.rules.repetition == "board":
        ends = [end for end in ends if end.reason != "repetition"]
    is_third = game.rules.repetition == "deviate" and after.occurrences() > 2
    if ends or is_third or after.moves() in ([], ["pass"]):
        return None
    return after


def wins(game, plies, moves=None):
    """Whether one of some moves wins in so many plies; whether the game is over is not asked."""
    chosen = game.moves() if moves is None else moves
    return plies > 0 and any(brute.loses_within(game.play(text), plies - 1) for text in chosen)


def loses(game, plies, moves):
    return plies > 0 and all(brute.wins_within(game.play(text), plies - 1) for text in moves)


def check_forced(found, game, moves):
    """A forced end that some moves are said to have, as far as the twin can look."""
    plies = found.score.plies
    if plies is None or not is_affordable(game, plies):
        return
    if found.is_won:
        assert wins(game, plies, moves)
        assert found.bound != "exact" or not wins(game, plies - 1, moves)
    if found.is_lost:
        assert loses(game, plies, moves)
        assert found.bound != "exact" or not loses(game, plies - 1, moves)


def check_win_after_pass(found, game):
    after = passed(game)
    if after is None:
        assert found is None
    elif found is not None:
        assert str(found.winner) == {"x": "Black", "o": "White"}[after.state.turn]
        assert str(found.line[0]) in after.moves()
        if is_affordable(after, found.plies):
            assert wins(after, found.plies)
            assert not found.is_exact or not wins(after, found.plies - 1)
    else:
        assert not wins(after, 1)  # no search is too short for that


# The facts ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def engine():
    return Engine(1)


@SEEDS
def test_what_is_counted(engine, seed):
    game, text = small_game(seed)
    found = explain(engine, lookahead.played(game), text, LIMIT)
    after = game.play(text)
    assert (str(found.move), found.legal_moves) == (text, len(game.moves()))
    assert kit.position_of(after.state) == found.after
    assert kit.end_of(found.outcome) == after.outcome()
    for state, pieces, groups in (
        (game.state, found.pieces_before, found.groups_before),
        (after.state, found.pieces_after, found.groups_after),
    ):
        assert pieces == tuple(len(state.pieces(letter)) for letter in "xo")
        assert groups == tuple(len(reference.groups(state, letter)) for letter in "xo")


@SEEDS
def test_forced_ends(engine, seed):
    game, text = small_game(seed)
    found = explain(engine, lookahead.played(game), text, LIMIT)
    check_forced(found.value, game, [text])
    check_forced(found.choice, game, [str(found.choice.best)])
    others = [move for move in game.moves() if move != text]
    assert (found.others is None) == (not others)
    if found.others is not None:
        check_forced(found.others, game, others)
    if found.only_win is not None and found.is_won:
        plies = found.value.score.plies
        if is_affordable(game, plies):
            assert found.only_win == (not wins(game, plies, others))
    if found.only_defence:
        assert others
        assert found.others.is_lost


@SEEDS
def test_threats_and_what_is_stopped(engine, seed):
    game, text = small_game(seed)
    found = explain(engine, lookahead.played(game), text, LIMIT)
    after = game.play(text)
    if after.outcome() is None and after.moves() != ["pass"]:
        check_win_after_pass(found.threat, after)
    else:
        assert found.threat is None
    if text == "pass":
        assert found.danger is None
        return
    check_win_after_pass(found.danger, game)
    if found.danger is not None and is_affordable(after, found.danger.plies):
        lasts = brute.wins_within(after, found.danger.plies)
        assert found.danger_lasts in (lasts, None)


@SEEDS
def test_wins_within_some_plies(seed):
    game, text = small_game(seed)
    played = lookahead.played(game)
    for plies in (1, 2, 3):
        if is_affordable(game, plies):
            assert wins_within(root_of(played), plies) == wins(game, plies)
            one = root_of(played, searchmoves=[text])
            assert wins_within(one, plies) == wins(game, plies, [text])
        assert wins_within(root_of(played), plies, nodes=1) in (None, wins(game, plies))


@pytest.mark.parametrize("seed", range(EXAMPLES))
def test_turns_given_away(seed):
    """Games of many moves to and fro under low limits, so that repetition and limits count."""
    chance = random.Random(seed)
    game, _ = small_game(1000 + seed)
    for _ in range(chance.randrange(14)):
        moves = game.moves()
        back = lookahead.way_back(game)
        following = game.play(back if back in moves else chance.choice(moves))
        if following.outcome() is not None:
            break
        game = following
    turned, wanted = root_of(lookahead.played(game)).passed(), passed(game)
    assert (turned is None) == (wanted is None)
    if turned is not None:
        assert turned.position == kit.position_of(wanted.state)
        assert sorted(map(str, turned.moves)) == sorted(wanted.moves())
        assert len(turned.history) == len(wanted.played)
        assert turned.since_capture == wanted.plies_since_capture()


@pytest.mark.parametrize("seed", range(1000, 1000 + EXAMPLES))
def test_the_facts_agree_with_each_other(engine, seed):
    game, text = small_game(seed)
    found = explain(engine, lookahead.played(game), text, Limit(nodes=400))
    choice, others = found.choice, found.others
    if found.is_choice:
        assert choice == found.value
    elif others is not None and others.is_lost:
        assert choice is None or choice.is_lost
    if found.danger_lasts:
        assert found.is_lost
    if found.only_win:
        assert others is None or not (others.is_won and others.score >= found.value.score)


CLAIMS = {
    "It wins by force in": lambda game, text, others, plies: wins(game, plies, [text]),
    "It loses by force in": lambda game, text, others, plies: loses(game, plies, [text]),
    "It threatens": lambda game, text, others, plies: wins(passed(game.play(text)), plies),
    "It stops": lambda game, text, others, plies: (
        wins(passed(game), plies) and not brute.wins_within(game.play(text), plies)
    ),
    "It does not stop": lambda game, text, others, plies: (
        wins(passed(game), plies) and brute.wins_within(game.play(text), plies)
    ),
    "It only delays": lambda game, text, others, plies: wins(passed(game), plies),
    "If ": lambda game, text, others, plies: wins(passed(game), plies),
    "No other move wins": lambda game, text, others, plies: not wins(game, plies, others),
    "Every other move loses in": lambda game, text, others, plies: loses(game, plies, others),
}


@pytest.mark.parametrize("seed", range(2000, 2000 + EXAMPLES))
def test_no_sentence_is_refuted(engine, seed):
    """The number of plies in a sentence is looked for in the text, the claim tested by the twin."""
    game, text = small_game(seed)
    found = explain(engine, lookahead.played(game), text, LIMIT)
    others = [move for move in game.moves() if move != text]
    for sentence in found.sentences:
        for beginning, holds in CLAIMS.items():
            numbers = re.findall(r"(\d+) pl", sentence)
            if sentence.startswith(beginning) and is_affordable(game, int(numbers[0])):
                assert holds(game, text, others, int(numbers[0])), sentence


def test_the_games_are_of_every_kind(engine):
    """What the tests above look at happens often enough in their games."""
    seen = {}
    for seed in range(160):
        game, text = small_game(seed)
        found = explain(engine, lookahead.played(game), text, LIMIT)
        for fact in ("threat", "danger", "danger_lasts", "only_win", "only_defence", "outcome"):
            seen.setdefault(fact, []).append(getattr(found, fact))
        seen.setdefault("won", []).append(found.is_won)
        seen.setdefault("lost", []).append(found.is_lost)
    for fact in ("threat", "danger", "outcome"):
        assert sum(each is not None for each in seen[fact]) > 10, fact
    for fact in ("danger_lasts", "only_win", "only_defence", "won", "lost"):
        assert min(seen[fact].count(True), seen[fact].count(False)) > 1, fact


def test_the_choices_are_those_of_the_engine(engine):
    for seed in range(20):
        game, _ = small_game(seed)
        played = lookahead.played(game)
        found = explain(engine, played, None, LIMIT)
        engine.clear()
        assert found.is_choice
        assert found.move == engine.analyse(played, LIMIT).best_move
        assert found.player is Color("xo".index(game.state.turn))
