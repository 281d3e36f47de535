"""The common schema of two formulas."""

from __future__ import annotations

import pytest

from sprague.discovery.formula_schemas import common_schema
from sprague.games import game
from sprague.language.formula_parser import parse_formula

PROGRAM = "columns({piles}) {{ start: 0 or {most} ones -> start; {ones} -> rest; rest: 0 ones -> rest }}"


@pytest.mark.parametrize(
    ("sizes", "texts", "schema", "next_claim"),
    [
        ((3, 4), ("xor = 0", "xor = 0"), "xor = 0", "xor = 0"),
        ((3, 4), ("a mod 3 = 0", "a mod 4 = 0"), "a mod piles = 0", "a mod 5 = 0"),
        ((3, 5), ("a mod 4 = 1", "a mod 8 = 3"), "a mod (2piles - 2) = (piles - 2)", "a mod 12 = 5"),
        ((3, 4), ("xor(a, b, c) = 0", "xor(a, b, c, d) = 0"), "xor(all piles) = 0", "xor(a, b, c, d, e) = 0"),
        (
            (3, 4),
            ("(a + b + c) mod 2 = 1", "(a + b + c + d) mod 2 = 1"),
            "(the sum of all piles) mod 2 = 1",
            "(a + b + c + d + e) mod 2 = 1",
        ),
        ((2, 3), ("a = fib2_shift(b)", "a = fib3_shift(b)"), "a = fib{piles}_shift(b)", "a = fib4_shift(b)"),
        ((2, 3), ("a = fib_shift(b)", "a = fib2_shift(b)"), "a = fib{piles - 1}_shift(b)", "a = fib3_shift(b)"),
        ((3, 4), ("a = fib_shift(b)", "a = fib_shift(b)"), "a = fib_shift(b)", "a = fib_shift(b)"),
        (
            (3, 4),
            (
                PROGRAM.format(piles="a, b, c", most=2, ones="1 one"),
                PROGRAM.format(piles="a, b, c, d", most=3, ones="2 ones"),
            ),
            "columns(all piles) { start: 0 or (piles - 1) ones -> start; (piles - 2) ones -> rest; "
            "rest: 0 ones -> rest }",
            PROGRAM.format(piles="a, b, c, d, e", most=4, ones="3 ones"),
        ),
        ((3, 5), ("a mod 3 = 0", "a mod 4 = 0"), None, None),  # no whole number for 4 piles
        ((3, 4), ("a mod 3 = 0", "a is even"), None, None),
        ((3, 4), ("2a + b + c = 0", "2a + b + c + d = 0"), None, None),
        ((3, 4), ("a mod 3 = 0", "b mod 4 = 0"), None, None),
        ((3, 4), ("a mod 3 = 0 and a > 1", "a mod 4 = 0"), None, None),
    ],
)
def test_formulas_that_are_one_formula(
    sizes: tuple[int, int], texts: tuple[str, str], schema: str | None, next_claim: str | None
) -> None:
    one, other = ((size, game("nim", piles=size), text) for size, text in zip(sizes, texts, strict=True))
    found = common_schema("piles", one, other)
    assert (None if found is None else str(found)) == schema
    if found is not None:
        for size, rule, text in (one, other):
            names = rule.piles
            assert parse_formula(found.claim(rule, size), names).key == parse_formula(text, names).key
        later = 2 * sizes[1] - sizes[0]
        assert found.claim(game("nim", piles=later), later) == next_claim


def test_piles_of_which_there_are_always_as_many_keep_their_names() -> None:
    rule = game("nim:piles=2")
    found = common_schema("t", (1, rule, "a = b and a > 1"), (2, rule, "a = b and a > 2"))
    assert str(found) == "a = b and a > t"
