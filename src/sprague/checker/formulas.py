"""`Translation`: the checker's translation of formulas into relations, used for conditions, moves and claims.

The translation describes the value of a term by a list of cases. Each case of a term has conditions, and may introduce
new variables. A case applies if some values of its new variables make all its conditions true. If a case applies, the
value of the term is a sum of three parts: a linear combination of variables, a linear combination of numbers of final
zeros, and a multiple of the infinite number Ω. A comparison of terms is true if the values in some applicable case
satisfy it. If a function in a term is undefined, no case of the term applies, so every comparison with the term is
false.
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
MOST_CASES = 4096  # maximum number of cases into which one comparison is split


class OtherNumeration(OutOfReach):
    """Raised when a formula can be translated into relations only in another numeration."""

    def __init__(self, message: str, numeration: Numeration) -> None:
        super().__init__(message)
        self.numeration = numeration


@dataclass(frozen=True)
class Case:
    """A case of a term: if all conditions of the case are true, the term has the value of the case.

    The value of a case is the sum of a linear combination of variables, a linear combination of their numbers of final
    zeros, and `omega` times the infinite number Ω.
    """

    linear: Linear = ZERO
    zeros: tuple[tuple[int, Variable], ...] = ()
    omega: int = 0
    conditions: tuple[Atom, ...] = ()

    def plus(self, other: Case, factor: int) -> Case:
        """Return the sum of this case and `factor` times another case, with the conditions of both cases."""
        return Case(
            self.linear.plus(other.linear, factor),
            self.zeros + tuple((factor * number, one) for number, one in other.zeros),
            self.omega + factor * other.omega,
            self.conditions + other.conditions,
        )

    def given(self, *atoms: Atom) -> Case:
        """Return a copy of the case with additional conditions."""
        return replace(self, conditions=self.conditions + atoms)

    def compared(self, relation: str) -> Atom | bool:
        """Return the condition that a relation such as "<" holds between the value of the case and 0."""
        if self.omega:
            return relation in (("!=", ">", ">=") if self.omega > 0 else ("!=", "<", "<="))
        if not self.zeros:
            return Comparison(self.linear, relation)
        # If a variable occurs more than once, its factors are added.
        counts: dict[Variable, int] = {}
        for number, one in self.zeros:
            counts[one] = counts.get(one, 0) + number
        signed = {number: one for one, number in counts.items() if number}
        several = len(signed) < sum(1 for number in counts.values() if number) or not set(signed) <= {1, -1}
        if several or not self.linear.is_constant:
            raise OutOfReach(
                "the checker supports comparisons of a valuation such as v2(a) only with a constant or with one "
                "other valuation"
            )
        if not signed:
            return Comparison(self.linear, relation)
        return Zeros(signed.get(1), signed.get(-1), self.linear.value({}), relation)


class Translation:
    """The checker's translator of formulas into relations, which caches its results.

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

    # Formulas

    def relation(self, formula: Formula, names: Names) -> Relation:
        """Return a relation between the free names of a formula; the relation is equivalent to the formula."""
        key = (formula, tuple((name, names[name]) for name in sorted(free_names(formula))))
        if key not in self._known:
            self._known[key] = self._translate(formula, names)
        return self._known[key]

    def conjuncts(self, formula: Formula, names: Names) -> list[Relation]:
        """Return a list of relations whose conjunction is equivalent to the formula."""
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
                if bound:  # the bound of a quantifier is outside the scope of the quantified name
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
        """Return the relation of a single comparison; either side may be a variable instead of a term."""
        cases = self.cases(("-", left, right), names)
        return self.some_case([(case.conditions, case.compared(relation)) for case in cases])

    def _of_naturals(self, terms: Sequence[Term], names: Names, atom: Any) -> Relation:
        """Return the relation of an atom whose arguments are terms with natural numbers as values."""
        found = []
        for cases in self._combined([self._naturals(self.cases(term, names)) for term in terms]):
            named = [self._named(case) for case in cases]
            conditions = tuple(one for _, case in named for one in case.conditions)
            found.append((conditions, atom(tuple(variable for variable, _ in named))))
        return self.some_case(found)

    def some_case(self, cases: Iterable[tuple[Sequence[Atom], Atom | bool]]) -> Relation:
        """Return the relation that, for some values of the introduced variables, all atoms of a case are true."""
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

    # Terms

    def cases(self, term: Term, names: Names) -> list[Case]:
        """Return the cases of a term; equal function calls in the term are first added or cancelled."""
        calls: dict[Term, int] = {}
        linear = self._expand(term, names, 1, calls)
        found = [Case(linear)]
        for call, factor in calls.items():
            if factor:
                values = self._call(call, names)
                found = [one.plus(two, factor) for one, two in self._combined([found, values])]
        return found

    def _expand(self, term: Term, names: Names, factor: int, calls: dict[Term, int]) -> Linear:
        """Return the linear part of a term times `factor`, and add the function calls of the term to `calls`."""
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
        """Return the cases of a function call."""
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
            case ("fib_low", times, term):
                self._need((times, 1), "fib_low")
                return [found for case in self._naturals(self.cases(term, names)) for found in self._lowest(case)]
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
                f"{what} can be decided only in {needed}, but the set is given in {self.relations.numeration}", needed
            )

    def _combined(self, lists: Sequence[Sequence[Case]]) -> Iterator[tuple[Case, ...]]:
        """Return all combinations of cases that take one case from each list."""
        if (number := prod(map(len, lists))) > MOST_CASES:
            raise OutOfReach(
                f"the checker must split a comparison into {number:,} cases, more than the limit of {MOST_CASES:,}"
            )
        self.relations.budget.spend(number)
        return product(*lists)

    def _naturals(self, cases: Iterable[Case]) -> list[Case]:
        """Return the cases with a finite value; each gets the condition that its value is a natural number."""
        found = []
        for case in cases:
            if not case.omega:
                linear = _plain(case)
                found.append(case if linear.is_natural else case.given(Comparison(linear, ">=")))
        return found

    def _named(self, case: Case, sign: int = 1) -> tuple[Variable, Case]:
        """Return a new variable, and the case with the added condition (variable) = `sign` * (value of the case)."""
        linear = _plain(case)
        if sign == 1 and linear.variable is not None:
            return linear.variable, case
        variable = _Introduced()
        return variable, case.given(Comparison(linear.plus(Linear.of(variable), -sign), "="))

    def _zeros(self, case: Case) -> Iterator[Case]:
        """Return the cases of the function that counts the final zeros of |term|; the count is infinite (Ω) for 0."""
        linear = _plain(case)
        yield Case(omega=1, conditions=(*case.conditions, Comparison(linear, "=")))
        for sign in (1,) if linear.is_natural else (1, -1):
            there = case.given(Comparison(linear, ">" if sign == 1 else "<"))
            variable, there = self._named(there, sign)
            yield Case(zeros=((1, variable),), conditions=there.conditions)

    def _lowest(self, case: Case) -> Iterator[Case]:
        """Return the cases of the function that maps x > 0 to the weight of its last nonzero digit, and 0 to Ω."""
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
    """A variable that the translation of a comparison introduces and later eliminates."""

    __slots__ = ()


def links(formula: Formula) -> list[Formula]:
    """Return the single comparisons of a chain of comparisons; for example, a < b <= c consists of a < b and b <= c."""
    _, *parts = formula
    return [("compare", *parts[place : place + 3]) for place in range(0, len(parts) - 2, 2)]


def eliminate(relations: Relations, parts: Sequence[Relation], variables: Sequence[Variable]) -> list[Relation]:
    """Eliminate variables from a conjunction of relations by existential quantifiers.

    At each step, the function eliminates the variable whose relations contain the fewest other variables.
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
    """Return the value of a case as a linear combination; raise `OutOfReach` if the value contains a valuation."""
    if case.zeros:
        raise OutOfReach("the checker cannot apply a function to a valuation such as v2(a)")
    return case.linear


def _extremes(given: Sequence[Case], largest: bool) -> Iterator[Case]:
    """Return the cases of a maximum or minimum, one for each argument that can be the result."""
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
    """Return the cases of a value modulo `modulus`; valuations are replaced by their remainders, and Ω by 0."""
    if len(case.zeros) * modulus > MOST_CASES or modulus ** len(case.zeros) > MOST_CASES:
        raise OutOfReach(
            f"the checker must split a comparison of valuations modulo {modulus} into more than {MOST_CASES:,} "
            "cases, the limit"
        )
    for remainders in product(range(modulus), repeat=len(case.zeros)):
        linear, conditions = case.linear, case.conditions
        for (factor, one), remainder in zip(case.zeros, remainders, strict=True):
            linear = linear.plus(Linear.of(factor * remainder))
            conditions = (*conditions, ZerosRemainder(one, modulus, remainder))
        yield Case(linear, conditions=conditions)
