"""The claims of the paper on Dynamic Nim turn their verdicts if a formula is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sprague.papers.dynamic_nim import companions, formulas, misere, paper, theorems
from tests.papers.mutations import assert_refuted

CLAIMS = {claim.id.removeprefix("dynamic-nim/"): claim for claim in paper.claims}
SECTIONS = [companions, formulas, misere, theorems]

SABOTAGE: list[tuple[str, Callable[..., object], list[str]]] = [
    (
        "power_in",
        lambda n: 2,
        ["definitions", "theorem-2", "theorem-3"],
    ),
    ("ideal", lambda k, piles: 1, ["theorem-1", "theorem-4"]),
    ("companion", lambda k, n: n != 3, ["theorem-1", "theorem-10"]),
    ("companion", lambda k, n: n > 2, ["theorem-5", "theorem-6"]),
    ("normal_stop", lambda k: k, ["misere", "misere-any-f"]),
]


@pytest.mark.parametrize(("name", "wrong", "claims"), SABOTAGE)
def test_a_broken_formula_turns_the_verdict(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Callable[..., object], claims: list[str]
) -> None:
    assert_refuted(monkeypatch, SECTIONS, name, wrong, [CLAIMS[claim] for claim in claims])
