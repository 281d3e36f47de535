"""Nim, and Bouton's theorem about it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import xor

from sprague.games.support.bibliography import BOUTON, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names
from sprague.games.support.theorems import Theorem
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse


@catalogued("Nim", sources=[Source(BOUTON), Source("nim")])
def nim(piles: int = 3) -> Ruleset:
    """Take any positive number of chips from one pile.

    >>> nim(2).options((0, 3))
    [(0, 0), (0, 1), (0, 2)]
    """
    first, *others = pile_names(pile_count("piles", piles))
    return parse(f"({', '.join([first, *others])}) -> ({', '.join(['u', *others])}) where u < {first} any order")


@nim.theory
def _known(piles: int = 3) -> list[Theorem]:
    return [NimSum(), MisereNim()]


def nim_sum(position: Position) -> int:
    """Return the sum of the piles in binary without carrying.

    >>> nim_sum((3, 5, 6))
    0
    """
    return reduce(xor, position, 0)


@dataclass(frozen=True)
class NimSum(Theorem):
    """Bouton's theorem: P if every binary column holds an even number of ones."""

    title = "Bouton's theorem"
    source = Source(BOUTON)
    statement = (
        "A position is P if and only if every binary column has an even number of ones; the value is the nim-sum."
    )
    formula = "xor = 0"
    grundy_formula = "value = xor"

    def is_p(self, position: Position) -> bool:
        return nim_sum(position) == 0

    def grundy(self, position: Position) -> int:
        return nim_sum(position)

    def winning_moves(self, position: Position) -> list[Position]:
        total = nim_sum(position)
        return _with_each_pile(position, lambda pile: pile ^ total)

    def moves_to_value(self, position: Position, value: int) -> list[Position]:
        total = nim_sum(position) ^ value
        return _with_each_pile(position, lambda pile: pile ^ total)

    def explain(self, position: Position) -> str:
        total, shown = nim_sum(position), show_position(position)
        if total == 0:
            return f"In binary every column of {shown} has an even number of ones; any move breaks that."
        pile = next(pile for pile in position if pile ^ total < pile)
        return (
            f"The nim-sum of {shown} is {show_number(total)}. Lowering the pile of {show_number(pile)} "
            f"to {show_number(pile ^ total)} makes every binary column even again."
        )


@dataclass(frozen=True)
class MisereNim(Theorem):
    """Misère Nim: as Nim, until only piles of one chip are left; then an odd number of them is P."""

    title = "Bouton's rule for misère play"
    source = Source(BOUTON)
    statement = "With a pile of two or more, P is as in normal play; with ones only, P means an odd number of them."
    formula = "max >= 2 and xor = 0 or max <= 1 and sum is odd"
    misere = True

    def is_p(self, position: Position) -> bool:
        return nim_sum(position) == (1 if max(position) <= 1 else 0)

    def winning_moves(self, position: Position) -> list[Position]:
        if self.is_p(position) or not any(position):
            return []
        large = [pile for pile in position if pile > 1]
        ones = sum(pile == 1 for pile in position)
        if len(large) <= 1:
            # Leave an odd number of ones and nothing else.
            keep = 1 - ones % 2
            changed = large[0] if large else 1
            return [tuple(sorted(_replace(position, changed, keep if large else 0)))]
        total = nim_sum(position)
        return _with_each_pile(position, lambda pile: pile ^ total)

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if max(position) <= 1:
            many = "odd" if sum(position) % 2 else "even"
            return f"In {shown} only piles of one are left, an {many} number: each move takes one, and the last loses."
        if self.is_p(position):
            return f"The nim-sum of {shown} is 0; the opponent keeps it so until one large pile is left."
        if sum(pile > 1 for pile in position) == 1:
            return f"One pile of {shown} is large: lower it to 0 or 1, so that an odd number of ones is left."
        total = show_number(nim_sum(position))
        return f"The nim-sum of {shown} is {total}: make it 0, as in normal play, while piles are large."


def _replace(position: Position, old: int, new: int) -> list[int]:
    changed = list(position)
    changed[changed.index(old)] = new
    return changed


def _with_each_pile(position: Position, lowered: Callable[[int], int]) -> list[Position]:
    """Options in which one pile is lowered by a formula, for each pile that this lowers."""
    found = [tuple(sorted(_replace(position, pile, lowered(pile)))) for pile in position if lowered(pile) < pile]
    return list(dict.fromkeys(found))
