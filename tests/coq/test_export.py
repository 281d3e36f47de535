"""Exported Coq files: their statements, and certificates that are refused."""

from __future__ import annotations

import pytest

import sprague
from sprague.coq.headings import Heading
from sprague.coq.moves.plans import Plan
from sprague.coq.rule_terms import NotCovered
from sprague.coq.statements import state
from sprague.coq.theorem_file import theorem_file
from sprague.errors import NotVerified, SpragueError
from sprague.rules import parse
from tests.coq.exported import to_coq
from tests.snapshots import refusal, refused

EMPTY = Plan((), (), ())

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
ALONE = {key: value for key, value in NIM.items() if key != "claim"}


def stated(rule: str) -> str:
    """Return the rule as the Coq file states it, for an arbitrary set."""
    tracks = [*parse(rule).names]
    lines = to_coq(ALONE | {"rule": rule, "rank": {"terms": []}, "tracks": tracks}).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Definition game"))
    end = lines.index("", start)
    return "\n".join(lines[start:end])


@pytest.mark.parametrize(
    "changed",
    [
        {"tracks": ["b", "a"]},
        {"tracks": ["b", "b"]},
        {"more": 1},
    ],
)
def test_what_is_no_certificate_is_no_theorem(changed: dict[str, object]) -> None:
    refusal(lambda: theorem_file(NIM | changed))


def test_names_that_coq_does_not_have_are_explained() -> None:
    rule = "(a', p_position) -> (u, p_position) where u < a' any order"
    text = to_coq(ALONE | {"rule": rule, "tracks": ["a'", "p_position"], "rank": {"terms": ["a' + p_position"]}})
    assert "A position is a list of a_1, p_position_ (p_position in the rule). *)" in text


def test_the_theorem_is_stated_in_the_words_of_the_rule() -> None:
    text = to_coq(NIM)
    assert "    Rule: (a, b) -> (u, b) where u < a any order\n" in text
    assert "    Formula: a = b\n" in text
    assert (
        "Definition game : rule := let a := Var 0 in let b := Var 1 in\n"
        "  Rule 2 [0;0]%nat (Always) (Never) (Never)\n"
        "  [let u := Var 2 in Written 1 [u; b]%term (u < a)].\n"
    ) in text
    assert "(p_position Normal game x <-> accepts 2 set x = true)" in text


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            "(a, b) -> (u, b) where u < a, (u + 1 != a or b = 0) any order piles >= 1 stop when a = b",
            "Definition game : rule := let a := Var 0 in let b := Var 1 in\n"
            "  Rule 2 [0;0]%nat (1 <= a /\\ 1 <= b) (a = b) (Never)\n"
            "  [let u := Var 2 in Written 1 [u; b]%term (u < a /\\ (u + 1 <> a \\/ b = 0))].",
        ),
        (
            "(a, b) -> (a - 2k, max(a, b)) where 1 <= k <= a div 2 win when a = 0",
            "Definition game : rule := let a := Var 0 in let b := Var 1 in\n"
            "  Rule 2 [0;1]%nat (Always) (Never) (a = 0)\n"
            "  [let k := Var 2 in Written 1 [a - 2 * k; Max a b]%term (1 <= k /\\ k <= a div 2)].",
        ),
        (
            "(n | in) -> (n - k | 2k - 1) where k + 1 power of 2, k <= in mod 3 positions where n >= |in - 2|",
            "Definition game : rule := let n := Var 0 in let in_1 := Var 1 in\n"
            "  Rule 2 [0;1]%nat (Abs (in_1 - 2) <= n) (Never) (Never)\n"
            "  [let k := Var 2 in let q := Var 3 in Written 2 [n - k; 2 * k - 1]%term "
            "((q = k + 1 /\\ Power q 2) /\\ k <= in_1 mod 3)].",
        ),
    ],
)
def test_rules_are_stated_as_they_are_written(rule: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.coq.moves.plans.Planner.plan", lambda *_: EMPTY)
    assert stated(rule) == message


def test_grundy_values_are_stated_one_by_one() -> None:
    nim = ALONE | {"rule": "(a) -> (u) where u < a", "tracks": ["a"], "kind": "grundy-values", "rank": {"terms": ["a"]}}
    del nim["automaton"]
    zero = {"transitions": [[0, 1], [1, 1]], "accepting": [0]}
    one = {"transitions": [[0, 1], [2, 2], [2, 2]], "accepting": [1]}
    text = to_coq(nim | {"automata": [zero, one]})
    assert (
        "  (grundy_value (move game) x 0 <-> accepts 2 set0 x = true) /\\\n"
        "  (grundy_value (move game) x 1 <-> accepts 2 set1 x = true).\n"
    ) in text
    assert "no_others" not in text
    with refused(SpragueError):
        to_coq(nim | {"automata": []})


def test_a_grundy_function_is_a_set_of_positions_with_values() -> None:
    nim = ALONE | {"rule": "(a) -> (u) where u < a", "tracks": ["a", "value"], "rank": {"terms": ["a"]}}
    text = to_coq(nim | {"kind": "grundy-function", "value": "number"})
    assert "(grundy_value (move game) x v <-> accepts 2 set (x ++ [v]) = true)" in text
    assert "Sums [(Var 0); (Var 1)]%term" in text
    levelling = nim | {"kind": "grundy-function", "value": "number", "rank": {"quadratic": "pairs"}}
    message = str(refusal(lambda: to_coq(levelling), NotCovered))
    assert "rank" in message


def test_a_proof_in_misere_play_writes_its_file() -> None:
    proof = sprague.prove("nim:piles=2", "(a = b and a >= 2) or a + b = 1", misere=True)
    assert isinstance(proof, sprague.Proof)
    assert "Theorem" in proof.to_coq()


def test_a_proof_writes_its_own_file() -> None:
    proof = sprague.prove("nim:piles=2", "a = b")
    assert isinstance(proof, sprague.Proof)
    assert "Written 1 [u; b]%term (u < a)" in proof.to_coq()


def test_a_rank_that_tells_piles_apart_is_not_covered() -> None:
    refusal(lambda: to_coq(NIM | {"rank": {"terms": ["2a + 3b"]}}), NotCovered)


@pytest.mark.parametrize(
    "rule",
    [
        "(a, b) -> (u, b) where u < a, u square any order",
        "(a, b) -> (a - k*b, b) where k >= 1 piles >= 1",
    ],
)
def test_rules_that_coq_does_not_know_are_refused(rule: str) -> None:
    heading = Heading("p-positions", rule)
    refusal(lambda: state(heading), NotCovered)


@pytest.mark.parametrize("rank", [{"terms": ["a + c"]}, "chips", {"terms": "a"}])
def test_a_malformed_rank_is_refused(rank: object) -> None:
    with pytest.raises(SpragueError):
        to_coq(NIM | {"rank": rank})


def test_a_wrong_set_is_noticed_where_no_move_leads_into_it() -> None:
    wrong = NIM | {"automaton": {"transitions": [[0, 1, 1, 1], [1, 1, 1, 1]], "accepting": [0]}}
    refusal(lambda: to_coq(wrong), NotVerified)
