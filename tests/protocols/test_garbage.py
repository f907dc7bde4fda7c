"""Nothing that comes in ends a front end: garbage, half lines, lines without end, no reader."""

import io

import pytest
from garbage import WORDS, garbage

from loa_engine.protocols import PROTOCOLS, Output, serve
from loa_engine.protocols.lines import LONGEST_LINE, bounded_lines

LINES = 1500
ENDINGS = {"uci": "isready", "json": '{"id": 9, "action": "query_version"}', "gtp": "9 name"}
ANSWERS = {"uci": "readyok", "json": '{"id": 9', "gtp": "=9"}


def test_every_protocol_has_its_words():
    assert set(WORDS) >= set(PROTOCOLS)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_garbage_ends_nothing(talk, protocol):
    front = talk(protocol)
    for line in garbage(protocol, LINES, seed=1):
        front.front.receive(line)
    if protocol in ENDINGS:
        front.tell(ENDINGS[protocol])
        assert front.wait_for(ANSWERS[protocol])


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_process_survives_bytes(engine_process, protocol):
    process = engine_process("--protocol", protocol, "--hash", "1")
    noise = b"\0\xff\xfe\n\r\n\x80abc\r\r\n" + bytes(range(256)) + b"\n"
    _, err = process.communicate(noise * 20, timeout=60)
    assert process.returncode == 0
    assert b"Traceback" not in err


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_line_without_end_is_refused_and_the_next_one_read(engine_process, protocol):
    process = engine_process("--protocol", protocol, "--hash", "1")
    ending = ENDINGS.get(protocol, "").encode()
    out, err = process.communicate(b"x" * (5 << 20) + b"\n" + ending + b"\n", timeout=60)
    assert process.returncode == 0
    assert b"longer than" in out + err
    assert ANSWERS.get(protocol, "").encode() in out


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_reader_that_leaves_ends_it(engine_process, protocol):
    process = engine_process("--protocol", protocol, "--hash", "1")
    process.stdout.close()
    text = "\n".join(garbage(protocol, 300, seed=2)).encode()
    try:
        process.stdin.write(text)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(60) == 0


def test_lines_of_any_kind():
    text = b"one\r\ntwo\0x\n\nhalf"
    assert list(bounded_lines(io.BytesIO(text))) == ["one", "two x", "", "half"]
    assert list(bounded_lines(io.BytesIO(b"\xff\n"))) == ["\N{REPLACEMENT CHARACTER}"]


@pytest.mark.parametrize("ending", [b"\n", b""])
def test_lines_that_are_too_long(ending):
    text = b"a\n" + b"x" * 10 + ending
    assert list(bounded_lines(io.BytesIO(text), longest=5)) == ["a", None]
    text = b"x" * 10 + b"\nb\n"
    assert list(bounded_lines(io.BytesIO(text), longest=5)) == [None, "b"]
    assert list(bounded_lines(io.BytesIO(b"xxxx\n"), longest=5)) == ["xxxx"]
    assert LONGEST_LINE >= 1 << 20


def test_output_that_nobody_takes():
    class Full(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            raise OSError("full")

    output = Output(Full())
    output("text")
    assert output.is_closed
    output("more")


def test_serving_ends_with_the_input():
    said = []

    class Front:
        def receive(self, line):
            said.append(line)
            return line != "quit"

        def complain(self, text):
            said.append(text)

        def finish(self):
            said.append("finished")

        def close(self):
            said.append("closed")

    serve(lambda write: Front(), io.BytesIO(b"a\nb\n"), io.BytesIO())
    assert said == ["a", "b", "finished", "closed"]
    said.clear()
    serve(lambda write: Front(), io.BytesIO(b"quit\nb\n"), io.BytesIO())
    assert said == ["quit", "closed"]
