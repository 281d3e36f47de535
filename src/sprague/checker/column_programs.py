"""The checker's own reading of column programs; only how they are written (`rules.column_programs`) is shared."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sprague.checker.digits import Column
from sprague.rules.column_programs import ANY, LAST, NO, YES, ColumnProgram, Count, Line, Spelt

BEFORE = ("before",)  # nothing but zeros has been read


class ProgramReader:
    """What is known after some columns: the stage, the group of each number, and whether the columns may end.

    False and True are final, as for all readers. Zeros at the top are passed over.
    """

    start: Hashable = BEFORE

    def __init__(self, program: ColumnProgram, places: Sequence[int]) -> None:
        self.program, self.places = program, places
        self.stages = {stage.name: stage for stage in program.stages}

    def after(self, state: Hashable, column: Column) -> Hashable:
        digits = tuple(column[place] for place in self.places)
        if isinstance(state, bool) or (state == BEFORE and not any(digits)):
            return state
        if state == BEFORE:
            state = (self.program.stages[0].name, self.program.groups, True)
        assert isinstance(state, tuple)
        stage, groups, _ = state
        if stage in (YES, LAST):
            return bool(stage == YES)
        for line in self.stages[stage].lines:
            if all(_meets(part, digits, groups) for part in line.guard):
                return self.led_to(line, digits, groups)
        return False

    def led_to(self, line: Line, digits: Column, groups: Sequence[str]) -> Hashable:
        if line.to == NO:
            return False
        if line.to in (YES, LAST):
            return True if line.to == YES and not line.not_last else (line.to, (), not line.not_last)
        ends = self.stages[line.to].ends and not line.not_last
        moved = list(groups)
        for number, (digit, group) in enumerate(zip(digits, groups, strict=True)):
            for place in reversed(line.places):  # the first one that is meant decides
                if place.group == group and (place.digit is None or place.digit == digit):
                    moved[number] = place.into
        return line.to, tuple(moved), ends

    def holds(self, state: Hashable) -> bool:
        if isinstance(state, bool):
            return state
        if state == BEFORE:
            return self.program.stages[0].ends
        assert isinstance(state, tuple)
        return bool(state[2])


def _meets(part: Count | Spelt, digits: Column, groups: Sequence[str]) -> bool:
    """Whether a column is as one part of a guard says."""
    if isinstance(part, Spelt):
        for column in part.columns:
            if all(digits[place] == wanted for place, wanted in enumerate(column) if wanted != ANY):
                return True
        return False
    found = 0
    for digit, group in zip(digits, groups, strict=True):
        if group == part.group:
            found += digit if part.digit is None else int(digit == part.digit)
    if part.modulus is not None:
        found %= part.modulus
    return found in part.numbers
