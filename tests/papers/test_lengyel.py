"""The claims of Lengyel's note: the smallest exception, and mutations of formulas, rows and tables that are noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sprague.papers.claims import REFUTED, VERIFIED, Verdict
from sprague.papers.lengyel import beyond, introduction, main_results, paper, periodicity, rows
from tests.papers.mutations import assert_refuted, off_by_one, replace
from tests.snapshots import snapshot

CLAIMS = {claim.id.removeprefix("lengyel/"): claim for claim in paper.claims}
SECTIONS = [beyond, introduction, main_results, periodicity, rows]


def test_smallest_game_with_a_preperiod() -> None:
    verdict = CLAIMS["only-fully-periodic"].run()
    snapshot(verdict.note)


SABOTAGE: list[tuple[str, Callable[..., object], list[str]]] = [
    ("even_value", off_by_one(main_results.even_value), ["theorem-2.1"]),
    ("packed_value", off_by_one(main_results.packed_value), ["corollary-2.3"]),
    ("block_value", off_by_one(main_results.block_value), ["prop-2.4"]),
    ("striped_value", off_by_one(main_results.striped_value), ["prop-2.5"]),
    ("general_period", off_by_one(beyond.general_period), ["new-row-period"]),
    ("flipped", lambda values: values ^ 3, ["new-flip-law"]),
    ("is_pure", lambda a, c: True, ["new-no-preperiod", "new-shift-law"]),
    ("is_two_valued", lambda a, b, c: a % c == 0, ["new-two-valued"]),
    ("has_four_blocks", lambda a, b, c: False, ["new-four-blocks", "new-shift-law-tail"]),
]


@pytest.mark.parametrize(("name", "wrong", "claims"), SABOTAGE)
def test_a_broken_formula_turns_the_verdict(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Callable[..., object], claims: list[str]
) -> None:
    assert_refuted(monkeypatch, SECTIONS, name, wrong, [CLAIMS[claim] for claim in claims])


def test_wrong_rows_turn_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    right = rows.rows_of

    def shorter(a: int, b: int, *transfers: int) -> rows.Rows:
        longer = right(a, b, *transfers)
        return rows.Rows(longer.values[:-1], 0, len(longer.values) - 1)

    replace(monkeypatch, SECTIONS, "rows_of", shorter)
    for number in (1, 2, 3):
        assert CLAIMS[f"conjecture-{number}"].run().kind == REFUTED


def test_wrong_entry_of_a_printed_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rows.PRINTED, (1, 2, 1), rows.PRINTED[1, 2, 1].replace("3", "2"))
    assert CLAIMS["table-5"].run() == Verdict(REFUTED, "121 entries", "counterexample (1, 3)")
    assert CLAIMS["table-4"].run().kind == VERIFIED
