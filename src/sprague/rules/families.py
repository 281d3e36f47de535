"""Families of moves: what the house computes with.

Entries of a family are linear, and its conditions compare linear terms and residues, or ask for a power. What a person
writes may be more than that (`written`); it falls into cases, each a family (`cases`). Where no proof is wanted, a
family may also multiply names, and ask for squares, primes and divisors (`products`, `arithmetic`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.rules.conditions import Condition
from sprague.rules.expressions import Entry, Expression
from sprague.rules.linear import Applied, Linear
from sprague.rules.products import replaced

Conjunction = tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """One kind of move: the position reached, and when it is legal.

    Names that are not piles are the mover's choice, natural numbers each. Some of them nobody typed: they stand for
    what a written move computes, such as the half of a pile.
    """

    target: tuple[Entry, ...]
    where: Conjunction = ()

    def choices(self, known: Sequence[str]) -> tuple[str, ...]:
        """The names that are the mover's choice, in order of appearance, those that nobody typed last."""
        found = new_names([term.names for term in (*self.target, *self.where)], known)
        return tuple(sorted(found, key=is_hidden))

    def landing(self, names: Sequence[str], conjunction: Conjunction) -> Family:
        """The moves of this family after which these conditions on the entries with these names hold."""
        reached = {
            name: Expression.of(entry) if isinstance(entry, Linear) else entry
            for name, entry in zip(names, self.target, strict=True)
            if not isinstance(entry, Applied)
        }
        there = (condition.with_terms(lambda term: replaced(term, reached)) for condition in conjunction)
        return Family(self.target, (*self.where, *there))


def meets(alternatives: Iterable[Conjunction], names: Sequence[str], entries: Sequence[int]) -> bool:
    """Whether one of the alternatives holds of entries with these names."""
    values = dict(zip(names, entries, strict=True))
    return any(all(condition.holds(values) for condition in part) for part in alternatives)


def new_names(names: Iterable[Iterable[str]], known: Sequence[str]) -> list[str]:
    """The names of terms, one after the other, that are not known; those of one term in alphabetical order."""
    return list(dict.fromkeys(name for of_term in names for name in sorted(of_term) if name not in known))


def is_hidden(name: str) -> bool:
    """Whether nobody can have typed this name: it is the text of what it stands for, such as `a div 2`."""
    return " " in name
