"""Values of positions: one at a time by search, or all up to a bound in a table."""

from sprague.solve.answer import Answer, Because, solve

__all__ = ["Answer", "Because", "solve"]
