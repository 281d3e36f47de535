"""Nim, with the theorems of Bouton for normal and misère play."""

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
    """Return the nim-sum of the piles: their binary sum without carrying.

    >>> nim_sum((3, 5, 6))
    0
    """
    return reduce(xor, position, 0)


@dataclass(frozen=True)
class NimSum(Theorem):
    """Bouton's theorem: a position is P if every binary column of the piles has an even number of ones."""

    title = "Bouton's theorem"
    source = Source(BOUTON)
    statement = (
        "A position is a P-position if and only if every binary column of the piles has an even number of ones. "
        "The Grundy value is the nim-sum."
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
        if not any(position):
            return f"No move is left at {shown}. The player who moved last has won."
        if total == 0:
            return (
                f"Written in binary, {shown} has an even number of ones in every column. Every move changes that, "
                "and your opponent can restore it."
            )
        pile = next(pile for pile in position if pile ^ total < pile)
        return (
            f"The nim-sum of {shown} is {show_number(total)}. Lower the pile of {show_number(pile)} to "
            f"{show_number(pile ^ total)}: then the nim-sum is 0, and from there your opponent loses."
        )


@dataclass(frozen=True)
class MisereNim(Theorem):
    """Misère Nim: if no pile exceeds 1, a position is P if and only if its number of chips is odd.

    If some pile exceeds 1, the outcome is the same as in normal play.
    """

    title = "Bouton's rule for misère play"
    source = Source(BOUTON)
    statement = (
        "If some pile has two chips or more, the P-positions are those of normal play. If no pile has more than one "
        "chip, a position is a P-position if and only if the number of chips is odd."
    )
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
            # If at most one pile has more than one chip, a winning move leaves an odd number of piles of one chip, and
            # no larger pile.
            keep = 1 - ones % 2
            changed = large[0] if large else 1
            return [tuple(sorted(_replace(position, changed, keep if large else 0)))]
        total = nim_sum(position)
        return _with_each_pile(position, lambda pile: pile ^ total)

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if max(position) <= 1:
            many = "odd" if sum(position) % 2 else "even"
            return f"{shown} has only piles of one chip, an {many} number of them; whoever takes the last chip loses."
        if self.is_p(position):
            return (
                f"The nim-sum of {shown} is 0. After every move your opponent can make it 0 again, until one pile "
                "with more than one chip is left."
            )
        if sum(pile > 1 for pile in position) == 1:
            return (
                f"Only one pile of {shown} has more than one chip. Lower it to 0 or 1, so that an odd number of piles "
                "of one chip is left: then your opponent takes the last chip."
            )
        total = show_number(nim_sum(position))
        return f"The nim-sum of {shown} is {total}. Make it 0, as in normal play: from there your opponent loses."


def _replace(position: Position, old: int, new: int) -> list[int]:
    changed = list(position)
    changed[changed.index(old)] = new
    return changed


def _with_each_pile(position: Position, lowered: Callable[[int], int]) -> list[Position]:
    """Return the options that replace a pile by `lowered(pile)`, if `lowered(pile)` is smaller than the pile."""
    found = [tuple(sorted(_replace(position, pile, lowered(pile)))) for pile in position if lowered(pile) < pile]
    return list(dict.fromkeys(found))
