"""Ctrl-C at a terminal: it ends a search or a line, and never the game."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Interrupts"]


class Interrupts:
    """Where Ctrl-C raises KeyboardInterrupt, and where it is only remembered.

    Usable in the main thread, as signals are. Where Ctrl-C is ignored altogether it stays so.
    """

    def __init__(self) -> None:
        self._came = False
        self._is_kept = False

    def forget(self) -> None:
        """Take no notice of a Ctrl-C that nothing has come of."""
        self._came = False

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Within, Ctrl-C is remembered where ``heard`` has not been entered."""
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return
        self._is_kept = True
        signal.signal(signal.SIGINT, self._remember)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._is_kept = False

    def keep_again(self) -> None:
        """Remember Ctrl-C again after others, such as a line editor, have set what it does."""
        if self._is_kept:
            signal.signal(signal.SIGINT, self._remember)

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Within, Ctrl-C ends what is done; also one that came shortly before.

        Raises:
            KeyboardInterrupt: it has been pressed.
        """
        if not self._is_kept:
            yield
            return
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            if self._came:
                raise KeyboardInterrupt
            yield
        finally:
            signal.signal(signal.SIGINT, self._remember)
            self._came = False

    def _remember(self, number: int, frame: object) -> None:
        self._came = True
