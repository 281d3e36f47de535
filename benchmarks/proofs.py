"""Proofs for all positions: states, pairs of states compared, and milliseconds for formula and kernel equation.

Each is the best of a few runs after compilation; the first column of times is for turning the formula into an
automaton, the second for the kernel equation. Prints, asserts only that all is proved. With `quick` as argument the
two widest are left out.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import sprague
from sprague.automata.automaton import Automaton
from sprague.games import theorems
from sprague.games.dynamic_nim import satisfies_companion
from sprague.proofs.grundy import POWER, VALUE, check_function, check_values
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.proof import TotalsProof
from sprague.proofs.proving import _automaton, _function_automaton, _set_of
from sprague.proofs.residue_claims import decide_by_totals
from sprague.rules import Ruleset

T = TypeVar("T")
Claim = str | tuple[str, ...]

GAMES = [
    *(f"nim:piles={piles}" for piles in (2, 3, 4, 5)),
    *(f"moore-nim:piles={piles},width={width}" for piles, width in ((3, 2), (4, 2), (4, 3))),
    *(f"trim:piles={piles}" for piles in (2, 3)),
    "wythoff",
    *(f"empty-transfer:boxes={boxes}" for boxes in (2, 3, 4)),
    *(f"empty-all-but-one:boxes={boxes}" for boxes in (2, 3, 4)),
    *(f"selective-empty-redistribute:boxes={boxes}" for boxes in (2, 3, 4)),
    *(f"empty-redistribute:boxes={boxes}" for boxes in (2, 3, 4, 5, 6)),
    *(f"empty-some:boxes={2 * half},empty={half}" for half in (1, 2, 3)),
    *(f"sharing-nim:piles={piles}" for piles in (2, 3)),
    *(f"graph-nim:graph=path3,rule={rule}" for rule in ("sharing", "entropy")),
    *(
        f"dynamic-nim:piles={piles},stop={stop},limit={limit}"
        for piles in (1, 2, 3)
        for stop in range(8)
        for limit in ("x", "2x-1")
        if stop == 0 or satisfies_companion(stop, piles)
    ),
    *(
        f"subtraction-transfer:a={a},b={b},c={c}"
        for a, b, c in ((2, 2, 1), (4, 4, 2), (3, 3, 3), (3, 1, 1), (5, 5, 1), (1, 3, 1), (3, 3, "1/2/3"), (2, 4, 3))
    ),
]
WIDEST = {("empty-all-but-one:boxes=4", True), ("empty-redistribute:boxes=6", True)}

#: For comparison with Walnut 7.1, the established tool: games, formulas and its own timer for such games, in ms.
COMPARED = [
    ("three-pile Nim", "nim:piles=3", "xor = 0", 89),
    ("two piles, modulus 23", "(a, b) -> (a - k, b) where 1 <= k <= 22 any order", "(a - b) mod 23 = 0", 900),
    (
        "three piles, modulus 11",
        "(a, b, c) -> (a - k, b, c) where 1 <= k <= 10 any order",
        "xor(a mod 11, b mod 11, c mod 11) = 0",
        4500,
    ),
]


def claims() -> Iterator[tuple[Ruleset, str, bool, Claim]]:
    """Every formula of every theorem, those that several theorems share only once."""
    seen = set()
    for rule in map(sprague.game, GAMES):
        for theorem in [*theorems(rule), *theorems(rule, misere=True)]:
            for claim in (theorem.formula, theorem.grundy_formula):
                key = (str(rule), theorem.misere, claim)
                if claim is not None and key not in seen:
                    seen.add(key)
                    yield rule, theorem.title, theorem.misere, claim


def translated(rule: Ruleset, claim: Claim) -> list[Automaton]:
    if isinstance(claim, str):
        name = next((name for name in (VALUE, POWER) if name in claim), None)
        return [_function_automaton(rule, claim, name) if name else _automaton(rule, claim)]
    return [_automaton(rule, part) for part in claim]


def checked(rule: Ruleset, claim: Claim, automata: list[Automaton], misere: bool) -> int:
    if isinstance(claim, tuple):
        found, _ = check_values(rule, automata)
    elif VALUE in claim or POWER in claim:
        found = check_function(rule, automata[0], POWER in claim)
    else:
        found = check_kernel(rule, automata[0], misere)
    assert found.failure is None, (rule.label, claim, found.failure)
    return found.pairs


def timed(work: Callable[[], T], runs: int) -> tuple[T, float]:
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
        if best > 1:
            break
    return result, 1000 * best


def row(rule: Ruleset, title: str, misere: bool, claim: Claim) -> tuple[float, float]:
    if isinstance(claim, str) and VALUE not in claim and POWER not in claim:
        # A claim about residues of many piles goes by totals, as in `prove`: there is no automaton to make.
        decided, total = timed(lambda: decide_by_totals(rule, _set_of(rule, claim), misere, claim), 4)
        if isinstance(decided, TotalsProof):
            print(
                f"{rule.label:44} {title[:34]:34} {'misère' if misere else 'normal':7} {'P':8} {'by totals':>17} "
                f"{decided.tried:>9,} {'':>9} {total:>9.1f}",
                flush=True,
            )
            return 0.0, total
    automata, formula = timed(lambda: translated(rule, claim), 4)
    pairs, equation = timed(lambda: checked(rule, claim, automata, misere), 4)
    kind = "values" if isinstance(claim, tuple) else "function" if VALUE in claim or POWER in claim else "P"
    states = "+".join(str(automaton.states) for automaton in automata)
    print(
        f"{rule.label:44} {title[:34]:34} {'misère' if misere else 'normal':7} {kind:8} {states:>17} {pairs:>9,} "
        f"{formula:>9.1f} {equation:>9.1f}",
        flush=True,
    )
    return formula, equation


def main() -> None:
    quick = sys.argv[1:] == ["quick"]
    print(
        f"{'game':44} {'theorem':34} {'play':7} {'claim':8} {'states':>17} {'pairs':>9} {'formula':>9} {'equation':>9}"
    )
    times = [
        row(rule, title, misere, claim)
        for rule, title, misere, claim in claims()
        if not (quick and (rule.label, misere) in WIDEST)
    ]
    total = sum(formula + equation for formula, equation in times)
    slow = sum(formula + equation > 1000 for formula, equation in times)
    print(f"{len(times)} proofs in {total / 1000:.1f} s; {slow} of them took more than a second\n")
    print(f"{'compared':26} {'states':>7} {'formula':>9} {'equation':>9} {'Walnut 7.1':>11}   (ms)")
    for label, game, claim, walnut in COMPARED:
        rule = sprague.game(game)
        automata, formula = timed(lambda: translated(rule, claim), 4)  # noqa: B023
        _, equation = timed(lambda: checked(rule, claim, automata, False), 4)  # noqa: B023
        print(f"{label:26} {automata[0].states:>7} {formula:>9.1f} {equation:>9.1f} {walnut:>11,}")
    print("Walnut's times are by its own timer, for other games with as many piles and such a modulus, on another day:")
    print("they compare orders of magnitude. In ours, for the last two, up to 22 or 10 chips are taken from a pile.")


if __name__ == "__main__":
    main()
