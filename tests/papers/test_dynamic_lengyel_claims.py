"""The claims about Dynamic Nim and the subtraction-transfer game come to the expected verdicts, and can fail."""

from collections.abc import Callable
from typing import Any

import pytest

from sprague.papers import dynamic_nim, lengyel
from sprague.papers.claims import REFUTED, VERIFIED, Claim, Verdict
from sprague.papers.dynamic_nim import companions, formulas
from sprague.papers.lengyel import beyond, periodicity, rows

DYNAMIC = [companions, formulas, dynamic_nim]
LENGYEL = [beyond, periodicity, rows, lengyel]
CLAIMS = {claim.id: claim for claim in dynamic_nim.paper.claims + lengyel.paper.claims}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS.keys())
def test_expected_verdict(claim: Claim) -> None:
    verdict = claim.run()
    assert verdict.kind == claim.expected, str(verdict)


def test_ids_are_unique() -> None:
    assert len(CLAIMS) == len(dynamic_nim.paper.claims) + len(lengyel.paper.claims)


def test_smallest_game_with_a_preperiod() -> None:
    verdict = CLAIMS["lengyel/only-fully-periodic"].run()
    assert "(2, 2, 3), with periods (4, 4) from row 10 on" in verdict.note


def _off_by_one(formula: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: formula(*arguments) + 1


def replace(monkeypatch: pytest.MonkeyPatch, sections: list[Any], name: str, wrong: Any) -> None:
    """Put something else in the place of a name, in every section of a paper that has it."""
    having = [section for section in sections if hasattr(section, name)]
    assert having
    for section in having:
        monkeypatch.setattr(section, name, wrong)


SABOTAGE: list[tuple[list[Any], str, Callable[..., Any], list[str]]] = [
    (
        DYNAMIC,
        "power_in",
        lambda n: 2,
        ["dynamic-nim/definitions", "dynamic-nim/theorem-2", "dynamic-nim/theorem-3"],
    ),
    (DYNAMIC, "ideal", lambda k, piles: 1, ["dynamic-nim/theorem-1", "dynamic-nim/theorem-4"]),
    (DYNAMIC, "companion", lambda k, n: n != 3, ["dynamic-nim/theorem-1", "dynamic-nim/theorem-10"]),
    (DYNAMIC, "companion", lambda k, n: n > 2, ["dynamic-nim/theorem-5", "dynamic-nim/theorem-6"]),
    (DYNAMIC, "normal_stop", lambda k: k, ["dynamic-nim/misere", "dynamic-nim/misere-any-f"]),
    (LENGYEL, "even_value", _off_by_one(lengyel.even_value), ["lengyel/theorem-2.1"]),
    (LENGYEL, "packed_value", _off_by_one(lengyel.packed_value), ["lengyel/corollary-2.3"]),
    (LENGYEL, "block_value", _off_by_one(lengyel.block_value), ["lengyel/prop-2.4"]),
    (LENGYEL, "striped_value", _off_by_one(lengyel.striped_value), ["lengyel/prop-2.5"]),
    (LENGYEL, "general_period", _off_by_one(beyond.general_period), ["lengyel/new-row-period"]),
    (LENGYEL, "flipped", lambda values: values ^ 3, ["lengyel/new-flip-law"]),
    (LENGYEL, "is_pure", lambda a, c: True, ["lengyel/new-no-preperiod", "lengyel/new-shift-law"]),
    (LENGYEL, "is_two_valued", lambda a, b, c: a % c == 0, ["lengyel/new-two-valued"]),
    (LENGYEL, "has_four_blocks", lambda a, b, c: False, ["lengyel/new-four-blocks", "lengyel/new-shift-law-tail"]),
]


@pytest.mark.parametrize(("sections", "name", "wrong", "ids"), SABOTAGE)
def test_broken_formula_turns_the_verdict(
    monkeypatch: pytest.MonkeyPatch, sections: list[Any], name: str, wrong: Callable[..., Any], ids: list[str]
) -> None:
    replace(monkeypatch, sections, name, wrong)
    for number in ids:
        assert CLAIMS[number].run().kind == REFUTED, number


def test_wrong_rows_turn_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    right = rows.rows_of

    def shorter(a: int, b: int, *transfers: int) -> rows.Rows:
        longer = right(a, b, *transfers)
        return rows.Rows(longer.values[:-1], 0, len(longer.values) - 1)

    replace(monkeypatch, LENGYEL, "rows_of", shorter)
    for number in (1, 2, 3):
        assert CLAIMS[f"lengyel/conjecture-{number}"].run().kind == REFUTED


def test_wrong_entry_of_a_printed_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rows.PRINTED, (1, 2, 1), rows.PRINTED[1, 2, 1].replace("3", "2"))
    assert CLAIMS["lengyel/table-5"].run() == Verdict(REFUTED, "121 entries", "counterexample (1, 3)")
    assert CLAIMS["lengyel/table-4"].run().kind == VERIFIED
