"""The `loa` command: a shell over the library, one module per sub-command.

Nothing is decided here: options are read (`options.py`), the library is called, and the answer is
written as lines or JSON (`output.py`); `app.py` puts the commands together. This module is what a
process begins with, so it imports nothing that takes time until Ctrl-C is provided for.
"""

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

__all__ = ["main", "run"]

STATUS_OF_SIGNAL = 128  # added to the number of the signal, as shells count


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line as a process: the words after `loa`, None for those of the process."""
    hears_ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if hears_ctrl_c:
        signal.signal(signal.SIGINT, _leave_at_once)
    from loa_engine.cli.app import run as run_command

    for name in ("SIGTERM", "SIGHUP"):  # files that are half written go away
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
            signal.signal(getattr(signal, name), _unwind)
    try:
        if hears_ctrl_c:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = run_command(arguments)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is left is leaving
    except KeyboardInterrupt:
        status = STATUS_OF_SIGNAL + signal.SIGINT
    sys.exit(status)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line within a program; the result is the exit status."""
    from loa_engine.cli.app import run as run_command

    return run_command(arguments)


def _leave_at_once(number: int, _frame: FrameType | None) -> NoReturn:
    """End the process while there is nothing under way yet."""
    os._exit(STATUS_OF_SIGNAL + number)


def _unwind(number: int, _frame: FrameType | None) -> NoReturn:
    """End the process by an exception, so that everything is put away."""
    sys.exit(STATUS_OF_SIGNAL + number)
