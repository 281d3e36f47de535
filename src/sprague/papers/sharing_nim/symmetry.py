"""Claims about symmetry of positions and palindromes of values in Sharing Nim."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from sprague.games import game
from sprague.papers.claims import Section, Verdict, first_failure, verdict
from sprague.papers.general_proofs import GeneralProof
from sprague.papers.sharing_nim.values import first_cell, whole_plane
from sprague.rules import Position, Ruleset

if TYPE_CHECKING:
    from sprague.proofs.proof import AutomatonProof

section = Section("sharing-nim", ("sharing-nim",))


def is_palindrome(proof: AutomatonProof) -> bool:
    """Return whether each proved set contains (0, a, b) if and only if it contains (0, b - a, b), for a <= b."""
    from sprague.automata import atoms

    zero = atoms.linear((1,), 0, "=").arrange((0,), 3)
    turned = atoms.linear((1, 1, -1), 0, "=")
    for members in proof.automata:
        columns = (members & zero).project(0) & atoms.linear((1, -1), 0, "<=")
        if (columns.arrange((1, 2), 3) & turned).project(1) != columns:
            return False
    return True


@section.claim(
    "palindrome",
    "G(0, a, b) = G(0, b - a, b), so every column of Table 1 is a palindrome.",
    proof=GeneralProof(["sharing-nim:piles=3"], grundy=True, part="for the values 0 and 1", property=is_palindrome),
)
def palindrome(far: bool) -> Verdict:
    limit = 1501 if far else 200
    values = whole_plane(limit)
    wrong = np.zeros(values.shape, dtype=bool)
    for b in range(limit):
        column = values[: b + 1, b]
        wrong[: b + 1, b] = column != column[::-1]
    return verdict(f"b < {limit}, computed without this symmetry", first_cell(wrong))


@section.claim(
    "isomorphic",
    "Replacing each pile x by n - x maps the options of a position to the options of its image, for 3, 4 and 5 piles.",
)
def isomorphic(far: bool) -> Verdict:
    sizes = {3: 14, 4: 8, 5: 6} if far else {3: 10, 4: 6, 5: 4}
    for piles, limit in sizes.items():
        rule = game("sharing-nim", piles=piles)

        def is_mapped(position: Position, rule: Ruleset = rule, top: int = limit - 1) -> bool:
            turned = tuple(top - pile for pile in position)
            return set(rule.options(turned)) == {
                tuple(sorted(top - pile for pile in option)) for option in rule.options(position)
            }

        failure = first_failure(combinations_with_replacement(range(limit), piles), is_mapped)
        if failure is not None:
            return verdict(f"{piles} piles", failure)
    return verdict(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()))


@section.claim(
    "rows-are-diagonals", "The row G(0, a, 2a + i) and the diagonal G(0, a + i, 2a + i), i = 0, 1, 2, …, are identical."
)
def rows_are_diagonals(far: bool) -> Verdict:
    limit = 1501 if far else 200
    values = whole_plane(limit)

    def agree(a: int) -> bool:
        i = np.arange(limit - 2 * a)
        return np.array_equal(values[a, 2 * a + i], values[a + i, 2 * a + i])

    failure = first_failure(range((limit + 1) // 2), agree)
    return verdict(f"2a + i < {limit}, computed without using symmetry", failure)
