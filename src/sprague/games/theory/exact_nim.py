"""The winning strategy of Exact Nim: free piles, and the binary column that decides a position.

A move lowers at least `least` and at most `most` piles. The strategy assumes that at most 2 * `most` + `least` piles
are not empty. The strategy reads the binary columns of the piles from the top, and marks some piles as *free*; at first
no pile is free. In each column, the strategy counts the piles that are free or have a one:

- If fewer than `least` piles are counted, all counted piles become free.
- If at least `least` but fewer than least + most piles are counted, the column decides the outcome.
- If least + most + e piles are counted for some e >= 0, up to e of the piles with a one become free, such that at most
  least + most piles with a one are not free. A column with least + most + e counted piles decides the outcome if the
  number of free piles plus e is at least `least`.

A position is N if and only if some column decides the outcome for some choice of free piles; docs/exact-nim.md has the
proof. The algorithm follows all choices of free piles in parallel. Two piles are of the same kind if they agree in all
digits below the current column. Among all choices with the same number of free piles of each kind, the algorithm stores
only one choice. For a given number of piles, the running time is linear in the number of columns, because fewer than
`least` columns allow several choices of free piles. In a column that allows several choices of free piles, the running
time also grows with the number of sets of fewer than `least` piles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sprague import limits
from sprague.rules import Position

# A set of piles as a bit mask: bit i is 1 if the set contains pile i.
Piles = int


class Step(NamedTuple):
    """The piles that become free in a column; `chosen` is true if the algorithm could choose other piles instead."""

    place: int
    piles: Piles
    chosen: bool


class FreeChoice(NamedTuple):
    """A set of free piles, and the steps in which these piles become free, from the top column down."""

    free: Piles = 0
    steps: tuple[Step, ...] = ()

    def extended(self, step: Step) -> FreeChoice:
        return FreeChoice(self.free | step.piles, (*self.steps, step)) if step.piles else self


class Decision(NamedTuple):
    """A column that decides the outcome of a position of Exact Nim.

    The attribute `counted` is the number of piles that are free or have a one in the deciding column. The last step of
    `choice` contains the piles that a winning move lowers in the deciding column.
    """

    place: int
    counted: int
    choice: FreeChoice


@dataclass(frozen=True)
class ColumnAlgorithm:
    """The column-reading algorithm for the game of Exact Nim in which a move lowers `least` to `most` piles."""

    least: int
    most: int

    @property
    def full(self) -> int:
        """The number of ones in a nonzero column of a P-position, if no pile is free before and after the column."""
        return self.least + self.most

    def read(self, position: Position) -> Decision | list[FreeChoice]:
        """Return the column that decides the outcome; if there is no such column, return all choices of free piles.

        >>> ColumnAlgorithm(2, 2).read((0, 1, 2, 3, 3))
        Decision(place=1, counted=3, choice=FreeChoice(free=12, steps=(Step(place=1, piles=12, chosen=False),)))
        >>> ColumnAlgorithm(2, 2).read((0, 1, 1, 1, 6))
        [FreeChoice(free=16, steps=(Step(place=2, piles=16, chosen=False),))]
        """
        choices = [FreeChoice()]
        passed: set[tuple[str, ...]] = set()  # columns that do not change the choices of free piles
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
        """Return the decision of a column, which includes the piles that a winning move lowers.

        If `counted` is less than `full`, the move lowers as many piles with a one as possible; otherwise it lowers as
        few as possible.
        """
        free, others = choice.free.bit_count(), ones & ~choice.free
        if counted < self.full:
            number = min(counted, self.most) - free
        else:
            number = max(self.least - free, others.bit_count() - self.full)
        return Decision(place, counted, choice.extended(Step(place, _first(others, number), chosen=False)))

    def _steps(self, place: int, ones: Piles, free: Piles, alike: list[Piles]) -> Iterator[Step]:
        """Yield each possible step in a column that does not decide the outcome, but only one of equivalent steps."""
        others = ones & ~free
        excess = (free | ones).bit_count() - self.full
        if excess <= 0:
            yield Step(place, others if excess < -self.most else 0, chosen=False)
            return
        fewest = max(0, others.bit_count() - self.full)
        for piles in _choices([others & kind for kind in alike], fewest, excess):
            yield Step(place, piles, chosen=True)

    def winning_option(self, position: Position, decision: Decision) -> Position:
        """Return an option of Exact Nim that is a P-position, that is, in which no column decides the outcome.

        In the deciding column and above it, the move lowers each free pile in the column in which the pile becomes
        free. The digits of a lowered pile below its first changed digit can be chosen freely. If possible, the function
        chooses the digits of lowered piles such that each column has `full` ones. If a column cannot have `full` ones,
        lowered piles get zeros there, and fewer than `least` piles have a one. If a column cannot have `full` ones, its
        piles with a one become free piles of the option. The variable `kept` contains the free piles of the option; in
        lower columns, these piles count as piles with a one.
        """
        entering = {step.place: step.piles for step in decision.choice.steps}
        lowered = kept = 0
        written: list[str] = []
        known: dict[
            tuple[str, ...], str
            # cache that maps the old digits of each column to its new digits; cleared if `lowered` or `kept` changes
        ] = {}
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
    """Yield the binary columns of a position from the top down, each with its index; a column has a digit per pile."""
    width = max(pile.bit_length() for pile in position)
    digits = (f"{pile:0{width}b}" for pile in position)
    # If all piles are empty, `zip` stops at the empty range, although formatting 0 yields one digit.
    return zip(range(width - 1, -1, -1), zip(*digits, strict=True), strict=False)


def _alike(position: Position, place: int) -> list[Piles]:
    """Return groups of piles that agree in all binary digits below a given column."""
    kinds: dict[int, Piles] = {}
    for i, pile in enumerate(position):
        below = pile & ((1 << place) - 1)
        kinds[below] = kinds.get(below, 0) | 1 << i
    return list(kinds.values())


def _choices(kinds: list[Piles], fewest: int, most: int) -> Iterator[Piles]:
    """For each way to choose how many piles of each kind to take, `fewest` to `most` in all, yield one set of piles."""
    if not kinds:
        yield 0
        return
    kind, *rest = kinds
    others = sum(map(int.bit_count, rest))
    for number in range(max(0, fewest - others), min(kind.bit_count(), most) + 1):
        for chosen in _choices(rest, max(0, fewest - number), most - number):
            yield _first(kind, number) | chosen


def _first(piles: Piles, number: int) -> Piles:
    """Return the first `number` piles of a set of piles."""
    chosen = 0
    for _ in range(number):
        lowest = piles & -piles
        chosen, piles = chosen | lowest, piles & ~lowest
    return chosen
