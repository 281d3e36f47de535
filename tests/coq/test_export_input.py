"""Conversion of totals and windows to automata of the same positions."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import sprague
from sprague.coq.automaton_tables import StateLimit
from sprague.coq.checking import verify_by_coq
from sprague.coq.export_input import DigitSets, convert_to_automata, read_certificate

COOKIES = "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)"


def proof_of(game: str, misere: bool) -> sprague.Proof:
    found = sprague.discover(game, misere=misere)
    assert isinstance(found, sprague.Proof)
    return found


@pytest.mark.parametrize(
    ("game", "misere", "kind"),
    [
        (COOKIES, False, "window"),
        (f"{COOKIES} piles >= 1", False, "window"),
        ("empty-redistribute:boxes=3", False, "totals"),
        ("empty-redistribute:boxes=2", True, "totals"),
    ],
)
def test_the_set_is_the_same(game: str, misere: bool, kind: str) -> None:
    proof = proof_of(game, misere)
    assert proof.kind == kind
    found = convert_to_automata(read_certificate(proof.certificate()), StateLimit.of())
    assert (found.kind, found.play) == ("p-positions", proof.play)
    assert isinstance(found.evidence, DigitSets)
    (members,) = found.evidence.automata
    for numbers in product(range(9), repeat=len(proof.game.names)):
        expected = proof.game.is_position(numbers) and numbers in proof
        assert members.contains(numbers, found.evidence.numeration) == expected, numbers


def test_other_certificates_stay_what_they_are() -> None:
    proof = sprague.prove("nim:piles=2", "a = b")
    assert isinstance(proof, sprague.Proof)
    certificate = read_certificate(proof.certificate())
    assert convert_to_automata(certificate, StateLimit.of()) is certificate


def test_coq_accepts_the_p_positions_of_a_window(coq: Path) -> None:
    assert verify_by_coq(proof_of(COOKIES, False).certificate())
