"""SGF files read: FF[4] with ``GM[9]``, and the dialects of old archives.

``sgf_text`` takes the file apart; here is what the properties mean. A node without a move belongs
to the move before it, so that comments in nodes of their own come out with their moves. What has
no meaning for us is kept with its node and written again.

The source for moves and for SU, AS, IP, IY and SE is the description of the format for this game,
for all others that of FF[4]; what the dialects do was learnt from archives.
"""

import re
from collections.abc import Iterator

from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, quoted
from loa_engine.game.position import Position
from loa_engine.game.rules import Reason
from loa_engine.game.squares import parse_square
from loa_engine.game.variants import VARIANTS
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.follow import Play
from loa_engine.records.movelists.san import read_san
from loa_engine.records.record import (
    BrokenRecord,
    GameRecord,
    Result,
    as_reason,
    parse_result,
)
from loa_engine.records.sgf.setup import SETUP_PROPERTIES, Setup
from loa_engine.records.sgf.text import SgfEvent, SgfKind, scan, simple, unescape
from loa_engine.records.source import Source, decode, known_charset

__all__ = ["HEADER_PROPERTIES", "WIN_VALUE", "read_sgf"]

HEADER_PROPERTIES = {
    "PB": "black",
    "PW": "white",
    "BR": "black_rating",
    "WR": "white_rating",
    "BT": "black_team",
    "WT": "white_team",
    "DT": "date",
    "EV": "event",
    "PC": "site",
    "RO": "round",
    "GN": "name",
    "GC": "description",
    "AN": "annotator",
    "US": "transcriber",
    "SO": "source",
    "CP": "copyright",
    "ON": "opening",
    "TM": "time",
    "OT": "overtime",
}
"""The properties that are headers, with our names for them."""

WIN_VALUE = 1000
"""V of a win on the spot; a win in n plies is n hundredths less. Ours: FF[4] has no such thing."""

LEAST_WIN_VALUE = 900
OUR_GAMES = ("9", "LOA")
DROPPED = frozenset({"FF", "CA", "AP"})
MOVERS = {"B": Color.BLACK, "W": Color.WHITE, "P0": None, "P1": None}
MARK_PROPERTIES = {"TE": ("!", "!!"), "BM": ("?", "??"), "IT": ("!?", "!?"), "DO": ("?!", "?!")}
ENDS = {"resign": Reason.RESIGN, "forfeit": Reason.FORFEIT}
NO_MOVES = ("start", "edit", "done", "offerdraw", "declinedraw", "select", "time", "id ", "color ")
INDEX = re.compile(r"\A\d+\s+", re.ASCII)
BOARDSPACE_NAME = re.compile(r'id\s+"?([^"]*)"?', re.IGNORECASE)
BOARDSPACE_START = re.compile(r"start\s+(black|white)", re.IGNORECASE)
UNDO = "undo"
FIRST_SQUARE = re.compile(r"[a-h][1-8]", re.ASCII | re.IGNORECASE)
PLAIN_MOVE = re.compile(r"([BW])\[([^\]]*)\]")
RESULT = re.compile(r"\s*(b|w|black|white)\s*(?:\+\s*(.*)|wins?.*)", re.IGNORECASE)
ROUNDING = 1e-6
REAL = re.compile(r"\s*[+-]?\d{1,6}(?:\.\d{0,6})?\s*", re.ASCII)
REASONS = {"r": Reason.RESIGN, "t": Reason.TIME, "f": Reason.FORFEIT}


def read_sgf(source: Source, assumption: Assumption) -> Iterator[GameRecord | BrokenRecord]:
    """The games of a file, one after the other."""
    game: _Game | None = None
    number = 0
    for event in scan(source.chunks()):
        if event.kind is SgfKind.OPEN and game is None:
            number += 1
            game = _Game(RecordBuilder(number, assumption), source.is_decoded)
        elif game is not None and game.take(event):
            yield game.builder.finish()
            game = None


class _Game:
    """One game while it is read."""

    def __init__(self, builder: RecordBuilder, is_decoded: bool) -> None:
        self.builder = builder
        self._is_decoded = is_decoded
        self._charset: str | None = None
        self._setup: Setup | None = Setup()  # None when the start is settled
        self._node: list[SgfEvent] = []
        self._depth = 1
        self._result: Result | None = None
        self._reason: Reason | None = None
        self._has_words = False

    def take(self, event: SgfEvent) -> bool:
        """Take the next event; whether the game ends with it."""
        kind = event.kind
        if kind is SgfKind.PROPERTY or kind is SgfKind.WORD:
            self._node.append(event)
            return False
        if self._node:
            self._end_node()
        if kind is SgfKind.NODE:
            return False
        if kind is SgfKind.MOVES:
            self._plain_moves(event)
            return False
        if kind is SgfKind.OPEN:
            self._depth += 1
            self.builder.open_branch(event.line)
        elif kind is SgfKind.CLOSE:
            self._depth -= 1
            if self._depth:
                self.builder.close()
        elif kind is SgfKind.LOST:
            self._settle()
            self.builder.fail_whole(event.text, event.line)
            self._depth = 0
        if self._depth:
            return False
        self._settle()
        if self._result is not None:
            reason = self._reason or self._result.reason
            self.builder.state_result(Result(self._result.winner, reason))
        return True

    # Nodes ----------------------------------------------------------------------------------------

    def _end_node(self) -> None:
        """Take what has been gathered for a node: first the game, then the moves, then remarks."""
        node, self._node = self._node, []
        if len(node) == 1 and node[0].text in MOVERS:
            self._move(node[0])
            return
        for event in node:
            if event.text == "CA" and event.kind is SgfKind.PROPERTY:
                self._charset = known_charset(event.values[0].strip())
        moves = []
        remarks = []
        for event in node:
            if event.kind is SgfKind.WORD or event.text in MOVERS:
                moves.append(event)
            elif not self._about_game(event):
                remarks.append(event)
        for event in moves:
            self._move(event)
        for event in remarks:
            self._remark(event)

    def _texts(self, event: SgfEvent) -> list[str]:
        """The values of a property as text."""
        raw = (unescape(value) for value in event.values)
        if self._is_decoded:
            return list(raw)
        return [decode(value, self._charset) for value in raw]

    # The game as a whole --------------------------------------------------------------------------

    def _about_game(self, event: SgfEvent) -> bool:
        """Take a property that is about the whole game; False when it is not one."""
        name, builder = event.text, self.builder
        if name in DROPPED:
            return True
        if name == "GM":
            game = simple(event.values[0]).strip('"')
            if game.upper() not in OUR_GAMES:
                builder.fail_whole(f"GM[{game[:20]}] is another game: expected GM[9]", event.line)
            return True
        if name in SETUP_PROPERTIES:
            self._add_setup(event)
            return True
        if name in HEADER_PROPERTIES:
            return self._header(event)
        if name == "RE":
            return self._state_result(simple(self._texts(event)[0]))
        if name == "XR":
            self._reason = as_reason(event.values[0])
            return self._reason is not None
        if name == "RU":
            text = simple(self._texts(event)[0])
            known = builder.state_rules(text)
            if not known:
                builder.note(f"the rules {quoted(text)} are not known", event.line)
            return known
        return False

    def _header(self, event: SgfEvent) -> bool:
        text = "\n".join(self._texts(event))
        key = HEADER_PROPERTIES[event.text]
        if key != "description":
            text = simple(text)
        if not text:
            return True
        return self.builder.headers.setdefault(key, text) == text

    def _state_result(self, text: str) -> bool:
        """Take RE; False when it names no result, so that it is kept as it stands."""
        found = RESULT.fullmatch(text)
        if found is not None:
            reason = REASONS.get((found[2] or "")[:1].lower())
            self._result = Result(Color.parse(found[1]), reason)
        elif text.lower() in ("0", "draw"):
            self._result = Result(None)
        else:
            try:
                self._result = parse_result(text)
            except LoaError:
                return False
        return self._result is not None

    def _add_setup(self, event: SgfEvent) -> None:
        if self._setup is None:
            self.builder.fail(f"{event.text} after the first move", event.line)
            return
        try:
            self._setup.add(event.text, self._texts(event))
        except LoaError as error:
            self.builder.fail_whole(str(error), event.line)

    def _settle(self, move: str = "", by: Color | None = None, line: int | None = None) -> None:
        """Settle the start position, before the first move or at the end."""
        setup, self._setup = self._setup, None
        if setup is None or self.builder.is_dead:
            return
        try:
            position, notes = setup.position()
            if setup.is_scrambled and FIRST_SQUARE.match(move):
                mover = position.turn if by is None else by
                if position.piece_at(parse_square(move[:2])) is mover.other:
                    position = Position.parse(VARIANTS["scrambled-eggs"].mirrored_start or "")
            self.builder.set_start(position, setup.turn_is_open)
        except LoaError as error:
            self.builder.fail_whole(str(error), line)
            return
        for note in notes:
            self.builder.note(note)

    # Moves ----------------------------------------------------------------------------------------

    def _plain_moves(self, event: SgfEvent) -> None:
        """Take nodes that have nothing but a move."""
        plays: list[Play] = [
            (move, MOVERS[mover], line)
            for line, text in enumerate(event.text.split("\n"), start=event.line)
            for mover, move in PLAIN_MOVE.findall(text)
        ]
        move, by, line = plays[0]
        self._settle(move, by, line)
        self.builder.play_all(plays)

    def _move(self, event: SgfEvent) -> None:
        """Take a move, or what stands in the place of one."""
        if event.kind is SgfKind.WORD:
            self._word(event)
            return
        by = MOVERS[event.text]
        for value in self._texts(event):
            text = INDEX.sub("", value.strip(), count=1)
            if by is None and self._is_boardspace_remark(event.text, text):
                continue
            if text.lower() == UNDO:
                self._settle(line=event.line)
                self.builder.take_back(event.line)
                continue
            text = "".join(text.split()).strip('"') or "pass"
            if self._setup is not None:
                self._settle(text, by, event.line)
            mover = self.builder.position.turn if by is None else by
            self._play(text, mover, event.line)

    def _play(self, text: str, mover: Color, line: int) -> None:
        if FIRST_SQUARE.match(text):
            self.builder.play(text, line, by=mover)
            return
        lowered = text.lower()
        ending = next((ENDS[word] for word in ENDS if lowered.startswith(word)), None)
        if ending is not None:
            self.builder.end(mover.other, ending, line)
        elif lowered.startswith("winontime"):
            self.builder.end(mover, Reason.TIME, line)
        elif lowered in ("draw", "acceptdraw"):
            self.builder.end(None, Reason.AGREED, line)
        elif lowered.startswith(NO_MOVES):
            self.builder.note(f"{quoted(text)} is no move and not kept", line)
        else:
            self.builder.play(text, line, by=mover)

    def _is_boardspace_remark(self, name: str, text: str) -> bool:
        """Take what is no move of a player there: his name, his clock, who begins, buttons."""
        found = BOARDSPACE_NAME.fullmatch(text)
        if found is not None:
            header = "black" if name == "P0" else "white"
            self.builder.headers.setdefault(header, found[1].strip())
            return True
        begins = BOARDSPACE_START.fullmatch(text)
        if begins is not None and self._setup is not None:
            self._setup.add("PL", [begins[1]])
            return True
        return text.lower().startswith(NO_MOVES)

    def _word(self, event: SgfEvent) -> None:
        """A move outside of properties, as one site's analysis page writes them."""
        if not self._has_words:
            self._has_words = True
            self.builder.note("moves stand outside of properties", event.line)
        self._settle(event.text, None, event.line)
        text = event.text
        if self.builder.ply % 2 and text[:1] in ("W", "B"):
            text = f"L{text[1:]}"
        self.builder.play(text, event.line, reader=read_san)

    # Remarks --------------------------------------------------------------------------------------

    def _remark(self, event: SgfEvent) -> None:
        """Take what is said about a move or position."""
        name, texts = event.text, self._texts(event)
        if name == "C":
            self.builder.comment("\n".join(texts))
            return
        if name == "V":
            score = read_value(texts[0])
            if score is not None and self.builder.score(score):
                return
        if name in MARK_PROPERTIES:
            mark = MARK_PROPERTIES[name][texts[0].strip() == "2"]
            if self.builder.mark(mark):
                return
        self.builder.add_property(name, texts)


def read_value(text: str) -> Score | None:
    """The score that V gives, good for Black above zero; None when it is not exactly one."""
    if not REAL.fullmatch(text):
        return None
    hundredths = float(text) * 100
    value = round(hundredths)
    if abs(hundredths - value) > ROUNDING:
        return None
    try:
        if abs(value) <= LEAST_WIN_VALUE * 100:
            return Score.cp(value)
        win = Score.win_in(WIN_VALUE * 100 - abs(value))
        return win if value > 0 else -win
    except LoaError:
        return None
