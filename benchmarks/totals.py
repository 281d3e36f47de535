"""The totals that no P-position has, in the game that empties j of k boxes: the figures of docs/empty-some.md.

    python benchmarks/totals.py BOXES EMPTY LIMIT [--misere] [--states]

The program prints the missing totals below the limit as ranges, their number below each power of two, and the number of
piles tried. With --states it also prints the least number of states of an automaton that agrees with these numbers
below each power of two, in base 2, in base 3 and in Fibonacci digits.
"""

from __future__ import annotations

import argparse

import numpy as np

import sprague
from sprague.automata.numeration import FIBONACCI, base
from sprague.discovery.prefix_tree import PrefixTree
from sprague.proofs.totals import count_totals, find_redistribution

NUMERATIONS = {"base 2": base(2), "base 3": base(3), "Fibonacci digits": FIBONACCI}
MOST_PILES = 10**11  # limit on the number of piles tried
MOST_STATES = 100_000


def as_ranges(numbers: list[int]) -> str:
    """Return increasing numbers as text, with consecutive numbers as ranges.

    >>> as_ranges([7, 8, 11, 15, 16, 17])
    '7 … 8, 11, 15 … 17'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} … {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boxes", type=int)
    parser.add_argument("empty", type=int)
    parser.add_argument("limit", type=int)
    parser.add_argument("--misere", action="store_true")
    parser.add_argument("--states", action="store_true")
    options = parser.parse_args()
    kind = find_redistribution(sprague.game("empty-some", boxes=options.boxes, empty=options.empty))
    assert kind is not None
    members, tried = count_totals(kind, options.misere, options.limit, np.zeros(0, np.bool_), MOST_PILES)
    missing = [number for number in range(options.boxes, len(members)) if not members[number]]
    print(f"Missing totals from {options.boxes} on, below {len(members):,}: {as_ranges(missing)}")
    print(f"Piles tried: {tried:,}")
    sizes = [2**power for power in range(4, 40) if 2**power <= len(members)]
    first = options.boxes - options.empty
    print(f"Missing from {first} on, below powers of 2:", {size: int((~members[first:size]).sum()) for size in sizes})
    if options.states:
        listed = np.flatnonzero(members)[:, None]
        for name, numeration in NUMERATIONS.items():
            found = {}
            for size in sizes:
                automaton = PrefixTree(listed, numeration, size).automaton(MOST_STATES)
                found[size] = automaton.states if automaton is not None else None
            print(f"States, {name}: {found}")


if __name__ == "__main__":
    main()
