"""The set of positions at which a formula is true, in at least one or in every order of the piles: `PositionSet`."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, prod
from typing import TYPE_CHECKING

from sprague.errors import SpragueError
from sprague.formulas.evaluation import evaluate
from sprague.language.statements import Order, Statement
from sprague.optional_numpy import np
from sprague.rules.symmetry import role_assignments

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_ORDERS = 50_000  # a formula is evaluated in at most this many orders of the piles


class PositionSet(Statement):
    """The set of positions at which a formula is true, either in at least one order of the piles or in every order.

    >>> from sprague.rules import parse
    >>> nim = parse("(a, b, c) -> (u, b, c) where u < a any order")
    >>> pairs = PositionSet.read(nim, "a = b")
    >>> (3, 5, 3) in pairs, (3, 5, 4) in pairs
    (True, False)
    >>> (3, 5, 3) in PositionSet.read(nim, "for every order: a = b")
    False

    If a formula is symmetric in some piles, only one order of these piles is tried. For example, the formula `a = b` is
    symmetric in a and b, so it is evaluated once for each choice of the pile c.
    """

    def _orders(self, entries: Sequence[int]) -> Sequence[Sequence[int]]:
        orders = prod(
            factorial(len(block)) // prod(factorial(len(group)) for group in groups)
            for block, groups in zip(self.blocks, self.classes, strict=True)
        )
        if orders > MOST_ORDERS:
            raise SpragueError(
                f"the piles have {orders:,} orders, more than the limit of {MOST_ORDERS:,}; use a formula that "
                "does not depend on the order, such as 'at least two piles odd'"
            )
        return list(role_assignments(entries, self.classes))

    def __contains__(self, position: Sequence[int]) -> bool:
        entries = [int(entry) for entry in position]
        if len(entries) != len(self.names):
            raise SpragueError(f"expected a position of {len(self.names)} entries, got {len(entries)}")
        found = (
            bool(evaluate(self.formula, {name: entries[pile] for name, pile in zip(self.names, order, strict=True)}))
            for order in self._orders(entries)
        )
        return any(found) if self.order is Order.SOME else all(found)

    def mask(self, entries: Sequence[NDArray[np.int64]]) -> NDArray[np.bool_]:
        """Return a Boolean array that tells which positions are in the set; `entries` has one array for each pile."""
        whole = [entry.astype(np.int64, copy=False) for entry in entries]
        shape = np.broadcast_shapes(*(entry.shape for entry in whole))
        found = np.full(shape, self.order is Order.EVERY, dtype=np.bool_)
        for order in self._orders(range(len(self.names))):
            here = evaluate(self.formula, {name: whole[pile] for name, pile in zip(self.names, order, strict=True)})
            found = found | here if self.order is Order.SOME else found & here
            if found.all() if self.order is Order.SOME else not found.any():
                break
        return found
