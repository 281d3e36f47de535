"""Linear terms and the conditions made of them."""

from __future__ import annotations

import pytest

from sprague.language.conditions import Chain, Condition, Power, condition_key
from sprague.language.expressions import Expression, Mod
from sprague.linear.terms import Applied, constant_change
from sprague.rules import Linear

A, B, K = Linear.of("a"), Linear.of("b"), Linear.of("k")


def chain(sides: tuple[Linear | Expression, ...], relations: tuple[str, ...]) -> Chain:
    return Chain(tuple(side if isinstance(side, Expression) else Expression.of(side) for side in sides), relations)


def residue(term: Linear, modulus: int) -> Expression:
    return Expression.of(Mod(Expression.of(term), modulus))


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Linear(), "0"),
        (Linear.of(7), "7"),
        (Linear.of(-7), "-7"),
        (A, "a"),
        (-A, "-a"),
        (2 * A - K + 1, "2a - k + 1"),
        (A * 2 - 3, "2a - 3"),
        (B - A, "b - a"),
        (-A - B - 1, "-a - b - 1"),
        (21 - A - 2 * B, "21 - a - 2b"),
        (A - A + 5, "5"),
        (0 * A, "0"),
        (2 * (A - K) - (A - K), "a - k"),
        (Linear.sum("aab"), "2a + b"),
        (Linear.sum([A, "k", -B]), "a + k - b"),
        (Linear.build({"a": 0, "b": 3}, -1), "3b - 1"),
    ],
)
def test_a_term_is_written_as_in_the_papers(term: Linear, text: str) -> None:
    assert str(term) == text
    assert repr(term) == f"Linear('{text}')"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (A + B, B + A),
        (A + K - A, K),
        (2 * A - A, A),
        (A * 0, Linear.of(0)),
        (Linear.build({"k": 1, "a": 2, "b": 0}), Linear.build({"a": 2, "k": 1})),
        (-(A - B), B - A),
    ],
)
def test_equal_terms_are_equal_objects(one: Linear, other: Linear) -> None:
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("term", "values", "value"),
    [
        (2 * A - K + 1, {"a": 5, "k": 3}, 8),
        (Linear.of(4), {}, 4),
        (-A, {"a": 10**30}, -(10**30)),
        (A - B, {"a": 1, "b": 2, "c": 9}, -1),
    ],
)
def test_a_term_has_a_value(term: Linear, values: dict[str, int], value: int) -> None:
    assert term.value(values) == value


def test_a_name_without_a_value_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        A.value({"b": 1})


@pytest.mark.parametrize(
    ("term", "values", "result"),
    [
        (A + 2 * B, {"a": B, "b": A}, B + 2 * A),  # all at once, not one after the other
        (A - K, {"k": A}, Linear()),
        (3 * A + 1, {"a": K - 2}, 3 * K - 5),
        (A, {"b": K}, A),
    ],
)
def test_names_are_replaced_all_at_once(term: Linear, values: dict[str, Linear], result: Linear) -> None:
    assert term.substitute(values) == result


@pytest.mark.parametrize(
    ("term", "is_name", "is_constant", "names"),
    [
        (A, True, False, ("a",)),
        (2 * A, False, False, ("a",)),
        (-A, False, False, ("a",)),
        (A + 1, False, False, ("a",)),
        (B + A, False, False, ("a", "b")),
        (Linear.of(1), False, True, ()),
        (Linear(), False, True, ()),
    ],
)
def test_a_term_knows_its_shape(term: Linear, is_name: bool, is_constant: bool, names: tuple[str, ...]) -> None:
    assert (term.is_name, term.is_constant, term.names) == (is_name, is_constant, names)


def test_coefficients_by_name() -> None:
    term = 2 * A - K
    assert [term.coefficient(name) for name in "akb"] == [2, -1, 0]


def test_names_may_be_written_in_another_way() -> None:
    assert (2 * A - K + 1).written(str.upper) == "2A - K + 1"


def test_a_function_of_a_term() -> None:
    applied = Applied("f", A + 1)
    assert str(applied) == "f(a + 1)"
    assert applied.names == ("a",)
    assert applied.substitute({"a": K - 1}) == Applied("f", K)


@pytest.mark.parametrize(
    ("condition", "text", "true", "false"),
    [
        (chain((A, B), ("<",)), "a < b", [(1, 2)], [(2, 2), (3, 2)]),
        (chain((A, B), ("<=",)), "a <= b", [(1, 2), (2, 2)], [(3, 2)]),
        (chain((A, B), ("=",)), "a = b", [(2, 2)], [(1, 2), (3, 2)]),
        (chain((A, B), ("!=",)), "a != b", [(1, 2), (3, 2)], [(2, 2)]),
        (chain((A, B), (">=",)), "a >= b", [(2, 2), (3, 2)], [(1, 2)]),
        (chain((A, B), (">",)), "a > b", [(3, 2)], [(1, 2), (2, 2)]),
        (chain((Linear.of(1), A, B), ("<=", "<")), "1 <= a < b", [(1, 2)], [(0, 2), (2, 2)]),
        (chain((A, B, Linear.of(3)), ("!=", ">=")), "a != b >= 3", [(4, 3)], [(3, 3), (4, 2)]),
        (chain((residue(A, 3), Linear.of(2)), ("=",)), "a mod 3 = 2", [(2, 0), (5, 0)], [(3, 0)]),
        (chain((residue(A - B, 3), Linear.of(2)), ("=",)), "(a - b) mod 3 = 2", [(0, 1), (5, 0)], [(1, 0)]),
        (chain((residue(-A, 4), residue(B, 4)), ("=",)), "(-a) mod 4 = b mod 4", [(1, 3), (0, 0)], [(1, 1)]),
        (Power.of(A, 2), "a power of 2", [(1, 0), (2, 0), (8, 0)], [(0, 0), (3, 0), (6, 0)]),
        (Power.of(A - B, 3), "a - b power of 3", [(1, 0), (5, 2), (9, 0)], [(0, 1), (2, 2), (6, 0)]),
    ],
)
def test_a_condition_holds_where_it_should(
    condition: Condition, text: str, true: list[tuple[int, int]], false: list[tuple[int, int]]
) -> None:
    assert str(condition) == text
    assert [(a, b) for a, b in true if not condition.holds({"a": a, "b": b})] == []
    assert [(a, b) for a, b in false if condition.holds({"a": a, "b": b})] == []


@pytest.mark.parametrize(
    "condition",
    [
        chain((A, B), ("<",)),
        chain((A, B, K), (">=", "=")),
        chain((A, B), ("!=",)),
        chain((residue(A, 3), B), ("=",)),
        chain((B, residue(A, 3)), ("<",)),
        chain((B, residue(A, 3), K), (">", ">=")),
        chain((residue(A, 2), residue(B, 3)), ("<=",)),
        Power.of(A - B, 2),
    ],
)
def test_the_bounds_of_a_condition_hold_wherever_it_does(condition: Condition) -> None:
    bounds = condition.bounds()
    for a in range(6):
        for b in range(6):
            for k in range(4):
                values = {"a": a, "b": b, "k": k}
                bounded = all(term.value(values) == 0 for term in bounds.equations) and all(
                    term.value(values) >= 0 for term in bounds.inequalities
                )
                assert bounded or not condition.holds(values)
                assert not bounds.complete or bounded == condition.holds(values)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (chain((A, B), ("<",)), chain((B, A), (">",)), True),
        (chain((A, B), ("<",)), chain((A + 1, B), ("<=",)), True),
        (chain((A, B), ("=",)), chain((B, A), ("=",)), True),
        (chain((A, B), ("!=",)), chain((B, A), ("!=",)), True),
        (chain((residue(A, 2), K), ("=",)), chain((K, residue(A, 2)), ("=",)), True),
        (chain((A, B), ("<",)), chain((A, B), ("<=",)), False),
        (chain((A, B), ("<",)), chain((B, A), ("<",)), False),
        (chain((residue(A, 2), K), ("=",)), chain((residue(A, 3), K), ("=",)), False),
        (chain((residue(A, 2), K), ("<",)), chain((K, residue(A, 2)), ("<",)), False),
        (Power.of(A, 2), Power.of(A, 3), False),
    ],
)
def test_conditions_that_differ_only_in_writing_have_one_key(one: Condition, other: Condition, same: bool) -> None:
    assert (condition_key(one) == condition_key(other)) is same


@pytest.mark.parametrize(
    ("entry", "more"),
    [(A, 0), (A - 2, -2), (A + 3, 3), (B, None), (2 * A, None), (A - K, None), (Linear.of(1), None)],
)
def test_what_a_move_adds_to_an_entry(entry: Linear, more: int | None) -> None:
    assert constant_change("a", entry) == more


def test_a_function_adds_no_fixed_number() -> None:
    assert constant_change("a", Applied("f", A)) is None
