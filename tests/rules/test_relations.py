"""Relations of move families: K(x) = L(y) and K(x) <= L(y)."""

from __future__ import annotations

import pytest

from sprague.rules import Linear, parse
from sprague.rules.relations import Link, Relation, at_option

#: The rule; the entries kept; the equations; the inequalities.
RELATIONS: list[tuple[str, str, list[str], list[str]]] = [
    ("(a, b) -> (u, b) where u < a", "b", [], ["0 <= a", "1 - a <= -a"]),
    ("(a, b) -> (a - k, b + k) where k >= 1", "", ["a + b = a + b"], ["-a <= -a", "1 - a <= -a"]),
    ("(a, b, c) -> (u, v, c) where u + v = b", "c", ["b = a + b"], ["0 <= a", "0 <= b"]),
    ("(a, b, c) -> (u, v, w) where u + v + w = a + b", "", ["a + b = a + b + c"], ["0 <= a", "0 <= b", "0 <= c"]),
    ("(a, b) -> (a - 1, b) where a = 2b", "b", ["a - 1 = a", "a - 2b = 0"], []),
    # A choice that only a division determines stays.
    ("(a) -> (a - 2k) where k >= 1", "", ["a - 2k = a"], ["-k <= 0", "1 - k <= 0"]),
]


def shown(link: Link, sign: str) -> str:
    return f"{link.left} {sign} {link.reached}"


@pytest.mark.parametrize(("text", "kept", "equations", "inequalities"), RELATIONS)
def test_a_family_as_a_relation(text: str, kept: str, equations: list[str], inequalities: list[str]) -> None:
    relation = Relation.of(parse(text).constraints[0])
    assert "".join(relation.kept) == kept
    assert sorted(shown(link, "=") for link in relation.equations) == sorted(equations)
    assert sorted(shown(link, "<=") for link in relation.inequalities) == sorted(inequalities)


def test_the_two_positions_in_one_term() -> None:
    (link,) = Relation.of(parse("(a, b, c) -> (u, v, c) where u + v = b").constraints[0]).equations
    assert link.left == Linear.of("b")
    assert link.reached == Linear.sum("ab")
    assert link.term == at_option(Linear.sum("ab")) - Linear.of("b")
    assert str(link.term) == "→a + →b - b"


def test_all_of_a_relation_has_the_kept_entries_too() -> None:
    relation = Relation.of(parse("(a, b) -> (u, b) where u < a").constraints[0])
    after, before = at_option(Linear.of("b")), Linear.of("b")
    assert {after - before, before - after} <= set(relation.all)


@pytest.mark.parametrize(
    ("text", "choice", "steps"),
    [
        ("(a, b) -> (a - k, b + 2k) where k >= 1", "a - →a", {"a": -1, "b": 2}),
        ("(a, b) -> (a - k, b) where k >= 1", "a - →a", {"a": -1}),
    ],
)
def test_one_choice_leads_along_a_line(text: str, choice: str, steps: dict[str, int]) -> None:
    line = Relation.of(parse(text).constraints[0]).line
    assert line is not None
    assert (str(line.choice), line.steps) == (choice, steps)


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (u, b) where u < a",  # not x + k s
        "(a, b) -> (k - a, b) where a < k < 2a",  # nor is this
        "(a, b) -> (a - k - 1, b + k)",  # one step is not along the line
        "(a, b) -> (a - k, b + m) where m <= k",  # two choices
        "(a) -> (a - 2k) where k >= 1",  # the option does not determine k as a linear term
        "(a) -> (a - 1)",
    ],
)
def test_other_moves_do_not(text: str) -> None:
    assert Relation.of(parse(text).constraints[0]).line is None
