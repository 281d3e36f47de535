"""Values of positions: by search, one position at a time."""

from sprague.solve.answer import Answer, Because, solve

__all__ = ["Answer", "Because", "solve"]
