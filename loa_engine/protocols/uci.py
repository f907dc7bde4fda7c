"""UCI, the universal chess interface, for this game.

The first side, our Black, is White to a chess program: ``wtime`` is its clock, ``w`` its letter.
The protocol is that of Stefan-Meyer Kahlen (2006), with ``d``, ``eval``, ``bench``, ``legalmoves``
and ``go perft`` as Stockfish and others have them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from loa_engine._version import __version__
from loa_engine.evaluation.score import Score
from loa_engine.evaluation.weights import evaluator_for
from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.perft import divide
from loa_engine.game.rules import Outcome
from loa_engine.protocols.notation import fen, mate_moves, read_move, thousandths, uci_move
from loa_engine.protocols.session import Session
from loa_engine.protocols.uci_go import DEFAULT_MOVETIME, Go, read_go
from loa_engine.protocols.uci_options import UciOptions
from loa_engine.search.bench import bench
from loa_engine.search.levels import STRONGEST
from loa_engine.search.limits import Info, Limit

__all__ = ["Uci", "info_line"]

AUTHOR = "the loa-engine authors"
DEEPEST_PERFT = 12
BOUNDS = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}


class Uci:
    """A conversation in UCI.

    Args:
        session: what is driven.
        write: takes each line.
    """

    def __init__(self, session: Session, write: Callable[[str], None]) -> None:
        self._session = session
        self._write = write
        self._options = UciOptions(session, write)
        self._pondering: Go | None = None
        self._is_silent = False  # whether the end of the running search is not told
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": lambda _: write("readyok"),
            "ucinewgame": lambda _: session.new_game(),
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: session.stop(),
            "ponderhit": self._ponderhit,
            "debug": lambda _: None,
            "register": lambda _: None,
            "d": self._display,
            "eval": self._eval,
            "bench": self._bench,
            "legalmoves": self._legalmoves,
        }

    def receive(self, line: str) -> bool:
        """Take a line; whether the conversation goes on."""
        words = line.split()
        while words and words[0] not in self._commands and words[0] != "quit":
            words.pop(0)  # as the protocol has it: what is not known is passed over
        if not words:
            if line.strip():
                self.complain(f"unknown command {quoted(line.strip())}")
            return True
        if words[0] == "quit":
            return False
        try:
            self._commands[words[0]](words[1:])
        except LoaError as error:
            self.complain(str(error))
        return True

    def complain(self, text: str) -> None:
        """Say that what came is wrong."""
        self._write(f"info string error: {' '.join(text.split())}")

    def finish(self) -> None:
        """The input has ended: that is as good as `quit`."""

    def close(self) -> None:
        """End the search."""
        self._session.stop()

    # Commands -------------------------------------------------------------------------------------

    def _uci(self, _words: list[str]) -> None:
        lines = [f"id name loa-engine {__version__}", f"id author {AUTHOR}", ""]
        self._write("\n".join([*lines, *self._options.descriptions(), "uciok"]))

    def _setoption(self, words: list[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        self._options.set(name.strip(), value.strip())

    def _position(self, words: list[str]) -> None:
        """`startpos` or `fen` with a position, then `moves`; a wrong move leaves all as it was."""
        if "moves" in words:
            split = words.index("moves")
            place, moves = words[:split], words[split + 1 :]
        else:
            place, moves = words, []
        if not place or place[0] not in ("startpos", "fen"):
            self.complain("position: expected startpos or fen")
            return
        start = None if place[0] == "startpos" else " ".join(place[1:])
        self._session.set_game(start, [read_move(move) for move in moves])

    def _go(self, words: list[str]) -> None:
        go = read_go(words)
        for fault in go.faults:
            self.complain(fault)
        if "perft" in go.numbers:
            self._perft(go.numbers["perft"])
        elif go.ponder:
            self._session.stop()
            self._pondering = replace(go, ponder=False)
            self._search(Limit(infinite=True), go, waits=True)
        else:
            self._begin(go)

    def _ponderhit(self, _words: list[str]) -> None:
        """What was expected has been played: search on, from now on by the clock."""
        go, self._pondering = self._pondering, None
        if go is not None and self._session.is_searching:
            self._is_silent = True
            self._session.stop()
            self._is_silent = False
            self._begin(go)

    def _begin(self, go: Go) -> None:
        limit = go.limit(self._session.game.turn)
        at_level = not (go.infinite or self._options.analyses)
        if limit is None and not (at_level and self._session.settings.level < STRONGEST):
            limit = Limit(movetime=DEFAULT_MOVETIME)
        self._search(limit, go, at_level=at_level)

    def _search(
        self, limit: Limit | None, go: Go, *, waits: bool = False, at_level: bool = False
    ) -> None:
        self._session.search(
            limit,
            searchmoves=[read_move(move) for move in go.searchmoves] or None,
            at_level=at_level,
            waits=waits,
            on_info=self._tell,
            on_done=self._tell_move,
        )

    def _perft(self, depth: int) -> None:
        self._session.stop()
        if not 1 <= depth <= DEEPEST_PERFT:
            self.complain(f"perft: expected a depth from 1 to {DEEPEST_PERFT}, not {depth}")
            return
        game = self._session.game
        counts = divide(game.position, depth, rules=game.rules)
        lines = [f"{uci_move(move)}: {count}" for move, count in counts.items()]
        self._write("\n".join([*lines, "", f"Nodes searched: {sum(counts.values())}"]))

    def _display(self, _words: list[str]) -> None:
        game = self._session.game
        moves = " ".join(uci_move(move) for move in game.moves)
        outcome = game.outcome()
        self._write(
            f"{game.position.picture()}\n\nPosition: {game.position}\nFen: {fen(game.position)}\n"
            f"Moves: {moves}\nOutcome: {outcome or 'none'}\nSide to move: {game.turn}"
        )

    def _eval(self, _words: list[str]) -> None:
        position = self._session.game.position
        score = Score(evaluator_for(position.size).evaluate(position.core))
        self._write(f"Evaluation: {score} for {position.turn}, who is to move, without a search")

    def _bench(self, words: list[str]) -> None:
        self._session.stop()
        depth = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 3 else None
        result = bench() if depth is None else bench(max(1, depth))
        self._write(f"Nodes searched: {result.nodes}\nNodes/second: {result.nps}")

    def _legalmoves(self, _words: list[str]) -> None:
        moves = self._session.game.legal_moves()
        self._write(" ".join(["legalmoves", *map(uci_move, moves)]))

    # What a search says ---------------------------------------------------------------------------

    def _tell(self, info: Info) -> None:
        if not self._is_silent:
            self._write(info_line(info, self._options.shows_chances))

    def _tell_move(self, info: Info | None) -> None:
        if self._is_silent:
            return
        if info is None:
            self._tell_end()
            return
        text = f"bestmove {uci_move(info.best_move)}"
        self._write(f"{text} ponder {uci_move(info.pv[1])}" if len(info.pv) > 1 else text)

    def _tell_end(self) -> None:
        """There is nothing to search: say how the game ended."""
        game = self._session.game
        outcome = game.outcome()
        assert outcome is not None
        score = "cp 0"
        if outcome.winner is not None:
            score = "mate 0" if outcome.winner is not game.turn else "mate 1"
        ending = f"info string gameover {_ending(outcome)}: {outcome}"
        self._write(f"info depth 0 score {score}\n{ending}\nbestmove (none)")


def info_line(info: Info, with_chances: bool = False) -> str:
    """A report of a search as UCI has it."""
    mate = mate_moves(info.score)
    score = f"cp {info.score.value}" if mate is None else f"mate {mate}"
    chances = "".join(f" {part}" for part in thousandths(info.score)) if with_chances else ""
    return (
        f"info depth {info.depth} seldepth {info.selective_depth} multipv {info.rank}"
        f" score {score}{BOUNDS[info.bound]}{' wdl' * bool(chances)}{chances}"
        f" nodes {info.nodes} nps {info.nps} hashfull {info.table_fill}"
        f" time {round(1000 * info.time)} pv {' '.join(map(uci_move, info.pv))}"
    )


def _ending(outcome: Outcome) -> str:
    return "draw" if outcome.winner is None else f"{str(outcome.winner).lower()}_wins"
