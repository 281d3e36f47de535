"""`sprague ask`: exit codes, the JSON form, definitions and the explanation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sprague.errors import SpragueError
from tests.cli.running import run
from tests.snapshots import refused


def test_yes_and_no() -> None:
    code, text = run("ask", "wythoff", "all a: exists unique b: P(a, b)")
    assert (code, text.splitlines()[0]) == (0, "Yes, proved.")
    code, text = run("ask", "wythoff", "all a, b: P(a, b) implies P(a + 1, b + 1)")
    assert (code, text.splitlines()) == (1, ["No, proved.", "  Smallest counterexample: a = 0, b = 0"])
    code, text = run("ask", "wythoff", "exists a, b: P(a, b) and b > a + 1")
    assert (code, text.splitlines()[1]) == (0, "  Smallest witness: a = 3, b = 5")


def test_a_term_without_a_value_is_named() -> None:
    _, text = run("ask", "nim:piles=2", "all a: (least b: P(a, b) and b < 4) < 4")
    assert text.splitlines() == [
        "No, proved.",
        "  Smallest counterexample: a = 4",
        "  The term 'least b: P(a, b) and b < 4' has no value for a = 4, 5, 6, 7, 8, …, so comparisons with it are "
        "false there.",
    ]


def test_json_of_yes_and_no() -> None:
    code, text = run("ask", "wythoff", "exists a, b: P(a, b) and b > a + 1", "--json")
    data = json.loads(text)
    assert (code, data["answer"], data["witness"], data["counterexample"]) == (0, True, {"a": 3, "b": 5}, None)
    code, text = run("ask", "wythoff", "all a, b: P(a, b) implies P(a + 1, b + 1)", "--json")
    data = json.loads(text)
    assert (code, data["answer"], data["witness"], data["counterexample"]) == (1, False, None, {"a": 0, "b": 0})


def test_sets() -> None:
    code, text = run("ask", "wythoff", "P(a, b) and a + b < 9", "--json")
    data = json.loads(text)
    assert (code, data["names"], data["finite"], data["size"]) == (0, ["a", "b"], True, 5)
    assert data["members"] == [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]
    assert data["formula"]
    assert run("ask", "wythoff", "P(a, a) and a > 0")[1].startswith("No a has this property")
    assert run("ask", "wythoff", "position(a, b)")[1].startswith("All (a, b) have this property")
    assert "Exactly 1 (a, b)" in run("ask", "wythoff", "terminal(a, b)")[1]


@pytest.mark.slow
def test_an_infinite_set() -> None:
    code, text = run("ask", "nim:piles=2", "P(a, b) and a > 3", "--json", "--members", "3")
    data = json.loads(text)
    assert (code, data["finite"], data["size"], data["members"]) == (0, False, None, [[4, 4], [5, 5], [6, 6]])


@pytest.mark.slow
def test_undecided() -> None:
    code, text = run("ask", "wythoff", "P(a, b) and (a xor b) = 1", "--json")
    data = json.loads(text)
    assert (code, data["answer"], data["status"]) == (3, None, "undecided")
    assert "digits" in data["reason"]


def test_definitions() -> None:
    question = "exists a, b: P(a, b) and Q.P(a, b) and a > 0"
    assert run("ask", "wythoff", question, "--let", "Q=nim:piles=2")[0] == 1
    assert run("ask", "wythoff", "all a: exists b: S(a, b)", "--let", "S(x, y)=P(x, y) and x <= 2y")[0] == 0
    with pytest.raises(SpragueError, match="--let NAME=GAME"):
        run("ask", "wythoff", "P(a, b)", "--let", "Q")


def test_explanation() -> None:
    _, text = run("ask", "wythoff", "all a: exists b: P(a, b)", "--explain")
    assert "Digits: Fibonacci digits" in text
    assert "P(a, b): 8 states over a, b" in text


def test_discovered_theorems_are_stored() -> None:
    rule = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
    question = "all a, b: P(a, b) iff a mod 3 = b mod 3"
    code, text = run("ask", rule, question)
    assert code == 0
    assert "Discovered for this question" in text
    assert "Discovered" not in run("ask", rule, question)[1]


def test_stored_theorems_are_named() -> None:
    rule = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
    run("discover", rule)
    run("theorems", "name", "1", "bounded")
    code, text = run(
        "ask", "nim:piles=2", "all a, b: T.P(a, b) iff a mod 3 = b mod 3", "--let", "T=bounded", "--explain"
    )
    assert code == 0
    assert "theorem given by name or certificate: the P-positions" in text


def test_certificates(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    code, text = run("ask", "wythoff", "all a: exists b: P(a, b)", "-o", str(file))
    assert (code, text.splitlines()[-1]) == (0, f"  Certificate: {file}; check it with: sprague verify {file}")
    assert run("verify", str(file))[0] == 0
    _, text = run("ask", "wythoff", "P(a, b) and a + b < 5", "-o", str(file), "--json")
    assert json.loads(text)["certificate"] == str(file)
    code, text = run("verify", str(file))
    assert (code, text.startswith("Verified: the question 'P(a, b)")) == (0, True)


def test_examples() -> None:
    code, text = run("ask", "wythoff")
    questions = [line.strip() for line in text.splitlines()[1::2]]
    assert (code, questions[0]) == (0, "all a: exists unique b: P(a, b)")
    assert run("ask", "wythoff", questions[0])[0] == 0
    _, text = run("ask", "wythoff", "--json")
    assert [one["question"] for one in json.loads(text)["questions"]] == questions
    with refused(SpragueError, "linear"):
        run("ask", "0.77")
