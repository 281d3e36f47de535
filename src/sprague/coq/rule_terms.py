"""Coq's syntax trees of the terms and conditions of rules (`coq/Game.v`), and their Coq text.

Terms refer to numbers by index. The first indices belong to the entries of a position, and the next indices to the
choices (in hints, to the guessed numbers).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from sprague.errors import SpragueError
from sprague.language import conditions, expressions
from sprague.language.conditions import Formula
from sprague.language.expressions import Expression
from sprague.linear.terms import Linear


class NotCovered(SpragueError):
    """Raised when the export to Coq does not cover a certificate, rule or formula."""


@dataclass(frozen=True, slots=True)
class Var:
    """A variable in Coq's syntax tree of a term: the entry or choice with index `place`."""

    place: int


@dataclass(frozen=True, slots=True)
class Num:
    """A term of a rule in Coq's syntax tree: an integer."""

    number: int


@dataclass(frozen=True, slots=True)
class Times:
    """A term of a rule in Coq's syntax tree: a multiple of a term."""

    factor: int
    term: Term


@dataclass(frozen=True, slots=True)
class Binary:
    """A term of a rule in Coq's syntax tree: Add, Sub, Min or Max of two terms."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Division:
    """A term of a rule in Coq's syntax tree: the quotient (Div) or residue (Mod) of a term by a number."""

    operator: str
    term: Term
    divisor: int


@dataclass(frozen=True, slots=True)
class Abs:
    """A term of a rule in Coq's syntax tree: the absolute value of a term."""

    term: Term


Term = Var | Num | Times | Binary | Division | Abs


@dataclass(frozen=True, slots=True)
class Always:
    """A condition of a rule in Coq's syntax tree that is always true."""


@dataclass(frozen=True, slots=True)
class Compare:
    """A condition of a rule in Coq's syntax tree: the comparison Le, Lt or Eq of two terms."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Power:
    """A condition of a rule in Coq's syntax tree: a term is a power of a base."""

    term: Term
    base: int


@dataclass(frozen=True, slots=True)
class Join:
    """A condition of a rule in Coq's syntax tree: the conjunction (And) or disjunction (Or) of two conditions."""

    operator: str
    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Not:
    """A condition of a rule in Coq's syntax tree: the negation of a condition."""

    part: Condition


Condition = Always | Compare | Power | Join | Not
NEVER = Not(Always())


def all_of(parts: Sequence[Condition]) -> Condition:
    """Return Coq's syntax tree of the conjunction of conditions of a rule, nested to the right."""
    needed = [part for part in parts if part != Always()]
    return reduce(lambda rest, part: Join("And", part, rest), reversed(needed[:-1]), needed[-1]) if needed else Always()


def _some_of(parts: Sequence[Condition]) -> Condition:
    """Return Coq's syntax tree of the disjunction of conditions, nested to the right."""
    return reduce(lambda rest, part: Join("Or", part, rest), reversed(parts[:-1]), parts[-1]) if parts else NEVER


# Functions that translate the terms and conditions of a rule


def translate_linear(linear: Linear, places: Mapping[str, int]) -> Term:
    """Return Coq's syntax tree of a linear term of a rule; positive summands come first.

    >>> term_text(translate_linear(Linear.of("a") - 2 * Linear.of("k") + 1, {"a": 0, "k": 1}), ["a", "k"])
    'a - 2 * k + 1'
    """
    parts: list[tuple[int, Term]] = [
        (factor, Var(places[name])) for name, factor in sorted(linear.coefficients, key=lambda part: part[1] < 0)
    ]
    if linear.constant or not parts:
        number = (1 if linear.constant >= 0 else -1, Num(abs(linear.constant)))
        parts = [number, *parts] if linear.constant > 0 and all(factor < 0 for factor, _ in parts) else [*parts, number]
    return _sum(parts)


def _sum(parts: Sequence[tuple[int, Term]]) -> Term:
    (factor, first), *rest = parts
    total = first if factor == 1 else Times(factor, first)
    for factor, term in rest:
        part = term if abs(factor) == 1 else Times(abs(factor), term)
        total = Binary("Add" if factor > 0 else "Sub", total, part)
    return total


def translate_term(expression: Expression, places: Mapping[str, int]) -> Term:
    """Return Coq's syntax tree of a term of a rule."""
    if expression.is_linear:
        return translate_linear(expression.linear, places)
    parts = [(factor, _call(call, places)) for call, factor in expression.calls]
    if expression.linear != Linear():
        parts = [(1, translate_linear(expression.linear, places)), *parts]
    return _sum(parts)


def _call(call: expressions.Call, places: Mapping[str, int]) -> Term:
    arguments = [translate_term(argument, places) for argument in call.arguments]
    match call:
        case expressions.Min() | expressions.Max():
            word = "Min" if isinstance(call, expressions.Min) else "Max"
            return reduce(lambda one, two: Binary(word, one, two), arguments)
        case expressions.Abs():
            return Abs(arguments[0])
        case expressions.Div():
            return Division("Div", arguments[0], call.divisor)
        case expressions.Mod():
            return Division("Mod", arguments[0], call.modulus)
    raise NotCovered(f"the export to Coq does not cover '{call}' in a rule")


def translate_condition(formula: Formula, places: Mapping[str, int]) -> Condition:
    """Return the syntax tree in Coq for a condition of a rule."""
    match formula:
        case conditions.Chain():
            return all_of([translate_condition(link, places) for link in formula.links()])
        case conditions.Compare(left, relation, right):
            compared = [translate_term(side, places) for side in (left, right)]
            if relation == "!=":
                return Not(Compare("Eq", *compared))
            return Compare({"<": "Lt", "<=": "Le", "=": "Eq"}[relation], *compared)
        case conditions.Member():
            return translate_condition(formula.meaning, places)
        case conditions.Junction(word, parts):
            inside = [translate_condition(part, places) for part in parts]
            return all_of(inside) if word == "and" else _some_of(inside)
        case conditions.Not(part):
            return Not(translate_condition(part, places))
        case conditions.Power(term, base):
            return Power(translate_term(term, places), base)
    raise NotCovered(f"the export to Coq does not cover '{formula}' in a rule")


# Substitution


def substitute(terms: Sequence[Term], term: Term) -> Term:
    """Return the syntax tree of a term in which `terms[i]` replaces the number with index i."""
    match term:
        case Var(place):
            return terms[place] if place < len(terms) else Num(0)
        case Num():
            return term
        case Times(factor, inner):
            return Times(factor, substitute(terms, inner))
        case Binary(word, left, right):
            return Binary(word, substitute(terms, left), substitute(terms, right))
        case Division(word, inner, divisor):
            return Division(word, substitute(terms, inner), divisor)
        case Abs(inner):
            return Abs(substitute(terms, inner))


def substitute_condition(terms: Sequence[Term], condition: Condition) -> Condition:
    """Return the syntax tree of a condition in which `terms[i]` replaces the number with index i."""
    match condition:
        case Always():
            return condition
        case Compare(word, left, right):
            return Compare(word, substitute(terms, left), substitute(terms, right))
        case Power(term, base):
            return Power(substitute(terms, term), base)
        case Join(word, one, two):
            return Join(word, substitute_condition(terms, one), substitute_condition(terms, two))
        case Not(part):
            return Not(substitute_condition(terms, part))


# As text

_SIGNS = {"Add": "+", "Sub": "-", "Div": "div", "Mod": "mod", "Le": "<=", "Lt": "<", "Eq": "="}
_SIGNS |= {"And": "/\\", "Or": "\\/"}


def term_text(term: Term, names: Sequence[str]) -> str:
    """Return the Coq text of a term of a rule, which is similar to the notation of Sprague."""
    match term:
        case Var(place):
            return names[place]
        case Num(number):
            return str(number) if number >= 0 else f"Num ({number})"
        case Times(factor, inner):
            return f"{factor if factor >= 0 else f'({factor})'} * {_factor_text(inner, names)}"
        case Binary("Add" | "Sub" as word, left, right):
            inside = term_text(right, names)
            last = f"({inside})" if isinstance(right, Binary) and right.operator in ("Add", "Sub") else inside
            return f"{term_text(left, names)} {_SIGNS[word]} {last}"
        case Binary(word, left, right):
            return f"{word} {_argument_text(left, names)} {_argument_text(right, names)}"
        case Division(word, inner, divisor):
            return f"{_factor_text(inner, names)} {_SIGNS[word]} {divisor}"
        case Abs(inner):
            return f"Abs {_argument_text(inner, names)}"


def _factor_text(term: Term, names: Sequence[str]) -> str:
    text = term_text(term, names)
    return text if isinstance(term, Var | Abs) or (isinstance(term, Num) and term.number >= 0) else f"({text})"


def _argument_text(term: Term, names: Sequence[str]) -> str:
    text = term_text(term, names)
    return text if isinstance(term, Var) or (isinstance(term, Num) and term.number >= 0) else f"({text})"


def condition_text(condition: Condition, names: Sequence[str]) -> str:
    """Return the Coq text of a condition of a rule."""
    match condition:
        case Always():
            return "Always"
        case Not(Always()):
            return "Never"
        case Not(Compare("Eq", left, right)):
            return f"{term_text(left, names)} <> {term_text(right, names)}"
        case Compare(word, left, right):
            return f"{term_text(left, names)} {_SIGNS[word]} {term_text(right, names)}"
        case Power(term, base):
            return f"Power {_argument_text(term, names)} {base}"
        case Not(part):
            return f"~ ({condition_text(part, names)})"
        case Join(word, left, right):
            one = condition_text(left, names)
            two = condition_text(right, names)
            one = f"({one})" if isinstance(left, Join) else one
            two = f"({two})" if isinstance(right, Join) and right.operator != word else two
            return f"{one} {_SIGNS[word]} {two}"
