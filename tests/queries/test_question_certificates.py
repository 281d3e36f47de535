"""Certificates of questions: the checker verifies true answers and refuses changed ones."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sprague
from sprague.checker import CheckerError, NotVerified
from sprague.checker import verify as check
from sprague.errors import SpragueError
from sprague.queries.answers import SetAnswer, TruthAnswer
from tests.checker.kind_samples import variants
from tests.layers import sample
from tests.queries.test_ask import FIXED, GAMES, Naive, RandomQuestion

OTHERS = [
    ("wythoff", "all a, b: not (P(a, b) and P(a + i, b + j))"),
    ("wythoff", "exists c, d: P(c, d) and move(a, b; c, d)"),
    ("wythoff", "P(a, b) and not misere.P(a, b)"),
    ("nim:piles=2", "value(a, b) = 2 or value(a, a + b) = 0"),
    ("wythoff", "value(a, b) = 0 and a < 3"),
    ("nim:piles=2", "all a, b: value(a, b) = (a xor b)"),
    ("sharing-nim", "P(a, a, b)"),
    ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", "value(x, y) = 2 and terminal(x - 2, y)"),
    ("(a, b) -> (u, b) where u < a any order stop when a + b <= 3", "terminal(a, b) or N(a, b) and a < 4"),
    ("(a, b) -> (u, b) where u < a any order piles >= 1", "move(a, b; c, 2) and P(c, 2)"),
]


def answered(game: str, question: str, **options: Any) -> TruthAnswer | SetAnswer:
    found = sprague.ask(game, question, **options)
    assert isinstance(found, TruthAnswer | SetAnswer)
    return found


def written(answer: TruthAnswer | SetAnswer, with_formula: bool = True) -> dict[str, Any]:
    if isinstance(answer, SetAnswer) and not with_formula:
        answer.__dict__["formula"] = None  # the search for a formula takes long
    found: dict[str, Any] = json.loads(json.dumps(answer.certificate()))
    return found


def verdict(data: dict[str, Any]) -> str:
    try:
        return "verified" if check(copy.deepcopy(data)) else "unproved"
    except CheckerError as error:
        return type(error).__name__


@pytest.mark.parametrize("question", sample(FIXED, 4))
def test_the_checker_agrees_about_wythoff(question: str) -> None:
    data = written(answered("wythoff", question))
    assert verdict(data) == "verified"
    assert verdict({**data, "answer": not data["answer"]}) == "NotVerified"


@pytest.mark.parametrize(("game", "question"), sample(OTHERS, 4))
def test_the_checker_agrees_about_other_games(game: str, question: str) -> None:
    assert verdict(written(answered(game, question), with_formula=False)) == "verified"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "question"), sample(OTHERS, 4))
def test_the_checker_agrees_about_formulas(game: str, question: str) -> None:
    assert verdict(written(answered(game, question))) == "verified"


@pytest.mark.parametrize("game", GAMES)
def test_the_checker_agrees_about_random_questions(game: str) -> None:
    rule = sprague.game(game)
    naive = Naive(rule)
    for seed in range(100, 108):
        text, _ = RandomQuestion(naive, seed).question(["a", "b"], 2)
        found = sprague.ask(rule, text)
        assert isinstance(found, SetAnswer)
        assert verdict(written(found, with_formula=False)) == "verified", text


@pytest.mark.slow
def test_changed_sets_are_refused() -> None:
    data = written(answered("wythoff", "P(a, b) and a < b and a + b < 20"), with_formula=False)
    automaton = data["answer"]["automaton"]
    assert verdict(data) == "verified"
    wrong = 0
    for number in range(len(automaton["transitions"])):
        changed = copy.deepcopy(data)
        accepting = changed["answer"]["automaton"]["accepting"]
        if number in accepting:
            accepting.remove(number)
        else:
            accepting.append(number)
        wrong += verdict(changed) == "NotVerified"
    assert wrong == len(automaton["transitions"])
    refused = 0
    for place, row in enumerate(automaton["transitions"]):
        for symbol, target in enumerate(row):
            changed = copy.deepcopy(data)
            changed["answer"]["automaton"]["transitions"][place][symbol] = (target + 1) % len(row)
            refused += verdict(changed) != "verified"
    assert refused > len(automaton["transitions"])


def test_changed_questions_theorems_and_formulas_are_refused() -> None:
    data = written(answered("wythoff", "exists a, b: P(a, b) and b = a + 10 and a > 3"))
    false = written(answered("wythoff", "exists a, b: P(a, b) and b = a + 10 and a > 30"))
    assert verdict({**false, "answer": True}) == "NotVerified"
    theorem = data["games"][0]
    refused = [verdict({**data, "games": [{**theorem, "automaton": one}]}) for one in variants(theorem["automaton"])]
    assert all(one != "verified" for one in refused)
    assert "NotVerified" in refused
    assert verdict({**data, "games": [{**theorem, "play": "misere"}]}) == "NotVerified"
    assert verdict({**data, "games": [{"rule": theorem["rule"]}]}) == "NotACertificate"
    named = written(answered("wythoff", "P(a, b) and a + b < 9"))
    assert "formula" in named["answer"]
    named["answer"]["formula"] = ["compare", "a", "=", "b"]
    with pytest.raises(NotVerified, match="the formula"):
        check(named)


SIMILAR = (
    "P(a, b)",
    "P(b, a)",
    "misere.P(a, b)",
    "N(a, b)",
    "P(a, b) and a <= b",
    "P(a, b) and a < b",
    "P(a, b) and not P(b, a)",
    "P(a, b + 1)",
    "P(a, b) and exists c: c < a and P(c, b + 1)",
)


def test_a_question_has_no_answer_of_another_question() -> None:
    answers = [answered("nim:piles=2", question) for question in SIMILAR]
    files = [written(answer, with_formula=False) for answer in answers]
    for one, first in zip(answers, files, strict=True):
        for two, second in zip(answers, files, strict=True):
            assert isinstance(one, SetAnswer)
            assert isinstance(two, SetAnswer)
            expected = "verified" if one.automaton == two.automaton else "NotVerified"
            assert verdict({**first, "answer": second["answer"]}) == expected, (one.question.text, two.question.text)


def test_the_statement_names_the_rules_and_sets_of_the_file() -> None:
    question = "all a: exists unique b: P(a, b)"
    wythoff, nim = (written(answered(game, question)) for game in ("wythoff", "nim:piles=2"))
    exchanged = {**nim, "quotations": wythoff["quotations"]}
    assert "P contains the P-positions in normal play of (a, b) -> (u, b) where u < a any order." in str(
        check(exchanged)
    )
    assert verdict({**wythoff, "games": nim["games"]}) == "NotACertificate"  # the digits differ
    won = copy.deepcopy(nim)
    won["sets"][0]["predicate"] = "N"
    assert verdict(won) == "NotVerified"
    assert "P contains the N-positions in normal play" in str(check({**won, "answer": False}))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"names": ["a"]},
        {"names": ["a", "b", "c"]},
        {"names": ["a", "a"]},
        {"answer": True},
        {"answer": {}},
        {"sets": []},
        {"sets": [{"name": "P", "game": 1, "predicate": "P"}]},
        {"sets": [{"name": "P", "game": 0, "predicate": "Q"}]},
        {"sets": [{"name": "P", "game": 0, "predicate": "value", "value": 0}]},
        {"sets": [{"name": "P", "game": 0, "predicate": "P"}] * 2},
        {"sets": [{"name": "not", "game": 0, "predicate": "P"}]},
        {"sets": [{"name": "P", "names": ["a"], "formula": ["compare", "a", "=", "b"]}]},
        {"question": ["member", "R", ["a", "b"]]},
        {"question": ["member", "P", ["a", "b", "b"]]},
        {"numeration": [2]},
        {"other": 1},
    ],
)
def test_malformed_questions_are_refused(change: dict[str, Any]) -> None:
    data = cold_pairs()
    assert verdict({**data, **change}) == "NotACertificate"


@cache
def cold_pairs() -> dict[str, Any]:
    """The certificate of the set of the P-positions of Wythoff's game with sorted piles."""
    data = written(answered("wythoff", "P(a, b) and a <= b"), with_formula=False)
    assert verdict(data) == "verified"
    return data


def test_a_question_cannot_stand_for_a_theorem() -> None:
    data = written(answered("wythoff", "true"))
    assert verdict({**data, "games": [{**data, "kind": "p-positions"}]}) == "NotACertificate"


def test_members_of_sets_occur_only_in_questions() -> None:
    proof = sprague.prove("nim:piles=2", "a = b")
    assert isinstance(proof, sprague.Proof)
    data: dict[str, Any] = json.loads(json.dumps(proof.certificate()))
    data["claims"][0]["formula"] = ["member", "P", ["a", "b"]]
    assert verdict(data) == "NotACertificate"


def test_definitions_are_printed(tmp_path: Path) -> None:
    found = answered("wythoff", "all a: S(a) implies exists b: Q.P(a, b)", let={"S(n)": "n > 3", "Q": "nim:piles=2"})
    found.save(tmp_path / "q.json")
    text = str(sprague.verify(tmp_path / "q.json"))
    assert "S(n) means 'n > 3'" in text
    assert "Q.P contains the P-positions in normal play of (a, b) -> (u, b) where u < a any order" in text


def test_questions_are_not_exported_to_coq(tmp_path: Path) -> None:
    answered("wythoff", "true").save(tmp_path / "q.json")
    from sprague.coq.checking import verify_by_coq

    with pytest.raises(SpragueError, match="export to Coq the theorems"):
        verify_by_coq(tmp_path / "q.json")
