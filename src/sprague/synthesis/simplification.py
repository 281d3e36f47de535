"""`shorter_formulas` proposes formulas that are cheaper than a given formula and agree with a sample.

A formula is read as a tree of `and` and `or`. A part of the tree is removed, or is replaced by a condition of the bank,
or a part is removed and another part is replaced. In a tree, the truth of the formula depends on the replaced part only
at some positions. The new condition needs the right truth values only where the formula depends on the part, so the
condition can be much simpler than the part that it replaces: in `x <= y and sum is even or x > y and a is odd`, the
part `x > y and a is odd` can often be replaced by `a is odd`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from sprague import limits
from sprague.errors import SpragueError
from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from sprague.synthesis.bank_conditions import ConditionBank
from sprague.synthesis.formula_cost import formula_cost, reading_key
from sprague.synthesis.number_sets import ALWAYS, ATOM, NEVER, OPEN, FormulaText, conjunction, disjunction
from sprague.synthesis.set_sample import Flags

MOST_PARTS = 24  # maximum number of parts of a formula that is simplified
_NEGATIONS = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
LEAST_SAVING = 2  # a replacement with equally many parts must lower the cost of the formula by at least this number
SHOWN = 12  # maximum number of replacements of one part


@dataclass(frozen=True, eq=False)
class FormulaTree:
    """A formula: a condition as text, or the conjunction or disjunction of other formulas."""

    word: str  # the connective "and" or "or"; the empty string for a single condition
    text: str = ""
    parts: tuple[FormulaTree, ...] = ()

    @staticmethod
    def read(text: str) -> FormulaTree:
        """Return the tree of a formula; a quantified formula, a negation and an equivalence are single conditions.

        >>> tree = FormulaTree.read("(a = 1 or b = (c mod 2)) and (all piles x: x = 1 or x = 2)")
        >>> [part.word for part in tree.parts], tree.formula().text
        (['or', ''], '(a = 1 or b = (c mod 2)) and (all piles x: x = 1 or x = 2)')
        """
        while text.startswith("(") and _closing_bracket(text) == len(text) - 1:
            text = text[1:-1]
        if ": " in _outside_brackets(text) or " iff " in _outside_brackets(text):
            return FormulaTree("", text)
        for word in ("or", "and"):
            parts = _split(text, f" {word} ")
            if len(parts) > 1:
                return FormulaTree(word, "", tuple(map(FormulaTree.read, parts)))
        return FormulaTree("", text)

    def formula(self) -> FormulaText:
        """Return the text of the formula."""
        if not self.word:
            outside = _outside_brackets(self.text)
            is_open = ": " in outside or " iff " in outside
            return FormulaText(self.text, OPEN if is_open else ATOM)
        join = conjunction if self.word == "and" else disjunction
        return reduce(join, (part.formula() for part in self.parts), ALWAYS if self.word == "and" else NEVER)

    def nodes(self) -> Iterator[FormulaTree]:
        """Yield all parts of the formula, each after the formula that contains it."""
        yield self
        for part in self.parts:
            yield from part.nodes()

    @cached_property
    def size(self) -> int:
        """The number of parts of the formula."""
        return sum(1 for _ in self.nodes())

    def replace(self, old: FormulaTree, new: FormulaTree | None) -> FormulaTree:
        """Return the formula with a part replaced, or without the part if `new` is None."""
        changed = []
        for part in self.parts:
            if part is not old:
                changed.append(part.replace(old, new))
            elif new is not None:
                changed.append(new)
        return changed[0] if len(changed) == 1 else FormulaTree(self.word, self.text, tuple(changed))


@dataclass(eq=False)
class _Replacing:
    """The search for formulas in which a condition of a bank replaces a part of a given formula."""

    bank: ConditionBank
    members: Flags

    def __post_init__(self) -> None:
        rule = self.bank.frame.rule
        self.rule, self.orders = rule, len(self.bank.frame.orders)
        self.values = {name: np.ascontiguousarray(self.bank.rows[:, i]) for i, name in enumerate(rule.names)}
        self.known: dict[str, Flags] = {}
        self.costs = np.array(self.bank.costs)

    def truth(self, tree: FormulaTree, part: FormulaTree | None = None, assumed: bool = False) -> Flags:
        """Return the rows at which a formula is true, if its part `part` has the truth value `assumed` at all rows."""
        if tree is part:
            return np.full(len(self.bank.rows), assumed)
        if not tree.word:
            if tree.text not in self.known:
                formula = parse_formula(tree.text, self.rule.names, self.rule.piles)
                self.known[tree.text] = np.broadcast_to(
                    np.asarray(evaluate(formula, self.values), np.bool_), len(self.bank.rows)
                )
            return self.known[tree.text]
        found = [self.truth(each, part, assumed) for each in tree.parts]
        return np.asarray((np.logical_and if tree.word == "and" else np.logical_or).reduce(found))

    def in_some_order(self, rows: Flags) -> Flags:
        """Return for each position whether one of its orders is among the rows."""
        return np.asarray(rows.reshape(*rows.shape[:-1], -1, self.orders).any(axis=-1))

    def replacements(self, tree: FormulaTree, most: int) -> Iterator[FormulaTree]:
        """Yield formulas that agree with the sample, each with one part of `tree` replaced by a single condition."""
        for part in tree.nodes():
            if part is tree:
                continue
            high, low = self.truth(tree, part, True), self.truth(tree, part, False)
            possible, certain = self.in_some_order(high), self.in_some_order(low)
            if (certain & ~self.members).any() or (self.members & ~possible).any():
                continue
            room = most - formula_cost(tree.replace(part, None).formula().text)
            count = int(np.searchsorted(self.costs, room, side="right"))
            open_positions = possible & ~certain
            if not open_positions.any() or not count:
                continue
            limits.check()
            rows = np.repeat(open_positions, self.orders)
            masks = self.bank.masks[:count, rows] & (high & ~low)[rows]
            good = (self.in_some_order(masks | low[rows]) == self.members[open_positions]).all(axis=1)
            for place in np.flatnonzero(good)[:SHOWN]:
                yield tree.replace(part, FormulaTree.read(self.bank.formula(int(place)).text))

    def agrees(self, tree: FormulaTree) -> bool:
        """Return whether a formula agrees with the sample."""
        return np.array_equal(self.in_some_order(self.truth(tree)), self.members)


def shorter_formulas(text: str, bank: ConditionBank, members: Flags) -> list[FormulaText]:
    """Return cheaper formulas that agree with a sample, the cheapest first; `members` has a flag for each position."""
    tree = FormulaTree.read(text)
    if tree.size > MOST_PARTS:
        return []
    search, cost = _Replacing(bank, members), formula_cost(text) - 1
    found: list[FormulaTree] = []
    try:
        found += search.replacements(tree, cost)
        for part in tree.nodes():
            if part is not tree:
                smaller = tree.replace(part, None)
                found += [smaller] if search.agrees(smaller) else search.replacements(smaller, cost)
    except SpragueError:
        return []  # a condition of the formula has no valid text by itself
    formulas = {
        formula.text: formula
        for each in found
        if formula_cost((formula := each.formula()).text) <= cost + 1 - (1 if each.size < tree.size else LEAST_SAVING)
    }
    return sorted(formulas.values(), key=lambda formula: reading_key(formula.text))


def without_equivalence(text: str) -> str:
    """Return a formula in which a disjunction replaces an equivalence of two conditions.

    >>> without_equivalence("xor = 0 iff max >= 2")
    'xor = 0 and max >= 2 or xor != 0 and max < 2'
    >>> without_equivalence("a <= b and (a is even iff b = 1)")
    'a <= b and (a is even and b = 1 or not (a is even) and b != 1)'
    """
    tree = FormulaTree.read(text)
    for part in tree.nodes():
        sides = _split(part.text, " iff ")
        if len(sides) == 2 and ": " not in _outside_brackets(part.text):
            both, neither = (
                FormulaTree("and", "", tuple(map(FormulaTree.read, each))) for each in (sides, map(_negation, sides))
            )
            either = FormulaTree("or", "", (both, neither))
            return (either if part is tree else tree.replace(part, either)).formula().text
    return text


def _negation(text: str) -> str:
    """Return the negation of a condition."""
    left, *rest = re.split(r" ([<>!]=|[<>=]) ", text)
    if len(rest) == 2 and not {"(mod", "and", "or", "piles", "pile", "columns"} & set(text.split()):
        return f"{left} {_NEGATIONS[rest[0]]} {rest[1]}"
    return f"not ({text})"


def _closing_bracket(text: str) -> int:
    """Return the place of the bracket that closes the first bracket of a text."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return place
    return -1


def _outside_brackets(text: str) -> str:
    """Return a text in which spaces replace everything inside brackets.

    >>> _outside_brackets("a = 1 or (b = 2)")
    'a = 1 or        '
    """
    shown, depth = [], 0
    for sign in text:
        depth += sign in "({"
        shown.append(" " if depth else sign)
        depth -= sign in ")}"
    return "".join(shown)


def _split(text: str, word: str) -> list[str]:
    """Split a text at the occurrences of a word that are outside brackets."""
    found, start = [], 0
    outside = _outside_brackets(text)
    while (place := outside.find(word, start)) >= 0:
        found.append(text[start:place])
        start = place + len(word)
    return [*found, text[start:]]
