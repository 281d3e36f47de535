"""Formulas, limit functions and exhaustive search for the claims of the paper on Dynamic Nim."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import combinations_with_replacement, product
from math import inf
from operator import xor
from random import Random

import numpy as np

from sprague.games import game, theorems
from sprague.rules import Position
from sprague.tables.special.winning_numbers import winning_numbers

Limit = Callable[[int], int]
Formula = Callable[[int, Position], float]


# Definitions of the paper on Dynamic Nim


def power_in(number: int) -> float:
    """Return the largest power of two that divides a number; return infinity for 0 (Definition 1 of Dynamic Nim)."""
    return number & -number if number else inf


def power_below(number: int, bits: int) -> float:
    """Return the largest power of two that divides a number; infinity if that power is at least 2^m (Definition 2)."""
    return inf if number % (1 << bits) == 0 else power_in(number)


def bits_of(k: int) -> int:
    """Return the number m with 2^(m-1) <= k < 2^m for the stop k, the number of chips at which Dynamic Nim ends."""
    return next(m for m in range(1, k + 2) if 1 << (m - 1) <= k < 1 << m)


def digitwise(first: int, second: int) -> int:
    """Return the binary sum of two numbers without carrying (Definition 5)."""
    digits = range(max(first.bit_length(), second.bit_length()))
    return sum(((first >> digit) + (second >> digit)) % 2 << digit for digit in digits)


def is_suitable(limit: Limit, up_to: int) -> bool:
    """Return whether a limit function of Dynamic Nim is suitable for all numbers up to a bound (Definition 3)."""
    powers = {1 << digit for digit in range(up_to.bit_length())}
    return all(power_in(n) <= limit(n) and (n not in powers or limit(n) < 2 * n) for n in range(1, up_to + 1))


def ideal(k: int, piles: Position) -> float:
    """Return the smallest winning number of chips to take in Dynamic Nim, by the ideal theorem."""
    m = bits_of(k)
    low = sum(pile % (1 << m) for pile in piles) - k
    high = reduce(xor, (pile >> m << m for pile in piles))
    return min(power_below(low, m), power_in(high))


def to_the_last(k: int, piles: Position) -> float:
    """Return the smallest winning number of chips to take in Dynamic Nim, by Theorem 2."""
    return power_in(reduce(xor, piles))


def to_one(k: int, piles: Position) -> float:
    """Return the smallest winning number of chips to take in Dynamic Nim, by Theorem 3."""
    return power_in(reduce(xor, piles, 1))


def violates(k: int, piles: Position) -> bool:
    """Return whether the given piles violate the companion condition for the stop k."""
    m, excess = bits_of(k), sum(piles) - k
    if max(piles) >= 1 << m or excess < 0:
        return False
    return max(piles) < power_below(excess, m) < inf


def companion_by_definition(k: int, n: int) -> bool:
    """Return whether the companion condition holds for n piles and the rule `stop=k`, by testing all positions."""
    return not any(violates(k, piles) for piles in combinations_with_replacement(range(1 << bits_of(k)), n))


def companion(k: int, n: int) -> bool:
    """Return whether the companion condition holds for n piles and the rule `stop=k`, by testing one position."""
    top = 1 << bits_of(k)
    excess = np.arange(n * (top - 1) - k + 1)
    largest = -(-(excess + k) // n)
    return bool(np.all((excess % top == 0) | ((excess & -excess) <= largest)))


# Limit functions


def suitable(count: int) -> list[Limit]:
    """Return `count` suitable limit functions of Dynamic Nim: four fixed functions, then random functions."""

    def large(n: int) -> int:
        return 2 * n - 1 if n & (n - 1) == 0 else 10 * n

    named: list[Limit] = [lambda n: n, lambda n: 2 * n - 1, lambda n: n & -n, large]
    return (named + [random_suitable(Random(seed)) for seed in range(max(0, count - 4))])[:count]


def random_suitable(random: Random) -> Limit:
    return listed([random.randint(n & -n, 3 * n - 1 if n & (n - 1) else 2 * n - 1) for n in range(1, 200)])


def listed(values: list[int]) -> Limit:
    return lambda n: values[n - 1]


def unsuitable(random: Random) -> tuple[int, Limit, Limit]:
    """Return a number x <= 24, a suitable limit function, and a limit function that is unsuitable only at x."""
    right = random_suitable(random)
    x = random.choice([n for n in range(1, 25) if n & (n - 1) == 0 or n % 2 == 0])
    too_small = list(range(1, x & -x))
    too_large = [2 * x + more for more in range(5)] if x & (x - 1) == 0 else []
    wrong = random.choice(too_small + too_large)
    return x, right, lambda n: wrong if n == x else right(n)


# Games


def smallest(k: int, f: Limit, n: int, limit: int, misere: bool = False) -> dict[Position, float]:
    """Return the smallest winning number of chips for each position with piles below the limit, found by search."""
    return dict(winning_numbers(game("dynamic-nim", piles=n, stop=k, limit=f), limit, misere=misere).items())


def taken(piles: Position, d: int) -> Iterator[Position]:
    """Yield the positions of Dynamic Nim after taking d chips from one of the piles."""
    for index, pile in enumerate(piles):
        if pile >= d:
            yield tuple(sorted((*piles[:index], pile - d, *piles[index + 1 :])))


def closed_form_failure(k: int, n: int, most: int, misere: bool = False) -> object:
    """Return a position at which the catalogue's closed form for f(N) = N or 2N - 1 is wrong; None if none is found."""
    limits: dict[str, Limit] = {"x": lambda x: x, "2x-1": lambda x: 2 * x - 1}
    for text, f in limits.items():
        known = theorems(game("dynamic-nim", piles=n, stop=k, limit=text), misere)
        numbers = smallest(k, f, n, most + 1, misere) if known else {}
        positions = [(*piles, t) for piles in numbers if sum(piles) > k + misere for t in range(1, max(piles) + 2)]
        for theorem, position in product(known, positions):
            is_p = numbers[position[:-1]] > position[-1]
            moves = theorem.winning_moves(position)
            wins = all(numbers[move[:-1]] > move[-1] or sum(move[:-1]) == k + misere for move in moves)
            if theorem.is_p(position) != is_p or bool(moves) == is_p or not wins:
                return f"{position}, by the closed form for f = {text}"
    return None


def strategy_failure(k: int, f: Limit, n: int, limit: int, formula: Formula) -> tuple[Position, float, float] | None:
    """Return the first position with at least k chips at which a formula is wrong or loses; None if there is none."""
    numbers = smallest(k, f, n, limit)
    for piles, found in numbers.items():
        if sum(piles) < k:
            continue
        number = formula(k, piles)
        loses = number < inf and any(numbers[left] <= f(int(number)) for left in taken(piles, int(number)))
        if found != number or loses:
            return piles, found, number
    return None
