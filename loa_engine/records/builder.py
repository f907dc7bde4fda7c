"""The builder: what a reader finds in a file, in order, becomes a game record.

Readers know the syntax of a format and call the builder for each thing they find: a header, a
move, a comment, the start and end of a variation. The builder plays the moves, so that every move
of a record is legal, and remembers the first fault of each line of play. A line is read no further
after a fault; the rest of the record is.

Where a record does not state its rules, the rules that the reader assumes may be too strict: the
game goes on after a repetition or a limit, or a stuck player passes. Then the record is read
without that rule, and a note says so.
"""

from collections.abc import Sequence
from dataclasses import replace

from loa_engine.evaluation.score import Score
from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, RecordError
from loa_engine.game.move import Move
from loa_engine.game.position import Position
from loa_engine.game.rules import Reason, RuleSet
from loa_engine.records.follow import (
    Assumption,
    Follower,
    MoveReader,
    MoveSplitter,
    Play,
    read_plain_move,
)
from loa_engine.records.open_line import OpenLine
from loa_engine.records.record import (
    DEEPEST_VARIATION,
    MARKS,
    BrokenRecord,
    GameRecord,
    Node,
    split_signs,
)
from loa_engine.records.result import Result, settle_result
from loa_engine.records.rule_text import read_rules

__all__ = ["Assumption", "RecordBuilder"]

MOST_NOTES = 20
MOST_SIGNS = 40


class RecordBuilder:
    """Makes one record.

    Args:
        number: the number of the game in its file, from 1.
        assumption: what holds when the record states no rules.

    Attributes:
        headers: the headers, free to change.
    """

    def __init__(self, number: int, assumption: Assumption) -> None:
        self.number = number
        self.headers: dict[str, str] = {}
        self._follower = Follower(assumption)
        self._root = Node(None)
        self._notes: list[str] = []
        self._errors: list[RecordError] = []
        self._comments: dict[int, tuple[Node, list[str]]] = {}  # by the node's id
        self._stated: Result | None = None
        self._ended: Result | None = None
        self._is_broken = False  # whether the game itself has a fault, not only a variation
        self._main = OpenLine([], [])
        self._lines = [self._main]

    # What is known so far -------------------------------------------------------------------------

    @property
    def has_moves(self) -> bool:
        """Whether the game has a move, an end, or a fault where a move should be."""
        return bool(self._main.nodes or self._ended or self._is_broken)

    @property
    def position(self) -> Position:
        """The position where the next move will be played."""
        return self._follower.at(self._lines[-1].path).position

    @property
    def ply(self) -> int:
        """How many moves the present line has."""
        return len(self._lines[-1].path)

    @property
    def is_over(self) -> bool:
        """Whether the moves of the present line have ended the game."""
        current = self._lines[-1]
        return not current.dead and self._follower.at(current.path).outcome() is not None

    @property
    def is_dead(self) -> bool:
        """Whether a fault keeps the present line from being read."""
        return self._lines[-1].dead

    @property
    def depth(self) -> int:
        """How many parentheses are open."""
        return len(self._lines) - 1

    # What the record says about itself ------------------------------------------------------------

    def note(self, text: str, line: int | None = None) -> None:
        """Say what is odd about the record though it can be read."""
        if len(self._notes) < MOST_NOTES:
            self._notes.append(text if line is None else f"line {line}: {text}")

    def set_start(self, position: Position, turn_is_open: bool = False) -> None:
        """Set the start position; with ``turn_is_open`` the first move shows whose turn it is."""
        self._follower.start, self._follower.turn_is_open = position, turn_is_open

    def state_rules(self, rules: RuleSet | str) -> bool:
        """Set the rules, given as such or as text; False when there are none such or too late."""
        if isinstance(rules, str):
            try:
                rules = read_rules(rules)
            except LoaError:
                return False
        if not self._follower.has_begun:
            self._follower.rules, self._follower.strict = rules, True
            return True
        return False

    def assume_rules(self, rules: RuleSet) -> None:
        """Set the rules that hold if neither the record nor the user says otherwise."""
        if not self._follower.strict:
            self._follower.rules = rules

    def state_result(self, result: Result | None) -> None:
        """Set the result that the record states; stated again it may add the reason."""
        if result is None:
            return
        if self._stated is not None and self._stated.winner is not result.winner:
            self.note(f"it says both {self._stated} and {result}")
        elif self._stated is None or self._stated.reason is None:
            self._stated = result

    # What was played ------------------------------------------------------------------------------

    def play(
        self,
        text: str,
        line: int | None = None,
        *,
        by: Color | None = None,
        reader: MoveReader = read_plain_move,
    ) -> None:
        """Play a move.

        Args:
            text: the move, with the signs behind it.
            line: the line of the file.
            by: who moves, if the record says.
            reader: how the text is read.
        """
        current = self._lines[-1]
        if current.dead:
            return
        if current.branch is not None:
            self.fail("a move after the variations of its line", line, text)
            return
        if self._ended is not None and current.nodes is self._main.nodes:
            self.fail(f"the game is over already, {self._ended}", line, text)
            return
        bare, suffix, mark = split_signs(text)
        try:
            if by is not None:
                is_first = not (current.path or self._main.nodes)
                self._follower.agree_on_turn(current.path, by, is_first)
            move = self._follower.push(current.path, bare or text, reader)
        except LoaError as error:
            self.fail(str(error), line, text)
            return
        self._append(Node(move, mark=mark, suffix=suffix))

    def play_all(
        self,
        plays: Sequence[Play],
        *,
        reader: MoveReader = read_plain_move,
        split: MoveSplitter = Move.parse,
    ) -> None:
        """Play moves that have nothing between them: what ``play`` does for each, but faster.

        Args:
            plays: the moves.
            reader: how a text is read in its position.
            split: how a text is read by itself.
        """
        done = 0
        while done < len(plays) and not self.is_dead:
            current = self._lines[-1]
            is_over = self._ended is not None and current.nodes is self._main.nodes
            if current.branch is None and not is_over:
                played = self._follower.push_all(current.path, plays[done:], split)
                for move in played:
                    self._append(Node(move))
                done += len(played)
            if done < len(plays):
                text, by, line = plays[done]
                self.play(text, line, by=by, reader=reader)
                done += 1

    def end(self, winner: Color | None, reason: Reason, line: int | None = None) -> None:
        """End the game where a move would stand: a resignation, for instance."""
        current = self._lines[-1]
        if current.nodes is not self._main.nodes:
            self.note(f"a variation ends by {reason}, which is not kept", line)
        elif not current.dead:
            self._ended = self._ended or Result(winner, reason)

    def take_back(self, line: int | None = None) -> None:
        """Take the last move of the present line back, with what was said about it."""
        current = self._lines[-1]
        if not current.dead and (not current.nodes or len(current.path) <= current.shared):
            self.note("there is no move to take back", line)
        elif not current.dead:
            self._ended = None if current.nodes is self._main.nodes else self._ended
            self.note(f"{current.nodes[-1].move} is taken back", line)
            if current.nodes.pop().move is not None:
                current.path.pop()
                self._follower.share(len(current.path))

    def fail(self, reason: str, line: int | None = None, move: str | None = None) -> None:
        """Record a fault of the present line, which is read no further."""
        current = self._lines[-1]
        if current.dead:
            return
        current.dead = True
        self._is_broken = self._is_broken or current.nodes is self._main.nodes
        if current.host is not None:
            reason = f"in a variation: {reason}"
        ply = None if move is None else len(current.path) + 1
        self._errors.append(RecordError(reason, game=self.number, line=line, ply=ply, move=move))

    def fail_whole(self, reason: str, line: int | None = None) -> None:
        """Record a fault that leaves no further move readable, such as a board too large."""
        if not self._main.dead:
            self._errors.append(RecordError(reason, game=self.number, line=line))
        self._is_broken = True
        for each in self._lines:
            each.dead = True

    # What was written about it --------------------------------------------------------------------

    def comment(self, text: str, is_line: bool = False) -> None:
        """Add a comment on the last move; before the first one, on the start.

        Several make the lines of one; an empty one counts only where ``is_line`` says so.
        """
        node = self._target() if text or is_line else None
        if node is not None:
            _, lines = self._comments.setdefault(id(node), (node, []))
            if text or lines:
                lines.append(text)

    def mark(self, mark: str) -> bool:
        """Judge the last move; False when it is judged otherwise already."""
        node = self._target()
        if node is None:
            return True
        if mark not in MARKS or node.mark not in ("", mark):
            return False
        node.mark = mark
        return True

    def score(self, score: Score) -> bool:
        """Set the score after the last move; False when it has another one already."""
        node = self._target()
        if node is None:
            return True
        if node.score not in (None, score):
            return False
        node.score = score
        return True

    def signs(self, text: str) -> None:
        """Add signs that stand apart from the move they belong to."""
        _, suffix, mark = split_signs(text)
        if not mark or self.mark(mark):
            mark = ""
        self.suffix(suffix + mark)

    def suffix(self, text: str) -> None:
        """Add signs that are kept as they are."""
        node = self._target() if text else None
        if node is None:
            return
        if len(node.suffix) < MOST_SIGNS:
            node.suffix += text[:MOST_SIGNS]
        else:
            self.note(f"more than {MOST_SIGNS} signs behind a move are not kept")

    def remark(self) -> None:
        """Begin a node without a move, for remarks before the first move of a variation."""
        if not self.is_dead:
            self._append(Node(None))

    def add_property(self, name: str, values: Sequence[str]) -> None:
        """Keep something that only one format knows; values of the same name add up."""
        node = self._target()
        if node is not None:
            node.properties.setdefault(name, []).extend(values)

    # Variations -----------------------------------------------------------------------------------

    def open_branch(self, line: int | None = None) -> None:
        """Begin one of the lines that part here (SGF): the first goes on, the others vary."""
        current = self._lines[-1]
        if current.branch is None:
            current.branch, current.branch_ply = len(current.nodes), len(current.path)
        if len(current.nodes) == current.branch:
            self._lines.append(replace(current, branch=None, shared=current.branch_ply))
        else:
            self._vary(current.nodes[current.branch], current.branch_ply, line)

    def open_alternative(self, line: int | None = None) -> bool:
        """Begin a line instead of the last move (PGN); False when there is no move.

        A line instead of the first move of a variation is a variation beside that one.
        """
        current = self._lines[-1]
        if not current.nodes and not current.dead:
            return False
        last = current.nodes[-1] if current.nodes else self._root
        host = current.host if current.host is not None and len(current.nodes) == 1 else last
        self._vary(host, max(0, len(current.path) - (last.move is not None)), line)
        return True

    def close(self) -> None:
        """End the line that was opened last."""
        child = self._lines.pop()
        parent = self._lines[-1]
        self._follower.share(child.shared)
        if child.path is parent.path:
            del parent.path[parent.branch_ply :]
        if child.dead and parent.branch == len(parent.nodes):
            parent.dead = True

    def _vary(self, host: Node, shared: int, line: int | None) -> None:
        current = self._lines[-1]
        path = [] if current.dead else current.path[:shared]
        child = OpenLine([], path, shared, current.depth + 1, current.dead, host)
        self._lines.append(child)
        self._follower.share(shared)
        if child.depth > DEEPEST_VARIATION:
            self.fail(f"variations lie more than {DEEPEST_VARIATION} deep", line)

    # The record -----------------------------------------------------------------------------------

    def finish(self) -> GameRecord | BrokenRecord:
        """The record, which is broken when there was a fault."""
        while self.depth:
            self.close()
        for node, lines in self._comments.values():
            node.comment = "\n".join(lines)
        moves = [node.move for node in self._main.nodes if node.move is not None]
        game = self._follower.at(moves)
        result, odd = settle_result(game.outcome(), self._ended, self._stated, self._is_broken)
        if odd:
            self.note(odd)
        for remark in self._follower.remarks:
            self.note(remark)
        record = GameRecord(
            start=game.start,
            rules=game.rules,
            line=self._main.nodes,
            root=self._root,
            headers=self.headers,
            result=result,
            notes=tuple(self._notes),
        )
        if self._errors:
            return BrokenRecord(self._errors[0], record, tuple(self._errors))
        return record

    def _append(self, node: Node) -> None:
        """Add a node to the present line; the first of a variation puts it into the record."""
        current = self._lines[-1]
        if current.host is not None and not current.nodes:
            current.host.variations.append(current.nodes)
        current.nodes.append(node)

    def _target(self) -> Node | None:
        """The node that remarks belong to; None when the line is not read any more."""
        current = self._lines[-1]
        if current.dead:
            return None
        if not current.nodes:
            if current.host is None:
                return self._root
            self._append(Node(None))
        return current.nodes[-1]
