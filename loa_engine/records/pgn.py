"""PGN files of PlayStrategy and XBoard: headers in brackets, then short algebraic moves.

The first player, our Black, is White or P1 there: he moves first, has the letter ``L``, and
``1-0`` is his win. Moves may also be written in full, with or without a mark between the squares.
Headers that have a name of ours get it; all others are kept under their own.
"""

import re
from collections.abc import Iterator

from loa_engine.color import Color
from loa_engine.errors import LoaError
from loa_engine.move import Move
from loa_engine.position import Position
from loa_engine.position_text import write_first_player_line
from loa_engine.records.builder import Assumption, RecordBuilder
from loa_engine.records.movetext import MoveTaker, Splitter, TokenKind
from loa_engine.records.movetext_write import comment_pieces, line_pieces, wrapped
from loa_engine.records.record import BrokenRecord, GameRecord, Result, parse_result
from loa_engine.records.rule_text import write_rules
from loa_engine.records.san import write_san
from loa_engine.records.source import Source
from loa_engine.rules import RULE_SETS, Reason
from loa_engine.variants import VARIANTS
