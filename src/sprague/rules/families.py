"""Move families: `Family`, linear targets with linear conditions, the form of moves that computations use.

Entries of a family are linear, and its conditions compare linear terms and residues, or ask for a power. A rule
as it is written (`rule_ast`) falls into such families (`lowering`). Where no proof is wanted, a
family may also multiply names, and ask for squares, primes and divisors (`products`, `number_conditions`).

A family has one or more *parts*, each with an entry for every name of a position: the option of a move is the sum of
them, played side by side. Mostly there is one, the `target`, and the option is a position as long as the one left. A
family with several parts *splits*: `(n) -> (u) + (v) where u + v = n - 2` has the parts `(u,)` and `(v,)`, and the
condition `u + v = n - 2`. Every part of a legal move is a position (its piles are high enough, and as `positions where`
says), which conditions do not repeat; parts may come in any order, and a part whose piles are all empty counts as any
other (`sums` leaves it out of positions). Code that
reads moves only as steps from one position to another uses `target`, which a family that splits does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from sprague.errors import SpragueError
from sprague.language.conditions import Condition, Not, all_of
from sprague.language.expressions import Entry, Expression
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.language.rule_ast import MoveAst, new_names
from sprague.linear.terms import Applied, Linear
from sprague.rules.products import products_in, substitute_terms

Conjunction = tuple[Condition, ...]
Target = tuple[Entry, ...]

MOST_LANDINGS = 500


@dataclass(frozen=True, slots=True)
class Family:
    """A move family: linear entries of the parts of the option, and linear conditions on the choices.

    Names that are not piles are the mover's choice, natural numbers each. Some of them nobody typed: they stand for
    what a written move computes, such as the half of a pile.
    """

    parts: tuple[Target, ...]
    where: Conjunction = ()

    @staticmethod
    def to(target: Iterable[Entry], where: Iterable[Condition] = ()) -> Family:
        """Return the family of moves to a single position."""
        return Family((tuple(target),), tuple(where))

    def to_ast(self) -> MoveAst:
        """Return the family as a move of the notation."""
        parts = (
            tuple(Expression.of(entry) if isinstance(entry, Linear) else entry for entry in part) for part in self.parts
        )
        return MoveAst(tuple(parts), all_of(self.where))

    @property
    def splits(self) -> bool:
        """Whether options are sums of several positions."""
        return len(self.parts) > 1

    @property
    def target(self) -> Target:
        """The position reached; there is none where the option is a sum."""
        if len(self.parts) > 1:
            raise SpragueError("expected moves to single positions, got one that splits a position into several")
        return self.parts[0]

    @property
    def entries(self) -> Target:
        """The entries of all parts, one part after another."""
        return tuple(entry for part in self.parts for entry in part)

    def choices(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return the names that the mover chooses, in order of appearance, generated names last."""
        found = new_names([term.names for term in (*self.entries, *self.where)], known)
        return tuple(sorted(found, key=is_generated_name))

    def landings(self, names: Sequence[str], alternatives: Sequence[Conjunction]) -> Iterator[Family]:
        """Yield the moves after which each part satisfies one of the alternatives, one family for each selection."""
        if len(alternatives) ** len(self.parts) > MOST_LANDINGS:
            raise SpragueError(
                f"expected parts that are positions in at most {MOST_LANDINGS} ways together, got more; "
                "write fewer alternatives, or fewer parts"
            )
        for chosen in product(alternatives, repeat=len(self.parts)):
            there = [
                condition
                for part, conjunction in zip(self.parts, chosen, strict=True)
                for condition in _said_of(part, names, conjunction)
            ]
            yield Family(self.parts, (*self.where, *there)) if there else self


def _said_of(part: Target, names: Sequence[str], conjunction: Conjunction) -> Iterator[Condition]:
    """Conditions on the entries with these names, said of what they become."""
    reached = {
        name: Expression.of(entry) if isinstance(entry, Linear) else entry
        for name, entry in zip(names, part, strict=True)
        if not isinstance(entry, Applied)
    }
    return (condition.with_terms(lambda term: substitute_terms(term, reached)) for condition in conjunction)


def satisfies(alternatives: Iterable[Conjunction], names: Sequence[str], entries: Sequence[int]) -> bool:
    """Return whether one position satisfies one of the alternatives of linear conditions of a move family or domain."""
    values = dict(zip(names, entries, strict=True))
    return any(all(condition.holds(values) for condition in part) for part in alternatives)


def is_generated_name(name: str) -> bool:
    """Return whether a name in a move family was made by lowering: it is a term such as `a div 2`."""
    return " " in name


def find_nonlinear(said: Iterable[Entry | Condition]) -> str | None:
    """Return, in words, the first product, square, prime or divisor in entries and conditions of a family.

    >>> from sprague.language.expressions import Expression
    >>> find_nonlinear([Square(Expression.of("k"))])
    "'k square' is not linear"
    """
    for term in said:
        if products := products_in([term]):
            return f"{products[0]} is a product"
        part = term.part if isinstance(term, Not) else term
        if isinstance(part, Square | Prime | Divides):
            return f"{str(part)!r} is not linear"
    return None
