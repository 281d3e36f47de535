"""What is known and what was only seen: shown apart, and only the first is ever a reason."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import sprague
from sprague.commands.command_line import app
from sprague.errors import OutOfReach
from sprague.games import Observation, Theorem, observations, theorems
from sprague.limits import Limits
from sprague.papers import find_claims
from sprague.proofs.store import remember


def shown(game: str, *more: str) -> str:
    return CliRunner().invoke(app, ["show", game, *more], catch_exceptions=False).stdout


def section(text: str, heading: str) -> list[str]:
    """The lines below a heading, up to the next heading or the sources."""
    lines = text.split(f"{heading}\n{'-' * len(heading)}\n")[1].splitlines()
    end = next(i for i, line in enumerate(lines) if line.startswith(("--", "Source:")))
    return lines[:end]


def test_theorems_are_shown_with_statement_source_and_play() -> None:
    lines = section(shown("nim:piles=2"), "What is known")
    assert [line for line in lines if not line.startswith("  Formula: ")] == [
        "In normal play: Bouton's theorem",
        "  A position is P if and only if every binary column has an even number of ones; the value is the nim-sum.",
        "  From: C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901)",
        "",
        "In misère play: Bouton's rule for misère play",
        "  With a pile of two or more, P is as in normal play; with ones only, P means an odd number of them.",
        "  From: C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901)",
        "",
    ]


def test_what_was_discovered_is_known_too() -> None:
    rule = "(p, q) -> (u, q) where u < p any order"
    assert "What is known" not in shown(rule)
    for game in (rule, "nim:piles=2"):
        proof = sprague.discover(game)
        assert isinstance(proof, sprague.Proof)
        remember(proof)
        text = shown(game)
        assert text.count("In normal play: discovered here, and proved") == 1
        assert f"  {proof.statement()}.\n  Proof: {proof.effort()}\n" in text.split("What is known\n-------------\n")[1]
        assert json.loads(shown(game, "--json"))["discovered"] == [
            {"statement": proof.statement(), "play": "normal", "proof": proof.effort()}
        ]
    kinds = [line for line in section(shown("nim:piles=2"), "What is known") if line.startswith("In ")]
    assert [line.partition(": ")[2] for line in kinds] == [
        "Bouton's theorem",
        "Bouton's rule for misère play",
        "discovered here, and proved",
    ]


def test_observations_are_shown_apart() -> None:
    text = shown("empty-some:boxes=6,empty=2")
    assert section(text, "What is known")[0] == "No closed form is known to the catalogue; positions are searched."
    assert section(text, "What was seen, and is not proved") == [
        "In normal play: Scaling law",
        "  Emptying 2 of 6 boxes, there is a P-position with n chips in all if and only if, emptying 1 of 3, "
        "there is one with floor(n/2).",
        "  Seen for n up to 50, and likewise for the other games of fewer than 10 boxes; emptying 4 of 10 it fails "
        "(no P-position has 42 chips); not proved.",
        "  From: found here, sprague papers ferguson/new-referee-scaling",
        "",
    ]


def test_json_has_both_lists() -> None:
    data = json.loads(shown("empty-some:boxes=9,empty=6", "--json"))
    assert data["theorems"] == []
    assert data["observations"] == [
        {
            "title": "Scaling law",
            "statement": "Emptying 6 of 9 boxes, there is a P-position with n chips in all if and only if, "
            "emptying 2 of 3, there is one with floor(n/3).",
            "play": "normal",
            "source": "found here, sprague papers ferguson/new-referee-scaling",
            "seen": "n up to 40, and likewise for the other games of fewer than 10 boxes; emptying 4 of 10 it fails "
            "(no P-position has 42 chips)",
        }
    ]
    data = json.loads(shown("wythoff", "--json"))
    assert [theorem["play"] for theorem in data["theorems"]] == ["normal", "misere"]
    assert data["observations"] == []


@pytest.mark.parametrize(
    ("boxes", "empty", "titles"),
    [
        (2, 1, []),
        (5, 2, []),
        (6, 5, []),
        (6, 4, ["Scaling law"]),
        (9, 3, ["Scaling law"]),
        (8, 4, []),  # a theorem
        (12, 4, []),  # nobody has looked
    ],
)
def test_observations_follow_the_parameters(boxes: int, empty: int, titles: list[str]) -> None:
    rule = sprague.game("empty-some", boxes=boxes, empty=empty)
    assert [seen.title for seen in observations(rule)] == titles


@pytest.mark.parametrize(("boxes", "empty"), [(6, 2), (6, 4)])
def test_what_was_seen_can_be_seen(boxes: int, empty: int) -> None:
    def norms(boxes: int, empty: int, chips: int) -> set[int]:
        rule = sprague.game("empty-some", boxes=boxes, empty=empty)
        return {sum(cold) for cold in sprague.tabulate(rule, chips=chips, what="outcome").P_positions()}

    smaller = norms(boxes // 2, empty // 2, 13)
    assert norms(boxes, empty, 26) == {n for n in range(27) if n // 2 in smaller}


def test_an_observation_is_no_theorem_and_never_a_reason() -> None:
    for boxes, empty in [(6, 2), (6, 4), (8, 2), (9, 3), (8, 6)]:
        rule = sprague.game("empty-some", boxes=boxes, empty=empty)
        assert observations(rule)
        assert theorems(rule) == theorems(rule, misere=True) == []
    assert not issubclass(Observation, Theorem)
    assert not {"is_p", "decides", "winning_moves", "grundy"} & set(dir(Observation))
    rule = sprague.game("empty-some", boxes=6, empty=2)
    assert sprague.solve(rule, (1, 1, 1, 1, 2, 3)).because.kind == "search"
    # Out of reach of a search: the pattern would have an opinion, and is not asked.
    with pytest.raises(OutOfReach, match="no theorem decides this position in normal play"):
        sprague.solve(rule, (3,) * 6, limits=Limits(positions=3))


def test_every_observation_can_be_run_again() -> None:
    tried = [game() for game in sprague.catalogue()] + [sprague.game("empty-some", boxes=6, empty=2)]
    for rule in tried:
        for seen in observations(rule):
            assert seen.source.place.startswith("sprague papers ")
            assert len(find_claims(seen.source.place.removeprefix("sprague papers "))) == 1
            assert str(seen) == f"{seen.title} (seen for {seen.seen}; not proved)"


def test_a_rule_of_ones_own_has_neither() -> None:
    assert observations(sprague.parse("(a) -> (a - 1)")) == []
    assert "What is known" not in shown("(a) -> (a - 1)")
