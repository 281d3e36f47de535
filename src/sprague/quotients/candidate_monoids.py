"""Candidate monoids for a misère quotient: finite commutative monoids that agree with known outcomes.

A candidate monoid may be wrong, so the outcome equation is checked afterwards. The module constructs candidate monoids
in the same way as Siegel's program MisereSolver. The construction starts with a direct product of two monoids: the
monoid of the smaller heaps, and a cyclic monoid for the new heap. To find the P-elements of the product, the
construction visits all words (sums of heaps) in ascending order. The identity is not a P-element. An element with the
least word G, other than the identity, is a P-element if no option of G has a P-element. Finally, two elements are
merged if no sum of heaps, added to both, gives them different outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sprague.errors import OutOfReach
from sprague.limits import check, current
from sprague.quotients.monoids import BipartiteMonoid, Elements, HeapOptions, Product, Word, cyclic

MAX_ELEMENTS = 12_000  # default limit on the elements of a candidate monoid


def free_heaps(known: BipartiteMonoid, powers: dict[int, tuple[int, int]], options: HeapOptions) -> BipartiteMonoid:
    """Return a candidate monoid for a misère quotient in which the given heaps satisfy no relations with others.

    The dictionary `powers` maps each free heap to a pair: the index and the period of the powers of its element. The
    monoid `known` must contain all heaps that are not free.
    """
    heaps = [heap for heap in range(len(known.heaps)) if heap not in powers]
    kept = known.generated(heaps)
    number = np.full(len(known), -1)
    number[kept] = np.arange(len(kept))
    size = len(kept) * int(np.prod([sum(pair) for pair in powers.values()]))
    if size > (most := current().states or MAX_ELEMENTS):
        raise OutOfReach(
            f"the misère quotient may have up to {size:,} elements, more than the limit of {most:,}; allow more "
            "with --elements N (states=N)"
        )
    product = Product([number[known.table[np.ix_(kept, kept)]], *(cyclic(*pair) for pair in powers.values())])
    elements = {heap: product.embed(0, int(number[known.heaps[heap]])) for heap in heaps}
    elements |= {heap: product.embed(place + 1, 1) for place, heap in enumerate(powers)}
    return _reduced(product, _Marking(product, [elements[heap] for heap in range(len(elements))], options))


class _Marking:
    """The P-elements of a product of monoids; they are computed in the order of the elements' least words."""

    def __init__(self, product: Product, heaps: Sequence[int], options: HeapOptions) -> None:
        self.product, self.heaps = product, heaps
        self.is_p = np.zeros(product.size, dtype=bool)
        self.order: list[int] = [0]
        self.words: list[Word] = [()]
        self._seen = np.zeros(product.size, dtype=bool)
        self._seen[0] = True
        self._options: list[Elements] = [np.zeros(0, dtype=np.int64)]
        for heap in range(len(heaps)):
            if options[heap]:
                self._add(heap, np.unique([self._element(option) for option in options[heap]]))

    def _element(self, word: Word) -> int:
        found = 0
        for heap in word:
            found = int(self.product.times(found, np.array([self.heaps[heap]]))[0])
        return found

    def _add(self, heap: int, moved: Elements) -> None:
        """Visit the words with the given largest heap in ascending order, and compute which of them have P-elements."""
        times, before = self.product.times, len(self.order)
        smaller = np.array(self.order)
        word: Word
        element, options, word = 0, np.zeros(0, dtype=np.int64), ()
        while True:
            after = int(times(element, np.array([self.heaps[heap]]))[0])
            if self._seen[after]:
                return
            options = np.unique(np.concatenate([times(self.heaps[heap], options), times(element, moved)]))
            element, word = after, (*word, heap)
            sums = times(element, smaller)
            for place in range(before):
                found = int(sums[place])
                if self._seen[found]:
                    continue
                check()
                company = times(int(smaller[place]), options)
                reached = np.unique(np.concatenate([times(element, self._options[place]), company]))
                self.is_p[found] = not self.is_p[reached].any()
                self._seen[found] = True
                self.order.append(found)
                self.words.append(word + self.words[place])
                self._options.append(reached)


def _reduced(product: Product, marking: _Marking) -> BipartiteMonoid:
    """Merge elements that no added sum of heaps distinguishes by outcome; return the resulting bipartite monoid."""
    actions = [product.times(element, np.arange(product.size)) for element in sorted(set(marking.heaps))]
    classes, count, before = marking.is_p.astype(np.int64), 2, 0
    while count > before:
        before = count
        for action in actions:
            kinds, classes = np.unique(classes * product.size + classes[action], return_inverse=True)
            count = len(kinds)
    # Classes of elements are numbered in ascending order of their least words.
    order = np.array(marking.order)
    _, first = np.unique(classes[order], return_index=True)
    first.sort()
    kept = order[first]
    number = np.empty(len(first), dtype=np.int64)
    number[classes[kept]] = np.arange(len(first))
    table = np.array([number[classes[product.times(int(element), kept)]] for element in kept])
    heaps = tuple(int(number[classes[element]]) for element in marking.heaps)
    return BipartiteMonoid(table, marking.is_p[kept], heaps, tuple(marking.words[place] for place in first))
