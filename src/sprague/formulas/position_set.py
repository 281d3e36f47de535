"""The positions of a game in which a formula holds, and in which order of the piles it is meant.

Mathematicians write "a = b and v2(c - a) is even" of a game in which the order of piles does not matter, and mean:
for some order of the piles. So does Sprague, and says so: such a formula is always shown as `in some order: …`. What is
meant of every order is written `for every order: …`. A formula that says the same in every order needs neither.

>>> from sprague.rules.notation import parse
>>> sharing = parse("(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order")
>>> print(read_positions(sharing, "a = b and even(v2(c - a))"))
in some order: a = b and even(v2(c - a))
>>> print(read_positions(sharing, "some two piles equal"))
some two piles equal
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from sprague.errors import SpragueError
from sprague.formulas.notation import EVERY_ORDER, ORDERS, SOME_ORDER, FormulaReader
from sprague.formulas.truth import truth
from sprague.rules.conditions import Formula
from sprague.rules.ruleset import Ruleset
from sprague.rules.symmetry import Block, arrangements, classes_of, swap

MOST_ORDERS = 50_000
VALUE, POWER = "value", "power"  # the names under which a formula speaks of Grundy values


class Order(Enum):
    """The orders, of piles that the rule does not tell apart, for which a formula is meant; as that is written."""

    SOME = SOME_ORDER
    EVERY = EVERY_ORDER


@dataclass(frozen=True)
class PositionSet:
    """The positions in which a formula holds, in some or in every order of the piles of each block.

    >>> from sprague.formulas.notation import parse_formula
    >>> pairs = PositionSet(parse_formula("a = b", ("a", "b", "c")), ("a", "b", "c"), ((0, 1, 2),))
    >>> (3, 5, 3) in pairs, (3, 5, 4) in pairs
    (True, False)

    `text` is the formula as it was written, if it was. Piles that the formula itself does not tell apart are tried in
    one order only: here it is enough to say which pile is c.
    """

    formula: Formula
    names: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    order: Order = Order.SOME
    text: str = field(default="", compare=False)

    @cached_property
    def _classes(self) -> list[list[Block]]:
        """For each block its names, grouped into classes of names that may be swapped."""
        plain = self.formula.key

        def alike(first: int, second: int) -> bool:
            return self.formula.substitute(swap(self.names[first], self.names[second])).key == plain

        return [classes_of(block, alike) for block in self.blocks]

    @property
    def is_symmetric(self) -> bool:
        """Whether the formula, as it is written, says the same in every order of the piles of each block.

        If not, it may still do so: whether it does is decided by automata, where there are any.
        """
        return all(len(groups) <= 1 for groups in self._classes)

    def _orders(self, entries: Sequence[int]) -> Sequence[Sequence[int]]:
        orders = prod(
            factorial(len(block)) // prod(factorial(len(group)) for group in groups)
            for block, groups in zip(self.blocks, self._classes, strict=True)
        )
        if orders > MOST_ORDERS:
            raise SpragueError(
                f"expected a formula with at most {MOST_ORDERS:,} orders of the piles to try, got {orders:,}; "
                "say it of all piles, such as 'at least two piles odd'"
            )
        return list(arrangements(entries, self._classes))

    def __contains__(self, position: Sequence[int]) -> bool:
        entries = [int(entry) for entry in position]
        if len(entries) != len(self.names):
            raise SpragueError(f"expected a position of {len(self.names)} entries, got {len(entries)}")
        found = (
            bool(truth(self.formula, {name: entries[source] for name, source in zip(self.names, order, strict=True)}))
            for order in self._orders(entries)
        )
        return any(found) if self.order is Order.SOME else all(found)

    def mask(self, entries: Sequence[NDArray[np.int64]]) -> NDArray[np.bool_]:
        """Membership of many positions: one array for each entry of a position."""
        whole = [entry.astype(np.int64, copy=False) for entry in entries]
        shape = np.broadcast_shapes(*(entry.shape for entry in whole))
        found = np.full(shape, self.order is Order.EVERY, dtype=np.bool_)
        for order in self._orders(range(len(self.names))):
            here = truth(self.formula, {n: whole[s] for n, s in zip(self.names, order, strict=True)})
            found = found | here if self.order is Order.SOME else found & here
            if found.all() if self.order is Order.SOME else not found.any():
                break
        return found

    def written(self, depends_on_order: bool) -> str:
        """The formula as text, which reads back as the same set: with the order that is meant if that matters."""
        said = self.text or str(self.formula)
        return f"{self.order.value}: {said}" if depends_on_order else said

    def __str__(self) -> str:
        return self.written(not self.is_symmetric)


def read_positions(rule: Ruleset, text: str, *more: str) -> PositionSet:
    """The positions of a game in which a formula holds; it may begin with `in some order:` or `for every order:`.

    >>> from sprague.rules.notation import parse
    >>> nim = parse("(a, b) -> (u, b) where u < a any order")
    >>> (3, 5) in read_positions(nim, "b < a"), (3, 5) in read_positions(nim, "for every order: b < a")
    (True, False)

    `more` are other names that the formula may use, which come last in the tuples of the set.
    """
    names = (*rule.names, *more)
    reader = FormulaReader.of(text, names, rule.piles)
    order = next((order for order in Order if reader.begins(order.value)), None)
    if order is not None and len(rule.piles) > 1 and not rule.blocks:
        raise reader.fail(
            f"expected no '{order.value}', as the rule tells all piles apart and only one order is meant; leave it out",
            reader.tokens[0],
        )
    body = text[reader.token.offset :].strip()
    return PositionSet(reader.whole(), names, rule.blocks, order or Order.SOME, body)


def read_claim(rule: Ruleset, text: str) -> PositionSet:
    """What a formula says of a game: its P-positions or, if it speaks of `value` or `power`, its Grundy function.

    >>> from sprague.rules.notation import parse
    >>> read_claim(parse("(a, b) -> (u, b) where u < a any order"), "value = a xor b").names
    ('a', 'b', 'value')

    A function is the set of positions together with their value, or with 2 to their value, the power.
    """
    for name in (VALUE, POWER):
        if name in rule.names or name not in text:
            continue
        with suppress(SpragueError):
            if name in (claim := read_positions(rule, text, name)).formula.names:
                return claim
    return read_positions(rule, text)


def after_verb(said: str) -> str:
    """What a sentence says after its verb, "… are exactly": with a comma before an order that is told.

    >>> print("the P-positions are exactly" + after_verb("in some order: a = b"))
    the P-positions are exactly, in some order: a = b
    """
    return f", {said}" if tells_order(said) else f" {said}"


def tells_order(text: str) -> bool:
    """Whether a formula begins with the order of the piles that is meant."""
    return text.startswith(ORDERS)
