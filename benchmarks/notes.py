"""Compare the theorems on Exact Nim and on chocolate bars with exhaustive computations, as their notes state.

    python benchmarks/notes.py [exact-nim] [chocolate]

Exact Nim: for each case, the theorem is compared with a table of outcomes that Sprague computes from the rule.

Chocolate bars: the formulas are compared with Grundy values that this program computes from the definition of the
moves, for k = 1 to 31, on 994,809 bars.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np

import sprague
from sprague.games.chocolate_bar import EvenSteps, OddSteps
from sprague.games.exact_nim import FreePiles

#: Cases of Exact Nim: the number of piles, the least and the most number of lowered piles, and the bound of the piles.
CASES = (
    *((5, 2, 2, 32), (6, 2, 2, 16), (7, 3, 3, 12), (8, 3, 3, 10), (9, 3, 3, 8)),
    *((9, 4, 4, 8), (10, 4, 4, 6), (11, 4, 4, 5), (12, 4, 4, 4), (8, 2, 3, 8), (10, 2, 4, 5), (11, 3, 4, 4)),
)
LONGEST = 31  # greatest k of the chocolate bars


def compare_exact_nim() -> None:
    """Print the number of compared positions of each case of Exact Nim; stop at a difference."""
    for piles, least, most, bound in CASES:
        began = time.process_time()
        game = sprague.game("exact-nim", piles=piles, least=least, most=most)
        known = set(sprague.tabulate(game, limit=bound, what="outcome").P_positions())
        theorem, compared = FreePiles(piles, least, most), 0
        for position in combinations_with_replacement(range(bound), piles):
            assert theorem.is_p(position) == (position in known), (least, most, position)
            compared += 1
        seconds = time.process_time() - began
        print(
            f"{piles} piles, {least} to {most} lowered, below {bound}: {compared:,} positions, {seconds:.1f} s",
            flush=True,
        )


def bound_of(k: int) -> int:
    """Return the bound on z for the chocolate bars with a given k."""
    return 260 if k == 1 else 500 if k <= 3 else 700 if k <= 9 else 1000


def values_of_bars(k: int, bound: int) -> Iterator[tuple[int, int, int]]:
    """Yield y, z and the Grundy value of every bar (y, z) with z below a bound, by the definition of the moves."""
    values = np.zeros(((bound - 1) // k + 1, bound), np.int64)
    full = np.zeros(bound, np.int64)  # the value of the full bar of each length
    for z in range(bound):
        for y in range(z // k + 1):
            seen = np.zeros(3 * bound, np.bool_)
            seen[values[:y, z]] = True  # horizontal cuts
            seen[full[: k * y]] = True  # vertical cuts that lower y
            seen[values[y, k * y : z]] = True  # other vertical cuts
            values[y, z] = value = int(seen.argmin())
            yield y, z, value
        full[z] = values[z // k, z]


def compare_chocolate() -> None:
    """Print the number of compared bars; stop at a difference."""
    compared, began = 0, time.process_time()
    for k in range(1, LONGEST + 1):
        theorem = OddSteps(k) if k % 2 else EvenSteps(k)
        for y, z, value in values_of_bars(k, bound_of(k)):
            assert theorem.worth((y, z)) == value, (k, y, z)
            compared += 1
    print(f"chocolate bars, k = 1 to {LONGEST}: {compared:,} bars, {time.process_time() - began:.1f} s")


def main() -> None:
    names = sys.argv[1:] or ["exact-nim", "chocolate"]
    if "exact-nim" in names:
        compare_exact_nim()
    if "chocolate" in names:
        compare_chocolate()


if __name__ == "__main__":
    main()
