"""The commands: advice, files, leaving, completion, and what can be said wrongly."""

import json
import shlex

import kit
import pytest

from loa_engine import VARIANTS, Game, Position
from loa_engine.cli import run
from loa_engine.play.commands import COMMANDS
from loa_engine.records import FORMATS, read_game
from loa_engine.records.rule_text import read_rules

SHORTEST = ["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7", "a3xc1", "b3-e6", "h3xf1", "e1-e5"]
WIN_IN_ONE = "8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2"
FINISHED = "8/8/3xx3/8/8/8/o7/7o o"
QUIET = {"accept", "decline", "go", "save", "load", "quit"}


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


def test_long_lists_are_broken_between_words(chat):
    lines = chat().hear("moves").splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) < 80
    assert "".join(lines).count("-") + "".join(lines).count("x") == 36


def test_many_drops_are_not_listed(chat):
    game = chat(game=Game("parachute"))
    count = len(game.table.game.legal_moves())
    said = game.hear("moves")
    assert said.startswith(f"{count}: ")
    assert len(said.split()) < 100
    assert all(word.endswith("@") for word in said.split()[1:])


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


@pytest.mark.parametrize(
    "start",
    [
        *VARIANTS,
        "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/8/1xxxxxx1 o",
        "1xx1/o2o/o2o/1xx1 o",
        "8/x6o/o6x/8/8/8/8/8 x 2/3",
    ],
)
def test_the_line_that_resumes_a_game_leads_to_its_position(chat, capsys, start):
    game = Game(start, read_rules("olympiad,no_moves=pass"))
    for _ in range(3):
        game.push(game.legal_moves()[-1])
    words = chat(white="engine", game=game).table.resume_words()
    assert run(["show", *words[2:], "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["position"] == str(game.position)
    assert read_rules(shown["rules"]) == game.rules


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
