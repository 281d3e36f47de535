"""Statements: a formula about positions, with the order of the piles that it assumes.

Mathematicians write "a = b and v2(c - a) is even" of a game in which the order of piles does not matter, and mean:
for some order of the piles. So does Sprague, and says so: such a formula is always shown as `in some order: …`. What is
meant of every order is written `for every order: …`. A formula that says the same in every order needs neither.

>>> from sprague.rules.rule_parser import parse
>>> sharing = parse("(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order")
>>> print(Statement.read(sharing, "a = b and even(v2(c - a))"))
in some order: a = b and even(v2(c - a))
>>> print(Statement.read(sharing, "some two piles equal"))
some two piles equal
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Self

from sprague.errors import SpragueError
from sprague.language.conditions import Formula
from sprague.language.formula_parser import EVERY_ORDER, ORDERS, SOME_ORDER, FormulaReader
from sprague.rules.ruleset import Ruleset
from sprague.rules.symmetry import Block, classes_of, swap

VALUE, POWER = "value", "power"  # the names under which a formula speaks of Grundy values


class Order(Enum):
    """The orders, of piles that the rule does not tell apart, for which a formula is meant; as that is written."""

    SOME = SOME_ORDER
    EVERY = EVERY_ORDER


@dataclass(frozen=True)
class Statement:
    """A formula about tuples of numbers with these names, in some or in every order of the piles of each block.

    `text` is the formula as it was written, if it was.
    """

    formula: Formula
    names: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    order: Order = Order.SOME
    text: str = field(default="", compare=False)

    @classmethod
    def read(cls, rule: Ruleset, text: str, *more: str, products: bool = False) -> Self:
        """What a formula says of positions of the game; it may begin with `in some order:` or `for every order:`.

        `more` are other names that the formula may use, as functions of the position: they come last in the tuples.
        `products` of names may be allowed.
        """
        names = (*rule.names, *more)
        reader = FormulaReader.of(text, rule.names, rule.piles, functions=more, products=products)
        order = next((order for order in Order if reader.begins(order.value)), None)
        if order is not None and len(rule.piles) > 1 and not rule.blocks:
            raise reader.fail(
                f"expected no '{order.value}', as the rule tells all piles apart and only one order is meant; "
                "leave it out",
                reader.tokens[0],
            )
        body = " ".join(line.strip() for line in text[reader.token.offset :].strip().splitlines())
        return cls(reader.whole(), names, rule.blocks, order or Order.SOME, body)

    @classmethod
    def read_claim(cls, rule: Ruleset, text: str) -> Self:
        """What a formula claims: the P-positions or, if it speaks of `value` or `power`, the Grundy function.

        >>> from sprague.rules.rule_parser import parse
        >>> Statement.read_claim(parse("(a, b) -> (u, b) where u < a any order"), "value = a xor b").names
        ('a', 'b', 'value')

        A function is the set of positions together with their value, or with 2 to their value, the power.
        """
        for name in (VALUE, POWER):
            if name in rule.names or name not in text:
                continue
            with suppress(SpragueError):
                if name in (claim := cls.read(rule, text, name)).formula.names:
                    return claim
        return cls.read(rule, text)

    @cached_property
    def classes(self) -> list[list[Block]]:
        """For each block its names, in classes of those that may be swapped in the formula as it is written."""
        plain = self.formula.key

        def alike(first: int, second: int) -> bool:
            return self.formula.substitute(swap(self.names[first], self.names[second])).key == plain

        return [classes_of(block, alike) for block in self.blocks]

    @property
    def is_symmetric(self) -> bool:
        """Whether the formula, as it is written, says the same in every order of the piles of each block.

        If not, it may still do so: whether it does is decided by automata, where there are any.
        """
        return all(len(groups) <= 1 for groups in self.classes)

    def written(self, depends_on_order: bool) -> str:
        """The formula as text, which reads back as the same: with the order that is meant if that matters."""
        said = self.text or str(self.formula)
        return f"{self.order.value}: {said}" if depends_on_order else said

    def __str__(self) -> str:
        return self.written(not self.is_symmetric)


def after_verb(said: str) -> str:
    """What a sentence says after its verb, "… are exactly": with a comma before an order that is told.

    >>> print("the P-positions are exactly" + after_verb("in some order: a = b"))
    the P-positions are exactly, in some order: a = b
    >>> print("the P-positions are exactly" + after_verb("exactly 2 piles = max"))
    the P-positions are exactly these: exactly 2 piles = max
    """
    if said.startswith("exactly "):
        return f" these: {said}"
    return f", {said}" if tells_order(said) else f" {said}"


def tells_order(text: str) -> bool:
    """Whether a formula begins with the order of the piles that is meant."""
    return text.startswith(ORDERS)
