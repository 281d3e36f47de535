"""Permutations of the piles that map a rule to itself."""

from __future__ import annotations

from math import factorial

import pytest

from sprague.rules import parse
from sprague.rules.automorphisms import (
    MOST_FORMS,
    _Search,
    find_automorphisms,
    find_family_images,
    with_any_order,
)

NIM = "(a, b, c) -> (u, b, c) where u < a ; (a, b - k, c) where k >= 1 ; (a, b, c - 1 - k)"
#: A circle of piles in the order a, c, e, b, d.
SHUFFLED_CIRCLE = (
    "(a, b, c, d, e) -> (a-1, b, c-1, d, e) ; (a, b, c-1, d, e-1) ; (a, b-1, c, d, e-1) ; (a, b-1, c, d-1, e) ; "
    "(a-1, b, c, d-1, e)"
)


@pytest.mark.parametrize(
    ("text", "blocks", "generators"),
    [
        (NIM, ((0, 1, 2),), 2),
        ("(a, b, c) -> (u, b, c) where u < a ; (a, u, c) where u < b ; (a, b, u) where u < c - 1", ((0, 1),), 1),
        ("(a, b) -> (u, b) where u < a any order", ((0, 1),), 0),
        ("(a, b, c, d) -> (u, b, c, d) where u < a ; (a, b, c, u) where u < d any order of b, c", ((1, 2), (0, 3)), 1),
        ("(a, b, c) -> (a - 1, b - 1, c) in a circle", ((0, 1, 2),), 2),
        ("(a, b, c, d) -> (a - 1, b - 1, c, d) in a circle", ((0, 2), (1, 3)), 3),
        ("(a, b, c, d, e) -> (a - 1, b - 1, c, d, e) in a circle", (), 2),
        ("(a, b, c) -> (a - 1, b - 1, c) in a row", ((0, 2),), 1),
        ("(a, b, c, d) -> (a - 1, b - 1, c, d) in a row", (), 1),
        (SHUFFLED_CIRCLE, (), 2),
        ("(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t ; (a, b - d | 2d - 1) where 1 <= d <= t", ((0, 1),), 1),
        ("(a, b) -> (a - k*b, b) where k >= 1 ; (a, b - k*a) where k >= 1 piles >= 1", ((0, 1),), 1),
        ("(a, b) -> (a - 1, b) ; (a, b - 1) stop when a = 3", (), 0),
        ("(a, b) -> (a - 1, b) ; (a, b - 1) win when a = 3 or b = 3", ((0, 1),), 1),
        ("(a, b) -> (a - 1, b) ; (a, b - 1) positions where a <= b", (), 0),
        ("(a, b) -> (a - 1, b) ; (a, b - 1) positions where |a - b| <= 2", ((0, 1),), 1),
        ("(a, b) -> (a - 1, b) ; (a, b - 2)", (), 0),
        ("(a) -> (a - 1)", (), 0),
        ("(n) -> (u) + (v) where u + v = n - 2", (), 0),
    ],
)
def test_automorphisms(text: str, blocks: tuple[tuple[int, ...], ...], generators: int) -> None:
    found = find_automorphisms(parse(text))
    assert (found.blocks, len(found.generators)) == (blocks, generators)


def test_families_are_images_of_each_other() -> None:
    rule = parse(NIM)
    images = find_family_images(rule, find_automorphisms(rule).generators)
    assert [source for source, _ in images] == [0, 0, 0]
    assert [permutation[0] for _, permutation in images] == [0, 1, 2]


def test_a_rule_written_out_in_any_order() -> None:
    assert str(with_any_order(parse(NIM))) == "(a, b, c) -> (u, b, c) where u < a any order"
    rule = parse("(a, b) -> (u, b) where u < a any order")
    assert with_any_order(rule) == rule


def test_options_that_are_blocked_count_in_every_order() -> None:
    rule = parse("(a, b) -> (u, b) where u < a ; (a, u) where u < b block 1")
    assert find_automorphisms(rule).blocks == ((0, 1),)
    assert with_any_order(rule) == rule


def test_the_search_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piles with weights 1 to 6 have no automorphism, and 720 permutations to be tested."""
    names, new = "abcdef", "uvwxyz"
    less = ", ".join(f"{u} <= {a}" for u, a in zip(new, names, strict=True))
    weighted = [" + ".join(f"{weight}{name}" for weight, name in enumerate(some, 1)) for some in (new, names)]
    rule = parse(f"({', '.join(names)}) -> ({', '.join(new)}) where {less}, {weighted[0]} < {weighted[1]}")
    tested = []
    form = _Search._form

    def counted(self: _Search, number: int, permutation: tuple[int, ...]) -> object:
        tested.append(permutation)
        return form(self, number, permutation)

    monkeypatch.setattr(_Search, "_form", counted)
    assert find_automorphisms(rule).generators == ()
    assert len(set(tested)) <= MOST_FORMS < factorial(6)
