"""Conditions in the form that Coq evaluates digit by digit (`coq/Compile.v`).

What is found here about a condition is handed to Coq as states, so each step must be the one that Coq takes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from sprague.coq import terms
from sprague.coq.automata import Automaton
from sprague.coq.terms import Abs, Always, Compare, Join, NotCovered, Num, Pair, Parted, Power, Term, Times, Var
from sprague.coq.weights import Weights

Form = tuple[tuple[int, int], ...]  # factors and places


@dataclass(frozen=True, slots=True)
class Residue:
    form: Form
    constant: int
    modulus: int


Residues = tuple[tuple[int, Residue], ...]


@dataclass(frozen=True, slots=True)
class Yes:
    pass


@dataclass(frozen=True, slots=True)
class Fact:
    """Form + constant + residues is 0, or at least 0."""

    form: Form
    constant: int
    residues: Residues
    is_zero: bool

    @property
    def bounds(self) -> tuple[int, int]:
        """Where the form is kept."""
        up, down = (sum(max(sign * factor, 0) for factor, _ in self.form) for sign in (1, -1))
        most = sum(max(factor, 0) * (residue.modulus - 1) for factor, residue in self.residues)
        least = sum(min(factor, 0) * (residue.modulus - 1) for factor, residue in self.residues)
        low = -max(up, max(0, self.constant + most) + 1)
        return low, max(down, max(0, -self.constant - least) + 1)


@dataclass(frozen=True, slots=True)
class Weighed:
    """Form + constant is 0, or at least 0, where words stand for what they amount to by these weights."""

    weights: Weights
    form: Form
    constant: int
    is_zero: bool

    @property
    def sides(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """When it is sure that the sum is below 0, and that it is above or as is asked for.

        The form, with so many zeros more, times the first number, and what digits may add times the second, make a
        sequence. It is sure if its terms are at least the third.
        """
        up, down = (sum(max(sign * factor, 0) for factor, _ in self.form) for sign in (1, -1))
        scale, least = self.weights.scale, self.weights.reach[0]
        below = -scale, -up, scale * self.constant - up * least + 1
        return below, (scale, -down, -scale * self.constant - down * least + self.is_zero)


@dataclass(frozen=True, slots=True)
class IsPower:
    place: int


@dataclass(frozen=True, slots=True)
class Member:
    automaton: Automaton
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Both:
    left: Cond
    right: Cond


@dataclass(frozen=True, slots=True)
class Either:
    left: Cond
    right: Cond


@dataclass(frozen=True, slots=True)
class No:
    part: Cond


Cond = Yes | Fact | Weighed | IsPower | Member | Both | Either | No


def both(one: Cond, two: Cond) -> Cond:
    if isinstance(one, Yes):
        return two
    return one if isinstance(two, Yes) else Both(one, two)


def either(one: Cond, two: Cond) -> Cond:
    if isinstance(one, Yes) or isinstance(two, Yes):
        return Yes()
    if one == No(Yes()):
        return two
    return one if two == No(Yes()) else Either(one, two)


def negated(part: Cond) -> Cond:
    return Yes() if part == No(Yes()) else No(part)


def rename(cond: Cond, places: Sequence[int]) -> Cond:
    """The condition of the numbers at these places."""

    def moved(form: Form) -> Form:
        return tuple((factor, places[place]) for factor, place in form)

    match cond:
        case Yes():
            return cond
        case Fact(form, constant, residues, is_zero):
            inside = ((k, Residue(moved(r.form), r.constant, r.modulus)) for k, r in residues)
            return Fact(moved(form), constant, tuple(inside), is_zero)
        case Weighed(weights, form, constant, is_zero):
            return Weighed(weights, moved(form), constant, is_zero)
        case IsPower(place):
            return IsPower(places[place])
        case Member(automaton, read):
            return Member(automaton, tuple(places[place] for place in read))
        case Both(left, right):
            return Both(rename(left, places), rename(right, places))
        case Either(left, right):
            return Either(rename(left, places), rename(right, places))
        case No(part):
            return No(rename(part, places))


# ------------------------------------------------------------------------------ linear terms by cases


@dataclass(frozen=True, slots=True)
class Linear:
    form: Form
    constant: int
    residues: Residues = ()

    def combined(self, factor: int, other: Linear, times: int) -> Linear:
        """So many times this, and so many times the other."""
        total: dict[int, int] = {}
        for linear, multiple in ((self, factor), (other, times)):
            for part, place in linear.form:
                total[place] = total.get(place, 0) + multiple * part
        scaled = [(factor * k, r) for k, r in self.residues] + [(times * k, r) for k, r in other.residues]
        form = tuple((total[place], place) for place in sorted(total) if total[place])
        return Linear(form, factor * self.constant + times * other.constant, tuple(scaled))


NOTHING, ONE = Linear((), 0), Linear((), 1)


def compare(linear: Linear, is_zero: bool) -> Cond:
    """That the term is 0, or at least 0, with what is plain left out."""
    if not linear.residues:
        if not linear.form:
            return Yes() if (linear.constant == 0 if is_zero else linear.constant >= 0) else No(Yes())
        if not is_zero and linear.constant >= 0 and all(factor >= 0 for factor, _ in linear.form):
            return Yes()
    return Fact(linear.form, linear.constant, linear.residues, is_zero)


@dataclass(frozen=True, slots=True)
class Case:
    """Where the guard holds, the term times the denominator is this linear term."""

    guard: Cond
    over: Linear
    denominator: int


def _added(sign: int) -> Callable[[Case, Case], list[Case]]:
    def of(one: Case, two: Case) -> list[Case]:
        over = one.over.combined(two.denominator, two.over, sign * one.denominator)
        return [Case(both(one.guard, two.guard), over, one.denominator * two.denominator)]

    return of


def _extreme(sign: int) -> Callable[[Case, Case], list[Case]]:
    def of(one: Case, two: Case) -> list[Case]:
        less = two.over.combined(sign * one.denominator, one.over, -sign * two.denominator)
        more = two.over.combined(-sign * one.denominator, one.over, sign * two.denominator)
        guard = both(one.guard, two.guard)
        return [
            Case(both(guard, compare(less, False)), one.over, one.denominator),
            Case(both(guard, compare(more, False)), two.over, two.denominator),
        ]

    return of


_PAIRS: Mapping[str, Callable[[Case, Case], list[Case]]] = {
    "Add": _added(1),
    "Sub": _added(-1),
    "Min": _extreme(1),
    "Max": _extreme(-1),
}


def cases(term: Term) -> list[Case]:
    """What a term is, by cases."""
    match term:
        case Var(place):
            return [Case(Yes(), Linear(((1, place),), 0), 1)]
        case Num(number):
            return [Case(Yes(), Linear((), number), 1)]
        case Times(factor, inner):
            return [Case(c.guard, c.over.combined(factor, NOTHING, 0), c.denominator) for c in cases(inner)]
        case Pair(word, left, right):
            return [c for one, two in product(cases(left), cases(right)) for c in _PAIRS[word](one, two)]
        case Abs(inner):
            found = cases(inner)
            opposite = [Case(c.guard, c.over.combined(-1, NOTHING, 0), c.denominator) for c in found]
            return [c for one, two in product(found, opposite) for c in _extreme(-1)(one, two)]
        case Parted(word, inner, divisor):
            return [_parted(word, case, divisor) for case in cases(inner)]


def _parted(word: str, case: Case, divisor: int) -> Case:
    if case.over.residues:
        raise NotCovered("the rule has a residue or a quotient inside another, which the export to Coq does not follow")
    modulus = case.denominator * divisor
    residue = Linear((), 0, ((1, Residue(case.over.form, case.over.constant, modulus)),))
    if word == "Mod":
        return Case(case.guard, residue, case.denominator)
    return Case(case.guard, case.over.combined(1, residue, -1), modulus)


def _some_case(term: Term, is_zero: bool, less: int) -> Cond:
    found: Cond = No(Yes())
    for case in reversed(cases(term)):
        over = case.over.combined(1, ONE, -less * case.denominator)
        found = either(both(case.guard, compare(over, is_zero)), found)
    return found


def compile_condition(condition: terms.Condition, base: int) -> Cond:
    """The condition in the form in which digits in this base are followed."""
    match condition:
        case Always():
            return Yes()
        case Compare(word, left, right):
            return _some_case(Pair("Sub", right, left), word == "Eq", int(word == "Lt"))
        case Power(term, number):
            match cases(term):
                case [Case(Yes(), Linear(((1, place),), 0, ()), 1)] if number == base:
                    return IsPower(place)
            raise NotCovered(f"the rule asks for a power of {number}, which digits in base {base} do not show")
        case Join(word, left, right):
            one, two = compile_condition(left, base), compile_condition(right, base)
            return both(one, two) if word == "And" else either(one, two)
        case terms.Not(part):
            return negated(compile_condition(part, base))
