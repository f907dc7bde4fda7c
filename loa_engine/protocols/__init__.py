"""The engine for other programs: one session, and a thin front end for each protocol.

``Session`` is a game that is driven from outside, with a search in a thread of its own.
``PROTOCOLS`` names the front ends; ``serve`` runs one over a pair of streams. docs/protocols.md has
transcripts.
"""

from collections.abc import Callable
from dataclasses import dataclass

from loa_engine.protocols.analysis import Analysis
from loa_engine.protocols.codingame import CodinGame
from loa_engine.protocols.gtp import Gtp
from loa_engine.protocols.serve import FrontEnd, Output, serve
from loa_engine.protocols.session import Session, Settings
from loa_engine.protocols.uci import Uci
from loa_engine.protocols.xboard import Xboard

__all__ = ["PROTOCOLS", "FrontEnd", "Output", "Protocol", "Session", "Settings", "serve"]


@dataclass(frozen=True, slots=True)
class Protocol:
    """A way to speak to other programs.

    Attributes:
        name: its name.
        front_end: makes what speaks it, from the session and from where lines are written to.
        rules: the rule set that its programs expect.
    """

    name: str
    front_end: Callable[[Session, Callable[[str], None]], FrontEnd]
    rules: str = "standard"


PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        Protocol("uci", Uci),
        Protocol("xboard", Xboard),
        Protocol("gtp", Gtp),
        Protocol("codingame", CodinGame, rules="codingame"),
        Protocol("json", Analysis),
    )
}
"""The protocols by name."""
