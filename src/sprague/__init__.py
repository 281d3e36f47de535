"""Sprague: a laboratory for pile games. Write the rule of a game once; the rest is derived from it."""

from importlib import import_module
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.games import game, games
from sprague.rules import Ruleset, parse
from sprague.solve import Answer, solve
from sprague.solve.sums import Sum
from sprague.version import __version__

if TYPE_CHECKING:
    from sprague.patterns.periods import find_period
    from sprague.solve.table import Table
    from sprague.solve.tabulate import rows, tabulate
    from sprague.solve.winning_numbers import winning_numbers

__all__ = [
    "Answer",
    "Ruleset",
    "SpragueError",
    "Sum",
    "Table",
    "__version__",
    "find_period",
    "game",
    "games",
    "parse",
    "rows",
    "solve",
    "tabulate",
    "winning_numbers",
]

# What needs compiled kernels is imported when it is first used: numba takes a while to load.
_LATER = {
    "Table": "sprague.solve.table",
    "find_period": "sprague.patterns.periods",
    "rows": "sprague.solve.tabulate",
    "tabulate": "sprague.solve.tabulate",
    "winning_numbers": "sprague.solve.winning_numbers",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'sprague' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
