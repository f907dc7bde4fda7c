"""The prompt of a terminal: line editing, history and completion by prompt_toolkit."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.shortcuts import CompleteStyle

from loa_engine.play.commands import COMMANDS
from loa_engine.play.conversation import Conversation

__all__ = ["TerminalPrompt"]

REFRESH_SECONDS = 0.25
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class TerminalPrompt:
    """Reads lines at a terminal.

    Args:
        conversation: what is completed comes from it, and so do the clocks.
    """

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._session: PromptSession[str] = PromptSession(
            completer=_Words(conversation),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            key_bindings=_keys(),
            reserve_space_for_menu=0,
        )
        self._session.app.before_render += self._look_round
        self._signal: int | None = None

    def read(self) -> str | None:
        """A line; None when there are no more, and an empty one when the time is over."""
        has_clocks = bool(self._conversation.clocks)
        while True:
            try:
                with self._signals_after_the_line():
                    return self._session.prompt(
                        self._conversation.prompt,
                        rprompt=(lambda: self._conversation.clocks) if has_clocks else None,
                        refresh_interval=REFRESH_SECONDS if has_clocks else 0,
                    )
            except KeyboardInterrupt:  # a signal; the key only clears the line
                continue
            except EOFError:
                return None

    @contextmanager
    def _signals_after_the_line(self) -> Iterator[None]:
        """Let a signal that ends the process end the line first, and the process after it.

        While a line is edited the terminal has other settings, which have to be put back.
        """
        handlers = {number: signal.getsignal(number) for number in ENDING}
        handlers = {number: each for number, each in handlers.items() if callable(each)}
        for number in handlers:
            signal.signal(number, self._note_signal)
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            if self._signal is not None:
                signal.raise_signal(self._signal)

    def _note_signal(self, number: int, frame: object) -> None:
        self._signal = number
        if self._session.app.loop is not None:
            self._session.app.loop.call_soon_threadsafe(self._look_round, self._session.app)

    def _look_round(self, app: Application[str]) -> None:
        """Give the line up when a flag has fallen or the process is to end."""
        is_waiting = app.is_running and app.future is not None and not app.future.done()
        if is_waiting and (self._conversation.is_out_of_time or self._signal is not None):
            app.exit(result="")


class _Words(Completer):
    """Completes commands, moves, squares and the names of files."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        """What the word before the cursor may become."""
        line = document.text_before_cursor.lstrip()
        name, blank, rest = line.partition(" ")
        if blank and name in COMMANDS and COMMANDS[name].takes == "files":
            yield from self._paths.get_completions(Document(rest), event)
            return
        word = line.rpartition(" ")[2]
        for each in self._conversation.completions(line):
            yield Completion(each, start_position=-len(word))


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("c-c")
    def _clear(event: KeyPressEvent) -> None:
        """Only clear the line."""
        event.current_buffer.reset()

    return keys
