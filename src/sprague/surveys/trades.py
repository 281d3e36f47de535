"""Two plates of cookies: eat a red ones, eat b blue ones, or trade c red ones for y blue ones: the family `trades`.

With y = c it is Lengyel's game `subtraction-transfer`; A. Danai, P. Ellis and T. Thanatipanonda (arXiv 2602.14325)
ask for the period in red of all (`docs/subtraction-transfer.md`).

>>> print(trading_rule(a=5, b=3, c=2, y=1))
(r, s) -> (r - 5, s) ; (r, s - 3) ; (r - 2, s + 1)
>>> trading_rule(a=5, b=3)
Traceback (most recent call last):
sprague.errors.SpragueError: trades: expected numbers a, b, c, y of at least 1, got {'a': 5, 'b': 3}
"""

from __future__ import annotations

from sprague.errors import SpragueError
from sprague.rules import Ruleset
from sprague.surveys.ranges import Parameter


def trading_rule(**numbers: Parameter) -> Ruleset:
    """The game with these numbers of cookies."""
    given = [numbers.get(name) for name in "abcy"]
    chips = [number for number in given if isinstance(number, int) and number >= 1]
    if len(chips) < 4 or len(numbers) > 4:
        raise SpragueError(f"trades: expected numbers a, b, c, y of at least 1, got {numbers}")
    a, b, c, y = chips
    return Ruleset.adding(("r", "s"), [(-a, 0), (0, -b), (-c, y)])
