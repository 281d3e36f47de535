"""Move families as relations K(x) = L(y) between a position x and its option y: `Relation`.

Choices that x and y determine are eliminated: if the new value of the pile a is →a = a - d, the choice d is a - →a. The
result is a system of equations K(x) = L(y) and inequalities K(x) <= L(y), where K and L are linear terms. For example,
a move of Nim on the pile a gives the equation b = →b for each other pile b. In Empty & Redistribute, K(x) is the number
of chips that the move does not remove, and L(y) is the sum of the piles of y.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sprague.language.conditions import Condition
from sprague.linear.constraints import solve_equations
from sprague.linear.terms import Linear, as_inequalities
from sprague.rules.move_constraints import MoveConstraints


def option_name(name: str) -> str:
    """Return the name of an entry in the option: an arrow, which no rule can contain, and the name of the entry."""
    return f"→{name}"


def at_option(term: Linear) -> Linear:
    """Return a term with each entry of the position x replaced by the same entry of the option y."""
    return term.substitute({name: Linear.of(option_name(name)) for name in term.names})


class Link(NamedTuple):
    """Two terms that a relation compares: `left` is K(x), for a position x, and `reached` is L(y), for an option y.

    In both terms of a link, the names of the entries have no arrows. Constants and choices that are not eliminated are
    part of `left`.
    """

    left: Linear
    reached: Linear

    @property
    def term(self) -> Linear:
        """The difference L(y) - K(x), in which the entries of y are marked with an arrow."""
        return at_option(self.reached) - self.left


@dataclass(frozen=True, slots=True)
class Line:
    """The relation of a family whose moves lead along a line: y = x + k s, where k is the only choice and s is `steps`.

    The attribute `choice` is the choice k as a linear term in x and y.
    """

    choice: Linear
    steps: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Relation:
    """A move family as a relation between a position x and its option y.

    `kept` contains the entries that are equal in x and y. `equations` contains the links with K(x) = L(y), and
    `inequalities` the links with K(x) <= L(y). `others` contains nonlinear conditions, in which the entries of y are
    marked with an arrow. `solved` expresses choices as terms in x and y. `unsolved` contains the choices that x and y
    do not determine; these choices are existentially quantified. The relation does not include the clause `piles >=`.
    """

    kept: tuple[str, ...]
    changed: tuple[str, ...]
    equations: tuple[Link, ...]
    inequalities: tuple[Link, ...]
    others: tuple[Condition, ...]
    solved: Mapping[str, Linear]
    unsolved: tuple[str, ...]
    line: Line | None

    @staticmethod
    def of(facts: MoveConstraints) -> Relation:
        """Return the relation of a move family, without restrictions on entries that a Python function computes."""
        changed = {name: entry for name, entry in facts.reached.items() if name not in facts.kept}
        moves = [Linear.of(option_name(name)) - entry for name, entry in changed.items()]
        solved, rest = solve_equations([*moves, *facts.equations], facts.choices)
        names = {option_name(name): name for name in changed}
        return Relation(
            facts.kept,
            tuple(changed),
            tuple(_equation(term, names) for term in dict.fromkeys(rest) if term != Linear()),
            tuple(_split(term.substitute(solved), names) for term in facts.inequalities),
            tuple(condition.substitute(solved) for condition in facts.others),
            solved,
            tuple(choice for choice in facts.choices if choice not in solved),
            _line(facts, solved),
        )

    @property
    def all(self) -> list[Linear]:
        """The linear inequalities between a position x and its option y, with the entries of y marked by an arrow."""
        same = [Linear.of(option_name(name)) - Linear.of(name) for name in self.kept]
        equations = [*same, *(link.term for link in self.equations)]
        return [*(link.term for link in self.inequalities), *as_inequalities(equations)]


def _split(term: Linear, names: Mapping[str, str]) -> Link:
    """Split a term in the entries of positions x and y into K and L such that the term equals L(y) - K(x).

    In the term, the names of the entries of y are marked with arrows; `names` maps these names to the names without
    arrows.
    """
    of_x = {name: -factor for name, factor in term.coefficients if name not in names}
    of_y = {names[name]: factor for name, factor in term.coefficients if name in names}
    return Link(Linear.build(of_x, -term.constant), Linear.build(of_y))


def _equation(term: Linear, names: Mapping[str, str]) -> Link:
    """Split the equation `term = 0` into K(x) = L(y), where the sum of the coefficients in L is at least 0."""
    link = _split(term, names)
    adds = sum(factor for _, factor in link.reached.coefficients) >= 0
    return link if adds else Link(-link.left, -link.reached)


def _line(facts: MoveConstraints, solved: Mapping[str, Linear]) -> Line | None:
    if len(facts.choices) != 1 or not solved:
        return None
    (choice,) = facts.choices
    changes = {name: entry - Linear.of(name) for name, entry in facts.reached.items() if name not in facts.kept}
    if any(change.constant or change.names != (choice,) for change in changes.values()):
        return None
    return Line(solved[choice], {name: change.coefficient(choice) for name, change in changes.items()})
