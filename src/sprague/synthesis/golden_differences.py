"""`golden_difference_formulas`: formulas for the differences of two P-positions of a game like Wythoff's.

The P-positions of Wythoff's game are the pairs (x, s(x)) and (s(x), x) for all numbers x whose Fibonacci digits end in
an even number of zeros, where s(x) = `fib_shift(x)` appends a zero to the digits. A pair (i, j) with i <= j is a
difference of two P-positions in one of two cases:

- (i, j) = (x - s(y), s(x) - y), so s(i + s(y)) = j + y. For y = 0, the differences are the P-positions themselves.
- (i, j) = (x - y, s(x) - s(y)). If (x, s(x)) is the n-th P-position after (y, s(y)), then their difference (i, j)
  satisfies j - i = n, and i is the integer part of n times the golden ratio, perhaps plus 1. Therefore one of the pairs
  (i, j) and (i - 1, j - 1) is a P-position.

The same formulas hold for Fraenkel's generalisations of Wythoff's game, with digits of the recurrence t, 1 instead of
Fibonacci digits. The formulas are only candidates: each formula is translated into an automaton and compared with the
set before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sprague.automata.numeration import Numeration
from sprague.synthesis.term_bank import fibonacci_prefix


def golden_difference_formulas(names: Sequence[str], numeration: Numeration) -> Iterator[str]:
    """Yield formulas for the differences of P-positions.

    >>> from sprague.automata.numeration import FIBONACCI
    >>> next(golden_difference_formulas(("i", "j"), FIBONACCI)).partition(" or ")[2]
    'i >= 2 and fib_shift(i - 1) = j - 1 and even(fib_zeros(i - 1))'
    """
    word = fibonacci_prefix(numeration)
    if word is None or len(names) != 2:
        return
    i, j = names
    n = next(name for name in ("n", "m", "k") if name not in names)
    x = f"{i} + {word}_shift({n})"
    crossed = f"{word}_shift({x}) = {j} + {n} and even({word}_zeros({n})) and even({word}_zeros({x}))"
    parallel = f"{i} >= 2 and {word}_shift({i} - 1) = {j} - 1 and even({word}_zeros({i} - 1))"
    yield f"in some order: (exists {n} <= {j}: {crossed}) or {parallel}"
