"""The search: compiled alpha-beta, iterative deepening over it, threads, limits, the engine."""
