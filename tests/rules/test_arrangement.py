"""`in a circle` and `in a row`: moves that may start at any pile."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.rules import parse
from tests.snapshots import refusal, snapshot

Position = tuple[int, ...]


def circular(piles: int, most: int) -> str:
    """Circular Nim CN(n, k): take from at most k piles that stand side by side (Dufour and Heubach, 2013)."""
    names, new = list("abcdef"[:piles]), list("uvwxyz"[:most])
    less = ", ".join(f"{u} <= {a}" for u, a in zip(new, names, strict=False))
    target = ", ".join([*new, *names[most:]])
    return (
        f"({', '.join(names)}) -> ({target}) where {less}, {' + '.join(new)} < {' + '.join(names[:most])} in a circle"
    )


@pytest.mark.parametrize(("piles", "most"), [(3, 1), (4, 1), (4, 2), (4, 3), (5, 2), (3, 3)])
def test_circular_nim_in_one_line(piles: int, most: int) -> None:
    rule = parse(circular(piles, most))
    for position in product(range(3), repeat=piles):
        expected = set()
        for start, chosen in product(range(piles), product(range(3), repeat=most)):
            option = list(position)
            for place, height in enumerate(chosen):
                option[(start + place) % piles] = height
            lowered = all(one <= two for one, two in zip(option, position, strict=True))
            if lowered and tuple(option) != position:
                expected.add(tuple(option))
        assert set(rule.options(position)) == expected


def test_a_start_that_changes_nothing_is_no_family_of_its_own() -> None:
    assert len(parse(circular(4, 4)).families) == 1
    assert len(parse(circular(6, 2)).families) == 6
    assert len(parse("(a, b, c, d) -> (a - 1, b, c - 1, d) in a circle").families) == 2
    assert len(parse("(a, b | t) -> (a, b | t - 1) in a circle").families) == 1


@pytest.mark.parametrize(
    ("text", "position", "options"),
    [
        ("(a, b, c) -> (a - 1, b - 1, c) in a circle", (1, 1, 1), [(0, 0, 1), (1, 0, 0), (0, 1, 0)]),
        # In a row, nothing comes round the end, wherever the move is written.
        ("(a, b, c) -> (a - 1, b - 1, c) in a row", (1, 1, 1), [(0, 0, 1), (1, 0, 0)]),
        ("(a, b, c) -> (a, b - 1, c - 1) in a row", (1, 1, 1), [(1, 0, 0), (0, 0, 1)]),
        ("(a, b, c) -> (a, u, c) where u < b in a row", (1, 1, 1), [(1, 0, 1), (1, 1, 0), (0, 1, 1)]),
        # What a condition names goes along, and must stay in the row as well.
        ("(a, b, c) -> (a - 1, b, c) where b = 0 in a row", (1, 0, 0), [(0, 0, 0)]),
        ("(a, b, c) -> (a - 1, b, c) where b = 0 in a row", (0, 0, 1), []),
        ("(a, b, c) -> (a - 1, b, c) where b = 0 in a circle", (0, 0, 1), [(0, 0, 0)]),
        # Only those piles go along that stand there, in the order in which they are listed.
        (
            "(x, a, b, c) -> (x, a - 1, b + 1, c) in a circle of a, b, c",
            (0, 1, 1, 1),
            [(0, 0, 2, 1), (0, 1, 0, 2), (0, 2, 1, 0)],
        ),
        ("(x, a, b, c) -> (x, a - 1, b + 1, c) in a row of c, a, b", (0, 1, 1, 1), [(0, 0, 2, 1), (0, 2, 1, 0)]),
        ("(a, b | t) -> (a - d, b | d) where 1 <= d <= t in a row", (1, 2, 2), [(0, 2, 1), (1, 1, 1), (1, 0, 2)]),
        # Two rows, each with a start of its own.
        (
            "(a, b, c, d) -> (a - 1, b, c - 1, d) in a row of a, b in a row of c, d",
            (1, 1, 1, 1),
            [(0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0)],
        ),
        ("(a, b) -> (a - 1, b) ; (a, b - 2) in a row", (2, 2), [(1, 2), (2, 1), (2, 0), (0, 2)]),
    ],
)
def test_options(text: str, position: Position, options: list[Position]) -> None:
    rule = parse(text)
    assert rule.options(position) == options
    assert parse(str(rule)) == rule
    for option in options:
        assert rule.move_to(position, option).option == option


def test_sentences_name_the_piles_that_are_played() -> None:
    rule = parse("(a, b, c, d) -> (u, v, c, d) where u <= a, v <= b, u + v < a + b in a circle")
    snapshot(rule.move_to((1, 0, 0, 2), (0, 0, 0, 1)).sentence)
    snapshot(rule.move_to((0, 3, 0, 0), (0, 1, 0, 0)).sentence)


@pytest.mark.parametrize(
    ("clause", "written", "set_in"),
    [
        ("in  a\ncircle", "in a circle", r"\text{piles in a circle}"),
        ("in a row of c, a", "in a row of c, a", r"c, a\text{ in a row}"),
        ("in a circle of a, b, c", "in a circle", r"\text{piles in a circle}"),
    ],
)
def test_the_clause_is_printed_described_and_typeset(clause: str, written: str, set_in: str) -> None:
    rule = parse(f"(a, b, c) -> (a - 1, b, c) {clause}")
    assert str(rule) == f"(a, b, c) -> (a - 1, b, c) {written}"
    snapshot(rule.describe())
    assert set_in in rule.latex()


def test_a_pile_may_still_be_called_row_or_circle() -> None:
    assert parse("(row, circle) -> (row - 1, circle) in a row").options((1, 1)) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (a - 1, b) any order in a circle",
        "(a, b) -> (a - 1, b) in a row of a, a",
        "(a, b) -> (a - 1, b) in a row of a, k",
        "(a, b) -> (a - 1, b) in circle",
    ],
)
def test_clauses_that_are_refused(text: str) -> None:
    refusal(lambda: parse(text))


@pytest.mark.slow
def test_starts_are_bounded() -> None:
    names = ", ".join(f"x{number}" for number in range(60))
    moves = " ; ".join(f"(x0 - {number}, {names.split(', ', 1)[1]})" for number in range(1, 3))
    rows = " in a circle of " + ", ".join(f"x{number}" for number in range(30))
    rows += " in a circle of " + ", ".join(f"x{number}" for number in range(30, 60))
    assert len(parse(f"({names}) -> {moves}{rows}").families) == 60
    both = f"({names}) -> ({names.replace('x0,', 'x0 - 1,').replace('x30,', 'x30 - 1,')}){rows}"
    refusal(lambda: parse(both))
