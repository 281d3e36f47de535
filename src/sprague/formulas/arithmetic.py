"""Evaluation of the terms and functions of formulas, such as `v2`, `xor` and `fib_shift`, on numbers and arrays.

The value of v2(0) in a formula is Ω, which is larger than every integer, equal to itself, and divisible by every
number. The value of a term is `whole` plus `endless` times Ω. Because Ω is a separate unit, sums and differences obey
the usual laws: a term may be moved across a comparison, and equal terms cancel. For example, v2(a) < v2(b) + 1 is
equivalent to v2(a) <= v2(b), even for a = b = 0.

>>> from sprague.language.expressions import Expression
>>> n = Expression.of("n")
>>> compare("<", Value(10**100), apply(Valuation(n, 2), [Value(0)]))
True
>>> apply(Mod(n, 2), [apply(Valuation(n, 2), [Value(0)])])
Value(whole=0, endless=0, defined=True)

If the field `defined` is false, the value is undefined, and the fields `whole` and `endless` have no meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import zip_longest
from typing import Any, NamedTuple

from sprague import integers
from sprague.errors import SpragueError
from sprague.integers import MOST_BASE, large_power, remove_factor, split_digits
from sprague.language.expressions import (
    Abs,
    Bitwise,
    Call,
    Div,
    FibLow,
    FibShift,
    Lowest,
    Max,
    Min,
    Mod,
    OfFibonacci,
    Product,
    Valuation,
)
from sprague.optional_numpy import is_array, np

SAFE = 1 << 62  # bound on the absolute values of numbers that are computed with 64-bit integers
# Maximum number of binary digits of a number whose Fibonacci digits are computed; the computation takes quadratic time.
MOST_FIBONACCI_BITS = 10_000


class Value(NamedTuple):
    """The value of a term in a formula: `whole` + `endless` · Ω, where Ω is infinite; undefined if not `defined`."""

    whole: Any
    endless: Any = 0
    defined: Any = True


def weighted(constant: int, parts: Sequence[tuple[Value, int]]) -> Value:
    """Return a constant plus multiples of the values of terms; use Python integers if 64 bits might overflow."""
    size = 0
    if any(is_array(value.whole) for value, _ in parts):
        size = abs(constant) + sum(abs(factor) * _size(value.whole) for value, factor in parts)
    whole: Any = constant
    endless: Any = 0
    defined: Any = True
    for value, factor in parts:
        one = value.whole
        if size >= SAFE and is_array(one):
            one = one.astype(object)
        whole = whole + factor * one
        endless = endless + factor * value.endless
        defined = defined & value.defined
    return Value(whole, endless, defined)


def _size(number: Any) -> int:
    if is_array(number):
        return max(abs(int(number.max())), abs(int(number.min()))) if number.size else 0
    return abs(int(number))


def compare(relation: str, left: Value, right: Value) -> Any:
    """Return whether a relation (<, <=, =, !=) holds between the values of two terms; false if a value is undefined."""
    defined = left.defined & right.defined
    if relation in ("=", "!="):
        same = (left.endless == right.endless) & (left.whole == right.whole)
        return (same if relation == "=" else same ^ True) & defined
    if relation == "<":
        return _less(left, right) & defined
    return (_less(right, left) ^ True) & defined


def _less(left: Value, right: Value) -> Any:
    if _is_plain(left) and _is_plain(right):
        return left.whole < right.whole
    return (left.endless < right.endless) | ((left.endless == right.endless) & (left.whole < right.whole))


def some(found: Any) -> bool:
    """Return whether a truth value is true; for an array of truth values, return whether at least one is true."""
    return bool(found.any()) if is_array(found) else bool(found)


def every(found: Any) -> bool:
    """Return whether a truth value is true; for an array of truth values, return whether all of them are true."""
    return bool(found.all()) if is_array(found) else bool(found)


def _is_plain(value: Value) -> bool:
    return not is_array(value.endless) and value.endless == 0


def apply(call: Call, arguments: Sequence[Value]) -> Value:
    """Return the value of a function call in a formula, for given values of its arguments."""
    match call:
        case Max() | Min():
            return reduce(_larger if isinstance(call, Max) else _smaller, arguments)
        case Abs():
            (value,) = arguments
            return _larger(value, Value(-value.whole, -value.endless, value.defined))
        case Div():
            (value,) = arguments
            return Value(value.whole // call.divisor, 0, value.defined & (value.endless == 0))
        case Mod():
            (value,) = arguments
            return Value(value.whole % call.modulus, 0, value.defined)
        case Valuation():
            (value,) = arguments
            return _endless_at_zero(valuation(value.whole, call.base), value.whole, value.defined)
        case Product():
            return reduce(_multiplied, arguments)
    # Bitwise functions and Fibonacci functions are defined for natural numbers only; `low2` is also defined for Ω.
    defined: Any = True
    for value in arguments:
        defined = defined & value.defined & is_natural(value, isinstance(call, Lowest))
    if defined is False:
        return Value(0, 0, False)
    if isinstance(call, Bitwise):
        return Value(reduce(call.operation, (value.whole for value in arguments)), 0, defined)
    (value,) = arguments
    if isinstance(call, Lowest):
        return _endless_at_zero(lowest_power(value.whole, call.base), value.whole, defined)
    assert isinstance(call, OfFibonacci)
    shifted, zeros = fibonacci(_where(defined, value.whole, 0), call.times)
    if isinstance(call, FibShift):
        return Value(shifted, 0, defined)
    if isinstance(call, FibLow):
        return _endless_at_zero(fibonacci_weight(zeros, call.times), value.whole, defined)
    return _endless_at_zero(zeros, value.whole, defined)


def is_natural(value: Value, with_endless: bool = False) -> Any:
    """Return whether the value of a term is a natural number; if `with_endless` is true, also accept Ω."""
    if with_endless and not _is_plain(value):
        return _less(Value(-1), value)
    fine = value.whole >= 0
    return fine if _is_plain(value) else fine & (value.endless == 0)


def _multiplied(one: Value, two: Value) -> Value:
    """Return the product of two values, which is undefined if one of the values contains Ω."""
    left, right = one.whole, two.whole
    if is_array(left) and _size(left) * _size(right) >= SAFE:
        left = left.astype(object)
    return Value(left * right, 0, one.defined & two.defined & (one.endless == 0) & (two.endless == 0))


def _endless_at_zero(number: Any, argument: Any, defined: Any) -> Value:
    """Return `number` where the argument of a function is not 0, and Ω where it is 0."""
    if is_array(argument):
        zero = argument == 0
        return Value(np.where(zero, 0, number), zero.astype(np.int64) if zero.any() else 0, defined)
    return Value(0, 1, defined) if argument == 0 else Value(number, 0, defined)


def _larger(one: Value, two: Value) -> Value:
    return _chosen(_less(one, two), two, one)


def _smaller(one: Value, two: Value) -> Value:
    return _chosen(_less(two, one), two, one)


def _chosen(second: Any, two: Value, one: Value) -> Value:
    endless = 0 if _is_plain(one) and _is_plain(two) else _where(second, two.endless, one.endless)
    return Value(_where(second, two.whole, one.whole), endless, one.defined & two.defined)


def _where(condition: Any, one: Any, two: Any) -> Any:
    if is_array(condition):
        return np.where(condition, one, two)
    return one if condition else two


def valuation(number: Any, base: int) -> Any:
    """Return how many times a base divides the value of a term; for the value 0, the result has no meaning."""
    if is_array(number):
        rest = np.where(number == 0, 1, abs(number))
        found = np.zeros(number.shape, dtype=np.int64)
        while (divides := rest % base == 0).any():
            found += divides
            rest = np.where(divides, rest // base, rest)
        return found
    if number == 0:
        return 0
    if base == 2:
        return (number & -number).bit_length() - 1
    if number.bit_length() <= 256:
        count = 0
        while number % base == 0:
            number //= base
            count += 1
        return count
    return remove_factor(abs(number), base)[1]


def lowest_power(number: Any, base: int) -> Any:
    """Return the greatest power of a base that divides the value of a term; for 0, the result has no meaning."""
    if base == 2:
        return number & -number
    count = valuation(number, base)
    if is_array(number):
        return np.asarray(base, dtype=number.dtype) ** count
    return large_power(base, count)


def is_power(value: Value, base: int) -> Any:
    """Return whether the value of a term (an integer, array or Ω) is a power of `base`: 1, base, base^2, …."""
    fine = value.defined & is_natural(value) & (value.whole != 0)
    return False if fine is False else fine & (lowest_power(value.whole, base) == value.whole)


def is_square(value: Value) -> Any:
    """Return whether the value of a term (an integer, array or Ω) is a square: 0, 1, 4, 9, …."""
    return value.defined & is_natural(value) & _each(integers.is_square, value.whole)


def is_prime(value: Value) -> Any:
    """Return whether the value of a term (an integer, array or Ω) is a prime number: 2, 3, 5, 7, …."""
    return value.defined & is_natural(value) & _each(integers.is_prime, value.whole)


def _each(holds: Callable[[int], bool], number: Any) -> Any:
    """Return whether a predicate holds for a number, or for each number in an array."""
    if not is_array(number):
        return holds(int(number))
    found, where = np.unique(number, return_inverse=True)
    return np.array([holds(int(one)) for one in found], dtype=np.bool_)[where].reshape(number.shape)


def divides(divisor: Value, number: Value) -> Any:
    """Return whether one value divides another; every value divides 0 and Ω, and 0 divides only 0 and Ω."""
    zero = divisor.whole == 0
    plain = _where(zero, number.whole == 0, number.whole % _where(zero, 1, divisor.whole) == 0)
    multiple = (number.endless != 0) | ((number.whole == 0) | (divisor.endless == 0)) & plain
    return multiple & divisor.defined & number.defined


def columns_vanish(values: Sequence[Value], base: int, modulus: int) -> Any:
    """Return whether a modulus divides the sum of the digits in every column of the given values."""
    fine: Any = True
    for value in values:
        fine = fine & value.defined & is_natural(value)
    if fine is False:
        return False
    numbers = [value.whole for value in values]
    if base <= MOST_BASE and not any(is_array(number) for number in numbers):
        digits = [split_digits(number, base) for number in numbers]
        return all(sum(column) % modulus == 0 for column in zip_longest(*digits, fillvalue=0))
    numbers = [_where(fine, number, 0) for number in numbers]
    while any(some(number > 0) for number in numbers):
        fine = fine & (sum(number % base for number in numbers) % modulus == 0)
        numbers = [number // base for number in numbers]
    return fine


def fibonacci_weights(most: int, times: int = 1) -> list[int]:
    """Return the weights of Fibonacci digits (1, 2, 3, 5, … if `times` is 1) up to the first weight above a number."""
    if most.bit_length() > MOST_FIBONACCI_BITS:
        raise SpragueError(
            f"a number has too many Fibonacci digits; expected at most {MOST_FIBONACCI_BITS:,} binary digits, got "
            f"{most.bit_length():,}"
        )
    weights = [1, times + 1]
    while weights[-1] <= most:
        weights.append(times * weights[-1] + weights[-2])
    return weights


def fibonacci_weight(place: Any, times: int = 1) -> Any:
    """Return the weight of a Fibonacci digit with `place` digits after it; `place` may be an array."""
    weights = [1, times + 1]
    while len(weights) <= (place.max(initial=0) if is_array(place) else place):
        weights.append(times * weights[-1] + weights[-2])
    if not is_array(place):
        return weights[place]
    return np.array(weights, object if weights[-1] >= SAFE else np.int64)[place.astype(np.int64)]


def fibonacci(number: Any, times: int = 1) -> tuple[Any, Any]:
    """Return the values of the formula functions `fib_shift` and `fib_zeros` for a number or an array of numbers."""
    weights = fibonacci_weights(int(number.max(initial=0)) if is_array(number) else number, times)
    if is_array(number) and (times + 1) * weights[-1] >= SAFE:
        number = number.astype(object)
    shifted, zeros = number * 0, number * 0
    for place in reversed(range(len(weights) - 1)):
        digit = number // weights[place]
        number = number - weights[place] * digit
        shifted = shifted + weights[place + 1] * digit
        zeros = _where(digit > 0, place, zeros)
    return shifted, zeros
