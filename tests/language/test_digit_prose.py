"""Column programs of one number that describe its first digits."""

from __future__ import annotations

import pytest

from sprague.language.column_english import digit_sentence
from sprague.language.column_programs import ColumnProgram
from sprague.language.formula_parser import parse_formula
from tests.snapshots import snapshot


@pytest.mark.parametrize(
    "program",
    [
        "columns(b - a) fibonacci { start: 1 one -> zeros; zeros: 0 ones -> zeros }",
        # 1, 10 and 1000… are 1 with zeros, but for 100.
        "columns(a) fibonacci { p: 1 one -> q; q: 0 ones -> r; r: 0 ones -> s; s: 0 ones -> zeros; end -> no; "
        "zeros: 0 ones -> zeros }",
        "columns(a) base 3 { p: 1 one -> q; 1 two -> last; q: 1 two -> zeros; end -> no; zeros: 0 ones and 0 twos "
        "-> zeros }",
        "columns(a) { p: 1 one -> last }",
        "columns(a) { p: 1 one -> q; q: 0 ones -> r; r: 1 one -> q; 0 ones -> q }",  # it goes on for ever
        "columns(a, b) { p: 2 ones -> p }",
    ],
)
def test_digits_that_zeros_follow(program: str) -> None:
    read = parse_formula(program, ("a", "b"))
    assert isinstance(read, ColumnProgram)
    snapshot(str(digit_sentence(read)))
