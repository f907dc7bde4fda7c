"""Moves that follow each other are played in one go; that must change nothing but the time."""

import random

import pytest

from loa_engine import RULE_SETS, VARIANTS, Color, Game, LoaError, Position
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.movelists.san import read_san, split_san, write_san

GAMES = 12
ODD_TEXTS = ("pass", "a1-a1", "b1-b9", "b1-b3!", "B1-B3", "Lb3", "resigns", "", "e8^^", "h5h5@a1")


def random_game(start, rules, chance, plies=60):
    game = Game(start, rules)
    while game.ply < plies and game.outcome() is None:
        game.push(chance.choice(game.legal_moves()))
    return game


def texts_of(game, chance, *, odd):
    """The moves of a game as texts, some of them short, some of them spoilt."""
    texts = []
    replay = Game(game.start, game.rules)
    for move in game.moves:
        is_short = chance.random() < 0.3
        texts.append(write_san(replay.position, move, game.rules) if is_short else str(move))
        replay.push(move)
    if odd and texts:
        texts[chance.randrange(len(texts))] = chance.choice(ODD_TEXTS)
    return texts


def started(position, rules, *, strict):
    builder = RecordBuilder(1, Assumption(rules, strict))
    builder.set_start(position, turn_is_open=True)
    return builder


def contents_of(record):
    errors = [str(error) for error in getattr(record, "errors", ())]
    record = getattr(record, "read_so_far", record)
    return errors, record, record.notes, [move.is_capture for move in record.moves]


@pytest.mark.parametrize("name", RULE_SETS)
def test_played_in_one_go_or_one_by_one(name):
    chance = random.Random(name)
    for number in range(GAMES):
        variant = chance.choice(list(VARIANTS))
        played_by = chance.choice(list(RULE_SETS.values()))  # which may break the rules assumed
        game = random_game(variant, played_by, chance)
        texts = texts_of(game, chance, odd=number % 2 == 0)
        first = chance.choice((None, Color.BLACK, Color.WHITE))
        movers = [None if first is None else Color((first + ply) % 2) for ply in range(len(texts))]
        plays = list(zip(texts, movers, range(1, len(texts) + 1), strict=True))
        strict = chance.random() < 0.3
        together = started(game.start, RULE_SETS[name], strict=strict)
        cut = chance.randrange(len(plays) + 1)
        together.play_all(plays[:cut], reader=read_san, split=split_san)
        together.play_all(plays[cut:], reader=read_san, split=split_san)
        apart = started(game.start, RULE_SETS[name], strict=strict)
        for text, by, line in plays:
            apart.play(text, line, by=by, reader=read_san)
        assert contents_of(together.finish()) == contents_of(apart.finish())


@pytest.mark.parametrize("name", RULE_SETS)
def test_push_while_legal_is_push_for_each(name):
    chance = random.Random(f"push {name}")
    for _ in range(GAMES):
        variant = chance.choice(list(VARIANTS))
        moves = random_game(variant, chance.choice(list(RULE_SETS)), chance).moves
        together, apart = Game(variant, name), Game(variant, name)
        played = together.push_while_legal(moves)
        for move in moves:
            try:
                apart.push(move)
            except LoaError:
                break
        assert together == apart
        assert tuple(played) == apart.moves
        assert [move.is_capture for move in played] == [move.is_capture for move in apart.moves]
        assert together.outcome() == apart.outcome()
        assert together.repetitions() == apart.repetitions()
        assert together.plies_since_capture == apart.plies_since_capture
        while together.moves:  # what is kept for taking back is the same too
            assert together.pop() == apart.pop()
            assert together.repetitions() == apart.repetitions()


def test_a_move_known_in_part_is_played_when_one_is_meant():
    game = Game()
    assert [str(move) for move in game.push_while_legal([split_san("Ldd3")])] == ["d1-d3"]
    position = Position.parse("8/8/3x4/8/8/x6x/8/4o2o x")
    several = Game(position).push_while_legal([split_san("Ld3")])
    none = Game(position).push_while_legal([split_san("Lb8")])
    assert (several, none) == ([], [])
