"""The C types every compiled module shares: squares, moves, positions, rules.

Packed move (32 bits):

    bits  0-5   square the piece leaves
    bits  6-11  square it lands on (the same square for a removal)
    bit   12    the move captures
    bits 13-14  kind: 0 move, 1 removal, 2 pass, 3 drop without a move
    bit   15    a held piece is dropped at the end of the turn
    bits 16-21  the square it is dropped on
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t Bitboard
ctypedef uint32_t Move

cdef enum:
    BLACK = 0
    WHITE = 1

    MIN_SIZE = 4
    MAX_SIZE = 8

    # 42 lines of an 8x8 board have two squares or more; the corner "diagonals" of one square share
    # line 42, on which every square weighs nothing. Padded for vector-sized copies.
    LINES = 43
    LINE_SLOTS = 48
    NO_LINE = 42

    # Ternary contents of all lines of one to eight squares: 3 + 9 + ... + 6561.
    LINE_CONTENTS = 9840

    MOVE_CAPTURE = 1 << 12
    KIND_SHIFT = 13
    KIND_MOVE = 0
    KIND_REMOVAL = 1
    KIND_PASS = 2
    KIND_DROP = 3
    MOVE_HAS_DROP = 1 << 15
    DROP_SHIFT = 16
    PASS_MOVE = KIND_PASS << KIND_SHIFT

    # Eight moves a line is an upper bound; 64 more for removals.
    MAX_PLAIN_MOVES = 42 * 8 + 64
    # Every plain move followed by a drop on every square.
    MAX_DROP_MOVES = MAX_PLAIN_MOVES * 62

    SIMULTANEOUS_MOVER = 0
    SIMULTANEOUS_DRAW = 1
    SIMULTANEOUS_OPPONENT = 2
    SIMULTANEOUS_ILLEGAL = 3

    NO_MOVES_LOSS = 0
    NO_MOVES_PASS = 1
    NO_MOVES_DRAW = 2

    REPETITION_NONE = 0
    REPETITION_THREEFOLD = 1
    REPETITION_BOARD = 2
    REPETITION_DEVIATE = 3


cdef struct Rules:
    int simultaneous
    int no_moves
    int repetition
    int move_limit       # plies; 0 for none
    int capture_limit    # plies; 0 for none
    int limits_first     # the limits and the repetition are tested before the win


cdef struct Board:
    Bitboard pieces[2]
    Bitboard vanished
    uint64_t key
    uint16_t lines[LINE_SLOTS]  # ternary content of each line, lowest square first
    uint8_t turn
    uint8_t size
    uint8_t vanishing           # a square disappears when a piece leaves it
    uint8_t passes              # passes played in a row, up to this position
    uint8_t hands[2]            # pieces still to drop, by the player who drops them
