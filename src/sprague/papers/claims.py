"""Claims of a paper, and their verdicts.

A claim is a function that computes its verdict. What the verdict should be is written beside it, as
established once by exhaustive computation; a run that comes to another verdict is shown in red.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from sprague.errors import SpragueError
from sprague.games import PAPERS

VERIFIED = "verified"  # no counterexample within the extent
REFUTED = "refuted"  # a counterexample, the smallest there is
CORRECTED = "corrected"  # the printed reading refuted, the right one verified
CONSISTENT = "consistent"  # a conjecture without counterexample within the extent
T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a computation found: a kind, how far it went, and what there is to say about it.

    `proved` names games for all positions of which the claim, or the part of it that is said, is proved.
    """

    kind: str
    extent: str
    note: str = ""
    proved: str = ""

    def __str__(self) -> str:
        how_far = f" for {self.extent}" if self.extent else ""
        proved = f"; proved for all positions: {self.proved}" if self.proved else ""
        return f"{self.kind}{how_far}{proved}" + (f"; {self.note}" if self.note else "")


#: Computes a verdict; given True, it goes further out.
Check = Callable[[bool], Verdict]


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a paper: `id` such as ferguson/prop-4, the statement as tested, the expected verdict.

    `games` are those in which it can be seen, in misère play if `misere`.
    """

    id: str
    statement: str
    expected: str
    check: Check
    games: tuple[str, ...] = ()
    misere: bool = False

    def run(self, far: bool = False) -> Verdict:
        from sprague.papers.proved import PROVED

        verdict = self.check(far)
        if verdict.kind != self.expected or self.id not in PROVED:
            return verdict
        try:
            return replace(verdict, proved=PROVED[self.id].run(far))
        except SpragueError as error:
            return Verdict(REFUTED, verdict.extent, str(error))


@dataclass(frozen=True, slots=True)
class Section:
    """Claims of a paper that stand together, in their order; each is a decorated function of the section's file.

    They are about `games`, unless a claim names others.
    """

    paper: str
    games: tuple[str, ...]
    misere: bool = False
    claims: list[Claim] = field(default_factory=list)

    def claim(
        self, name: str, statement: str, expected: str = VERIFIED, *, games: tuple[str, ...] = ()
    ) -> Callable[[Check], Check]:
        """Decorate the function that computes the verdict of a claim."""

        def add(check: Check) -> Check:
            claim = Claim(f"{self.paper}/{name}", statement, expected, check, games or self.games, self.misere)
            self.claims.append(claim)
            return check

        return add


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: its sections, in the order in which they stand in it."""

    id: str
    sections: Sequence[Section]

    @property
    def title(self) -> str:
        return str(PAPERS[self.id])

    @property
    def claims(self) -> list[Claim]:
        return [claim for section in self.sections for claim in section.claims]


def first_failure(items: Iterable[T], holds: Callable[[T], bool]) -> T | None:
    """The first item for which something does not hold."""
    return next((item for item in items if not holds(item)), None)


def first_found(found: Iterable[object]) -> object:
    """The first counterexample that there is among several computations."""
    return next((one for one in found if one is not None), None)


def verified(extent: str, counterexample: T | None = None, note: str = "") -> Verdict:
    """Verified if there is no counterexample, refuted by it otherwise."""
    if counterexample is None:
        return Verdict(VERIFIED, extent, note)
    return Verdict(REFUTED, extent, f"counterexample {counterexample}")


def consistent(extent: str, counterexample: T | None = None, note: str = "") -> Verdict:
    """As `verified`, for a conjecture: without a counterexample it stays one."""
    found = verified(extent, counterexample, note)
    return Verdict(CONSISTENT, extent, note) if found.kind == VERIFIED else found


def corrected(extent: str, wrong: T | None, right: U | None, note: str) -> Verdict:
    """Corrected if the printed reading has a counterexample and the right one has none."""
    if right is not None:
        return Verdict(REFUTED, extent, f"the corrected statement fails too, at {right}")
    if wrong is None:
        return Verdict(VERIFIED, extent, "the printed statement has no counterexample")
    return Verdict(CORRECTED, extent, f"as printed it fails at {wrong}; {note}")
