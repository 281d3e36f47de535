"""`MoveConstraints`: the linear constraints that hold for every move of a family.

A move leads from a position, by the mover's choices, to another. The terms here speak of the position left and of
the choices: what is so of every position, said of the two; what the family's conditions say; and what each entry
becomes.
An *equation* says that its term is 0, an *inequality* that it is at least 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    """The linear constraints that hold for every move of a family.

    `parts` have the entries of what is reached, part by part, without those that a Python function gives. `left_domain`
    and `reached_domain` are inequalities that are so of every position, said of the two, and of each part; `equations`
    and `inequalities`
    are what the family's conditions say, and that choices are natural numbers; `others` are the conditions that say
    more than that. A product of names is a number with a name of its own: `products` say what it is, and
    `product_bounds` what linear terms can say of it, and of divisors.
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
        """Return the constraints of a family, for positions with entries of these names and these bounds."""
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
        """The entries of the position reached, as far as they are known; nothing where it is a sum."""
        return self.parts[0] if len(self.parts) == 1 else {}

    @cached_property
    def alone(self) -> tuple[MoveConstraints, ...]:
        """The same constraints for each part in turn as the position reached."""
        return (self,) if len(self.parts) == 1 else tuple(replace(self, parts=(part,)) for part in self.parts)

    @property
    def is_linear(self) -> bool:
        """Whether linear terms say all of what makes a move legal."""
        return not self.others and not self.products

    @cached_property
    def conditions(self) -> tuple[Linear, ...]:
        """The conditions of the family itself, as inequalities."""
        return (*self.inequalities, *as_inequalities(self.equations))

    @cached_property
    def all(self) -> tuple[Linear, ...]:
        """The linear inequalities that hold for every move, each once, without trivial ones."""
        terms = (*self.left_domain, *self.reached_domain, *self.conditions, *self.product_bounds)
        return tuple(dict.fromkeys(term for term in terms if not term.is_constant or term.constant < 0))

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The entries that a move leaves as they are."""
        return tuple(name for name, entry in self.reached.items() if entry == Linear.of(name))

    @cached_property
    def _solution(self) -> tuple[dict[str, Linear], list[Linear]]:
        # Factors stay as they are: what they are equal to is not what their products are linear in.
        factors = {name for product in self.products for name in product.factors}
        return solve_equations(self.equations, [choice for choice in self.choices if choice not in factors])

    @property
    def determined(self) -> dict[str, Linear]:
        """The choices that equations determine, in terms of the position and the other choices."""
        return self._solution[0]

    @cached_property
    def solved(self) -> MoveConstraints:
        """The same facts with the choices that are determined written in terms of the others."""
        if not self.equations:
            return self
        values, rest = self._solution

        def written(terms: Iterable[Linear]) -> tuple[Linear, ...]:
            return tuple(term.substitute(values) for term in terms)

        return MoveConstraints(
            tuple(choice for choice in self.choices if choice not in values),
            tuple({name: entry.substitute(values) for name, entry in part.items()} for part in self.parts),
            self.left_domain,
            written(self.reached_domain),
            tuple(rest),
            written(self.inequalities),
            tuple(condition.substitute(values) for condition in self.others),
            self.products,
            written(self.product_bounds),
        )

    @property
    def is_contradictory(self) -> bool:
        """Whether the facts contradict themselves at a glance, so that the family is never played."""
        return any(term.is_constant and term.constant < 0 for term in self.all)

    def fall(self, term: Linear) -> Linear | None:
        """Return by how much a term in the position falls with a move; None if that is not known."""
        if not all(name in self.reached for name in term.names):
            return None
        return term - term.substitute(self.reached)
