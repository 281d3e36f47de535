"""What a formula says, as a set: the checker's own translation, one relation for each part of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sprague.checker.atoms import Atom, ColumnSums, DigitAtom, IsPower, Programmed
from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.relations import Relation, Relations
from sprague.checker.values import Values
from sprague.errors import SpragueError
from sprague.rules.arithmetic import Divides, Prime, Square
from sprague.rules.column_programs import ColumnProgram
from sprague.rules.conditions import Chain, Columns, Compare, Exists, Formula, Junction, Member, Not, Power
from sprague.rules.expressions import Expression
from sprague.rules.linear import Linear


class Translation:
    """The relations of formulas, each worked out once.

    >>> from sprague.rules.formula_notation import parse_formula
    >>> found = Translation(Digits.of("2"), Budget.of()).relation(parse_formula("exists n: a = 2n + b", ("a", "b")))
    >>> found.names, found.dfa.contains((7, 3), Digits.of("2")), found.dfa.contains((3, 7), Digits.of("2"))
    (('a', 'b'), True, False)
    """

    def __init__(self, digits: Digits, budget: Budget) -> None:
        self.digits, self.values = digits, Values(digits)
        self.relations = Relations(digits, budget)
        self.known: dict[Formula, Relation] = {}

    def relation(self, formula: Formula) -> Relation:
        """The numbers of which the formula is true."""
        if formula not in self.known:
            self.known[formula] = self.translated(formula)
        return self.known[formula]

    def translated(self, formula: Formula) -> Relation:
        relations = self.relations
        match formula:
            case Junction("and", parts):
                return relations.all_of(map(self.relation, parts))
            case Junction(_, parts):
                return relations.one_of(map(self.relation, parts))
            case Not(part):
                return relations.other(self.relation(part))
            case Exists(name, body, bound):
                inside = [self.relation(body)]
                if bound is not None:
                    # The bound stands outside: there the name, if it occurs, is another number's.
                    own = "·" + name
                    within = self.relation(Compare(Expression.of(own), "<=", bound))
                    inside = [inside[0].renamed({name: own}), within]
                    name = own
                return relations.some(relations.all_of(inside), name)
            case Compare():
                return relations.of(self.comparison(formula))
            case Chain():
                return relations.all_of(map(self.relation, formula.links()))
            case Member():
                return self.relation(formula.meaning)
            case Power(term, base):
                self.values.need(str(base), f"a power of {base}")
                cases = [self.values.named(case) for case in self.values.naturals(self.values.of(term))]
                return relations.of([[*case.where, IsPower(Linear.of(name), base)] for name, case in cases])
            case Square() | Prime() | Divides():
                raise SpragueError(f"expected conditions that digits tell, got '{formula}'")
            case Columns(terms, base, modulus):
                return relations.of(self.columns(terms, base, lambda names: ColumnSums(names, modulus)))
            case ColumnProgram(terms, _, base):
                return relations.of(self.columns(terms, base, lambda names: Programmed(names, formula)))

    def comparison(self, formula: Compare) -> list[list[Atom | DigitAtom]]:
        """The cases in which it is true."""
        found: list[list[Atom | DigitAtom]] = []
        for case in self.values.of(formula.left - formula.right):
            atoms = case.at_zero(formula.relation)
            if atoms is not None:
                found.append([*case.where, *atoms])
        return found

    def columns(
        self, terms: Sequence[Expression], base: int, said: Callable[[tuple[str, ...]], DigitAtom]
    ) -> list[list[Atom | DigitAtom]]:
        """What is said of the columns of digits of some terms, which must be natural numbers."""
        self.values.need(str(base) if base else "fibonacci", "what is said of columns")
        found: list[list[Atom | DigitAtom]] = []
        for cases in self.values.combined([self.values.naturals(self.values.of(term)) for term in terms]):
            named = [self.values.named(case) for case in cases]
            where = [atom for _, case in named for atom in case.where]
            found.append([*where, said(tuple(name for name, _ in named))])
        return found
