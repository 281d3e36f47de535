"""`QuotientBuilder`: construction of a misère quotient heap by heap, from candidate monoids.

Let Q be the quotient of the heaps below n. If Q has an element with which heap n satisfies the outcome equation, Q is
the quotient of the heaps up to n. Otherwise the quotient is another one, and guesses are made: heap n is free at
first, apart from x⁴ = x². A guess that fails does so first at a word whose mark is known to be wrong; then some heaps
of that word, as few as will do, are freed so that the word is marked rightly. A guess that does not fail is the
quotient, whichever way it was found.
"""

from __future__ import annotations

from itertools import combinations

from sprague.errors import Cancelled, OutOfReach
from sprague.limits import check
from sprague.quotients.candidate_monoids import free_heaps
from sprague.quotients.monoids import TRIVIAL, BipartiteMonoid, Word
from sprague.quotients.outcome_equation import Transitions, first_failure, winning_contexts

NEW_HEAP = (2, 2)  # the index and the period of the powers of a new element, at first


class QuotientBuilder:
    """A builder of a misère quotient, heap by heap; `growth` lists the heaps that changed it, with its size.

    >>> nim = QuotientBuilder()
    >>> for heap in range(1, 5):
    ...     nim.add([(smaller,) for smaller in range(heap)])
    >>> nim.growth
    [(0, 1), (1, 2), (2, 6), (4, 10)]
    """

    def __init__(self) -> None:
        self.quotient = TRIVIAL
        self.growth = [(0, 1)]
        self._options: list[list[Word]] = [[]]
        self._transitions = Transitions(TRIVIAL)

    def add(self, options: list[Word]) -> None:
        """Add the next heap, given by its options; if that is out of reach, nothing changes."""
        heap, known = len(self._options), self.quotient
        self._options.append(options)
        try:
            element = self._same(heap) if options else 0
            if element is None:
                self.quotient, self._transitions = self._guess(heap)
                self.growth.append((heap, len(self.quotient)))
                return
        except (OutOfReach, Cancelled):
            self._options.pop()
            raise
        self.quotient = BipartiteMonoid(known.table, known.is_p, (*known.heaps, element), known.words)
        self._transitions.monoid = self.quotient

    def _same(self, heap: int) -> int | None:
        """An element that the heap can have while all else stays as it is."""
        known = self.quotient
        moved = known.elements(self._options[heap])
        good = winning_contexts(known, moved)
        has_good_move = bool(known.is_p[moved].any())
        company = known.rows[moved].any(axis=0)
        fitting = [
            element
            for element in range(len(known))
            if known.is_p[element] != has_good_move and not (known.rows[element] & company).any()
        ]
        for element in fitting:
            if self._transitions.covers(element, good):
                return element
        for element in fitting:
            check()
            transitions = self._transitions.copy()
            if transitions.add(heap, element, good) is None:
                self._transitions = transitions
                return element
        return None

    def _guess(self, heap: int) -> tuple[BipartiteMonoid, Transitions]:
        """The quotient with a heap that changes it."""
        guess = free_heaps(self.quotient, {heap: NEW_HEAP}, self._options)
        while True:
            failure, transitions = first_failure(guess, self._options)
            if failure is None:
                return guess, transitions
            guess = self._freed(guess, failure)

    def _freed(self, guess: BipartiteMonoid, failure: Word) -> BipartiteMonoid:
        """Another guess, in which a word that was marked wrongly is marked rightly."""
        right = not guess.is_p[guess.element(failure)]
        heaps = sorted(set(failure))
        for count in range(1, len(heaps) + 1):
            for chosen in combinations(heaps, count):
                powers = {heap: _powers(guess, heap, failure.count(heap)) for heap in chosen}
                other = free_heaps(guess, powers, self._options)
                if other.is_p[other.element(failure)] == right:
                    return other
        raise OutOfReach(f"no monoid was found in which the heaps {', '.join(map(str, failure))} have their outcome")


def _powers(guess: BipartiteMonoid, heap: int, count: int) -> tuple[int, int]:
    """Index and period of the powers of a heap, so that so many of it can differ from fewer.

    Longer periods are rare, and are tried where many powers differ anyway.
    """
    index = max(guess.index(guess.heaps[heap]), count - 1)
    return index, max(2, 2 * ((index - 4) // 2))
