"""Claims about the rules and the first table of Sharing Nim."""

from __future__ import annotations

from itertools import combinations_with_replacement

from sprague.games import game
from sprague.papers.claims import Section, Verdict, first_failure, verdict
from sprague.papers.sharing_nim.lists import TABLE_1
from sprague.papers.sharing_nim.values import cells, plane, whole_plane
from sprague.rules import Position
from sprague.tables.tabulate import tabulate

section = Section("sharing-nim", ("sharing-nim",))


@section.claim(
    "moves",
    "The moves from (a, b, c) with a <= b <= c are of the three printed types, with k at most half a difference.",
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
    return verdict(f"piles below {limit}", first_failure(positions, lambda p: set(rule.options(p)) == printed(p)))


@section.claim("terminal", "A position is terminal if and only if its largest and smallest pile differ by at most one.")
def terminal(far: bool) -> Verdict:
    limit = 40 if far else 20
    rule = game("sharing-nim")
    positions = combinations_with_replacement(range(limit), 3)
    failure = first_failure(positions, lambda p: rule.is_terminal(p) == (p[2] - p[0] <= 1))
    return verdict(f"piles below {limit}", failure)


@section.claim(
    "entropy-same-options",
    "On unordered piles Sharing Nim has the same options as Entropy Reduction, in which the difference of two piles "
    "must become smaller.",
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
            return verdict(f"{piles} piles", failure)
    return verdict(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()))


@section.claim("simplification", "G(a, b, c) = G(0, b - a, c - a) for all a <= b <= c, including empty piles.")
def simplification(far: bool) -> Verdict:
    chips = 180 if far else 60
    # the table does not assume the equality of values that this function tests
    table = tabulate("sharing-nim", chips=chips)
    values = dict(table.items())
    failure = first_failure(values, lambda p: values[p] == values[0, p[1] - p[0], p[2] - p[0]])
    return verdict(f"all positions with at most {chips} chips", failure)


@section.claim(
    "table-1",
    "Table 1 of the values G(0, a, b), b up to 16; its content is missing in the text, and Sprague computed it.",
)
def table_1(far: bool) -> Verdict:
    values = plane(300)
    failure = first_failure(cells(17), lambda p: bool(values[p[1], p[2]] == TABLE_1[p[2]][p[1]]))
    return verdict("all 153 entries", failure)


@section.claim("table-1-column-5", "The 5th column of Table 1 is (0, 3, 1, 1, 3, 0).")
def column_5(far: bool) -> Verdict:
    column = [int(value) for value in whole_plane(200)[:6, 5]]
    return verdict("the six entries", None if column == [0, 3, 1, 1, 3, 0] else column)
