"""The filter for Coq files accepts exported files and nothing else."""

from __future__ import annotations

import pytest

import sprague
from sprague.coq.sentence_filter import read_theorems
from sprague.coq.syntax import library_names
from sprague.coq.theorem_file import theorem_file
from sprague.errors import SpragueError
from sprague.periods.period import Period
from sprague.proofs.proof import Proof
from tests.snapshots import snapshot

TRUE = "Theorem p_positions : True.\nProof. exact I. Qed.\n"


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("nim:piles=2", {}),
        pytest.param("(a, b) -> (u, b) where u < a any order", {"misere": True}, marks=pytest.mark.slow),
        ("(n) -> (n - k) where 1 <= k <= 3 block 1", {}),
        ("(a) -> (u) where u < a", {"values": 1}),
        pytest.param("empty-transfer:boxes=2", {"values": "all"}, marks=pytest.mark.slow),
        pytest.param("wythoff", {}, marks=pytest.mark.slow),
        ("(a', α) -> (u, α) where u < a' any order", {}),
    ],
)
def test_exported_files_are_accepted(game: str, asked: dict[str, object]) -> None:
    found = sprague.discover(game, **asked)  # type: ignore[arg-type]
    assert isinstance(found, Proof)
    file = theorem_file(found.certificate())
    assert set(file.statement.theorems) <= {theorem.name for theorem in read_theorems(file.text, "ours.v")}


def test_exported_files_about_heaps_are_accepted() -> None:
    found = sprague.find_period("0.77")
    assert isinstance(found, Period)
    file = theorem_file(found.certificate())
    assert [
        theorem.name for theorem in read_theorems(file.text, "kayles.v") if theorem.statement.startswith("Theorem ")
    ] == [*file.statement.theorems]


@pytest.mark.parametrize(
    ("more", "got"),
    [
        ("(** x *) Theorem claim_correct : 0 = 1. Admitted.", "'Admitted' in line 3"),
        ("Theorem (* c *) claim_correct : 0 = 1. Admitted.", "'Admitted' in line 3"),
        ("Theorem claim_correct : 0 = 1. Proof. Admitted.", "'Admitted' in line 3"),
        ("Theorem claim_correct : 0 = 1. Proof. { Admitted.", "'{ Admitted' in line 3"),
        ("Proposition pr : 0 = 1. Admitted.", "'Proposition pr : 0 = 1' in line 3"),
        ("Axiom bad : False.", "'Axiom bad : False' in line 3"),
        ("Theorem α : 0 = 1. Admitted.", "'Theorem α : 0 = 1' in line 3"),
        ("Theorem p_positions' : 0 = 1. Admitted.", '"Theorem p_positions\' : 0 = 1" in line 3'),
        ('Definition s := "(*"%string. Theorem w : 0=1. Admitted. Definition t := "*)"%string.', "'\"' in line 3"),
        ("Module Words. Theorem claim_correct : 0 = 1. Admitted. End Words.", "'Module Words' in line 3"),
        (
            "Module Short_x.\nTheorem claim_correct : 0 = 1.\nAdmitted.\nEnd Short_x.",
            "'Theorem claim_correct' in line 4",
        ),
        ("Definition is_position (r : rule) (x : position) := False.", "'Definition is_position' in line 3"),
        ("Definition p_position := True.", "'Definition p_position' in line 3"),
        ("Section S.\nVariable bad : False.", "'Section S' in line 3"),
        ('Print Universes "/tmp/any".', "'\"' in line 3"),
        ("Redirect x Print nat.", "'Redirect x Print nat' in line 3"),
        ("Extraction nat.", "'Extraction nat' in line 3"),
        ("Declare ML Module extraction_plugin.", "'Declare ML Module extraction_plugin' in line 3"),
        ("Load other.", "'Load other' in line 3"),
        ("Unset Guard Checking.", "'Unset Guard Checking' in line 3"),
        ("#[bypass_check(guard)] Fixpoint f (n : nat) : nat := f n.", "'#[bypass_check(guard)] Fixpoint"),
        ("From Coq Require Import Classical.", "'From Coq Require Import Classical' in line 3"),
        ("Notation p := True.", "'Notation p := True' in line 3"),
        ("Definition unfinished := 1", "'Definition unfinished := 1' in line 3"),
    ],
)
def test_anything_else_is_refused_before_coq_sees_it(more: str, got: str) -> None:
    with pytest.raises(SpragueError) as refused:
        read_theorems(TRUE + more, "theirs.v")
    message = str(refused.value)
    assert got in message
    assert "theirs.v" in message
    snapshot(message)


def test_what_has_to_be_trusted_keeps_its_names() -> None:
    words = {"losing", "winning", "p_position", "n_position", "is_position", "move", "grundy_value", "accepts", "set"}
    assert words - library_names() == {"set"}
    assert {"v", "low", "dist", "column_sum", "in_columns", "shift", "zeros", "nim_sum"} <= library_names()


def test_comments_hide_nothing() -> None:
    text = (
        "(* a (* b *) Axiom x : False. *)\n(** Admitted. *) Theorem period : (* . *) 1 = 1.\nProof. reflexivity. Qed.\n"
    )
    assert [theorem.statement for theorem in read_theorems(text, "one.v")] == ["Theorem period : 1 = 1"]
