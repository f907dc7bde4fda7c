"""A million lines of garbage for each protocol: `garbage.py [LINES] [PROTOCOL...]`.

Each front end gets the lines of one seed, made as for the tests, and 100 MB without a line end at
last. Printed are the lines a second and the growth of the memory; a fault ends the run.
"""

import io
import re
import sys
import time
from pathlib import Path

from loa_engine.protocols import PROTOCOLS, Session, Settings, serve
from loa_engine.records.rule_text import read_rules

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from garbage import garbage

LINES = 1_000_000
PART = 10_000
ENDLESS_BYTES = 100 << 20
SEED = 20261207


class Sink(io.RawIOBase):
    """Takes everything."""

    def writable(self) -> bool:
        """It can be written to."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Forget what is written."""
        return len(data)


class Endless(io.RawIOBase):
    """A line without an end, made as it is read."""

    def __init__(self) -> None:
        self._left = ENDLESS_BYTES

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Some more of the line."""
        count = min(len(buffer), self._left)
        buffer[:count] = b"x" * count
        self._left -= count
        return count


def memory() -> float:
    """Megabytes of memory in use."""
    status = Path("/proc/self/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def run(name: str, lines: int) -> None:
    """Send the lines of a protocol to its front end."""
    protocol = PROTOCOLS[name]
    session = Session(Settings(hash_mb=1), read_rules(protocol.rules))
    front = protocol.front_end(session, lambda text: None)
    started, before, taken = time.perf_counter(), 0.0, 0
    while taken < lines:
        for line in garbage(name, min(PART, lines - taken), SEED + taken):
            front.receive(line)
        taken += PART
        before = before or memory()
    front.close()
    growth = memory() - before
    speed = lines / (time.perf_counter() - started)
    print(f"{name}: {lines} lines, {speed:.0f} a second, {growth:+.1f} MB", flush=True)


def main() -> None:
    """Run the protocols that were named, or all."""
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else LINES
    sys.stderr = io.StringIO()  # CodinGame's front end complains there
    for name in sys.argv[2:] or PROTOCOLS:
        run(name, lines)
        before = memory()
        protocol = PROTOCOLS[name]
        session = Session(Settings(hash_mb=1), read_rules(protocol.rules))
        source = io.BufferedReader(Endless())
        serve(lambda write: protocol.front_end(session, write), source, Sink())  # noqa: B023
        print(f"{name}: {ENDLESS_BYTES >> 20} MB without an end, {memory() - before:+.1f} MB")
        sys.stderr = io.StringIO()


if __name__ == "__main__":
    main()
