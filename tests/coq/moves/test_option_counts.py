"""Counts of options in a set where options may be forbidden, and the check of them by Coq."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import sprague
from sprague.automata.numeration import numeration
from sprague.certificates.trees import write_rule
from sprague.coq.automaton_tables import Automaton, StateLimit
from sprague.coq.checking import check_statement, verify_by_coq
from sprague.coq.moves.option_counts import OptionCount, count_options, group_orders
from sprague.coq.moves.plans import Planner
from sprague.coq.numerations import Numeration
from sprague.coq.rule_terms import NotCovered
from sprague.coq.rule_translation import CoqRule
from sprague.coq.theorem_file import theorem_file
from sprague.errors import NotVerified
from sprague.rules import parse
from tests.coq.exported import to_coq
from tests.oracle import Oracle
from tests.snapshots import refusal, snapshot

SUBTRACTION = "(n) -> (n - k) where k in 1..3 block 1", "n mod 4 < 2"
TWICE = "(n) -> (n - 1) where n >= 1 ; (n - k) where 1 <= k <= 2 block 1", "n mod 3 < 2"  # n - 1 is one option
NIM = "(a, b) -> (u, b) where u < a any order block 1", "a div 2 = b div 2"  # from (a, a) each option is reached twice
STOPPED = "(n) -> (n - k) where k in 1..3 block 1 stop when n = 2", "n = 0 or 1 <= n mod 4 <= 2"


def certificate(rule: str, formula: str) -> dict[str, object]:
    proof = sprague.prove(rule, formula)
    assert isinstance(proof, sprague.Proof), str(proof)
    return proof.certificate()


def counts_of(rule: str, formula: str) -> tuple[Automaton, list[OptionCount]]:
    data = certificate(rule, formula)["automaton"]
    assert isinstance(data, dict)
    automaton = Automaton(tuple(map(tuple, data["transitions"])), frozenset(data["accepting"]))
    ruleset = parse(rule)
    planner = Planner.of(CoqRule.of(ruleset), Numeration.of(numeration("2")), StateLimit.of())
    return automaton, count_options(planner, automaton, ruleset.blocking)


def accepts(automaton: Automaton, numbers: tuple[int, ...], length: int = 8) -> bool:
    """Whether the automaton accepts these numbers, by their digits in base 2."""
    state = 0
    for place in reversed(range(length)):
        symbol = 0
        for number in numbers:
            symbol = 2 * symbol + (number >> place & 1)
        state = automaton.transitions[state][symbol]
    return state in automaton.accepting


def small(entries: int) -> Iterator[tuple[int, ...]]:
    return product(range(16 if entries > 1 else 64), repeat=entries)


@pytest.mark.parametrize(("rule", "formula"), [SUBTRACTION, TWICE, NIM, STOPPED])
def test_ordered_moves_together_count_all_options(rule: str, formula: str) -> None:
    automaton, counts = counts_of(rule, formula)
    ruleset = parse(rule)
    oracle = Oracle(ruleset.options, blocking=ruleset.blocking)
    for position in small(len(ruleset.names)):
        ordered = tuple(sorted(position))
        assert accepts(automaton, position) == (oracle.outcome(ordered) == "P")
        options = sum(oracle.outcome(option) == "P" for option in set(ruleset.options(ordered)))
        counted = sum(accepts(level.positions, position) for count in counts for level in count.levels)
        # By each way no more are counted than matter.
        assert counted == options if counted < 2 else options >= 2


def test_an_option_of_two_moves_is_counted_for_the_first() -> None:
    _, (first, second) = counts_of(*TWICE)
    assert not first.aliases
    assert [alias.other for alias in second.aliases] == [0]
    assert [n for n in range(9) if accepts(first.single.positions, (n,))] == [1, 2, 4, 5, 7, 8]
    assert [n for n in range(9) if accepts(second.single.positions, (n,))] == [2, 3, 5, 6, 8]


def test_orders_have_the_sequence_of_coq() -> None:
    assert group_orders([0, 0, 0]) == [(0, 1, 2), (1, 0, 2), (1, 2, 0), (0, 2, 1), (2, 0, 1), (2, 1, 0)]
    assert group_orders([0, 1, 0]) == [(0, 1, 2), (2, 1, 0)]


def test_the_statement_has_the_number_of_forbidden_options() -> None:
    text = to_coq(certificate(*SUBTRACTION))
    assert "(p_position_blocking 1 game x <-> accepts 2 set x = true)" in text


def test_a_wrong_set_is_refused_before_coq_runs() -> None:
    right = certificate(*SUBTRACTION)
    wrong = right | {"automaton": {"transitions": [[0, 1], [2, 3], [0, 1], [2, 3]], "accepting": [0]}}
    refusal(lambda: to_coq(wrong), NotVerified)


@pytest.mark.parametrize(
    "rule",
    [
        "(a, b, c, d) -> (u, b, c, d) where u < a ; (u, u, c, d) where u < a any order block 1",
        "(a, b, c, d, e, f, g, h) -> (u, b, c, d, e, f, g, h) where u < a block 1",
    ],
)
def test_too_many_ordered_moves_are_refused(rule: str) -> None:
    entries = len(parse(rule).names)
    everything = {"transitions": [[0] * 2**entries], "accepting": [0]}
    changed = {"rule": write_rule(parse(rule)), "automaton": everything, "rank": {"terms": ["a"]}}
    asked = {key: value for key, value in certificate(*SUBTRACTION).items() if key != "claims"} | changed
    refusal(lambda: to_coq(asked), NotCovered)


@pytest.mark.parametrize(("rule", "formula"), [SUBTRACTION, TWICE, NIM, STOPPED])
def test_coq_accepts_it(rule: str, formula: str, coq: Path) -> None:
    found = verify_by_coq(certificate(rule, formula))
    assert found
    snapshot(str(found))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (
            "(Leaf 3, true);\n   (Leaf 3, false)]%positive",
            "(Leaf 3, false);\n   (Leaf 3, false)]%positive",
        ),  # a smaller set
        ("1 game", "0 game"),  # nothing may be forbidden
        ("position_blocking 1 game", "position_blocking 2 game"),  # another game than the one looked at
        ("[0;0]%nat", "[0;1]%nat"),  # piles that are told apart
        ("Alias 0", "Alias 1"),  # options that have no other witness
        ("   X l4;\n   Y l4])", "   Y l4;\n   Y l4])"),  # more than there are
        ("     C _2 (Q1 z3 Q0) (P4 _2 _2 _2 _2 P0) (P1 _2 P0);\n", ""),  # a missing cell
        ("(P4 _2 _2 _2 _2 P0) (P1 _2 P0)", "(P4 _2 _2 _2 _2 P0) P0"),  # a cell without its guess
    ],
)
def test_coq_refuses_what_is_damaged(right: str, wrong: str, coq: Path) -> None:
    file = theorem_file(certificate(*NIM))
    assert right in file.text
    with pytest.raises(NotVerified, match="Coq"):
        check_statement(file.text.replace(right, wrong), file.statement)
