"""Rule sets: the table of the rule book entry by entry, and what each option does to a game.

Every way a game can end has its reason here, and every entry of the table is tried, not only
stored.
"""

from dataclasses import FrozenInstanceError, asdict, fields

import brute
import kit
import pytest
import reference
from hypothesis import given
from reference import End

from loa_engine import (
    PASS,
    RULE_SETS,
    VARIANTS,
    Color,
    Game,
    IllegalMoveError,
    Position,
    RuleError,
    RuleSet,
)

RESULTS = kit.load_json("results.json")
OPTIONS = [field.name for field in fields(reference.Rules)]
WINNER_IF_BOTH = {"mover": "mover", "opponent": "opponent", "draw": None, "illegal": None}
TO_AND_FRO = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"]
TRIANGLE_START = "5o2/3x4/8/7o/8/8/8/2x5 x"
TRIANGLE = ["c1-b1", "f8-e7", "b1-b2", "e7-f8", "b2-c1"]  # Black goes round, White there and back
ONLY_MOVE_UNITES_BOTH = "x1xo/xx2/1oxx/x2x o"
SHORT_WIN = ["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7", "a3xc1", "b3-e6", "h3xf1", "e1-e5"]


def end_of(position, rules):
    return kit.end_of(position.outcome(rules))


def played(moves, rules="standard", start=None):
    game = Game(start, rules)
    for move in moves:
        game.push(move)
    return game


# The table ----------------------------------------------------------------------------------------


def test_all_rule_sets_are_there():
    assert set(RULE_SETS) == set(reference.RULE_SETS)


@pytest.mark.parametrize("name", reference.RULE_SETS)
def test_entries_of_the_table(name):
    ours = RuleSet.named(name)
    assert {option: getattr(ours, option) for option in OPTIONS} == asdict(
        reference.RULE_SETS[name]
    )
    assert ours.name == name
    assert ours is RULE_SETS[name]
    assert ours.source


@pytest.mark.parametrize(
    ("name", "option"),
    [("brainking", "no_moves"), ("littlegolem", "no_moves"), ("playstrategy", "repetition")],
)
def test_our_own_choices_are_told(name, option):
    assert option in RULE_SETS[name].our_choice


def test_our_choices_are_options():
    for rules in RULE_SETS.values():
        assert set(rules.our_choice) <= set(OPTIONS)


def test_a_mix_by_hand():
    mix = RuleSet(simultaneous="draw", no_moves="pass")
    assert mix == RULE_SETS["ludii"]
    assert hash(mix) == hash(RULE_SETS["ludii"])
    assert mix != RULE_SETS["olympiad"]
    with pytest.raises(FrozenInstanceError):
        mix.simultaneous = "mover"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"simultaneous": "both"}, r"simultaneous.*both"),
        ({"no_moves": "lose"}, r"no_moves.*lose"),
        ({"repetition": "fivefold"}, r"repetition.*fivefold"),
        ({"move_limit": 0}, r"move_limit.*0"),
        ({"capture_limit": -3}, r"capture_limit.*-3"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_unknown_options_are_refused(options, words):
    with pytest.raises(RuleError, match=words):
        RuleSet(**options)


def test_an_unknown_rule_set_is_told_which_there_are():
    with pytest.raises(RuleError, match=r"chess.*standard|standard.*chess"):
        RuleSet.named("chess")
    with pytest.raises(RuleError):
        Position.start().legal_moves("chess")
    with pytest.raises(RuleError):
        Game(rules="chess")


@pytest.mark.parametrize("variant", reference.STARTS)
def test_variants(variant):
    known = VARIANTS[variant]
    assert known.name == variant
    assert known.start_text == reference.STARTS[variant]
    assert known.size == reference.start(variant).size
    assert known.vanishing == (variant == "cheshire-cat")
    assert known.description


def test_no_other_variants():
    assert set(VARIANTS) == set(reference.STARTS)
    with pytest.raises(ValueError, match="checkers"):
        Position.start("checkers")


# Who is united ------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", RESULTS, ids=[f"{r['kind']}-{r['move']}" for r in RESULTS])
@pytest.mark.parametrize("simultaneous", WINNER_IF_BOTH)
def test_moves_whose_effect_is_known(row, simultaneous):
    rules = RuleSet(simultaneous=simultaneous)
    position = Position.parse(row["position"])
    assert position.outcome(rules) is None
    after = position.play(row["move"])
    assert str(after) == row["after"]
    players = {"mover": position.turn, "opponent": position.turn.other, None: None}
    end = after.outcome(rules)
    if row["kind"] == "none":
        assert end is None
        assert len(after.legal_moves(rules)) == row["legal_after"]
    elif row["kind"] == "both":
        assert end.winner == players[WINNER_IF_BOTH[simultaneous]]
        assert end.reason == "both"
    else:
        reasons = {"mover": "connected", "opponent": "opponent-connected"}
        assert (end.winner, end.reason) == (players[row["kind"]], reasons[row["kind"]])
    assert (after.legal_moves(rules) == []) == (row["kind"] != "none")


def test_known_results_cover_every_kind():
    assert len(RESULTS) == 60
    assert {row["kind"] for row in RESULTS} == {"mover", "opponent", "both", "none"}


@pytest.mark.parametrize("name", reference.RULE_SETS)
def test_a_move_that_unites_both_under_every_rule_set(name):
    position = Position.parse(kit.WHITE_CAN_UNITE_BOTH)
    winner = {"mover": Color.WHITE, "draw": None}[RULE_SETS[name].simultaneous]
    game = played(["d2xd6"], name, position)
    assert (game.outcome().winner, game.outcome().reason) == (winner, "both")
    assert game.result == ("1/2-1/2" if winner is None else "0-1")


def test_a_move_that_unites_both_may_be_forbidden():
    position, rules = Position.parse(kit.WHITE_CAN_UNITE_BOTH), RuleSet(simultaneous="illegal")
    allowed, forbidden = position.legal_moves(), position.legal_moves(rules)
    assert set(kit.texts(allowed)) - set(kit.texts(forbidden)) == {"d2xd6"}
    with pytest.raises(IllegalMoveError, match="both"):
        Game(position, rules).push("d2xd6")
    set_up = Position.parse("xx6/8/8/8/8/8/8/oo6 x")
    assert end_of(set_up, rules) == End(None, "both")


def test_capturing_down_to_one_piece_makes_the_opponent_win():
    game = played(["a1xc1"], start="6x1/8/8/7o/8/8/8/x1o5 x")
    assert kit.end_of(game.outcome()) == End("o", "opponent-connected")
    assert game.result == "0-1"


@given(kit.states(), kit.rules())
def test_outcome_is_that_of_the_reference(state, rules):
    assert end_of(kit.position_of(state), kit.rules_of(rules)) == reference.outcome(state, rules)


def test_the_goal_waits_for_both_hands():
    assert Position.parse("8/8/8/8/8/8/2oo4/x1xx4 x 1/1").outcome() is None
    last_drop = Position.parse("8/8/8/3o4/8/8/8/1xx4o o 0/1")
    assert last_drop.outcome() is None
    assert last_drop.play("d5-c4@e5").outcome() is None
    assert end_of(last_drop.play("d5-c4@d1"), "standard") == End("x", "opponent-connected")


# No moves -----------------------------------------------------------------------------------------

STUCK_ENDS = {"loss": End("o", "no-moves"), "draw": End(None, "no-moves"), "pass": None}


@pytest.mark.parametrize("no_moves", STUCK_ENDS)
def test_a_player_without_a_move(no_moves):
    rules = RuleSet(no_moves=no_moves)
    position = Position.parse(kit.BLACK_STUCK)
    assert end_of(position, rules) == STUCK_ENDS[no_moves]
    assert position.legal_moves(rules) == ([PASS] if no_moves == "pass" else [])
    assert position.has_legal_move(rules) == (no_moves == "pass")
    game = Game(position, rules)
    assert kit.end_of(game.outcome()) == STUCK_ENDS[no_moves]
    assert game.result == {"loss": "0-1", "draw": "1/2-1/2", "pass": "*"}[no_moves]


def test_after_a_pass_the_other_side_plays():
    game = played(["pass"], "codingame", kit.BLACK_STUCK)
    assert game.outcome() is None
    assert game.position.turn == Color.WHITE
    assert PASS not in game.legal_moves()
    with pytest.raises(IllegalMoveError, match="pass"):
        game.push("pass")


def test_two_passes_draw():
    game = played(["pass", "pass"], "boardspace", kit.BOTH_STUCK)
    assert kit.end_of(game.outcome()) == End(None, "passes")
    assert game.result == "1/2-1/2"
    assert game.legal_moves() == []
    game.pop()
    assert game.outcome() is None


@pytest.mark.parametrize("no_moves", STUCK_ENDS)
def test_a_player_whose_only_move_is_forbidden_is_stuck(no_moves):
    position = Position.parse(ONLY_MOVE_UNITES_BOTH)
    assert kit.texts(position.legal_moves()) == ["d4xa1"]
    rules = RuleSet(simultaneous="illegal", no_moves=no_moves)
    assert position.legal_moves(rules) == ([PASS] if no_moves == "pass" else [])
    end = STUCK_ENDS[no_moves]
    assert end_of(position, rules) == (end and end._replace(winner=end.winner and "x"))


# Repetition ---------------------------------------------------------------------------------------


def test_third_occurrence_draws():
    game = played(TO_AND_FRO, "standard")
    assert game.outcome() is None
    assert game.repetitions() == 2
    for move in TO_AND_FRO[:3]:
        game.push(move)
        assert game.outcome() is None
    game.push(TO_AND_FRO[3])
    assert game.repetitions() == 3
    assert kit.end_of(game.outcome()) == End(None, "repetition")
    assert game.legal_moves() == []


@pytest.mark.parametrize("rules", ["first-edition", "bga", "boardspace", "ludii"])
def test_no_rule_no_draw(rules):
    assert played(TO_AND_FRO * 5, rules).outcome() is None


def test_first_return_of_a_board_draws():
    game = played(TO_AND_FRO[:3], "openspiel")
    assert game.outcome() is None
    game.push(TO_AND_FRO[3])
    assert kit.end_of(game.outcome()) == End(None, "repetition")


@pytest.mark.parametrize(
    ("rules", "end"), [("openspiel", End(None, "repetition")), ("standard", None), ("nost", None)]
)
def test_same_board_with_the_other_player_to_move(rules, end):
    game = played(TRIANGLE, rules, TRIANGLE_START)
    assert game.position.black == game.start.black
    assert game.position.turn != game.start.turn
    assert game.repetitions() == (2 if end else 1)
    assert kit.end_of(game.outcome()) == end


def test_a_third_occurrence_may_be_forbidden():
    game = played([*TO_AND_FRO, *TO_AND_FRO[:3]], "nost")
    assert TO_AND_FRO[3] not in kit.texts(game.legal_moves())
    assert TO_AND_FRO[3] in kit.texts(game.position.legal_moves("nost"))
    with pytest.raises(IllegalMoveError, match=r"third|repe"):
        game.push(TO_AND_FRO[3])
    game.push("h2-f2")
    assert game.outcome() is None


def test_a_position_seen_twice_is_forbidden_however_it_comes_back():
    """The start stands twice, no other position does; the way back to it is a new one."""
    game = played([*TO_AND_FRO, "g1-g3", "h2-f2", "g3-g1"], "nost")
    assert "f2-h2" not in kit.texts(game.legal_moves())
    with pytest.raises(IllegalMoveError, match="third"):
        game.push("f2-h2")


@pytest.mark.parametrize("no_moves", STUCK_ENDS)
def test_a_player_whose_only_move_would_repeat_is_stuck(no_moves):
    rules = RuleSet(repetition="deviate", no_moves=no_moves)
    game = played(kit.DANCE[:-1], rules, kit.DANCERS)
    assert game.outcome() is None
    game.push(kit.DANCE[-1])
    assert kit.texts(game.position.legal_moves(rules)) == ["e5-a1"]
    end = STUCK_ENDS[no_moves]
    assert kit.end_of(game.outcome()) == (end and end._replace(winner=end.winner and "x"))
    assert game.legal_moves() == ([PASS] if no_moves == "pass" else [])
    if no_moves == "pass":
        assert game.push("pass") == PASS
        assert game.position.turn == Color.BLACK


# Limits -------------------------------------------------------------------------------------------


def test_move_limit():
    game = played(SHORT_WIN[:5], RuleSet(move_limit=6))
    assert game.outcome() is None
    game.push(SHORT_WIN[5])
    assert kit.end_of(game.outcome()) == End(None, "move-limit")


@pytest.mark.parametrize(
    ("limits_first", "end"), [(False, End("x", "connected")), (True, End(None, "move-limit"))]
)
def test_a_win_on_the_last_ply_of_the_limit(limits_first, end):
    game = played(SHORT_WIN, RuleSet(move_limit=9, limits_first=limits_first))
    assert kit.end_of(game.outcome()) == end


def test_capture_limit_counts_from_the_last_capture():
    rules = RuleSet(capture_limit=3)
    game = played(SHORT_WIN[:6], RuleSet())
    assert [played(SHORT_WIN[:n], RuleSet()).plies_since_capture for n in range(7)] == [
        0, 1, 2, 3, 0, 1, 0,
    ]  # fmt: skip
    assert kit.end_of(played(SHORT_WIN[:3], rules).outcome()) == End(None, "no-capture")
    game = played(["c1xa3", "h2-f2", "d1-d3"], rules)
    assert game.outcome() is None
    game.push("h7-f7")
    assert kit.end_of(game.outcome()) == End(None, "no-capture")


@pytest.mark.parametrize(
    ("rules", "plies", "reason"),
    [
        ("textarena", 60, "no-capture"),
        ("playstrategy", 100, "no-capture"),
        ("codingame", 150, "move-limit"),
        ("riddles", 200, "move-limit"),
        ("openspiel", 1000, "move-limit"),
    ],
)
def test_limits_of_the_named_sets(rules, plies, reason):
    """A quiet game without repetition, played to the ply before the limit and one further."""
    limits = reference.RULE_SETS[rules]
    quiet = RuleSet(
        no_moves=limits.no_moves,
        move_limit=limits.move_limit,
        capture_limit=limits.capture_limit,
    )
    moves = (TO_AND_FRO * 250)[:plies]
    assert played(moves[:-1], quiet).outcome() is None
    assert kit.end_of(played(moves, quiet).outcome()) == End(None, reason)
    assert (RULE_SETS[rules].move_limit, RULE_SETS[rules].capture_limit) == (
        quiet.move_limit,
        quiet.capture_limit,
    )


# Forced play --------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", "xo")
def test_mutual_zugzwang(side):
    """Whoever is to move lets the other win at once."""
    position = Position.parse(f"{kit.ZUGZWANG} {side}")
    moves = position.legal_moves()
    assert moves
    for move in moves:
        after = position.play(move)
        assert after.outcome() is None
        ends = [after.play(reply).outcome() for reply in after.legal_moves()]
        assert any(end is not None and end.winner == after.turn for end in ends)


@given(kit.walks(variants=("4x4",), plies=12))
def test_the_two_brute_force_programs_agree(game):
    assert brute.solve(game, 2) == brute.minimax(game, 2)
