"""A broken closed form of `solve` changes the verdict of the claim about it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from sprague.games import game
from sprague.papers import REFUTED, find_claims
from sprague.papers.closed_forms import against_search, against_theorems
from sprague.tables.search import search
from sprague.tables.tabulate import tabulate
from tests.layers import sample
from tests.snapshots import snapshot

#: Where closed forms are, by the name of the module, and the entry that must notice if one is wrong.
OUTCOMES = [
    ("nim", "NimSum", "nim/theorem"),
    ("nim", "NimSum", "nim/any-number-of-piles"),
    ("rim", "RimSum", "ferguson/rim-secret"),
    ("empty_transfer", "AllOdd", "ferguson/prop-1"),
    ("empty_transfer", "FewEven", "ferguson/prop-2"),
    ("theory.redistribution", "TwoBoxes", "ferguson/cor-k2"),
    ("empty_transfer", "ThreeBoxes", "ferguson/prop-4"),
    ("empty_transfer", "FourBoxes", "ferguson/k4-algorithm"),
    ("theory.redistribution", "MisereTwoBoxes", "ferguson/transfer-misere-2"),
    ("empty_transfer", "OnesAndTwos", "ferguson/new-transfer-ones-and-twos"),
    ("empty_transfer", "ResiduesOfThree", "ferguson/new-transfer-mod-3"),
    ("empty_all_but_one", "KeepOne", "ferguson/prop-7"),
    ("empty_all_but_one", "MisereKeepOne", "ferguson/prop-7-misere"),
    ("selective_empty_redistribute", "MultiplesOfBoxes", "ferguson/selective"),
    ("empty_redistribute", "Strategy", "ferguson/p-iff-norms-in-r"),
    ("empty_redistribute", "AllOddRedistributed", "ferguson/even-k"),
    ("empty_redistribute", "MisereStrategy", "ferguson/prop-8-misere-1"),
    ("empty_redistribute", "MisereStrategy", "ferguson/prop-8-misere-2"),
    ("empty_redistribute", "MisereStrategy", "ferguson/prop-8-misere-3"),
    ("sharing_nim", "ThreePiles", "ferguson/prop-9"),
    ("sharing_nim", "MisereThreePiles", "ferguson/prop-9-misere"),
    ("sharing_nim", "Mirror", "ferguson/new-entropy-mirror"),
    ("sharing_nim", "ThreePiles", "sharing-nim/p-positions"),
    ("sharing_nim", "TwoPiles", "sharing-nim/new-two-piles"),
    ("graph_nim", "PathOfThree", "sharing-nim/new-path3-sharing"),
    ("graph_nim", "PathOfThree", "sharing-nim/new-path3-entropy"),
    ("graph_nim", "Mirror", "sharing-nim/new-cycle4-mirror"),
    ("dynamic_nim", "Ideal", "dynamic-nim/theorem-1"),
    ("dynamic_nim", "EndAtZero", "dynamic-nim/theorem-2"),
    ("dynamic_nim", "EndAtOne", "dynamic-nim/theorem-3"),
    ("dynamic_nim", "Ideal", "dynamic-nim/misere"),
]

#: As above, for other parts of a closed form than its outcomes, each with something wrong in its place.
PARTS: list[tuple[str, str, Callable[..., object], str]] = [
    ("theory.redistribution", "two_box_value", lambda x, y: x % 2, "ferguson/prop-3"),
    ("theory.redistribution", "two_box_value_in_binary", lambda x, y: x % 2, "ferguson/binary-method"),
    ("theory.redistribution", "move_to_value", lambda position, value: (1, 1), "ferguson/prop-3-move"),
    ("empty_transfer.FourBoxes", "winning_moves", lambda self, p: [], "ferguson/k4-algorithm"),
    ("empty_transfer.ThreeBoxes", "winning_moves", lambda self, p: [], "ferguson/prop-4"),
    ("empty_redistribute", "f", lambda boxes: 1, "ferguson/f-facts"),
    ("empty_redistribute", "in_s", lambda norm, boxes: norm >= boxes, "ferguson/prop-8-norms"),
    ("empty_redistribute", "p_position", lambda norm, boxes: (1,) * boxes, "ferguson/prop-8-positions"),
    ("empty_redistribute", "k7_class", lambda position: None, "ferguson/k7-list"),
    ("empty_redistribute", "k7_class", lambda position: 1, "ferguson/k7-sums"),
    ("sharing_nim.ThreePiles", "grundy", lambda self, p: 0 if self.is_p(p) else 1, "sharing-nim/1-positions"),
    ("sharing_nim.ThreePiles", "_chips", lambda self, p: 1, "sharing-nim/remark-equalising-corrected"),
    ("sharing_nim", "count_p_positions", lambda chips, empty_piles: chips // 3, "sharing-nim/count-p"),
    ("dynamic_nim", "is_suitable", lambda limit, up_to: True, "dynamic-nim/suitable-examples"),
    ("dynamic_nim", "companion_condition", lambda stop, piles: True, "dynamic-nim/companion-by-sums"),
    ("dynamic_nim", "satisfies_companion", lambda stop, piles: piles <= 2, "dynamic-nim/theorems-5-to-10"),
    ("theory.subtraction_transfer_base.Theorem21", "parity", lambda self, r, s: r % 2, "lengyel/theorem-2.1"),
    ("theory.subtraction_transfer_base.Corollary23", "parity", lambda self, r, s: r % 2, "lengyel/corollary-2.3"),
    ("theory.subtraction_transfer.Proposition22", "value", lambda self, r, s: 0, "lengyel/prop-2.2"),
    ("theory.subtraction_transfer.Proposition24", "value", lambda self, r, s: 0, "lengyel/prop-2.4"),
    ("theory.subtraction_transfer.Proposition25", "value", lambda self, r, s: 0, "lengyel/prop-2.5"),
    ("theory.subtraction_transfer.ShiftLaw", "low", lambda self, r, s: 0, "lengyel/conjecture-1"),
    ("theory.subtraction_transfer.ShiftLaw", "low", lambda self, r, s: 0, "lengyel/conjecture-2"),
    ("theory.subtraction_transfer.ShiftLaw", "low", lambda self, r, s: 0, "lengyel/new-shift-law"),
    ("theory.subtraction_transfer.Conjecture3", "value", lambda self, r, s: 0, "lengyel/conjecture-3"),
    ("theory.subtraction_transfer_base.SheLovesMe", "parity", lambda self, r, s: r % 2, "lengyel/new-two-valued"),
    ("theory.subtraction_transfer.FiniteState", "value", lambda self, r, s: 0, "lengyel/new-flip-law"),
]


def replace(monkeypatch: pytest.MonkeyPatch, place: str, name: str, wrong: object) -> None:
    """Put something wrong in the place of a name of a game's file, and where the papers import it from there."""
    parts = place.split(".")
    class_name = parts.pop() if parts[-1][0].isupper() else ""
    module = import_module(".".join(["sprague.games", *parts]))
    owner = getattr(module, class_name) if class_name else module
    right = getattr(owner, name)
    monkeypatch.setattr(owner, name, wrong)
    for other in ("ferguson.transfer", "sharing_nim.p_positions", "dynamic_nim.companions"):
        section = import_module(f"sprague.papers.{other}")
        if not class_name and getattr(section, name, None) is right:
            monkeypatch.setattr(section, name, wrong)


def turns(claim_id: str) -> bool:
    (claim,) = find_claims(claim_id)
    assert claim.expected != REFUTED
    return claim.run().kind == REFUTED


@pytest.mark.parametrize(("module", "theorem", "claim"), sample(OUTCOMES, 9, "papers"))
def test_a_wrong_outcome_is_noticed(monkeypatch: pytest.MonkeyPatch, module: str, theorem: str, claim: str) -> None:
    right = getattr(import_module(f"sprague.games.{module}"), theorem).is_p

    def wrong(self: Any, position: tuple[int, ...]) -> bool:
        return bool(right(self, position)) != (sum(position) % 5 == 3)

    replace(monkeypatch, f"{module}.{theorem}", "is_p", wrong)
    assert turns(claim)


@pytest.mark.papers
@pytest.mark.parametrize(("place", "name", "wrong", "claim"), PARTS)
def test_a_wrong_part_is_noticed(
    monkeypatch: pytest.MonkeyPatch, place: str, name: str, wrong: Callable[..., object], claim: str
) -> None:
    replace(monkeypatch, place, name, wrong)
    assert turns(claim)


def test_the_wrong_closed_form_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = tabulate(game("empty-transfer", boxes=3), 6, what="outcome")
    assert against_theorems(table) is None
    replace(monkeypatch, "empty_transfer.ThreeBoxes", "winning_moves", lambda self, position: [(1, 1, 2)])
    snapshot(str(against_theorems(table)))


def test_searched_outcomes_are_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = game("graph-nim")
    values = search(rule, [(3, 0, 0)], "outcome")
    assert against_search(rule, values) is None
    replace(monkeypatch, "graph_nim.PathOfThree", "is_p", lambda self, position: True)
    snapshot(str(against_search(rule, values)))
