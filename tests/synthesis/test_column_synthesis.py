"""Automata converted to short column programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from sprague.automata import atoms
from sprague.automata.numeration import BINARY, numeration, recurrent
from sprague.automata.serialization import from_data
from sprague.certificates.verification import verify
from sprague.discovery.discover import discover
from sprague.errors import NotVerified
from sprague.formulas.position_set import PositionSet
from sprague.language.expressions import Expression
from sprague.limits import Limits
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.proofs.proof import AutomatonProof
from sprague.proofs.proving import prove
from sprague.rules import parse
from sprague.synthesis import describe_set
from sprague.synthesis.column_synthesis import column_program
from tests.certificates.samples import with_claim
from tests.snapshots import refused, snapshot

CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
EXACT = "(a, b, c, d, e) -> (u, v, c, d, e) where u < a, v < b any order"
STAGES = (
    "start: 0 or 4 ones -> start; 1 one -> rest with ones free; 5 ones -> zeros; "
    "rest: 0 or 3 ones -> rest; zeros: 0 ones -> zeros"
)


@pytest.mark.parametrize(
    ("file", "program"),
    [
        (
            "exact-nim-4-2.json",
            "columns(a, b, c, d) { start: 0 or 4 ones -> start; 1 one -> rest with ones free; "
            "rest: 0 or 3 ones -> rest }",
        ),
        ("exact-nim-5-2.json", f"columns(a, b, c, d, e) {{ {STAGES} }}"),
        ("exact-nim-6-2.json", f"columns(a, b, c, d, e, f) {{ {STAGES} }}"),
    ],
)  # fmt: skip
def test_exact_nim_has_a_program_of_three_stages(file: str, program: str) -> None:
    data = json.loads((CERTIFICATES / file).read_text())
    names = data["rule"]["piles"]
    automaton = from_data(data["automaton"], len(names), recurrent(tuple(data["numeration"])))
    assert str(column_program(automaton, list(map(Expression.of, names)))) == program


@pytest.mark.parametrize(
    ("rule", "misere", "digits", "program"),
    [
        # Misère Nim: as Nim, unless all piles are at most 1.
        (
            "(a, b, c) -> (u, b, c) where u < a any order", True, "2",
            "columns(a, b, c) { start: 2 ones -> rest not last; else -> last; end -> no; "
            "rest: even ones -> rest }",
        ),
        # The order of two piles matters, and of the other two.
        (
            "(a, b, c, d) -> (u, v, c, d) where u <= a, v <= b, u + v < a + b in a circle", False, "2",
            "columns(a, b in b, c, d in b) { start: even ones and even ones of b -> start }",
        ),
        # No two piles are alike: columns are spelt.
        (
            "(a, b) -> (a - 2k, b) where k >= 1 ; (a, b - k) where k >= 1", False, "2",
            "columns(a, b) { first: 00 -> first; 10 -> second; second: 01 -> first; 11 -> second }",
        ),
        (
            "(a, b) -> (a - k, b - k) where k >= 1 ; (a - k, b) where k >= 1 any order", False, "fibonacci",
            "columns(a, b) fibonacci { first: 1 one -> second with ones in X; second: 1 one -> third; "
            "end -> no; third: 0 ones and 1 one of X -> second; 1 one -> no; else -> fourth; fourth: 0 ones and 1 "
            "one of X -> second; 1 one -> no; else -> third; end -> no }",
        ),
    ],
)  # fmt: skip
def test_the_program_of_a_proved_set_is_verified(rule: str, misere: bool, digits: str, program: str | None) -> None:
    proof = discover(rule, misere=misere, numerations=[numeration(digits)], words=False)
    assert isinstance(proof, AutomatonProof)
    text = str(column_program(proof.positions, list(map(Expression.of, proof.game.names))))
    assert program is None or text == program
    again = prove(rule, text, misere=misere)
    assert isinstance(again, AutomatonProof)
    assert again.automata == proof.automata
    assert verify(again)


@pytest.mark.slow
def test_what_has_no_formula_gets_a_program_and_a_table() -> None:
    proof = discover(EXACT, numerations=[numeration("2")])
    assert isinstance(proof, AutomatonProof)
    assert proof.claim == f"columns(a, b, c, d, e) {{ {STAGES} }}"
    snapshot(proof.statement())
    (table,) = proof.tables()
    snapshot("\n".join(table.lines()))
    assert proof.to_json()["tables"] == [asdict(table)]
    certificate = proof.certificate()
    assert verify(certificate)
    wrong = with_claim(certificate, proof.claim.replace("0 or 3", "0 or 2"))
    with refused(NotVerified):
        verify(wrong)


@pytest.mark.slow
def test_what_piles_have_beyond_their_least_size_may_be_shorter_to_tell() -> None:
    rule = parse("(a, b) -> (u, b) where u < a any order piles >= 1")
    program = "columns(a - 1, b - 1) { first: 1 one -> second; else -> first; second: 0 ones -> first }"
    raised = translate_set(PositionSet.read(rule, program), positions_automaton(rule, BINARY)).automaton
    assert describe_set(rule, raised, Limits(seconds=60)) == program


def test_unreadable_programs_are_not_returned() -> None:
    far = atoms.linear((1, -1), -1000, "=")
    assert column_program(far, [Expression.of("a"), Expression.of("b")]) is None
