"""Digit conditions, which Coq evaluates digit by digit (`coq/DigitConditions.v`), and their compiler.

The evidence for Coq contains states of digit conditions, so this module and `coq/Compile.v` must produce the same
conditions. A digit condition refers to numbers by their index. The first indices belong to the entries of the position,
and the next indices to the existentially quantified numbers, called guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from sprague.coq import rule_terms as terms
from sprague.coq.automaton_tables import Automaton
from sprague.coq.numerations import Numeration, Weights
from sprague.coq.rule_terms import (
    Abs,
    Always,
    Binary,
    Compare,
    Division,
    Join,
    NotCovered,
    Num,
    Power,
    Term,
    Times,
    Var,
)

Form = tuple[tuple[int, int], ...]  # a linear form: pairs of a factor and the index of a number


@dataclass(frozen=True, slots=True)
class Residue:
    """A residue in a digit condition: (form + constant) modulo a positive integer."""

    form: Form
    constant: int
    modulus: int


Residues = tuple[tuple[int, Residue], ...]


@dataclass(frozen=True, slots=True)
class Yes:
    """The digit condition that is always true."""


@dataclass(frozen=True, slots=True)
class LinearCondition:
    """The digit condition that the sum form + constant + residues is 0, or is at least 0; the Coq name is `Fact`."""

    form: Form
    constant: int
    residues: Residues
    is_zero: bool

    @property
    def bounds(self) -> tuple[int, int]:
        """Limits (low, high) of the linear form: a value <= low or >= high already decides the condition."""
        up, down = (sum(max(sign * factor, 0) for factor, _ in self.form) for sign in (1, -1))
        most = sum(max(factor, 0) * (residue.modulus - 1) for factor, residue in self.residues)
        least = sum(min(factor, 0) * (residue.modulus - 1) for factor, residue in self.residues)
        low = -max(up, max(0, self.constant + most) + 1)
        return low, max(down, max(0, -self.constant - least) + 1)


@dataclass(frozen=True, slots=True)
class WeightedCondition:
    """The digit condition that form + constant is 0, or is at least 0, for recurrent weights (`Weighed` in Coq)."""

    weights: Weights
    form: Form
    constant: int
    is_zero: bool

    @property
    def sides(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Two criteria by which the condition is decided early: the sum stays negative, or the sum stays positive.

        If one of the criteria is true, further digits do not change the sign of the sum. If the condition is that the
        sum is at least 0, the second criterion is only that the sum stays nonnegative. The criterion (a, b, c) states
        that a v + b r >= c for every natural number n, where v is the value of the form with n zeros appended, and r is
        term n of the sequence that begins with `weights.reach`.
        """
        up, down = (sum(max(sign * factor, 0) for factor, _ in self.form) for sign in (1, -1))
        scale, least = self.weights.scale, self.weights.reach[0]
        below = -scale, -up, scale * self.constant - up * least + 1
        return below, (scale, -down, -scale * self.constant - down * least + self.is_zero)


@dataclass(frozen=True, slots=True)
class IsPower:
    """The digit condition that the number with index `place` is a power of the base."""

    place: int


@dataclass(frozen=True, slots=True)
class Member:
    """The digit condition that an automaton accepts the numbers with the indices `places`."""

    automaton: Automaton
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Both:
    """The conjunction of two digit conditions."""

    left: DigitCondition
    right: DigitCondition


@dataclass(frozen=True, slots=True)
class Either:
    """The disjunction of two digit conditions."""

    left: DigitCondition
    right: DigitCondition


@dataclass(frozen=True, slots=True)
class No:
    """The negation of a digit condition."""

    part: DigitCondition


DigitCondition = Yes | LinearCondition | WeightedCondition | IsPower | Member | Both | Either | No


NEVER = No(Yes())


def conjunction(*conditions: DigitCondition) -> DigitCondition:
    """Return the conjunction of digit conditions, nested to the right; conditions that are always true are omitted."""
    found: DigitCondition = Yes()
    for condition in reversed(conditions):
        if not isinstance(condition, Yes):
            found = condition if isinstance(found, Yes) else Both(condition, found)
    return found


def disjunction(*conditions: DigitCondition) -> DigitCondition:
    """Return the disjunction of digit conditions, nested to the right; conditions that are never true are omitted."""
    found: DigitCondition = NEVER
    for condition in reversed(conditions):
        if Yes() in (condition, found):
            found = Yes()
        elif condition != NEVER:
            found = condition if found == NEVER else Either(condition, found)
    return found


def negation(part: DigitCondition) -> DigitCondition:
    """Return the negation of a digit condition; return `Yes()` for the condition that is never true."""
    return Yes() if part == NEVER else No(part)


def conjuncts(condition: DigitCondition) -> Iterator[DigitCondition]:
    """Return the conjuncts of a digit condition, without conditions that are always true."""
    match condition:
        case Both(left, right):
            yield from conjuncts(left)
            yield from conjuncts(right)
        case Yes():
            return
        case _:
            yield condition


def rename_places(condition: DigitCondition, places: Sequence[int]) -> DigitCondition:
    """Return a digit condition with each index i of a number replaced by `places[i]`."""

    def moved(form: Form) -> Form:
        return tuple((factor, places[place]) for factor, place in form)

    match condition:
        case Yes():
            return condition
        case LinearCondition(form, constant, residues, is_zero):
            inside = ((k, Residue(moved(r.form), r.constant, r.modulus)) for k, r in residues)
            return LinearCondition(moved(form), constant, tuple(inside), is_zero)
        case WeightedCondition(weights, form, constant, is_zero):
            return WeightedCondition(weights, moved(form), constant, is_zero)
        case IsPower(place):
            return IsPower(places[place])
        case Member(automaton, read):
            return Member(automaton, tuple(places[place] for place in read))
        case Both(left, right):
            return Both(rename_places(left, places), rename_places(right, places))
        case Either(left, right):
            return Either(rename_places(left, places), rename_places(right, places))
        case No(part):
            return No(rename_places(part, places))


def in_numeration(condition: DigitCondition, numeration: Numeration, places: Sequence[int]) -> DigitCondition:
    """Adapt a digit condition to a numeration, and add the condition that the words at `places` are valid."""
    if numeration.weights is None:
        return condition
    found = _weighted(condition, numeration.weights)
    for place in reversed(places):
        found = conjunction(Member(numeration.numbers, (place,)), found)
    return found


def _weighted(condition: DigitCondition, weights: Weights) -> DigitCondition:
    match condition:
        case LinearCondition(form, constant, (), is_zero):
            return WeightedCondition(weights, form, constant, is_zero)
        case LinearCondition():
            raise NotCovered(
                "the export to Coq does not cover rules with 'div' or 'mod' if the automaton reads Fibonacci "
                "digits or other digits without an integer base"
            )
        case IsPower():
            raise NotCovered(
                "the export to Coq does not cover rules with 'power of' if the automaton reads Fibonacci digits "
                "or other digits without an integer base"
            )
        case Both(left, right):
            return Both(_weighted(left, weights), _weighted(right, weights))
        case Either(left, right):
            return Either(_weighted(left, weights), _weighted(right, weights))
        case No(part):
            return No(_weighted(part, weights))
    return condition


# Classes and functions for the cases of piecewise linear terms


@dataclass(frozen=True, slots=True)
class LinearTerm:
    """A term of a digit condition: the sum of a linear form, a constant, and multiples of residues."""

    form: Form
    constant: int
    residues: Residues = ()

    def combine(self, factor: int, other: LinearTerm, times: int) -> LinearTerm:
        """Return the linear combination `factor` * (this term) + `times` * `other`."""
        total: dict[int, int] = {}
        for linear, multiple in ((self, factor), (other, times)):
            for part, place in linear.form:
                total[place] = total.get(place, 0) + multiple * part
        scaled = [(factor * k, r) for k, r in self.residues] + [(times * k, r) for k, r in other.residues]
        form = tuple((total[place], place) for place in sorted(total) if total[place])
        return LinearTerm(form, factor * self.constant + times * other.constant, tuple(scaled))


ZERO, ONE = LinearTerm((), 0), LinearTerm((), 1)


def compare_to_zero(linear: LinearTerm, is_zero: bool) -> DigitCondition:
    """Return the digit condition that a linear term is 0, or is at least 0; the condition is simplified if possible."""
    if not linear.residues:
        if not linear.form:
            return Yes() if (linear.constant == 0 if is_zero else linear.constant >= 0) else NEVER
        if not is_zero and linear.constant >= 0 and all(factor >= 0 for factor, _ in linear.form):
            return Yes()
    return LinearCondition(linear.form, linear.constant, linear.residues, is_zero)


@dataclass(frozen=True, slots=True)
class _Case:
    """A case of a piecewise linear term: if the guard is true, the term has the value `over / denominator`."""

    guard: DigitCondition
    over: LinearTerm
    denominator: int


def _added(sign: int) -> Callable[[_Case, _Case], list[_Case]]:
    def of(one: _Case, two: _Case) -> list[_Case]:
        over = one.over.combine(two.denominator, two.over, sign * one.denominator)
        return [_Case(conjunction(one.guard, two.guard), over, one.denominator * two.denominator)]

    return of


def _extreme(sign: int) -> Callable[[_Case, _Case], list[_Case]]:
    def of(one: _Case, two: _Case) -> list[_Case]:
        less = two.over.combine(sign * one.denominator, one.over, -sign * two.denominator)
        more = two.over.combine(-sign * one.denominator, one.over, sign * two.denominator)
        guard = conjunction(one.guard, two.guard)
        return [
            _Case(conjunction(guard, compare_to_zero(less, False)), one.over, one.denominator),
            _Case(conjunction(guard, compare_to_zero(more, False)), two.over, two.denominator),
        ]

    return of


_PAIRS: Mapping[str, Callable[[_Case, _Case], list[_Case]]] = {
    "Add": _added(1),
    "Sub": _added(-1),
    "Min": _extreme(1),
    "Max": _extreme(-1),
}


def _split_cases(term: Term) -> list[_Case]:
    """Split a piecewise linear term of a rule, such as a maximum or a quotient, into its cases."""
    match term:
        case Var(place):
            return [_Case(Yes(), LinearTerm(((1, place),), 0), 1)]
        case Num(number):
            return [_Case(Yes(), LinearTerm((), number), 1)]
        case Times(factor, inner):
            return [_Case(c.guard, c.over.combine(factor, ZERO, 0), c.denominator) for c in _split_cases(inner)]
        case Binary(word, left, right):
            return [c for one, two in product(_split_cases(left), _split_cases(right)) for c in _PAIRS[word](one, two)]
        case Abs(inner):
            found = _split_cases(inner)
            opposite = [_Case(c.guard, c.over.combine(-1, ZERO, 0), c.denominator) for c in found]
            return [c for one, two in product(found, opposite) for c in _extreme(-1)(one, two)]
        case Division(word, inner, divisor):
            return [_divide(word, case, divisor) for case in _split_cases(inner)]


def _divide(word: str, case: _Case, divisor: int) -> _Case:
    if case.over.residues:
        raise NotCovered("the export to Coq does not cover rules with nested 'div' or 'mod', such as (a mod 6) div 2")
    modulus = case.denominator * divisor
    residue = LinearTerm((), 0, ((1, Residue(case.over.form, case.over.constant, modulus)),))
    if word == "Mod":
        return _Case(case.guard, residue, case.denominator)
    return _Case(case.guard, case.over.combine(1, residue, -1), modulus)


def _some_case(term: Term, is_zero: bool, less: int) -> DigitCondition:
    found: DigitCondition = NEVER
    for case in reversed(_split_cases(term)):
        over = case.over.combine(1, ONE, -less * case.denominator)
        found = disjunction(conjunction(case.guard, compare_to_zero(over, is_zero)), found)
    return found


def compile_condition(condition: terms.Condition, base: int) -> DigitCondition:
    """Compile a condition of a rule to a digit condition for numbers in the given base."""
    match condition:
        case Always():
            return Yes()
        case Compare(word, left, right):
            return _some_case(Binary("Sub", right, left), word == "Eq", int(word == "Lt"))
        case Power(term, number):
            match _split_cases(term):
                case [_Case(Yes(), LinearTerm(((1, place),), 0, ()), 1)] if number == base:
                    return IsPower(place)
            raise NotCovered(
                f"the export to Coq covers 'power of {number}' only for a single pile and only with automata over "
                f"base {number}, got base {base}"
            )
        case Join(word, left, right):
            one, two = compile_condition(left, base), compile_condition(right, base)
            return conjunction(one, two) if word == "And" else disjunction(one, two)
        case terms.Not(part):
            return negation(compile_condition(part, base))
