"""Sprague: a laboratory for pile games. Write the rule of a game once; the rest is derived from it."""

from importlib import import_module
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.games import game, games
from sprague.rules import Ruleset, parse
from sprague.solve import Answer, solve
from sprague.solve.answer import proof_sources
from sprague.solve.sums import Sum
from sprague.version import __version__

if TYPE_CHECKING:
    from sprague.logic.checker import verify
    from sprague.logic.discovery import discover
    from sprague.logic.proofs import Proof, Refutation, Undecided
    from sprague.logic.proving import prove
    from sprague.patterns.periods import find_period
    from sprague.solve.table import Table
    from sprague.solve.tabulate import rows, tabulate
    from sprague.solve.winning_numbers import winning_numbers

__all__ = [
    "Answer",
    "Proof",
    "Refutation",
    "Ruleset",
    "SpragueError",
    "Sum",
    "Table",
    "Undecided",
    "__version__",
    "discover",
    "find_period",
    "game",
    "games",
    "parse",
    "prove",
    "rows",
    "solve",
    "tabulate",
    "verify",
    "winning_numbers",
]

# What needs compiled kernels is imported when it is first used: numba takes a while to load.
_LATER = {
    "Proof": "sprague.logic.proofs",
    "Refutation": "sprague.logic.proofs",
    "Table": "sprague.solve.table",
    "Undecided": "sprague.logic.proofs",
    "discover": "sprague.logic.discovery",
    "find_period": "sprague.patterns.periods",
    "prove": "sprague.logic.proving",
    "rows": "sprague.solve.tabulate",
    "tabulate": "sprague.solve.tabulate",
    "verify": "sprague.logic.checker",
    "winning_numbers": "sprague.solve.winning_numbers",
}


def _stored_proof(rule: Ruleset, misere: bool) -> "Proof | None":
    """A proof found before; the prover is only loaded if there is one."""
    from sprague.logic.store_folder import store_path

    if not store_path(rule, misere).is_file():
        return None
    from sprague.logic.store import recall

    return recall(rule, misere)


proof_sources.append(_stored_proof)


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'sprague' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
