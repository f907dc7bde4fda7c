"""The conversation: moves, commands, the engine's turns, and what can be said wrongly."""

import shlex

import kit
import pytest

from loa_engine import Color, Game, Limit, Move, Position, Reason, SearchInterrupted
from loa_engine.play.commands import COMMANDS
from loa_engine.play.thinking import Thinker
from loa_engine.records import FORMATS, read_game

SHORTEST = ["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7", "a3xc1", "b3-e6", "h3xf1", "e1-e5"]
WIN_IN_ONE = "8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2"
FINISHED = "8/8/3xx3/8/8/8/o7/7o o"
BEHIND = "7o/8/2xx4/2x1o3/8/8/o7/3o4 x"
QUIET = {"accept", "decline", "go", "save", "load", "quit"}


class Stopped:
    """Ctrl-C while the engine thinks: a search ends with what it has found."""

    def __enter__(self):
        raise SearchInterrupted(None)

    def __exit__(self, *_):
        return None


# Games --------------------------------------------------------------------------------------------


def test_a_game_between_two_people(chat):
    game = chat()
    said = game.hear(*SHORTEST)
    assert game.table.game.outcome().winner is Color.BLACK
    assert said.count("Black wins (connected)") == 2  # beside the board, and by itself
    assert said.endswith("the game is over: Black wins (connected)\n")
    assert game.conversation.is_open
    assert game.conversation.prompt == "> "


def test_the_engine_answers(chat):
    game = chat(white="engine")
    said = game.hear("b1b3")
    assert game.table.game.ply == 2
    assert said.startswith(f"White plays {game.table.game.moves[1]}\n")
    assert "  1. b1-b3 " in said
    assert said.count("a  b  c") == 1  # one board for both moves


def test_engines_play_each_other_to_the_end(chat):
    game = chat(black="engine:7", white="engine:1", limit=Limit(nodes=200))
    game.let_engine_play()
    assert game.table.is_over
    assert "the game is over: " in "".join(game.shown)


def test_a_person_who_must_pass(chat):
    start = Game(kit.BLACK_STUCK, "boardspace")
    game = chat(game=start)
    assert "Black to move: no move, so pass" in "".join(game.shown)
    game.hear("pass")
    assert game.table.game.moves == (Move.PASS,)


def test_an_engine_that_must_pass(chat):
    game = chat(black="engine", game=Game(kit.BLACK_STUCK, "boardspace"))
    game.let_engine_play()
    assert "Black plays pass" in "".join(game.shown)


def test_a_finished_game_is_announced_at_once(chat):
    game = chat(game=Game(FINISHED))
    assert "the game is over: Black wins (connected)\n" in "".join(game.shown)
    assert "the game is over, Black wins" in game.fails("a2-a3")


# Ctrl-C -------------------------------------------------------------------------------------------


def test_ctrl_c_makes_the_engine_move_now(chat):
    game = chat(white="engine", thinker=Thinker(hash_mb=1, hearing=Stopped))
    game.hear("b1-b3")
    assert game.table.game.ply == 2
    assert not game.talk.is_paused


def test_ctrl_c_with_something_found(chat):
    game = chat(white="engine", limit=Limit(depth=1))
    info = game.talk.thinker.advise(game.table.game)
    found = SearchInterrupted(info)

    class StoppedLater(Stopped):
        def __enter__(self):
            raise found

    thinker = Thinker(hash_mb=1, hearing=StoppedLater)
    assert thinker.move(game.table.game, 10) == (info.best_move, True)


def test_ctrl_c_before_the_search(chat):
    class StoppedEarly(Stopped):
        def __enter__(self):
            raise KeyboardInterrupt

    move, is_hurried = Thinker(hash_mb=1, hearing=StoppedEarly).move(Game(), 3)
    assert move in Game().legal_moves()
    assert is_hurried


def test_ctrl_c_pauses_a_game_of_engines(chat):
    game = chat("engine", "engine", thinker=Thinker(Limit(depth=1), hash_mb=1, hearing=Stopped))
    game.let_engine_play()
    assert game.table.game.ply == 1
    assert "paused: go or an empty line goes on" in "".join(game.shown)
    game.hear("")
    assert game.table.game.ply == 2
    game.hear("hint")
    assert game.table.game.ply == 2
    assert "this move is the engine's" in game.fails("b1-b3")
    game.hear("go")
    assert game.table.game.ply == 3
    game.hear("back 2")
    assert game.table.game.ply == 1


# Moves taken back ---------------------------------------------------------------------------------


def test_back_takes_back_both_moves_against_the_engine(chat):
    game = chat(white="engine")
    game.hear("b1-b3", "back")
    assert game.table.game.ply == 0
    game.hear("forward")
    assert game.table.game.ply == 2
    assert game.table.turn is Color.BLACK


def test_back_after_the_end_reopens_the_game(chat):
    game = chat(white="engine")
    game.hear("b1-b3", "resign", "back")
    assert not game.table.is_over
    assert game.table.game.ply == 0


def test_back_of_a_win_against_the_engine_is_one_move(chat):
    game = chat(white="engine", game=Game(f"{WIN_IN_ONE} x"))
    game.hear("c7xc3")
    assert game.table.is_over
    game.hear("back")
    assert game.table.game.ply == 0


@pytest.mark.parametrize(("count", "left"), [("1", 8), ("9", 0)])
def test_back_any_number(chat, count, left):
    game = chat()
    game.hear(*SHORTEST, f"back {count}")
    assert game.table.game.ply == left
    assert not game.table.is_over
    game.hear(f"forward {count}")
    assert game.table.game.outcome().winner is Color.BLACK


def test_a_move_forgets_what_was_taken_back(chat):
    game = chat()
    game.hear("b1-b3", "back", "c1-c3")
    assert game.fails("forward") == "there are 0 moves to play again, not 1"


# The end by agreement -----------------------------------------------------------------------------


def test_resign(chat):
    game = chat(black="engine", white="human")
    game.let_engine_play()
    said = game.hear("resign")
    assert "White resigns" in said
    assert game.table.game.outcome().winner is Color.BLACK
    assert game.table.game.outcome().reason is Reason.RESIGN


def test_of_two_people_the_one_to_move_resigns(chat):
    game = chat()
    game.hear("b1-b3", "resign")
    assert game.table.game.outcome().winner is Color.BLACK


@pytest.mark.parametrize(("turn", "answer"), [("x", "accepts"), ("o", "declines")])
def test_the_engine_takes_a_draw_where_it_stands_worse(chat, turn, answer):
    """Black wins in one: an engine with White is glad of a draw, one with Black is not."""
    players = {"x": ("human", "engine"), "o": ("engine", "human")}[turn]
    game = chat(*players, game=Game(f"{WIN_IN_ONE} x"), thinker=Thinker(Limit(depth=1), 1))
    said = _said_alone(game, "draw")
    assert f"the engine {answer} the draw" in said
    assert game.table.is_over is (answer == "accepts")


def _said_alone(game, line):
    """What is said to a line when the engine does not play its move then."""
    game.shown.clear()
    game.conversation.receive(line)
    return "".join(game.shown)


def test_people_agree_on_a_draw(chat):
    game = chat()
    assert "Black offers a draw" in game.hear("draw")
    assert "declined" in game.hear("decline")
    assert game.fails("accept") == "no draw has been offered"
    game.hear("draw", "b1-b3")
    assert game.fails("accept") == "no draw has been offered"
    game.hear("draw", "accept")
    assert game.table.game.outcome() == Game.outcome(game.table.game)
    assert game.table.game.outcome().reason is Reason.AGREED
    assert "the game is over already" in game.fails("draw")
    assert "the game is over already" in game.fails("resign")
    assert game.fails("decline") == "no draw has been offered"


def test_nobody_resigns_or_offers_where_engines_play(chat):
    game = chat("engine", "engine")
    game.talk.is_paused = True
    assert game.fails("resign") == "nobody but the engine plays"
    assert game.fails("draw") == "nobody but the engine plays"


# Sides --------------------------------------------------------------------------------------------


def test_switch_gives_the_move_to_the_engine(chat):
    game = chat(white="engine:3")
    said = game.hear("switch")
    assert "Black: engine, level 3, White: you" in said
    assert game.table.game.ply == 1
    assert game.table.mover.is_person
    assert chat().fails("switch") == "both sides are played by the same: person"


def test_flip(chat):
    game = chat()
    assert game.hear("flip").index("\n 1  ") < game.hear("board").index("\n 8  ")
    assert "    h  g  f" not in game.hear("flip")


def test_names_of_a_site(chat):
    game = chat(names="red,white")
    assert "x  Red    person" in "".join(game.shown)
    assert game.conversation.prompt == "Red> "
    assert game.fails("moves a5") == "the piece on a5 is White's"
    game.hear("b1-b3")
    assert game.fails("moves c1") == "the piece on c1 is Red's"
    game.hear("back")
    assert "Red wins (connected)" in game.hear(*SHORTEST)
    assert game.fails("b1-b3").endswith("the game is over, Red wins (connected)")


# Advice -------------------------------------------------------------------------------------------


def test_moves(chat):
    game = chat()
    assert game.hear("moves").startswith("36: b1-h1 b1-b3 b1-d3 ")
    said = game.hear("moves b1")
    assert said.endswith("b1: b1-h1 b1-b3 b1-d3\n")
    assert said.count("(") == 3
    assert game.fails("moves a5") == "the piece on a5 is White's"
    assert game.fails("moves d4") == "there is no piece on d4"
    assert game.fails("moves z9") == "'z9' is not a square: expected a1 to h8"


def test_moves_of_a_piece_without_any(chat):
    stuck = chat(game=Game(kit.BLACK_STUCK, "boardspace"))
    assert stuck.fails("moves h8") == "h8: no move"


def test_lines(chat):
    game = chat()
    assert game.hear("lines c8").splitlines() == [
        "rank 8          6 pieces",
        "c-file          2 pieces  to c6",
        "diagonal a6-c8  2 pieces  to a6",
        "diagonal c8-h3  2 pieces  to e6",
    ]
    assert "diagonal a1-h8  0 pieces\n" in game.hear("lines e5")
    assert game.fails("lines") == "lines needs a square: lines c4"
    assert "off the 5x5 board" in chat(game=Game("5x5")).fails("lines h8")


def test_hint_and_evaluation(chat):
    game = chat(game=Game(f"{WIN_IN_ONE} x"))
    assert game.hear("hint") == "hint: c7xc3  (win in 1 for Black, depth 1)\n"
    assert game.hear("eval").splitlines() == [
        "win in 1 for Black, depth 1, chance for Black 100%",
        "expected: c7xc3",
    ]
    assert game.table.game.ply == 0


def test_threats(chat):
    game = chat(game=Game(f"{WIN_IN_ONE} o"))
    assert game.hear("threats") == "Black threatens to win at once: c7xc3\n"
    said = chat().hear("threats")
    assert said.startswith("White does not threaten to win at once\nafter a pass White would play ")
    assert " for White, depth 2)" in said


def test_threats_of_a_side_that_could_not_move(chat):
    said = chat(game=Game(kit.BLACK_STUCK.replace(" x", " o"))).hear("threats")
    assert said.endswith("Black could not move if it were Black's turn\n")


@pytest.mark.parametrize("line", ["hint", "eval", "threats", "moves", "moves a2"])
def test_advice_about_a_finished_game(chat, line):
    assert chat(game=Game(FINISHED)).fails(line) == "the game is over: Black wins (connected)"


def test_the_game_as_text(chat):
    game = chat()
    assert game.hear("game") == f"position  {Position.start()}\nrules     standard\n"
    assert game.hear("b1-b3", "game").startswith("moves     b1-b3\n")


# Files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
def test_save_and_load_every_format(chat, tmp_path, form):
    game = chat(white="engine:4")
    game.hear("b1-b3", "back 2")
    for move in SHORTEST[:4]:
        game.table.play(move)
    path = tmp_path / "my game.rec"
    assert game.hear(f"save {path} {form}") == f"saved {path} ({form})\n"
    other = chat()
    other.hear(f"load '{path}' {form}")
    assert [str(move) for move in other.table.game.moves] == SHORTEST[:4]
    other.hear("new", f"load {path}")
    assert other.table.game.ply in (4, 0) if form == "plain" else other.table.game.ply == 4


def test_the_ending_of_a_file_names_its_format(chat, tmp_path):
    game = chat(black="engine:2")
    game.let_engine_play()
    game.hear(f"save {tmp_path}/a.sgf")
    record = read_game(tmp_path / "a.sgf")
    assert record.headers["black"] == "engine, level 2"
    assert record.headers["white"] == "person"


def test_loading_a_finished_game_says_so(chat, tmp_path):
    Game().write(tmp_path / "empty.jsonl")
    game = chat()
    game.hear(*SHORTEST, f"save {tmp_path}/won.pgn", "new")
    assert game.table.game.ply == 0
    assert "the game is over: Black wins" in game.hear(f"load {tmp_path}/won.pgn")


def test_loading_in_a_game_of_engines_pauses_it(chat, tmp_path):
    Game().write(tmp_path / "a.jsonl")
    game = chat("engine", "engine")
    game.talk.is_paused = True
    game.hear(f"load {tmp_path}/a.jsonl")
    assert not game.conversation.awaits_engine


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("save", "save needs the name of a file: save game.sgf"),
        ("load", "load needs the name of a file: load game.sgf"),
        ("save game.xyz", "the ending of 'game.xyz' means no format"),
        ("save /nowhere/there.sgf", "/nowhere/"),
        ("load /nowhere/there.sgf", "/nowhere/there.sgf: No such file or directory"),
        ("load /", "/ is a folder, not a file"),
        ("save / sgf", "/ is a folder, not a file"),
        ("load BROKEN", "game 1"),
        ("load EMPTY", "empty"),
    ],
)
def test_files_that_cannot_be_used(chat, tmp_path, line, complaint):
    broken = tmp_path / "broken.sgf"
    broken.write_text("(;GM[9];B[b1-b4])")
    (tmp_path / "none.sgf").write_text("")
    line = line.replace("BROKEN", str(broken)).replace("EMPTY", str(tmp_path / "none.sgf"))
    assert complaint in chat().fails(line)


# Leaving ------------------------------------------------------------------------------------------


def test_quit_says_how_to_go_on(chat):
    game = chat(black="engine:4", names="red,white", clock="5+3")
    game.let_engine_play()
    move = game.table.game.moves[0]
    said = game.hear("quit")
    assert not game.conversation.is_open
    words = shlex.split(said.removeprefix("to go on with this game: "))
    assert words[:2] == ["loa", "play"]
    assert words[2:] == [
        *("--moves", str(move)),
        *("--black", "engine:4", "--white", "human"),
        *("--names", "Red,White", "--clock", "5+3"),
    ]


@pytest.mark.parametrize("start", ["1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 o", "6x6", "loaps"])
def test_what_a_start_needs_to_be_resumed(chat, start):
    game = Game(start, "olympiad")
    game.push(game.legal_moves()[0])
    words = chat(game=game).table.resume_words()
    assert ("--variant" in words) is (start in ("6x6", "loaps"))
    assert (f"{start[:-1]}o" in words) is (start not in ("6x6", "loaps"))
    assert words[words.index("--rules") + 1] == "olympiad"


def test_nothing_is_said_on_leaving_a_finished_game(chat):
    game = chat()
    assert game.hear("b1-b3", "resign", "quit") == ""
    assert chat().hear("quit") == ""


# What is said wrongly -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("b1-b4", "b1-b4: 2 pieces on the b-file, so the piece moves 2 squares, not 3"),
        ("a2-c2", "a2-c2: the piece on a2 is the enemy's, Black is to move"),
        ("z9-b1", "there is no square 'z9'"),
        ("b1-", "'b1-' is not a move"),
        ("hnit", "no command 'hnit': did you mean hint?"),
        ("xyzzy", "no command 'xyzzy': help lists them"),
        ("back", "there are 0 moves to take back, not 1"),
        ("back x", "expected a number of moves above 0, not 'x'"),
        ("back 0", "expected a number of moves above 0, not '0'"),
        ("back 99999999999", "expected a number of moves above 0"),
        ("back -1", "expected a number of moves above 0, not '-1'"),
        ("forward", "there are 0 moves to play again, not 1"),
        ("go", "it is not the engine's turn"),
        ("accept", "no draw has been offered"),
        ("decline", "no draw has been offered"),
        ("switch", "both sides are played by the same: person"),
        ("pass", "pass: only a player without a legal move may pass"),
        ("\x1b[31m", "is not a move"),
        ("b1-b3 " * 100, "is not a move"),
    ],
)
def test_complaints(chat, line, complaint):
    game = chat()
    said = game.fails(line)
    assert complaint in said
    assert len(said) < 200
    assert game.table.game.ply == 0


def test_every_command_is_in_the_help_and_runs(chat):
    game = chat()
    said = game.hear("help")
    for command in COMMANDS.values():
        assert f"  {command.usage}  " in said
        assert command.run.__doc__
        if command.name not in QUIET:
            arguments = " c1" if command.takes == "squares" else ""
            fresh = chat(white="engine")
            fresh.hear("b1-b3")
            if command.name == "forward":
                fresh.hear("back")
            assert fresh.hear(f"{command.name.upper()}{arguments}"), command.name
            assert not fresh.complaints
    assert max(map(len, said.splitlines())) <= 80


def test_a_blank_line_does_nothing(chat):
    game = chat()
    assert game.hear("   ") == ""


# Completion ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("b1", ["b1-h1", "b1-b3", "b1-d3"]),
        ("B1-D", ["b1-d3"]),
        ("b1b", ["b1b3"]),
        ("hi", ["hint"]),
        ("fo", ["forward"]),
        ("moves b", ["b1", "b8"]),
        ("lines h8", []),
        ("back 1", []),
        ("nonsense b", []),
        ("moves b1 b", []),
    ],
)
def test_completions(chat, line, words):
    assert chat().conversation.completions(line) == words
