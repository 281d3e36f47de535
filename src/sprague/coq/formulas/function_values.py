"""`TermTranslator` translates functions in formulas, such as xor, maximum, quotient and valuation, to Coq.

The value of a function becomes an extra number, which the automaton reads together with the position. A *given*
condition states that the extra number is the value of the function. Therefore every atom of a translated formula is a
linear condition or one of the atoms of `coq/Atoms.v`. By convention, a condition on a function of a negative number is
false. The valuation of 0 is larger than any number, so 0 is a separate case unless the argument is always positive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from sprague.coq.formulas.linear_atoms import (
    SIGNS,
    AtomTable,
    LinearValue,
    Residue,
    TranslatedFormula,
    all_of,
    applied,
    bracketed,
    negation,
    not_covered,
    some_of,
)
from sprague.language.expressions import (
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
    Valuation,
    Xor,
)

BITS: Mapping[type[Call], tuple[str, str]] = {
    Xor: ("N.lxor", "Xor"),
    BitAnd: ("N.land", "BitAnd"),
    BitOr: ("N.lor", "BitOr"),
}


@dataclass
class TermTranslator(AtomTable):
    """A translator of terms into Coq; each function value becomes an extra number that a `given` condition defines."""

    renamed: Mapping[str, str] = field(default_factory=dict)

    def translate_term(
        self, expression: Expression, conditions: list[TranslatedFormula], endless: list[tuple[str, int]] | None = None
    ) -> LinearValue:
        """Return the value of a term; the conditions under which the term is defined are appended to `conditions`."""
        linear = expression.linear
        total = LinearValue(tuple((c, self.renamed.get(n, n)) for n, c in linear.coefficients), linear.constant)
        for call, factor in expression.calls:
            total = total.plus(self.translate_call(call, factor, conditions, endless), factor)
        return total

    def translate_call(
        self, call: Call, factor: int, conditions: list[TranslatedFormula], endless: list[tuple[str, int]] | None
    ) -> LinearValue:
        """Return the value of a function call as a linear value for Coq."""
        match call:
            case Mod():
                number = self.translate_term(call.term, conditions)
                if number.residues:
                    number = LinearValue(((1, self.place_number(number, conditions)),))
                return LinearValue(residues=((1, self.translate_residue(number, call.modulus)),))
            case Div():
                return LinearValue(
                    ((1, self.translate_quotient(self.translate_term(call.term, conditions), call.divisor)),)
                )
            case Abs():
                number = self.translate_term(call.term, conditions)
                return LinearValue(((1, self.absolute_value(number)),))
            case Max() | Min():
                return LinearValue(((1, self.translate_extreme(call, conditions)),))
            case Bitwise():
                self.require_base(2, call.word)
                text, bits = self.translate_bits(call, conditions)
                if text not in self.places:
                    place = self.add_number(text)
                    self.given.append(TranslatedFormula(text, self.atom(f"is_bits {bits} {place}")))
                return LinearValue(((1, text),))
            case Lowest(term, base):
                self.require_base(base, f"low{base}")
                if endless is None:
                    raise not_covered(f"'{call}' as an argument of another function")
                of = self.place_number(self.translate_term(term, conditions), conditions)
                if not self.lowest.get(of, 0):
                    endless.append((of, factor))
                    if len(endless) > 1:
                        raise not_covered("a comparison with two lowest powers")
                text = f"low {base} {bracketed(of)}"
                if text not in self.places:
                    place = self.add_number(text)
                    self.given.append(
                        TranslatedFormula(text, self.atom(f"is_low {base} eq_refl {self.places[of]} {place}"))
                    )
                return LinearValue(((1, text),))
            case FibShift():
                return self.translate_shift(call, conditions)
        raise not_covered(f"'{call}'")

    def require_weights(self, call: FibShift | FibZeros) -> None:
        """Raise `NotCovered` if a Fibonacci function needs other weights than the digits of the automaton have."""
        raise not_covered(f"'{call}'")

    def translate_shift(self, call: FibShift, conditions: list[TranslatedFormula]) -> LinearValue:
        """Return the value of `fib_shift`, which appends a zero to the digits of a number."""
        raise not_covered(f"'{call}'")

    def least(self, number: LinearValue) -> int | None:
        """Return a lower bound of a linear value, or None if none is known."""
        total = number.constant
        for factor, text in number.parts:
            if factor < 0:
                return None
            total += factor * self.lowest.get(text, 0)
        return total + sum(min(0, factor) * (residue.modulus - 1) for factor, residue in number.residues)

    def is_natural(self, number: LinearValue) -> bool:
        """Return whether a linear value is known to be nonnegative."""
        least = self.least(number)
        return least is not None and least >= 0

    def place_number(self, number: LinearValue, conditions: list[TranslatedFormula]) -> str:
        """Add max(value, 0) for a linear value to the table of atoms, and return its Coq text.

        If the value can be negative, the condition that the value is nonnegative is appended to `conditions`.
        """
        if number.name is not None:
            return number.name
        text = number.text
        if not self.is_natural(number):
            conditions.append(self.compare_to_zero(LinearValue().plus(number, -1), "<="))
        if text not in self.places:
            self.add_number(text)
            self.lowest[text] = max(0, self.least(number) or 0)
            defined = [self.compare_to_zero(number.plus(LinearValue(((1, text),)), -1), "=")]
            if not self.is_natural(number):
                nothing = self.compare_to_zero(LinearValue(((1, text),)), "=")
                defined.append(all_of([self.compare_to_zero(number, "<"), nothing]))
            self.given.append(some_of(defined))
        return text

    def absolute_value(self, number: LinearValue) -> str:
        """Add the absolute value of a linear value to the table of atoms, and return its Coq text."""
        added, taken = number.sides()
        text = f"dist {bracketed(added)} {bracketed(taken)}"
        if text not in self.places:
            self.add_number(text)
            one = LinearValue(((1, text),))
            self.given.append(some_of([self.compare_to_zero(number.plus(one, sign), "=") for sign in (-1, 1)]))
        return text

    def translate_residue(self, number: LinearValue, modulus: int) -> Residue:
        """Return the residue of a linear value modulo a positive integer."""
        if self.is_natural(number):
            text = f"{bracketed(number.text)} mod {modulus}"
        else:
            added, taken = (f"Z.of_N {bracketed(side)}" for side in number.sides())
            text = f"Z.to_N (({added} - {taken}) mod {modulus})"
        return Residue(number, modulus, text)

    def translate_quotient(self, number: LinearValue, divisor: int) -> str:
        """Add the quotient of a natural number to the table of atoms, and return its Coq text."""
        if not self.is_natural(number):
            raise not_covered("the quotient of a term that may be negative")
        text = f"{bracketed(number.text)} / {divisor}"
        if text not in self.places:
            self.add_number(text)
            left = number.plus(LinearValue(((1, text),)), -divisor)
            most = LinearValue((), 1 - divisor).plus(left)
            self.given.append(
                all_of([self.compare_to_zero(LinearValue().plus(left, -1), "<="), self.compare_to_zero(most, "<=")])
            )
        return text

    def translate_extreme(self, call: Max | Min, conditions: list[TranslatedFormula]) -> str:
        """Add the maximum or minimum of natural numbers to the table of atoms, and return its Coq text."""
        numbers = [self.translate_term(term, conditions) for term in call.terms]
        if not all(map(self.is_natural, numbers)):
            raise not_covered(f"'{call}' with an argument that may be negative")
        word = "N.max" if isinstance(call, Max) else "N.min"
        if len(numbers) == 1:
            return self.place_number(numbers[0], conditions)
        text = applied(word, [number.text for number in numbers])
        if text not in self.places:
            self.add_number(text)
            one, sign = LinearValue(((1, text),)), 1 if isinstance(call, Max) else -1
            bounds = [self.compare_to_zero(LinearValue().plus(n.plus(one, -1), sign), "<=") for n in numbers]
            same = some_of([self.compare_to_zero(n.plus(one, -1), "=") for n in numbers])
            self.given += [*bounds, same]
        return text

    def translate_bits(self, call: Bitwise, conditions: list[TranslatedFormula]) -> tuple[str, str]:
        """Return a bitwise function in two Coq forms: as a function call, and as an argument of the atom `is_bits`."""
        word, constructor = BITS[type(call)]
        texts, read = [], []
        for term in call.terms:
            if isinstance(inner := term.call, Bitwise):
                text, bits = self.translate_bits(inner, conditions)
            else:
                text = self.place_number(self.translate_term(term, conditions), conditions)
                bits = f"(Entry {self.places[text]})"
            texts.append(text)
            read.append(bits)
        *others, bits = read
        for other in reversed(others):
            bits = f"({constructor} {other} {bits})"
        return applied(word, texts), bits


HOLDS: Mapping[str, Callable[[int], bool]] = {
    "<": lambda n: n < 0,
    "<=": lambda n: n <= 0,
    "=": lambda n: n == 0,
    "!=": lambda n: n != 0,
}


COUNTS = (Valuation, FibZeros)


def counts_zeros(call: Call) -> bool:
    """Return whether a function in a formula is a valuation, or the residue of a valuation."""
    if isinstance(call, Mod):
        return any(isinstance(inner, COUNTS) for inner, _ in call.term.calls)
    return isinstance(call, COUNTS)


def compare_zeros(
    numbers: TermTranslator, difference: Expression, counted: Sequence[tuple[Call, int]], relation: str
) -> TranslatedFormula:
    """Return the Coq translation of a comparison of a valuation, or of a difference of two valuations, with 0."""
    constant = difference.linear.constant
    if len(counted) < len(difference.calls) or not difference.linear.is_constant or len(counted) > 2:
        raise not_covered(f"'{difference}', which combines a valuation with other terms")
    if isinstance(counted[0][0], Mod):
        if len(counted) > 1:
            raise not_covered(f"'{difference}', which has two residues of valuations")
        return _residue(numbers, counted[0][0], counted[0][1], constant, relation)
    texts = [_argument(numbers, call) for call, _ in counted]
    factors = [factor for _, factor in counted]
    if factors not in ([1], [-1], [1, -1], [-1, 1]):
        raise not_covered(f"'{difference}', which has a multiple of a valuation")
    cases = []
    # Treat arguments that are 0 separately, because the valuation of 0 is infinite: it equals itself and exceeds all
    # numbers.
    for zeros in product((False, True), repeat=len(texts)):
        if any(zero and numbers.lowest.get(text, 0) > 0 for zero, text in zip(zeros, texts, strict=True)):
            continue
        tests = [numbers.compare_to_zero(LinearValue(((1, text),)), "=") for text in texts]
        where = [
            test if zero else negation(test)
            for zero, test, text in zip(zeros, tests, texts, strict=True)
            if not numbers.lowest.get(text, 0)
        ]
        endless = sum(factor for zero, factor in zip(zeros, factors, strict=True) if zero)
        if any(zeros):
            holds = HOLDS[relation](endless) if endless else HOLDS[relation](constant)
            cases += [all_of(where)] if holds else []
        else:
            cases.append(all_of([*where, _at_zero(numbers, texts, factors, constant, relation)]))
    return some_of(cases)


def _at_zero(
    numbers: TermTranslator, texts: Sequence[str], factors: Sequence[int], constant: int, relation: str
) -> TranslatedFormula:
    counts = tuple((factor, numbers.zeros_text(t)) for factor, t in zip(factors, texts, strict=True))
    shown = numbers.comparison_text(LinearValue(counts, constant), relation)

    def at_most(factors: Sequence[int], constant: int) -> str:
        """Return the atom for the condition that a sum of valuations and a constant is at most 0."""
        places = {factor: numbers.places[text] for factor, text in zip(factors, texts, strict=True)}
        if len(places) == 2:
            return numbers.zeros_atom("compare", f"{places[1]} {places[-1]} ({constant})")
        if -1 in places:
            return numbers.zeros_atom("at_least", f"{places[-1]} {max(0, constant)}")
        least = numbers.zeros_atom("at_least", f"{places[1]} {max(0, 1 - constant)}")
        return f"(Neg {least})"

    below = at_most(factors, constant + (1 if relation == "<" else 0))
    if relation in ("<", "<="):
        return TranslatedFormula(shown, below)
    equal = f"(Conj {below} {at_most([-factor for factor in factors], -constant)})"
    return TranslatedFormula(shown, equal if relation == "=" else f"(Neg {equal})")


def _residue(numbers: TermTranslator, call: Mod, factor: int, constant: int, relation: str) -> TranslatedFormula:
    ((inner, times),) = call.term.calls
    added, modulus = call.term.linear, call.modulus
    if times != 1 or not added.is_constant or added.constant < 0:
        raise not_covered(f"'{call}', a residue of other terms than one valuation")
    text = _argument(numbers, inner)
    count = numbers.zeros_text(text) + (f" + {added.constant}" if added.constant else "")
    # By definition, the residue of the valuation of 0 is 0 in formulas. In Coq, the valuation of 0 is 0, so the residue
    # of this valuation is also 0.
    good = [r for r in range(modulus) if HOLDS[relation](factor * ((r + added.constant) % modulus) + constant)]
    listed = "; ".join(map(str, good))
    atom = numbers.zeros_atom("residue", f"{numbers.places[text]} {modulus} [{listed}]")
    residue = f"({count}) mod {modulus}" if added.constant else f"{count} mod {modulus}"
    left, right = LinearValue(((factor, residue),), constant).sides()
    return TranslatedFormula(f"{left} {SIGNS[relation]} {right}", atom)


def _argument(numbers: TermTranslator, call: Call) -> str:
    """Return the Coq text of the argument of a valuation; if the argument can be negative, take its absolute value."""
    assert isinstance(call, COUNTS)
    if isinstance(call, Valuation):
        numbers.require_base(call.base, f"v{call.base}")
    else:
        numbers.require_weights(call)
    number = numbers.translate_term(call.term, [])
    if number.name is not None:
        return number.name
    if numbers.is_natural(number):
        return numbers.place_number(number, [])
    if not isinstance(call, Valuation):
        raise not_covered(f"'{call}' with an argument that may be negative")
    return numbers.absolute_value(number)
