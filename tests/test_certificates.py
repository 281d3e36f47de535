"""The checker accepts all certificates of the documents, and their sets are correct."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest

import sprague
from sprague.automata.atoms import finite
from sprague.automata.numeration import FIBONACCI
from sprague.certificates.trees import read_rule
from sprague.games import theorems
from sprague.proofs.certificate_proofs import prove_certificate
from sprague.proofs.proof import AutomatonProof
from tests.documents import ROOT, text_of
from tests.games.closed_form_checks import unordered
from tests.layers import sample
from tests.oracle import Oracle

CERTIFICATES = sorted((ROOT / "docs" / "certificates").glob("*.json"))
#: Piles up to this are compared one by one, by the number of piles.
TOPS = {4: 15, 5: 9, 6: 7}


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(CERTIFICATES, 6), ids=lambda path: path.stem)
def test_a_certificate_is_verified_and_shown_on_a_page(path: Path) -> None:
    assert sprague.verify(path)
    assert any(f"certificates/{path.name}" in text_of(f"docs/{page.name}") for page in ROOT.glob("docs/*.md"))


@pytest.mark.parametrize("piles", [4, 5, 6])
def test_exact_nim_by_its_automaton_is_exact_nim_by_its_theorem(piles: int) -> None:
    path = ROOT / "docs" / "certificates" / f"exact-nim-{piles}-2.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    rule = sprague.game("exact-nim", piles=piles)
    proof, (theorem,) = prove_certificate(data, rule), theorems(rule)
    states = len(data["automaton"]["transitions"])
    assert f"| {states} | [{path.name}]" in text_of("docs/exact-nim.md")
    for position in unordered(piles, TOPS[piles]):
        assert (position in proof) == theorem.is_p(position), position


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["wythoff-pass", "wythoff-value-1", *(f"wythoff-blocking-{options}" for options in (1, 2, 3))]
)
def test_wythoff_with_a_pass_or_blocking_agrees_with_a_plain_search(name: str) -> None:
    data = json.loads((ROOT / "docs" / "certificates" / f"{name}.json").read_text(encoding="utf-8"))
    rule = read_rule(data["rule"])
    proof = prove_certificate(data, rule)
    sides = (range(24), range(24), range(2))[: len(rule.names)]
    found: set[tuple[int, ...]] = set()
    for position in sorted(product(*sides), key=sum):
        if sum(option in found for option in rule.options(position)) <= rule.blocking:
            found |= {position, tuple(rule.position(position))}
        assert (position in proof) == (position in found), position


def test_wythoff_with_a_pass_has_value_one_except_at_the_listed_positions() -> None:
    automata = []
    for name in ("wythoff-pass", "wythoff-value-1"):
        data = json.loads((ROOT / "docs" / "certificates" / f"{name}.json").read_text(encoding="utf-8"))
        proof = prove_certificate(data)
        assert isinstance(proof, AutomatonProof)
        automata.append(proof.positions)
    with_a_pass, with_a_chip = automata
    stated = re.search(
        r"(\(0, 0\),[^.]*?) are P-positions of Wythoff's game with a pass,[^.]*\. "
        r"The positions (\(.*?) have Grundy value 1 in Wythoff's game,",
        text_of("docs/discoveries.md"),
    )
    assert stated is not None
    lists = [[tuple(map(int, pair)) for pair in re.findall(r"\((\d), (\d)\)", text)] for text in stated.groups()]
    assert [len(pairs) for pairs in lists] == [4, 4]
    here, there = ({(*pair, 1) for one in part for pair in (one, one[::-1])} for part in lists)
    assert with_a_pass - with_a_chip == finite(here, 3, FIBONACCI)
    assert with_a_chip - with_a_pass == finite(there, 3, FIBONACCI)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chocolate-1", "chocolate-3", "chocolate-5", "triangle"])
def test_bars_and_the_triangle_agree_with_a_plain_search(name: str) -> None:
    data = json.loads((ROOT / "docs" / "certificates" / f"{name}.json").read_text(encoding="utf-8"))
    rule = read_rule(data["rule"])
    proof, oracle = prove_certificate(data, rule), Oracle(rule.options)
    for position in filter(rule.is_position, product(range(9), range(9), range(13))):
        assert (position in proof) == (oracle.outcome(position) == "P"), position
