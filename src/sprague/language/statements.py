"""Statements (`Statement`): a formula about positions, and the `Order` of the piles in which it must hold.

If the order of piles does not matter in a game, a formula such as "a = b and v2(c - a) is even" means that it holds for
some order of the piles. Sprague prints `in some order: …` before a formula that depends on the order of the piles. A
formula that must hold for every order of the piles starts with `for every order: …`.

>>> from sprague.rules import parse
>>> sharing = parse("(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order")
>>> print(Statement.read(sharing, "a = b and even(v2(c - a))"))
in some order: a = b and even(v2(c - a))
>>> print(Statement.read(sharing, "some two piles equal"))
some two piles equal
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Protocol, Self

from sprague.errors import NotationError, SpragueError
from sprague.language.condition_parser import EVERY_ORDER, ORDERS, SOME_ORDER
from sprague.language.conditions import Formula, Junction
from sprague.language.formula_parser import formula_reader
from sprague.language.rule_ast import Block
from sprague.linear.terms import Linear, interchangeable_groups, swap_names

_IN_SOME_ORDER = f"{SOME_ORDER}: "
VALUE, POWER = "value", "power"  # the names in a claim that stand for the Grundy value g of a position, and for 2^g


class PileNames(Protocol):
    """The data of a rule that a statement uses: the names of its entries and its blocks of interchangeable piles."""

    @property
    def piles(self) -> tuple[str, ...]: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def blocks(self) -> tuple[Block, ...]: ...


class Order(Enum):
    """Whether a formula must hold for some order or for every order of interchangeable piles."""

    SOME = SOME_ORDER
    EVERY = EVERY_ORDER


@dataclass(frozen=True)
class Statement:
    """A statement: a formula, and whether it must hold in some order or in every order of interchangeable piles.

    `text` is the original text of the formula; it may be empty.
    """

    formula: Formula
    names: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    order: Order = Order.SOME
    text: str = field(default="", compare=False)

    @classmethod
    def read(cls, rule: PileNames, text: str, *more: str, products: bool = False) -> Self:
        """Read a formula about positions of a game, which may start with `in some order:` or `for every order:`.

        Besides the names of the rule, the formula may contain the names in `more`, such as `value`. The flag `products`
        states whether products of names are allowed.
        """
        names = (*rule.names, *more)
        reader = formula_reader(text, rule.names, rule.piles, functions=more, products=products)
        order = next((order for order in Order if reader.begins(order.value)), None)
        if order is not None and len(rule.piles) > 1 and not rule.blocks:
            raise reader.fail(
                f"'{order.value}' has no meaning for this rule, in which the order of piles matters; leave it out",
                reader.tokens[0],
            )
        body = " ".join(line.strip() for line in text[reader.token.offset :].strip().splitlines())
        return cls(reader.whole(), names, rule.blocks, order or Order.SOME, body)

    @classmethod
    def read_claim(cls, rule: PileNames, text: str) -> Self:
        """Read a claim about the P-positions or, if it contains `value` or `power`, about the Grundy values.

        >>> from sprague.rules import parse
        >>> Statement.read_claim(parse("(a, b) -> (u, b) where u < a any order"), "value = a xor b").names
        ('a', 'b', 'value')

        A claim about Grundy values describes a set of pairs: a position with its Grundy value g (`value`), or a
        position with 2^g (`power`).
        """
        errors: list[NotationError] = []
        for name in (VALUE, POWER):
            if name in rule.names or name not in text:
                continue
            try:
                if name in (claim := cls.read(rule, text, name)).formula.names:
                    return claim
            except NotationError as error:
                errors.append(error)
        try:
            return cls.read(rule, text)
        except NotationError as error:
            # If both readings of the text fail, report the error further to the right, because the user probably meant
            # the reading with this error.
            raise max((error, *errors), key=lambda one: one.offset) from None

    @cached_property
    def classes(self) -> list[list[Block]]:
        """Classes of interchangeable piles, by block; exchanging two piles of a class does not change the formula."""
        plain = self.formula.key

        def alike(first: int, second: int) -> bool:
            return self.formula.substitute(swap_names(self.names[first], self.names[second])).key == plain

        return [interchangeable_groups(block, alike) for block in self.blocks]

    @property
    def is_symmetric(self) -> bool:
        """Whether the text of the formula stays the same when interchangeable piles are exchanged.

        A formula may have the same meaning for every order although its text depends on the order; deciding this needs
        automata.
        """
        return all(len(groups) <= 1 for groups in self.classes)

    def written(self, depends_on_order: bool) -> str:
        """Return the text of the statement; if needed, it starts with `in some order:` or `for every order:`."""
        text = self.text or str(self.formula)
        return f"{self.order.value}: {text}" if depends_on_order else text

    def __str__(self) -> str:
        return self.written(not self.is_symmetric)


def claim_after_verb(text: str) -> str:
    """Return the text of a statement as the end of a sentence that starts with "the P-positions are exactly".

    >>> print("the P-positions are exactly" + claim_after_verb("in some order: a = b"))
    the P-positions are exactly, in some order: a = b
    >>> print("the P-positions are exactly" + claim_after_verb("exactly 2 piles = max"))
    the P-positions are exactly these: exactly 2 piles = max
    """
    if text.startswith("exactly "):
        return f" these: {text}"
    return f", {text}" if begins_with_order(text) else f" {text}"


def begins_with_order(text: str) -> bool:
    """Return whether the text of a statement starts with `in some order` or `for every order`."""
    return text.startswith(ORDERS)


def alternatives_sentences(rule: PileNames, claim: str) -> list[str]:
    """Return lines that list the alternatives of a disjunction of conjunctions; for other statements, return no lines.

    >>> from sprague.rules import parse
    >>> circle = parse("(a, b, c) -> (a - 1, b - 1, c) in a circle")
    >>> alternatives_sentences(circle, "a = max and b = 0 or b = max and c = 0 or c = max and a = 0")
    ['For some turn of the circle a, b, c: a = max, b = 0.']
    >>> for line in alternatives_sentences(circle, "a = b and (c = 0 or c = 4) or b = c + 1 and a > 4 or a is odd"):
    ...     print(line)
    One of these holds:
    - a = b and (c = 0 or c = 4)
    - b = c + 1 and a > 4
    - a is odd
    """
    formula = Statement.read_claim(rule, claim).formula
    if not (isinstance(formula, Junction) and formula.word == "or"):
        return []
    if claim.startswith("for every order") or not any(isinstance(part, Junction) for part in formula.parts):
        return []
    if (groups := _written(rule, claim.removeprefix(_IN_SOME_ORDER), formula)) is None:
        return []  # `at least 3 piles = min` is a disjunction that does not contain the word `or`
    first = formula.parts[0]
    if isinstance(first, Junction) and first.word == "and" and _are_turns(formula.parts, rule.names):
        conditions = _written(rule, groups[0], first) or [groups[0]]
        return [f"For some turn of the circle {', '.join(rule.names)}: {', '.join(conditions)}."]
    begin = "In some order of the piles, one" if claim.startswith(_IN_SOME_ORDER) else "One"
    return [f"{begin} of these holds:", *(f"- {group}" for group in groups)]


def _written(rule: PileNames, text: str, formula: Junction) -> list[str] | None:
    """Return the text of each operand of a conjunction or disjunction as written; None if the text cannot be split."""
    word, found = f" {formula.word} ", [""]
    for piece in text.split(word):
        is_open = found[-1].count("(") != found[-1].count(")")
        found = [*found[:-1], found[-1] + word + piece] if is_open else [*found, piece]
    # If the text was split inside an operand, the pieces may not be formulas.
    with suppress(SpragueError):
        if [Statement.read_claim(rule, part).formula.key for part in found[1:]] == [part.key for part in formula.parts]:
            return found[1:]
    return None


def _are_turns(parts: Sequence[Formula], names: Sequence[str]) -> bool:
    """Return whether the alternatives are the rotations of the first alternative around the circle of piles."""
    turned = [dict(zip(names, map(Linear.of, [*names[by:], *names[:by]]), strict=True)) for by in range(len(names))]
    return {part.key for part in parts} == {parts[0].substitute(turn).key for turn in turned}
