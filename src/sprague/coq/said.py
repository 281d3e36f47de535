"""A condition twice: as it is read in Coq, and as a formula of atoms that is checked there (`coq/Formulas.v`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprague.coq.terms import NotCovered


def uncovered(what: str) -> NotCovered:
    return NotCovered(f"expected a formula that the Coq library covers, got {what}")


@dataclass(frozen=True)
class Said:
    """A condition twice: as it is read in Coq, and as a formula of atoms with the same structure."""

    text: str
    formula: str
    is_junction: bool = False  # which needs brackets in another one

    @property
    def bracketed(self) -> str:
        return f"({self.text})" if self.is_junction else self.text


TRUE, FALSE = Said("True", "Top"), Said("False", "(Neg Top)")


def all_of(parts: Sequence[Said]) -> Said:
    return _joined(parts, "/\\", "Conj", TRUE)


def some_of(parts: Sequence[Said]) -> Said:
    return _joined(parts, "\\/", "Disj", FALSE)


def _joined(parts: Sequence[Said], sign: str, word: str, of_none: Said) -> Said:
    if not parts:
        return of_none
    *others, formula = [part.formula for part in parts]
    for other in reversed(others):
        formula = f"({word} {other} {formula})"
    if len(parts) == 1:
        return parts[0]
    return Said(f" {sign} ".join(part.bracketed for part in parts), formula, True)


def negation(part: Said) -> Said:
    return Said(f"~ ({part.text})", f"(Neg {part.formula})")
