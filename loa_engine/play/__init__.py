"""A game in the terminal: the players, the clocks, the board drawn, and the conversation.

``Table`` is the game with those who play it; ``Conversation`` takes lines and says what comes of
them, without knowing whether a terminal is there; ``run`` leads it over the process's streams.
docs/play.md is the user's side of it.
"""
