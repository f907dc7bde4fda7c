"""Fit the curve that turns a score into a winning chance; see docs/review.md.

    python training/fit_chance.py GAMES.npz ...

GAMES.npz are files of training/selfplay.py: positions with the search's score for the side to move
and the result of the game. Fitted is

    chance = 1 / (1 + exp(-(offset + slope * score)))

to the points the side to move got (0, 1/2, 1) by maximum likelihood, once with the offset held at
zero, which is what ``loa_engine.chance`` uses, and once with it free. The positions of a game are
neighbours in the file and share a result, so the errors come from fits to blocks of whole files'
parts, not from the number of positions. The last tenth of each file is held out to compare.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

HELD_OUT = 10  # one part in so many
BLOCKS = 20
STEPS = 50
ENOUGH = 1e-12
BUCKET = 100  # hundredths of a piece
WIDEST = 700


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
    columns = np.stack([np.ones_like(scores), scores / BUCKET], axis=1)[:, 0 if with_offset else 1 :]
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
    known = [(scores[:cut], points[:cut]) for (scores, points), cut in zip(files, cuts, strict=True)]
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


def main() -> None:
    """Fit both curves to the files given and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", type=Path, nargs="+", metavar="GAMES.npz")
    files = load(parser.parse_args().games)
    scores, points = joined(files)
    print(f"{len(scores)} positions, the side to move won {points.mean():.4f} of the points")
    _, slope = print_fit(files, with_offset=False)
    print_fit(files, with_offset=True)
    print_table(scores, points, slope)


if __name__ == "__main__":
    main()
