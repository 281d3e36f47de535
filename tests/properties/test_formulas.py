"""Random formulas: values at single positions and on arrays, printing and parsing, and orders of the piles.

Each formula is built twice, as text and as a Python function that shares nothing with the package. In the Python
function, v2(0) is a number so large and so divisible that these formulas cannot distinguish it from Ω.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations, product
from operator import eq, ge, gt, le, lt, ne

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from sprague.formulas.evaluation import evaluate
from sprague.formulas.position_set import PositionSet
from sprague.language.conditions import Formula
from sprague.language.formula_parser import parse_formula
from sprague.linear.terms import Linear
from tests.properties.random_rules import examples

NAMES = ("a", "b", "c")
Values = dict[str, int]
OMEGA = (2**8 * 3**8 * 5**8 * 7**8) ** 12
COMPARE = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}
GRID = [dict(zip(NAMES, entries, strict=True)) for entries in product((0, 1, 2, 4, 7), repeat=3)]


class Undefined(Exception):
    """Raised when a function is applied to a number for which it is not defined."""


@dataclass(frozen=True)
class Term:
    text: str
    value: Callable[[Values], int]


@dataclass(frozen=True)
class Meaning:
    text: str
    holds: Callable[[Values], bool]


def valuation(number: int, base: int) -> int:
    if number == 0:
        return OMEGA
    return next(power for power in range(number.bit_length() + 1) if number % base ** (power + 1))


def low(number: int, base: int) -> int:
    if number < 0:
        raise Undefined
    return OMEGA if number == 0 else int(base ** valuation(number, base))


def xor(one: int, two: int) -> int:
    # Half of Ω is more than any number here can be.
    if not (0 <= one < OMEGA // 2 and 0 <= two < OMEGA // 2):
        raise Undefined
    return one ^ two


@st.composite
def linear_terms(draw: st.DrawFn) -> Term:
    factors = [draw(st.integers(-2, 3)) for _ in NAMES]
    constant = draw(st.integers(-3, 3))
    text = " + ".join(f"{factor}*{name}" for factor, name in zip(factors, NAMES, strict=True) if factor > 0) or "0"
    text += "".join(f" - {-factor}{name}" for factor, name in zip(factors, NAMES, strict=True) if factor < 0)
    text += f" {'-' if constant < 0 else '+'} {abs(constant)}" if constant else ""
    return Term(text, lambda v: constant + sum(f * v[n] for f, n in zip(factors, NAMES, strict=True)))


@st.composite
def calls(draw: st.DrawFn) -> Term:
    inner = draw(linear_terms())
    other = draw(st.one_of(linear_terms(), st.just(Term("v2(a)", lambda v: valuation(v["a"], 2)))))
    base = draw(st.sampled_from((2, 3, 6)))
    modulus = draw(st.sampled_from((1, 2, 3, 4, 7)))
    return draw(
        st.sampled_from(
            (
                Term(f"max({inner.text}, {other.text})", lambda v: max(inner.value(v), other.value(v))),
                Term(f"min({inner.text}, {other.text})", lambda v: min(inner.value(v), other.value(v))),
                Term(f"v{base}({inner.text})", lambda v: valuation(inner.value(v), base)),
                Term(f"low{base}({inner.text})", lambda v: low(inner.value(v), base)),
                Term(f"({inner.text}) mod {modulus}", lambda v: inner.value(v) % modulus),
                Term(f"({inner.text}) div {modulus}", lambda v: inner.value(v) // modulus),
                Term(f"ceil(({inner.text})/{modulus})", lambda v: -(-inner.value(v) // modulus)),
                Term(f"|{other.text}|", lambda v: abs(other.value(v))),
                Term(f"||{inner.text}| - 2| mod {modulus}", lambda v: abs(abs(inner.value(v)) - 2) % modulus),
                Term(f"({other.text} - 1) mod {modulus}", lambda v: (other.value(v) - 1) % modulus),
                Term(f"({inner.text} xor {other.text})", lambda v: xor(inner.value(v), other.value(v))),
            )
        )
    )


@st.composite
def sums(draw: st.DrawFn) -> Term:
    total = draw(linear_terms())
    for call in draw(st.lists(calls(), max_size=2)):
        factor = draw(st.sampled_from((-2, -1, 1, 3)))
        text = f"{total.text} {'-' if factor < 0 else '+'} {abs(factor)}*({call.text})"
        total = Term(text, lambda v, t=total, c=call, f=factor: t.value(v) + f * c.value(v))  # type: ignore[misc]
    return total


@st.composite
def atoms(draw: st.DrawFn) -> Meaning:
    left, right = draw(sums()), draw(sums())
    # What cancels out is not looked at, and this evaluator looks at everything.
    partial = re.findall(r"low\d\([^)]*\)|\([^()]* xor [^()]*(?:\([^)]*\))?[^()]*\)", f"{left.text} {right.text}")
    assume(len(partial) == len(set(partial)))
    relation = draw(st.sampled_from(sorted(COMPARE)))

    def related(values: Values) -> bool:
        try:
            return bool(COMPARE[relation](left.value(values), right.value(values)))
        except Undefined:
            return False

    def remainder(values: Values) -> bool:
        try:
            return left.value(values) % 2 == 1
        except Undefined:
            return False

    return draw(
        st.sampled_from(
            (
                Meaning(f"{left.text} {relation} {right.text}", related),
                Meaning(f"odd({left.text})", remainder),
            )
        )
    )


def joined(parts: st.SearchStrategy[Meaning]) -> st.SearchStrategy[Meaning]:
    def join(word: str, one: Meaning, two: Meaning) -> Meaning:
        meaning: Callable[[bool, bool], bool] = {
            "and": lambda x, y: x and y,
            "or": lambda x, y: x or y,
            "implies": lambda x, y: not x or y,
            "iff": lambda x, y: x == y,
        }[word]
        return Meaning(f"({one.text}) {word} ({two.text})", lambda v: meaning(one.holds(v), two.holds(v)))

    return st.one_of(
        st.builds(join, st.sampled_from(("and", "or", "implies", "iff")), parts, parts),
        parts.map(lambda part: Meaning(f"not ({part.text})", lambda v: not part.holds(v))),
        parts.map(
            lambda part: Meaning(
                f"exists n <= b: n + a = c and ({part.text})",
                lambda v: 0 <= v["c"] - v["a"] <= v["b"] and part.holds(v),
            )
        ).filter(lambda drawn: drawn.text.count("exists") == 1),
    )


random_formulas = st.recursive(atoms(), joined, max_leaves=4)


def truths(formula: Formula) -> list[bool]:
    return [bool(evaluate(formula, values)) for values in GRID]


def arrays() -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    return {name: np.array([values[name] for values in GRID]) for name in NAMES}


@examples(70)
@given(random_formulas)
def test_a_formula_agrees_with_its_definition(what: Meaning) -> None:
    assert truths(parse_formula(what.text, NAMES)) == [what.holds(values) for values in GRID]


@examples(35)
@given(random_formulas)
def test_arrays_and_single_positions_agree(what: Meaning) -> None:
    formula = parse_formula(what.text, NAMES)
    found = np.broadcast_to(evaluate(formula, arrays()), len(GRID))
    assert found.dtype == np.bool_
    assert found.tolist() == truths(formula)


@examples(35)
@given(random_formulas)
def test_a_formula_written_and_read_again_means_the_same(what: Meaning) -> None:
    formula = parse_formula(what.text, NAMES)
    again = parse_formula(str(formula), NAMES)
    assert truths(again) == truths(formula)
    assert str(again) == str(formula)


@examples(35)
@given(random_formulas, st.permutations(NAMES), st.integers(0, 3))
def test_substitution_moves_the_values(what: Meaning, order: list[str], more: int) -> None:
    formula = parse_formula(what.text, NAMES)
    moved = formula.substitute({name: Linear.of(new) + more for name, new in zip(NAMES, order, strict=True)})
    expected = [
        what.holds({name: values[new] + more for name, new in zip(NAMES, order, strict=True)}) for values in GRID
    ]
    assert truths(moved) == expected


@examples(15)
@given(random_formulas)
def test_a_set_holds_a_position_in_every_order_of_its_piles(what: Meaning) -> None:
    positions = PositionSet(parse_formula(what.text, NAMES), NAMES, ((0, 1, 2),))
    entries = [tuple(values[name] for name in NAMES) for values in GRID[::5]]
    expected = [any(what.holds(dict(zip(NAMES, order, strict=True))) for order in permutations(e)) for e in entries]
    assert [entry in positions for entry in entries] == expected
    assert positions.mask([np.array(column) for column in zip(*entries, strict=True)]).tolist() == expected


@examples(35)
@given(random_formulas, st.lists(st.integers(10**30, 10**40), min_size=3, max_size=3))
def test_numbers_may_be_of_any_size(what: Meaning, entries: list[int]) -> None:
    if "exists" in what.text:  # the numbers to try would be too many
        return
    values = dict(zip(NAMES, entries, strict=True))
    assert evaluate(parse_formula(what.text, NAMES), dict(values)) == what.holds(values)
