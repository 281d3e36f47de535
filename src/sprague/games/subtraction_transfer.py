"""Lengyel's subtraction-transfer games, played with cookies on two plates."""

from collections.abc import Iterable

from sprague.games.support.bibliography import DANAI, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import whole, whole_numbers
from sprague.games.support.theorems import Theorem
from sprague.games.theory.subtraction_transfer import known_theorems
from sprague.rules import Ruleset


@catalogued("Subtraction-transfer", sources=[Source("lengyel"), Source(DANAI)], aliases=["cookies"])
def subtraction_transfer(a: int = 2, b: int = 2, c: int | str | Iterable[int] = 1) -> Ruleset:
    """Eat a cookies from the red plate, or eat b cookies from the blue plate, or move c cookies from red to blue.

    >>> subtraction_transfer(2, 2, 1).options((2, 3))
    [(0, 3), (2, 1), (1, 4)]

    A position is (red, blue). The parameter c may be a set of numbers, which is written as 1/2/3.
    """
    red, blue = whole("a", a, 1), whole("b", b, 1)
    transfers = [(-moved, moved) for moved in whole_numbers("c", c, 1)]
    return Ruleset.adding("xy", [(-red, 0), (0, -blue), *transfers])


@subtraction_transfer.theory
def _known(a: int = 2, b: int = 2, c: int | str | Iterable[int] = 1) -> list[Theorem]:
    return [*known_theorems(whole("a", a, 1), whole("b", b, 1), whole_numbers("c", c, 1))]
