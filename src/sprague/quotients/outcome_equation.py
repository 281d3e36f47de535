"""The outcome equation, by `Transitions`: whether a bipartite monoid is the misère quotient of its heaps.

Let a commutative monoid Q with P-elements have an element Φ(h) for each heap h; then Φ is defined for every sum of
heaps. It *satisfies the outcome equation* if, for every sum G, Φ(G) is P exactly if G has options and none of them
has a P-element.

*Theorem* (Plambeck and Siegel, "Misère quotients for impartial games", J. Combin. Theory A 115, 2008). If the
equation holds, every element is that of a sum, and no two elements x, y have xz and yz both P or both not P
for all z, then Q is the misère quotient of the heaps. *Proof.* By induction over play, G is a P-position exactly if
Φ(G) is P: that is what the equation says. Sums with one element have the same outcome in all company, as Φ adds up;
sums with different elements have not, as the z that separates the elements is that of some sum.

The equation speaks of infinitely many sums. It is checked in two halves.

*P-elements have no P option.* A move of G = h + X in h leads to h' + X. So for all heaps h, their options h' and
all elements q, Φ(h)q and Φ(h')q must not both be P. That is a finite table.

*Other elements have one.* Of a sum G let D(G) be the elements z for which some option of G has an element e with ez P:
the company in which G has a good move. What is needed is that the identity is in D(G), if G has options and Φ(G) is not
P. Sums add up by Φ(G + H) = Φ(G)Φ(H) and D(G + H) = {z : zΦ(H) in D(G) or zΦ(G) in D(H)}; so the pairs (Φ(G), D(G)),
which are finitely many, are computed from those of the heaps (they are what the transition algebra of Plambeck
and Siegel tells about P). A pair (x, D) *covers* (x, D') if D is part of D': if the first is never without a good
move, in any company, neither is the second. So only pairs that no earlier one covers are kept.

Words are visited in ascending order, and pairs of earlier ones are never dropped for later ones. So the failure that is
returned is the least there is. All words before it are classified rightly, among them all its options; hence it
is the failing word itself whose mark is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sprague.errors import OutOfReach
from sprague.limits import check, current
from sprague.quotients.monoids import BipartiteMonoid, Elements, HeapOptions, Word

MAX_PAIRS = 500_000  # kept at once, unless the limits say otherwise


@dataclass(frozen=True, slots=True)
class _TransitionPair:
    """The element of a sum, the set of contexts in which it has a winning move, one bit each, and the sum."""

    element: int
    good: int
    word: Word


class Transitions:
    """The transition pairs of all sums of heaps, for the outcome equation, without those that others cover."""

    def __init__(self, monoid: BipartiteMonoid) -> None:
        self.monoid = monoid
        self._pairs: list[_TransitionPair] = [_TransitionPair(0, 0, ())]
        # The empty sum covers nothing: it need not have a good move, and all others need one.
        self._good: dict[int, list[int]] = {}
        self._pulled: dict[tuple[int, int], int] = {}
        self._most = current().pairs or MAX_PAIRS

    def __len__(self) -> int:
        return len(self._pairs)

    def covers(self, element: int, good: int) -> bool:
        """Whether a known sum with this element has winning moves in a subset of these contexts."""
        return any(not known & ~good for known in self._good.get(element, ()))

    def add(self, heap: int, element: int, good: int) -> Word | None:
        """Add a heap larger than those before; return the least word without a winning move that should have one."""
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
            raise OutOfReach(f"the outcome equation takes more than {self._most:,} pairs; allow more (pairs=…)")
        self._pairs.append(pair)
        self._good.setdefault(pair.element, []).append(pair.good)

    def _sum(self, one: _TransitionPair, other: _TransitionPair) -> _TransitionPair:
        good = self._pull(one.good, other.element) | self._pull(other.good, one.element)
        return _TransitionPair(int(self.monoid.table[one.element, other.element]), good, one.word + other.word)

    def _pull(self, good: int, element: int) -> int:
        """The company z for which z times the element is in the set."""
        if not good or not element:
            return good
        if (known := self._pulled.get((good, element))) is None:
            size = len(self.monoid)
            raw = np.frombuffer(good.to_bytes((size + 7) // 8, "little"), np.uint8)
            known = _bits(np.unpackbits(raw, count=size, bitorder="little")[self.monoid.table[element]])
            self._pulled[good, element] = known
        return known


def winning_contexts(monoid: BipartiteMonoid, options: Elements) -> int:
    """Return, one bit each, the elements z of a monoid such that some option with element e has ez in P."""
    return _bits(np.asarray(monoid.rows[options].any(axis=0)))


def _bits(flags: NDArray[np.bool_] | NDArray[np.uint8]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def first_failure(monoid: BipartiteMonoid, options: HeapOptions) -> tuple[Word | None, Transitions]:
    """Return the least word for which the outcome equation fails, or None; and all transition pairs."""
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
    """Of each heap the least word in which a move of it leads from a P-element to a P-element."""
    found = []
    for heap, element in enumerate(monoid.heaps):
        both = np.flatnonzero(monoid.rows[element] & monoid.rows[moved[heap]].any(axis=0))
        if len(both):  # elements stand in the order of their least words
            found.append(tuple(sorted((*monoid.words[both[0]], heap), reverse=True)))
    return found
