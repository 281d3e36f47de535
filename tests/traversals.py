"""Selection of the traversal that fills a table, for tests."""

from sprague import Ruleset
from sprague.tables.request import Request
from sprague.tables.tabulate import select_traversal
from sprague.tables.traversals.base import Traversal


def traversal_for(
    rule: Ruleset, limit: int | None = None, chips: int | None = None, values_only: bool = False
) -> Traversal:
    """Return the traversal for Grundy values, or, if not only values are wanted, for remoteness."""
    return select_traversal(Request(rule, limit, chips, "grundy" if values_only else "remoteness"))
