"""Three-pile Sharing Nim and the quadratic time winning strategy, re-run.

The rules and the section on symmetry are here, the other sections in files of their own.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from sprague.games import game
from sprague.papers.claims import REFUTED, Paper, Verdict, first_failure, verified
from sprague.papers.sharing_nim import beyond, distribution, p_positions, periodicity
from sprague.papers.sharing_nim.lists import TABLE_1
from sprague.papers.sharing_nim.values import cells, first_cell, plane, whole_plane
from sprague.rules import Position, Ruleset
from sprague.tables.tabulate import tabulate

paper = Paper("sharing-nim")


# The rules


@paper.claim(
    "moves", "The moves from (a, b, c) with a <= b <= c are the three printed types, k at most half a difference."
)
def moves(far: bool) -> Verdict:
    limit = 30 if far else 14
    rule = game("sharing-nim")

    def printed(position: Position) -> set[Position]:
        a, b, c = position
        found = {(a + k, b - k, c) for k in range(1, (b - a) // 2 + 1)}
        found |= {(a + k, b, c - k) for k in range(1, (c - a) // 2 + 1)}
        found |= {(a, b + k, c - k) for k in range(1, (c - b) // 2 + 1)}
        return {(x, y, z) for x, y, z in map(sorted, found)}

    positions = combinations_with_replacement(range(limit), 3)
    return verified(f"piles below {limit}", first_failure(positions, lambda p: set(rule.options(p)) == printed(p)))


@paper.claim("terminal", "A position is terminal if and only if its largest and smallest pile differ by at most one.")
def terminal(far: bool) -> Verdict:
    limit = 40 if far else 20
    rule = game("sharing-nim")
    positions = combinations_with_replacement(range(limit), 3)
    failure = first_failure(positions, lambda p: rule.is_terminal(p) == (p[2] - p[0] <= 1))
    return verified(f"piles below {limit}", failure)


@paper.claim(
    "entropy-same-options",
    "On unordered piles Sharing Nim and Entropy Reduction, where two piles must come nearer to each other, "
    "have the same options.",
)
def entropy_same_options(far: bool) -> Verdict:
    sizes = {2: 30, 3: 16, 4: 9, 5: 6} if far else {2: 20, 3: 10, 4: 6, 5: 4}

    def entropy(position: Position) -> set[Position]:
        found = set()
        for i, x in enumerate(position):
            for j, y in enumerate(position):
                for chips in range(1, x + 1):
                    if i != j and abs((x - chips) - (y + chips)) < abs(x - y):
                        after = list(position)
                        after[i], after[j] = x - chips, y + chips
                        found.add(tuple(sorted(after)))
        return found

    for piles, limit in sizes.items():
        rule = game("sharing-nim", piles=piles)
        positions = combinations_with_replacement(range(limit), piles)
        failure = first_failure(positions, lambda p, rule=rule: set(rule.options(p)) == entropy(p))  # type: ignore[misc]
        if failure is not None:
            return verified(f"{piles} piles", failure)
    return verified(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()))


@paper.claim(
    "story", "The story, in which a move takes one bottle, has the same P-positions as the game analysed.", REFUTED
)
def story(far: bool) -> Verdict:
    limit = 61 if far else 13
    bottles = tabulate("one-bottle", limit, what="outcome")
    chips = tabulate("sharing-nim", limit, what="outcome")
    failure = first_failure(cells(limit), lambda position: bool(bottles[position] == chips[position]))
    if failure is None:
        return verified(f"(0, a, b) with b < {limit}")
    return verified(
        f"(0, a, b) with b < {limit}",
        f"{failure}: {bottles[failure]} with one bottle at a time, {chips[failure]} in Sharing Nim, "
        "whose rules let any number move",
    )


@paper.claim("simplification", "G(a, b, c) = G(0, b - a, c - a) for all a <= b <= c, empty piles included.")
def simplification(far: bool) -> Verdict:
    chips = 180 if far else 60
    table = tabulate("sharing-nim", chips=chips)  # a table by chips is filled without reducing positions
    values = dict(table.items())
    failure = first_failure(values, lambda p: values[p] == values[0, p[1] - p[0], p[2] - p[0]])
    return verified(f"all positions with at most {chips} chips", failure)


@paper.claim("table-1", "Table 1, whose content is lost in the text and was computed anew: G(0, a, b), b up to 16.")
def table_1(far: bool) -> Verdict:
    values = plane(300)
    failure = first_failure(cells(17), lambda p: bool(values[p[1], p[2]] == TABLE_1[p[2]][p[1]]))
    return verified("all 153 entries", failure)


@paper.claim("table-1-column-5", "The 5th column of Table 1 is (0, 3, 1, 1, 3, 0).")
def column_5(far: bool) -> Verdict:
    column = [int(value) for value in whole_plane(200)[:6, 5]]
    return verified("the six entries", None if column == [0, 3, 1, 1, 3, 0] else column)


# Symmetry and palindromes


@paper.claim("palindrome", "G(0, a, b) = G(0, b - a, b), so every column of Table 1 is a palindrome.")
def palindrome(far: bool) -> Verdict:
    limit = 1501 if far else 200
    values = whole_plane(limit)
    wrong = np.zeros(values.shape, dtype=bool)
    for b in range(limit):
        column = values[: b + 1, b]
        wrong[: b + 1, b] = column != column[::-1]
    return verified(f"b < {limit}, computed without this symmetry", first_cell(wrong))


@paper.claim(
    "isomorphic", "Turning a position over, each pile x to n - x, maps options to options for 3, 4 and 5 piles."
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
            return verified(f"{piles} piles", failure)
    return verified(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()))


@paper.claim(
    "rows-are-diagonals", "The row G(0, a, 2a + i) and the diagonal G(0, a + i, 2a + i), i = 0, 1, 2, …, are identical."
)
def rows_are_diagonals(far: bool) -> Verdict:
    limit = 1501 if far else 200
    values = whole_plane(limit)

    def agree(a: int) -> bool:
        i = np.arange(limit - 2 * a)
        return np.array_equal(values[a, 2 * a + i], values[a + i, 2 * a + i])

    failure = first_failure(range((limit + 1) // 2), agree)
    return verified(f"2a + i < {limit}, computed without using symmetry", failure)


for _section in (p_positions, periodicity, distribution, beyond):
    paper.claims += _section.part.claims
