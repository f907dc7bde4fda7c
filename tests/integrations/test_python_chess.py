"""python-chess, unchanged: its boards made ours, its engine classes driving the real command."""

import logging
import random
import sys

import chess
import chess.engine
import pytest
from chess.engine import INFO_ALL, Limit
from kit import BLACK_STUCK

from loa_engine import Game, GameOverError, IllegalMoveError, LoaError, Move, PositionError
from loa_engine.integrations.python_chess import LoaBoard, ScrambledEggsBoard

COMMAND = [sys.executable, "-P", "-m", "loa_engine", "engine", "--hash", "1"]
WAIT_SECONDS = 60


class SixBoard(LoaBoard):
    uci_variant = "loa6x6"


class ParachuteBoard(LoaBoard):
    uci_variant = "parachute"


@pytest.fixture
def engine(caplog):
    """The command under python-chess, which must have found nothing odd about it at the end."""
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=WAIT_SECONDS) as started:
        yield started
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


def play(engine, board, **options):
    """A whole game of the engine against itself."""
    limit = Limit(nodes=500)
    while not board.is_game_over():
        board.push(engine.play(board, limit, game=board.starting_fen, **options).move)
    return board


# The board ----------------------------------------------------------------------------------------


def test_a_board_follows_a_game():
    chance = random.Random(5)
    board, game = LoaBoard(), Game()
    while game.outcome() is None:
        moves = [str(move).replace("-", "").replace("x", "") for move in game.legal_moves()]
        assert [move.uci() for move in board.legal_moves] == moves
        assert board.outcome() is None
        move = board.push_uci(chance.choice(moves))
        captures = game.push(move.uci()).is_capture
        assert (board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]) == (
            game.position.black,
            game.position.white,
        )
        assert board.ply() == game.ply
        assert captures == (len(board.piece_map()) < len(board.copy(stack=1).root().piece_map()))
    assert board.game == game
    assert board.result() == game.result
    assert not board.legal_moves
    with pytest.raises(GameOverError):
        board.push(chess.Move.from_uci("a1a2"))
    while board.move_stack:
        board.pop()
    assert board == LoaBoard()


def test_copies_go_their_own_way():
    board = LoaBoard(rules="olympiad")
    for text in ("b1b3", "h6f4", "c1c3"):
        board.push_uci(text)
    last, all_moves, bare = board.copy(stack=2), board.copy(), board.copy(stack=False)
    board.pop()
    assert [move.uci() for move in last.move_stack] == ["h6f4", "c1c3"]
    assert [move.uci() for move in all_moves.move_stack] == ["b1b3", "h6f4", "c1c3"]
    assert bare.move_stack == []
    assert bare.fen() == last.fen() == all_moves.fen() != board.fen()
    assert last.root().fen() == "1LLLLLL1/l6l/l6l/l6l/l6l/lL5l/l6l/2LLLLL1 b - - 0 1"
    assert bare.game.rules.name == "olympiad"
    board.clear_stack()
    assert (board.move_stack, board.root().fen()) == ([], board.fen())


def test_moves_as_text():
    board = LoaBoard()
    assert board.san(board.parse_san("C1:A3")) == "c1xa3"
    assert board.variation_san([board.parse_san("b1-b3")]) == "1. b1-b3"
    assert board.push_san("b1b3") == chess.Move.from_uci("b1b3")
    assert repr(board.legal_moves).count(",") == 33
    with pytest.raises(IllegalMoveError):
        board.parse_san("b3-b4")
    with pytest.raises(chess.IllegalMoveError):
        board.push_uci("b3b4")
    with pytest.raises(IllegalMoveError):
        board.push(chess.Move.null())


@pytest.mark.parametrize(
    ("position", "moves", "ends"),
    [
        ("8/8/2x5/2x1x3/8/8/8/o6o x", ["e5d6"], (False, True, False)),
        ("8/8/8/8/8/8/x6x/1oo5 x", [], (False, True, False)),
        ("8/8/8/8/8/8/x6x/1oo5 o", [], (True, False, False)),
    ],
)
def test_ends(position, moves, ends):
    board = LoaBoard(position)
    for move in moves:
        board.push_uci(move)
    found = board.is_variant_win(), board.is_variant_loss(), board.is_variant_draw()
    assert found == ends
    assert board.is_game_over()
    assert board.outcome().winner == (board.turn if ends[0] else not board.turn)


def test_draws():
    board = LoaBoard(rules="playstrategy")
    assert not board.is_variant_draw()
    board.set_fen(BLACK_STUCK)
    assert board.is_variant_draw()
    assert board.outcome().result() == "1/2-1/2"
    board.reset()
    assert board == LoaBoard()


def test_passes_are_null_moves():
    board = LoaBoard(BLACK_STUCK, rules="olympiad")
    assert list(board.legal_moves) == [chess.Move.null()]
    assert board.san(chess.Move.null()) == "pass"
    board.push_uci("0000")
    assert board.game.moves == (Move.PASS,)


def test_what_there_is_not():
    for make in (lambda: LoaBoard(None), lambda: LoaBoard(chess.STARTING_FEN), LoaBoard().clear):
        with pytest.raises(PositionError):
            make()
    with pytest.raises(LoaError, match="python-chess has no moves like "):
        list(ParachuteBoard().legal_moves)


def test_pictures():
    board = LoaBoard()
    assert str(board).split("\n")[0] == ". Q Q Q Q Q Q ."
    assert board._repr_svg_().startswith("<svg ")


# The engine ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [LoaBoard, ScrambledEggsBoard, SixBoard])
def test_whole_games(engine, kind):
    board = play(engine, kind())
    assert board.ply() > 10
    assert board.game.outcome() is not None


def test_a_game_with_pondering(engine):
    assert play(engine, LoaBoard(), ponder=True).is_game_over()


def test_a_game_by_the_clock(engine):
    board = LoaBoard()
    limit = Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    for _ in range(6):
        result = engine.play(board, limit, info=INFO_ALL)
        assert result.info["pv"][0] == result.move
        board.push(result.move)


def test_other_rules(engine):
    engine.configure({"RuleSet": "olympiad", "Level": 3})
    assert play(engine, LoaBoard(rules="olympiad")).is_game_over()


def test_a_finished_game(engine):
    board = LoaBoard("8/8/8/8/8/8/x6x/1oo5 x")
    assert engine.play(board, Limit(depth=1)).move is None


def test_analysis_of_several_moves(engine):
    board = LoaBoard()
    board.push_uci("b1b3")
    infos = engine.analyse(board, Limit(depth=4), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert len({info["pv"][0] for info in infos}) == 3
    scores = [info["score"].pov(chess.BLACK) for info in infos]
    assert scores == sorted(scores, reverse=True)
    for info in infos:
        assert info["depth"] == 4
        board.copy().variation_san(info["pv"])


def test_analysis_of_a_win(engine):
    info = engine.analyse(LoaBoard("8/8/2x5/2x1x3/8/8/8/o6o x"), Limit(depth=3))
    assert info["score"] == chess.engine.PovScore(chess.engine.Mate(1), chess.WHITE)


def test_analysis_of_some_moves(engine):
    wanted = chess.Move.from_uci("c1a3")
    info = engine.analyse(LoaBoard(), Limit(depth=3), root_moves=[wanted])
    assert info["pv"][0] == wanted


def test_analysis_without_end_is_stopped(engine):
    board = LoaBoard()
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3 and "pv" in info:
                analysis.stop()
    assert analysis.wait().move in board.legal_moves
    assert engine.play(board, Limit(depth=2)).move in board.legal_moves


def test_a_board_of_chess_is_refused(engine):
    with pytest.raises(chess.engine.EngineError, match="invalid value for combo option"):
        engine.play(chess.Board(), Limit(depth=1))
