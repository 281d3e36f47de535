"""Claims of Lengyel's introduction: the game of cookies and its recurrence."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from sprague.games import game
from sprague.papers.claims import CORRECTED, MISPRINT, Section, Verdict, corrected, first_failure, verdict
from sprague.papers.lengyel.rows import rule_of, table_of
from sprague.rules import Position

section = Section("lengyel", ("subtraction-transfer:a=2,b=2,c=1",))


@section.claim(
    "bamo",
    "In (2, 2, 1) from (20, 14) the first player wins; every play has 17 eating moves and an even number of "
    "transfers, and ends at (0, 0); only (0, 0) and (0, 1) have no move.",
)
def bamo(far: bool) -> Verdict:
    rule = rule_of(2, 2, 1)
    plays: dict[Position, set[tuple[int, int, Position]]] = {}

    def ways(position: Position) -> set[tuple[int, int, Position]]:
        """Return the possible results of play: number of eating moves, parity of the transfers, and final position."""
        if position not in plays:
            options = rule.options(position)
            plays[position] = set() if options else {(0, 0, position)}
            for option in options:
                ate = sum(option) < sum(position)
                plays[position] |= {(eaten + ate, (moved + (not ate)) % 2, end) for eaten, moved, end in ways(option)}
        return plays[position]

    most = 60 if far else 35
    stuck = [position for position in product(range(most), repeat=2) if not rule.options(position)]
    value = int(table_of(2, 2, (1,), 21)[20, 14])
    found = (ways((20, 14)), stuck, value)
    right = found == ({(17, 0, (0, 0))}, [(0, 0), (0, 1)], 1)
    return verdict(f"all plays from (20, 14), plates below {most}", None if right else found)


@section.claim(
    "addition-set",
    "The printed addition set {(-2,0), (0,+2), (-1,1)} should contain (0,-2); only then is the game (2, 2, 1).",
    expected=CORRECTED,
    erratum=MISPRINT,
)
def addition_set(far: bool) -> Verdict:
    most = 30 if far else 12
    rule = rule_of(2, 2, 1)

    def differs(eaten: int) -> object:
        other = game("vector-addition", vectors=[(-2, 0), (0, eaten), (-1, 1)])
        positions = product(range(most), repeat=2)
        return first_failure(positions, lambda p: sorted(other.options(p)) == sorted(rule.options(p)))

    return corrected(f"plates below {most}", differs(2), differs(-2), "with (0,-2) all options agree")


@section.claim(
    "recurrence",
    "The recurrence (2.2) has max instead of mex; with mex, and -1 outside the board, it gives the Grundy values.",
    expected=CORRECTED,
    erratum=MISPRINT,
)
def recurrence(far: bool) -> Verdict:
    most = 16 if far else 8

    def differs(pick: Callable[[set[int]], int]) -> object:
        values: dict[Position, int] = {}
        for r in range(most):
            for s in range(3 * most - r):
                options = {values.get((r - 3, s), -1), values.get((r, s - 2), -1), values.get((r - 1, s + 1), -1)}
                values[r, s] = pick(options) if (r, s) != (0, 0) else 0
        table = table_of(3, 2, (1,), most)
        return first_failure(product(range(most), repeat=2), lambda p: values[p] == int(table[p]))

    def mex(options: set[int]) -> int:
        return next(value for value in range(len(options) + 1) if value not in options)

    return corrected(f"(3, 2, 1), plates below {most}", differs(max), differs(mex), "with mex all values agree")
