"""Certificates and Coq files that Coq accepts or refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sprague
from sprague.certificates.conversion import convert
from sprague.coq.checking import check_statement, verify_by_coq, verify_file
from sprague.coq.moves import plans
from sprague.coq.theorem_file import theorem_file
from sprague.errors import NotVerified, OutOfTime
from sprague.limits import Limits
from tests.snapshots import refusal, snapshot

NIM = {
    "certificate": "sprague",
    "version": 1,
    "kind": "p-positions",
    "play": "normal",
    "numeration": "2",
    "rule": "(a, b) -> (u, b) where u < a any order",
    "tracks": ["a", "b"],
    "rank": {"terms": ["a + b"]},
    "automaton": {"transitions": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]},
    "claim": "a = b",
}


def certificate(game: str, formula: str | tuple[str, ...], misere: bool = False) -> dict[str, object]:
    proof = sprague.prove(game, formula, misere=misere)
    assert isinstance(proof, sprague.Proof)
    return proof.certificate()


@pytest.mark.parametrize(
    ("game", "formula", "misere"),
    [
        # Ferguson's Proposition 9: piles in some order, a distance, zeros at its end.
        ("sharing-nim:piles=3", "a = b and even(v2(c - a))", False),
        # His Proposition 4: positions without 0, zeros compared.
        ("empty-transfer:boxes=3", "v2(a) = v2(b) = v2(c)", False),
        ("rim:piles=2,base=3", "all columns base 3 mod 3 = 0", False),
        # A remembered number, the lowest power of two, xor.
        ("dynamic-nim:piles=2,stop=1,limit=2x-1", "sum <= 1 or t < low2((xor) xor 1)", False),
        ("graph-nim:graph=path3,rule=sharing", "-1 <= a + c - 2b <= 1 or a = c and a != b + 2 and b != a + 2", False),
        ("empty-transfer:boxes=2", "some pile >= 2 and all piles x: x = 1 or x mod 3 = 2", True),
        # Grundy functions by 2 to the value; Grundy values one after another.
        ("empty-transfer:boxes=2", "power = low2(bitor(a - 1, b - 1) + 1)", False),
        ("subtraction-transfer:a=2,b=2,c=2", ("x mod 4 < 2 and y mod 4 < 2", "x mod 4 < 2 and y mod 4 >= 2"), False),
    ],
)
def test_coq_accepts_a_theorem_of_each_kind(game: str, formula: str | tuple[str, ...], misere: bool, coq: Path) -> None:
    found = verify_by_coq(certificate(game, formula, misere))
    assert found
    assert found.play == ("misere" if misere else "normal")
    assert str(found).endswith(" describes the same positions.")


def test_grundy_values_are_theorems_too(coq: Path) -> None:
    proof = sprague.discover("nim:piles=2", values="all")
    assert isinstance(proof, sprague.Proof)
    function = proof.certificate()
    found = verify_by_coq(function)
    snapshot(str(found))
    assert found.unproved is None
    pile = NIM | {
        "rule": "(a) -> (u) where u < a, a - u <= 1",
        "tracks": ["a"],
        "rank": {"terms": ["a"]},
        "claim": None,
    }
    even = {"transitions": [[0, 1], [0, 1]], "accepting": [0]}
    odd = {"transitions": [[0, 1], [0, 1]], "accepting": [1]}
    values = pile | {"kind": "grundy-values", "automata": [even, odd], "all": True}
    del values["automaton"]
    snapshot(str(verify_by_coq(values)))
    text = theorem_file(values).text
    # A value that is another's, a position that has none.
    for right, wrong in (("set0 x = true) /\\", "set1 x = true) /\\"), ("(v < 2)%nat", "(v < 1)%nat")):
        assert right in text
        with pytest.raises(NotVerified):
            check_statement(text.replace(right, wrong), theorem_file(values).statement)


def test_results_have_the_form_of_verify(coq: Path) -> None:
    found = verify_by_coq(NIM)
    snapshot(str(found))
    data = found.to_json()
    assert data["verified"] is True
    assert "pairs" not in data
    assert str(data["coq"]).startswith("Coq ")


def test_certificates_of_version_2_are_read(coq: Path) -> None:
    found = verify_by_coq(convert(NIM))
    assert found
    assert (found.rule, found.claim) == (NIM["rule"], "a = b")


def test_a_set_with_an_uncovered_formula_is_proved_alone(coq: Path) -> None:
    found = verify_by_coq(NIM | {"claim": "max(a - b, b - a) = 0"})
    assert not found
    snapshot(str(found))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("(Leaf 2, false)]%positive", "(Leaf 2, true)]%positive"),  # a wrong acceptance
        ("[Leaf 1; Leaf 2]; Node [Leaf 2; Leaf 1]]", "[Leaf 2; Leaf 1]; Node [Leaf 1; Leaf 2]]"),  # swapped transitions
        ("(u < a)].", "(u < a /\\ 2 <= a)]."),  # another rule, of which this is not so
        ("Prop := a = b.", "Prop := a <= b."),  # a false formula
        ("claim_formula : formula := (Is 0)", "claim_formula : formula := (Neg (Is 0))"),
        ("C _2 (Q1 z3 Q0) (P4 _3 _2 _3 _3 P0) (P1 _2 P0);", ""),  # a missing cell
        ("(P1 _2 P0)", "P0"),  # a cell without its guess
        ("(Q2 z1 z1 Q0)", "(Q2 z1 z0 Q0)"),  # a guess with the state of another
        (";\n   Taken 0 [1;0]%nat None", ""),  # moves from one pile only
        ("[0;1]%nat None", "[0;1]%nat (Some (make_automaton [X l1]))"),  # what is left, left out
        ("Y l3]", "X l3]"),  # a smaller image
        ("Sums [(Var 0) + (Var 1)]", "Sums [(Var 0)]"),  # a rank that not every move lowers
    ],
)
def test_coq_refuses_what_is_damaged(right: str, wrong: str, coq: Path) -> None:
    file = theorem_file(NIM)
    assert file.text.count(right) == 1
    with pytest.raises(NotVerified):
        check_statement(file.text.replace(right, wrong), file.statement)


def test_a_failed_check_is_reported_as_false(coq: Path) -> None:
    file = theorem_file(NIM)
    wrong = file.text.replace("(Leaf 2, false)]%positive", "(Leaf 2, true)]%positive")
    with pytest.raises(NotVerified, match=r"check \(InBase 2\) game set evidence"):
        check_statement(wrong, file.statement)


def test_piles_may_have_the_names_of_what_is_in_hints(coq: Path) -> None:
    rule, claim = "(l1, X) -> (u, X) where u < l1 any order", "l1 = X"
    assert verify_by_coq(NIM | {"rule": rule, "claim": claim, "tracks": ["l1", "X"], "rank": {"terms": ["l1 + X"]}})


def test_large_remainders_are_given_to_coq(coq: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "MOST_TRANSITIONS", 0)
    file = theorem_file(NIM)
    (rest,) = re.findall(r"Taken 0 \[0;1\]%nat \(Some \(make_automaton \[(.*?)\]\)\)", file.text, re.DOTALL)
    check_statement(file.text, file.statement)
    less = rest.replace("Y", "X")
    assert less != rest
    with pytest.raises(NotVerified, match="Coq"):
        check_statement(file.text.replace(rest, less), file.statement)


def test_subformulas_are_checked_separately(coq: Path) -> None:
    totals = "sum - x < 3 or 3 <= sum - x < 6 and even(sum - x) or sum - x >= 6 and (sum - x) mod 3 = 1"
    file = theorem_file(certificate("empty-redistribute:boxes=3", f"all piles x: {totals}"))
    check_statement(file.text, file.statement)
    # Another set, and other words for it.
    for right, wrong in ((r"(set_1_ : .*?, )true", r"\1false"), (r"(part_1_ : .*?) < 6", r"\1 < 7")):
        damaged, count = re.subn(right, wrong, file.text, count=1, flags=re.DOTALL)
        assert count == 1
        with pytest.raises(NotVerified, match="Coq"):
            check_statement(damaged, file.statement)


def test_a_file_ends_with_the_question_for_axioms() -> None:
    file = theorem_file(NIM)
    assert file.statement.theorems == ("p_positions", "claim_correct")
    assert file.text.endswith("Definition theorems := (p_positions, claim_correct).\nPrint Assumptions theorems.\n")


def test_a_false_formula_is_refused(coq: Path) -> None:
    with pytest.raises(NotVerified, match="Coq"):
        verify_by_coq(NIM | {"claim": "a = b or a + b = 63"})


EVEN = "columns { start: even ones -> start; else -> no }"


@pytest.mark.parametrize(
    ("claim", "right", "wrong"),
    [
        (EVEN, "(Some 2) [0]]", "(Some 2) [1]]"),  # other columns
        (EVEN, "Reject [] false] true]", "Reject [] false] false]"),  # columns that may not end
        (EVEN, "in_columns 2 columns_1 [a; b].", "in_columns 2 columns_1 [a; a]."),  # other numbers
        ("exists n: a + n = b and n = 0", "n = 0.\n\n", "n = 1.\n\n"),  # another formula
        ("exists n: a + n = b and n = 0", "Leaf 1]], true);", "Leaf 2]], true);"),  # another set
    ],
)
def test_column_programs_and_quantifiers_describe_sets(claim: str, right: str, wrong: str, coq: Path) -> None:
    file = theorem_file(NIM | {"claim": claim})
    assert file.unproved is None
    check_statement(file.text, file.statement)
    before, found, after = file.text.rpartition(right)
    assert found
    with pytest.raises(NotVerified, match="Coq"):
        check_statement(before + wrong + after, file.statement)


def test_a_file_of_coq_proves_the_theorem_of_its_heading(coq: Path, tmp_path: Path) -> None:
    file = tmp_path / "nim.v"
    file.write_text(theorem_file(NIM).text)
    found = verify_file(file)
    assert found
    assert (found.rule, found.play, found.claim) == (NIM["rule"], "normal", "a = b")
    snapshot(str(found))


def test_the_time_limit_is_respected(coq: Path) -> None:
    with pytest.raises(OutOfTime):
        verify_by_coq(NIM, Limits(seconds=0))


def test_without_coq_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from sprague.coq.coq_program import NoCoq, find_coq

    monkeypatch.setenv("PATH", "/nowhere")
    find_coq.cache_clear()
    refusal(find_coq, NoCoq)
