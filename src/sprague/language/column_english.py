"""English descriptions of column programs, which define sets of tuples by columns of digits: `program_sentences`.

If a stage requires the same condition of every column, the stage is described by a clause in the paragraph of another
stage, such as "and every column below has no or three ones". A stage with different conditions for different columns
has its own paragraph. If there are several paragraphs, each begins with the name of its stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from sprague.language.column_programs import (
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
from sprague.language.expressions import Expression


def program_sentences(
    program: ColumnProgram, member: str = "in the set", shown: Callable[[Expression], str] = str
) -> list[str]:
    """Return the English sentences that describe a column program.

    In the sentences, the text `member` follows the words "the position is" or "the position is not". `shown` prints a
    term.

    >>> from sprague.language.formula_parser import parse_formula
    >>> some = "columns { start: 0 or 4 ones -> start; 5 ones -> zeros; zeros: 0 ones -> zeros }"
    >>> for sentence in program_sentences(parse_formula(some, "abcde"), "a P-position"):
    ...     print(sentence)
    Read the binary columns of a, b, c, d, e from the top.
    Skip columns with no or four ones. If a column has five ones, all digits of all piles below are zero.
    If any other column occurs, the position is not a P-position.
    """
    return list(ProgramProse(program, member, shown).sentences())


@dataclass
class ProgramProse:
    """A translator of the parts of a column program to English phrases."""

    program: ColumnProgram
    member: str
    shown: Callable[[Expression], str]

    def sentences(self) -> Iterator[str]:
        stages = self.main_stages
        yield self.opening() + (f" Start with stage {stages[0].name}." if len(stages) > 1 else "")
        for stage in stages:
            label = f"{stage.name}: " if len(stages) > 1 else ""
            yield label + " ".join(self.stage(stage))
        if any(not self.takes_all(stage) for stage in self.program.stages):
            where = "a column occurs that its stage does not mention" if len(stages) > 1 else "any other column occurs"
            yield f"If {where}, the position is not {self.member}."

    def opening(self) -> str:
        program = self.program
        numbers = ", ".join(map(self.shown, program.terms))
        if not program.base:
            text = f"Write {numbers} in Fibonacci digits and read the columns from the top."
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

    # Phrases for groups of piles

    @cached_property
    def reachable(self) -> _ReachableReadings:
        return _ReachableReadings.of(self.program)

    @property
    def sizes(self) -> dict[str, dict[str, set[int]]]:
        return self.reachable.sizes

    def is_single(self, stage: Stage, group: str) -> bool:
        return self.reachable.all and self.sizes[stage.name].get(group) == {1}

    def others(self, stage: Stage) -> str:
        """Return the phrase for the piles outside all named groups, such as "the other piles"; "" if there are none."""
        there = [group for group, sizes in self.sizes[stage.name].items() if group != PILES and sizes != {0}]
        if not there:
            return ""
        return "the other pile" if self.is_single(stage, PILES) else "the other piles"

    def takes_all(self, stage: Stage) -> bool:
        return any(not line.guard for line in stage.lines)

    @cached_property
    def inlined(self) -> set[str]:
        """The names of the stages that need no paragraph, because they require the same condition of every column."""
        return {
            stage.name
            for stage in self.program.stages[1:]
            if stage.ends
            and len(stage.lines) == 1
            and all(line.to == stage.name and line.guard and not (line.places or line.not_last) for line in stage.lines)
        }

    @cached_property
    def main_stages(self) -> list[Stage]:
        """The stages of the column program that have their own sentences."""
        return [stage for stage in self.program.stages if stage.name not in self.inlined]

    # Stages and lines

    def stage(self, stage: Stage) -> Iterator[str]:
        passed = [line for line in stage.lines if _is_passed(line, stage)]
        guarded = [line for line in passed if line.guard]
        if len(guarded) == 1 and self.reachable.only_zeros(stage, guarded[0]):
            yield "Skip columns of zeros."
        elif guarded:
            with_these = ", or ".join(f"with {self.having(line, stage)}" for line in guarded)
            yield f"Skip columns {with_these}."
        for line in stage.lines:
            if line not in passed and line.guard:
                yield f"If a column has {self.having(line, stage)}, {self.consequence(line, stage)}."
        for line in stage.lines:
            if not line.guard:
                yield self.otherwise(line, stage)
        if not stage.lines:
            yield "No column may follow."
        if not stage.ends:
            none = ", or there are none" if stage is self.program.stages[0] else ""
            yield f"If the columns end here{none}, the position is not {self.member}."

    def otherwise(self, line: Line, stage: Stage) -> str:
        """Return the English sentence for an `else` line of a stage; the line applies to all remaining columns."""
        other = "other " if len(stage.lines) > 1 else ""
        if _is_passed(line, stage):
            zeros = other and self.reachable.only_zeros(stage, line)
            return f"Skip {'columns of zeros' if zeros else f'all {other}columns'}."
        if line.to == LAST:
            return f"Any {other}column must be the last one."
        which = ", which must not be the last one," if line.not_last else ""
        return f"After any {other}column{which} {self.consequence(replace(line, not_last=False), stage)}."

    def having(self, line: Line, stage: Stage) -> str:
        """Return the English words that describe a guard after the words "a column has", such as "two ones in X"."""
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
        """Return the English clause that states what a line of the program does: its decision, or its next stage."""
        if line.to == NO:
            return f"the position is not {self.member}"
        if line.to == LAST:
            return "this must be the last column"
        clauses = ["this must not be the last column"] if line.not_last else []
        if line.to == YES:
            return " and then ".join([*clauses, f"the position is {self.member}, whatever columns follow"])
        # First mention the piles that leave a group, so that the name of the group is free before another pile joins
        # the group.
        places = sorted(line.places, key=lambda place: place.into != PILES)
        clauses += [self.place(place, line, stage) for place in places]
        if line.to == stage.name:
            stay = f"remain in stage {stage.name}" if len(self.main_stages) > 1 else "continue in the same way"
            return _and([*clauses, stay])
        if line.to in self.inlined:
            return _and([*clauses, self.below(self.program.stage(line.to))])
        return _and([*clauses, f"continue with stage {line.to}"])

    def below(self, stage: Stage) -> str:
        """Return a clause for a stage with one condition for all columns, such as "every column below has two ones"."""
        (line,) = stage.lines
        counts = [part for part in line.guard if isinstance(part, Count)]
        others = self.others(stage)
        if len(counts) == len(line.guard) and all((p.numbers, p.modulus, p.digit) == ((0,), None, 1) for p in counts):
            of = others if self.sizes[stage.name].get(FREE, {0}) != {0} else "all piles"
            if len(counts) == len([g for g, size in self.sizes[stage.name].items() if g != FREE and size != {0}]):
                return f"all digits of {of} below are zero"
        if len(counts) == 1 == len(line.guard) and counts[0].group == PILES and not self.is_single(stage, PILES):
            return f"every column below has {_amount(counts[0])}{f' among {others}' if others else ''}"
        return f"every column below has {self.having(line, stage)}"

    def place(self, place: Place, line: Line, stage: Stage) -> str:
        """Return the English clause that says which numbers move to which group when a line of the program applies."""
        single = self.reachable.moves_one(stage, line, place)
        who = self.moved(place, line, stage, single)
        verb = "is" if single else "are"
        if place.into == FREE:
            return f"{who} may have any digits from then on"
        if place.into == PILES:
            return f"{who} {verb} {'an ordinary pile' if single else 'ordinary piles'} again"
        if self.stay(stage, line, place.into):
            return f"{who} {'joins' if single else 'join'} {place.into}"
        return f"{who} {verb} called {place.into} from then on"

    def stay(self, stage: Stage, line: Line, group: str) -> bool:
        """Return whether a group may still contain numbers after a line of the column program has been applied."""
        single = self.is_single(stage, group)
        left = any(place.group == group and (single or place.digit is None) for place in line.places)
        return self.sizes[stage.name].get(group, {0}) != {0} and not left

    def moved(self, place: Place, line: Line, stage: Stage, single: bool) -> str:
        """Return the English noun phrase for the numbers that change groups, such as "the piles with a one"."""
        group, others = place.group, self.others(stage)
        digit = None if place.digit is None else f"with {'the' if single else 'a'} {ONE_DIGIT[place.digit]}"
        if group != PILES:
            old = "the old " if any(other.into == group for other in line.places) else ""
            if self.is_single(stage, group):
                return f"{old}{group}"
            some = f"the {'pile' if single else 'piles'} of {group} {digit}"
            return f"all of {old}{group}" if digit is None else some
        if digit is None:
            return others or "all piles"
        if not others and line.guard == (Count((1,), place.digit),):
            return "that pile"
        among = " among the other piles" if others == "the other piles" else ""
        return f"the {'pile' if single else 'piles'} {digit}{among}" if others != "the other pile" else others


def _is_passed(line: Line, stage: Stage) -> bool:
    return line.to == stage.name and not line.places and not line.not_last


def _amount(part: Count) -> str:
    """Return the English phrase for a count of digits or a digit sum, such as "three ones" or "a digit sum of 3"."""
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


MOST_READINGS = 5_000  # at most 64 times this many transitions of a column program are explored


@dataclass
class _ReachableReadings:
    """The sizes of groups and the effects of lines in the reachable states of a column program.

    The attribute `all` is False if the program has too many states to explore all of them.
    """

    sizes: dict[str, dict[str, set[int]]]  # maps a stage and a group to the possible sizes of the group
    # maps a stage, a line and a change from one group to another to the possible numbers of piles with this change
    moved: dict[tuple[str, Line, Place], set[int]]
    # pairs of a stage and a line that applies to some column with a nonzero digit outside the group `free`
    not_zeros: set[tuple[str, Line]]
    all: bool = True

    @staticmethod
    def of(program: ColumnProgram) -> _ReachableReadings:
        found = _ReachableReadings({stage.name: {} for stage in program.stages}, {}, set())
        columns = list(product(range(program.digits), repeat=len(program.terms)))
        visited: dict[Reading, None] = {program.start: None}
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
                if after not in visited:
                    if len(visited) * len(columns) >= MOST_READINGS * 64:
                        found.all = False
                        return found
                    visited[after] = None
                    waiting.append(after)
        return found

    def note(self, name: str, line: Line, cells: Sequence[tuple[str, int]]) -> None:
        """Record that a line of the program applies to a column; `cells` has the group and the digit of each number."""
        if any(digit for group, digit in cells if group != FREE):
            self.not_zeros.add((name, line))
        for place in line.places:
            times = sum(group == place.group and place.digit in (None, digit) for group, digit in cells)
            self.moved.setdefault((name, line, place), set()).add(times)

    def only_zeros(self, stage: Stage, line: Line) -> bool:
        return self.all and (stage.name, line) not in self.not_zeros

    def moves_one(self, stage: Stage, line: Line, place: Place) -> bool:
        return self.all and self.moved.get((stage.name, line, place)) == {1}


LONGEST = 24  # maximum number of digits of a number in an English sentence


def digit_sentence(program: ColumnProgram, shown: Callable[[Expression], str] = str) -> str | None:
    """Return an English clause that describes a column program about one number; None if no short clause exists.

    `shown` prints a term.

    >>> from sprague.language.formula_parser import parse_formula
    >>> lucas = "columns(a) fibonacci { x: 1 one -> y; y: 0 ones -> z; end -> no; z: 1 one -> t; t: 0 ones -> t }"
    >>> digit_sentence(parse_formula(lucas, ("a",)))
    'the Fibonacci digits of a are 10, or 101 followed by any number of zeros'
    """
    if len(program.terms) != 1:
        return None
    try:
        found = list(_words(program, program.start, "", ()))
    except _Endless:
        return None
    exact = {word for word, zeros in found if not zeros}
    followed = {word for word, zeros in found if zeros}
    while longer := {word for word in followed if word.endswith("0") and word[:-1] in exact}:
        shorter = {word[:-1] for word in longer}
        exact, followed = exact - shorter, followed - longer | shorter
    if not found:
        return None
    kind = "Fibonacci" if program.base == 0 else f"base-{program.base}"
    alternatives = [_either_digit(_sorted(exact))] if exact else []
    if followed:
        alternatives.append(f"{_either_digit(_sorted(followed))} followed by any number of zeros")
    return f"the {kind} digits of {shown(program.terms[0])} are {', or '.join(alternatives)}"


class _Endless(Exception):
    """Raised when a column program accepts infinitely many strings of digits, even if trailing zeros are ignored."""


def _words(
    program: ColumnProgram, reading: Reading, word: str, before: tuple[Reading, ...]
) -> Iterator[tuple[str, bool]]:
    """Yield each accepted string of digits that starts with `word`, and whether any number of zeros may follow it."""
    after = [program.after(reading, (digit,)) for digit in range(program.digits)]
    if word and after[0] == reading and reading[2] and all(other[0] == NO for other in after[1:]):
        yield word, True
        return
    if reading in before or len(word) > LONGEST:
        raise _Endless
    if word and reading[2]:
        yield word, False
    for digit, target in enumerate(after):
        # Skip impossible digits: Fibonacci digits have no two adjacent ones, and no number starts with a zero.
        impossible = (program.base == 0 and digit and word.endswith("1")) or (not word and not digit)
        if target[0] != NO and not impossible:
            yield from _words(program, target, f"{word}{digit}", (*before, reading))


def _sorted(words: set[str]) -> list[str]:
    return sorted(words, key=lambda word: (len(word), word))


def _either_digit(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
