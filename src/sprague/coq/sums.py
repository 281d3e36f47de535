"""Sums as formulas have them, of numbers that have a place and of residues, and how they are written in Coq."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """A constant, multiples of numbers that have a place, and multiples of residues of such."""

    parts: tuple[tuple[int, str], ...] = ()
    constant: int = 0
    residues: tuple[tuple[int, Residue], ...] = ()

    def plus(self, other: Number, factor: int = 1) -> Number:
        parts = {text: old for old, text in self.parts}
        for old, text in other.parts:
            parts[text] = parts.get(text, 0) + factor * old
        kept = tuple((number, text) for text, number in parts.items() if number)
        residues = self.residues + tuple((factor * old, residue) for old, residue in other.residues)
        return Number(kept, self.constant + factor * other.constant, residues)

    @property
    def name(self) -> str | None:
        """The number with a place that this is, if it is one."""
        match self:
            case Number(((1, text),), 0, ()):
                return text
        return None

    def sides(self) -> tuple[str, str]:
        """What is added and what is taken away, both as sums of natural numbers."""
        terms = [*self.parts, *((factor, residue.text) for factor, residue in self.residues)]
        if self.constant:
            terms.append((1 if self.constant > 0 else -1, str(abs(self.constant))))
        return _sum([term for term in terms if term[0] > 0]), _sum([term for term in terms if term[0] < 0])

    @property
    def text(self) -> str:
        """The number as it is written; what is taken away is at most as much as there is."""
        added, taken = self.sides()
        return added if taken == "0" else f"{added} - {f'({taken})' if _is_infix(taken) else taken}"


@dataclass(frozen=True)
class Residue:
    """What a number leaves when it is divided."""

    number: Number
    modulus: int
    text: str


def bracketed(text: str) -> str:
    """As the argument of a function."""
    return text if re.fullmatch(r"\w+", text) else f"({text})"


def _sum(terms: Sequence[tuple[int, str]]) -> str:
    """Multiples of natural numbers, all signs left out."""
    alone = len(terms) == 1
    shown = []
    for factor, text in terms:
        size = "" if abs(factor) == 1 else f"{abs(factor)} * "
        shown.append(f"{size}({text})" if _is_infix(text) and (size or not alone) else f"{size}{text}")
    return " + ".join(shown) or "0"


def applied(word: str, texts: Sequence[str]) -> str:
    """A function of two numbers applied to several, from the last one on."""
    *others, text = texts
    for other in reversed(others):
        text = f"{word} {bracketed(other)} {bracketed(text)}"
    return text


def _is_infix(text: str) -> bool:
    """Whether this needs brackets in a sum or product: it has a sign that stands in no brackets."""
    outside = text
    while (inner := re.sub(r"\([^()]*\)", "_", outside)) != outside:
        outside = inner
    return re.search(r" ([-+*/]|mod) ", outside) is not None
