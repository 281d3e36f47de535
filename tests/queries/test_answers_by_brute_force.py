"""Yes/no answers of `ask`, their witnesses and counterexamples compared with brute force on boxes."""

from __future__ import annotations

import shlex
from itertools import pairwise
from pathlib import Path

import pytest

import sprague
from sprague.language.conditions import Not
from sprague.language.question_parser import parse_question
from sprague.queries.answers import TruthAnswer
from sprague.queries.predicates import Predicates
from tests.layers import sample
from tests.queries.brute_force import BoxTruth
from tests.queries.test_ask import FIXED
from tests.queries.test_research_questions import TRUTHS

BOUND = 8
#: Questions whose witness exceeds the default bound, with a larger bound.
LARGER = {"exists a, b: P(a, b) and b = a + 10": 28}
#: Questions of the test about fixed answers, and further questions: game and question.
QUESTIONS = [
    *(("wythoff", question) for question in FIXED),
    *((one.game, one.question) for one in TRUTHS),
    ("wythoff", "exists a, b, c, d: P(a, b) and P(c, d) and a + b = c + d + 1"),
    ("wythoff", "all a, b: P(a, b) and a < b implies 3b <= 5a + 3"),
    ("wythoff", "all a: exists b: P(a, b) and b <= 2a"),
    ("wythoff", "exists a: all b: b >= a implies exists c: c <= b and P(c, b)"),
    ("wythoff", "all a, b: P(a, b) implies not exists k: k >= 1 and P(a + k, b + k)"),
    ("nim:piles=2", "all a, b: P(a, b) iff misere.P(a, b)"),
    ("nim:piles=2", "all a, b: a >= 2 and b >= 2 implies (P(a, b) iff misere.P(a, b))"),
    ("nim:piles=2", "all a, b: value(a, b) = 1 implies |a - b| = 1"),
    ("nim:piles=2", "exists a, b: value(a, b) = 1 and |a - b| > 1"),
    ("nim:piles=3", "all a, b, c: P(a, b, c) and c >= a and c >= b implies 2c >= a + b"),
    ("nim:piles=3", "exists a, b, c: P(a, b, c) and a < b < c and c > a + b"),
    ("sharing-nim:piles=2", "all a, b: P(a, b) implies P(a + 1, b + 1)"),
    ("sharing-nim:piles=2", "all a, b: terminal(a, b) implies P(a, b)"),
    ("n -> n - k where k in {1, 3, 4}", "all n: P(n) implies not P(n + 1) and not P(n + 3) and not P(n + 4)"),
    ("n -> n - k where k in {1, 3, 4}", "exists infinitely many n: P(n) and P(n + 2)"),
    ("n -> n - k where k in {1, 3, 4}", "exists finitely many n: not (P(n) iff misere.P(n))"),
    ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", "all x, y: P(x, y) iff P(x + 4, y)"),
    ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", "exists x, y: P(x, y) and P(x + 1, y)"),
    ("(a, b) -> (u, b) where u < a any order piles >= 1", "all a: a >= 1 implies exists unique b: P(a, b)"),
    ("(a, b) -> (u, b) where u < a any order piles >= 1", "exists b: P(0, b)"),
    ("(a, b) -> (u, b) where u < a any order piles >= 1", "all a, b: N(a, b) implies exists c: move(a, b; c, b)"),
]
LIMITS = {"chocolate-bar": 5, "nim:piles=3": 6, "sharing-nim": 6}


def documented() -> list[tuple[str, str, dict[str, str], bool]]:
    """The questions in the documents that are answered by yes or no: game, question, definitions and shown answer."""
    root = Path(__file__).parents[2]
    found: list[tuple[str, str, dict[str, str], bool]] = []
    for file in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        lines = file.read_text(encoding="utf-8").splitlines()
        for line, answer in pairwise(lines):
            if line.startswith("$ sprague ask ") and answer in ("Yes, proved.", "No, proved."):
                _, _, _, game, question, *options = shlex.split(line)
                given = [text for option, text in pairwise(options) if option == "--let"]
                let = dict(text.split("=", 1) for text in given)
                one = (game, question, let, answer.startswith("Yes"))
                if one not in found:
                    found.append(one)
    return found


DOCUMENTED = documented()
#: Documented questions with many quantified numbers, with smaller bounds.
SMALLER = {"all a, b, c, d, e, f: P(a, b, c) and P(d, e, f) implies P(a + d, b + e, c + f)": 4}


@pytest.mark.parametrize(
    ("game", "question"), sample(QUESTIONS, 2), ids=[f"{game}: {question}" for game, question in QUESTIONS]
)
def test_yes_and_no(game: str, question: str) -> None:
    found = sprague.ask(game, question)
    assert isinstance(found, TruthAnswer)
    truth = BoxTruth(game, LARGER.get(question, LIMITS.get(game, BOUND)))
    formula = parse_question(question, found.predicates.arities, found.game.piles).formula
    assert truth.holds(formula, {}) is found.answer
    if found.witness:
        assert found.witness == truth.least_witness(formula)
    if found.counterexample and isinstance(formula, Not):
        assert found.counterexample == truth.least_witness(formula.part)


def test_documented_questions_are_found() -> None:
    assert len(DOCUMENTED) >= 12
    assert {answer for *_, answer in DOCUMENTED} == {True, False}


@pytest.mark.parametrize(
    ("game", "question", "let", "answer"), DOCUMENTED, ids=[f"{game}: {question}" for game, question, *_ in DOCUMENTED]
)
def test_documented_answers(game: str, question: str, let: dict[str, str], answer: bool) -> None:
    games = {name: text for name, text in let.items() if "->" in text}
    predicates = Predicates.of(sprague.game(game), False, let)
    truth = BoxTruth(game, SMALLER.get(question, BOUND), **games)
    truth.sets = {name: (one.names, one.question.formula) for name, one in predicates.sets.items()}
    formula = parse_question(question, predicates.arities, predicates.games[""].rule.piles).formula
    assert truth.holds(formula, {}) is answer
