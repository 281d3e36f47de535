"""Comparison of Coq's form of rules and formulas with the certificate on small positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from sprague.coq import statements, theorem_file
from sprague.coq.checking import verify_by_coq
from sprague.coq.formulas.formula_theorem import translate_claim
from sprague.coq.rule_translation import CoqRule
from sprague.coq.sampling import read_answers, sample_claim, sample_heaps, sample_rule
from sprague.errors import NotVerified
from sprague.rules import parse
from sprague.rules.ruleset import Ruleset
from tests.coq.test_checking import NIM
from tests.snapshots import refusal

EVEN = {"transitions": [[0, 1], [0, 1]], "accepting": [0]}
ONE_PILE = NIM | {"rule": "(a) -> (u) where u < a", "tracks": ["a"], "rank": {"terms": ["a"]}}
ONLY_ZERO = {"transitions": [[0, 1], [1, 1]], "accepting": [0]}


def mistranslate(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """Let every rule be translated as another one."""
    right = CoqRule.of
    monkeypatch.setattr(CoqRule, "of", staticmethod(lambda rule: right(parse(wrong))))


def test_a_rule_with_moves_left_out_is_noticed(coq: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The even numbers are the P-positions if one chip is taken, and a certificate presents them as those of Nim."""
    mistranslate(monkeypatch, "(a) -> (u) where u < a <= u + 1")
    wrong = {key: value for key, value in ONE_PILE.items() if key != "claim"} | {"automaton": EVEN}
    refusal(lambda: verify_by_coq(wrong), NotVerified)


def test_a_rule_with_more_moves_is_noticed(coq: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only 0 is a P-position of Nim, and a certificate presents this set for taking one chip."""
    mistranslate(monkeypatch, "(a) -> (u) where u < a")
    rule = "(a) -> (u) where u < a <= u + 1"
    wrong = {key: value for key, value in ONE_PILE.items() if key != "claim"} | {"automaton": ONLY_ZERO, "rule": rule}
    refusal(lambda: verify_by_coq(wrong), NotVerified)


def test_a_formula_that_is_translated_wrongly_is_noticed(coq: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (statements, theorem_file):
        monkeypatch.setattr(
            module,
            "translate_claim",
            lambda rule, claim, digits, suffix="": translate_claim(rule, "a = b", digits, suffix),
        )
    refusal(lambda: verify_by_coq(NIM | {"claim": "a = b or a + b = 3"}), NotVerified)


@pytest.mark.parametrize(
    "rule",
    [
        "(a, b) -> (u, b) where u < a, (u + 1 != a or b = 0) any order piles >= 1 stop when a = b",
        "(a, b) -> (a - 2k, max(a, b)) where 1 <= k <= a div 2 win when a = 0",
        "(n | t) -> (n - k | 2k - 1) where k + 1 power of 2, k <= t mod 3 positions where n >= |t - 2|",
        "(a, b, c) -> (a - 1, b + 1, c) in a row",
        "(n) -> (n - k + 40) where 41 <= k <= n + 40",
    ],
)
def test_coq_computes_the_options_of_a_rule(rule: str, coq: Path, tmp_path: Path) -> None:
    from sprague.coq.checking import _compile_statement
    from sprague.coq.coq_program import find_coq
    from sprague.coq.headings import Heading

    statement = statements.state(Heading("p-positions", rule))
    assert len(statement.samples.samples) >= 20
    _compile_statement(find_coq(), tmp_path, statement, ["-Q", str(coq), "Sprague", "-Q", ".", "Ours"])


def sizes(rule: Ruleset) -> tuple[int, int]:
    samples = sample_rule(rule, CoqRule.of(rule)).samples
    return len(samples), max(max(sample.position) for sample in samples)


def test_there_are_fewer_samples_where_moves_have_more_choices() -> None:
    assert sizes(parse("(a) -> (u) where u < a")) == (99, 98)
    many, _ = sizes(parse("(a, b, c, d, e) -> (u, v, w, x, y) where u + v + w + x + y = a + b any order piles >= 1"))
    assert 1 <= many < 5


def test_empty_heaps_do_not_count() -> None:
    samples = sample_heaps(parse("(n) -> (u) + (v) where u + v = n - 1")).samples
    assert [sorted(sample.options) for sample in samples[:4]] == [[], [()], [(1,)], [(1, 1), (2,)]]


def test_answers_are_read() -> None:
    output = "     = [[[0; 1%N]]; []]\n     : list (list position)\n     = [true; false]\n     : list bool\nClosed\n"
    assert list(read_answers(output)) == [[[[0, 1]], []], [True, False]]


def test_claims_are_evaluated_in_the_orders_that_are_meant() -> None:
    rule = parse("(a, b) -> (u, b) where u < a any order")
    some = sample_claim(rule, [(0, 1), (1, 0), (1, 1)], "a < b", "accepts 2", "set", None)
    every = sample_claim(rule, [(0, 1), (1, 0), (1, 1)], "for every order: a <= b", "accepts 2", "set", None)
    assert some is not None
    assert every is not None
    assert (some.expected, every.expected) == ((True, True, False), (False, False, True))
