"""Claims of a paper, and their verdicts.

A claim has a function that computes its verdict. A claim also has an expected verdict, which an earlier exhaustive
computation established. If the verdict differs from the expected verdict, `sprague papers` prints the verdict in red.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from sprague.errors import SpragueError
from sprague.games import PAPERS
from sprague.papers.general_proofs import GeneralProof
from sprague.results.decisions import ClaimVerdict

VERIFIED = "verified"  # verdict on a claim without a counterexample in the tested range
REFUTED = "refuted"  # verdict on a claim with a counterexample; the note names the smallest counterexample
CORRECTED = "corrected"  # verdict on a claim that is false as printed, but true after a correction
CONSISTENT = "consistent"  # verdict on a conjecture without a counterexample in the tested range
MISPRINT = "misprint"  # kind of erratum: the statement is misprinted, but the context shows the intended statement
GAP = "gap"  # kind of erratum: a proof or a condition omits a case, or a wrong step of a proof can be repaired
FALSE_STATEMENT = "false statement"  # kind of erratum: the paper makes a false statement
GUESS = "guess"  # not an erratum: Sprague tests and refutes a statement that no paper claims
ERRATA = (MISPRINT, GAP, FALSE_STATEMENT, GUESS)
MOST_SHOWN = 3  # maximum number of games that are shown as examples of a proved claim
T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a claim: the kind of verdict, the tested range `extent`, and a note.

    `proved` describes the games for which the claim, or a part of it, is proved for all positions.
    """

    kind: str
    extent: str
    note: str = ""
    proved: str = ""

    def __str__(self) -> str:
        how_far = f" for {self.extent}" if self.extent else ""
        proved = f"; proved for all positions: {self.proved}" if self.proved else ""
        return f"{self.kind}{how_far}{proved}" + (f"; {self.note}" if self.note else "")

    def to_result(self, claim: Claim) -> ClaimVerdict:
        """Convert the verdict on a claim to a `ClaimVerdict`, which can be printed as JSON."""
        return ClaimVerdict(
            id=claim.id,
            statement=claim.statement,
            verdict=self.kind,
            extent=self.extent,
            note=self.note,
            erratum=claim.erratum,
            proved=self.proved,
            as_expected=self.kind == claim.expected,
            sentence=str(self),
        )


# A function that computes the verdict on a claim; with the argument True, the function tests a larger range.
Check = Callable[[bool], Verdict]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a paper: its `id`, such as ferguson/prop-4, the tested statement, and the expected verdict.

    `games` are examples of games that the claim is about, in misère play if `misere` is true. The attribute `proof` is
    a proof of the claim for all positions; None if there is no proof. `erratum` is one of `ERRATA` if the expected
    verdict is *corrected* or *refuted*; otherwise it is empty.
    """

    id: str
    statement: str
    expected: str
    check: Check
    games: tuple[str, ...] = ()
    misere: bool = False
    proof: GeneralProof | None = None
    erratum: str = ""

    def run(self, far: bool = False) -> Verdict:
        """Compute the verdict on the claim; if the verdict is as expected, run the proof of the claim."""
        found = self.check(far)
        if found.kind != self.expected or self.proof is None:
            return found
        try:
            return replace(found, proved=self.proof.run(far))
        except SpragueError as error:
            return Verdict(REFUTED, found.extent, str(error))

    @property
    def shown_games(self) -> list[tuple[str, bool]]:
        """Games that illustrate the claim, each with a flag that is true for misère play.

        The illustrating games are the first games of the claim's proof; without a proof, they are the games that the
        claim names.

        >>> from sprague.papers import find_claims
        >>> find_claims("ferguson/prop-4")[0].shown_games, find_claims("sharing-nim/moves")[0].shown_games
        ([('empty-transfer:boxes=3', False)], [('sharing-nim', False)])
        """
        if self.proof is not None:
            proved = [*self.proof.games, *self.proof.far_games]
            return [(name, self.proof.misere) for name in proved[:MOST_SHOWN]]
        return [(name, self.misere) for name in self.games]


@dataclass(frozen=True, slots=True)
class Section:
    """A section of claims of a paper; a decorator registers the function that checks each claim.

    The attribute `games` contains the games for each claim in the section that does not name any games itself.
    """

    paper: str
    games: tuple[str, ...]
    misere: bool = False
    claims: list[Claim] = field(default_factory=list)

    def claim(
        self,
        name: str,
        statement: str,
        expected: str = VERIFIED,
        *,
        games: tuple[str, ...] = (),
        proof: GeneralProof | None = None,
        erratum: str = "",
    ) -> Callable[[Check], Check]:
        """Register a claim of the section; the decorated function computes the verdict on the claim."""

        def add(check: Check) -> Check:
            id = f"{self.paper}/{name}"
            claim = Claim(id, statement, expected, check, games or self.games, self.misere, proof, erratum)
            self.claims.append(claim)
            return check

        return add


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper and its sections of claims, in order."""

    id: str
    sections: Sequence[Section]

    @property
    def title(self) -> str:
        """The bibliographic entry of the paper."""
        return str(PAPERS[self.id])

    @property
    def claims(self) -> list[Claim]:
        """The claims of all sections, in order."""
        return [claim for section in self.sections for claim in section.claims]


def first_failure(items: Iterable[T], holds: Callable[[T], bool]) -> T | None:
    """Return the first item for which `holds` is false; return None if there is no such counterexample."""
    return next((item for item in items if not holds(item)), None)


def first_found(found: Iterable[object]) -> object:
    """Return the first entry that is not None, that is, the first counterexample; None if all entries are None."""
    return next((one for one in found if one is not None), None)


def verdict(extent: str, *counterexamples: Any, note: str = "") -> Verdict:
    """Return the verdict *refuted* if at least one counterexample is not None, else the verdict *verified*."""
    if (counterexample := first_found(counterexamples)) is not None:
        return Verdict(REFUTED, extent, f"counterexample {counterexample}")
    return Verdict(VERIFIED, extent, note)


def consistent(extent: str, *counterexamples: Any, note: str = "") -> Verdict:
    """Return the verdict on a conjecture: *refuted* if at least one counterexample is not None, else *consistent*."""
    found = verdict(extent, *counterexamples, note=note)
    return replace(found, kind=CONSISTENT) if found.kind == VERIFIED else found


def corrected(extent: str, wrong: T | None, right: U | None, note: str) -> Verdict:
    """Return *corrected* if the printed statement has a counterexample, but the corrected statement has none."""
    if right is not None:
        return Verdict(REFUTED, extent, f"the corrected statement is false, too, at {right}")
    if wrong is None:
        return Verdict(VERIFIED, extent, "the printed statement has no counterexample")
    return Verdict(CORRECTED, extent, f"the printed statement is false at {wrong}; {note}")
