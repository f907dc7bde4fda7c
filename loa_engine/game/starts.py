"""Boards of the core from text and numbers, and the starts of the variants among them."""

from functools import cache, lru_cache

from loa_engine._core import CoreBoard
from loa_engine.game.errors import PositionError
from loa_engine.game.position_text import read_position
from loa_engine.game.variants import VARIANTS, Variant

__all__ = ["identity_of", "make_board", "read_board", "start_board", "variant_of_start"]

STARTS_KEPT = 64


def make_board(
    black: int,
    white: int,
    turn: int,
    size: int,
    vanished: int,
    vanishing: bool,
    hands: tuple[int, int],
) -> CoreBoard:
    """The board of two sets of pieces; ``Position.from_bitboards`` explains the arguments.

    Raises:
        PositionError: when the numbers make no position.
    """
    try:
        return CoreBoard(black, white, turn, size, vanished, vanishing, *hands)
    except (ValueError, OverflowError) as error:
        raise PositionError(str(error)) from None


def read_board(text: str, variant: Variant) -> CoreBoard:
    """The board of a text; ``Position.parse`` explains what is read.

    Raises:
        PositionError: when the text is malformed, or no position of the variant.
    """
    black, white, turn, size, vanished, hands = read_position(text)
    if variant.size not in (size, VARIANTS["standard"].size):
        raise PositionError(f"{size} ranks, but {variant.name} has {variant.size}")
    vanishing = variant.vanishing or bool(vanished)
    return make_board(black, white, turn, size, vanished, vanishing, hands)


@lru_cache(maxsize=STARTS_KEPT)
def start_board(variant: Variant) -> CoreBoard:
    """The start of a variant; a board never changes, so that it serves many positions."""
    return read_board(variant.start_text, variant)


def variant_of_start(board: CoreBoard) -> Variant | None:
    """The variant whose start this is, the mirrored one included; None for another position."""
    return _variants_by_start().get(identity_of(board))


def identity_of(board: CoreBoard) -> tuple[int, bool, bytes]:
    """What is the same in equal positions, and only in these."""
    return board.size, board.vanishing, board.contents()


@cache
def _variants_by_start() -> dict[tuple[int, bool, bytes], Variant]:
    return {
        identity_of(read_board(text, variant)): variant
        for variant in VARIANTS.values()
        for text in variant.starts
    }
