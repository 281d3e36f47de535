"""`Numeration`, `Weights`: digits for Coq, in a base or with recurrent weights (`coq/RecurrentWeights.v`).

Recurrent weights satisfy a linear recurrence, as the Fibonacci numbers do. Coq computes the value of a word while it
reads the digits, for recurrent weights as well as for a base. An automaton recognises the words that represent numbers.
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

TERMS_TRIED = 8  # limit on the number of terms that are computed to show that a sequence rises
SHOWN = 6  # number of weights that a comment of the exported file shows
WEIGHTS = """
(** The weights of digits: {shown}, ... *)
{weight}
(** The numeration with these weights. *)
Definition digit_words : words :=
  (Words {base} (Weighing {given} {factors} {reach} {scale})%Z {terms}%nat {repeats}).
Definition digits : numeration := InWords digit_words.
Lemma digit_words_ok : words_ok digit_words = true.
Proof. vm_compute. reflexivity. Qed.
"""


@dataclass(frozen=True, slots=True)
class Weights:
    """The recurrent weights of digits in Coq, with an upper bound on the value of n digits.

    `first` contains the first weights, and `factors` the factors of the recurrence. A word of n digits has a value of
    at most R(n) - R(0), where R is a sequence that satisfies the same recurrence. `reach` contains the first terms of
    the sequence R, multiplied by `scale` so that they are integers.
    """

    first: tuple[int, ...]
    factors: tuple[int, ...]
    reach: tuple[int, ...]
    scale: int

    @staticmethod
    def of(first: Sequence[int], factors: Sequence[int], digits: int) -> Weights:
        """Return the weights with the given first weights and factors; `reach` and `scale` are computed."""
        *sums, last = accumulate(((digits - 1) * weight for weight in first), initial=0)
        scale = sum(factors) - 1
        fails = last - sum(factor * amount for factor, amount in zip(factors, sums, strict=True))
        return Weights(tuple(first), tuple(factors), tuple(scale * amount + fails for amount in sums), scale)

    def following(self, window: Sequence[int]) -> tuple[int, ...]:
        """Given consecutive terms of a sequence, return the terms that begin one place later."""
        return *window[1:], sum(factor * term for factor, term in zip(self.factors, window, strict=True))

    def rises(self, least: int, window: Sequence[int]) -> bool:
        """Return whether a sequence that begins with `window` is certain to have no term below `least`."""
        for _ in range(TERMS_TRIED):
            if window[0] < least:
                return False
            if window[0] >= 0 and all(one <= two for one, two in pairwise(window)):
                return True
            window = self.following(window)
        return False


@dataclass(frozen=True)
class Numeration:
    """A numeration in Coq: the number of different digits, and their weights if these are not powers of a base."""

    base: int
    description: str
    weights: Weights | None = None
    expansion: Expansion | None = None

    @staticmethod
    def of(digits: Digits) -> Numeration:
        """Convert a numeration of `sprague.automata` to the form that Coq needs."""
        if digits.base:
            return Numeration(digits.base, f"the digits in {digits}")
        size = len(digits.recurrence)
        first = digits.expansion.weights(size)
        if any(sum(digits.recurrence[: count + 1]) < 1 for count in range(size)) or sum(digits.recurrence) < 2:
            raise NotCovered(
                f"the export to Coq does not cover {digits}; no proof is implemented that the weights of these "
                "digits increase"
            )
        weights = Weights.of(first, digits.recurrence[::-1], digits.digits)
        return Numeration(digits.digits, f"the {digits}", weights, digits.expansion)

    @property
    def accepts(self) -> str:
        """The Coq function that decides whether an automaton accepts numbers."""
        return f"accepts {self.base}" if self.weights is None else "accepts_by weight"

    @property
    def text(self) -> str:
        """The Coq term that represents the numeration."""
        return f"(InBase {self.base})" if self.weights is None else "digits"

    @property
    def weight_definition(self) -> str:
        """The Coq definition of the weights; the text is empty for a base."""
        if self.weights is None:
            return ""
        given, factors = list_text(self.weights.first, "; "), list_text(self.weights.factors, "; ")
        return f"Definition weight : nat -> N := weights {given}%Z {factors}%Z.\n"

    @property
    def definition(self) -> str:
        """The Coq definitions of the numeration; the text is empty for a base."""
        if self.weights is None or self.expansion is None:
            return ""
        shown = list(self.weights.first)
        while len(shown) < SHOWN:
            shown.append(self.weights.following(shown[-len(self.weights.first) :])[-1])
        return WEIGHTS.format(
            shown=", ".join(map(str, shown)),
            weight=self.weight_definition,
            base=self.base,
            given=list_text(self.weights.first, "; "),
            factors=list_text(self.weights.factors, "; "),
            reach=list_text(self.weights.reach, "; "),
            scale=self.weights.scale,
            terms=list_text(self.expansion.terms, "; "),
            repeats=len(self.expansion.before),
        )

    @cached_property
    def numbers(self) -> Automaton:
        """The automaton with one track that accepts the words of digits that represent numbers."""
        assert self.expansion is not None
        terms, dead = self.expansion.terms, len(self.expansion.terms)
        rows = [
            tuple(0 if d < term else self.expansion.successor(place) if d == term else dead for d in range(self.base))
            for place, term in enumerate(terms)
        ]
        return Automaton((*rows, (dead,) * self.base), frozenset(range(dead)))
