"""What a position is worth: scores, the compiled evaluation and its weights, winning chances."""
