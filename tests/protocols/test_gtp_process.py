"""GTP through the real command, and whatever else may come."""

import random
import re
import subprocess
import sys
from pathlib import Path

from gtp_kit import INFO, MOVE, Conversation

from loa_engine.protocols import PROTOCOLS
from loa_engine.protocols.gtp import Gtp

ENGINE = [sys.executable, "-P", "-m", "loa_engine", "engine", "--protocol", "gtp", "--hash", "1"]
PAGE = Path(__file__).parents[2] / "docs" / "protocols-gtp.md"
WAIT_SECONDS = 60


def converse(data, *options):
    """What the command writes to a whole input."""
    done = subprocess.run(
        [*ENGINE, *options], input=data, capture_output=True, timeout=WAIT_SECONDS, check=True
    )
    assert done.stderr == b""
    return done.stdout.decode()


def test_conversation():
    lines = b"1 name\r\n\n# hello\n2 play b b1-b3\n3 genmove w\n4 genmove w\n5 quit\n6 name\n"
    found = converse(lines, "--level", "2")
    expected = rf"=1 loa-engine\n\n=2\n\n=3 {MOVE}\n\n\?4 Black is to move, not White\n\n=5\n\n"
    assert re.fullmatch(expected, found)


def test_the_end_of_input_waits_for_a_move():
    assert re.fullmatch(rf"= {MOVE}\n\n", converse(b"genmove b", "--level", "7"))


def test_the_end_of_input_ends_an_analysis():
    first, *infos, end, nothing = converse(b"loa-analyze").split("\n")
    assert (first, end, nothing) == ("=", "", "")
    assert infos
    assert all(INFO.fullmatch(info) for info in infos)


def test_lines_of_any_length():
    found = converse(b"1 name" + b"x" * (1 << 21) + b"\n2 name\n")
    assert found == "? a line longer than 1048576 bytes is left out\n\n=2 loa-engine\n\n"


def test_rules_and_variant_of_the_command_line():
    board = converse(b"showboard\n", "--variant", "6x6", "--rules", "openspiel")
    assert "\n6 . x x x x .\n" in board


def test_the_protocol_is_known():
    assert PROTOCOLS["gtp"].front_end is Gtp


# Garbage ------------------------------------------------------------------------------------------

WORDS_TEXT = """
    name play b w black pass undo gg-undo komi boardsize clear_board time_settings time_left loadsgf
    printsgf final_score showboard known_command list_commands loa-rules loa-variant loa-setposition
    loa-level gogui-play_sequence b1-b3 c1xa3 h6-f4 a1^^ @e5 nan -1 0 1 8 1e9 99999999999999999999
    8/8/8/8/8/8/8/8 x 1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 olympiad 4x4 standard parachute #
    reg_genmove genmove loa-analyze maxmoves interval \x01 é ½ ٣ \x7f \u2028 ''
"""
WORDS = WORDS_TEXT.split()


def test_garbage():
    """Nothing that comes ends the conversation, and each line has one answer or none."""
    gtp, chance = Conversation(), random.Random(20)
    for _ in range(3000):
        line = " ".join(chance.choices(WORDS, k=chance.randrange(1, 6)))
        if chance.random() < 0.2:
            line = "".join(chance.choices([chr(n) for n in range(1, 300) if n != 10], k=30))
        answer = gtp.say(line)
        if gtp.session.is_searching:
            gtp.front.receive("")
            answer = "".join(f"{text}\n" for text in gtp.written)
        assert re.fullmatch(r"(?:[=?][^\n]*\n(?:[^\n]+\n)*\n)?", answer), line
        if chance.random() < 0.05:
            gtp.tell("loa-variant standard", "loa-level 1", "time_settings 0 1 0")
    assert gtp.say("8 name") == "=8 loa-engine\n\n"


def test_garbage_of_bytes():
    chance = random.Random(21)
    data = b"\n".join(chance.randbytes(chance.randrange(40)) for _ in range(2000))
    assert converse(data + b"\n8 name\n").endswith("\n=8 loa-engine\n\n")


def test_the_transcript_of_the_documentation():
    """What is sent there is answered so, but for which moves are found and how good they are."""
    block = re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]
    gtp = Conversation()
    for part in block.split("> ")[1:]:
        line, _, expected = part.partition("\n")
        if line == "quit":
            assert not gtp.front.receive(line)
            assert f"{gtp.written[-1]}\n" == expected
        elif "analyze" in line:
            head, info, *end = expected.split("\n")
            assert (head, end) == ("=", ["", ""])
            assert all(INFO.fullmatch(each) for each in re.split(r" (?=info )", info))
            assert gtp.say(line).startswith("=\n")
            gtp.front.receive("")
        else:
            is_found = line.startswith("3 genmove")
            pattern = rf"=3 {MOVE}\n\n" if is_found else re.escape(expected)
            assert re.fullmatch(pattern, gtp.say(line)), line
            assert re.fullmatch(pattern, expected)


def test_the_commands_are_documented():
    text = PAGE.read_text("utf-8")
    names = Conversation().say("list_commands").removeprefix("= ").split()
    assert [name for name in names if not re.search(rf"`{name}[ `]", text)] == []
