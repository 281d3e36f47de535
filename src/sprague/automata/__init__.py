"""Sets of tuples of numbers, told by their digits. Nothing here knows a game."""
