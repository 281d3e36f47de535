"""Which walk fills a table, asked for as tests do."""

from sprague import Ruleset
from sprague.tables.request import Request
from sprague.tables.tabulate import find_walk
from sprague.tables.traversals.base import Walk


def walk_for(rule: Ruleset, limit: int | None = None, chips: int | None = None, values_only: bool = False) -> Walk:
    """The walk for Grundy values, or, if not only values are wanted, for remoteness."""
    return find_walk(Request(rule, limit, chips, "grundy" if values_only else "remoteness"))
