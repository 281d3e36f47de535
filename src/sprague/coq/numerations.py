"""Numerations in Coq: digits in a base, or with recurrent weights (`coq/Weights.v`).

Words of such digits are read as if they were digits in a base, and what they amount to is followed. Not every word is
a number's own: an automaton tells which are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from sprague.automata.numeration import Numeration as Digits
from sprague.automata.recurrences import Expansion
from sprague.coq.automaton_tables import Automaton
from sprague.coq.rule_terms import NotCovered
from sprague.coq.syntax import list_text

LOOKED_AT = 8  # so many terms of a sequence are looked at, to see that it rises
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


@dataclass(frozen=True, slots=True)
class Weights:
    """The first weights, the factors of the recurrence, the oldest weight's first, and how much digits may add.

    n digits, in whatever order they come, add at most what the n-th term of a sequence is more than its first. That
    obeys the recurrence, too, and is `scale` times as large, to be whole.
    """

    first: tuple[int, ...]
    factors: tuple[int, ...]
    reach: tuple[int, ...]
    scale: int

    @staticmethod
    def of(first: Sequence[int], factors: Sequence[int], digits: int) -> Weights:
        """The sums of weights fail the recurrence by the same number each time; made up for that, they obey it."""
        *sums, last = accumulate(((digits - 1) * weight for weight in first), initial=0)
        scale = sum(factors) - 1
        fails = last - sum(factor * amount for factor, amount in zip(factors, sums, strict=True))
        return Weights(tuple(first), tuple(factors), tuple(scale * amount + fails for amount in sums), scale)

    def following(self, window: Sequence[int]) -> tuple[int, ...]:
        """As many terms of a sequence that obeys the recurrence, from the next one on."""
        return *window[1:], sum(factor * term for factor, term in zip(self.factors, window, strict=True))

    def rises(self, least: int, window: Sequence[int]) -> bool:
        """Whether all terms from these on are seen to be at least so large, because they go up in the end."""
        for _ in range(LOOKED_AT):
            if window[0] < least:
                return False
            if window[0] >= 0 and all(one <= two for one, two in pairwise(window)):
                return True
            window = self.following(window)
        return False


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
        given, factors = list_text(self.weights.first), list_text(self.weights.factors)
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
            given=list_text(self.weights.first),
            factors=list_text(self.weights.factors),
            reach=list_text(self.weights.reach),
            scale=self.weights.scale,
            terms=list_text(self.expansion.terms),
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
