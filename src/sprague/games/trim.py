"""Flanigan's Trim, which is Rim in base 3."""

from sprague.games.rim import RimSum
from sprague.games.rim import rim as _rim
from sprague.games.support.bibliography import FLANIGAN, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.theorems import Theorem
from sprague.rules import Ruleset


@catalogued("Trim", sources=[Source("ferguson", "Section 1"), Source(FLANIGAN)])
def trim(piles: int = 3) -> Ruleset:
    """Take x chips from a pile; you may also take y chips from another pile, where y is a power of three and y > x/2.

    >>> trim(2) == _rim(2, base=3)
    True
    """
    return _rim(piles, 3)


@trim.theory
def _known(piles: int = 3) -> list[Theorem]:
    return [RimSum(3)]
