"""What may be met while a column program is read: it tells where a sentence may say `the pile`, not `the piles`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from sprague.rules.column_programs import FREE, PILES, ColumnProgram, Line, Place, Reading, Stage

MOST_READINGS = 5_000  # that are looked through, of six numbers in base 2: without them sentences are a little longer


@dataclass
class Seen:
    """Sizes of groups, and columns that lines are for. Where there is too much of it, not `all` is seen."""

    sizes: dict[str, dict[str, set[int]]]  # at each stage, how many numbers may be in each group
    moved: dict[tuple[str, Line, Place], set[int]]  # how many numbers go to their place
    not_zeros: set[tuple[str, Line]]  # lines for columns with another digit, of numbers that are not free
    all: bool = True

    @staticmethod
    def of(program: ColumnProgram) -> Seen:
        found = Seen({stage.name: {} for stage in program.stages}, {}, set())
        columns = list(product(range(program.digits), repeat=len(program.terms)))
        seen: dict[Reading, None] = {program.start: None}
        waiting = [program.start]
        for reading in waiting:
            name, groups, _ = reading
            if name not in found.sizes:
                continue
            for group in dict.fromkeys((*program.groups, PILES, *groups)):
                found.sizes[name].setdefault(group, set()).add(groups.count(group))
            for column in columns:
                if (line := program.line(reading, column)) is not None:
                    found.note(name, line, list(zip(groups, column, strict=True)))
                after = program.after(reading, column)
                if after not in seen:
                    if len(seen) * len(columns) >= MOST_READINGS * 64:
                        found.all = False
                        return found
                    seen[after] = None
                    waiting.append(after)
        return found

    def note(self, name: str, line: Line, cells: Sequence[tuple[str, int]]) -> None:
        """That a line is used for a column, given as groups and digits."""
        if any(digit for group, digit in cells if group != FREE):
            self.not_zeros.add((name, line))
        for place in line.places:
            times = sum(group == place.group and place.digit in (None, digit) for group, digit in cells)
            self.moved.setdefault((name, line, place), set()).add(times)

    def only_zeros(self, stage: Stage, line: Line) -> bool:
        return self.all and (stage.name, line) not in self.not_zeros

    def moves_one(self, stage: Stage, line: Line, place: Place) -> bool:
        return self.all and self.moved.get((stage.name, line, place)) == {1}
