"""`loa show`: wins, threats, and the lines through a square."""

WIN_IN_ONE = "8/2x5/8/o2xx2o/1oxooo2/2ooxo1o/3xx2o/2x2x2"


def test_wins_and_threats(loa):
    shown = loa("show", f"{WIN_IN_ONE} x")
    assert "\nwins      c7xc3\n" in shown
    assert "threats" not in shown
    assert "\nthreats   c7xc3\n" in loa("show", f"{WIN_IN_ONE} o")


def test_nothing_is_said_of_a_finished_game(loa_json):
    (shown,) = loa_json("show", "xx6/8/8/8/8/8/o7/7o o")
    assert shown["wins"] == shown["threats"] == []


def test_lines_of_a_square(loa, loa_json):
    shown = loa("show", "--lines", "C8")
    assert shown.splitlines()[-4:] == [
        "rank 8          6: no move",
        "c-file          2: c6",
        "diagonal a6-c8  2: a6",
        "diagonal c8-h3  2: e6",
    ]
    (found,) = loa_json("show", "--lines", "c8")
    assert found["lines"][1] == {"line": "c-file", "count": 2, "targets": ["c6"]}


def test_no_such_square(fails):
    assert "--lines: 'z9' is not a square" in fails("show", "--lines", "z9")
