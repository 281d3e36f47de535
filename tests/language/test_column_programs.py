"""Column programs: notation, meaning and English descriptions."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.errors import NotationError
from sprague.formulas.column_evaluation import explain_columns
from sprague.formulas.evaluation import evaluate
from sprague.language.column_english import program_sentences
from sprague.language.column_programs import ColumnProgram
from sprague.language.formula_parser import parse_formula
from sprague.language.statements import Statement
from sprague.rules import parse
from tests.snapshots import snapshot

EXACT = """columns {
  start: 0 or 4 ones -> start; 1 one -> rest with ones free; 5 ones -> zeros;
  rest: 0 or 3 ones -> rest;
  zeros: no ones -> zeros
}"""
MISERE = "columns { start: 0 ones -> start; 2 ones -> rest not last; else -> last; end -> no; rest: even ones -> rest }"


def read(text: str, names: str = "abc") -> ColumnProgram:
    found = parse_formula(text, tuple(names))
    assert isinstance(found, ColumnProgram)
    return found


@pytest.mark.parametrize(
    ("text", "names", "written"),
    [
        ("columns { s: even ones -> s }", "abc", "columns(a, b, c) { s: even ones -> s }"),
        ("columns(a, c) { s: odd ones -> yes; }", "abc", "columns(a, c) { s: odd ones -> yes }"),
        ("columns { s: 2..4 or 0 ones -> s }", "abcd", "columns(a, b, c, d) { s: 0 or 2..4 ones -> s }"),
        ("Columns base 3 { s: sum 0 mod 3 -> s }", "ab", "columns(a, b) base 3 { s: sum 0 mod 3 -> s }"),
        (
            "columns(a - 1, b in limit) fibonacci { s: 1 one of limit and 0 ones -> t not last with all of limit free; "
            "t: }",
            "ab",
            "columns(a - 1, b in limit) fibonacci "
            "{ s: 1 one of limit and 0 ones -> t not last with all of limit free; t:  }",
        ),
        ("columns { s: 00 or 1* -> s; else -> last; end -> no }", "ab", None),
        ("columns base 3 { s: 2 twos -> t with twos in X and ones of X in piles; t: 1 zero -> no }", "ab", None),
    ],
)  # fmt: skip
def test_a_program_reads_back_as_it_is_written(text: str, names: str, written: str | None) -> None:
    program = read(text, names)
    assert read(str(program), names) == program
    if written is not None:
        assert str(program) == written


def test_a_program_is_a_formula_among_others() -> None:
    formula = parse_formula("(columns { s: 0 ones -> s } or a = b) and not columns(a) { s: 1 one -> s }", ("a", "b"))
    assert str(formula) == "(columns(a, b) { s: 0 ones -> s } or a = b) and not (columns(a) { s: 1 one -> s })"
    assert evaluate(formula, {"a": 2, "b": 2}) is True
    assert evaluate(formula, {"a": 3, "b": 3}) is False


def test_lines_may_be_broken() -> None:
    rule = parse("(a, b, c, d, e) -> (u, v, c, d, e) where u < a, v < b any order")
    statement = Statement.read(rule, EXACT)
    assert "\n" not in str(statement)
    assert statement.formula == read(EXACT, "abcde")


def test_the_order_of_what_is_counted_does_not_matter() -> None:
    nim = parse("(a, b, c) -> (u, b, c) where u < a any order")
    assert Statement.read(nim, "columns { s: even ones -> s }").is_symmetric
    assert not Statement.read(nim, "columns(a, b) { s: even ones -> s }").is_symmetric
    assert not Statement.read(nim, "columns(a, b, c in X) { s: even ones -> s }").is_symmetric
    assert not Statement.read(nim, "columns { s: 011 or 101 or 110 or 000 -> s }").is_symmetric


@pytest.mark.parametrize(
    "text",
    [
        "columns mod 2 = 0",
        "columns { }",
        "columns { s: 0 ones -> t }",
        "columns { start: 0 ones -> strat }",
        "columns { s: 0 ones -> s; s: 1 one -> s }",
        "columns { last: 0 ones -> last }",
        "columns { s: 2 twos -> s }",
        "columns { s: 2 chips -> s }",
        "columns { s: 01 -> s }",
        "columns { s: 012 -> s }",
        "columns { s: 3..1 ones -> s }",
        "columns { s: 2000 ones -> s }",
        "columns { s: -> s }",
        "columns { s: 0 ones of free -> s }",
        "columns { s: 0 ones -> s with ones gone }",
        "columns { s: 0 ones -> s not now }",
        "columns { s: 0 ones -> s; end -> s }",
        "columns base 11 { s: 0 ones -> s }",
        "columns(a in 3) { s: 0 ones -> s }",
        "columns { s: 0 ones -> 3 }",
    ],
)  # fmt: skip
def test_what_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    snapshot(error.value.message)


# What it means: each sentence was turned into a few lines by hand, without a look at the program.


def columns(numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    length = max(numbers).bit_length()
    return [tuple(number >> place & 1 for number in numbers) for place in reversed(range(length))]


def exact_nim(piles: tuple[int, ...]) -> bool:
    free: int | None = None
    all_zero = False
    for column in columns(piles):
        ones = sum(digit for place, digit in enumerate(column) if place != free)
        if all_zero:
            if ones:
                return False
        elif free is not None:
            if ones not in (0, 3):
                return False
        elif ones == 1:
            free = column.index(1)
        elif ones == 5:
            all_zero = True
        elif ones not in (0, 4):
            return False
    return True


def misere_nim(piles: tuple[int, ...]) -> bool:
    xor = piles[0] ^ piles[1] ^ piles[2]
    return xor == (1 if max(piles) <= 1 else 0)


@pytest.mark.slow
def test_exact_nim_as_it_is_read_aloud() -> None:
    program = read(EXACT, "abcde")
    assert all(
        evaluate(program, dict(zip("abcde", p, strict=True))) == exact_nim(p) for p in product(range(8), repeat=5)
    )


def test_misere_nim_as_it_is_read_aloud() -> None:
    program = read(MISERE)
    assert all(
        evaluate(program, dict(zip("abc", p, strict=True))) == misere_nim(p) for p in product(range(16), repeat=3)
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (EXACT, "abcde"),
        (MISERE, "abc"),
        ("columns base 3 { s: sum 0 mod 3 -> s }", "ab"),
        ("columns(a, b) fibonacci { s: 0 ones -> s; 1 one -> t with ones in X; t: 1 one and 0 ones of X -> s "
            "with all of X in piles; end -> no }", "ab"),
        ("columns(a, b, c) { first: 2 ones -> third with zeros in X; 0 ones -> first; third: 1 one of X and 1 one "
            "-> third with zeros in X and ones of X in piles; 0 ones of X and 0 ones -> third; 1 one of X and 2 ones "
            "-> rest not last with all of X free; 0 ones of X and 1 one -> last; rest: even ones -> rest }", "abc"),
        ("columns(a, b, c, d) { s: 1 one -> t with zeros in X; else -> s; "
            "t: 1 one of X -> t with ones of X in Y; else -> last }", "abcd"),
        ("columns(a, b) { s: 00 or 11 -> s; 01 -> yes; else -> no }", "ab"),
    ],
)  # fmt: skip
def test_it_is_read_aloud(text: str, names: str) -> None:
    snapshot("\n".join(program_sentences(read(text, names), "a P-position")))


def test_each_column_is_explained_by_the_matching_line() -> None:
    program = read("columns { start: 0 ones -> start; 2 ones -> rest not last; rest: 1 one -> yes }")
    assert explain_columns(program, [6, 4, 0]) == "110 (2 ones -> rest not last), 100 (1 one -> yes), …"
    assert explain_columns(program, [0, 0, 0]) == "none"
    assert explain_columns(read("columns { start: 3 ones -> start }"), [1023] * 3).count("start), ") == 8
