"""Benchmark of discovery: the games of a list that `discover` proves from the rule alone within a minute, with times.

Each game is given only by its notation. The independent checker checks each proof, and the proved set is compared with
the naive oracle beyond the table from which it was guessed. "Undecided" is the expected answer for the rules in
`RESIST`. `python benchmarks/discoveries.py wythoff` runs the
games whose names contain the word. On a machine that is busy with other work, `--processor-time` makes the limit a
limit on processor time, so that the results do not depend on the other work.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path

import sprague
from sprague import clock
from sprague.certificates.verification import verify
from sprague.limits import Limits
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.rules import Ruleset, parse

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.oracle import Oracle, Position

ENOUGH = 4_000  # number of positions compared with the oracle, which enumerates all their moves
WYTHOFF = "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - k) where k >= 1 any order"
#: Wythoff's game on ordered piles. Moves to the same piles in different order are two options, and `block` counts both.
WYTHOFF_IN_ORDER = "(a, b) -> (a - k, b) where k >= 1 ; (a, b - k) where k >= 1 ; (a - k, b - k) where k >= 1"


def _piles(number: int) -> str:
    return ", ".join("abcdefgh"[:number])


def exact(piles: int) -> str:
    """Return the rule of Exact Nim: lower exactly two piles."""
    return f"({_piles(piles)}) -> (u, v, {_piles(piles)[6:]}) where u < a, v < b any order"


def slow(piles: int) -> str:
    """Return the rule of Slow Exact Nim: take one chip from each of exactly two piles."""
    return f"({_piles(piles)}) -> (a - 1, b - 1, {_piles(piles)[6:]}) any order"


def with_a_pass(piles: int) -> str:
    """Return the rule of Nim with one pass per game, which is not allowed when all piles are empty."""
    chips = " + ".join("abcdefgh"[:piles])
    return (
        f"({_piles(piles)} | p) -> (u, {_piles(piles)[3:]} | p) where u < a ; ({_piles(piles)} | p - 1) "
        f"where {chips} >= 1 any order of {_piles(piles)} positions where p <= 1"
    )


def several(piles: int, most: int, where: str) -> str:
    """Return the rule that lowers one to `most` piles: Moore's Nim in any order, Circular Nim in a circle."""
    names = "abcdefgh"[:piles]
    target = ", ".join("uvwxyz"[:most]) + "".join(f", {name}" for name in names[most:])
    each = ", ".join(f"{new} <= {old}" for new, old in zip("uvwxyz", names[:most], strict=False))
    fewer = f"{' + '.join('uvwxyz'[:most])} < {' + '.join(names[:most])}"
    return f"({', '.join(names)}) -> ({target}) where {each}, {fewer} {where}"


def fraenkel(t: int) -> str:
    """Return the rule of Wythoff's game in which the numbers taken from both piles may differ by less than t."""
    both = f"(a - k, b - l) where k >= 1, l >= 1, |k - l| < {t}"
    return f"(a, b) -> (a - k, b) where k >= 1 ; {both} any order"


#: Names and rules of the games. `RESIST` contains the games that must end as undecided.
RULES = {
    **{f"exact nim ({n}, = 2)": exact(n) for n in (4, 5, 6)},
    **{f"slow exact nim ({n}, 2)": slow(n) for n in (3, 4)},
    **{f"moore nim ({n}, {k})": several(n, k, "any order") for n, k in ((3, 2), (4, 2), (4, 3), (5, 2))},
    **{f"circular nim ({n}, {k})": several(n, k, "in a circle") for n, k in ((4, 2), (5, 2), (5, 3), (6, 3), (6, 4))},
    "gale, three piles": "(a, b, c) -> (u, b, c) where u < a any order stop when at most one pile x: x >= 1",
    "welter, three coins": "(a, b, c) -> (u, b, c) where u < a any order positions where a != b, b != c, a != c",
    **{f"wythoff, t = {t}": fraenkel(t) for t in (2, 3, 4, 5, 6)},
    "wythoff, t = 3, stop at 2": f"{fraenkel(3)} stop when a + b <= 2",
    **{f"wythoff, stop at {stop}": f"{WYTHOFF} stop when a + b <= {stop}" for stop in (1, 2, 3, 4)},
    "wythoff with a pass": "(a, b | p) -> (a - k, b | p) where k >= 1 ; (a - k, b - k | p) where k >= 1 ; "
    "(a, b | p - 1) where a + b >= 1 any order of a, b positions where p <= 1",
    **{f"nim with a pass, {n} piles": with_a_pass(n) for n in (2, 3)},
    **{f"wythoff, blocking {m}": f"{WYTHOFF_IN_ORDER} block {m}" for m in (1, 2, 3)},
    "wythoff with blocking, piles in any order": f"{WYTHOFF} block 1",
    "global fibonacci nim, two piles": "(a, b | t) -> (a - k, b | 2k) where 1 <= k <= t any order of a, b",
    "triangle": "(a, b, c) -> (a - k, b + j, c) where j < k ; (a, b - k, c + j) where j < k ; "
    "(a + j, b, c - k) where j < k",
    **{
        f"chocolate bar, k = {k}": f"(x, y, z) -> (u, y, z) where u < x ; (x, u, z) where u < y ; "
        f"(x, min(y, u div {k}), u) where u < z positions where y <= z div {k}"
        for k in (1, 2, 3, 4)
    },
    "chomp, three rows": "(a, b, c) -> (u, min(b, u), min(c, u)) where u < a ; (a, u, min(c, u)) where u < b ; "
    "(a, b, u) where u < c positions where a >= b, b >= c, a >= 1",
    "triangular numbers": "(a, b) -> (a - k, b + j) where 1 <= j, j < k ; (a - k, b - k) where k >= 1 any order",
    "at most half": "(a, b) -> (a - k, b) where k >= 1, 2k <= a any order",
}
#: Games that end as undecided: no automaton recognises their P-positions, or its states grow with every larger table.
RESIST = {
    "chomp, three rows",
    "triangular numbers",
    "at most half",
    "wythoff with blocking, piles in any order",
}


def positions_beyond(rule: Ruleset, limit: int) -> Iterator[Position]:
    """Yield positions with at least one pile beyond the limit, and positions with small piles.

    The positions fill a box whose last dimensions are as long as possible.
    """
    sides = [2] * len(rule.names)
    while (place := _next_side(sides, limit + 4)) is not None:
        longer = [side + (number == place) for number, side in enumerate(sides)]
        if prod(longer) > ENOUGH:
            break
        sides = longer
    for position in product(*map(range, sides)):
        if rule.is_position(position):
            yield rule.position(position)


def _next_side(sides: list[int], most: int) -> int | None:
    """Return the dimension to extend next: the last one first, then the shortest of the others."""
    wanted = [place for place in reversed(range(len(sides))) if sides[place] < most]
    if not wanted:
        return None
    last = wanted[0]
    return last if last == len(sides) - 1 else min(wanted, key=lambda place: sides[place])


def agrees(proof: Proof, limit: int) -> int:
    """Compare a proved set with the oracle; return the number of compared positions, or fail on a difference."""
    rule = proof.game
    oracle = Oracle(rule.options, rule.is_won, rule.blocking)
    compared = set(positions_beyond(rule, limit))
    for position in sorted(compared, key=sum):
        assert (position in proof) is (oracle.outcome(position, proof.misere) == "P"), (str(rule), position)
    return len(compared)


def row(name: str, text: str, seconds: float) -> bool:
    """Print the result for a rule; return whether the result is the expected one."""
    used = [0]

    def listen(progress: sprague.Progress) -> None:
        used.extend(map(int, re.findall(r"piles below (\d+)", progress.message)))

    wall, own = time.monotonic(), time.process_time()
    found = sprague.discover(parse(text), budget=Limits(seconds=seconds), progress=listen)
    wall, own = time.monotonic() - wall, time.process_time() - own
    took = f"{name:32} {wall:6.1f} {own:6.1f}"
    if not isinstance(found, Proof):
        expected = name in RESIST
        print(f"{took}  undecided, {'as expected' if expected else 'NOT as expected'}: {found.reason}", flush=True)
        return expected
    verify(json.loads(json.dumps(found.certificate())))
    compared = agrees(found, max(used))
    kind = found.kind
    if isinstance(found, AutomatonProof):
        kind = f"{found.positions.states} states, {found.positions.numeration}"
    print(f"{took}  {kind}; {compared:,} compared; {found.claim or 'no closed formula'}", flush=True)
    return name not in RESIST


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processor-time", action="store_true", help="limit processor time instead of elapsed time")
    asked = parser.parse_args()
    if asked.processor_time:
        clock.now = time.process_time
    sys.setrecursionlimit(100_000)
    chosen = {name: text for name, text in RULES.items() if asked.word in name}
    print(f"{'game':32} {'wall':>6} {'own':>6}  (seconds)")
    good = [row(name, text, asked.seconds) for name, text in chosen.items()]
    print(f"{sum(good)} of {len(good)} games have the expected result")


if __name__ == "__main__":
    main()
