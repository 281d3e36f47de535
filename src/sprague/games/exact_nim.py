"""Exact Nim: every move lowers a given number of piles, neither fewer nor more."""

from dataclasses import dataclass

from sprague.errors import SpragueError
from sprague.games._bibliography import EXACT_NIM
from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import choice_names, pile_count, pile_names, whole
from sprague.games._theory import Theorem
from sprague.games.moore_nim import MisereMoore, MooreSum
from sprague.rules import Position, Ruleset, parse
from sprague.rules.positions import show_position


@catalogued("Exact Nim", sources=[Source(EXACT_NIM)])
def exact_nim(piles: int = 3, least: int = 2, most: int = 2) -> Ruleset:
    """Take at least one chip from each of `least` to `most` piles of your choice.

    >>> exact_nim(3).options((0, 1, 2))
    [(0, 0, 0), (0, 0, 1)]
    """
    names = pile_names(pile_count("piles", piles))
    fewest = whole("least", least, 1, len(names))
    if whole("most", most, 1, len(names)) < fewest:
        raise SpragueError(f"expected most to be at least {fewest}, which is least, got {most}")
    moves = []
    for count in range(fewest, most + 1):
        left = choice_names(count)
        lower = ", ".join(f"{choice} < {pile}" for choice, pile in zip(left, names[:count], strict=True))
        moves.append(f"({', '.join(left + names[count:])}) where {lower}")
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order")


@exact_nim.theory
def _known(piles: int = 3, least: int = 2, most: int = 2) -> list[Theorem]:
    if least == 1:
        return [MooreSum(most), MisereMoore(most)]
    return [LastMove(piles, least, most)] if least + most > piles else []


@dataclass(frozen=True)
class LastMove(Theorem):
    """If least + most exceeds the number of piles, whoever can move wins at once.

    The mover empties `most` piles, or all that are not empty if they are fewer. At most piles - most others are left,
    too few for another move.
    """

    piles: int
    least: int
    most: int

    title = "One move decides"
    source = Source("proved next to the rule of the game")

    @property
    def statement(self) -> str:
        return f"A position is P if and only if fewer than {self.least} of its piles are not empty: there is no move."

    @property
    def formula(self) -> str:
        return " and ".join(f"{name} = 0" for name in pile_names(self.piles)[: self.piles - self.least + 1])

    def is_p(self, position: Position) -> bool:
        return sum(pile > 0 for pile in position) < self.least

    def winning_moves(self, position: Position) -> list[Position]:
        if self.is_p(position):
            return []
        # The piles are sorted, the largest last.
        return [tuple(sorted((*position[: -self.most], *[0] * self.most)))]

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if self.is_p(position):
            return f"Fewer than {self.least} piles of {shown} are not empty, so there is no move."
        after = self.winning_moves(position)[0]
        return f"In {show_position(after)} fewer than {self.least} piles are not empty, so there is no answer to it."
