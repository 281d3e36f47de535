"""Rules that are built from Python expressions are equal to the parsed rules, and wrong use is explained."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sprague
from sprague import choice, choices, move, piles, remembered
from sprague.rules.building.builder import RuleBuilder
from sprague.rules.building.terms import maximum, minimum
from tests.snapshots import refused

a, b, c = piles("a", "b", "c")
x, y = piles("x", "y")
(n,), (t,) = piles("n"), remembered("t")
d, k, m = choices("d", "k", "m")
u, v = choices("u", "v")

BUILT: dict[str, RuleBuilder] = {
    "(a, b, c) -> (u, b, c) where u < a any order": move((a, b, c), (u, b, c), where=u < a).any_order(),
    "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order": move(
        (a, b, c), (a - k, b + k, c), where=[k >= 1, b + k <= a - k]
    ).any_order(),
    "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1": move((a, b, c), (u, v, c), where=u + v == b)
    .any_order()
    .piles_at_least(1),
    "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)": move((x, y), (x - 2, y))
    | move((x, y), (x, y - 2))
    | move((x, y), (x - 1, y + 1)),
    "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order of a, b stop when a + b <= 3": move(
        (a, b, t), (a - d, b, 2 * d - 1), where=d.between(1, t)
    )
    .any_order(a, b)
    .stop_when(a + b <= 3),
    "(n) -> (u) + (v) where u + v = n - 2": move((n,), (u,), (v,), where=u + v == n - 2),
    "(n) -> (n - k) where k in {1, 3, 4}": move((n,), (n - k,), where=k.isin({1, 3, 4})),
    "(n) -> (n - k) where k in 1..5": move((n,), (n - k,), where=k.isin(range(1, 6))),
    "(n) -> (n - k) where k >= 1, k square": move((n,), (n - k,), where=[k >= 1, k.is_square()]),
    "(n) -> (n - k) where k prime": move((n,), (n - k,), where=k.is_prime()),
    "(n) -> (n - k) where k divides n, k < n": move((n,), (n - k,), where=[k.divides(n), k < n]),
    "(a, b) -> (a - k, b) where k mod 3 = 1, (a > b or b = 0) any order": move(
        (a, b), (a - k, b), where=[k % 3 == 1, (a > b) | (b == 0)]
    ).any_order(),
    "(a, b) -> (a - k, b) where 1 <= k <= min(a, b + 1), k <= a div 2": move(
        (a, b), (a - k, b), where=[k.between(1, minimum(a, b + 1)), k <= a // 2]
    ),
    "(a, b) -> (a - k, b) where 1 <= k <= |a - b|, k != max(a, 2)": move(
        (a, b), (a - k, b), where=[k.between(1, abs(a - b)), k != maximum(a, 2)]
    ),
    "(a, b) -> (a - 1, b - 1) positions where a <= b win when b = 0": move((a, b), (a - 1, b - 1))
    .positions_where(a <= b)
    .win_when(b == 0),
    "(a, b, c) -> (a - 1, b - 1, c) in a circle": move((a, b, c), (a - 1, b - 1, c)).in_a_circle(),
    "(a, b, c) -> (a - 1, b - 1, c) in a row of a, b, c block 1": move((a, b, c), (a - 1, b - 1, c))
    .in_a_row(a, b, c)
    .block(1),
    "(a, b) -> (a - 2k, b) where k >= 1, not (b = 0 and k > 1)": move(
        (a, b), (a - 2 * k, b), where=[k >= 1, ~((b == 0) & (k > 1))]
    ),
}


@pytest.mark.parametrize("text", BUILT)
def test_a_built_rule_is_equal_to_the_parsed_rule(text: str) -> None:
    built, parsed = BUILT[text], sprague.parse(text)
    assert built.rule() == parsed
    assert built == parsed
    assert hash(built) == hash(parsed)
    assert str(built) == str(parsed)
    assert sprague.parse(str(built)) == parsed


def test_terms_keep_their_value_in_brackets() -> None:
    assert str(a - (b - k)) == "a - (b - k)"
    assert str(2 * (a + 1) - 3) == "2*(a + 1) - 3"
    assert str((a + b) % 3 + 1) == "(a + b) mod 3 + 1"
    assert str(5 - (a - b)) == "5 - (a - b)"
    rule = move((a, b), (a - (b - b) - k, b), where=[k >= 1, 3 - (1 - k) <= a]).rule()
    assert rule.options((6, 0)) == [(6 - taken, 0) for taken in range(1, 5)]


def test_a_built_rule_is_solved_by_its_name() -> None:
    rule = move((a, b), (u, b), where=u < a).any_order().rule("my nim")
    assert sprague.solve(rule, (3, 5)).grundy == 6
    assert rule.display_name == "my nim"


MISTAKES: dict[str, Callable[[], object]] = {
    "too few entries": lambda: move((a, b), (a - k,)),
    "too many entries": lambda: move((a,), (a - k, b)),
    "no target": lambda: move((a, b)),
    "a target that is no tuple": lambda: move((n,), n - k),  # type: ignore[arg-type]
    "a choice in the source": lambda: move((a, k), (a - 1, k)),
    "a remembered number before a pile": lambda: move((t, a), (t, a - 1)),
    "a pile twice": lambda: move((a, a), (a - 1, a)),
    "a number with a point": lambda: a - 0.5,  # type: ignore[operator]
    "a chain of comparisons": lambda: 1 <= k <= a,
    "comparisons without brackets around &": lambda: k >= 1 & k <= b,  # type: ignore[operator]
    "comparisons without brackets around |": lambda: k >= b | k <= 1,  # type: ignore[operator]
    "a term and a condition": lambda: k & (k <= b),  # type: ignore[operator]
    "a condition and a term": lambda: (k <= b) & k,  # type: ignore[operator]
    "a quotient": lambda: a - k / 2,  # type: ignore[operator]
    "a quotient of a number": lambda: 6 / k,  # type: ignore[operator]
    "the function min": lambda: min(a, b),
    "the operator in": lambda: k in (1, 2),
    "the word and": lambda: (k >= 1) and (k <= a),
    "a condition that is a truth value": lambda: move((a,), (a - k,), where=True),  # type: ignore[arg-type]
    "moves from different positions": lambda: move((a, b), (a - 1, b)) | move((x, y), (x - 1, y)),
    "a name with a blank": lambda: piles("a b"),
    "a name twice": lambda: piles("a", "a"),
    "a name that is a number": lambda: choice(3),  # type: ignore[arg-type]
    "any order of a choice": lambda: move((a, b), (a - k, b)).any_order(k),
    "no numbers": lambda: k.isin([]),
    "a choice without a bound": lambda: move((a, b), (a + k, b)).rule(),
    "a pile of the target that the source lacks": lambda: move((a,), (b + 2 * c - 1,)),
    "a pile of a condition that the source lacks": lambda: move(
        (a,), (a - k,), where=(k >= 1) & (k % 2 < minimum(c, 3))
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_wrong_use_is_explained(mistake: str) -> None:
    with refused(sprague.SpragueError):
        MISTAKES[mistake]()


@pytest.mark.parametrize("use", [sprague.game, lambda rule: sprague.solve(rule, (1, 2)), sprague.discover])
def test_an_unfinished_rule_is_refused_with_the_way_to_finish_it(use: Callable[[RuleBuilder], object]) -> None:
    with refused(sprague.ArgumentTypeError):
        use(move((a, b), (a - k, b), where=k >= 1))


def test_minimum_and_maximum_are_public() -> None:
    assert (sprague.minimum, sprague.maximum) == (minimum, maximum)
