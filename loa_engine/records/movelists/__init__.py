"""Lists of moves as people write them: PGN and plain lists."""
