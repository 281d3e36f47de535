"""The outcome equation: quotients satisfy it, and other monoids fail at the least wrong word."""

from __future__ import annotations

import numpy as np
import pytest

from sprague.quotients.monoids import BipartiteMonoid, Word
from sprague.quotients.outcome_equation import first_failure
from tests.quotients.plainly import misere, octal, quotient, sums


def options(code: str, heaps: int) -> list[list[Word]]:
    return [octal(code)(heap) for heap in range(heaps + 1)]


@pytest.mark.parametrize(("code", "heaps"), [("0.33", 6), ("0.75", 12), ("0.123", 14), ("0.77", 27), ("4.7", 6)])
def test_a_changed_mark_fails_at_the_least_word_that_is_wrong(code: str, heaps: int) -> None:
    right, is_p = quotient(code, heaps).monoid, misere(octal(code))
    assert first_failure(right, options(code, heaps))[0] is None
    for element in range(1, len(right)):
        marks = right.is_p.copy()
        marks[element] ^= True
        wrong = BipartiteMonoid(right.table, marks, right.heaps, right.words)
        assert first_failure(wrong, options(code, heaps))[0] == right.words[element]
    words = sorted(position[::-1] for position in sums(12, heaps))
    assert all(is_p(word[::-1]) == right.is_p[right.element(word)] for word in words)


def test_a_heap_with_another_element_fails() -> None:
    right = quotient("0.77", 12).monoid
    found = 0
    for heap in range(1, 13):
        for element in range(len(right)):
            if element != right.heaps[heap]:
                heaps = (*right.heaps[:heap], element, *right.heaps[heap + 1 :])
                wrong = BipartiteMonoid(right.table, right.is_p, heaps, right.words)
                found += first_failure(wrong, options("0.77", 12))[0] is None
    assert found == 0


def test_the_identity_is_no_p_element() -> None:
    wrong = BipartiteMonoid(np.zeros((1, 1), dtype=np.int64), np.ones(1, dtype=bool), (0, 0), ((),))
    assert first_failure(wrong, [[], [()]])[0] == (1,)
