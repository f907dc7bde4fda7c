"""The arena of CodinGame: whole games by its referee's dialogue, and every line that is wrong."""

import random

import pytest
import reference
from arena import Arena

from loa_engine.protocols import codingame


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Answers in a few milliseconds: what is tested is the dialogue."""
    monkeypatch.setattr(codingame, "FIRST_SECONDS", 0.01)
    monkeypatch.setattr(codingame, "TURN_SECONDS", 0.005)


@pytest.mark.parametrize(("seat", "seed"), [(0, 1), (1, 2), (0, 3), (1, 4)])
def test_whole_games_against_random_moves(talk, seat, seed):
    arena, bot, chance = Arena(), talk("codingame"), random.Random(seed)
    while not arena.is_over:
        lines = arena.send()
        if arena.turns % 2 == seat:
            (answer,) = bot.tell(*lines)
            arena.answer(answer)
        else:
            arena.answer_at_random(chance)
    end = arena.game.outcome()
    assert end is not None
    assert end.winner == "xo"[seat]
    assert bot.session.game.ply == arena.turns - (0 if (arena.turns - 1) % 2 == seat else 1)


def test_it_plays_itself(talk):
    arena, bots = Arena(), [talk("codingame"), talk("codingame")]
    while not arena.is_over:
        (answer,) = bots[arena.turns % 2].tell(*arena.send())
        arena.answer(answer)
    assert arena.turns > 5


def test_a_player_without_a_move_passes(talk):
    arena, bot = Arena(reference.read("6ox/6oo/8/8/8/8/oo6/xo6 x")), talk("codingame")
    assert bot.tell(*arena.send()) == ["pass"]
    arena.answer("pass")


def test_a_position_out_of_the_blue_is_played(talk):
    arena, bot = Arena(), talk("codingame")
    bot.tell(*arena.send())
    other = Arena(reference.read("8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2 x"))
    other.turns = 2
    assert bot.tell(*other.send()) == ["c7c3"]


def test_a_second_game_begins_with_a_colour(talk):
    bot = talk("codingame")
    for _ in range(2):
        arena = Arena()
        (answer,) = bot.tell(*arena.send())
        arena.answer(answer)
        assert bot.session.game.ply == 1


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (["hello"], "expected a row of the board"),
        ([".bbbbbb.", "w......w", "www"], "expected a row of the board"),
        ([*Arena().send()[1:9], "null", "many"], "expected the number of legal moves"),
        ([*Arena().send()[1:9], "null", "0"], "expected the number of legal moves"),
    ],
)
def test_wrong_lines_are_told_and_forgotten(talk, capsys, wrong, complaint):
    bot = talk("codingame")
    assert bot.tell("b", *wrong) == []
    assert complaint in capsys.readouterr().err
    arena = Arena()
    (answer,) = bot.tell(*arena.send())
    arena.answer(answer)


def test_moves_of_another_game_are_answered_with_one_of_them(talk, capsys):
    bot = talk("codingame")
    lines = [*Arena().send()[:9], "null", "2", "a1a2", "h8h7"]
    assert bot.tell(*lines) == ["a1a2"]
    assert "a1-a2" in capsys.readouterr().err


def test_the_real_process_plays(engine_process):
    process = engine_process("--protocol", "codingame", "--hash", "1")
    arena, chance = Arena(), random.Random(5)
    for _ in range(6):
        lines = arena.send()
        if arena.turns % 2:
            arena.answer_at_random(chance)
            continue
        process.stdin.write(("\n".join(lines) + "\n").encode())
        process.stdin.flush()
        arena.answer(process.stdout.readline().decode().strip())
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, b"", b"")
