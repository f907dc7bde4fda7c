"""The forms of OpenSpiel, CodinGame and riddles.io."""

import kit
import pytest
import record_kit
from record_kit import SHORTEST, moves, read, read_broken, read_one, write

from loa_engine import Color, Game, Move, Position
from loa_engine.game.errors import RecordError
from loa_engine.records import BrokenRecord, GameRecord
from loa_engine.records.sites.codingame import board_rows
from loa_engine.records.sites.openspiel import action_number, draw_board, move_of_action
from loa_engine.records.sites.riddles import board_cells

OPENSPIEL_GAMES = kit.load_openspiel_games()
PLAIN_SHORTEST = (record_kit.GAMES / "shortest_game.txt").read_bytes()

# OpenSpiel ----------------------------------------------------------------------------------------


def test_openspiel_plays_by_the_same_numbers():
    position = Position.start()
    numbers = [action_number(move) for move in position.legal_moves()]
    assert len(numbers) == 36
    assert {142, 162, 289, 8048} <= set(numbers)
    assert action_number(Move.parse("b1-h1")) == 142
    for number in range(8192):
        move = move_of_action(number)
        assert action_number(move) == number


@pytest.mark.parametrize("number", [-1, 8192])
def test_numbers_that_are_no_actions(number):
    with pytest.raises(RecordError, match="no action number"):
        move_of_action(number)


@pytest.mark.parametrize("text", ["pass", "e8^^", "a3-c3@e5", "@e5"])
def test_moves_openspiel_does_not_have(text):
    with pytest.raises(RecordError, match="OpenSpiel has no move"):
        action_number(Move.parse(text))


BOARD = """8.xxx.xx.
7o......o
6o.....xo
5o......o
4o......o
3o......o
2o......o
1.xxxxxx.
 abcdefgh


Current player: o"""


def test_the_board_is_drawn_as_openspiel_does():
    position = Position.start().play("e8-g6")
    assert draw_board(position) == BOARD
    assert Position.parse(BOARD) == position
    over = record_kit.game_of(SHORTEST).position
    assert draw_board(over).endswith("Current player: none (terminal)")
    with pytest.raises(RecordError, match="no variants"):
        draw_board(Position.start("cheshire-cat"))


@pytest.mark.parametrize("game", OPENSPIEL_GAMES[::10], ids=lambda game: f"seed{game['seed']}")
def test_recorded_games_of_openspiel(game):
    """Written as text game and as numbers, and read again: the same moves and the same result."""
    record = GameRecord.of(record_kit.game_of(game["moves"], rules="openspiel"))
    expected = {(1, -1): "1-0", (-1, 1): "0-1", (0, 0): "1/2-1/2"}[tuple(game["returns"])]
    for name in ("openspiel", "openspiel-actions"):
        back = read_one(write(record, name), "openspiel")
        assert moves(back) == game["moves"]
        assert str(back.result) == expected
        assert back.rules.name == "openspiel"


def test_text_games_are_those_of_openspiels_tests():
    record = read_one(PLAIN_SHORTEST, "openspiel")
    assert moves(record) == SHORTEST
    assert write(record, "openspiel") == PLAIN_SHORTEST.decode()


PLAYTHROUGH = """game: lines_of_action

GameType.long_name = "Lines of Action"
# State 0
# 8.xxxxxx.
# 1.xxxxxx.
#
# Current player: x
History() = []
LegalActions() = [142, 162]
StringLegalActions() = ["b1-h1", "b1-b3"]

# Apply action "e8-g6"
action: 7772

# State 1
# Current player: o
# Apply action "a2-c2"
action: 1044
"""


def test_playthroughs():
    games = read(PLAYTHROUGH + PLAYTHROUGH)
    assert [moves(game) for game in games] == ["e8-g6 a2-c2"] * 2


@pytest.mark.parametrize("text", ["142, 1044", "[142, 1044]", "142 1044", " 142,1044, "])
def test_lists_of_actions(text):
    games = read(f"{text}\n7772\n")
    assert [moves(game) for game in games] == ["b1-h1 a2-c2", "e8-g6"]


def test_a_drawn_board_is_the_start():
    record = read_one(f"{BOARD}\n1. a2-c2 d1-d3\n")
    assert record.start == Position.start().play("e8-g6")
    assert moves(record) == "a2-c2 d1-d3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("143", "action 143 is b1xh1, but the move is no capture"),
        ("288", "action 288 is c1-a3, but the move is a capture"),
        ("9999", "9999 is no action number"),
        ("142, 142", "no piece"),
    ],
)
def test_actions_that_openspiel_refuses(text, reason):
    assert reason in read_broken(text, "openspiel").error.reason


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (GameRecord(), "a game without moves"),
        (GameRecord.of(Game("scrambled-eggs")), "from the standard start only"),
        (GameRecord.of(Game("6x6")), "the 8x8 board only"),
        (GameRecord.of(Game("cheshire-cat")), "no variants"),
        (
            GameRecord.of(record_kit.game_of("c1-c3 h6-f6 c3-c1 f6-h6 c1-c3")),
            "OpenSpiel ends the game before ply 5: draw",
        ),
    ],
)
@pytest.mark.parametrize("name", ["openspiel", "openspiel-actions"])
def test_games_that_openspiel_cannot_play(name, record, reason):
    with pytest.raises(RecordError) as caught:
        write(record, name)
    assert reason in str(caught.value)


# CodinGame ----------------------------------------------------------------------------------------

FIRST_TURN = """b
.bbbbbb.
w......w
w......w
w......w
w......w
w......w
w......w
.bbbbbb.
"""


def test_codingame():
    text = FIRST_TURN + "null\nd1b3\nh5g4 hello there\nb1b4\n\n"
    record = read_one(text)
    assert moves(record) == "d1-b3 h5-g4 b1-b4"
    assert record.line[1].comment == "hello there"
    assert record.rules.name == "codingame"
    assert write(record, "codingame") == text.replace("null\n", "")
    assert "\n".join(board_rows(Position.start())) in FIRST_TURN


def test_codingame_games_begin_with_their_board():
    games = read(f"{FIRST_TURN}d1b3\n{FIRST_TURN}b1b3\nh6f6\n\n{FIRST_TURN}")
    assert [moves(game) for game in games] == ["d1-b3", "b1-b3 h6-f6", ""]


def test_codingame_without_a_board():
    record = read_one("d1b3\nh5g4\npass\n".replace("pass\n", ""), "codingame")
    assert moves(record) == "d1-b3 h5-g4"
    broken = read_broken("d1b3\npass\n", "codingame")
    assert "only a player without a legal move may pass" in broken.error.reason


def test_codingame_passes():
    stuck = "b\n......wb\n......ww\n" + "........\n" * 4 + "ww......\nbw......\n"
    record = read_one(stuck + "pass\nb1d1\n")
    assert moves(record) == "pass b1-d1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b\n.bb.\nw..w\nw..w\n", "3 ranks"),
        ("b\n.bb.\nw..w\nw...w\n.bb.\n", "rank 2"),
        (f"{FIRST_TURN}36\nd1b3", "a number of moves belongs to the input of a turn"),
        (f"{FIRST_TURN}d1b4", "d1-b4"),
    ],
)
def test_codingame_faults(text, reason):
    assert reason in read_broken(text, "codingame").error.reason


# riddles.io ---------------------------------------------------------------------------------------

BOARD_LINE = f"update game board {board_cells(Position.start())}"
RIDDLES = """settings your_botid 0
settings board_width 8
update game round 1
BOARD_LINE
action move 10000
Output from your bot: "move 6,0 4,2"
move 0,2 2,0
move 1,7 3,5
""".replace("BOARD_LINE", BOARD_LINE)


def test_riddles():
    record = read_one(RIDDLES)
    assert moves(record) == "g8-e6 a6xc8 b1-d3"
    assert record.rules.name == "riddles"
    text = write(record, "riddles")
    assert BOARD_LINE.startswith("update game board .,0,0,0,0,0,0,.,1,.,.,.,.,.,.,1,")
    assert text.splitlines()[0] == BOARD_LINE
    assert text.split("\n")[1:-2] == ["move 6,0 4,2", "move 0,2 2,0", "move 1,7 3,5"]


def test_riddles_later_boards_must_agree():
    after = Position.start().play("g8-e6").play("a6xc8")
    good = RIDDLES.replace("move 1,7", f"update game board {board_cells(after)}\nmove 1,7")
    assert moves(read_one(good)) == "g8-e6 a6xc8 b1-d3"
    bad = RIDDLES.replace(
        "move 1,7", f"update game board {board_cells(after.play('b1-d3'))}\nmove 1,7"
    )
    broken = read_broken(bad)
    assert broken.error.reason == "the board does not follow from the moves"
    assert moves(broken.read_so_far) == "g8-e6 a6xc8"


def test_riddles_the_first_piece_shows_whose_turn_it_is():
    record = GameRecord.of(record_kit.game_of("e4-f4", f"{kit.ZUGZWANG} o"))
    assert read_one(write(record, "riddles"), "riddles").start.turn is Color.WHITE


def test_riddles_several_games():
    games = read(f"{RIDDLES}\n{RIDDLES}move 9,9 1,1\n{RIDDLES}move 7,7 1,1\n")
    assert [isinstance(game, BrokenRecord) for game in games] == [False, False, True]


@pytest.mark.parametrize("name", ["codingame", "riddles"])
@pytest.mark.parametrize("variant", ["cheshire-cat", "parachute"])
def test_forms_without_variants(name, variant):
    with pytest.raises(RecordError, match="no variants"):
        write(GameRecord.of(Game(variant)), name)


def test_riddles_cannot_say_that_white_begins():
    with pytest.raises(RecordError, match="White is to move"):
        write(GameRecord.of(Game(f"{kit.ZUGZWANG} o")), "riddles")
