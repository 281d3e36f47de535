"""Moves that are not linear: options and tables agree with definitions written directly in Python.

Each rule is made twice, as text and as Python expressions that are tried with every choice up to a bound.
"""

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from math import isqrt

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

import sprague
from sprague import jit
from sprague.errors import SpragueError
from sprague.results.base import Measure
from sprague.rules import Ruleset, parse
from sprague.tables.request import Request
from sprague.tables.tabulate import select_traversal
from tests.oracle import Oracle
from tests.properties import refusal_phrases
from tests.properties.random_rules import THOROUGH, WAYS, examples

Position = tuple[int, ...]

MOST = 26  # no choice of these rules can be larger at the positions that are tried


def square(n: int) -> bool:
    return n >= 0 and isqrt(n) ** 2 == n


def prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def divides(d: int, n: int) -> bool:
    return any(d * q == n for q in range(-100, 101))


# Targets of two piles a and b by choices k and m, the second pile as it is or not.
TARGETS = [
    ("a - k*b", "b"),
    ("a - k", "b"),
    ("a - k*k", "b"),
    ("a - k*m", "b"),
    ("a - k*m", "b - m"),
    ("a - k*b - m", "b"),
    ("a - 2*k*b + m", "b"),
    ("a - k*(k + 1)", "b - k"),
    ("a*b - k*b - m", "b"),
    ("k", "b"),
    ("k", "m"),
    ("a - k*m*b", "b"),
]
# Conditions in the notation, and in Python.
CONDITIONS = [
    ("k >= 1", "k >= 1"),
    ("b >= 1", "b >= 1"),
    ("m >= 1", "m >= 1"),
    ("k square", "square(k)"),
    ("k prime", "prime(k)"),
    ("k divides a", "divides(k, a)"),
    ("m divides k", "divides(m, k)"),
    ("b divides k", "divides(b, k)"),
    ("k divides a - b", "divides(k, a - b)"),
    ("k + 1 divides a*b", "divides(k + 1, a * b)"),
    ("not k square", "not square(k)"),
    ("not (a + k prime)", "not prime(a + k)"),
    ("not k divides b", "not divides(k, b)"),
    ("a - k square", "square(a - k)"),
    ("k*b <= a", "k * b <= a"),
    ("k*m <= a", "k * m <= a"),
    ("k*m >= 1", "k * m >= 1"),
    ("k*m = a", "k * m == a"),
    ("k*k < a + b", "k * k < a + b"),
    ("k*k >= a - b", "k * k >= a - b"),
    ("k < a", "k < a"),
    ("k <= a, m <= b", "k <= a and m <= b"),
    ("m <= k", "m <= k"),
    ("a*b mod 3 != 1", "a * b % 3 != 1"),
    ("k*m mod 2 = 0", "k * m % 2 == 0"),
    ("k*b*m <= a", "k * b * m <= a"),
    ("k + m < a + b", "k + m < a + b"),
]
ENDINGS = [
    ("", "False"),
    ("", "False"),
    (" stop when a*b <= 3", "a * b <= 3"),
    (" stop when a + b prime", "prime(a + b)"),
    (" stop when a divides b, b divides a", "divides(a, b) and divides(b, a)"),
]


class Written:
    """A rule as text and as Python expressions."""

    def __init__(self, moves: list[tuple[int, list[int]]], in_any_order: bool, floor: int, ending: int) -> None:
        texts, self.moves = [], []
        for target, conditions in moves:
            entries = TARGETS[target]
            chosen = [CONDITIONS[number] for number in conditions]
            texts.append(
                f"({', '.join(entries)})" + (" where " + ", ".join(text for text, _ in chosen) if chosen else "")
            )
            condition = " and ".join([*(f"({meaning})" for _, meaning in chosen), "True"])
            names = {name for name in "km" if any(name in part for part in (*entries, condition.replace("mod", "")))}
            self.moves.append((compile(f"({', '.join(entries)})", "", "eval"), compile(condition, "", "eval"), names))
        self.text = "(a, b) -> " + " ; ".join(texts) + " any order" * in_any_order + f" piles >= {floor}" * floor
        self.text += ENDINGS[ending][0]
        self.in_any_order, self.floor = in_any_order, floor
        self.ending = compile(ENDINGS[ending][1], "", "eval")

    def options(self, position: Position) -> set[Position]:
        """Return the options of one move by trying all choices."""
        tools = {"square": square, "prime": prime, "divides": divides}
        found: set[Position] = set()
        if eval(self.ending, tools, dict(zip("ab", position, strict=True))):
            return found
        for order in set(permutations(position)) if self.in_any_order else [position]:
            for target, condition, names in self.moves:
                for k, m in product(range(MOST if "k" in names else 1), range(MOST if "m" in names else 1)):
                    values = {"a": order[0], "b": order[1], "k": k, "m": m}
                    option = eval(target, tools, values)
                    if min(option) >= self.floor and eval(condition, tools, values):
                        found.add(tuple(sorted(option)) if self.in_any_order else option)
        return found


@st.composite
def written(draw: st.DrawFn) -> tuple[Written, Ruleset]:
    move = st.tuples(
        st.integers(0, len(TARGETS) - 1),
        st.lists(st.integers(0, len(CONDITIONS) - 1), min_size=1, max_size=4, unique=True),
    )
    moves = draw(st.lists(move, min_size=1, max_size=2))
    rule = Written(moves, draw(st.booleans()), draw(st.integers(0, 1)), draw(st.integers(0, len(ENDINGS) - 1)))
    try:
        return rule, parse(rule.text)
    except SpragueError as error:
        # Choices that nothing bounds, or that do nothing, are refused, and so are endings that tell piles apart.
        refused = (refusal_phrases.UNBOUNDED, refusal_phrases.IDLE_CHOICE, refusal_phrases.ORDER_MATTERS)
        assume(not any(words in str(error) for words in refused))
        raise


SEEN: Counter[str] = Counter()


@examples(60)
@given(written(), st.integers(0, 7), st.integers(0, 7))
def options_of_random_rules(both: tuple[Written, Ruleset], a: int, b: int) -> None:
    meant, rule = both
    position = rule.position((max(a, meant.floor), max(b, meant.floor)))
    found = rule.options(position)
    assert len(set(found)) == len(found)
    assert set(found) == meant.options(position), (meant.text, position)
    assert parse(str(rule)) == rule
    for option in found[:3]:
        assert rule.move_to(position, option).option == option
    SEEN["some" if found else "none"] += 1
    SEEN["linear" if rule.is_linear else "not linear"] += 1


def test_options_of_random_rules_agree_with_the_definitions() -> None:
    SEEN.clear()
    options_of_random_rules()
    assert not THOROUGH or min(SEEN["some"], SEEN["not linear"]) > 30, SEEN


@examples(25)
@given(written(), st.integers(2, 6), st.sampled_from([("grundy", False), ("outcome", False), ("outcome", True)]))
def tables_of_random_rules(both: tuple[Written, Ruleset], limit: int, asked: tuple[Measure, bool]) -> None:
    meant, rule = both
    assume(rule.rank is not None and not rule.is_linear)
    what, misere = asked
    oracle = Oracle(lambda position: meant.options(position))
    value: Callable[[Position], object] = oracle.grundy if what == "grundy" else lambda p: oracle.outcome(p, misere)
    traversal = select_traversal(Request(rule, limit, None, what, misere))
    SEEN[type(traversal).__name__] += 1
    for how in WAYS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "mode", how)
            table = sprague.tabulate(rule, limit, what=what, misere=misere)
            assert dict(table.items()) == {p: value(p) for p, _ in table.items()}, (meant.text, limit, asked, how)
    event(type(traversal).__name__)


@pytest.mark.slow
def test_tables_of_random_rules_agree_with_the_definitions() -> None:
    SEEN.clear()
    tables_of_random_rules()
    assert not THOROUGH or SEEN["EnumeratedTraversal"] + SEEN["SieveTraversal"] > 20, SEEN
