"""The outcome equation: `Transitions` tests whether a bipartite monoid is the misère quotient of its heaps.

Let Q be a commutative monoid with P-elements and with an element Φ(h) for each heap h. For a sum G of heaps, let Φ(G)
be the product of the elements of its heaps. The monoid Q *satisfies the outcome equation* if every sum G has the
following property: Φ(G) is a P-element if and only if G has options and no option of G has a P-element.

*Theorem.* The theorem is due to Plambeck and Siegel ("Misère quotients for impartial games", Journal of Combinatorial
Theory A 115, 2008). Suppose that Q satisfies the outcome equation, and that every element of Q is the element of some
sum. Suppose also that, for any two different elements x and y, there is an element z such that exactly one of xz and yz
is a P-element. Then Q is the misère quotient of the heaps.

*Proof.* A sum G is a P-position if and only if Φ(G) is a P-element; this follows by induction from the outcome
equation. Two sums with the same element keep equal outcomes when any sum H is added to both, because Φ(G + H) =
Φ(G)Φ(H). If two sums have different elements x and y, adding a sum with the element z gives different outcomes.

The outcome equation is a statement about infinitely many sums. A finite computation checks two conditions, which
together are equivalent to the outcome equation.

*P-elements have no P-option.* For all heaps h, all options h' of h and all elements q, the products Φ(h)q and Φ(h')q
must not both be P-elements. A move in the heap h of a sum h + X leads to h' + X, where h' is an option of h. So
checking the finitely many products Φ(h)q and Φ(h')q covers all sums.

*Other elements have a P-option.* For a sum G, let D(G) be the set of elements z for which some option of G has an
element e such that ez is a P-element. So D(G) describes the sums that can be added to G so that a move in G wins. If G
has options and Φ(G) is not a P-element, the identity must be in D(G). Any two sums G and H satisfy Φ(G + H) = Φ(G)Φ(H)
and D(G + H) = {z : zΦ(H) in D(G) or zΦ(G) in D(H)}. So the finitely many pairs (Φ(G), D(G)), called transition pairs,
can be computed from the pairs of single heaps. Transition pairs are a part of the transition algebra of Plambeck and
Siegel. A pair (x, D) *covers* a pair (x, D') if D is a subset of D'. A covered pair (x, D') needs no check: wherever
sums with the pair (x, D) have a winning move, sums with the pair (x, D') also have one. So the search stores a
transition pair only if no earlier pair covers it.

The search visits words (sums of heaps) in ascending order, and never replaces the transition pair of an earlier word by
the pair of a later word. So the search finds the least word for which the outcome equation fails. The options of the
failing word are smaller words, so they have the correct outcome, and the failing word itself has the wrong outcome.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sprague.errors import OutOfReach
from sprague.limits import check, current
from sprague.quotients.monoids import BipartiteMonoid, Elements, HeapOptions, Word

MAX_PAIRS = 500_000  # default limit on the transition pairs in memory


@dataclass(frozen=True, slots=True)
class _TransitionPair:
    """A transition pair of a sum G: its element Φ(G), the set D(G) as a bit set, and the word of G."""

    element: int
    good: int
    word: Word


class Transitions:
    """The transition pairs of all sums of heaps, without covered pairs, for the test of the outcome equation."""

    def __init__(self, monoid: BipartiteMonoid) -> None:
        self.monoid = monoid
        self._pairs: list[_TransitionPair] = [_TransitionPair(0, 0, ())]
        # Do not store the transition pair of the empty sum: the empty sum needs no winning move, and its pair must not
        # cover other pairs.
        self._good: dict[int, list[int]] = {}
        self._pulled: dict[tuple[int, int], int] = {}
        self._most = current().pairs or MAX_PAIRS

    def __len__(self) -> int:
        return len(self._pairs)

    def covers(self, element: int, good: int) -> bool:
        """Return whether a known transition pair covers a pair with the given element and the given set D(G)."""
        return any(not known & ~good for known in self._good.get(element, ()))

    def add(self, heap: int, element: int, good: int) -> Word | None:
        """Add a heap larger than all others; return the least sum that lacks a required winning move, or None."""
        before, heaps = len(self._pairs), _TransitionPair(0, 0, ())
        while True:
            heaps = self._sum(heaps, _TransitionPair(element, good, (heap,)))
            if self.covers(heaps.element, heaps.good):
                return None
            for place in range(before):
                pair = self._sum(heaps, self._pairs[place])
                if self.covers(pair.element, pair.good):
                    continue
                if not self.monoid.is_p[pair.element] and not pair.good & 1:
                    return pair.word
                self._keep(pair)

    def copy(self) -> Transitions:
        other = Transitions(self.monoid)
        other._pairs, other._pulled = self._pairs.copy(), self._pulled
        other._good = {element: known.copy() for element, known in self._good.items()}
        return other

    def _keep(self, pair: _TransitionPair) -> None:
        check()
        if len(self._pairs) >= self._most:
            raise OutOfReach(
                f"the check of the misère quotient needs more than {self._most:,} pairs; allow more with pairs=…"
            )
        self._pairs.append(pair)
        self._good.setdefault(pair.element, []).append(pair.good)

    def _sum(self, one: _TransitionPair, other: _TransitionPair) -> _TransitionPair:
        good = self._pull(one.good, other.element) | self._pull(other.good, one.element)
        return _TransitionPair(int(self.monoid.table[one.element, other.element]), good, one.word + other.word)

    def _pull(self, good: int, element: int) -> int:
        """Return, as a bit set, all elements z whose product with the given element is in the bit set `good`."""
        if not good or not element:
            return good
        if (known := self._pulled.get((good, element))) is None:
            size = len(self.monoid)
            raw = np.frombuffer(good.to_bytes((size + 7) // 8, "little"), np.uint8)
            known = _bits(np.unpackbits(raw, count=size, bitorder="little")[self.monoid.table[element]])
            self._pulled[good, element] = known
        return known


def winning_contexts(monoid: BipartiteMonoid, options: Elements) -> int:
    """Return, as a bit set, the elements of all sums that can be added to a heap so that a move in the heap wins.

    An element z belongs to the set if some option of the heap has an element e whose product ez is a P-element.
    """
    return _bits(np.asarray(monoid.rows[options].any(axis=0)))


def _bits(flags: NDArray[np.bool_] | NDArray[np.uint8]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def first_failure(monoid: BipartiteMonoid, options: HeapOptions) -> tuple[Word | None, Transitions]:
    """Return the least word for which the outcome equation fails (or None), and all transition pairs."""
    moved = [monoid.elements(options[heap]) for heap in range(len(monoid.heaps))]
    least = min(_p_failures(monoid, moved), default=None)
    transitions = Transitions(monoid)
    for heap, element in enumerate(monoid.heaps):
        if least is not None and (heap,) > least:
            break
        if len(moved[heap]):
            failure = transitions.add(heap, element, winning_contexts(monoid, moved[heap]))
            if failure is not None:
                return failure if least is None else min(least, failure), transitions
    return least, transitions


def _p_failures(monoid: BipartiteMonoid, moved: list[Elements]) -> list[Word]:
    """Return, for each heap, the least word in which a move in the heap leads from a P-element to a P-element."""
    found = []
    for heap, element in enumerate(monoid.heaps):
        both = np.flatnonzero(monoid.rows[element] & monoid.rows[moved[heap]].any(axis=0))
        if len(both):  # the elements are numbered in the order of their least words
            found.append(tuple(sorted((*monoid.words[both[0]], heap), reverse=True)))
    return found
