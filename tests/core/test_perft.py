"""Move counts: every published count, along every path through the package that can count.

The counts in data/perft.json come from an independent program. The reference is held to them as
well, so that it may stand in for them where no published count exists.
"""

from dataclasses import replace

import kit
import pytest
import reference
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from loa_engine import PASS, Position, RuleSet, divide, perft

ROWS = kit.load_json("perft.json")
REFERENCE_NODES = 1300  # what the reference counts in well under a second
WALK_NODES = 60_000
EXAMPLES = settings.default.max_examples
UNEVENLY_VANISHED = [
    "x#4#x/8/2#5/4#3/8/1#6/8/o6o x",
    "3xx3/#7/2#2#2/8/7#/8/1#6/3o1o2 x",
    "x#2x/4#/#4/2#2/o3o x",
    "x2#x/1#3/5/3#1/o2#o x",
]


def counts(most=None):
    """Each published count as (position, rules, depth, nodes), at most `most` nodes deep."""
    found = []
    for row in ROWS:
        for depth, nodes in enumerate(row["nodes"], start=1):
            if most is None or nodes <= most:
                found.append(pytest.param(row, depth, nodes, id=f"{row['name']}-{depth}"))
    return found


def deepest(most=None):
    """The deepest published count of each position, at most `most` nodes deep."""
    last = {param.values[0]["name"]: param for param in counts(most)}
    return list(last.values())


def position_of(row):
    return Position.parse(row["position"], row["variant"])


def rules_of(row):
    return RuleSet(no_moves=row["no_moves"])


def count_by_playing(position, depth, rules, passes=0):
    """Leaves counted with nothing but the public move list and `play`."""
    if depth == 0:
        return 1
    if passes == 2:
        return 0
    return sum(
        count_by_playing(
            position.play(move, rules), depth - 1, rules, passes + 1 if move == PASS else 0
        )
        for move in position.legal_moves(rules)
    )


def test_data_is_complete():
    assert len(ROWS) == 24
    assert ROWS[0]["nodes"][5] == 1938494632
    assert {row["size"] for row in ROWS} == {5, 6, 7, 8}


@pytest.mark.parametrize(("row", "depth", "nodes"), counts())
def test_published_counts(row, depth, nodes):
    assert perft(position_of(row), depth, rules=rules_of(row)) == nodes


@pytest.mark.parametrize(("row", "depth", "nodes"), counts(REFERENCE_NODES))
def test_reference_agrees_with_published_counts(row, depth, nodes):
    state = reference.read(row["position"], row["variant"])
    assert reference.perft(state, depth, reference.Rules(no_moves=row["no_moves"])) == nodes


@pytest.mark.parametrize(("row", "depth", "nodes"), deepest(WALK_NODES))
def test_counting_by_playing(row, depth, nodes):
    assert count_by_playing(position_of(row), depth, rules_of(row)) == nodes


@pytest.mark.parametrize(("row", "depth", "nodes"), deepest())
@pytest.mark.parametrize(
    "options",
    [{"threads": 2}, {"hash_mb": 16}, {"hash_mb": 1, "threads": 2}],
    ids=["threads", "hash", "small hash and threads"],
)
def test_threads_and_hash_change_nothing(row, depth, nodes, options):
    assert perft(position_of(row), depth, rules=rules_of(row), **options) == nodes


@pytest.mark.parametrize(("row", "depth", "nodes"), deepest())
def test_divide_adds_up(row, depth, nodes):
    position, rules = position_of(row), rules_of(row)
    parts = divide(position, depth, rules=rules)
    assert list(parts) == position.legal_moves(rules)
    assert sum(parts.values()) == nodes


def test_divide_counts_below_each_move():
    position = Position.start()
    parts = divide(position, 4)
    for move, nodes in parts.items():
        assert perft(position.play(move), 3) == nodes


def test_divide_options_change_nothing():
    position = Position.start("cheshire-cat")
    plain = divide(position, 3)
    assert divide(position, 3, threads=2) == plain
    assert divide(position, 3, hash_mb=4) == plain


@pytest.mark.parametrize("variant", ["standard", "scrambled-eggs"])
@pytest.mark.parametrize("rules", reference.RULE_SETS)
def test_starts_count_the_same_under_every_rule_set(variant, rules):
    expected = {"standard": 1563208, "scrambled-eggs": 1002260}
    assert perft(Position.start(variant), 4, rules=rules) == expected[variant]


@pytest.mark.parametrize("variant", kit.ALL_VARIANTS)
def test_every_start_agrees_with_the_reference(variant):
    depth = 1 if variant == "parachute" else 2
    assert perft(Position.start(variant), depth) == reference.perft(reference.start(variant), depth)


@settings(max_examples=EXAMPLES)
@given(kit.states(), kit.rules())
def test_any_position_agrees_with_the_reference(state, rules):
    position, rule_set = kit.position_of(state), kit.rules_of(rules)
    depth = 2 if len(reference.moves(state, rules)) <= 30 else 1
    assert perft(position, depth, rules=rule_set) == reference.perft(state, depth, rules)


@settings(max_examples=EXAMPLES)
@given(kit.states(), kit.rules())
def test_hash_changes_nothing_in_any_position(state, rules):
    """The table takes mirrored positions for one: vanished squares and hands must be part of it."""
    position, rule_set = kit.position_of(state), kit.rules_of(rules)
    moves = len(reference.moves(state, rules))
    depth = 4 if moves <= 40 else 3 if moves <= 200 else 2
    plain = perft(position, depth, rules=rule_set)
    assert perft(position, depth, rules=rule_set, hash_mb=1) == plain


@settings(max_examples=EXAMPLES)
@given(kit.last_drops(), kit.rules())
def test_the_end_of_parachute_agrees_with_the_reference(state, rules):
    """Wins count from the last drop on, which may unite either side or both."""
    position, rule_set = kit.position_of(state), kit.rules_of(rules)
    assert perft(position, 2, rules=rule_set) == reference.perft(state, 2, rules)


@settings(max_examples=EXAMPLES // 2)
@given(kit.last_drops(), kit.rules(), st.integers(1, 2))
def test_a_drop_by_the_other_side_agrees_with_the_reference(state, rules, drops):
    """The second ply drops the last piece, or the last but one: only then is the goal asked."""
    state = replace(state, hands=(0, drops) if state.turn == "x" else (drops, 0))
    assume(len(reference.moves(state, rules)) <= 12)
    expected = reference.perft(state, 3, rules)
    assert perft(kit.position_of(state), 3, rules=kit.rules_of(rules)) == expected


@pytest.mark.parametrize("text", UNEVENLY_VANISHED)
def test_hash_tells_vanished_squares_apart(text):
    """The same pieces reached over different squares, or mirrored where the holes are not."""
    position = Position.parse(text)
    assert perft(position, 6, hash_mb=8) == perft(position, 6)


@given(kit.placements(), st.sampled_from(kit.SYMMETRIES))
def test_symmetries_keep_the_count(state, symmetry):
    turned = kit.position_of(kit.mapped_state(state, symmetry))
    assert perft(turned, 3) == perft(kit.position_of(state), 3)


def test_no_ply_is_one_leaf_even_when_the_game_is_over():
    assert perft(Position.start(), 0) == 1
    over = Position.parse("xx6/8/8/8/8/8/o7/7o o")
    assert perft(over, 0) == 1
    assert perft(over, 1) == 0
    assert divide(over, 1) == {}


def test_two_passes_end_the_game():
    position = Position.parse(kit.BOTH_STUCK)
    counts = [perft(position, depth, rules="boardspace") for depth in range(5)]
    assert counts == [1, 1, 1, 0, 0]


def test_progress_is_reported_and_changes_nothing():
    reports = []
    assert perft(Position.start(), 4, progress=lambda *told: reports.append(told)) == 1563208
    assert reports


@pytest.mark.parametrize(
    ("depth", "options"),
    [(-1, {}), (3, {"threads": 0}), (3, {"hash_mb": -1})],
    ids=["depth", "threads", "hash"],
)
def test_senseless_numbers_are_refused(depth, options):
    with pytest.raises(ValueError, match=r"-1|0"):
        perft(Position.start(), depth, **options)
