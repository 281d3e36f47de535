"""`QuotientBuilder`: construct a misère quotient heap by heap, by testing candidate monoids.

Let Q be the misère quotient of the heaps below n. If heap n can be given an element of Q so that the outcome equation
holds, then Q is also the quotient of the heaps up to n. If the outcome equation fails for every element of Q, the
builder tries candidate monoids. A heap is *free* in a candidate monoid if no relation connects it with other heaps. In
the first candidate, heap n is free, and its element x satisfies x⁴ = x². If a candidate monoid does not satisfy the
outcome equation, the builder finds the least sum of heaps (*word*) with a wrong outcome. In the next candidate monoid,
the builder also makes some heaps of the failing word free, but only as many as are needed to correct the word's
outcome. A candidate monoid that satisfies the outcome equation is the misère quotient.
"""

from __future__ import annotations

from itertools import combinations

from sprague.errors import Cancelled, OutOfReach
from sprague.limits import check
from sprague.quotients.candidate_monoids import free_heaps
from sprague.quotients.monoids import TRIVIAL, BipartiteMonoid, Word
from sprague.quotients.outcome_equation import Transitions, first_failure, winning_contexts

NEW_HEAP = (2, 2)  # initial index and period of the powers of a new element


class QuotientBuilder:
    """A builder of a misère quotient; `growth` lists each heap that enlarged the quotient, with the size reached.

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
        """Add the next heap, given by its options; if an error is raised, the quotient stays unchanged."""
        heap, known = len(self._options), self.quotient
        self._options.append(options)
        try:
            element = self._find_element(heap) if options else 0
            if element is None:
                self.quotient, self._transitions = self._test_candidates(heap)
                self.growth.append((heap, len(self.quotient)))
                return
        except (OutOfReach, Cancelled):
            self._options.pop()
            raise
        self.quotient = BipartiteMonoid(known.table, known.is_p, (*known.heaps, element), known.words)
        self._transitions.monoid = self.quotient

    def _find_element(self, heap: int) -> int | None:
        """Return an element with which the new heap satisfies the outcome equation, or None if no element does."""
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

    def _test_candidates(self, heap: int) -> tuple[BipartiteMonoid, Transitions]:
        """Return the quotient that includes the new heap, found by testing candidate monoids."""
        guess = free_heaps(self.quotient, {heap: NEW_HEAP}, self._options)
        while True:
            failure, transitions = first_failure(guess, self._options)
            if failure is None:
                return guess, transitions
            guess = self._with_more_free_heaps(guess, failure)

    def _with_more_free_heaps(self, guess: BipartiteMonoid, failure: Word) -> BipartiteMonoid:
        """Return another candidate monoid in which a failing word has the correct outcome."""
        right = not guess.is_p[guess.element(failure)]
        heaps = sorted(set(failure))
        for count in range(1, len(heaps) + 1):
            for chosen in combinations(heaps, count):
                powers = {heap: _powers(guess, heap, failure.count(heap)) for heap in chosen}
                other = free_heaps(guess, powers, self._options)
                if other.is_p[other.element(failure)] == right:
                    return other
        raise OutOfReach(
            "no misère quotient was found that gives the correct outcome of the sum of the heaps "
            f"{', '.join(map(str, failure))}"
        )


def _powers(guess: BipartiteMonoid, heap: int, count: int) -> tuple[int, int]:
    """Return an index and a period for the powers of a heap, so that `count` copies can differ from fewer copies.

    The period is 2 unless the index is large, because longer periods are rare.
    """
    index = max(guess.index(guess.heaps[heap]), count - 1)
    return index, max(2, 2 * ((index - 4) // 2))
