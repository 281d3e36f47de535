"""Coq files that state less than they seem to: the comparison refuses each of them, and the filter refuses most."""

from __future__ import annotations

from pathlib import Path

import pytest

from sprague.coq.checking import check_statement, verify_file
from sprague.coq.headings import read_heading
from sprague.coq.sentence_filter import read_theorems
from sprague.coq.statements import state
from sprague.coq.syntax import TRUSTED, defined_names, library_names
from sprague.coq.theorem_file import theorem_file
from sprague.errors import NotVerified, SpragueError
from tests.coq.test_checking import NIM
from tests.snapshots import refusal, refused, snapshot

IMPORTS = "Import ListNotations.\n"
ALONE = {key: value for key, value in NIM.items() if key != "claim"}


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def check_heading(text: str) -> None:
    """Compare a file with the statement of its own heading; the filter is left out."""
    heading = read_heading(text)
    assert heading is not None
    check_statement(text, state(heading))


#: Nim in normal play, given out as misère play, for which the set is wrong.
MISERE = (
    ("Play: normal", "Play: misere"),
    ("p_position Normal", "p_position Misere"),
    ("n_position Normal", "n_position Misere"),
)


@pytest.mark.parametrize(
    "definition",
    [
        "Definition Misere := Normal.",
        "Notation Misere := Normal.",
        "Notation \"'Misere'\" := Normal.",
        "Module Game. Definition Misere := Normal. End Game. Import Game.",
        "Module Sprague. Module Game. Definition Misere := Normal. End Game. End Sprague. Import Stated.Sprague.Game.",
        "Definition p_position (c : convention) := Game.p_position Normal. "
        "Definition n_position (c : convention) := Game.n_position Normal.",
        "Inductive play := Misere. Coercion normal (p : play) : convention := Normal.",
    ],
)
def test_another_meaning_of_misere_is_refused(definition: str, coq: Path) -> None:
    text = changed(theorem_file(ALONE).text, *MISERE, (IMPORTS, f"{IMPORTS}{definition}\n"))
    refusal(lambda: check_heading(text), NotVerified)
    with refused(SpragueError):
        read_theorems(text, "misere.v")


@pytest.mark.parametrize("name", ["Normal", "Misere", "true", "N", "Rule", "Written", "accepts", "choices", "Never"])
def test_names_of_statements_cannot_be_defined(name: str) -> None:
    for sentence in (
        f"Definition {name} := 0",
        f"Notation {name} := 0",
        f"Lemma {name} : True",
        f"Module {name}",
        f"Module Short_x. Definition {name} := 0",
        f"#[local] Hint Resolve {name} : claim",
        f"Inductive other := {name}",
    ):
        text = changed(theorem_file(ALONE).text, (IMPORTS, f"{IMPORTS}{sentence}.\n"))
        with pytest.raises(SpragueError):
            read_theorems(text, "theirs.v")


OTHER = "(a, b) -> (u, b) where u < a, u + 3 >= a any order"


def test_a_game_that_differs_from_the_rule_in_the_heading_is_refused(coq: Path, tmp_path: Path) -> None:
    file = tmp_path / "nim.v"
    file.write_text(changed(theorem_file(NIM).text, (str(NIM["rule"]), OTHER)))
    refusal(lambda: verify_file(file), NotVerified)


def test_a_game_by_another_constructor_is_refused(coq: Path) -> None:
    """A rule that takes one chip is presented as Nim: a position is a P-position if its sum is even."""
    even = {"transitions": [[0, 1, 1, 0], [0, 1, 1, 0]], "accepting": [0]}
    one = ALONE | {"rule": "(a, b) -> (u, b) where u < a <= u + 1 any order", "automaton": even}
    text = changed(
        theorem_file(one).text,
        (str(one["rule"]), str(NIM["rule"])),
        (" /\\ a <= u + 1", ""),
        (IMPORTS, f"{IMPORTS}Definition Written n t c := Game.Written n t (c /\\ Var 0 <= Var 2 + 1)%condition.\n"),
    )
    refusal(lambda: check_heading(text), NotVerified)
    with refused(SpragueError):
        read_theorems(text, "theirs.v")


def test_a_formula_that_says_nothing_is_refused(coq: Path, tmp_path: Path) -> None:
    text = theorem_file(NIM).text
    start, end = text.index("Theorem claim_correct"), text.index("(** The theorems use")
    premise = "forall a b : N, is_position game [a; b] ->"
    trivial = f"Theorem claim_correct : {premise}\n  (p_position Normal game [a; b] <-> claim a b)."
    text = f"{text[:start]}{trivial}\nProof. unfold claim. tauto. Qed.\n\n{text[end:]}"
    file = tmp_path / "nim.v"
    file.write_text(changed(text, ("Prop := a = b.", "Prop := p_position Normal game [a; b].")))
    refusal(lambda: verify_file(file), NotVerified)


def test_another_set_than_that_of_the_certificate_is_refused(coq: Path, tmp_path: Path) -> None:
    """Another automaton for the set of Nim is refused, because the certificate has a different automaton."""
    larger = {"transitions": [[0, 1, 1, 2], [1, 1, 1, 1], [2, 1, 1, 2]], "accepting": [0, 2]}
    file = tmp_path / "nim.v"
    file.write_text(theorem_file(ALONE | {"automaton": larger}).text)
    assert verify_file(file)
    assert verify_file(file, ALONE | {"automaton": larger})
    refusal(lambda: verify_file(file, ALONE), NotVerified)


def test_a_file_without_a_rule_needs_a_certificate(coq: Path, tmp_path: Path) -> None:
    file = tmp_path / "nim.v"
    text = theorem_file(NIM).text
    file.write_text(text[text.index("From Coq") :])
    refusal(lambda: verify_file(file), SpragueError)
    found = verify_file(file, NIM)
    assert found
    assert found.claim == "a = b"
    snapshot(str(found))


def test_a_theorem_that_is_missing_is_noticed(coq: Path, tmp_path: Path) -> None:
    file = tmp_path / "nim.v"
    file.write_text(changed(theorem_file(ALONE).text, ("Digits: 2", "Digits: 2\n    Formula: a = b")))
    refusal(lambda: verify_file(file), NotVerified)


def test_a_file_that_proves_no_formula_leaves_it_undecided(coq: Path, tmp_path: Path) -> None:
    file = tmp_path / "nim.v"
    file.write_text(theorem_file(ALONE).text)
    found = verify_file(file, NIM)
    assert not found
    snapshot(str(found.unproved))


def test_an_axiom_is_noticed(coq: Path) -> None:
    text = theorem_file(ALONE).text
    admitted = changed(
        text, ("Lemma checked :", "Axiom checked :"), ("Proof. vm_cast_no_check (eq_refl true). Qed.", "")
    )
    with pytest.raises(NotVerified, match=r"Stated\.checked"):
        check_heading(admitted)


@pytest.mark.parametrize(
    "line",
    [
        "    Rule: x",
        "    Play: both",
        "    Values: 101",
        "    Track: colour",
    ],
)
def test_a_malformed_heading_is_refused(line: str) -> None:
    text = changed(theorem_file(NIM).text, ("    Digits: 2\n", f"    Digits: 2\n{line}\n"))
    refusal(lambda: read_heading(text), SpragueError)


def test_all_names_that_the_library_defines_are_known(coq: Path) -> None:
    """Coq lists its definitions in files next to the compiled files."""
    for path in ((coq / name).with_suffix(".glob") for name in TRUSTED):
        lines = (line.split() for line in path.read_text().splitlines())
        kinds = {"def", "constr", "ind", "rec", "proj", "prf", "scheme"}
        defined = {line[3] for line in lines if line[0] in kinds and line[2] == "<>"}
        known = set(defined_names(path.with_suffix(".v").read_text()))
        assert {name for name in defined if not name.endswith(("_rect", "_ind", "_rec", "_sind"))} <= known, path.name
    assert {"Normal", "Misere", "Rule", "Written", "choices", "losing", "Losing", "Never", "Var"} <= library_names()
