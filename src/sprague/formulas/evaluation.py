"""Evaluation of formulas at positions of any size and on arrays: `evaluate`, `satisfies`, `value`.

By the following two conventions, every formula is either true or false at every position:

- The values of v2(0) and low2(0) are a number Ω that is larger than any integer, equal to itself and divisible by every
  number. Sums with Ω obey the usual laws, so v2(a) = v2(b) + 1 is false for a = b = 0.
- The functions `xor`, `low2` and the Fibonacci functions are defined for natural numbers; low2(Ω) is Ω. A comparison is
  false if it contains an undefined value: the result of `div` for Ω, or of `xor`, `low2` or a Fibonacci function for a
  value outside the domain of this function. Equal terms that cancel, as in `xor(a, b) - xor(a, b)`, are not evaluated.
  0 divides only 0 and Ω.

The module `sprague.language.conditions` defines the syntax tree of a formula, and the module `arithmetic` computes with
Ω.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from sprague import limits
from sprague.errors import OutOfReach, SpragueError
from sprague.formulas.arithmetic import (
    Value,
    apply,
    columns_vanish,
    compare,
    divides,
    every,
    is_power,
    is_prime,
    is_square,
    some,
    weighted,
)
from sprague.formulas.column_evaluation import program_holds
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import (
    Chain,
    Columns,
    Compare,
    Condition,
    Exists,
    Formula,
    InSet,
    Junction,
    Member,
    Not,
    Power,
    all_of,
    some_of,
)
from sprague.language.expressions import Expression
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.optional_numpy import is_array, np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Number: TypeAlias = "int | NDArray[np.int64]"
Truth: TypeAlias = "bool | NDArray[np.bool_]"
Numbers: TypeAlias = "Mapping[str, Number]"

# default limit on the values that are tried for quantified numbers; a larger limit on positions replaces the default
TRIED = 1_000_000
AT_ONCE = 1 << 18  # number of tuples evaluated between two checks of the limits


def evaluate(formula: Formula, numbers: Numbers) -> Truth:
    """Return whether a formula is true for the given values of its names, which are numbers or arrays of numbers.

    >>> from sprague.language.formula_parser import parse_formula
    >>> evaluate(parse_formula("v2(a) < v2(b)", ("a", "b")), {"a": 6, "b": 0})
    True
    """
    match formula:
        case Compare(left, relation, right):
            return _settled(compare(relation, value(left - right, numbers), Value(0)))
        case Chain():
            return evaluate(Junction("and", tuple(formula.links())), numbers)
        case Member():
            return evaluate(formula.meaning, numbers)
        case Power(term, base):
            return _settled(is_power(value(term, numbers), base))
        case Square(term):
            return _settled(is_square(value(term, numbers)))
        case Prime(term):
            return _settled(is_prime(value(term, numbers)))
        case Divides(divisor, number):
            return _settled(divides(value(divisor, numbers), value(number, numbers)))
        case Columns(terms, base, modulus):
            return _settled(columns_vanish([value(term, numbers) for term in terms], base, modulus))
        case ColumnProgram(terms):
            return _settled(program_holds(formula, [value(term, numbers) for term in terms]))
        case Not(part):
            return evaluate(part, numbers) ^ True
        case Junction():
            return _joined(formula, numbers)
        case Exists():
            return _tried(formula, numbers)
        case InSet():
            raise SpragueError(f"the condition '{formula}' is supported only in questions; use 'sprague ask'")


def satisfies(
    alternatives: Iterable[Sequence[Condition]], names: Sequence[str], tuples: NDArray[Any]
) -> NDArray[np.bool_]:
    """Return a Boolean array that tells which rows satisfy all conditions in at least one of several lists."""
    asked = some_of([all_of(part) for part in alternatives])
    met = np.zeros(len(tuples), dtype=np.bool_)
    for first in range(0, len(met), AT_ONCE):
        limits.check()
        here = tuples[first : first + AT_ONCE]
        met[first : first + AT_ONCE] = evaluate(asked, dict(zip(names, here.T.astype(np.int64), strict=False)))
    return met


def value(expression: Expression, numbers: Numbers) -> Value:
    """Return the value of a term for the given values of its names, which are numbers or arrays of numbers."""
    parts = [(Value(numbers[name]), factor) for name, factor in expression.linear.coefficients]
    parts += [
        (apply(call, [value(argument, numbers) for argument in call.arguments]), factor)
        for call, factor in expression.calls
    ]
    return weighted(expression.linear.constant, parts)


def _joined(formula: Junction, numbers: Numbers) -> Truth:
    found: Truth = formula.word == "and"
    for part in formula.parts:
        if formula.word == "and":
            found = found & evaluate(part, numbers) if some(found) else found
        else:
            found = found if every(found) else found | evaluate(part, numbers)
    return found


def _tried(formula: Exists, numbers: Numbers) -> Truth:
    """Try all numbers up to the bound of a quantifier; return whether at least one number makes the formula true."""
    name = formula.name
    if formula.bound is None:
        raise SpragueError(
            f"cannot evaluate a formula with an unbounded quantifier for {name}; write 'exists {name} <= …: …', "
            "or prove the formula for all positions"
        )
    bound = value(formula.bound, numbers)
    if some((bound.endless > 0) & bound.defined):
        raise SpragueError(f"expected a finite bound for {name}, got '{formula.bound}', which is infinite")
    possible = bound.defined & (bound.endless == 0)
    most = _largest(possible, bound.whole)
    trial = _Trial(numbers)
    found: Truth = False
    for number in range(most + 1):
        if every(found):
            break
        trial.count(name, most)
        trial[name] = number
        found = found | (evaluate(formula.body, trial) & (number <= bound.whole) & possible)
    return _settled(found)


class _Trial(dict[str, "Number"]):
    """The values of all names while a quantifier is evaluated, and a count of the numbers tried so far."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers)
        self.tried: list[int] = numbers.tried if isinstance(numbers, _Trial) else [0]

    def count(self, name: str, most: int) -> None:
        limits.check()
        self.tried[0] += 1
        allowed = max(TRIED, limits.current().positions or 0)
        if self.tried[0] > allowed:
            raise OutOfReach(
                f"evaluating the formula tries more than {allowed:,} values of {name} and other quantified "
                "numbers; lower the bounds, allow more with Limits(positions=…), or prove the formula for all "
                "positions"
            )


def _largest(possible: Any, bound: Any) -> int:
    """Return the largest bound of a quantifier at the positions marked in `possible`; -1 if no position is marked."""
    if is_array(possible) or is_array(bound):
        return int(np.max(np.where(possible, bound, -1)))
    return int(bound) if possible else -1


def _settled(found: object) -> Truth:
    """Return the truth value of a formula as a Python `bool`, or as a Boolean array."""
    return found.astype(np.bool_) if is_array(found) else bool(found)
