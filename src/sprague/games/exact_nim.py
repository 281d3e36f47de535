"""Exact Nim: every move lowers at least `least` and at most `most` piles."""

from dataclasses import dataclass

from sprague.errors import SpragueError
from sprague.games.moore_nim import MisereMoore, MooreSum
from sprague.games.support.bibliography import EXACT_NIM, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import choice_names, pile_count, pile_names, whole
from sprague.games.support.theorems import Theorem
from sprague.games.theory.exact_nim import ColumnAlgorithm, Decision, Step
from sprague.integers import show_number, show_power
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse


@catalogued("Exact Nim", sources=[Source(EXACT_NIM)])
def exact_nim(piles: int = 3, least: int = 2, most: int = 2) -> Ruleset:
    """Choose from `least` to `most` piles, and take at least one chip from each of them.

    >>> exact_nim(3).options((0, 1, 2))
    [(0, 0, 0), (0, 0, 1)]
    """
    names = pile_names(pile_count("piles", piles))
    fewest = whole("least", least, 1, len(names))
    if whole("most", most, 1, len(names)) < fewest:
        raise SpragueError(f"'most' must not be less than 'least', which is {fewest}; got {most}")
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
    return [LastMove(piles, least, most)] if least + most > piles else [FreePiles(piles, least, most)]


@dataclass(frozen=True)
class LastMove(Theorem):
    """Exact Nim: if least + most exceeds the number of piles, a player who can move wins with this move.

    The player to move empties `most` piles; if fewer piles are non-empty, the player empties all of them. After the
    move, at most `piles` - `most` piles are non-empty. The opponent has no move, because `piles` - `most` is less than
    `least`.
    """

    piles: int
    least: int
    most: int

    title = "One move decides"
    source = Source("proved next to the rule of the game")

    @property
    def statement(self) -> str:
        return (
            f"A position is a P-position if and only if fewer than {self.least} of its piles are not empty, so that "
            "there is no move."
        )

    @property
    def formula(self) -> str:
        return " and ".join(f"{name} = 0" for name in pile_names(self.piles)[: self.piles - self.least + 1])

    def is_p(self, position: Position) -> bool:
        return sum(pile > 0 for pile in position) < self.least

    def winning_moves(self, position: Position) -> list[Position]:
        if self.is_p(position):
            return []
        # The piles are sorted in ascending order, so the move empties the last `most` piles.
        return [tuple(sorted((*position[: -self.most], *[0] * self.most)))]

    def explain(self, position: Position) -> str:
        shown = show_position(position)
        if self.is_p(position):
            return f"Fewer than {self.least} piles of {shown} are not empty, so there is no move."
        after = self.winning_moves(position)[0]
        return (
            f"Move from {shown} to {show_position(after)}: there fewer than {self.least} piles are not empty, so your "
            "opponent has no move."
        )


@dataclass(frozen=True)
class FreePiles(Theorem):
    """Exact Nim: binary columns decide the outcome if at most 2 * `most` + `least` piles are not empty.

    The module `games/theory/exact_nim.py` reads the columns and constructs winning moves; docs/exact-nim.md contains
    the proof. The theorem is false for more than 2 * `most` + `least` non-empty piles. For moves that lower exactly two
    piles, the smallest counterexample to the theorem is (1, 1, 1, 1, 2, 2, 2).
    """

    piles: int
    least: int
    most: int

    title = "Free piles"
    source = Source("found here", "docs/exact-nim.md")

    @property
    def statement(self) -> str:
        full = self.least + self.most
        return (
            f"Let at most {self.covered} piles be non-empty. Read the binary columns from the top. At first no pile is "
            "free. In each column, count the piles that are free or have a one there. If the count is less than "
            f"{self.least}, all counted piles become free. If it is less than {full}, the column decides. If it is "
            f"{full} + e, up to e piles with a one become free, so that at most {full} other piles have a one; the "
            f"column decides if {self.least} piles can be free. A position is an N-position if and only if a column "
            "decides for some choice of free piles."
        )

    @property
    def formula(self) -> str | None:
        # If the game has least + most piles, a position is P if and only if its most + 1 smallest piles are equal.
        return f"at least {self.most + 1} piles = min" if self.piles == self.least + self.most else None

    @property
    def covered(self) -> int:
        """The maximum number of non-empty piles for which the theorem on Exact Nim holds."""
        return 2 * self.most + self.least

    @property
    def reader(self) -> ColumnAlgorithm:
        return ColumnAlgorithm(self.least, self.most)

    def decides(self, position: Position) -> bool:
        return sum(pile > 0 for pile in position) <= self.covered

    def is_p(self, position: Position) -> bool:
        return not isinstance(self.reader.read(position), Decision)

    def winning_moves(self, position: Position) -> list[Position]:
        found = self.reader.read(position)
        return [self.reader.winning_option(position, found)] if isinstance(found, Decision) else []

    def explain(self, position: Position) -> str:
        found, full = self.reader.read(position), self.least + self.most
        sentences = [f"Read the binary columns of {show_position(position)} from the top."]
        if isinstance(found, Decision):
            *steps, lowered = found.choice.steps
            excess = found.counted - full
            why = f"which is {excess} more than {full}, so {self.least} piles can be free"
            if excess < 0:
                why = f"which is at least {self.least} and less than {full}"
            sentences += [
                *(_become_free(position, step) for step in steps),
                f"In the column of {show_power(lowered.place)}, {found.counted} piles are free or have a one, {why}.",
                f"This column decides. Move to {show_position(self.reader.winning_option(position, found))}: there no "
                "column decides, and your opponent loses.",
            ]
        elif sum(pile > 0 for pile in position) < self.least:
            return f"Fewer than {self.least} piles of {show_position(position)} are not empty, so there is no move."
        elif any(step.chosen for choice in found for step in choice.steps):
            sentences.append(
                f"Whichever piles become free, fewer than {self.least} piles are free, and no column decides. So the "
                "player to move loses."
            )
        else:
            sentences += [
                *(_become_free(position, step) for step in found[0].steps),
                f"In every {'other ' if found[0].steps else ''}column only free piles have ones, or exactly {full} "
                "piles are free or have a one. So no column decides, and the player to move loses.",
            ]
        return " ".join(sentences)


def _become_free(position: Position, step: Step) -> str:
    sizes = [show_number(pile) for i, pile in enumerate(position) if step.piles >> i & 1]
    piles = f"the pile of {sizes[0]} becomes" if len(sizes) == 1 else f"the piles of {', '.join(sizes)} become"
    return f"In the column of {show_power(step.place)} {piles} free."
