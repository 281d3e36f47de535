"""A move family as a relation between the position left and the position reached.

The entries of the position reached carry an arrow: in `→a = a - d` the chips taken, d, are the
mover's choice. Choices are solved for where the position reached determines them, so that what
remains speaks of the two positions alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from sprague.rules.choices import solve_equations
from sprague.rules.conditions import Condition
from sprague.rules.linear import Linear
from sprague.rules.ruleset import Family, Ruleset


def arrow(name: str) -> str:
    """The name of an entry in the position reached; no rule can use this name."""
    return f"→{name}"


@dataclass(frozen=True, slots=True)
class Relation:
    """What links x and y: `equations` = 0, `inequalities` >= 0, and conditions that are not linear.

    `solved` has the choices in terms of x and y; `unsolved` are those that y leaves open or only
    determines with a division: they still occur in the relation, and some natural numbers must fit.
    """

    equations: tuple[Linear, ...]
    inequalities: tuple[Linear, ...]
    others: tuple[Condition, ...]
    solved: dict[str, Linear]
    unsolved: tuple[str, ...]

    @staticmethod
    def of(rule: Ruleset, family: Family) -> Relation:
        """The relation of a family whose entries are all linear."""
        choices = family.choices(rule.names)
        equations = [
            Linear.of(arrow(name)) - entry
            for name, entry in zip(rule.names, family.target, strict=True)
            if isinstance(entry, Linear)
        ]
        inequalities = [Linear.of(choice) for choice in choices]
        others = []
        for condition in family.where:
            bounds = condition.bounds()
            if not bounds.complete:
                others.append(condition)
            equations += bounds.equations
            inequalities += bounds.inequalities
        solved, rest = solve_equations(equations, choices)
        return Relation(
            tuple(dict.fromkeys(term for term in rest if term != Linear())),
            tuple(term.substitute(solved) for term in inequalities),
            tuple(condition.substitute(solved) for condition in others),
            solved,
            tuple(choice for choice in choices if choice not in solved),
        )

    @property
    def all(self) -> list[Linear]:
        """Everything linear that makes y reachable from x, as inequalities."""
        return [*self.inequalities, *(side for equation in self.equations for side in (equation, -equation))]
