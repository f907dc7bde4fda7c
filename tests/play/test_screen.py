"""The board drawn: with letters, with colours, small boards, gaps, marks, and its size."""

import re

import pytest
from rich.cells import cell_len

from loa_engine import VARIANTS, Color, Game, LoaError, Position
from loa_engine.play.clock import Control, GameClock
from loa_engine.play.names import Names
from loa_engine.play.run import look_of
from loa_engine.play.screen import Look, Screen, draw_board, draw_table
from loa_engine.play.seats import Seat
from loa_engine.play.table import Table

WIDTH, HEIGHT = 80, 24
PROMPT_LINES = 3  # what was said last, the prompt, a list of completions
COLORED = Look("256", has_discs=True)
ESCAPE = re.compile(r"\x1b\[[\d;]*m")


def board(position, look=None, **options):
    return [line.plain for line in draw_board(position, look or Look(), **options)]


def painted(text, look):
    shown = []
    Screen(shown.append, look).show(text)
    return "".join(shown)


def longest_table():
    """A game with everything that takes room."""
    game = Game("parachute")
    for _ in range(9):
        game.push(game.legal_moves()[-1])
    seats = (Seat(9), Seat(8))
    names = Names.parse("eightlet,王王王王")
    return Table(game, seats, names, GameClock(Control.parse("1440+3")))


def test_letters():
    assert board(Position.start())[0] == " 8  .  x  x  x  x  x  x  . "
    assert board(Position.start())[-1] == "    a  b  c  d  e  f  g  h "
    assert board(Position.start())[-2].startswith(" 1 ")


def test_a_turned_board():
    turned = board(Position.start().play("b1-b3"), flipped=True)
    assert turned[0] == " 1  .  x  x  x  x  x  .  . "
    assert turned[2] == " 3  o  .  .  .  .  .  x  o "
    assert turned[-1] == "    h  g  f  e  d  c  b  a "


def test_marks_of_the_last_move_and_of_targets():
    game = Game()
    move = game.push("c1xa3")
    lines = board(game.position, last_move=move, aims=[25])
    assert lines[5].startswith(" 3 [x]")
    assert lines[7].startswith(" 1  .  x [.]")
    assert lines[4].startswith(" 4  o (.)")


def test_a_vanished_square_is_a_gap():
    game = Game("cheshire-cat")
    move = game.push("b1-b3")
    assert board(game.position)[-2].startswith(" 1  .     x ")
    assert board(game.position, last_move=move)[-2].startswith(" 1  . [ ] x ")


def test_the_square_of_a_drop_is_marked():
    game = Game("parachute")
    move = next(move for move in game.legal_moves() if move.drop is not None)
    game.push(move)
    assert "".join(board(game.position, last_move=move)).count("[") >= 2


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("look", [Look(), COLORED])
def test_every_variant_fits(variant, look):
    table = Table(Game(variant), clock=GameClock(Control.parse("5+3")))
    lines = draw_table(table, look).plain.split("\n")
    assert len(lines) + PROMPT_LINES <= HEIGHT
    assert max(map(cell_len, lines)) < WIDTH
    assert f" {table.position.size} " in lines[1]


@pytest.mark.parametrize("look", [Look(), COLORED])
def test_the_longest_panel_fits(look):
    lines = draw_table(longest_table(), look).plain.split("\n")
    assert len(lines) + PROMPT_LINES <= HEIGHT
    assert max(map(cell_len, lines)) < WIDTH


def test_two_boards_fit_one_above_the_other():
    lines = draw_table(Table(Game()), Look()).plain.split("\n")
    assert 2 * len(lines) + 4 <= HEIGHT


def test_the_panel():
    table = Table(Game("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 o"))
    for move in ("a2-c2", "b1-b3", "a3-c5"):
        table.play(move)
    text = draw_table(table, Look()).plain
    assert "x  Black  you             12 pieces" in text
    assert "  1. ... a2-c2\n" in text
    assert "  2. b1-b3 a3-c5\n" in text
    assert "Black to move" in text
    assert "1 piece\n" in draw_table(Table(Game("o7/7o/8/3x4/8/8/8/8 x")), Look()).plain


def test_no_colours_without_a_look_that_has_them():
    assert "\x1b" not in painted(draw_table(Table(Game()), Look()), Look())


@pytest.mark.parametrize("colors", ["standard", "256", "truecolor"])
def test_colours(colors):
    look = Look(colors, has_discs=True)
    text = painted(draw_table(Table(Game()), look), look)
    assert text.count("●") == 26  # the pieces and the two of the panel
    assert ESCAPE.search(text)
    assert max(cell_len(line) for line in ESCAPE.sub("", text).split("\n")) < WIDTH
    grounds = {tuple(re.findall(r"4[0-9;]+", code)) for code in ESCAPE.findall(text)}
    assert len(grounds) > 2


def test_letters_in_colour_where_there_are_no_discs():
    look = Look("256")
    assert "●" not in painted(draw_table(Table(Game()), look), look)


def test_what_would_steer_the_terminal_is_shown():
    assert painted("a\x1b[31mb\u202e\nc", Look()) == "a\\x1b[31mb\\u202e\nc\n"
    assert painted("[bold]x[/] :smile:", COLORED) == "[bold]x[/] :smile:\n"


def test_long_lines_are_not_broken():
    assert painted("word " * 100, COLORED).count("\n") == 1


class Stream:
    """Standard output as a terminal or not."""

    def __init__(self, is_terminal=True, encoding="utf-8"):
        self.is_terminal, self.encoding = is_terminal, encoding

    def isatty(self):
        return self.is_terminal

    def write(self, text):
        return len(text)

    def flush(self):
        pass


def test_the_look_of_a_stream(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert look_of(Stream()) == Look("256", has_discs=True)
    assert look_of(Stream(encoding="latin-1")) == Look("256")
    assert look_of(Stream(encoding=None)) == Look("256")
    assert look_of(Stream(is_terminal=False)) == Look()
    assert look_of(Stream(), use_color=False) == Look()
    monkeypatch.setenv("NO_COLOR", "1")
    assert look_of(Stream()) == Look()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert look_of(Stream()) == Look()
    monkeypatch.setenv("TERM", "xterm")
    assert look_of(Stream()) == Look("standard", has_discs=True)


@pytest.mark.parametrize(
    "text", ["", "red", "red,", "red,Red", "a,b,c", "red,\x1b", "x" * 13 + ",y"]
)
def test_names_that_are_none(text):
    with pytest.raises(LoaError, match="two names"):
        Names.parse(text)


def test_names_may_be_changed_over():
    names = Names.parse("white,black")
    assert (
        names.said("Black wins, White's loss, Blackbird") == "White wins, Black's loss, Blackbird"
    )
    assert names.of(Color.WHITE) == "Black"
    assert str(names) == "White,Black"
