"""Benchmark of proofs for all positions: states, pairs of states compared, and milliseconds.

Each time is the best of a few runs after compilation. A proof translates a formula into an automaton and then checks
the kernel equation; the last column is the time of the kernel equation alone. The benchmark prints its results and
checks that every claim is proved. The argument `quick` omits the two largest proofs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import sprague
from results import Cell, record
from sprague.certificates.evidence import FUNCTION, P_POSITIONS
from sprague.games import theorems
from sprague.games.dynamic_nim import satisfies_companion
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.rules import Ruleset
from timing import best_of, compile_kernels

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

#: Comparison with Walnut 7.1, the established tool: games, formulas, and Walnut's own time for a similar game, in ms.
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
    """Yield every formula of every theorem, each once."""
    seen = set()
    for rule in map(sprague.game, GAMES):
        for theorem in [*theorems(rule), *theorems(rule, misere=True)]:
            for claim in (theorem.formula, theorem.grundy_formula):
                key = (str(rule), theorem.misere, claim)
                if claim is not None and key not in seen:
                    seen.add(key)
                    yield rule, theorem.title, theorem.misere, claim


def row(rule: Ruleset, title: str, misere: bool, claim: Claim) -> tuple[list[Cell], float]:
    """Print the times of a proof and of its kernel equation; return the line to record and the seconds.

    The kernel equation is timed separately only if the automata of the proof are a claim by themselves.
    """
    proof, whole = best_of(4, lambda: sprague.prove(rule, claim, misere=misere), enough=1)
    assert isinstance(proof, Proof), (rule.label, claim, str(proof))
    states, pairs, equation = "by totals", "", ""
    if isinstance(proof, AutomatonProof):
        states, pairs = "+".join(str(automaton.states) for automaton in proof.automata), f"{proof.pairs:,}"
        if proof.what != FUNCTION:
            automata = proof.automata[0] if proof.what == P_POSITIONS else proof.automata
            equation = f"{1000 * best_of(4, lambda: sprague.prove(rule, automata, misere=misere), enough=1)[1]:.1f}"
    play = "misère" if misere else "normal"
    print(
        f"{rule.label:44} {title[:34]:34} {play:7} {states:>17} {pairs:>9} {1000 * whole:>9.1f} {equation:>9}",
        flush=True,
    )
    return [rule.label, title, play, states, 1000 * whole], whole


def main() -> None:
    compile_kernels()
    quick = sys.argv[1:] == ["quick"]
    print(f"{'game':44} {'theorem':34} {'play':7} {'states':>17} {'pairs':>9} {'proof':>9} {'equation':>9}   (ms)")
    found = [
        row(rule, title, misere, claim)
        for rule, title, misere, claim in claims()
        if not (quick and (rule.label, misere) in WIDEST)
    ]
    times = [taken for _, taken in found]
    slow = sum(taken > 1 for taken in times)
    print(f"{len(times)} proofs in {sum(times):.1f} s; {slow} of them took more than a second\n")
    print(f"{'compared':26} {'proof':>9} {'Walnut 7.1':>11}   (ms)")
    compared: list[list[Cell]] = []
    for label, game, claim, walnut in COMPARED:
        proof, taken = best_of(4, lambda: sprague.prove(game, claim))  # noqa: B023
        assert isinstance(proof, Proof), str(proof)
        print(f"{label:26} {1000 * taken:>9.1f} {walnut:>11,}")
        compared.append([f"{label} (Walnut 7.1 takes {walnut:,} ms for such a game)", "", "normal", "", 1000 * taken])
    print(
        "Walnut's times come from its own timer, for similar games with the same number of piles and a similar modulus,"
    )
    print("measured on another day. They show only the order of magnitude.")
    last = {str(line[0]).partition(":")[0]: line for line, _ in found}
    figures = {"proofs in all": len(times), "seconds together": sum(times), "longer than a second": slow}
    columns = ("game", "theorem", "play", "states", "proof, ms")
    record(columns, [*last.values(), *compared], figures)


if __name__ == "__main__":
    main()
