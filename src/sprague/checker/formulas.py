"""`Translation`: the checker's translation of formulas into relations, for conditions, moves and claims alike.

The value of a term is given by cases: where the conditions of a case hold, for some numbers of the variables that the
case has introduced, the value is a linear combination, plus multiples of numbers of final zeros, plus a multiple of Ω.
A comparison is then true if in one of the cases all conditions and the comparison hold. Where a function is undefined
there is no case, so that the comparison is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from .arithmetic import (
    Atom,
    Bitwise,
    ColumnSums,
    Comparison,
    Linear,
    Lowest,
    Power,
    Programmed,
    Shifted,
    Zeros,
    ZerosRemainder,
)
from .automata import Relation, Relations, Variable
from .errors import OutOfReach
from .numeration import Numeration
from .trees import Formula, Term, free_names

Names = Mapping[str, Variable]
ZERO = Linear()
MOST_CASES = 4096  # cases of one comparison


class OtherNumeration(OutOfReach):
    """Raised when a formula can be translated into relations only in another numeration."""

    def __init__(self, message: str, numeration: Numeration) -> None:
        super().__init__(message)
        self.numeration = numeration


@dataclass(frozen=True)
class Case:
    """A case in the translation of a term: where conditions hold, a linear combination + final zeros + omega·Ω."""

    linear: Linear = ZERO
    zeros: tuple[tuple[int, Variable], ...] = ()
    omega: int = 0
    conditions: tuple[Atom, ...] = ()

    def plus(self, other: Case, factor: int) -> Case:
        """Return the sum with a multiple of another value, where the conditions of both hold."""
        return Case(
            self.linear.plus(other.linear, factor),
            self.zeros + tuple((factor * number, one) for number, one in other.zeros),
            self.omega + factor * other.omega,
            self.conditions + other.conditions,
        )

    def given(self, *atoms: Atom) -> Case:
        """Return the same value under more conditions."""
        return replace(self, conditions=self.conditions + atoms)

    def compared(self, relation: str) -> Atom | bool:
        """Return the condition that the value is in a relation to 0, without the conditions of the case."""
        if self.omega:
            return relation in (("!=", ">", ">=") if self.omega > 0 else ("!=", "<", "<="))
        if not self.zeros:
            return Comparison(self.linear, relation)
        # A variable may occur twice; equal ones are added up.
        counts: dict[Variable, int] = {}
        for number, one in self.zeros:
            counts[one] = counts.get(one, 0) + number
        signed = {number: one for one, number in counts.items() if number}
        if len(signed) < sum(1 for number in counts.values() if number) or not set(signed) <= {1, -1}:
            raise OutOfReach("a valuation is compared with more than a constant or one other valuation")
        if not self.linear.is_constant:
            raise OutOfReach("a valuation is compared with more than a constant or one other valuation")
        if not signed:
            return Comparison(self.linear, relation)
        return Zeros(signed.get(1), signed.get(-1), self.linear.value({}), relation)


class Translation:
    """The checker's translator of formulas into relations, which remembers its results.

    >>> from .errors import Budget
    >>> relations = Relations(Numeration((2,)), Budget())
    >>> a = Variable("a")
    >>> even = Translation(relations).relation(("compare", ("mod", "a", 2), "=", 0), {"a": a})
    >>> [n for n in range(5) if relations.contains(even, {a: n})]
    [0, 2, 4]
    """

    def __init__(self, relations: Relations) -> None:
        self.relations = relations
        self._known: dict[object, Relation] = {}

    # ------------------------------------------------------------------ formulas

    def relation(self, formula: Formula, names: Names) -> Relation:
        """Return the relation between the variables of the free names for which the formula is true."""
        key = (formula, tuple((name, names[name]) for name in sorted(free_names(formula))))
        if key not in self._known:
            self._known[key] = self._translate(formula, names)
        return self._known[key]

    def conjuncts(self, formula: Formula, names: Names) -> list[Relation]:
        """Return relations that all hold if and only if the formula is true."""
        match formula:
            case ("and", *parts):
                return [one for part in parts for one in self.conjuncts(part, names)]
            case ("compare", *parts) if len(parts) > 3:
                return [self.relation(link, names) for link in links(formula)]
        return [self.relation(formula, names)]

    def _translate(self, formula: Formula, names: Names) -> Relation:
        relations = self.relations
        match formula:
            case ("and", *_):
                return relations.conjunction(self.conjuncts(formula, names))
            case ("or", *parts):
                return relations.disjunction([self.relation(part, names) for part in parts])
            case ("not", part):
                return relations.complement(self.relation(part, names))
            case ("exists", name, body, *bound):
                variable = Variable(name)
                parts = self.conjuncts(body, {**names, name: variable})
                if bound:  # the bound is outside the quantifier: there the name has its outer meaning
                    parts.append(self.comparison(variable, "<=", bound[0], names))
                outer = [names[one] for one in sorted(free_names(formula))]
                return relations.exists([parts], outer)
            case ("compare", *parts) if len(parts) > 3:
                return relations.conjunction(self.conjuncts(formula, names))
            case ("compare", left, relation, right):
                return self.comparison(left, relation, right, names)
            case ("in", term, ranges):
                chains = [("compare", low, "<=", term, "<=", high) for low, high in ranges]
                return self.relation(("or", *chains), names)
            case ("power", term, base):
                self._need((base,), f"a power of {base}")
                return self._of_naturals([term], names, lambda variables: Power(variables[0]))
            case ("columns", terms, base, modulus):
                self._need((base,), "a column sum")
                return self._of_naturals(terms, names, lambda variables: ColumnSums(variables, modulus))
            case ("program", program):
                self._need(program.numeration, "a column program")
                return self._of_naturals(program.terms, names, lambda variables: Programmed(program, variables))
        raise AssertionError(formula)

    def comparison(self, left: Term | Variable, relation: str, right: Term | Variable, names: Names) -> Relation:
        """Return the relation of a single comparison; a variable may take the place of a term."""
        cases = self.cases(("-", left, right), names)
        return self.some_case([(case.conditions, case.compared(relation)) for case in cases])

    def _of_naturals(self, terms: Sequence[Term], names: Names, atom: Any) -> Relation:
        """The relation of an atom between terms that are natural numbers."""
        found = []
        for cases in self._combined([self._naturals(self.cases(term, names)) for term in terms]):
            named = [self._named(case) for case in cases]
            conditions = tuple(one for _, case in named for one in case.conditions)
            found.append((conditions, atom(tuple(variable for variable, _ in named))))
        return self.some_case(found)

    def some_case(self, cases: Iterable[tuple[Sequence[Atom], Atom | bool]]) -> Relation:
        """Return the relation that in some case all atoms hold, for some numbers of the variables introduced there."""
        relations = self.relations
        found = []
        for conditions, last in cases:
            if last is False:
                continue
            atoms = dict.fromkeys((*conditions, *(() if last is True else (last,))))
            parts = [self._atom(atom) for atom in atoms]
            found.append(relations.conjunction(eliminate(relations, parts, self._introduced(parts))))
        return relations.disjunction(found)

    def _atom(self, atom: Atom) -> Relation:
        if atom not in self._known:
            self._known[atom] = atom.relation(self.relations)
        return self._known[atom]

    def _introduced(self, parts: Sequence[Relation]) -> list[Variable]:
        return [
            one for one in dict.fromkeys(v for part in parts for v in part.variables) if isinstance(one, _Introduced)
        ]

    # ------------------------------------------------------------------ terms

    def cases(self, term: Term, names: Names) -> list[Case]:
        """Return the value of a term by cases; functions of equal terms are added up, so that they may cancel."""
        calls: dict[Term, int] = {}
        linear = self._expand(term, names, 1, calls)
        found = [Case(linear)]
        for call, factor in calls.items():
            if factor:
                values = self._call(call, names)
                found = [one.plus(two, factor) for one, two in self._combined([found, values])]
        return found

    def _expand(self, term: Term, names: Names, factor: int, calls: dict[Term, int]) -> Linear:
        """The linear part of a term times a factor; its function calls are added to `calls`."""
        match term:
            case int():
                return Linear.of(term * factor)
            case str():
                return Linear.of(names[term]).times(factor)
            case Variable():
                return Linear.of(term).times(factor)
            case ("+", *terms):
                total = Linear()
                for one in terms:
                    total = total.plus(self._expand(one, names, factor, calls))
                return total
            case ("-", left, right):
                return self._expand(left, names, factor, calls).plus(self._expand(right, names, -factor, calls))
            case ("*", number, one):
                return self._expand(one, names, factor * number, calls)
        calls[term] = calls.get(term, 0) + factor
        return Linear()

    def _call(self, call: Term, names: Names) -> list[Case]:
        """The value of a function by cases."""
        match call:
            case ("max" | "min" as word, *terms):
                combined = self._combined([self.cases(one, names) for one in terms])
                return [chosen for given in combined for chosen in _extremes(given, word == "max")]
            case ("abs", term):
                return [
                    chosen
                    for case in self.cases(term, names)
                    for chosen in _extremes((case, Case().plus(replace(case, conditions=()), -1)), True)
                ]
            case ("div", term, divisor):
                return [
                    Case(_plain(case).quotient(divisor), conditions=case.conditions)
                    for case in self.cases(term, names)
                    if not case.omega
                ]
            case ("mod", term, modulus):
                return [
                    Case(one.linear.remainder(modulus), conditions=one.conditions)
                    for case in self.cases(term, names)
                    for one in _without_zeros(case, modulus)
                ]
            case ("valuation", base, term):
                self._need((base,), f"v{base}")
                return [found for case in self.cases(term, names) for found in self._zeros(case)]
            case ("lowest", base, term):
                self._need((base,), f"low{base}")
                return [found for case in self.cases(term, names) for found in self._lowest(case)]
            case ("fib_zeros", times, term):
                self._need((times, 1), "fib_zeros")
                return [found for case in self._naturals(self.cases(term, names)) for found in self._zeros(case)]
            case ("fib_shift", times, term):
                self._need((times, 1), "fib_shift")
                return [self._shift(case) for case in self._naturals(self.cases(term, names))]
            case ("xor" | "bitand" | "bitor" as word, *terms):
                self._need((2,), word)
                combined = self._combined([self._naturals(self.cases(one, names)) for one in terms])
                return [self._bitwise(word, given) for given in combined]
        raise AssertionError(call)

    def _need(self, recurrence: tuple[int, ...], what: str) -> None:
        if self.relations.numeration.recurrence != recurrence:
            needed = Numeration(recurrence)
            raise OtherNumeration(
                f"{what} can be decided in {needed}, and the set is given in {self.relations.numeration}", needed
            )

    def _combined(self, lists: Sequence[Sequence[Case]]) -> Iterator[tuple[Case, ...]]:
        """A case of each list."""
        if (number := prod(map(len, lists))) > MOST_CASES:
            raise OutOfReach(f"a comparison has {number:,} cases; the checker examines at most {MOST_CASES:,}")
        self.relations.budget.spend(number)
        return product(*lists)

    def _naturals(self, cases: Iterable[Case]) -> list[Case]:
        """The cases whose value is an integer, restricted to natural numbers."""
        found = []
        for case in cases:
            if not case.omega:
                linear = _plain(case)
                found.append(case if linear.is_natural else case.given(Comparison(linear, ">=")))
        return found

    def _named(self, case: Case, sign: int = 1) -> tuple[Variable, Case]:
        """A variable for the value of a case (or its negative), which is a natural number there."""
        linear = _plain(case)
        if sign == 1 and linear.variable is not None:
            return linear.variable, case
        variable = _Introduced()
        return variable, case.given(Comparison(linear.plus(Linear.of(variable), -sign), "="))

    def _zeros(self, case: Case) -> Iterator[Case]:
        """The number of zeros at the end of the absolute value; Ω if that is 0."""
        linear = _plain(case)
        yield Case(omega=1, conditions=(*case.conditions, Comparison(linear, "=")))
        for sign in (1,) if linear.is_natural else (1, -1):
            there = case.given(Comparison(linear, ">" if sign == 1 else "<"))
            variable, there = self._named(there, sign)
            yield Case(zeros=((1, variable),), conditions=there.conditions)

    def _lowest(self, case: Case) -> Iterator[Case]:
        """The greatest power that divides the value; Ω if that is 0."""
        if case.omega < 0:
            return
        linear = _plain(case)
        yield Case(omega=1, conditions=(*case.conditions, Comparison(linear, "=")))
        for sign in (1, -1) if case.omega else (1,):
            there = case.given(Comparison(linear, ">" if sign == 1 else "<"))
            variable, there = self._named(there, sign)
            result = _Introduced()
            yield Case(Linear.of(result), conditions=(*there.conditions, Lowest(variable, result)))

    def _shift(self, case: Case) -> Case:
        variable, case = self._named(case)
        result = _Introduced()
        return Case(Linear.of(result), conditions=(*case.conditions, Shifted(variable, result)))

    def _bitwise(self, word: str, cases: Sequence[Case]) -> Case:
        named = [self._named(case) for case in cases]
        result = _Introduced()
        conditions = tuple(one for _, case in named for one in case.conditions)
        atom = Bitwise(word, tuple(variable for variable, _ in named), result)
        return Case(Linear.of(result), conditions=(*conditions, atom))


class _Introduced(Variable):
    """A variable that the translation of a comparison introduces and eliminates."""

    __slots__ = ()


def links(formula: Formula) -> list[Formula]:
    """Return the single comparisons of a chain of comparisons in a formula."""
    _, *parts = formula
    return [("compare", *parts[place : place + 3]) for place in range(0, len(parts) - 2, 2)]


def eliminate(relations: Relations, parts: Sequence[Relation], variables: Sequence[Variable]) -> list[Relation]:
    """Eliminate variables from a conjunction of relations: the result holds if and only if some numbers satisfy it.

    A variable is eliminated as soon as the parts that contain it are known; first the one whose parts have the fewest
    other variables.
    """
    left, waiting = list(parts), list(variables)

    def width(variable: Variable) -> int:
        return len({other for part in left if variable in part.variables for other in part.variables})

    while waiting:
        variable = min(waiting, key=width)
        waiting.remove(variable)
        about = [part for part in left if variable in part.variables]
        left = [part for part in left if variable not in part.variables]
        outer = tuple(dict.fromkeys(one for part in about for one in part.variables if one is not variable))
        left.append(relations.exists([about], outer))
    return left


def _plain(case: Case) -> Linear:
    """The value of a case to which a function is applied; it must have no numbers of zeros in it."""
    if case.zeros:
        raise OutOfReach("a function is applied to a valuation")
    return case.linear


def _extremes(given: Sequence[Case], largest: bool) -> Iterator[Case]:
    """Each of some values, where it is the largest or the least."""
    conditions = tuple(one for case in given for one in case.conditions)
    for place, chosen in enumerate(given):
        order: list[Atom] = []
        for other in (*given[:place], *given[place + 1 :]):
            atom = chosen.plus(other, -1).compared(">=" if largest else "<=")
            if atom is False:
                break
            if atom is not True:
                order.append(atom)
        else:
            yield replace(chosen, conditions=(*conditions, *order))


def _without_zeros(case: Case, modulus: int) -> Iterator[Case]:
    """The value modulo a number: numbers of zeros are replaced by their remainders, and Ω counts as 0."""
    if len(case.zeros) * modulus > MOST_CASES or modulus ** len(case.zeros) > MOST_CASES:
        raise OutOfReach(f"the remainders modulo {modulus} of valuations have too many cases")
    for remainders in product(range(modulus), repeat=len(case.zeros)):
        linear, conditions = case.linear, case.conditions
        for (factor, one), remainder in zip(case.zeros, remainders, strict=True):
            linear = linear.plus(Linear.of(factor * remainder))
            conditions = (*conditions, ZerosRemainder(one, modulus, remainder))
        yield Case(linear, conditions=conditions)
