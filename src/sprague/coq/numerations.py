"""Numerations in Coq: digits in a base, or with recurrent weights (`coq/Weights.v`).

Words of such digits are read as if they were digits in a base, and what they amount to is followed. Not every word is
a number's own: an automaton tells which are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sprague.automata.numeration import Numeration as Digits
from sprague.automata.recurrences import Expansion
from sprague.coq.automata import Automaton
from sprague.coq.conditions import Both, Cond, Either, Fact, IsPower, Member, No, Weighed, both
from sprague.coq.terms import NotCovered
from sprague.coq.weights import Weights

SHOWN = 6  # of the weights
WEIGHTS = """
(** The weights of digits: {shown}, ... *)
{weight}
(** How they are read. *)
Definition digit_words : words :=
  (Words {base} (Weighing {given} {factors} {reach} {scale})%Z {terms}%nat {repeats}).
Definition digits : numeration := InWords digit_words.
Lemma digit_words_ok : words_ok digit_words = true.
Proof. vm_compute. reflexivity. Qed.
"""


@dataclass(frozen=True)
class Numeration:
    """Digits, as many as the base has, and their weights where they are not the powers of the base."""

    base: int
    called: str
    weights: Weights | None = None
    expansion: Expansion | None = None

    @staticmethod
    def of(digits: Digits) -> Numeration:
        if digits.base:
            return Numeration(digits.base, f"the digits in {digits}")
        size = len(digits.recurrence)
        first = digits.expansion.weights(size)
        if any(sum(digits.recurrence[: count + 1]) < 1 for count in range(size)) or sum(digits.recurrence) < 2:
            raise NotCovered(f"the export to Coq does not see that sequences rise as {digits} do")
        weights = Weights.of(first, digits.recurrence[::-1], digits.digits)
        return Numeration(digits.digits, f"the {digits}", weights, digits.expansion)

    @property
    def accepts(self) -> str:
        """What Coq calls it that an automaton accepts numbers."""
        return f"accepts {self.base}" if self.weights is None else "accepts_by weight"

    @property
    def text(self) -> str:
        """Its name where Coq is told of it."""
        return f"(InBase {self.base})" if self.weights is None else "digits"

    @property
    def weight_definition(self) -> str:
        """The definition of the weights; empty in a base."""
        if self.weights is None:
            return ""
        given, factors = _listed(self.weights.first), _listed(self.weights.factors)
        return f"Definition weight : nat -> N := weights {given}%Z {factors}%Z.\n"

    @property
    def definition(self) -> str:
        """What a file has to say of it before."""
        if self.weights is None or self.expansion is None:
            return ""
        shown = list(self.weights.first)
        while len(shown) < SHOWN:
            shown.append(self.weights.following(shown[-len(self.weights.first) :])[-1])
        return WEIGHTS.format(
            shown=", ".join(map(str, shown)),
            weight=self.weight_definition,
            base=self.base,
            given=_listed(self.weights.first),
            factors=_listed(self.weights.factors),
            reach=_listed(self.weights.reach),
            scale=self.weights.scale,
            terms=_listed(self.expansion.terms),
            repeats=len(self.expansion.before),
        )

    @cached_property
    def numbers(self) -> Automaton:
        """The words that are numbers: a digit smaller than that of the sequence frees what follows."""
        assert self.expansion is not None
        terms, dead = self.expansion.terms, len(self.expansion.terms)
        rows = [
            tuple(0 if d < term else self.expansion.successor(place) if d == term else dead for d in range(self.base))
            for place, term in enumerate(terms)
        ]
        return Automaton((*rows, (dead,) * self.base), frozenset(range(dead)))

    def read(self, cond: Cond, places: Sequence[int]) -> Cond:
        """The condition as words are read, with numbers at these places."""
        if self.weights is None:
            return cond
        found = _weighed(cond, self.weights)
        for place in reversed(places):
            found = both(Member(self.numbers, (place,)), found)
        return found


def _listed(numbers: Sequence[int]) -> str:
    return f"[{'; '.join(map(str, numbers))}]"


def _weighed(cond: Cond, weights: Weights) -> Cond:
    match cond:
        case Fact(form, constant, (), is_zero):
            return Weighed(weights, form, constant, is_zero)
        case Fact():
            raise NotCovered("the rule has residues or quotients, which the export to Coq follows in a base only")
        case IsPower():
            raise NotCovered("the rule asks for powers, which the export to Coq follows in a base only")
        case Both(left, right):
            return Both(_weighed(left, weights), _weighed(right, weights))
        case Either(left, right):
            return Either(_weighed(left, weights), _weighed(right, weights))
        case No(part):
            return No(_weighed(part, weights))
    return cond
