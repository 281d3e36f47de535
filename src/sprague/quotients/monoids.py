"""`BipartiteMonoid`: finite commutative monoids with a set of P-elements, and their products.

Elements are the numbers from 0 on, and 0 is the identity. Plambeck and Siegel introduced bipartite monoids for misère
games. A *word* is a sum of heaps; the element of a word is the product of the elements of its heaps. The class
`BipartiteMonoid` also stores the element of every heap, and the least word of each element. A word is stored as a tuple
of heaps, largest heap first. Words are compared as tuples, so the largest heaps are compared first. A move replaces a
heap by smaller heaps, so every option of a word is less than the word. Among the words of an element, an algorithm that
visits all words in ascending order therefore meets the least word first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Elements = NDArray[np.int64]
Word = tuple[int, ...]
# The options of each heap, from heap 0 on; an option is a word: the heaps that a move leaves.
HeapOptions = Sequence[Sequence[Word]]


@dataclass(frozen=True, eq=False)
class BipartiteMonoid:
    """A finite commutative monoid with P-elements, the element of each heap, and the least word of each element."""

    table: Elements
    is_p: NDArray[np.bool_]
    heaps: tuple[int, ...]
    words: tuple[Word, ...]

    def __len__(self) -> int:
        return len(self.table)

    def __eq__(self, other: object) -> bool:
        """Return whether two monoids have the same products, P-elements and elements of heaps."""
        if not isinstance(other, BipartiteMonoid):
            return NotImplemented
        same = np.array_equal(self.table, other.table) and np.array_equal(self.is_p, other.is_p)
        return same and self.heaps == other.heaps

    def __hash__(self) -> int:
        return hash(self.heaps)

    def element(self, word: Sequence[int]) -> int:
        """Return the element of a sum of heaps in the monoid."""
        found = 0
        for heap in word:
            found = int(self.table[found, self.heaps[heap]])
        return found

    def elements(self, options: Sequence[Word]) -> Elements:
        """Return the elements of all options of a sum of heaps, sorted and without repetitions."""
        return np.array(sorted({self.element(option) for option in options}), dtype=np.int64)

    @cached_property
    def rows(self) -> NDArray[np.bool_]:
        """A Boolean array that states, for all elements x and y, whether xy is a P-element."""
        return np.asarray(self.is_p[self.table])

    def index(self, element: int) -> int:
        """Return the index of an element x: the number of powers 1, x, x², … before the powers begin to repeat.

        >>> nothing = np.zeros(3, dtype=bool)
        >>> BipartiteMonoid(np.array([[0, 1, 2], [1, 2, 1], [2, 1, 2]]), nothing, (0, 1), ((), (1,), (1, 1))).index(1)
        1
        """
        powers = [0]
        while (after := int(self.table[powers[-1], element])) not in powers:
            powers.append(after)
        return powers.index(after)

    def generated(self, heaps: Sequence[int]) -> Elements:
        """Return the elements of all sums of the given heaps in the monoid, the identity first."""
        found, seen = [0], {0}
        generators = sorted({self.heaps[heap] for heap in heaps})
        for element in found:
            for generator in generators:
                after = int(self.table[element, generator])
                if after not in seen:
                    seen.add(after)
                    found.append(after)
        return np.array(found, dtype=np.int64)


# The monoid of the empty heap, which has one element.
TRIVIAL = BipartiteMonoid(np.zeros((1, 1), dtype=np.int64), np.zeros(1, dtype=bool), (0,), ((),))


def cyclic(index: int, period: int) -> Elements:
    """Return the multiplication table of the cyclic monoid of an element x with x ** (index + period) = x ** index.

    >>> cyclic(1, 2)
    array([[0, 1, 2],
           [1, 2, 1],
           [2, 1, 2]])
    """
    exponents = np.arange(index + period)
    sums = exponents[:, None] + exponents[None, :]
    return np.where(sums < index + period, sums, index + (sums - index) % period)


class Product:
    """The direct product of monoids, given by the multiplication tables of its factors.

    >>> square = Product([cyclic(0, 2), cyclic(0, 2)])
    >>> square.times(1, np.arange(4)), square.embed(0, 1)
    (array([1, 0, 3, 2]), 2)
    """

    def __init__(self, factors: Sequence[Elements]) -> None:
        self.factors = factors
        sizes = [len(factor) for factor in factors]
        self.size = int(np.prod(sizes))
        self._strides = [int(np.prod(sizes[place + 1 :])) for place in range(len(sizes))]
        numbers = np.arange(self.size)
        self._places = [numbers // stride % size for stride, size in zip(self._strides, sizes, strict=True)]

    def embed(self, factor: int, element: int) -> int:
        """Convert an element of one factor to an element of the product monoid."""
        return element * self._strides[factor]

    def times(self, element: int, others: Elements) -> Elements:
        """Return the products of an element with other elements of the product monoid."""
        found = np.zeros(len(others), dtype=np.int64)
        for factor, stride, place in zip(self.factors, self._strides, self._places, strict=True):
            found += stride * factor[place[element], place[others]]
        return found
