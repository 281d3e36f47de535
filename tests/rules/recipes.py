"""The games of docs/recipes.md, defined directly: the positions up to a bound, and the options of a position.

Nothing here uses Sprague. Positions whose piles may come in any order are sorted, and so are options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import isqrt

Position = tuple[int, ...]
Options = Callable[[Position], Iterable[Position]]


@dataclass(frozen=True)
class Definition:
    """A game: its options; whether piles may come in any order; which tuples are positions; how far to look.

    `unordered` is how many of the entries, from the first on, may come in any order.
    """

    options: Options
    limit: int
    entries: int
    unordered: int = 0
    is_position: Callable[[Position], bool] = lambda position: True
    blocked: int = 0

    def positions(self) -> Iterator[Position]:
        for position in product(range(self.limit), repeat=self.entries):
            if self.canonical(position) == position and self.is_position(position):
                yield position

    def canonical(self, position: Position) -> Position:
        return (*sorted(position[: self.unordered]), *position[self.unordered :])

    def reached(self, position: Position) -> set[Position]:
        """The options of a position."""
        found = set()
        for played in set(permutations(position[: self.unordered])):
            for option in self.options((*played, *position[self.unordered :])):
                if min(option) >= 0 and self.is_position(self.canonical(option)):
                    found.add(self.canonical(option))
        return found


def below(number: int) -> range:
    return range(number)


def lowered(position: Position, place: int) -> Iterator[Position]:
    """The position with fewer chips in one place."""
    for size in below(position[place]):
        yield (*position[:place], size, *position[place + 1 :])


def taking(allowed: Callable[[int, int], bool]) -> Options:
    """Take k of n chips, if that is allowed."""
    return lambda p: [(p[0] - k,) for k in range(1, p[0] + 1) if allowed(k, p[0])]


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


def mark(position: Position) -> list[Position]:
    (n,) = position
    return [(n - 1,), (n // 2,)] if n else []


def fibonacci(position: Position) -> Iterator[Position]:
    n, most = position
    for k in range(1, min(n, most) + 1):
        yield n - k, 2 * k


def nim(position: Position) -> Iterator[Position]:
    for place in range(len(position)):
        yield from lowered(position, place)


def wythoff_with(allowed: Callable[[int, int], bool]) -> Options:
    """Take from one pile, or k and l from both, if that is allowed."""

    def options(position: Position) -> Iterator[Position]:
        a, b = position
        yield from lowered(position, 0)
        for k, m in product(range(1, a + 1), range(1, b + 1)):
            if allowed(k, m):
                yield a - k, b - m

    return options


def steps(*vectors: Position) -> Options:
    def options(position: Position) -> Iterator[Position]:
        for vector in vectors:
            yield tuple(entry + by for entry, by in zip(position, vector, strict=True))

    return options


def euclid(position: Position) -> Iterator[Position]:
    large, small = position
    if small > 0:
        for left in range(large - small, -1, -small):
            yield left, small


def moore(position: Position) -> Iterator[Position]:
    yield from nim(position)
    yield from exact(position)


def exact(position: Position) -> Iterator[Position]:
    for first, second in combinations(range(3), 2):
        for option in lowered(position, first):
            yield from lowered(option, second)


def slow(position: Position) -> Iterator[Position]:
    for pair in combinations(range(3), 2):
        yield tuple(entry - (place in pair) for place, entry in enumerate(position))


def greedy(position: Position) -> Iterator[Position]:
    for place, entry in enumerate(position):
        if entry == max(position):
            yield from lowered(position, place)


def with_pass(position: Position) -> Iterator[Position]:
    *piles, passes = position
    for option in nim(tuple(piles)):
        yield (*option, passes)
    if passes and any(piles):
        yield (*piles, passes - 1)


def sharing(position: Position) -> Iterator[Position]:
    for giver, taker in permutations(range(3), 2):
        for k in range(1, position[giver] + 1):
            if position[taker] + k <= position[giver] - k:
                yield tuple(e - k * (i == giver) + k * (i == taker) for i, e in enumerate(position))


def circular(position: Position) -> Iterator[Position]:
    for place in range(4):
        neighbour = (place + 1) % 4
        for new, other in product(range(position[place] + 1), range(position[neighbour] + 1)):
            option = list(position)
            option[place], option[neighbour] = new, other
            if tuple(option) != position:
                yield tuple(option)


def end_nim(position: Position) -> Iterator[Position]:
    filled = [place for place, entry in enumerate(position) if entry]
    for place in {*filled[:1], *filled[-1:]}:
        yield from lowered(position, place)


def chomp(position: Position) -> Iterator[Position]:
    """A bite at a square takes all squares of its row from there on, and of the rows below."""
    for row in range(3):
        for column in range(position[row]):
            if (row, column) != (0, 0):
                yield tuple(min(e, column) if i >= row else e for i, e in enumerate(position))


def chocolate(position: Position) -> Iterator[Position]:
    x, y, z = position
    yield from lowered(position, 0)
    yield from lowered(position, 1)
    for width in range(z):
        yield x, min(y, width // 2), width


def silver_dollar(position: Position) -> Iterator[Position]:
    for place, coin in enumerate(position):
        for square in range(position[place - 1] + 1 if place else 0, coin):
            yield (*position[:place], square, *position[place + 1 :])


def staircase(position: Position) -> Iterator[Position]:
    for step, coins in enumerate(position):
        for moved in range(1, coins + 1):
            option = list(position)
            option[step] -= moved
            if step:
                option[step - 1] += moved
            yield tuple(option)


def no_two_alike(position: Position) -> bool:
    return len(set(position)) == len(position)


def no_two_alike_but_zeros(position: Position) -> bool:
    return no_two_alike(tuple(entry for entry in position if entry))


DEFINITIONS: dict[str, Definition] = {
    "Bounded Nim": Definition(taking(lambda k, n: k <= 3), 30, 1),
    "A subtraction game": Definition(taking(lambda k, n: k in (1, 3, 4)), 30, 1),
    "Odd numbers only": Definition(taking(lambda k, n: k % 2 == 1), 30, 1),
    "Powers of two": Definition(taking(lambda k, n: k & (k - 1) == 0), 40, 1),
    "Subtract a square": Definition(taking(lambda k, n: isqrt(k) ** 2 == k), 60, 1),
    "Subtract a prime": Definition(taking(lambda k, n: is_prime(k)), 60, 1),
    "Aliquot game": Definition(taking(lambda k, n: k < n and n % k == 0), 40, 1),
    "Mark": Definition(mark, 60, 1),
    "Maximum Nim": Definition(taking(lambda k, n: 2 * k <= n), 40, 1),
    "Fibonacci Nim": Definition(fibonacci, 16, 2),
    "Wythoff's game": Definition(wythoff_with(lambda k, m: k == m), 14, 2, 2),
    "Generalised Wythoff": Definition(wythoff_with(lambda k, m: abs(k - m) < 2), 14, 2, 2),
    "Wythoff with blocking": Definition(wythoff_with(lambda k, m: k == m), 14, 2, 2, blocked=1),
    "Cyclic Nimhoff": Definition(wythoff_with(lambda k, m: k + m < 4), 12, 2, 2),
    "Maharaja Nim": Definition(wythoff_with(lambda k, m: k == m or {k, m} == {1, 2}), 12, 2, 2),
    "Generalised diagonal Wythoff": Definition(wythoff_with(lambda k, m: k == m or k == 2 * m or m == 2 * k), 12, 2, 2),
    "A king": Definition(steps((-1, 0), (0, -1), (-1, -1)), 10, 2),
    "The white knight": Definition(steps((-2, 1), (-2, -1), (1, -2), (-1, -2)), 10, 2),
    "Euclid": Definition(euclid, 20, 2, 2),
    "Cookies": Definition(steps((-2, 0), (0, -2), (-1, 1)), 12, 2),
    "Nim": Definition(nim, 7, 3, 3),
    "Moore's Nim": Definition(moore, 6, 3, 3),
    "Exact Nim": Definition(exact, 7, 3, 3),
    "Slow exact Nim": Definition(slow, 7, 3, 3),
    "Greedy Nim": Definition(greedy, 7, 3, 3),
    "Nim with a pass": Definition(with_pass, 5, 4, 3, lambda position: position[3] <= 1),
    "Sharing Nim": Definition(sharing, 8, 3, 3),
    "Antonim": Definition(nim, 7, 3, 3, no_two_alike_but_zeros),
    "Circular Nim": Definition(circular, 4, 4),
    "End-Nim": Definition(end_nim, 6, 3),
    "Chomp with three rows": Definition(chomp, 6, 3, 0, lambda p: p[0] >= p[1] >= p[2] and p[0] >= 1),
    "A chocolate bar": Definition(chocolate, 7, 3, 0, lambda p: p[1] <= p[2] // 2),
    "Welter's game": Definition(nim, 8, 3, 3, no_two_alike),
    "Silver dollar game without the dollar": Definition(silver_dollar, 8, 3, 0, lambda p: p[0] < p[1] < p[2]),
    "Staircase Nim": Definition(staircase, 5, 3),
}
