"""The winning strategy of Exact Nim: the free piles, and the binary column that decides a position.

A move lowers at least `least` and at most `most` piles; at most 2 most + least are not empty. Some piles are
*free*, at first none. In each binary column count the piles that are free or have a one there:

- fewer than `least`: all of them become free;
- from `least` on, but fewer than least + most: the column decides;
- least + most + e: up to e of the piles with a one become free, so that at most least + most others have a one. If
  `least` piles can be free then, the column decides.

A position is N if and only if a column decides for some choice of free piles (proof: docs/exact-nim.md). All choices
are followed side by side, each set of free piles once. Piles that agree in all digits still to be read are of one
kind: it only matters how many of a kind are free. There are fewer than `least` columns with alternatives, so for a
given number of piles the work is linear in the number of columns. It grows with the sets of fewer than `least`
piles, but only while there are alternatives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sprague import limits
from sprague.rules import Position

#: A set of piles: the i-th binary digit is 1 if the i-th pile is in it.
Piles = int


class Step(NamedTuple):
    """The piles that become free in a column; `chosen` if other piles could have become free instead."""

    place: int
    piles: Piles
    chosen: bool


class FreeChoice(NamedTuple):
    """A choice of free piles, with the steps in which they became free, from the top."""

    free: Piles = 0
    steps: tuple[Step, ...] = ()

    def extended(self, step: Step) -> FreeChoice:
        return FreeChoice(self.free | step.piles, (*self.steps, step)) if step.piles else self


class Decision(NamedTuple):
    """A column that decides the outcome.

    `counted` piles are free or have a one in it. `choice` ends with the piles that a winning move lowers in it.
    """

    place: int
    counted: int
    choice: FreeChoice


@dataclass(frozen=True)
class ColumnReader:
    """A reader of binary columns for the game in which a move lowers `least` to `most` piles."""

    least: int
    most: int

    @property
    def full(self) -> int:
        """The only positive number of ones that a column may have while no pile is free."""
        return self.least + self.most

    def read(self, position: Position) -> Decision | list[FreeChoice]:
        """Return the column that decides, or all choices for which none does, one of each kind.

        >>> ColumnReader(2, 2).read((0, 1, 2, 3, 3))
        Decision(place=1, counted=3, choice=FreeChoice(free=12, steps=(Step(place=1, piles=12, chosen=False),)))
        >>> ColumnReader(2, 2).read((0, 1, 1, 1, 6))
        [FreeChoice(free=16, steps=(Step(place=2, piles=16, chosen=False),))]
        """
        choices = [FreeChoice()]
        passed: set[tuple[str, ...]] = set()  # columns in which no pile becomes free
        for place, column in _columns(position):
            if column in passed:
                continue
            limits.check()
            ones = int("".join(reversed(column)), 2)
            counts = [(choice.free | ones).bit_count() for choice in choices]
            for choice, counted in zip(choices, counts, strict=True):
                if self._decides(choice.free, counted):
                    return self._decision(place, ones, counted, choice)
            alike = _alike(position, place) if max(counts) > self.full else [1 << i for i in range(len(position))]
            found: dict[tuple[int, ...], FreeChoice] = {}
            for choice in choices:
                for step in self._steps(place, ones, choice.free, alike):
                    limits.check()
                    longer = choice.extended(step)
                    found.setdefault(tuple((longer.free & kind).bit_count() for kind in alike), longer)
            if list(found.values()) == choices:
                passed.add(column)
            else:
                choices = list(found.values())
                passed.clear()
        return choices

    def _decides(self, free: Piles, counted: int) -> bool:
        if counted < self.full:
            return counted >= self.least
        return free.bit_count() + counted - self.full >= self.least

    def _decision(self, place: int, ones: Piles, counted: int, choice: FreeChoice) -> Decision:
        """Below `full` a winning move lowers as many piles with a one as it may, otherwise no more than needed."""
        free, others = choice.free.bit_count(), ones & ~choice.free
        if counted < self.full:
            number = min(counted, self.most) - free
        else:
            number = max(self.least - free, others.bit_count() - self.full)
        return Decision(place, counted, choice.extended(Step(place, _first(others, number), chosen=False)))

    def _steps(self, place: int, ones: Piles, free: Piles, alike: list[Piles]) -> Iterator[Step]:
        """Yield the next steps in a column that does not decide, up to exchanges of piles that are alike."""
        others = ones & ~free
        excess = (free | ones).bit_count() - self.full
        if excess <= 0:
            yield Step(place, others if excess < -self.most else 0, chosen=False)
            return
        fewest = max(0, others.bit_count() - self.full)
        for piles in _choices([others & kind for kind in alike], fewest, excess):
            yield Step(place, piles, chosen=True)

    def winning_option(self, position: Position, decision: Decision) -> Position:
        """Return the option that a winning move reaches: no column decides it.

        Down to the column that decides, piles are lowered as they become free. A pile that has been lowered may have
        any digits below. Such piles fill a column up to `full` ones where they can. Where they cannot, they get
        zeros, and the fewer than `least` ones that stay make their piles free in the position reached: these are
        `kept`, and count as ones from then on.
        """
        entering = {step.place: step.piles for step in decision.choice.steps}
        lowered = kept = 0
        written: list[str] = []
        known: dict[tuple[str, ...], str] = {}  # what a column becomes, until more piles are lowered or kept
        for place, column in _columns(position):
            if place not in entering and column in known:
                written.append(known[column])
                continue
            limits.check()
            digits = int("".join(reversed(column)), 2)
            ones = digits & ~lowered & ~kept
            wanted = self.full - kept.bit_count()
            is_filled = (lowered | ones).bit_count() >= wanted
            if place >= decision.place:
                down = entering.get(place, 0)
            elif is_filled:
                down = _first(ones, max(0, ones.bit_count() - wanted))
            elif (kept | ones).bit_count() >= self.least:
                down = _first(ones, self.most - lowered.bit_count())
            else:
                down = 0
            raised = _first(lowered, wanted - (ones & ~down).bit_count()) if is_filled else 0
            after = digits & ~lowered & ~down | raised
            written.append(f"{after:0{len(position)}b}")
            known[column] = written[-1]
            now_kept = kept if is_filled else kept | ones & ~down
            if down or now_kept != kept:
                lowered, kept = lowered | down, now_kept
                known.clear()
        return tuple(sorted(int("".join(digits), 2) for digits in zip(*written, strict=True)))


def _columns(position: Position) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each binary column with its place, from the top; a digit for each pile."""
    width = max(pile.bit_length() for pile in position)
    digits = (f"{pile:0{width}b}" for pile in position)
    # If all piles are empty there is no column, although zero is written with a digit.
    return zip(range(width - 1, -1, -1), zip(*digits, strict=True), strict=False)


def _alike(position: Position, place: int) -> list[Piles]:
    """The piles by kind: those of a kind agree in all digits below this place."""
    kinds: dict[int, Piles] = {}
    for i, pile in enumerate(position):
        below = pile & ((1 << place) - 1)
        kinds[below] = kinds.get(below, 0) | 1 << i
    return list(kinds.values())


def _choices(kinds: list[Piles], fewest: int, most: int) -> Iterator[Piles]:
    """All numbers, from `fewest` to `most` in all, of piles of these kinds; of each kind the first ones."""
    if not kinds:
        yield 0
        return
    kind, *rest = kinds
    others = sum(map(int.bit_count, rest))
    for number in range(max(0, fewest - others), min(kind.bit_count(), most) + 1):
        for chosen in _choices(rest, max(0, fewest - number), most - number):
            yield _first(kind, number) | chosen


def _first(piles: Piles, number: int) -> Piles:
    """The first so many of these piles."""
    chosen = 0
    for _ in range(number):
        lowest = piles & -piles
        chosen, piles = chosen | lowest, piles & ~lowest
    return chosen
