"""Fit the curve that turns a score into a winning chance; see docs/review.md.

    python training/fit_chance.py GAMES.npz ...

GAMES.npz are files of training/selfplay.py: positions with the search's score for the side to move
and the result of the game. Fitted is

    chance = 1 / (1 + exp(-(offset + slope * score)))

to the points the side to move got (0, 1/2, 1) by maximum likelihood, once with the offset held at
zero, which is what ``loa_engine.evaluation.chance`` uses, and once with it free. The positions of a
game are neighbours in the file and share a result, so the errors come from fits to parts of the
files, not from the number of positions. The last tenth of each file is held out to compare.

    python training/fit_chance.py GAMES.npz ... --rescore 10000 --nodes 5000

fits to some of the positions, searched anew: the scores in the files are those of the weights that
the games were played with.

    python training/fit_chance.py GAMES.npz --noise 60 --nodes 500000

searches some of the positions, and those behind their best moves, with an empty table each, and
prints how far the winning chances of the two are apart. The best move costs nothing, so this is
the error of a single judgement, which the thresholds of the marks must exceed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from loa_engine import Color, Engine, Limit, Position
from loa_engine.evaluation.chance import winning_chance

Floats = npt.NDArray[np.float64]

HELD_OUT = 10  # one part in so many
BLOCKS = 20
STEPS = 50
ENOUGH = 1e-12
BUCKET = 100  # hundredths of a piece
WIDEST = 700
SEED = 5


def load(paths: list[Path]) -> list[tuple[Floats, Floats]]:
    """Scores, in hundredths of a piece, and points of the side to move, file by file."""
    found = []
    for path in paths:
        with np.load(path) as data:
            scores = data["scores"].astype(np.float64)
            black = data["results"].astype(np.float64) / 2
            found.append((scores, np.where(data["turns"] == 0, black, 1 - black)))
    return found


def chances(scores: Floats, offset: float, slope: float) -> Floats:
    """The curve."""
    return np.asarray(1 / (1 + np.exp(-(offset + slope * scores))))


def fit(scores: Floats, points: Floats, with_offset: bool) -> tuple[float, float]:
    """Offset and slope of the greatest likelihood, by Newton's method."""
    columns = np.stack([np.ones_like(scores), scores / BUCKET], axis=1)[
        :, 0 if with_offset else 1 :
    ]
    weights = np.zeros(columns.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-columns @ weights))
        gradient = columns.T @ (points - chance)
        curvature = (columns * (chance * (1 - chance))[:, None]).T @ columns
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if np.abs(step).max() < ENOUGH:
            break
    offset = float(weights[0]) if with_offset else 0.0
    return offset, float(weights[-1]) / BUCKET


def surprise(scores: Floats, points: Floats, offset: float, slope: float) -> float:
    """The mean negative log-likelihood of the points, in bits."""
    chance = np.clip(chances(scores, offset, slope), 1e-9, 1 - 1e-9)
    return float(-np.mean(points * np.log2(chance) + (1 - points) * np.log2(1 - chance)))


def joined(parts: list[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """Several parts as one."""
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def print_fit(files: list[tuple[Floats, Floats]], with_offset: bool) -> tuple[float, float]:
    """Fit, and print the parameters with their errors and how well they foretell the rest."""
    cuts = [len(scores) - len(scores) // HELD_OUT for scores, _ in files]
    known = [
        (scores[:cut], points[:cut]) for (scores, points), cut in zip(files, cuts, strict=True)
    ]
    rest = [(scores[cut:], points[cut:]) for (scores, points), cut in zip(files, cuts, strict=True)]
    offset, slope = fit(*joined(known), with_offset)
    scores, points = joined(known)
    blocks = zip(np.array_split(scores, BLOCKS), np.array_split(points, BLOCKS), strict=True)
    spread = np.std([fit(*block, with_offset) for block in blocks], axis=0, ddof=1) / BLOCKS**0.5
    print(
        f"offset {offset:+.4f} ± {spread[0]:.4f}  slope {slope:.6f} ± {spread[1]:.6f} per hundredth"
        f"  held out: {surprise(*joined(rest), offset, slope):.4f} bits a position"
    )
    return offset, slope


def print_table(scores: Floats, points: Floats, slope: float) -> None:
    """Print what the positions of each bucket of scores won, beside the curve without offset."""
    print("score from   to  positions   won  curve")
    for low in range(-WIDEST, WIDEST, BUCKET):
        inside = (scores >= low) & (scores < low + BUCKET)
        if inside.any():
            curve = chances(scores[inside], 0.0, slope).mean()
            won = points[inside].mean()
            print(f"{low:10d} {low + BUCKET:4d} {inside.sum():10d} {won:5.3f}  {curve:5.3f}")


def sample(path: Path, count: int) -> Iterator[tuple[Position, float]]:
    """Some positions of a file, with the points the side to move got."""
    with np.load(path) as data:
        rows = np.random.default_rng(SEED).permutation(len(data["turns"]))[:count]
        columns = [data[name][rows].tolist() for name in ("boards", "turns", "results")]
    for (black, white), turn, result in zip(*columns, strict=True):
        points = result / 2 if turn == Color.BLACK else 1 - result / 2
        yield Position.from_bitboards(black, white, Color(turn)), points


def rescored(paths: list[Path], count: int, nodes: int) -> list[tuple[Floats, Floats]]:
    """What ``load`` gives, for some positions only, searched anew and not decided."""
    engine, limit, found = Engine(hash_mb=1), Limit(nodes=nodes), []
    for path in paths:
        for position, points in sample(path, count // len(paths)):
            engine.clear()
            centi = engine.analyse(position, limit).score.centi
            if centi is not None:
                found.append((centi, points))
    rows = np.array(found, dtype=np.float64)
    return [(rows[:, 0], rows[:, 1])]


def print_noise(path: Path, count: int, nodes: int) -> None:
    """Print how far apart the chances before and after the best move are."""
    engine, limit, gaps = Engine(), Limit(nodes=nodes), []
    for position, _ in sample(path, count):
        engine.clear()
        before = engine.analyse(position, limit)
        after = position.play(before.best_move)
        if after.outcome() is None:
            engine.clear()
            reply = engine.analyse(after, limit).score
            gaps.append(abs(winning_chance(before.score) + winning_chance(reply) - 1))
    rms = float(np.sqrt(np.mean(np.square(gaps))))
    shares = "  ".join(f"{each} %: {np.percentile(gaps, each):.3f}" for each in (50, 75, 90, 95))
    print(f"{len(gaps)} positions, {nodes} nodes: root mean square {rms:.3f}; {shares}")


def main() -> None:
    """Fit both curves to the files given and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", type=Path, nargs="+", metavar="GAMES.npz")
    parser.add_argument("--noise", type=int, metavar="COUNT", help="measure with so many positions")
    parser.add_argument("--rescore", type=int, metavar="COUNT", help="search so many anew")
    parser.add_argument("--nodes", type=int, default=500_000, help="nodes for each of them")
    options = parser.parse_args()
    if options.noise is not None:
        print_noise(options.games[0], options.noise, options.nodes)
        return
    if options.rescore is None:
        files = load(options.games)
    else:
        files = rescored(options.games, options.rescore, options.nodes)
    scores, points = joined(files)
    print(f"{len(scores)} positions, the side to move won {points.mean():.4f} of the points")
    _, slope = print_fit(files, with_offset=False)
    print_fit(files, with_offset=True)
    print_table(scores, points, slope)


if __name__ == "__main__":
    main()
