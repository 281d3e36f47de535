"""Column programs as sentences that can be read aloud.

A stage that only says the same of every column is told where it is reached: "and the others have no or three ones in
every column below". Where several stages are left, each is told by itself, after its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from sprague.rules.column_programs import (
    DIGIT_WORDS,
    FREE,
    LAST,
    NO,
    ONE_DIGIT,
    PILES,
    YES,
    ColumnProgram,
    Count,
    Line,
    Place,
    Reading,
    Spelt,
    Stage,
)
from sprague.rules.expressions import Expression

MOST_READINGS = 5_000  # that are looked through for the sizes of groups: without them sentences are a little longer


def program_sentences(
    program: ColumnProgram, member: str = "in the set", shown: Callable[[Expression], str] = str
) -> list[str]:
    """What a program says; `member` is what a tuple that it accepts is, and `shown` how terms are written.

    >>> from sprague.rules.formula_notation import parse_formula
    >>> some = "columns { start: 0 or 4 ones -> start; 5 ones -> zeros; zeros: 0 ones -> zeros }"
    >>> for sentence in program_sentences(parse_formula(some, "abcde"), "a P-position"):
    ...     print(sentence)
    Read the binary columns of a, b, c, d, e from the top.
    Columns with no or four ones are passed over. If a column has five ones, all digits below are zero.
    With any other column anywhere it is not a P-position.
    """
    return list(_Prose(program, member, shown).sentences())


@dataclass
class _Prose:
    program: ColumnProgram
    member: str
    shown: Callable[[Expression], str]

    def sentences(self) -> Iterator[str]:
        told = [stage for stage in self.program.stages if stage.name not in self.inlined]
        yield self.opening() + (f" Begin with {told[0].name}." if len(told) > 1 else "")
        for stage in told:
            label = f"{stage.name}: " if len(told) > 1 else ""
            yield label + " ".join(self.stage(stage))
        if any(not self.takes_all(stage) for stage in self.program.stages):
            here = " anywhere" if len(self.program.stages) > 1 else ""
            yield f"With any other column{here} it is not {self.member}."

    def opening(self) -> str:
        program = self.program
        numbers = ", ".join(map(self.shown, program.terms))
        if not program.base:
            text = f"Write {numbers} in Fibonacci digits, and read the columns from the top."
        else:
            kind = "binary columns" if program.base == 2 else f"columns in base {program.base}"
            text = f"Read the {kind} of {numbers} from the top."
        for group in dict.fromkeys(program.groups):
            members = [term for term, name in zip(program.terms, program.groups, strict=True) if name == group]
            own = list(map(self.shown, members))
            if group not in (PILES, FREE) and [str(term) for term in members] != [group]:
                text += f" Call {' and '.join(own)} {group}."
            elif group == FREE:
                text += f" The digits of {' and '.join(own)} do not matter."
        return text

    # What is known of groups

    @cached_property
    def sizes(self) -> dict[str, dict[str, set[int]]]:
        """For each stage, how many numbers may be in each group."""
        program = self.program
        found: dict[str, dict[str, set[int]]] = {stage.name: {} for stage in program.stages}
        columns = list(product(range(program.digits), repeat=len(program.terms)))
        seen: dict[Reading, None] = {program.start: None}
        waiting = [program.start]
        for reading in waiting:
            name, groups, _ = reading
            if name in found:
                for group in dict.fromkeys((*program.groups, PILES, *groups)):
                    found[name].setdefault(group, set()).add(groups.count(group))
                for column in columns:
                    after = program.after(reading, column)
                    if after not in seen and len(seen) * len(columns) < MOST_READINGS * 64:
                        seen[after] = None
                        waiting.append(after)
        return found

    def is_single(self, stage: Stage, group: str) -> bool:
        return self.sizes[stage.name].get(group) == {1}

    def others(self, stage: Stage) -> str:
        """What the piles are called among other groups; empty if there are none."""
        there = [group for group, sizes in self.sizes[stage.name].items() if group != PILES and sizes != {0}]
        if not there:
            return ""
        return "the other" if self.is_single(stage, PILES) else "the others"

    def takes_all(self, stage: Stage) -> bool:
        return any(not line.guard for line in stage.lines)

    @cached_property
    def inlined(self) -> set[str]:
        """Stages that say the same of every column, and are reached from elsewhere: they are told there."""
        return {
            stage.name
            for stage in self.program.stages[1:]
            if stage.ends
            and len(stage.lines) == 1
            and all(line.to == stage.name and line.guard and not (line.places or line.not_last) for line in stage.lines)
        }

    # Stages and lines

    def stage(self, stage: Stage) -> Iterator[str]:
        passed = [line for line in stage.lines if _is_passed(line, stage)]
        guarded = [self.having(line, stage) for line in passed if line.guard]
        if guarded:
            yield f"Columns {', or '.join(f'with {having}' for having in guarded)} are passed over."
        for line in stage.lines:
            if line not in passed and line.guard:
                yield f"If a column has {self.having(line, stage)}, {self.consequence(line, stage)}."
        for line in stage.lines:
            if not line.guard:
                other = "other " if len(stage.lines) > 1 else ""
                is_passed = line in passed
                yield (
                    f"All {other}columns are passed over."
                    if is_passed
                    else (f"After any {other}column {self.consequence(line, stage)}.")
                )
        if not stage.lines:
            yield "No column may follow."
        if not stage.ends:
            yield (
                "The columns must not end here."
                if stage is not self.program.stages[0]
                else (f"If columns end here, or there are none, it is not {self.member}.")
            )

    def having(self, line: Line, stage: Stage) -> str:
        """What a column that fits has."""
        return " and ".join(self.part(part, stage) for part in line.guard)

    def part(self, part: Count | Spelt, stage: Stage) -> str:
        if isinstance(part, Spelt):
            return f"the digits {_either([*str(part).split(' or ')])}"
        others = self.others(stage)
        if self.is_single(stage, part.group) and part.digit is not None and part.modulus is None:
            who = f"for {part.group}" if part.group != PILES else f"for {others or 'the pile'}"
            if part.numbers == (1,):
                return f"a {ONE_DIGIT[part.digit]} {who}"
            if part.numbers == (0,) and self.program.digits == 2:
                return f"a {ONE_DIGIT[1 - part.digit]} {who}"
        among = f" in {part.group}" if part.group != PILES else f" among {others}" if others else ""
        return f"{_amount(part)}{among}"

    def consequence(self, line: Line, stage: Stage) -> str:
        """What follows from a column, as the end of a sentence."""
        if line.to == NO:
            return f"it is not {self.member}"
        if line.to == LAST:
            return "it must be the last one"
        said = ["it must not be the last one"] if line.not_last else []
        if line.to == YES:
            return " and then ".join([*said, f"it is {self.member}, whatever follows"])
        said += [self.place(place, line, stage) for place in line.places]
        if line.to == stage.name:
            return _and([*said, "nothing else changes"] if said else ["it is passed over"])
        if line.to in self.inlined:
            return _and([*said, self.below(self.program.stage(line.to))])
        return _and([*said, f"go on with {line.to}"])

    def below(self, stage: Stage) -> str:
        """What a stage says of every column below."""
        (line,) = stage.lines
        counts = [part for part in line.guard if isinstance(part, Count)]
        others = self.others(stage)
        if len(counts) == len(line.guard) and all((p.numbers, p.modulus, p.digit) == ((0,), None, 1) for p in counts):
            of = f" of {others}" if self.sizes[stage.name].get(FREE, {0}) != {0} else ""
            if len(counts) == len([g for g, size in self.sizes[stage.name].items() if g != FREE and size != {0}]):
                return f"all digits{of} below are zero"
        if len(counts) == 1 == len(line.guard) and counts[0].group == PILES and not self.is_single(stage, PILES):
            return f"{others or 'the piles'} have {_amount(counts[0])} in every column below"
        return f"every column below has {self.having(line, stage)}"

    def place(self, place: Place, line: Line, stage: Stage) -> str:
        """Where some numbers go."""
        alone = place.digit is not None and Count((1,), place.digit, place.group) in line.guard
        single = alone or self.is_single(stage, place.group)
        if place.group != PILES:
            who = (
                place.group
                if self.is_single(stage, place.group)
                else (
                    f"{'that' if alone else 'those'} of {place.group} with a {ONE_DIGIT[place.digit]}"
                    if place.digit is not None
                    else f"all of {place.group}"
                )
            )
        elif alone and not self.others(stage) and len(line.guard) == 1:
            who = "that pile"
        elif place.digit is None:
            who = self.others(stage) or "all piles"
        else:
            what = "the pile" if single else "the piles"
            who = f"{what} with a {ONE_DIGIT[place.digit]}"
        verb = "is" if single else "are"
        if place.into == FREE:
            return f"{who} {verb} free from then on"
        if place.into == PILES:
            return f"{who} {verb} among the others again"
        return f"{who} {verb} called {place.into} from then on"


def _is_passed(line: Line, stage: Stage) -> bool:
    return line.to == stage.name and not line.places and not line.not_last


def _amount(part: Count) -> str:
    """How many ones, or what sum of digits."""
    if part.digit is None:
        if part.modulus is not None:
            return f"a digit sum {_modulo(part)}"
        return f"a digit sum of {_either([str(number) for number in part.numbers])}"
    ones = DIGIT_WORDS[part.digit]
    if part.modulus is not None:
        return (
            f"a number of {ones} {_modulo(part)}"
            if part.modulus != 2
            else (f"an {'odd' if part.numbers == (1,) else 'even'} number of {ones}")
        )
    if part.numbers == (1,):
        return f"a single {ONE_DIGIT[part.digit]}"
    return f"{_either([_number(number) for number in part.numbers])} {ones}"


def _modulo(part: Count) -> str:
    if part.numbers == (0,):
        return f"divisible by {part.modulus}"
    return f"that leaves {_either([str(number) for number in part.numbers])} modulo {part.modulus}"


def _number(number: int) -> str:
    return "no" if number == 0 else ONE_DIGIT[number] if number < len(ONE_DIGIT) else str(number)


def _either(parts: Sequence[str]) -> str:
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _and(parts: Sequence[str]) -> str:
    return ", and ".join(parts)
