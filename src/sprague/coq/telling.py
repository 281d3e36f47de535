"""A formula as a statement of Coq about numbers, and what it takes to prove that it tells the set of an automaton.

What is said is written with the functions of Coq's library (`N.lxor`, `N.max`, `mod`) and the few in `coq/Functions.v`.
Numbers that are not entries of the position (a xor b, |a - b|, max(a, b)) become further numbers, read beside the
position; what they are is *given*. So every atom is a linear condition, or one of the few of `coq/Atoms.v`.

Two conventions of formulas are spelt out, where positions leave room for them: v2(0) and low2(0) are larger than any
number, and what is said of a function of something that is no natural number is false.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from sprague.coq.terms import NotCovered
from sprague.rules.column_programs import ColumnProgram
from sprague.rules.conditions import Chain, Columns, Compare, Exists, Formula, Junction, Member, Not, Power
from sprague.rules.expressions import (
    Abs,
    BitAnd,
    BitOr,
    Bitwise,
    Call,
    Div,
    Expression,
    Lowest,
    Max,
    Min,
    Mod,
    Valuation,
    Xor,
)

BITS: Mapping[type[Call], tuple[str, str]] = {
    Xor: ("N.lxor", "Xor"),
    BitAnd: ("N.land", "BitAnd"),
    BitOr: ("N.lor", "BitOr"),
}
HOLDS: Mapping[str, Callable[[int], bool]] = {
    "<": lambda n: n < 0,
    "<=": lambda n: n <= 0,
    "=": lambda n: n == 0,
    "!=": lambda n: n != 0,
}
SIGNS = {"<": "<", "<=": "<=", "=": "=", "!=": "<>"}


def uncovered(what: str) -> NotCovered:
    return NotCovered(f"expected a formula that the Coq library covers, got {what}")


@dataclass(frozen=True)
class Said:
    """A condition twice: as it is read in Coq, and as a formula of atoms with the same structure."""

    text: str
    formula: str
    is_junction: bool = False  # which needs brackets in another one

    @property
    def bracketed(self) -> str:
        return f"({self.text})" if self.is_junction else self.text


TRUE, FALSE = Said("True", "Top"), Said("False", "(Neg Top)")


def all_of(parts: Sequence[Said]) -> Said:
    return _joined(parts, "/\\", "Conj", TRUE)


def some_of(parts: Sequence[Said]) -> Said:
    return _joined(parts, "\\/", "Disj", FALSE)


def _joined(parts: Sequence[Said], sign: str, word: str, of_none: Said) -> Said:
    if not parts:
        return of_none
    *others, formula = [part.formula for part in parts]
    for other in reversed(others):
        formula = f"({word} {other} {formula})"
    if len(parts) == 1:
        return parts[0]
    return Said(f" {sign} ".join(part.bracketed for part in parts), formula, True)


def negation(part: Said) -> Said:
    return Said(f"~ ({part.text})", f"(Neg {part.formula})")


@dataclass(frozen=True)
class Number:
    """A constant, multiples of numbers that have a place, and multiples of residues of such."""

    parts: tuple[tuple[int, str], ...] = ()
    constant: int = 0
    residues: tuple[tuple[int, Residue], ...] = ()

    def plus(self, other: Number, factor: int = 1) -> Number:
        parts = {text: old for old, text in self.parts}
        for old, text in other.parts:
            parts[text] = parts.get(text, 0) + factor * old
        kept = tuple((number, text) for text, number in parts.items() if number)
        residues = self.residues + tuple((factor * old, residue) for old, residue in other.residues)
        return Number(kept, self.constant + factor * other.constant, residues)

    @property
    def is_constant(self) -> bool:
        return not self.parts and not self.residues

    @property
    def name(self) -> str | None:
        """The number with a place that this is, if it is one."""
        match self:
            case Number(((1, text),), 0, ()):
                return text
        return None

    def sides(self) -> tuple[str, str]:
        """What is added and what is taken away, both as sums of natural numbers."""
        terms = [*self.parts, *((factor, residue.text) for factor, residue in self.residues)]
        if self.constant:
            terms.append((1 if self.constant > 0 else -1, str(abs(self.constant))))
        return _sum([term for term in terms if term[0] > 0]), _sum([term for term in terms if term[0] < 0])

    @property
    def text(self) -> str:
        """The number as it is written; what is taken away is at most as much as there is."""
        added, taken = self.sides()
        return added if taken == "0" else f"{added} - {f'({taken})' if _is_infix(taken) else taken}"


@dataclass(frozen=True)
class Residue:
    """What a number leaves when it is divided."""

    number: Number
    modulus: int
    text: str


def _bracketed(text: str) -> str:
    """As the argument of a function."""
    return text if re.fullmatch(r"\w+", text) else f"({text})"


def _sum(terms: Sequence[tuple[int, str]]) -> str:
    """Multiples of natural numbers, all signs left out."""
    alone = len(terms) == 1
    shown = []
    for factor, text in terms:
        size = "" if abs(factor) == 1 else f"{abs(factor)} * "
        shown.append(f"{size}({text})" if _is_infix(text) and (size or not alone) else f"{size}{text}")
    return " + ".join(shown) or "0"


def _applied(word: str, texts: Sequence[str]) -> str:
    """A function of two numbers applied to several, from the last one on."""
    *others, text = texts
    for other in reversed(others):
        text = f"{word} {_bracketed(other)} {_bracketed(text)}"
    return text


def _is_infix(text: str) -> bool:
    """Whether this needs brackets in a sum or product: it has a sign that stands in no brackets."""
    outside = text
    while (inner := re.sub(r"\([^()]*\)", "_", outside)) != outside:
        outside = inner
    return re.search(r" ([-+*/]|mod) ", outside) is not None


@dataclass
class Telling:
    """The numbers and atoms that formulas of one game speak of, in one list; the position's own come first."""

    names: tuple[str, ...]  # as they are called in Coq
    lowest: dict[str, int]  # bounds of numbers, where they are more than 0
    base: int
    places: dict[str, int] = field(init=False)
    atoms: dict[str, int] = field(default_factory=dict)
    given: list[Said] = field(default_factory=list)
    renamed: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places = {name: place for place, name in enumerate(self.names)}

    @property
    def more(self) -> list[str]:
        """The numbers beside those of the position."""
        return list(self.places)[len(self.names) :]

    # ------------------------------------------------------------------ formulas

    def said(self, formula: Formula) -> Said:
        match formula:
            case Junction("and", parts):
                return all_of([self.said(part) for part in parts])
            case Junction(_, parts):
                return some_of([self.said(part) for part in parts])
            case Not(part):
                return negation(self.said(part))
            case Chain():
                return all_of([self.compared(link) for link in formula.links()])
            case Compare():
                return self.compared(formula)
            case Member():
                return self.said(formula.meaning)
            case Power(term, base):
                self.need(base, f"a power of {base}")
                text = self.placed(self.number(term, []), [])
                atom = self.read(f"(IsPower {self.places[text]})")
                bound = self.bound("e")
                return Said(f"exists {bound}, {text} = {base} ^ {bound}", atom, True)
            case Columns(terms, base, modulus):
                self.need(base, f"columns in base {base}")
                conditions: list[Said] = []
                texts = [self.placed(self.number(term, conditions), conditions) for term in terms]
                places = "; ".join(str(self.places[text]) for text in texts)
                atom = self.atom(f"column_sums {self.base} eq_refl [{places}]%nat {modulus}")
                bound = self.bound("i")
                listed = f"column_sum {base} {bound} [{'; '.join(texts)}]"
                return all_of([*conditions, Said(f"forall {bound}, {listed} mod {modulus} = 0", atom, True)])
            case Exists():
                raise uncovered("'exists', a number that is not told")
            case ColumnProgram():
                raise uncovered("a column program, which says how an automaton reads")
        raise uncovered(f"'{formula}'")

    def bound(self, name: str) -> str:
        """A name for a number that is bound, which is none of the position's."""
        return name if name not in self.names else self.bound(f"{name}_")

    def at_least(self, text: str, least: int) -> Said:
        return self.at_zero(Number(((-1, text),), least), "<=")

    def need(self, base: int, what: str) -> None:
        if base != self.base:
            raise uncovered(f"{what} where the automaton reads base {self.base}")

    def compared(self, link: Compare) -> Said:
        """The left side less the right one stands in its relation to 0, where the functions in it are defined."""
        difference = link.left - link.right
        counted = [(call, factor) for call, factor in difference.calls if _of_zeros(call)]
        if counted:
            return self.zeros_compared(difference, counted, link.relation)
        conditions: list[Said] = []
        endless: list[tuple[str, int]] = []  # where low2(0) would be larger than any number, with which sign
        number = self.number(difference, conditions, endless)
        said = self.at_zero(number, link.relation)
        for text, factor in endless:
            zero = self.at_zero(Number(((1, text),)), "=")
            larger = HOLDS[link.relation](factor)
            said = some_of([zero, said]) if larger else all_of([negation(zero), said])
        return all_of([*conditions, said])

    def at_zero(self, number: Number, relation: str) -> Said:
        """A linear condition."""
        if relation == "!=":
            return Said(self.shown(number, "!="), f"(Neg {self.at_zero(number, '=').formula})")
        if relation == "=":
            return Said(self.shown(number, "="), self.fact(number, True))
        most = Number((), -1 if relation == "<" else 0).plus(number, -1)
        return Said(self.shown(number, relation), self.fact(most, False))

    def shown(self, number: Number, relation: str) -> str:
        added, taken = number.sides()
        return f"{added} {SIGNS[relation]} {taken}"

    def fact(self, number: Number, is_zero: bool) -> str:
        residues = [
            f"({factor}, Residue {self.form(residue.number)} ({residue.number.constant}) {residue.modulus})"
            for factor, residue in number.residues
        ]
        form = self.form(number)
        return self.read(f"(fact {form} ({number.constant}) [{'; '.join(residues)}] {'true' if is_zero else 'false'})")

    def form(self, number: Number) -> str:
        return "[" + "; ".join(f"({factor}, {self.places[text]}%nat)" for factor, text in number.parts) + "]"

    def read(self, condition: str) -> str:
        return self.atom(f"read {self.base} eq_refl {condition}%Z eq_refl")

    def atom(self, text: str) -> str:
        return f"(Is {self.atoms.setdefault(text, len(self.atoms))})"

    # ------------------------------------------------------------------ zeros at the end

    def zeros_compared(self, difference: Expression, counted: Sequence[tuple[Call, int]], relation: str) -> Said:
        """How many zeros numbers end in: compared with a number or with each other, or their residue."""
        constant = difference.linear.constant
        if len(counted) < len(difference.calls) or not difference.linear.is_constant or len(counted) > 2:
            raise uncovered(f"'{difference}', a valuation beside other terms")
        if isinstance(counted[0][0], Mod):
            if len(counted) > 1:
                raise uncovered(f"'{difference}', two residues of valuations")
            return self.zeros_residue(counted[0][0], counted[0][1], constant, relation)
        texts = [self.argument(call) for call, _ in counted]
        factors = [factor for _, factor in counted]
        if factors not in ([1], [-1], [1, -1], [-1, 1]):
            raise uncovered(f"'{difference}', a multiple of a valuation")
        cases = []
        # Where a number is 0 the count is larger than any number; two such are equal.
        for zeros in product((False, True), repeat=len(texts)):
            if any(zero and self.lowest.get(text, 0) > 0 for zero, text in zip(zeros, texts, strict=True)):
                continue
            tests = [self.at_zero(Number(((1, text),)), "=") for text in texts]
            where = [
                test if zero else negation(test)
                for zero, test, text in zip(zeros, tests, texts, strict=True)
                if not self.lowest.get(text, 0)
            ]
            endless = sum(factor for zero, factor in zip(zeros, factors, strict=True) if zero)
            if any(zeros):
                holds = HOLDS[relation](endless) if endless else HOLDS[relation](constant)
                cases += [all_of(where)] if holds else []
            else:
                cases.append(all_of([*where, self.zeros_at_zero(texts, factors, constant, relation)]))
        return some_of(cases)

    def zeros_at_zero(self, texts: Sequence[str], factors: Sequence[int], constant: int, relation: str) -> Said:
        counts = tuple((factor, f"v {self.base} {_bracketed(t)}") for factor, t in zip(factors, texts, strict=True))
        shown = self.shown(Number(counts, constant), relation)

        def at_most(factors: Sequence[int], constant: int) -> str:
            """The sum is at most 0."""
            places = {factor: self.places[text] for factor, text in zip(factors, texts, strict=True)}
            if len(places) == 2:
                return self.atom(f"v_compare {self.base} eq_refl {places[1]} {places[-1]} ({constant})")
            if -1 in places:
                return self.atom(f"v_at_least {self.base} eq_refl {places[-1]} {max(0, constant)}")
            least = self.atom(f"v_at_least {self.base} eq_refl {places[1]} {max(0, 1 - constant)}")
            return f"(Neg {least})"

        below = at_most(factors, constant + (1 if relation == "<" else 0))
        if relation in ("<", "<="):
            return Said(shown, below)
        equal = f"(Conj {below} {at_most([-factor for factor in factors], -constant)})"
        return Said(shown, equal if relation == "=" else f"(Neg {equal})")

    def zeros_residue(self, call: Mod, factor: int, constant: int, relation: str) -> Said:
        ((inner, times),) = call.term.calls
        added, modulus = call.term.linear, call.modulus
        if times != 1 or not added.is_constant or added.constant < 0:
            raise uncovered(f"'{call}', a residue of more than a valuation")
        text = self.argument(inner)
        count = f"v {self.base} {_bracketed(text)}" + (f" + {added.constant}" if added.constant else "")
        # A count of zeros that does not end is divisible by every number, as 0 is: v of 0 says so.
        good = [r for r in range(modulus) if HOLDS[relation](factor * ((r + added.constant) % modulus) + constant)]
        listed = "; ".join(map(str, good))
        atom = self.atom(f"v_residue {self.base} eq_refl {self.places[text]} {modulus} [{listed}]")
        residue = f"({count}) mod {modulus}" if added.constant else f"{count} mod {modulus}"
        left, right = Number(((factor, residue),), constant).sides()
        return Said(f"{left} {SIGNS[relation]} {right}", atom)

    def argument(self, call: Call) -> str:
        """The number whose zeros are counted: that which is meant, or how far it is from 0."""
        assert isinstance(call, Valuation)
        self.need(call.base, f"v{call.base}")
        number = self.number(call.term, [])
        if number.name is not None:
            return number.name
        if self.is_natural(number):
            return self.placed(number, [])
        return self.distance(number)

    # ------------------------------------------------------------------ numbers

    def number(
        self, expression: Expression, conditions: list[Said], endless: list[tuple[str, int]] | None = None
    ) -> Number:
        """What an expression is; `conditions` are added where it has a value there only."""
        linear = expression.linear
        total = Number(tuple((c, self.renamed.get(n, n)) for n, c in linear.coefficients), linear.constant)
        for call, factor in expression.calls:
            total = total.plus(self.value(call, factor, conditions, endless), factor)
        return total

    def value(self, call: Call, factor: int, conditions: list[Said], endless: list[tuple[str, int]] | None) -> Number:
        match call:
            case Mod():
                number = self.number(call.term, conditions)
                if number.residues:
                    number = Number(((1, self.placed(number, conditions)),))
                return Number(residues=((1, self.residue(number, call.modulus)),))
            case Div():
                return Number(((1, self.quotient(self.number(call.term, conditions), call.divisor)),))
            case Abs():
                number = self.number(call.term, conditions)
                return Number(((1, self.distance(number)),))
            case Max() | Min():
                return Number(((1, self.extreme(call, conditions)),))
            case Bitwise():
                self.need(2, call.word)
                text, bits = self.bits(call, conditions)
                if text not in self.places:
                    place = self.enter(text)
                    self.given.append(Said(text, self.atom(f"is_bits {bits} {place}")))
                return Number(((1, text),))
            case Lowest(term, base):
                self.need(base, f"low{base}")
                if endless is None:
                    raise uncovered(f"'{call}' inside another function")
                of = self.placed(self.number(term, conditions), conditions)
                if not self.lowest.get(of, 0):
                    endless.append((of, factor))
                    if len(endless) > 1:
                        raise uncovered("two lowest powers in one comparison")
                text = f"low {base} {_bracketed(of)}"
                if text not in self.places:
                    place = self.enter(text)
                    self.given.append(Said(text, self.atom(f"is_low {base} eq_refl {self.places[of]} {place}")))
                return Number(((1, text),))
        raise uncovered(f"'{call}'")

    def enter(self, text: str) -> int:
        return self.places.setdefault(text, len(self.places))

    def least(self, number: Number) -> int | None:
        """A number that it is never below; None if none is seen."""
        total = number.constant
        for factor, text in number.parts:
            if factor < 0:
                return None
            total += factor * self.lowest.get(text, 0)
        return total + sum(min(0, factor) * (residue.modulus - 1) for factor, residue in number.residues)

    def is_natural(self, number: Number) -> bool:
        least = self.least(number)
        return least is not None and least >= 0

    def placed(self, number: Number, conditions: list[Said]) -> str:
        """The number as one with a place; where it is negative that is 0, and a condition says that it is not."""
        if number.name is not None:
            return number.name
        text = number.text
        if not self.is_natural(number):
            conditions.append(self.at_zero(Number().plus(number, -1), "<="))
        if text not in self.places:
            self.enter(text)
            self.lowest[text] = max(0, self.least(number) or 0)
            defined = [self.at_zero(number.plus(Number(((1, text),)), -1), "=")]
            if not self.is_natural(number):
                nothing = self.at_zero(Number(((1, text),)), "=")
                defined.append(all_of([self.at_zero(number, "<"), nothing]))
            self.given.append(some_of(defined))
        return text

    def distance(self, number: Number) -> str:
        added, taken = number.sides()
        text = f"dist {_bracketed(added)} {_bracketed(taken)}"
        if text not in self.places:
            self.enter(text)
            one = Number(((1, text),))
            self.given.append(some_of([self.at_zero(number.plus(one, sign), "=") for sign in (-1, 1)]))
        return text

    def residue(self, number: Number, modulus: int) -> Residue:
        if self.is_natural(number):
            text = f"{_bracketed(number.text)} mod {modulus}"
        else:
            added, taken = (f"Z.of_N {_bracketed(side)}" for side in number.sides())
            text = f"Z.to_N (({added} - {taken}) mod {modulus})"
        return Residue(number, modulus, text)

    def quotient(self, number: Number, divisor: int) -> str:
        if not self.is_natural(number):
            raise uncovered("quotients of what may be negative")
        text = f"{_bracketed(number.text)} / {divisor}"
        if text not in self.places:
            self.enter(text)
            left = number.plus(Number(((1, text),)), -divisor)
            most = Number((), 1 - divisor).plus(left)
            self.given.append(all_of([self.at_zero(Number().plus(left, -1), "<="), self.at_zero(most, "<=")]))
        return text

    def extreme(self, call: Max | Min, conditions: list[Said]) -> str:
        numbers = [self.number(term, conditions) for term in call.terms]
        if not all(map(self.is_natural, numbers)):
            raise uncovered(f"'{call}' of what may be negative")
        word = "N.max" if isinstance(call, Max) else "N.min"
        if len(numbers) == 1:
            return self.placed(numbers[0], conditions)
        text = _applied(word, [number.text for number in numbers])
        if text not in self.places:
            self.enter(text)
            one, sign = Number(((1, text),)), 1 if isinstance(call, Max) else -1
            bounds = [self.at_zero(Number().plus(n.plus(one, -1), sign), "<=") for n in numbers]
            same = some_of([self.at_zero(n.plus(one, -1), "=") for n in numbers])
            self.given += [*bounds, same]
        return text

    def bits(self, call: Bitwise, conditions: list[Said]) -> tuple[str, str]:
        """The call in Coq's words, and as what is read."""
        word, constructor = BITS[type(call)]
        texts, read = [], []
        for term in call.terms:
            if isinstance(inner := term.call, Bitwise):
                text, bits = self.bits(inner, conditions)
            else:
                text = self.placed(self.number(term, conditions), conditions)
                bits = f"(Entry {self.places[text]})"
            texts.append(text)
            read.append(bits)
        *others, bits = read
        for other in reversed(others):
            bits = f"({constructor} {other} {bits})"
        return _applied(word, texts), bits


def _of_zeros(call: Call) -> bool:
    """Whether this is a valuation, or the residue of one."""
    if isinstance(call, Mod):
        return any(isinstance(inner, Valuation) for inner, _ in call.term.calls)
    return isinstance(call, Valuation)
