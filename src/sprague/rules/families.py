"""Move families (`Family`) and clauses of a rule in linear form, with linear new values and linear conditions.

Conditions compare linear terms and residues, or state that a term is a power. The module `lowering` turns the moves of
a written rule (`rule_ast`) into move families. Proofs do not support families with products, squares, primes or
divisors.

A family has one or more *parts*; each part gives a new value for every entry of a position. The option of a move is the
sum of the parts. Most move families have only one part, called the `target`, so that the option is a single position. A
family with several parts *splits*; for example, `(n) -> (u) + (v) where u + v = n - 2` has the parts `(u,)` and `(v,)`.
Every part of a legal option satisfies `piles >=` and `positions where`; the conditions of the family do not include
these clauses. The order of the parts of an option does not matter. The module `sums` removes parts that are empty and
have no moves. The property `target` raises an error for a family that splits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from sprague.errors import SpragueError
from sprague.language.conditions import Condition, Not, all_of, condition_key
from sprague.language.expressions import Entry, Expression
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.language.rule_ast import MoveAst, new_names
from sprague.linear.terms import Applied, Linear
from sprague.rules.products import products_in, substitute_terms

Conjunction = tuple[Condition, ...]
Target = tuple[Entry, ...]

# maximum number of combinations of alternatives of `positions where` for the parts of an option
MOST_LANDINGS = 500


@dataclass(frozen=True, slots=True)
class Family:
    """A move family: the new values of all entries as linear terms, and linear conditions on the choices.

    Every name in a family that is not an entry of the position is a choice, which is a natural number. Lowering adds
    choices with generated names for computed values, such as `a div 2`.
    """

    parts: tuple[Target, ...]
    where: Conjunction = ()

    @staticmethod
    def to(target: Iterable[Entry], where: Iterable[Condition] = ()) -> Family:
        """Return a move family whose option is a single position with the given entries."""
        return Family((tuple(target),), tuple(where))

    def to_ast(self) -> MoveAst:
        """Return the move family as a move of the syntax tree."""
        parts = (
            tuple(Expression.of(entry) if isinstance(entry, Linear) else entry for entry in part) for part in self.parts
        )
        return MoveAst(tuple(parts), all_of(self.where))

    @property
    def splits(self) -> bool:
        """Whether the options of the move family are sums of several positions."""
        return len(self.parts) > 1

    @property
    def target(self) -> Target:
        """The new values of the entries after a move of the family; raises an error if a move leads to a sum."""
        if len(self.parts) > 1:
            raise SpragueError("expected a rule in which no move splits a position, got a move that splits a position")
        return self.parts[0]

    @property
    def entries(self) -> Target:
        """The new values of the entries in all parts of the option, as one tuple."""
        return tuple(entry for part in self.parts for entry in part)

    def choices(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the choices of a move family, in order of appearance, with generated names last."""
        found = new_names([term.names for term in (*self.entries, *self.where)], known)
        return tuple(sorted(found, key=is_generated_name))

    def landings(self, names: Sequence[str], alternatives: Sequence[Conjunction]) -> Iterator[Family]:
        """Yield a move family for each combination of alternatives of `positions where` for the parts of the option.

        A yielded family has the conditions of this family and the conditions of the chosen alternatives.
        """
        if len(alternatives) ** len(self.parts) > MOST_LANDINGS:
            raise SpragueError(
                f"a move with {len(self.parts)} parts and the alternatives in 'positions where' have more than "
                f"{MOST_LANDINGS} combinations; write fewer alternatives or fewer parts"
            )
        for chosen in product(alternatives, repeat=len(self.parts)):
            there = [
                condition
                for part, conjunction in zip(self.parts, chosen, strict=True)
                for condition in _conditions_on_part(part, names, conjunction)
            ]
            yield Family(self.parts, (*self.where, *there)) if there else self


def _conditions_on_part(part: Target, names: Sequence[str], conjunction: Conjunction) -> Iterator[Condition]:
    """Yield the conditions that a part of the option must satisfy, in terms of the position and the choices."""
    reached = {
        name: Expression.of(entry) if isinstance(entry, Linear) else entry
        for name, entry in zip(names, part, strict=True)
        if not isinstance(entry, Applied)
    }
    return (condition.with_terms(lambda term: substitute_terms(term, reached)) for condition in conjunction)


def family_key(family: Family, names: Sequence[str]) -> object:
    """Return a key of a move family; families that differ only in the names of their choices have equal keys."""
    choices = dict.fromkeys(name for entry in family.entries for name in entry.names if name not in names)
    new = {name: Linear.of(f"#{number}") for number, name in enumerate(choices)}
    where = frozenset(condition_key(condition.substitute(new)) for condition in family.where)
    return tuple(entry.substitute(new) for entry in family.entries), where


def satisfies(alternatives: Iterable[Conjunction], names: Sequence[str], entries: Sequence[int]) -> bool:
    """Return whether a position satisfies a clause in linear form: a disjunction of conjunctions of conditions."""
    values = dict(zip(names, entries, strict=True))
    return any(all(condition.holds(values) for condition in part) for part in alternatives)


def is_generated_name(name: str) -> bool:
    """Return whether lowering generated a name in a move family; a generated name is a text such as `a div 2`."""
    return " " in name


def find_nonlinear(parts: Iterable[Entry | Condition]) -> str | None:
    """Return a description of the first product, square, prime or divisor in families and clauses, or None.

    >>> from sprague.language.expressions import Expression
    >>> find_nonlinear([Square(Expression.of("k"))])
    "'k square' is not linear"
    """
    for term in parts:
        if products := products_in([term]):
            return f"{products[0]} is a product"
        part = term.part if isinstance(term, Not) else term
        if isinstance(part, Square | Prime | Divides):
            return f"{str(part)!r} is not linear"
    return None
