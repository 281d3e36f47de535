"""The claims of the paper on Sharing Nim: counterexamples, and mutations that change verdicts."""

from __future__ import annotations

import numpy as np
import pytest

from sprague.games import game
from sprague.papers.claims import REFUTED, Verdict
from sprague.papers.sharing_nim import (
    beyond,
    distribution,
    introduction,
    p_positions,
    paper,
    periodicity,
    symmetry,
    values,
)
from sprague.tables.search import search
from tests.papers import mutations

CLAIMS = {claim.id.removeprefix("sharing-nim/"): claim for claim in paper.claims}
SECTIONS = [beyond, distribution, introduction, p_positions, periodicity, symmetry, values]


def replace(monkeypatch: pytest.MonkeyPatch, name: str, wrong: object) -> None:
    mutations.replace(monkeypatch, SECTIONS, name, wrong)


def run(name: str) -> Verdict:
    return CLAIMS[name].run()


@pytest.mark.parametrize(
    ("name", "counterexample"),
    [
        ("remark-equalising", "(0, 1, 3)"),
        pytest.param("3-positions", "(0, 4, 8)", marks=pytest.mark.papers),
        ("graph-rules-differ", "(0, 3, 0)"),
        ("p-positions-proof", "(0, 1, 2)"),
        ("1-positions-proof", "(0, 1, 3)"),
        ("count-p", "n = 0"),
    ],
)
def test_refuted_claims_name_the_smallest_counterexample(name: str, counterexample: str) -> None:
    assert counterexample in run(name).note.split(";")[0]


def test_how_many_equalising_moves_win() -> None:
    note = run("remark-equalising").note
    assert all(f"for {count}" in note for count in ("5,322", "10,614", "2,568", "1,329"))


def test_the_plane_without_symmetry_agrees_with_a_search() -> None:
    limit = 13
    known = search(game("sharing-nim"), values.cells(limit))
    found = values.whole_plane(limit)
    assert all(found[a, b] == known[0, a, b] for _, a, b in values.cells(limit))
    assert np.array_equal(np.triu(found), np.triu(values.plane(limit)))


@pytest.mark.papers
@pytest.mark.parametrize(
    ("attribute", "wrong", "claims"),
    [
        (
            "is_quiet",
            lambda d: d % 2 == 1,
            ["p-positions", "p-positions-proof", "remark-equalising-corrected", "table-p"],
        ),
        ("is_p", lambda a, b: (a == 0) & (b % 2 == 1), ["p-positions"]),
        ("is_one", lambda a, b: (a == 0) & (b % 4 == 2), ["1-positions"]),
        ("path_is_p", lambda u, v, rule: abs(u + v) <= 1, ["new-path3-sharing", "new-path3-entropy"]),
        ("divisions_by_four", lambda d: (d % 2 == 1, 0), ["quadratic-time"]),
        ("printed_move", lambda q, r, s, t: ("first", 1), ["1-positions-proof"]),
        ("equalisations", lambda position: {(0, 0, 0)}, ["two-equal-piles"]),
        ("mirrored", lambda half, graph: (*half, *half), ["new-path4-mirror"]),
        ("P_RESIDUES", (4, 8), ["f-mod-32", "f-not-periodic-sets"]),
        ("NO_P_RESIDUES", (2, 4), ["f-mod-32", "f-not-periodic-sets"]),
        ("TWO_POSITIONS", {0: [32]}, ["lists"]),
        ("THREE_POSITIONS", {3: [7, 10, 36]}, ["lists"]),
        ("TABLE_1", [[1]] * 17, ["table-1"]),
        ("BOTTOM_ROW", [0] * 490, ["table-p"]),
        ("THIRD_ROW", [1] * 499, ["appendix-row-3"]),
        ("GREATEST_A", {4: 6, 5: 7}, ["distribution"]),
        ("REMOTENESS_OF_ROW", [0] * 33, ["new-remoteness"]),
        ("ROW_MAXIMA", [12] * 16, ["conj-rows-bounded"]),
    ],
)
def test_a_wrong_formula_changes_the_verdict(
    monkeypatch: pytest.MonkeyPatch, attribute: str, wrong: object, claims: list[str]
) -> None:
    replace(monkeypatch, attribute, wrong)
    for name in claims:
        assert run(name).kind == REFUTED != CLAIMS[name].expected, name


def test_wrong_values_change_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = np.indices((200, 200))
    replace(monkeypatch, "whole_plane", lambda limit: a + 2 * b)
    for name in ("palindrome", "rows-are-diagonals", "table-1-column-5"):
        assert run(name).kind == REFUTED, name
    replace(monkeypatch, "low_rows", lambda count, limit, cap=None: np.arange(limit) % 8 + np.zeros((64, 1)))
    for name in ("f-not-periodic", "conj-not-periodic", "conj-rows-bounded", "bottom-row-zeros", "2-positions"):
        assert run(name).kind == REFUTED, name


@pytest.mark.parametrize("name", ["conj-2g-1", "1-positions-periodic", "count-p", "3-positions-corrected"])
def test_wrong_values_of_the_plane_change_the_verdict(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    replace(monkeypatch, "plane", lambda limit: np.add.outer(np.zeros(limit, int), np.arange(limit) % 7))
    assert run(name).kind == REFUTED


def test_another_game_changes_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, "game", lambda name, piles=3: game("nim", piles=piles))
    for name in ("moves", "terminal", "entropy-same-options", "isomorphic", "new-two-piles"):
        assert run(name).kind == REFUTED, name
