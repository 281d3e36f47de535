"""AST of the condition that a tuple of terms is a member of a named set (`InSet`), such as `P(a, b + 1)`.

Only questions (`question_parser`) contain the condition `InSet`. An `InSet` contains only the name of the set;
`sprague.queries` finds the automaton of the set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sprague.language.expressions import Expression
from sprague.linear.terms import Linear

MOVE, VALUE, TERMINAL = "move", "value", "terminal"


@dataclass(frozen=True, slots=True)
class InSet:
    """The condition that the tuple of the values of terms is a member of a named set of tuples of natural numbers.

    The set `move` contains pairs of positions. The set `value` contains positions followed by their Grundy value, and
    `value=2` contains the positions of Grundy value 2.
    """

    name: str
    terms: tuple[Expression, ...]

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the terms of the condition on a named set."""
        return frozenset().union(*(term.names for term in self.terms))

    @property
    def key(self) -> object:
        """A key for comparison: conditions that differ only in the order of summands have equal keys."""
        return "set", self.name, tuple(term.key for term in self.terms)

    def substitute(self, values: Mapping[str, Linear]) -> InSet:
        """Return the condition on a named set with names replaced by terms."""
        return InSet(self.name, tuple(term.substitute(values) for term in self.terms))

    def __str__(self) -> str:
        name, _, number = self.name.partition("=")
        texts = [str(term) for term in self.terms]
        kind = name.rpartition(".")[2]
        if kind == MOVE:
            half = len(texts) // 2
            return f"{name}({', '.join(texts[:half])}; {', '.join(texts[half:])})"
        if number:
            return f"{name}({', '.join(texts)}) = {number}"
        if kind == VALUE:
            return f"{name}({', '.join(texts[:-1])}) = {texts[-1]}"
        return f"{name}({', '.join(texts)})"
