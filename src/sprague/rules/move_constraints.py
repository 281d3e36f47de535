"""The linear constraints that hold for every move of a move family: `MoveConstraints`.

A move leads from a position x, by the choices of the mover, to a position y. The constraints of a move are linear terms
in the entries of x and the choices of the mover. There are three kinds of constraints: bounds on the entries of x and
y, the conditions of the move family, and equations for the new value of each entry. An *equation* states that a term is
0, and an *inequality* states that a term is at least 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sprague.language.conditions import Condition
from sprague.language.expressions import Expression
from sprague.language.number_conditions import Times
from sprague.linear.constraints import solve_equations
from sprague.linear.terms import Applied, Linear, as_inequalities
from sprague.rules.families import Family
from sprague.rules.products import name_products, product_bounds, product_definition, products_in


@dataclass(frozen=True)
class MoveConstraints:
    """The linear constraints that hold for every move of a move family.

    `parts` contains, for each part of the option, the new values of the entries that no Python function computes.
    `left_domain` contains the inequalities that hold because the move starts at a position. `reached_domain` contains
    the inequalities that hold because each part of the option is a position. `equations` and `inequalities` contain the
    linear conditions of the family; `inequalities` also states that choices are at least 0. `others` contains the
    nonlinear conditions of the family. A product of names, such as `a * k`, is treated as a number with a generated
    name. `products` defines the generated names, and `product_bounds` contains linear bounds on products and divisors.
    """

    choices: tuple[str, ...]
    parts: tuple[dict[str, Linear], ...]
    left_domain: tuple[Linear, ...]
    reached_domain: tuple[Linear, ...]
    equations: tuple[Linear, ...]
    inequalities: tuple[Linear, ...]
    others: tuple[Condition, ...]
    products: tuple[Times, ...] = ()
    product_bounds: tuple[Linear, ...] = ()

    @staticmethod
    def of(family: Family, names: Sequence[str], bounds: Sequence[Linear]) -> MoveConstraints:
        """Return the linear constraints of a move family, given the names and bounds of the entries of positions."""
        choices = family.choices(names)
        parts = tuple(
            {
                name: name_products(entry).linear if isinstance(entry, Expression) else entry
                for name, entry in zip(names, part, strict=True)
                if not isinstance(entry, Applied)
            }
            for part in family.parts
        )
        where = [condition.with_terms(name_products) for condition in family.where]
        linear = [condition.bounds() for condition in where]
        natural = [Linear.of(choice) for choice in choices]
        products = map(product_definition, products_in((*family.entries, *family.where)))
        facts = MoveConstraints(
            choices,
            parts,
            tuple(bounds),
            tuple(term.substitute(part) for part in parts for term in bounds if set(term.names) <= set(part)),
            tuple(term for bound in linear for term in bound.equations),
            (*natural, *(term for bound in linear for term in bound.inequalities)),
            tuple(condition for condition, bound in zip(where, linear, strict=True) if not bound.complete),
            tuple(dict.fromkeys(products)),
        )
        return replace(facts, product_bounds=product_bounds(facts.all, (*facts.products, *facts.others)))

    @cached_property
    def reached(self) -> dict[str, Linear]:
        """The new values of the entries that no Python function computes, or no values if the option is a sum."""
        return self.parts[0] if len(self.parts) == 1 else {}

    @cached_property
    def alone(self) -> tuple[MoveConstraints, ...]:
        """The constraints of the move for each single part of the option, as if the option had no other parts."""
        return (self,) if len(self.parts) == 1 else tuple(replace(self, parts=(part,)) for part in self.parts)

    @property
    def is_linear(self) -> bool:
        """Whether a move is legal if and only if it satisfies the linear constraints."""
        return not self.others and not self.products

    @cached_property
    def conditions(self) -> tuple[Linear, ...]:
        """The linear conditions of the family as inequalities, where an equation becomes two inequalities."""
        return (*self.inequalities, *as_inequalities(self.equations))

    @cached_property
    def all(self) -> tuple[Linear, ...]:
        """The distinct, nontrivial linear inequalities that hold for every move."""
        terms = (*self.left_domain, *self.reached_domain, *self.conditions, *self.product_bounds)
        return tuple(dict.fromkeys(term for term in terms if not term.is_constant or term.constant < 0))

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The entries of a position that the moves of the family leave unchanged."""
        return tuple(name for name, entry in self.reached.items() if entry == Linear.of(name))

    @cached_property
    def _solution(self) -> tuple[dict[str, Linear], list[Linear]]:
        # Do not solve equations for a factor of a product: the factors of a product must remain names.
        factors = {name for product in self.products for name in product.factors}
        return solve_equations(self.equations, [choice for choice in self.choices if choice not in factors])

    @property
    def determined(self) -> dict[str, Linear]:
        """The choices that the equations determine, as terms in the position and the other choices."""
        return self._solution[0]

    @cached_property
    def solved(self) -> MoveConstraints:
        """The constraints of the move family without the choices that the equations determine."""
        if not self.equations:
            return self
        values, rest = self._solution
        return replace(self.with_choices(values), equations=tuple(rest))

    def with_choices(self, values: Mapping[str, Linear]) -> MoveConstraints:
        """Return the constraints of the moves for which some choices have given values, as terms in other names."""

        def written(terms: Iterable[Linear]) -> tuple[Linear, ...]:
            return tuple(term.substitute(values) for term in terms)

        return replace(
            self,
            choices=tuple(choice for choice in self.choices if choice not in values),
            parts=tuple({name: entry.substitute(values) for name, entry in part.items()} for part in self.parts),
            reached_domain=written(self.reached_domain),
            equations=written(self.equations),
            inequalities=written(self.inequalities),
            others=tuple(condition.substitute(values) for condition in self.others),
            product_bounds=written(self.product_bounds),
        )

    @property
    def is_contradictory(self) -> bool:
        """Whether a constraint is a negative constant, so that no move of the family is legal."""
        return any(term.is_constant and term.constant < 0 for term in self.all)

    def fall(self, term: Linear) -> Linear | None:
        """Return the decrease of a linear term by a move, or None if the new value of one of its entries is unknown."""
        if not all(name in self.reached for name in term.names):
            return None
        return term - term.substitute(self.reached)
