"""Lines that no sane program sends, by a seed: for the front ends of all protocols."""

import json
import random
import re
import string

WORDS = {
    "uci": [
        "uci", "isready", "ucinewgame", "position startpos", "position startpos moves b1b3 h5f5",
        "position fen 8/8/3xx3/8/8/8/o7/7o o", "go depth 1", "go nodes 50", "go infinite", "stop",
        "ponderhit", "go ponder movetime 1", "setoption name Level value 2", "d", "eval",
        "setoption name UCI_Variant value parachute", "legalmoves", "setoption name Hash value 1",
    ],
    "codingame": [
        "b", "w", ".bbbbbb.", "w......w", "null", "2", "b1b3", "pass", "1", "........", "e2e3",
    ],
    "json": [
        json.dumps({"id": 1, "depth": 1}), json.dumps({"id": "a", "nodes": 50, "turns": "all"}),
        json.dumps({"action": "terminate_all"}), json.dumps({"action": "query_version"}),
        json.dumps({"id": 2, "moves": "b1b3", "depth": 1}), "{}", "[]", "null", '{"id":',
    ],
    "gtp": [
        "name", "boardsize 8", "clear_board", "play b b1-b3", "undo", "showboard", "genmove b",
        "loa-level 2", "7 genmove w", "time_left b 1 0", "time_settings 0 1 1", "komi 5",
        "known_command x", "list_commands", "final_score", "loa-analyze b 1", "# comment",
    ],
    "xboard": [
        "xboard", "protover 2", "new", "variant loa", "force", "usermove b1b3", "b1b3", "undo",
        "remove", "st 0.01", "sd 1", "level 40 5 0", "time 1", "otim 1", "?", "ping 3", "hint",
        "setboard 8/8/3xx3/8/8/8/o7/7o o", "analyze", "exit", "lift b1", "post", "nopost",
        "easy", "hard", "draw", "result 1-0 {x}", "memory 1", "cores 1", "computer", "..",
    ],
}  # fmt: skip
"""What each protocol understands, quick to be done."""

SLOW = re.compile(r"perft|bench|depth|nodes|movetime|time|level|st |sd |hash|memory|cores", re.I)
LETTERS = string.ascii_letters + string.digits + string.punctuation + " \t\0é☃\x1b\x7f"


def garbage(protocol: str, lines: int, seed: int) -> list[str]:
    """So many lines: commands, commands with a letter changed, commands run together, noise."""
    chance = random.Random(f"{protocol}{seed}")
    words = WORDS[protocol]
    return [_line(words, chance) for _ in range(lines)]


def _line(words: list[str], chance: random.Random) -> str:
    kind, text = chance.randrange(6), chance.choice(words)
    if kind <= 1:
        return text
    if kind == 2:
        return "".join(chance.choices(LETTERS, k=chance.randrange(40)))
    if kind == 3:
        return text[: chance.randrange(len(text) + 1)]
    if SLOW.search(text):  # a number more could keep it busy for hours
        return text.upper()
    if kind == 4:
        return f"{text} {chance.choice(words)}"[:80]
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(LETTERS) + text[place + chance.randrange(2) :]
