"""Theorems as text."""

from __future__ import annotations

import pytest

import sprague
from sprague.language.statements import Statement
from sprague.proofs.proof import Proof
from sprague.render.theorem_text import POINTER, function_definitions, function_notes, theorem_lines
from tests.snapshots import snapshot


def proved(claim: str, game: str = "nim:piles=4") -> Proof:
    proof = sprague.prove(game, claim)
    assert isinstance(proof, Proof)
    return proof


def test_a_formula_is_in_the_first_line() -> None:
    (line,) = theorem_lines(proved("a = b", "nim:piles=2"))
    snapshot(line)


def test_functions_are_defined_below_the_formula() -> None:
    line, note = theorem_lines(proved("xor = 0"))
    assert note == f"  Here {function_definitions('xor = 0')[0]}."
    line, *notes = theorem_lines(proved("a = b and even(v2(c - a))", "sharing-nim"))
    assert line.endswith("a = b and even(v2(c - a)).")
    assert [note.split(" is ")[0] for note in notes] == ["  Here v2(n)"]


@pytest.mark.parametrize(
    "formula", ["xor = 0", "a xor b = 2", "xor(a, b) = 1", "a xor b < c and xor = 0", "xor = (a mod 4) or b xor 4 < a"]
)
def test_xor_is_defined_once(formula: str) -> None:
    (definition,) = function_definitions(formula)
    assert ("two numbers" in definition) == ("piles" in definition and formula != "xor = 0")


def test_digits_and_differences_are_explained() -> None:
    shift, zeros = function_notes(proved("b = fib_shift(a) and even(fib_zeros(a))", "wythoff"))
    snapshot(shift)
    snapshot(zeros)
    (low,) = function_notes(proved("t < fib_low(a)", "dynamic-nim:piles=1,limit=2x"))
    snapshot(low)
    gale = "(a, b, c) -> (u, b, c) where u < a any order stop when at most one pile x: x >= 1"
    _, note = function_notes(proved("xor(a - 1, b - 1, c - 1) = 0 or at most 1 pile >= 1", gale))
    snapshot(note)


def test_a_program_is_a_table_before_its_text() -> None:
    proof = proved("columns(a, b, c) { start: 0 or 2 ones -> start }", "nim:piles=3")
    lines = theorem_lines(proof, "1: ")
    assert lines[0].startswith("1: ")
    snapshot(lines[0])
    assert lines[1:] == [
        *(f"  {line}" for line in proof.tables()[0].lines()),
        f"  {POINTER}",
        "    columns(a, b, c) {",
        "      start: 0 or 2 ones -> start",
        "    }",
    ]


def test_a_program_reads_back_from_its_lines() -> None:
    claim = "columns(a, b) { start: 0 ones -> start; 2 ones -> next; next: 0 or 2 ones -> next }"
    proof = proved(claim, "nim:piles=2")
    lines = theorem_lines(proof)
    text = "\n".join(lines[lines.index(f"  {POINTER}") + 1 :])
    assert [line.strip() for line in text.splitlines()] == [
        "columns(a, b) {",
        "start: 0 ones -> start; 2 ones -> next;",
        "next: 0 or 2 ones -> next",
        "}",
    ]
    read = Statement.read_claim(proof.game, text)
    assert read.formula == Statement.read_claim(proof.game, claim).formula


@pytest.mark.parametrize(
    "text",
    [
        "a = b",
        "v3(a) = v3(b)",
        "xor = 0",
        "a = fib3_shift(b)",
    ],
)
def test_functions_are_defined_where_they_occur(text: str) -> None:
    snapshot("\n".join(function_definitions(text)))


def test_a_program_inside_a_formula_is_a_letter_with_its_meaning() -> None:
    fibonacci = "columns(b - a) fibonacci { start: 1 one -> zeros; zeros: 0 ones -> zeros }"
    claim = (
        f"a + 1 = fib_shift(b - a - 1) and not {fibonacci} or {fibonacci} and "
        "(even(fib_zeros(b - a)) and a = fib_shift(b - a - 1) or "
        "odd(fib_zeros(b - a)) and a + 2 = fib_shift(b - a - 1)) or sum <= 2"
    )
    wythoff = "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - k) where k >= 1 any order stop when a + b <= 2"
    lines = theorem_lines(proved(claim, wythoff))
    assert "a + 1 = fib_shift(b - a - 1) and not A or A and (even(" in lines[0]
    snapshot(lines[1])
    assert [line.split("(")[0] for line in lines[2:4]] == ["  Here fib_shift", "  Here fib_zeros"]
    assert lines[5:] == [f"  {POINTER}", f"    in some order: {claim}"]


def test_a_long_program_inside_a_formula_is_a_table() -> None:
    program = "columns(a, b, c, d) { start: even ones -> start }"
    line, meaning, title, opening, *table, notes, pointer, text = theorem_lines(proved(f"{program} and a >= 0"))
    assert line.endswith("A and a >= 0,")
    snapshot("\n".join([meaning, title, opening, *table, notes]))
    assert (pointer, text) == (f"  {POINTER}", f"    {program} and a >= 0")


def test_programs_for_grundy_values() -> None:
    claims = ["columns { start: even ones -> start }", "a xor b = 1"]
    proof = sprague.prove("nim:piles=2", claims)
    assert isinstance(proof, Proof)
    snapshot("\n".join(theorem_lines(proof)))
