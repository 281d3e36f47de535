"""The page about a game shows theorems and observations separately, and only theorems are reasons."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import sprague
from sprague.cli.main import app
from sprague.errors import OutOfReach
from sprague.games import Observation, Theorem, observations, theorems
from sprague.limits import Limits
from sprague.papers import find_claims
from sprague.proofs.store import keep
from tests.snapshots import refused, snapshot


def shown(game: str, *more: str) -> str:
    return CliRunner().invoke(app, ["show", game, *more], catch_exceptions=False).stdout


def section(text: str, heading: str) -> list[str]:
    """The lines below a heading, up to the next heading or the sources."""
    lines = text.split(f"{heading}\n{'-' * len(heading)}\n")[1].splitlines()
    end = next(i for i, line in enumerate(lines) if line.startswith(("--", "References")))
    return lines[:end]


def test_theorems_are_shown_with_statement_source_and_play() -> None:
    lines = section(shown("nim:piles=2"), "Theorems")
    snapshot("\n".join([line for line in lines if not line.startswith("  Formula: ")]))


def test_a_code_with_a_digit_above_7_is_hexadecimal() -> None:
    assert shown("0.8").startswith("Hexadecimal game\n================\n")
    assert json.loads(shown("octal:code=4.A", "--json"))["title"] == "Hexadecimal game"
    assert shown("4.7").startswith("Octal game\n==========\n")


@pytest.mark.parametrize(
    "rule", ["(a, b) -> (a - k, b + 1)", "(a, b) -> (a - k, b) where k < b any order", "(a) -> (a + 1)"]
)
def test_an_example_of_endless_play_is_shown(rule: str) -> None:
    last = shown(rule).splitlines()[-1]
    snapshot(last)
    assert json.loads(shown(rule, "--json"))["description"].endswith(last)
    assert ("write k >= 1" in last) == ("k" in rule)


def test_what_was_discovered_is_known_too() -> None:
    rule = "(p, q) -> (u, q) where u < p any order"
    assert "Theorems" not in shown(rule)
    for game in (rule, "nim:piles=2"):
        proof = sprague.discover(game)
        assert isinstance(proof, sprague.Proof)
        keep(proof)
        text = shown(game)
        assert text.count("In normal play: stored theorem") == 1
        assert f"  T{proof.statement()[1:]}.\n  Proof: {proof.effort()}\n" in text.split("Theorems\n--------\n")[1]
        assert json.loads(shown(game, "--json"))["discovered"] == [
            {"statement": proof.statement(), "play": "normal", "proof": proof.effort()}
        ]
    kinds = [line for line in section(shown("nim:piles=2"), "Theorems") if line.startswith("In ")]
    snapshot("\n".join([line.partition(": ")[2] for line in kinds]))


def test_observations_are_shown_apart() -> None:
    text = shown("empty-some:boxes=7,empty=5")
    snapshot(section(text, "Theorems")[0])
    snapshot("\n".join(section(text, "Observations (not proved)")))


def test_json_has_both_lists() -> None:
    data = json.loads(shown("empty-some:boxes=7,empty=5", "--json"))
    assert data["theorems"] == []
    assert data["observations"] == [
        {
            "title": "Five in a row",
            "statement": "The numbers n >= 7 such that no P-position has n chips form runs of five consecutive "
            "numbers: 22 to 26, 42 to 46, 62 to 66, 192 to 196, ….",
            "play": "normal",
            "source": "found here, sprague papers ferguson/new-referee-runs",
            "seen": "n below 600",
        }
    ]
    data = json.loads(shown("wythoff", "--json"))
    assert [theorem["play"] for theorem in data["theorems"]] == ["normal", "misere"]
    assert data["observations"] == []


def test_a_law_that_is_proved_is_known() -> None:
    text = shown("empty-some:boxes=6,empty=2")
    assert "Observations" not in text
    snapshot("\n".join(section(text, "Theorems")[:5]))


def test_an_observation_is_no_theorem_and_never_a_reason() -> None:
    rule = sprague.game("empty-some", boxes=7, empty=5)
    assert observations(rule)
    assert theorems(rule) == theorems(rule, misere=True) == []
    assert not issubclass(Observation, Theorem)
    assert not {"is_p", "decides", "winning_moves", "grundy"} & set(dir(Observation))
    assert sprague.solve(rule, (1, 1, 1, 1, 1, 2, 3)).because.kind == "search"
    # Out of reach of a search: the pattern would have an opinion, and is not asked.
    with refused(OutOfReach):
        sprague.solve(rule, (5,) * 7, budget=Limits(positions=3))


def test_every_observation_can_be_run_again() -> None:
    tried = [game() for game in sprague.catalogue()] + [sprague.game("empty-some", boxes=7, empty=5)]
    for rule in tried:
        for seen in observations(rule):
            assert seen.source.place.startswith("sprague papers ")
            assert len(find_claims(seen.source.place.removeprefix("sprague papers "))) == 1
            snapshot(str(seen))


def test_a_rule_of_ones_own_has_neither() -> None:
    assert observations(sprague.parse("(a) -> (a - 1)")) == []
    assert "Theorems" not in shown("(a) -> (a - 1)")
