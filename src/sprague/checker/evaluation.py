"""The checker's evaluation of terms and formulas for given numbers; `docs/certificate-format.md` defines the values.

>>> evaluate_formula(("compare", ("mod", "a", 3), "<", "b"), {"a": 7, "b": 2})
True
>>> evaluate_term(("valuation", 2, ("*", 3, "a")), {"a": 4}), evaluate_term(("valuation", 2, "a"), {"a": 0})
((0, 2), (1, 0))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, ne, or_, xor

from .errors import Budget, OutOfReach
from .trees import Formula, Guard, Program, Term, expand

Value = tuple[int, int]  # the pair (m, n) represents m·Ω + n, where Ω is greater than every integer
OMEGA: Value = (1, 0)
HOLDS = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}
BITWISE = {"xor": xor, "bitand": and_, "bitor": or_}


def evaluate_formula(formula: Formula, values: Mapping[str, int], budget: Budget | None = None) -> bool:
    """Evaluate a formula of a certificate: return whether it is true for the given values of its names.

    The function raises `OutOfReach` if the formula has a quantifier without an upper limit.
    """
    return _Evaluation(budget or Budget()).formula(formula, values)


def evaluate_term(term: Term, values: Mapping[str, int], budget: Budget | None = None) -> Value | None:
    """Evaluate a term of a certificate: return its value m·Ω + n as the pair (m, n), or None if it is undefined."""
    return _Evaluation(budget or Budget()).term(term, values)


class _Evaluation:
    """The checker's evaluation of terms and formulas, within a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    # Formulas

    def formula(self, formula: Formula, values: Mapping[str, int]) -> bool:
        """Return whether a formula is true for the given values of its names."""
        self.budget.spend()
        match formula:
            case ("and", *parts):
                return all(self.formula(part, values) for part in parts)
            case ("or", *parts):
                return any(self.formula(part, values) for part in parts)
            case ("not", part):
                return not self.formula(part, values)
            case ("compare", *parts):
                for left, relation, right in zip(parts[:-2:2], parts[1::2], parts[2::2], strict=True):
                    difference = self.term(("-", left, right), values)
                    if difference is None or not HOLDS[relation](difference, (0, 0)):
                        return False
                return True
            case ("in", term, ranges):
                value = self.term(term, values)
                return value is not None and any((0, low) <= value <= (0, high) for low, high in ranges)
            case ("power", term, base):
                (number,) = self.naturals([term], values) or (0,)
                return number > 0 and sum(self.digits(number, (base,))) == 1
            case ("columns", terms, base, modulus):
                numbers = self.naturals(terms, values)
                return numbers is not None and all(
                    sum(column) % modulus == 0 for column in self.columns(numbers, (base,))
                )
            case ("program", program):
                numbers = self.naturals(program.terms, values)
                return numbers is not None and _run(program, self.columns(numbers, program.numeration))
            case ("exists", name, body, *bounds):
                most = self.term(bounds[0], values) if bounds else OMEGA
                if most is None or most < (0, 0):
                    return False
                if most[0]:
                    raise OutOfReach(
                        f"cannot evaluate a formula in which the quantifier of {name!r} has no upper limit"
                    )
                return any(self.formula(body, {**values, name: number}) for number in range(most[1] + 1))
        raise AssertionError(formula)

    # Terms

    def term(self, term: Term, values: Mapping[str, int]) -> Value | None:
        """Return the value of a term, after combining equal function calls in the term."""
        factors: dict[Term, int] = {}
        constant = expand(term, 1, factors)
        self.budget.spend(1 + len(factors))
        total = (0, constant)
        for part, factor in factors.items():
            if factor:
                value = (0, values[part]) if isinstance(part, str) else self.call(part, values)
                if value is None:
                    return None
                total = (total[0] + factor * value[0], total[1] + factor * value[1])
        return total

    def call(self, call: Term, values: Mapping[str, int]) -> Value | None:
        """Return the value of a function call, or None if it is undefined."""
        match call:
            case ("max" | "min" as word, *terms):
                found = [self.term(one, values) for one in terms]
                defined = [value for value in found if value is not None]
                return None if len(defined) < len(found) else max(defined) if word == "max" else min(defined)
            case ("xor" | "bitand" | "bitor" as word, *terms):
                numbers = self.naturals(terms, values)
                return None if numbers is None else (0, reduce(BITWISE[word], numbers))
            case ("fib_shift" | "fib_zeros" | "fib_low" as word, times, term):
                numbers = self.naturals([term], values)
                return None if numbers is None else self.of_digits(word, numbers[0], (times, 1))
            case ("abs", term):
                value = self.term(term, values)
                return None if value is None else max(value, (-value[0], -value[1]))
            case ("div", term, divisor):
                value = self.term(term, values)
                return None if value is None or value[0] else (0, value[1] // divisor)
            case ("mod", term, modulus):
                value = self.term(term, values)
                return None if value is None else (0, value[1] % modulus)
            case ("valuation" | "lowest" as word, base, term):
                value = self.term(term, values)
                if value is None or (word == "lowest" and value < (0, 0)):
                    return None
                return self.of_digits(word, abs(value[1]), (base,))
        raise AssertionError(call)

    def of_digits(self, word: str, number: int, numeration: Sequence[int]) -> Value:
        """Return the value of a function that depends on the digits of a natural number."""
        digits = self.digits(number, numeration)
        if word == "fib_shift":
            weights = _weights(numeration, number)[1:]
            return 0, sum(digit * weight for digit, weight in zip(reversed(digits), weights, strict=False))
        if number == 0:
            return OMEGA
        zeros = next(place for place, digit in enumerate(reversed(digits)) if digit)
        if word in ("lowest", "fib_low"):
            return 0, _weights(numeration, number)[zeros]
        return 0, zeros

    # Digits

    def naturals(self, terms: Sequence[Term], values: Mapping[str, int]) -> list[int] | None:
        """Return the values of terms, or None if one of the values is not a natural number."""
        found = [self.term(term, values) for term in terms]
        numbers = [value[1] for value in found if value is not None and value[0] == 0 and value[1] >= 0]
        return numbers if len(numbers) == len(found) else None

    def digits(self, number: int, numeration: Sequence[int]) -> list[int]:
        """Return the digits of a number in the numeration `[b]` (base b) or `[k, 1]`, most significant digit first."""
        weights = _weights(numeration, number)
        self.budget.spend(len(weights))
        found: list[int] = []
        for weight in reversed(weights):
            digit, number = divmod(number, weight)
            if digit or found:
                found.append(digit)
        return found

    def columns(self, numbers: Sequence[int], numeration: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the columns of digits of several numbers, most significant first, without leading columns of zeros."""
        words = [self.digits(number, numeration) for number in numbers]
        length = max(map(len, words))
        return list(zip(*([0] * (length - len(word)) + word for word in words), strict=True))


def _weights(numeration: Sequence[int], number: int) -> list[int]:
    """Return the weights of a numeration (`[b]` or `[k, 1]`), ending with the first weight greater than `number`."""
    weights = [1] if len(numeration) == 1 else [1, numeration[0] + 1]
    while weights[-1] <= number:
        weights.append(sum(c * weight for c, weight in zip(numeration, reversed(weights), strict=False)))
    return weights


# Column programs


def _run(program: Program, columns: Sequence[Sequence[int]]) -> bool:
    """Return whether a column program accepts a list of columns."""
    stages = {name: (ends, lines) for name, ends, lines in program.stages}
    groups = program.groups
    result, lines = stages[program.first]
    for place, column in enumerate(columns):
        is_last = place + 1 == len(columns)
        line = next((one for one in lines if all(_fits(guard, column, groups) for guard in one.guards)), None)
        if line is None or line.to == "no" or (is_last and not line.may_be_last):
            return False
        if line.to in ("yes", "last"):
            return line.to == "yes" or is_last
        result, lines = stages[line.to]
        groups = tuple(
            next((to for wanted, source, to in line.regroup if source == group and wanted in (None, digit)), group)
            for digit, group in zip(column, groups, strict=True)
        )
    return result


def _fits(guard: Guard, column: Sequence[int], groups: Sequence[str]) -> bool:
    """Return whether a column of digits satisfies a guard of a column program."""
    if not guard.group:
        return any(
            all(wanted in (-1, digit) for wanted, digit in zip(pattern, column, strict=True))
            for pattern in guard.patterns
        )
    digits = [digit for digit, group in zip(column, groups, strict=True) if group == guard.group]
    count = sum(digits) if guard.digit is None else digits.count(guard.digit)
    return (count if guard.modulus is None else count % guard.modulus) in guard.counts
