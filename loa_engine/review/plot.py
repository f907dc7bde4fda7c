"""A picture of a game: how Black's winning chance went, with the marks of the review.

Needs matplotlib, which is an optional extra: ``pip install 'loa-engine[plot]'``. It is imported
when a picture is made and not before.
"""

from __future__ import annotations

import io
import warnings
from pathlib import PurePath
from typing import TYPE_CHECKING

from loa_engine.game.color import Color
from loa_engine.game.errors import LoaError, quoted
from loa_engine.review.judgement import Mark, MoveReview
from loa_engine.review.review import GameReview

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PICTURE_FORMATS", "check_matplotlib", "picture", "picture_format"]

PICTURE_FORMATS = ("svg", "png")
"""The formats of pictures, which are the endings of their names too."""

SIZE = (10.0, 4.5)  # inches
DOTS_PER_INCH = 120
PERCENT = 100
EVEN = 50
BACKGROUND, BLACK, WHITE, EDGE, GRID = "#d8d2c4", "#262626", "#ffffff", "#262626", "#8a8577"
MARK_COLORS = {
    Mark.BLUNDER: "#d62728",
    Mark.MISTAKE: "#ff7f0e",
    Mark.INACCURACY: "#f2d024",
    Mark.ONLY_WIN: "#2ca02c",
    Mark.INTERESTING: "#1f77b4",
}


def picture_format(name: str) -> str:
    """The format that the ending of a file name means.

    Raises:
        LoaError: when it means none.

    >>> picture_format("games/final.PNG")
    'png'
    """
    ending = PurePath(name).suffix.lower().removeprefix(".")
    if ending not in PICTURE_FORMATS:
        raise LoaError(f"the ending of {quoted(name)} means no picture: expected .svg or .png")
    return ending


def check_matplotlib() -> None:
    """See that pictures can be made.

    Raises:
        LoaError: when matplotlib is not installed.
    """
    try:
        import matplotlib  # noqa: F401  # optional, and slow to import
    except ImportError as error:
        raise LoaError(
            "pictures need matplotlib, which is not installed: pip install 'loa-engine[plot]'"
        ) from error


def picture(review: GameReview, format: str) -> bytes:
    """The picture of a review as the content of a file: Black's winning chance after each ply.

    Args:
        review: the review; one that was interrupted gives the part that is known.
        format: one of ``PICTURE_FORMATS``.

    Raises:
        LoaError: when matplotlib is not installed, or there is no such format.
    """
    if format not in PICTURE_FORMATS:
        raise LoaError(f"no picture format {quoted(format)}: expected svg or png")
    check_matplotlib()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # A fixed salt and no date: the same review gives the same file.
    with (
        rc_context({"svg.hashsalt": "loa-engine", "font.family": "DejaVu Sans"}),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)  # in players' names
        figure = Figure(figsize=SIZE, dpi=DOTS_PER_INCH, layout="constrained")
        _draw(figure, review)
        stream = io.BytesIO()
        metadata = {"Date": None} if format == "svg" else None
        figure.savefig(stream, format=format, metadata=metadata)
    return stream.getvalue()


def _draw(figure: Figure, review: GameReview) -> None:
    from matplotlib.ticker import MaxNLocator

    axes = figure.add_subplot()
    axes.set_title(_title(review))
    axes.set_facecolor(BACKGROUND)
    last = max(1, len(review.evaluations) - 1)
    axes.set_xlim(0, last)
    axes.set_ylim(-4, PERCENT + 4)
    axes.set_xlabel("ply")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel("Black's winning chance (%)")
    for share, label, color in ((0.97, "Black", BLACK), (0.03, "White", WHITE)):
        side = "top" if share > 1 / 2 else "bottom"
        axes.text(
            0.01,
            share,
            label,
            transform=axes.transAxes,
            verticalalignment=side,
            color=color,
            weight="bold",
        )
    _draw_curve(axes, review)
    _draw_marks(axes, review)
    handles, _ = axes.get_legend_handles_labels()
    if handles:
        figure.legend(loc="outside lower center", ncols=len(handles), frameon=False)


def _draw_curve(axes: Axes, review: GameReview) -> None:
    known = [
        (ply, PERCENT * each.black_chance)
        for ply, each in enumerate(review.evaluations)
        if each is not None
    ]
    plies = [ply for ply, _ in known]
    chances = [chance for _, chance in known]
    for color, above in ((BLACK, True), (WHITE, False)):
        side = [(chance > EVEN) is above for chance in chances]
        axes.fill_between(plies, chances, EVEN, where=side, color=color, interpolate=True, lw=0)
    axes.plot(plies, chances, color=EDGE, linewidth=1.2)
    axes.axhline(EVEN, color=GRID, linewidth=0.8)


def _draw_marks(axes: Axes, review: GameReview) -> None:
    """Draw each mark at the position behind its move, and the wins and defences that were missed.

    A sign stands towards the middle.
    """
    for mark, color in MARK_COLORS.items():
        marked = [move for move in review.moves if move.mark is mark]
        if marked:
            points = _points(marked)
            label = f"{mark.value} ({mark.sign})"
            axes.scatter(*points, s=42, color=color, edgecolor=EDGE, zorder=3, label=label)
        for move in marked:
            _write_sign(axes, move, mark.sign)
    missed = [move for move in review.moves if move.missed_win is not None]
    if missed:
        points = _points(missed)
        axes.scatter(
            *points,
            s=170,
            marker="*",
            color="#ffffff",
            edgecolor=EDGE,
            zorder=2.9,
            label="missed win",
        )


def _points(moves: list[MoveReview]) -> tuple[list[int], list[float]]:
    return [move.ply for move in moves], [PERCENT * move.after.black_chance for move in moves]


def _write_sign(axes: Axes, move: MoveReview, sign: str) -> None:
    """Write a sign next to its point, away from the nearer edge of the picture."""
    chance = PERCENT * move.after.black_chance
    up = chance < EVEN
    axes.annotate(
        sign,
        (move.ply, chance),
        xytext=(0, 7 if up else -7),
        textcoords="offset points",
        horizontalalignment="center",
        verticalalignment="bottom" if up else "top",
        weight="bold",
        bbox={"boxstyle": "round,pad=0.15", "facecolor": "#ffffff", "edgecolor": "none"},
        zorder=4,
    )


def _title(review: GameReview) -> str:
    names = [review.record.headers.get(str(player).lower(), "") for player in Color]
    sides = [
        f"{name} ({player})" if name else str(player)
        for name, player in zip(names, Color, strict=True)
    ]
    result = review.record.result
    # A dollar sign would begin a formula.
    title = " - ".join(sides).replace("$", r"\$")
    return title if result is None else f"{title}, {result}"
