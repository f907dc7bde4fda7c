"""The commands of a game, and what each of them does."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from loa_engine.evaluation.chance import winning_chance
from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.game import Game
from loa_engine.play import advice
from loa_engine.play.talk import Talk
from loa_engine.records import FORMATS, format_of_name, read_game, write_games
from loa_engine.records.record import GameRecord

__all__ = ["COMMANDS", "Command", "leave", "load_game"]

MOST_STEPS = 6  # digits of a number of moves
EVEN_CHANCE = 0.5


@dataclass(frozen=True, slots=True)
class Command:
    """Something to say instead of a move.

    Attributes:
        name: its word.
        run: what it does, with the words behind the name.
        help: what it does, in words.
        arguments: what may stand behind the name.
        takes: what is completed behind the name.
    """

    name: str
    run: Callable[[Talk, list[str]], None]
    help: str
    arguments: str = ""
    takes: Literal["", "squares", "files"] = ""

    @property
    def usage(self) -> str:
        """Its name with its arguments."""
        return f"{self.name} {self.arguments}".rstrip()


# The game -----------------------------------------------------------------------------------------


def back(talk: Talk, words: list[str]) -> None:
    """Take moves back."""
    _step(talk, words, talk.table.back, talk.table.usual_steps())


def forward(talk: Talk, words: list[str]) -> None:
    """Play moves again that have been taken back."""
    _step(talk, words, talk.table.forward, talk.table.usual_steps(forward=True))


def resign(talk: Talk, words: list[str]) -> None:
    """Give the game up."""
    loser = talk.table.resign()
    talk.say(f"{talk.name(loser)} resigns")
    talk.draw()


def offer(talk: Talk, words: list[str]) -> None:
    """Offer a draw: the engine answers at once, a person by the next command."""
    table = talk.table
    if table.is_over:
        raise LoaError(f"the game is over already: {table.game.outcome()}")
    if not table.has_person:
        raise LoaError("nobody but the engine plays")
    if table.person is None:
        talk.offered_by = table.turn
        talk.say(f"{talk.name(table.turn)} offers a draw: accept, decline or a move")
        return
    score = talk.advice(table.game).score
    chance = winning_chance(score if table.turn is not table.person else -score)
    if chance > EVEN_CHANCE:
        talk.say("the engine declines the draw")
        return
    talk.say("the engine accepts the draw")
    table.agree()
    talk.draw()


def accept(talk: Talk, words: list[str]) -> None:
    """Accept the draw that another person has offered."""
    _check_offer(talk)
    talk.table.agree()
    talk.draw()


def decline(talk: Talk, words: list[str]) -> None:
    """Decline it."""
    _check_offer(talk)
    talk.offered_by = None
    talk.say("the draw is declined")


def switch(talk: Talk, words: list[str]) -> None:
    """Change sides."""
    table = talk.table
    table.switch()
    players = (f"{talk.name(color)}: {table.player(color)}" for color in Color)
    talk.say(", ".join(players))


def new(talk: Talk, words: list[str]) -> None:
    """Begin a new game from the same start."""
    game = talk.table.game
    talk.table.put(Game(game.start, game.rules))
    talk.offered_by = None
    talk.draw()


def go(talk: Talk, words: list[str]) -> None:
    """Let engines go on that wait."""
    if not talk.engine_is_to_move():
        raise LoaError("it is not the engine's turn")
    talk.is_paused = False


# The screen ---------------------------------------------------------------------------------------


def board(talk: Talk, words: list[str]) -> None:
    """Show the board."""
    talk.draw()


def flip(talk: Talk, words: list[str]) -> None:
    """Turn the board round."""
    talk.flipped = not talk.flipped
    talk.draw()


def show_help(talk: Talk, words: list[str]) -> None:
    """List the commands."""
    talk.say("A move is two squares: b1-b3, b1b3. What else there is:")
    names = list(COMMANDS.values())
    width = max(len(command.usage) for command in names)
    for command in names:
        talk.say(f"  {command.usage:{width}}  {command.help}")


# Files --------------------------------------------------------------------------------------------


def save(talk: Talk, words: list[str]) -> None:
    """Write the game to a file."""
    place, form = _place(words, "save")
    form = form or format_of_name(place.name).name
    table = talk.table
    headers = {
        "black": table.seats[0].description,
        "white": table.seats[1].description,
    }
    write_games([GameRecord.of(table.game, headers)], place, form)
    talk.say(f"saved {place} ({form})")


def load(talk: Talk, words: list[str]) -> None:
    """Go on with the game of a file."""
    place, form = _place(words, "load")
    talk.table.put(load_game(place, form))
    talk.offered_by = None
    talk.is_paused = not talk.table.has_person
    talk.draw()


def leave(talk: Talk, words: list[str]) -> None:
    """End the conversation, and say how the game is gone on with."""
    talk.is_open = False
    if not talk.table.is_over and talk.table.game.moves:
        talk.say(f"to go on with this game: {shlex.join(talk.table.resume_words())}")


def load_game(place: Path, form: str | None = None, rules: str | None = None) -> Game:
    """The first game of a file.

    Raises:
        RecordError: there is none, or it has a fault.
        OSError: the file cannot be read.
    """
    return read_game(place, form, rules).game()


# What they share ----------------------------------------------------------------------------------


def _step(talk: Talk, words: list[str], step: Callable[[int], None], usual: int) -> None:
    """Go some moves back or forward."""
    step(_number(words[0]) if words else usual)
    talk.offered_by = None
    talk.is_paused = not talk.table.has_person
    talk.draw()


def _number(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= MOST_STEPS and int(text) > 0:
        return int(text)
    raise LoaError(f"expected a number of moves above 0, not {quoted(text)}")


def _check_offer(talk: Talk) -> None:
    if talk.offered_by is None or talk.table.is_over:
        raise LoaError("no draw has been offered")


def _place(words: list[str], name: str) -> tuple[Path, str | None]:
    """The file that words name, and the format behind it if there is one."""
    form = words[-1].lower() if len(words) > 1 and words[-1].lower() in FORMATS else None
    text = " ".join(words[:-1] if form else words).strip("'\"")
    if not text:
        raise LoaError(f"{name} needs the name of a file: {name} game.sgf")
    place = Path(text).expanduser()
    if place.is_dir():
        raise LoaError(f"{text} is a folder, not a file")
    return place, form


COMMANDS = {
    command.name: command
    for command in (
        Command("hint", advice.hint, "the move that the engine would play"),
        Command("eval", advice.evaluation, "what the position is worth"),
        Command("threats", advice.threats, "what the other side would play if you passed"),
        Command(
            "moves", advice.moves, "the legal moves, of one piece or all", "[SQUARE]", "squares"
        ),
        Command("lines", advice.lines, "the pieces on the lines of a square", "SQUARE", "squares"),
        Command("game", advice.game, "the moves so far, the position and the rules as text"),
        Command("back", back, "take moves back", "[N]"),
        Command("forward", forward, "play them again", "[N]"),
        Command("resign", resign, "give the game up"),
        Command("draw", offer, "offer a draw"),
        Command("accept", accept, "accept the draw that was offered"),
        Command("decline", decline, "decline it"),
        Command("switch", switch, "change sides"),
        Command("go", go, "let the engine go on"),
        Command("new", new, "a new game"),
        Command("board", board, "show the board"),
        Command("flip", flip, "turn the board round"),
        Command("save", save, "write the game to a file", "FILE [FORMAT]", "files"),
        Command("load", load, "go on with the game of a file", "FILE [FORMAT]", "files"),
        Command("help", show_help, "this list"),
        Command("quit", leave, "leave"),
    )
}
"""The commands by name."""
