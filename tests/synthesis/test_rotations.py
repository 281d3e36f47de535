"""Formulas for sets that are invariant under rotation of the piles."""

from __future__ import annotations

import json
from itertools import product

import pytest

from sprague.certificates.trees import read_rule
from sprague.language.formula_parser import parse_formula
from sprague.limits import Limits
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.proof import AutomatonProof
from sprague.proofs.proving import prove
from sprague.proofs.translation import translate
from sprague.rules import parse
from sprague.rules.ruleset import Ruleset
from sprague.synthesis import describe_set
from sprague.synthesis.formula_cost import formula_cost
from sprague.synthesis.set_sample import Frame
from tests.documents import ROOT
from tests.oracle import Oracle

FIVE_THREE = (
    "a = 0 and b = e and b = c + d or b = 0 and c = a and c = d + e or c = 0 and d = b and d = e + a or "
    "d = 0 and e = c and e = a + b or e = 0 and a = d and a = b + c"
)
FIVE_TWO = (
    "a = max and b = e and a + b = c + d or b = max and c = a and b + c = d + e or c = max and d = b and c + d = e + a "
    "or d = max and e = c and d + e = a + b or e = max and a = d and e + a = b + c"
)


def circular(piles: int, together: int) -> Ruleset:
    names, new = "abcdef"[:piles], "uvwx"[:together]
    most = ", ".join(f"{after} <= {before}" for after, before in zip(new, names, strict=False))
    less = f"{' + '.join(new)} < {' + '.join(names[:together])}"
    return parse(f"({', '.join(names)}) -> ({', '.join([*new, *names[together:]])}) where {most}, {less} in a circle")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piles", "together", "words"),
    [
        (4, 2, "a = c and b = d"),
        (5, 2, FIVE_TWO),
        (5, 3, FIVE_THREE),
        (6, 3, "a + b = d + e and a + f = c + d"),
    ],
)
def test_circular_nim_gets_its_theorem_back(piles: int, together: int, words: str) -> None:
    rule = circular(piles, together)
    automaton = translate(parse_formula(words, rule.names), rule.names)
    found = describe_set(rule, automaton, Limits(seconds=120))
    assert found is not None
    assert formula_cost(found) <= formula_cost(words), found
    assert translate(parse_formula(found, rule.names), rule.names) == automaton


@pytest.mark.slow
def test_the_words_are_those_of_the_game() -> None:
    rule = circular(5, 3)
    assert prove(rule, FIVE_THREE)
    oracle = Oracle(rule.options)
    set_of = translate(parse_formula(FIVE_THREE, rule.names), rule.names)
    for position in product(range(4), repeat=5):
        assert (position in set_of) == (oracle.outcome(position) == "P")


def test_a_set_that_a_rotation_changes_gets_no_rotated_formula() -> None:
    rule = parse("(a, b, c) -> (u, b, c) where u < a ; (a, u, c) where u < b ; (a, b, u) where u < c")
    for formula, is_invariant in (("a = b", False), ("a = b or b = c or c = a", True), ("a = b + c or c = a", False)):
        automaton = translate(parse_formula(formula, rule.names), rule.names)
        assert any(frame.turns for frame in Frame.all_of(rule, automaton)) is is_invariant
        found = describe_set(rule, automaton, Limits(seconds=120))
        assert found is not None
        assert formula_cost(found) <= formula_cost(formula), found
        assert translate(parse_formula(found, rule.names), rule.names) == automaton


@pytest.mark.slow
def test_a_turn_may_compare_piles_by_the_golden_ratio() -> None:
    data = json.loads((ROOT / "docs" / "certificates" / "triangle.json").read_text(encoding="utf-8"))
    rule = read_rule(data["rule"])
    proof = prove_certificate(data, rule)
    assert isinstance(proof, AutomatonProof)
    found = describe_set(rule, proof.positions, Limits(seconds=200))
    assert found is not None
    assert formula_cost(found) <= formula_cost(data["quotations"]["claims"]), found
    golden = (1 + 5**0.5) / 2
    for position in product(range(30), repeat=3):
        turns = [position[by:] + position[:by] for by in range(3)]
        assert (position in proof) is any(c == a + b and a >= golden * b for a, b, c in turns)
