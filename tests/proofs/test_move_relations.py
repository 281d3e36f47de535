"""Move relations in one step and in two steps give the same positions with a move into the set."""

from __future__ import annotations

from itertools import product

import pytest

import sprague
from sprague.automata.atoms import digit_sum_zero, linear, residue
from sprague.automata.automaton import Automaton, determinise
from sprague.automata.named import GuessProduct
from sprague.automata.nondeterministic import close_leading_zeros
from sprague.automata.numeration import BINARY
from sprague.errors import SpragueError
from sprague.proofs.move_relations import RelationStep, one_step_relation, two_step_relations
from sprague.rules import parse
from tests.snapshots import refused

REDISTRIBUTE = "(a, b, c) -> (u, v, w) where u + v + w = a + b"
#: z is an entry; z is guessed; an entry is kept, and asked about; conditions on x alone and on y alone.
IN_TWO = [
    (f"{REDISTRIBUTE[:-4]}", ("a",), ()),
    (REDISTRIBUTE, ("#0",), ("#0",)),
    ("(a, b, c, d) -> (u, v, w, d) where u + v + w = d, u <= v", ("#0", "d"), ("#0",)),
    ("(a, b, c) -> (u, v, w) where u + v + w = a + b, a > c, u < v", ("#0",), ("#0",)),
    ("(a, b, c, d) -> (u, v, w, x) where u + v = a, w + x = a", ("a", "#1"), ("#1",)),
]


def read(step: RelationStep, target: Automaton) -> Automaton:
    return determinise(close_leading_zeros(guessing(step, target).pairs))


def guessing(step: RelationStep, target: Automaton) -> GuessProduct:
    return step.into(target)


@pytest.mark.parametrize(("text", "between", "guessed"), IN_TWO)
def test_a_family_in_one_step_and_in_two(text: str, between: tuple[str, ...], guessed: tuple[str, ...]) -> None:
    rule = parse(text)
    steps = two_step_relations(rule, 0, BINARY)
    assert steps is not None
    first, second = steps
    assert first.read == second.members == between
    assert second.guessed == guessed
    tracks = len(rule.names)
    positions = digit_sum_zero(tracks, 2) & residue([1] * tracks, 0, 3, [0])
    whole = one_step_relation(rule, 0, BINARY)
    assert whole.guessed == tuple(f"→{name}" for name in "abcd"[: len(whole.guessed)])
    found = read(second, read(first, positions))
    assert found == read(whole, positions)
    for position in product(range(5), repeat=tracks):
        assert (position in found) == any(option in positions for option in rule.options(position))


@pytest.mark.parametrize(
    "text",
    [
        "(a, b, c) -> (u, v, c) where u + v = b",  # few entries change
        f"{REDISTRIBUTE}, u < a",  # a condition on both
        f"{REDISTRIBUTE}, u mod 2 = 0",
        "(a, b, c) -> (a - k, b - k, c - k) where k >= 1",  # as many equations as entries, nearly
        "(a, b, c) -> (u, v, w) where u + v - w = a, u < b, v < b, w < b",  # L takes away
    ],
)
def test_families_that_are_not_guessed_in_two_steps(text: str) -> None:
    assert two_step_relations(parse(text), 0, BINARY) is None


def test_a_choice_that_the_option_does_not_determine_is_quantified() -> None:
    rule = parse("(a) -> (a - 2k) where 1 <= k")
    found = read(one_step_relation(rule, 0, BINARY), linear((1,), -1, "="))
    assert [n for n in range(8) if n in found] == [3, 5, 7]


def test_a_rule_with_a_function_is_refused() -> None:
    rule = sprague.game("dynamic-nim", piles=1, limit=lambda taken: taken + 1)
    with refused(SpragueError):
        one_step_relation(rule, 0, BINARY)
