"""Formulas as LaTeX: every construct, and brackets where they are needed."""

from __future__ import annotations

import pytest

from sprague.language.formula_parser import parse_formula
from sprague.language.latex import formula_latex

SHOWN = [
    ("a = b", "a = b"),
    ("1 <= a < b", r"1 \leq a < b"),
    ("not a = b or a > 2", r"\text{not } a = b \text{ or } a > 2"),
    ("(a = 1 or b = 1) and c = 0", r"(a = 1 \text{ or } b = 1) \text{ and } c = 0"),
    ("a xor b = c", r"a \oplus b = c"),
    ("(a xor b) + 1 = c", r"1 + (a \oplus b) = c"),
    ("(a + b) mod 3 = 1", r"(a + b) \bmod 3 = 1"),
    ("|a - b| div 2 = min(a, c)", r"\lfloor \lvert a - b \rvert / 2 \rfloor = \min(a, c)"),
    ("even(v2(a - b))", r"v_{2}(a - b) \text{ is even}"),
    ("a + b is odd", r"a + b \text{ is odd}"),
    ("v2(a) mod 3 = 1", r"v_{2}(a) \bmod 3 = 1"),
    ("v2(a - b) = 2*low3(c)", r"v_{2}(a - b) = 2 \cdot 3^{v_{3}(c)}"),
    ("b = fib_shift(a)", r"b = \operatorname{shift}_F(a)"),
    ("b = fib3_shift(a)", r"b = \operatorname{shift}_{F_3}(a)"),
    ("fib3_zeros(a) = 2", r"v_{F_3}(a) = 2"),
    ("b < fib_low(a)", r"b < \operatorname{low}_F(a)"),
    ("a in {1, 3}", r"a \in \{1, 3\}"),
    ("a power of 2", r"a \in \{1, 2, 2^2, \ldots\}"),
    ("exists x <= a: b = 2x", r"\exists x \leq a \colon b = 2x"),
]


@pytest.mark.parametrize(("text", "latex"), SHOWN)
def test_shown(text: str, latex: str) -> None:
    assert formula_latex(parse_formula(text, ("a", "b", "c"))) == latex
