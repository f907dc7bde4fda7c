"""Whole games: recorded ones move by move, random ones against the reference.

The recorded games come from another program (OpenSpiel 2.0.2), from published appendices, and from
an archive; the vectors are games checked with an independent program.
"""

import hashlib

import kit
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from loa_engine import Game, GameOverError, IllegalMoveError, Outcome, Position, Reason

OPENSPIEL_GAMES = kit.load_openspiel_games()
PUBLISHED_GAMES = kit.load_published_games()
FIRST_GEMMA_GAME = kit.load_first_gemma_game()
END_OF_FIRST_GEMMA_GAME = "1######1/#3##1#/#1####o#/#x####x#/####o#o#/#####ox#/#1#2#1#/1######1 x"
PUBLISHED_WINNERS = {
    "appendix_E_game1": "o",
    "appendix_E_game2": "x",
    "appendix_E_game3": "o",
    "appendix_E_game4": "x",
    "appendix_E_game5": "o",
    "appendix_E_game6": "o",
    "appendix_E_game7": "x",
    "appendix_F_game1_incomplete": None,
    "appendix_F_game2": "x",
    "appendix_F_game3": "x",
    "appendix_F_game4": "x",
    "appendix_F_game5": "o",
    "appendix_F_game6": "x",
    "appendix_F_game7": "x",
    "appendix_F_game8": "x",
    "shortest_game": "x",
}
VECTORS = {
    "Black moves and is united, a branched shape": (
        "standard",
        "d1-d3 h3xf1 d3-d5 h2-f2 b1-d3 a3xc1 d3-d6 h4xe1 b8-b7 c1xg1 c8-c7",
        "3xxxx1/oxx4o/o2x3o/o2x3o/o7/8/o4o2/4ooo1 o",
        reference.End("x", "connected"),
    ),
    "White captures Black's last stray piece": (
        "standard",
        "d1-b3 h3xf1 b1-b4 h2-f2 b3-b6 a3xc1 b4-b7 h4xe1 g8-a8 c1xg1",
        "xxxxxx2/ox5o/ox5o/o6o/o7/8/o4o2/4ooo1 x",
        reference.End("x", "opponent-connected"),
    ),
    "shortest, won by a move of the winner": (
        "standard",
        "d1b3 h5g4 b1b4 g4g1 b4e7 a3c1 b3e6 h3f1 e1e5",
        None,
        reference.End("x", "connected"),
    ),
    "shortest, won by a capture of the loser": (
        "standard",
        "c1a3 a2c4 c8a6 a4d4 e1c3 d4g4 c3a5 c4f4 a3a7",
        None,
        reference.End("o", "opponent-connected"),
    ),
    "scrambled eggs": (
        "scrambled-eggs",
        "f1h3 c1a3 e8g6 a6c8 a5c5 f8c5 d1f3 e1b1 g8g5 a3a7 f3h5",
        None,
        reference.End("x", "connected"),
    ),
}
RESULTS = {"x": "1-0", "o": "0-1", None: "1/2-1/2"}


def names(games, prefix):
    return [f"{prefix}{game['seed']}" for game in games]


# Recorded games -----------------------------------------------------------------------------------


def test_recorded_games_are_all_there():
    assert len(OPENSPIEL_GAMES) == 200
    assert set(PUBLISHED_GAMES) == set(PUBLISHED_WINNERS)
    assert len(FIRST_GEMMA_GAME) == 44
    assert {tuple(game["returns"]) for game in OPENSPIEL_GAMES} == {(1, -1), (-1, 1), (0, 0)}


@pytest.mark.parametrize("record", OPENSPIEL_GAMES, ids=names(OPENSPIEL_GAMES, "seed"))
def test_games_of_openspiel(record):
    game = Game(rules="openspiel")
    digest = hashlib.sha256()
    counts = []
    for move in record["moves"].split():
        assert game.outcome() is None
        legal = kit.texts(game.legal_moves())
        counts.append(len(legal))
        plain = sorted(text.replace("x", "-") for text in legal)
        digest.update(f"{' '.join(plain)}\n".encode())
        assert str(game.push(move)) == move
    assert counts == record["legal_counts"]
    assert digest.hexdigest() == record["legal_sha256"]
    assert board_letters(game.position) == record["final"]
    black, white = record["returns"]
    assert game.result == {(1, -1): "1-0", (-1, 1): "0-1", (0, 0): "1/2-1/2"}[black, white]
    if black == white:
        assert game.outcome() == Outcome(None, Reason.REPETITION)


def board_letters(position):
    """The 64 squares as letters, rank 8 first."""
    state = reference.read(str(position))
    return "".join(state.cells.get((f, r), ".") for r in reversed(range(8)) for f in range(8))


@pytest.mark.parametrize("record", OPENSPIEL_GAMES[::20], ids=names(OPENSPIEL_GAMES[::20], "seed"))
def test_reference_plays_the_games_of_openspiel(record):
    game = reference.Game(reference.start(), reference.RULE_SETS["openspiel"])
    counts = []
    for move in record["moves"].split():
        counts.append(len(game.moves()))
        assert move in game.moves()
        game = game.play(move)
    assert counts == record["legal_counts"]
    black, _ = record["returns"]
    assert game.outcome().winner == {1: "x", -1: "o", 0: None}[black]


@pytest.mark.parametrize("name", PUBLISHED_WINNERS)
def test_published_games(name):
    game = Game()
    for move in PUBLISHED_GAMES[name]:
        assert game.outcome() is None
        assert str(game.push(move)) == move
    winner = PUBLISHED_WINNERS[name]
    if winner is None:
        assert game.outcome() is None
        assert game.result == "*"
    else:
        assert kit.end_of(game.outcome()).winner == winner
        assert game.result == RESULTS[winner]


def test_the_first_game_of_gemma():
    game = Game(Position.start("cheshire-cat"))
    removals = 0
    for move in FIRST_GEMMA_GAME:
        removals += game.push(move).is_removal
    assert removals == 2
    assert game.outcome() is None
    assert str(game.position) == END_OF_FIRST_GEMMA_GAME


@pytest.mark.parametrize(("variant", "moves", "final", "end"), VECTORS.values(), ids=VECTORS)
def test_vectors(variant, moves, final, end):
    game = Game(Position.start(variant))
    for move in moves.split():
        assert game.outcome() is None
        game.push(move)
    assert final in (None, str(game.position))
    assert kit.end_of(game.outcome()) == end
    assert game.result == RESULTS[end.winner]


# Random games -------------------------------------------------------------------------------------


def assert_same(game, expected):
    """The package's game stands where the reference's game stands."""
    assert str(game.position) == reference.write(expected.state)
    assert kit.texts(game.moves) == expected.played
    assert game.ply == len(expected.played)
    assert game.plies_since_capture == expected.plies_since_capture()
    assert game.repetitions() == occurrences(expected)
    assert kit.end_of(game.outcome()) == expected.outcome()
    end = expected.outcome()
    assert game.result == ("*" if end is None else RESULTS[end.winner])
    assert sorted(kit.texts(game.legal_moves())) == ([] if end else expected.moves())


def occurrences(game):
    """Of the position, or of the board alone where the rules ask for the board alone."""
    if game.rules.repetition != "board":
        return game.occurrences()
    boards = [(reference.write_board(state), state.hands) for state in game.states]
    return boards.count(boards[-1])


def follow(walk):
    """Play the reference's game again with the package, compared after every ply."""
    expected = reference.Game(walk.states[0], walk.rules)
    game = kit.game_of(walk.states[0], walk.rules)
    assert_same(game, expected)
    for move in walk.played:
        expected = expected.play(move)
        assert str(game.push(move)) == move
        assert_same(game, expected)
    return game


@given(kit.walks())
def test_random_games_of_every_variant_and_rule_set(walk):
    follow(walk)


@given(kit.placements(), kit.rules(), kit.choices(16))
def test_random_games_from_any_position(state, rules, numbers):
    follow(kit.continued(reference.Game(state, rules), numbers))


@given(
    st.sampled_from(
        (
            "7x/8/8/8/o7/8/8/x6o x",
            "x2o/4/4/o2x x",
            "o3/x3/3x/2o1 o",
            kit.BLACK_STUCK,
            kit.DANCERS,
            "xxxo1/ooooo/oxxxx/xxo1x/xoooo x",
            "oxxxx/oxxxo/xx1oo/xoooo/o1oox x",
        )
    ),
    kit.rules(move_limit=None, capture_limit=None),
    st.lists(st.integers(0, 1), min_size=12, max_size=40),
)
def test_random_games_that_repeat(text, rules, numbers):
    """Few pieces and two choices a ply, so that positions return and players get stuck."""
    follow(kit.continued(reference.Game(reference.read(text), rules), numbers))


@given(kit.walks())
def test_pop_restores_everything(walk):
    game = kit.game_of(walk.states[0], walk.rules)
    before = []
    for move in walk.played:
        before.append(snapshot(game))
        game.push(move)
    for move, earlier in zip(reversed(walk.played), reversed(before), strict=True):
        assert str(game.pop()) == move
        assert snapshot(game) == earlier


def snapshot(game):
    position = game.position
    return (
        position, position.hash, str(position), game.moves, game.outcome(), game.result, game.ply,
        game.plies_since_capture, game.repetitions(), tuple(game.positions()),
        tuple(game.legal_moves()),
    )  # fmt: skip


# The game object ----------------------------------------------------------------------------------


def test_a_new_game():
    game = Game()
    assert game.position == game.start == Position.start()
    assert game.rules.name == "standard"
    assert game.moves == ()
    assert game.ply == 0
    assert game.result == "*"
    assert list(game.positions()) == [Position.start()]


def test_a_game_from_text():
    text = f"{kit.ZUGZWANG} o"
    assert str(Game(text).position) == text


def test_positions_from_the_first_to_the_last():
    game = Game()
    game.push("c1xa3")
    game.push("h2-f2")
    positions = list(game.positions())
    assert positions[0] == game.start
    assert positions[1] == game.start.play("c1xa3")
    assert positions[2] == game.position


def test_no_move_after_the_end():
    game = Game()
    for move in PUBLISHED_GAMES["shortest_game"]:
        game.push(move)
    assert game.legal_moves() == []
    with pytest.raises(GameOverError, match="over"):
        game.push("a2-c2")
    assert game.ply == 9


def test_an_illegal_move_changes_nothing():
    game = Game()
    game.push("b1-b3")
    before = snapshot(game)
    with pytest.raises(IllegalMoveError):
        game.push("a2-a3")
    assert snapshot(game) == before


def test_pop_without_a_move():
    with pytest.raises((IndexError, ValueError), match="move"):
        Game().pop()
