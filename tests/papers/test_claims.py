"""Every claim of the papers has the expected verdict, and the papers are complete and in order."""

from __future__ import annotations

import pytest

from sprague.errors import SpragueError
from sprague.games import PAPERS, game
from sprague.papers import CONSISTENT, CORRECTED, ERRATA, REFUTED, VERIFIED, Claim, find_claims, papers
from sprague.papers.claims import GAP, MISPRINT, Paper, Section, Verdict, consistent, corrected, verdict
from tests.layers import sample
from tests.snapshots import refused, snapshot

CLAIMS = find_claims()
EXPENSIVE = (
    "sharing-nim/table-p",
    "sharing-nim/bottom-row-zeros",
    "sharing-nim/quadratic-time",
    "sharing-nim/conj-2g-1",
    "sharing-nim/conj-rows-bounded",
    "ferguson/new-referee-runs",
    "ferguson/new-transfer-misere-3",
    "ferguson/prop-8-misere-2",
    "sharing-nim/f-mod-32",
    "sharing-nim/new-path4-mirror",
    "dynamic-nim/misere-moves",
)


@pytest.mark.parametrize(
    "claim", sample(CLAIMS, 9, "papers", lambda claim: claim.id in EXPENSIVE), ids=[claim.id for claim in CLAIMS]
)
def test_a_claim_comes_to_its_expected_verdict(claim: Claim) -> None:
    verdict = claim.run()
    assert verdict.kind == claim.expected, str(verdict)
    assert verdict.extent


def test_the_five_papers_are_all_there() -> None:
    assert [paper.id for paper in papers()] == list(PAPERS)
    assert [len(paper.claims) for paper in papers()] == [73, 47, 30, 36, 11]
    snapshot(papers()[-1].title)


def test_ids_are_unique_and_name_their_paper() -> None:
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    for paper in papers():
        assert all(claim.id.startswith(f"{paper.id}/") for claim in paper.claims)
        assert all(section.paper == paper.id for section in paper.sections)


def test_statements_end_with_a_full_stop() -> None:
    for claim in CLAIMS:
        assert claim.statement.endswith("."), claim.id


def test_every_kind_of_verdict_is_expected_somewhere() -> None:
    assert {claim.expected for claim in CLAIMS} == {VERIFIED, REFUTED, CORRECTED, CONSISTENT}


def test_exactly_the_claims_that_are_not_true_as_printed_have_a_kind_of_erratum() -> None:
    for claim in CLAIMS:
        assert (claim.erratum in ERRATA) == (claim.expected in (CORRECTED, REFUTED)), claim.id
        assert claim.erratum in ("", *ERRATA)
    assert {claim.erratum for claim in CLAIMS} == {"", *ERRATA}


def test_a_misprint_or_a_gap_has_a_corrected_statement() -> None:
    repaired = [claim for claim in CLAIMS if claim.erratum in (MISPRINT, GAP)]
    assert {claim.expected for claim in repaired} == {CORRECTED}


@pytest.mark.parametrize("claim", CLAIMS, ids=[claim.id for claim in CLAIMS])
def test_a_claim_names_games_that_show_it(claim: Claim) -> None:
    found = claim.shown_games
    assert found
    for name, _ in found:
        assert game(name).name


def test_claims_are_found_by_paper_and_by_id() -> None:
    assert find_claims("nim") == papers()[-1].claims
    assert [claim.id for claim in find_claims("nim/theorem")] == ["nim/theorem"]
    with refused(SpragueError):
        find_claims("nim/thm")


def test_a_paper_has_the_claims_of_its_sections_in_order() -> None:
    first, second = Section("nim", ("nim",)), Section("nim", ("nim",), misere=True)

    @second.claim("late", "Late.")
    def late(far: bool) -> Verdict:
        return verdict("far" if far else "near")

    @first.claim("early", "Early.", REFUTED)
    def early(far: bool) -> Verdict:
        return verdict("near", 3)

    claims = Paper("nim", [first, second]).claims
    assert [(claim.id, claim.expected) for claim in claims] == [("nim/early", REFUTED), ("nim/late", VERIFIED)]
    assert [(claim.games, claim.misere) for claim in claims] == [(("nim",), False), (("nim",), True)]
    snapshot("\n".join([str(claim.run(far=True)) for claim in claims]))


@pytest.mark.parametrize(
    "verdict",
    [
        verdict("piles up to 3"),
        verdict("piles up to 3", note="a note"),
        verdict("piles up to 3", (0, 1)),
        consistent("n < 9"),
        consistent("n < 9", 4),
        corrected("n < 9", 4, None, "m does"),
        corrected("n < 9", None, None, "no"),
        corrected("n < 9", 4, 5, "no"),
    ],
)
def test_verdicts_in_words(verdict: Verdict) -> None:
    snapshot(str(verdict))
