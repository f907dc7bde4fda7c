"""The evaluation as the search sees it: an accumulator kept from move to move, and a score.

A search needs three functions and two structs, and nothing of what is inside them:
``accumulate`` for the root, ``accumulate_move`` for a move, ``evaluate`` for a score.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t

from loa_engine._core cimport GEOMETRIES, Geometry, direction_between
from loa_engine._types cimport KIND_SHIFT, LINE_SLOTS, MOVE_CAPTURE, MOVE_HAS_DROP, Board, Move

cdef enum:
    QUADS = 49              # windows of 2x2 squares on the 8x8 board
    NO_QUAD = 49            # what squares at the edge have in place of missing windows
    QUAD_SLOTS = 52
    QUAD_CONTENTS = 81
    LINE_WEIGHTS = 40000    # room for the tables of all classes of lines
    DISTANCES = 64          # values of each feature, larger ones counted as the last
    GROUPS = 16
    PAIRS = 48
    AREAS = 65
    OFFSETS = 16
    FULL_WINDOWS = 16


# A weight is two numbers in one: for many pieces in the lower half of the word and for few in the
# upper half. Sums of weights add both halves at once.
ctypedef int32_t Weight


cdef struct Weights:
    Weight lines[LINE_WEIGHTS]          # by class of line and content, Black's gain
    uint16_t line_table[LINE_SLOTS]     # where the table of a line starts
    Weight quads[QUADS + 1][QUAD_CONTENTS]
    Weight surplus[DISTANCES]           # king steps to the own centre of mass beyond the minimum
    Weight groups[GROUPS]               # groups less holes
    Weight pairs[PAIRS]                 # pairs of own neighbours
    Weight area[AREAS]                  # squares of the smallest rectangle around the pieces
    Weight offset[OFFSETS]              # half squares from the centre of mass to the centre
    Weight windows[FULL_WINDOWS]        # windows with three or four pieces near the centre of mass
    Weight tempo
    int many                            # pieces on the board where the first half holds alone
    int few                             # and where the second half does


cdef struct Accumulator:
    Weight patterns                     # sum over lines and quads, Black's gain
    Weight formations[2]                # what each side's formation is worth to it, once asked for
    uint8_t quads[QUAD_SLOTS]           # ternary content of each window
    bint formation_known[2]


cdef uint8_t QUAD_OF[64][4]
cdef uint8_t QUAD_WEIGHT[64][4]


cdef class Evaluator:
    cdef Weights weights
    cdef readonly int size


cdef void accumulate(
    const Weights* weights, const Board* board, Accumulator* accumulator
) noexcept nogil
cdef void accumulate_move(
    const Weights* weights, const Board* before, const Board* after, Move move,
    const Accumulator* old, Accumulator* new,
) noexcept nogil
cdef int evaluate(
    const Weights* weights, const Board* board, Accumulator* accumulator
) noexcept nogil
