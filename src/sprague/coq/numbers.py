"""What is no entry of a position, and no sum of such: a xor b, |a - b|, max(a, b), a div 2.

Such a number is read beside the position; what it is, is *given*. So every atom is a linear condition, or one of the
few of `coq/Atoms.v`. What is said of a function of something that is no natural number is false.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sprague.coq.facts import Facts
from sprague.coq.said import Said, all_of, some_of, uncovered
from sprague.coq.sums import Number, Residue, applied, bracketed
from sprague.rules.expressions import (
    Abs,
    BitAnd,
    BitOr,
    Bitwise,
    Call,
    Div,
    Expression,
    FibShift,
    FibZeros,
    Lowest,
    Max,
    Min,
    Mod,
    Xor,
)

BITS: Mapping[type[Call], tuple[str, str]] = {
    Xor: ("N.lxor", "Xor"),
    BitAnd: ("N.land", "BitAnd"),
    BitOr: ("N.lor", "BitOr"),
}


@dataclass
class Numbers(Facts):
    """The numbers of expressions, and what is given of those that stand beside the position."""

    renamed: Mapping[str, str] = field(default_factory=dict)

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
                text = f"low {base} {bracketed(of)}"
                if text not in self.places:
                    place = self.enter(text)
                    self.given.append(Said(text, self.atom(f"is_low {base} eq_refl {self.places[of]} {place}")))
                return Number(((1, text),))
            case FibShift():
                return self.shifted(call, conditions)
        raise uncovered(f"'{call}'")

    def need_weights(self, call: FibShift | FibZeros) -> None:
        """Refuse a function of digits of weights, unless these are read."""
        raise uncovered(f"'{call}'")

    def shifted(self, call: FibShift, conditions: list[Said]) -> Number:
        """The number with a zero more at the end."""
        raise uncovered(f"'{call}'")

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
        text = f"dist {bracketed(added)} {bracketed(taken)}"
        if text not in self.places:
            self.enter(text)
            one = Number(((1, text),))
            self.given.append(some_of([self.at_zero(number.plus(one, sign), "=") for sign in (-1, 1)]))
        return text

    def residue(self, number: Number, modulus: int) -> Residue:
        if self.is_natural(number):
            text = f"{bracketed(number.text)} mod {modulus}"
        else:
            added, taken = (f"Z.of_N {bracketed(side)}" for side in number.sides())
            text = f"Z.to_N (({added} - {taken}) mod {modulus})"
        return Residue(number, modulus, text)

    def quotient(self, number: Number, divisor: int) -> str:
        if not self.is_natural(number):
            raise uncovered("quotients of what may be negative")
        text = f"{bracketed(number.text)} / {divisor}"
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
        text = applied(word, [number.text for number in numbers])
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
        return applied(word, texts), bits
