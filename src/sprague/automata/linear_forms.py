"""The class `FormsAutomaton` decides conjunctions of linear conditions from the values of a few linear forms.

An automaton with k tracks has digits**k different columns. A linear condition on Σ c_i x_i depends only on the value Σ
c_i d_i of each column, and there are far fewer values than columns. For example, the condition a - a' = b - b' with 13
digits has 28,561 columns but only 49 values. A conjunction of several linear conditions depends only on the values of a
few linear forms. For example, the conditions a - a' = b - b' and a > a' depend on the forms a - a' and b - b', which
have 625 pairs of values. A `FormsAutomaton` reads one *key* for each column: a number that combines the values of the
linear forms. The function `guess_product` requires that each key is a sum with one summand for each digit of the
column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.automata import kernels as plain
from sprague.automata.atoms import ColumnReader, comparison_reader, residue_reader
from sprague.automata.exploration import explore_table
from sprague.automata.numeration import Numeration
from sprague.automata.size_limits import state_limit
from sprague.automata.transition_table import TransitionTable, minimise, read_only

kernels = jit.compile_lazily(plain)

Form = tuple[tuple[str, int], ...]  # a linear form Σ c_i x_i: the name of each x_i with its coefficient c_i


@dataclass(frozen=True)
class FormCondition:
    """A condition on a linear form: form + constant is 0, is at least 0, or is divisible by the modulus."""

    form: Form
    constant: int
    relation: str  # "=", ">=" or "divisible"
    modulus: int = 1

    def reader(self, numeration: Numeration) -> ColumnReader[Any]:
        """Return a column reader of the condition, which reads the value of the linear form for each digit column."""
        if self.relation == "divisible":
            return residue_reader(self.constant, self.modulus, {0}, numeration)
        return comparison_reader([factor for _, factor in self.form], self.constant, self.relation, numeration)


@dataclass(frozen=True, eq=False)
class FormsAutomaton:
    """An automaton that reads one key for each column of digits; a key combines the values of several linear forms.

    Like a `NamedAutomaton`, a `FormsAutomaton` can be the left side of a `guess_product`. A `FormsAutomaton` can accept
    words that do not represent numbers. Therefore, the right side of the product, or else the caller, must reject words
    that do not represent numbers.
    """

    automaton: TransitionTable
    groups: tuple[Form, ...]

    def weights(self, names: Sequence[str]) -> npt.NDArray[np.int64]:
        """For each column of digits of `names`, return its contribution to the key.

        All contributions are nonnegative, because the function subtracts the least possible contribution of each name.
        """
        digits = self.automaton.numeration.digits
        symbols = np.arange(digits ** len(names))
        total = np.zeros(len(symbols), np.int64)
        for group, weight in zip(self.groups, _key_weights(self.groups, digits), strict=True):
            factors = dict(group)
            for place, name in enumerate(names):
                factor = factors.get(name, 0)
                digit = symbols // digits ** (len(names) - 1 - place) % digits
                total += weight * (factor * digit if factor > 0 else -factor * (digits - 1 - digit))
        return read_only(total)


def group_names(forms: Sequence[Form]) -> tuple[Form, ...]:
    """Return linear forms without common names such that every given form is an integer combination of them.

    Two names occur in one returned form if and only if their coefficients in the given forms are proportional.

    >>> group_names([(("a", 1), ("b", -1), ("c", 2)), (("a", 3), ("b", -3))])
    ((('a', 1), ('b', -1)), (('c', 2),))
    """
    found: dict[tuple[int, ...], list[tuple[str, int]]] = {}
    for name in sorted({name for form in forms for name, _ in form}):
        column = [dict(form).get(name, 0) for form in forms]
        size = gcd(*column) * (1 if next(filter(None, column)) > 0 else -1)
        found.setdefault(tuple(factor // size for factor in column), []).append((name, size))
    return tuple(tuple(group) for group in found.values())


def forms_automaton(conditions: Sequence[FormCondition], numeration: Numeration) -> FormsAutomaton:
    """Return the automaton of a conjunction of conditions on linear forms."""
    groups = group_names([condition.form for condition in conditions])
    digits = numeration.digits
    keys = count_keys(groups, digits)
    bound = state_limit(keys)
    table, accepting = np.zeros((1, keys), np.int32), np.ones(1, np.bool_)
    for condition in conditions:
        values = _key_values(condition.form, groups, digits)
        columns = np.unique(values)
        rows, ends = minimise(*explore_table(columns.tolist(), *condition.reader(numeration), bound=bound))
        rows = rows[:, np.searchsorted(columns, values)]
        joined, left, right = kernels.product(read_only(table), read_only(rows), bound.most)
        bound.check("the automaton of linear conditions", left.size)
        table, labels = minimise(joined, accepting[left] & (ends[right] == 1))
        accepting = labels == 1
    return FormsAutomaton(TransitionTable(len(groups), numeration, read_only(table), read_only(accepting)), groups)


def count_keys(groups: Sequence[Form], digits: int) -> int:
    """Return the number of keys of an automaton on linear forms: how many combinations of values the forms have."""
    return prod(_size(group, digits) for group in groups)


def _key_values(form: Form, groups: Sequence[Form], digits: int) -> npt.NDArray[np.int64]:
    """Return the value of a linear form for each key."""
    factors = dict(form)
    keys = np.arange(count_keys(groups, digits))
    total = np.zeros(len(keys), np.int64)
    for group, weight in zip(groups, _key_weights(groups, digits), strict=True):
        name, own = group[0]
        least = (digits - 1) * sum(factor for _, factor in group if factor < 0)
        total += factors.get(name, 0) // own * (keys // weight % _size(group, digits) + least)
    return total


def _size(group: Form, digits: int) -> int:
    return 1 + (digits - 1) * sum(abs(factor) for _, factor in group)


def _key_weights(groups: Sequence[Form], digits: int) -> list[int]:
    """Return the place value of each linear form in a key; a key is a mixed-radix number with one digit per form."""
    found = [1]
    for group in groups:
        found.append(found[-1] * _size(group, digits))
    return found[:-1]
