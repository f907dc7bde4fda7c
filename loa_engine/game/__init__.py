"""The game as objects: squares, moves, positions, rule sets, variants, games."""

from loa_engine.game.game import Game

__all__ = ["Game"]
