"""Games whose moves lead to sums have a period for their theorem."""

from __future__ import annotations

from pathlib import Path

import pytest

import sprague
from sprague.discovery.discover import discover
from sprague.limits import Limits
from sprague.proofs.heap_proofs import HeapsProof
from sprague.proofs.proof import Proof
from sprague.proofs.store import load_proof
from sprague.proofs.stored_theorems import find_theorem, list_theorems
from sprague.proofs.undecided import Undecided
from tests.snapshots import snapshot
from tests.splitting_rules import Oracle, Split, SplitRule

KAYLES = "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2"
OTHERWISE = "(m) -> (x) + (m - 2 - x) where x <= m - 2 ; (x) + (y) where x + y = m - 1, x <= y"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path))


def _found(game: str) -> HeapsProof:
    found = discover(game)
    assert isinstance(found, HeapsProof)
    return found


def test_a_proved_period_is_a_theorem() -> None:
    proof = _found("kayles")
    snapshot(proof.statement())
    assert (5, 9, 1, 8) in proof
    assert (5, 9, 1, 7) not in proof
    assert proof.winning_options((3, 5)) == sprague.solve(KAYLES, (3, 5)).winning_moves
    assert sprague.verify(proof)


def test_values_are_those_of_plain_recursion() -> None:
    proof = _found("(n) -> (u) + (v) where u + v = n - 2")
    oracle = Oracle.of(SplitRule("n", (Split(2, (2,), exactly=True, least=0, distinct=False),), any_order=False))
    for heap in range(25):
        assert proof.grundy((heap,)) == oracle.grundy(((heap,),) if heap else ())


def test_a_stored_theorem_is_found_for_every_spelling_of_the_rule() -> None:
    sprague.keep(_found(OTHERWISE))
    assert [theorem["kind"] for theorem in list_theorems()] == ["heaps"]
    again = load_proof(sprague.game(KAYLES), misere=False)
    assert isinstance(again, Proof)
    snapshot(again.statement())
    assert find_theorem("octal:code=0.77").proof.grundy((10**30,)) == sprague.solve("kayles", (10**30,)).grundy
    answer = sprague.solve(KAYLES, (10**30,))
    assert (answer.because.kind, answer.grundy) == ("proof", again.grundy((10**30,)))
    snapshot(sprague.solve(KAYLES, (50,)).because.source)


@pytest.mark.parametrize(
    ("game", "misere", "limits"),
    [
        ("grundys-game", False, Limits(positions=1000)),
        ("laskers-nim", False, None),
        ("kayles", True, None),
        ("(a, b) -> (a - 1, u) + (v, b - 1) where u <= b, v < a", False, None),
    ],
)
def test_what_resists_says_why_and_what_to_try(game: str, misere: bool, limits: Limits | None) -> None:
    found = discover(game, misere=misere, budget=limits)
    assert isinstance(found, Undecided)
    snapshot(found.reason)
    snapshot("".join(found.advice))
