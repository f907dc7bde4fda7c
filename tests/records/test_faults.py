"""Files as they are found: line ends, encodings, blanks, cut and damaged, and very large."""

import codecs
import io
import itertools
import random
import time

import kit
import pytest
import record_kit
from hypothesis import given, settings
from hypothesis import strategies as st
from record_kit import moves, read, read_one, write

from loa_engine import Game, LoaError, Position
from loa_engine.game.errors import RecordError
from loa_engine.records import (
    FORMATS,
    BrokenRecord,
    GameRecord,
    detect_format,
    read_games,
)

NAMES = sorted(FORMATS)
LONGEST_SECONDS = 15.0  # for what must not hang; a machine may be busy


def sample(name):
    """A file of two games in a format, the second one unfinished, with remarks where it has any."""
    games = [
        record_kit.game_of(record_kit.SHORTEST, rules=FORMATS[name].rules),
        record_kit.game_of("c1-c3 h6-f6 c3-c1", rules=FORMATS[name].rules),
    ]
    first, second = (GameRecord.of(game) for game in games)
    if name in ("sgf", "pgn", "jsonl"):
        first.headers = {"black": "Zoë Müller", "white": "O'Neill"}
    if name in ("sgf", "pgn", "jsonl", "plain"):
        first.line[3].comment = "très bien"
        first.line[4].variations = [GameRecord.of(record_kit.game_of("")).line]
        first.line[4].variations = []
    return write(first, name) + write(second, name)


SAMPLES = {name: sample(name) for name in NAMES}
CHANGES = {
    "as it is": lambda text: text.encode(),
    "carriage return and line feed": lambda text: text.replace("\n", "\r\n").encode(),
    "carriage return": lambda text: text.replace("\n", "\r").encode(),
    "mixed line ends": lambda text: text.replace("\n", "\r\n", 3).encode(),
    "byte order mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16, big end first": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "Latin-1": lambda text: text.replace("CA[UTF-8]", "").encode("latin-1"),
    "no line end at the end": lambda text: text.rstrip("\n").encode(),
    "empty lines first": lambda text: b"\n\n \n" + text.encode(),
    "empty lines last": lambda text: text.encode() + b"\n\n\n\x20\n",
    "blanks behind the lines": lambda text: text.replace("\n", "  \t\n").encode(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("name", NAMES)
def test_how_a_file_is_stored_does_not_matter(name, change):
    data = change(SAMPLES[name])
    expected = read(SAMPLES[name], name)
    assert len(expected) == 2
    assert read(data, name) == expected
    assert read(data) == read(SAMPLES[name])


@pytest.mark.parametrize("name", NAMES)
def test_streams_of_text(name):
    assert list(read_games(io.StringIO(SAMPLES[name]), name)) == read(SAMPLES[name], name)
    marked = "\ufeff" + SAMPLES[name].replace("\n", "\r\n")
    assert list(read_games(io.StringIO(marked, newline=""), name)) == read(SAMPLES[name], name)


@pytest.mark.parametrize("name", ["sgf", "plain", "codingame", "pgn"])
@pytest.mark.parametrize("change", [str.upper, str.lower])
def test_upper_and_lower_case(name, change):
    record = GameRecord.of(record_kit.game_of(record_kit.SHORTEST, rules=FORMATS[name].rules))
    text = write(record, name)
    if name == "codingame":
        board, text = text[:74], text[74:]
    else:
        board = ""
    assert moves(read_one(board + change(text), name)) == record_kit.SHORTEST


# Which format it is -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_formats_are_found(name):
    found = detect_format(SAMPLES[name])
    assert found == {"openspiel": "plain", "openspiel-actions": "openspiel"}.get(name, name)


@pytest.mark.parametrize("file", sorted(record_kit.GAMES.iterdir()), ids=lambda file: file.name)
def test_formats_of_the_archives_are_found(file):
    assert detect_format(file.read_text()) == ("sgf" if file.suffix == ".sgf" else "plain")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Some mail\n\n(;GaMe[9];B[c1-c3])", "sgf"),
        ("( ;\nFF[4] GM[9])", "sgf"),
        ("(;;B[c1-c3])", "sgf"),
        ('\ufeff\n[Event "x"]\n', "pgn"),
        ("1. Ldd3 Lxf1", "pgn"),
        ('[Event "x"]\n\n1. Ldd3 {(;GM[9])} *', "pgn"),
        ("1. d1-d3", "plain"),
        ("{a remark}\nd1d3", "plain"),
        ("@e5", "plain"),
        ("1-0", "plain"),
        (f"{kit.ZUGZWANG} o", "plain"),
        ("rules: olympiad\n1. d1-d3", "plain"),
        ('{"moves": []}', "jsonl"),
        ("{ }", "jsonl"),
        ("142, 1044", "openspiel"),
        ("game: lines_of_action\n", "openspiel"),
        ("update game board " + ",".join("." * 64), "riddles"),
        ("move 6,0 4,2", "riddles"),
    ],
)
def test_formats_are_found_from_little(text, name):
    assert detect_format(text) == name


@pytest.mark.parametrize(
    "text", ["", "  \n\n", "\ufeff", "hello", "<html>", "PK\x03\x04", "\0" * 99]
)
def test_what_is_no_game_record(text):
    with pytest.raises(RecordError, match=r"empty|format"):
        read(text)
    with pytest.raises(RecordError, match=r"empty|format"):
        detect_format(text)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_file_in_a_known_format_has_no_games(name):
    assert read("", name) == []
    assert read("\n\n", name) == []


# Unfinished games and missing parts ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["sgf", "pgn", "plain", "jsonl"])
def test_games_without_a_result(name):
    record = read(SAMPLES[name])[1]
    assert record.result is None
    game = record.game()
    assert game.result == "*"
    assert game.outcome() is None


@pytest.mark.parametrize("name", ["sgf", "pgn", "plain", "jsonl"])
@pytest.mark.parametrize("reason", ["resign", "time", "forfeit", "agreed", "adjudication"])
def test_results_set_by_hand(name, reason):
    game = record_kit.game_of("c1-c3 h6-f6")
    game.finish(None if reason == "agreed" else game.turn, reason)
    record = read_one(write(GameRecord.of(game), name))
    assert record.game() == game


@pytest.mark.parametrize("name", ["sgf", "pgn", "plain", "jsonl", "codingame", "riddles"])
def test_games_with_passes(name):
    game = record_kit.game_of("pass b1-d1", Position.parse(kit.BLACK_STUCK), "boardspace")
    record = read_one(write(GameRecord.of(game), name))
    assert record.moves == game.moves


# Streaming ----------------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A file that never ends; counts what has been read."""

    def __init__(self, text):
        self.data = itertools.cycle(text.encode())
        self.count = 0

    def readable(self):
        return True

    def read(self, size=-1):
        assert size > 0, "the whole file is asked for"
        self.count += size
        return bytes(itertools.islice(self.data, size))


@pytest.mark.parametrize("name", NAMES)
def test_games_are_read_one_by_one(name):
    stream = Endless(SAMPLES[name])
    games = read_games(stream, name)
    for _, record in zip(range(40), games, strict=False):
        assert isinstance(record, GameRecord)
    assert stream.count <= 1 << 17


# Damaged files ------------------------------------------------------------------------------------

CORPUS = [
    *(text.encode() for text in SAMPLES.values()),
    *(file.read_bytes() for file in sorted(record_kit.GAMES.iterdir())),
    *(file.read_bytes() for file in sorted(record_kit.DATA.iterdir())),
]
PIECES = (
    b"(", b")", b";", b"[", b"]", b"{", b"}", b"\\", b'"', b"\n", b"\r\n", b"\0", b"\xff", b"\xc3",
    b"(;GM[9]", b"B[c1-c3]", b"[Event \"x\"]\n", b"1.", b"1-0", b"*", b"pass", b"resign", b"9" * 40,
    b"null", b"move 1,1 2,2", b"SZ[6]", b"AB[a1]", b"d1-d3", b"Lxd3", b"@e5", b"^^", b"$9",
    b" " * 50, b"FF", b"SU[Gemma]", b"PL[W]", b"RU[nost]", b"C[", b"V[1]", b"\xef\xbb\xbf",
)  # fmt: skip


def damaged(data, chance):
    """A file with some random damage."""
    for _ in range(chance.randint(1, 8)):
        at, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + chance.choice((1, 3, 40)))
        kind = chance.randrange(5)
        if kind == 0:
            data = data[:at] + data[end:]
        elif kind == 1:
            data = data[:at] + chance.choice(PIECES) + data[at:]
        elif kind == 2:
            data = data[:at] + data[at:end] * 2 + data[end:]
        elif kind == 3:
            other = chance.choice(CORPUS)
            data = data[:at] + other[chance.randrange(len(other)) :][:200] + data[at:]
        else:
            data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
    return data


def check(data, name):
    """Read whatever it is; what comes out is sound, or an error of the documented kind."""
    try:
        games = read(data, name)
    except RecordError as error:
        check_message(error)
        return
    for found in games:
        record = found
        if isinstance(found, BrokenRecord):
            for error in found.errors:
                check_message(error)
            record = found.read_so_far
        assert isinstance(record.game(), Game)
        back = read_one(write(record, "jsonl"))
        assert back == record
        for other in FORMATS.values():
            try:
                text = other.write(record)
            except RecordError:
                continue
            assert isinstance(text, str)


def check_message(error):
    assert isinstance(error, RecordError)
    assert "\n" not in str(error)
    assert len(str(error)) < 400


@settings(max_examples=3 * settings.default.max_examples)
@given(st.integers(0, 2**32), st.sampled_from([None, None, *NAMES]))
def test_damaged_files(seed, name):
    chance = random.Random(seed)
    check(damaged(chance.choice(CORPUS), chance), name)


@given(st.binary(max_size=200), st.sampled_from(NAMES))
def test_any_bytes(data, name):
    check(data, name)


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from([None, *NAMES]))
def test_pieces_in_any_order(pieces, name):
    check(b"".join(pieces), name)


HUGE = {
    "open parentheses": "(;" * 40_000,
    "parentheses without nodes": "(;GM[9]" + "(" * 80_000,
    "closed parentheses": "(;GM[9]" + ")" * 80_000,
    "nested moves": "(;GM[9]" + "(;B[c1-c3](;W[h6-f6](;B[c3-c1](;W[f6-h6]" * 2_000,
    "many variations": "(;GM[9];B[c1-c3]" + "(;W[h6-f6];B[c3-c1])" * 2_000 + ")",
    "deep variations": "(;GM[9]" + "(;B[c1-c3])(;B[b1-b3]" * 1_200,
    "a value without an end": "(;GM[9]C[" + "x\\]" * 200_000,
    "backslashes": "(;GM[9]C[" + "\\" * 400_000,
    "many values": "(;GM[9]AB" + "[a1]" * 80_000 + ")",
    "one property in many nodes": "(;GM[9]" + ";X[]" * 40_000 + ")",
    "many comments": "(;GM[9]" + ";C[x]" * 40_000 + ")",
    "many properties": "(;GM[9]" + "X[]" * 40_000 + ")",
    "brackets": "(;GM[9]" + "[" * 200_000,
    "many short games": "(;GM[9])" * 8_000,
    "a long word": "(;GM[9]" + "x" * 400_000,
    "a comment without an end": "1. d1-d3 {" + "x\n" * 24_000,
    "variations in a list": "d1-d3 " + "(d1-d3 " * 20_000,
    "closing in a list": "d1-d3 " + ") " * 40_000,
    "signs": "d1-d3 " + "!?+" * 80_000,
    "signs apart": "d1-d3 " + "!? " * 20_000,
    "blanks": "1. d1-d3" + " " * 400_000 + "x",
    "tags": '[White "' + "\\" * 200_000,
    "open tags": "[White " + " " * 200_000 + '"x',
    "many tags": '[White "x"]\n' * 8_000,
    "numbers": "1 " * 80_000,
    "a long number": "1" * 400_000 + ". d1-d3",
    "slashes": "1. d1-d3\n" + "x/" * 120_000,
    "JSON": '{"moves": ' + "[" * 80_000,
    "JSON objects": '{"moves": [' + '{"variations": [[' * 8_000,
    "riddles": "update game board " + "0," * 80_000,
    "riddles' moves": "move 1,1 2,2 " * 20_000,
    "rows": "bwbwbwbw\n" * 20_000,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_nothing_hangs(text):
    text = text[: len(text) // (1 if settings.default.max_examples > 15 else 2)]
    started = time.process_time()
    for name in (None, "sgf", "pgn", "plain", "jsonl", "openspiel", "codingame", "riddles"):
        try:
            for found in read_games(io.StringIO(text), name):
                assert isinstance(found, GameRecord | BrokenRecord)
        except LoaError:
            continue
    assert time.process_time() - started < LONGEST_SECONDS


def test_an_absurdly_long_line():
    text = "1. d1-d3 h6-f6 *\n" + "x" * (1 << 24) + "yy"
    first, second = read(text, "plain")
    assert moves(first) == "d1-d3 h6-f6"
    assert "it is longer than" in second.error.reason
