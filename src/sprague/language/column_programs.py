"""AST of column programs (`ColumnProgram`, `Stage`, `Line`), which define sets of tuples by their columns of digits.

>>> from sprague.language.formula_parser import parse_formula
>>> program = parse_formula('''columns(a, b, c, d, e) {
...     start: 0 or 4 ones -> start; 5 ones -> zeros; 1 one -> rest with ones free;
...     zeros: 0 ones -> zeros;
...     rest: 0 or 3 ones -> rest
... }''', "abcde")
>>> [stage.name for stage in program.stages]
['start', 'zeros', 'rest']

Write the numbers of a tuple below each other, in base 2 unless the head of the program names another base. The program
reads the columns of digits from left to right, starting with the highest column that has a nonzero digit. At each
column, the program is in a *stage*, at first in the first stage. The first line of the current stage whose guard fits
the column determines the next stage. If no guard of the current stage fits the column, the tuple is not in the set.

Instead of naming a next stage, a line may decide: `-> no` rejects the tuple and `-> yes` accepts it, whatever columns
follow. The target `-> last` accepts the tuple if the column is the last one. The target `-> rest not last` goes to the
stage `rest`, but rejects the tuple if the column is the last one. If the columns end before a line decides, the tuple
is in the set, unless the current stage has the line `end -> no`.

Every number of the tuple belongs to a *group*. The group of a number is `piles`, unless the head of the program names
another group, as in `t in limit`. A guard counts digits within a group: `3 ones` counts in `piles`, and `3 ones of
limit` counts in `limit`. The guard `sum 0 or 3` is a condition on the sum of all digits in a group. A line may end with
the keyword `with` and a list of changes; a change moves the numbers with a given digit to another group. For example,
`with ones free` moves the numbers of `piles` with digit 1 to the group `free`, whose digits are never counted. The
ending `with zeros of X in piles` moves the numbers of the group X with digit 0 to `piles`. A guard may also prescribe
the digit of each number: `01*` requires the digit 0 of the first number and the digit 1 of the second, and allows any
digit of the third.

The example accepts the P-positions of the game in which every move lowers exactly two of five piles, as in
docs/exact-nim.md. In the example, the stage `start` skips columns with no ones or with four ones. A column with five
ones leads to the stage `zeros`, in which all digits must be zero. A column with a single one leads to the stage `rest`:
the number with this one is ignored from then on, and each further column must have no ones or three ones among the
other numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sprague.language.expressions import Expression, multiset_key
from sprague.linear.terms import Linear

PILES, FREE = "piles", "free"
YES, NO, LAST = DECIDED = "yes", "no", "last"  # the decisions to which a line may lead instead of a stage
ANY = -1
DIGIT_WORDS = ("zeros", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
ONE_DIGIT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
PARITIES = {"even": 0, "odd": 1}

Column = tuple[int, ...]
Groups = tuple[str, ...]  # the group of each number in a column program
# The state of a column program: the stage or decision, the group of each number, and whether the input may end.
Reading = tuple[str, Groups, bool]


@dataclass(frozen=True, slots=True)
class Count:
    """A guard of a column program: a condition on the count of a digit in a group, or on the digit sum of a group.

    If `digit` is None, the guard is about the digit sum. The count or sum must be one of `numbers`, or, if there is a
    modulus, congruent to one of these numbers.
    """

    numbers: tuple[int, ...]
    digit: int | None = 1
    group: str = PILES
    modulus: int | None = None

    def fits(self, column: Column, groups: Groups) -> bool:
        """Return whether the guard allows the count or the sum of digits in a column."""
        digits = [digit for digit, group in zip(column, groups, strict=True) if group == self.group]
        found = sum(digits) if self.digit is None else digits.count(self.digit)
        return (found if self.modulus is None else found % self.modulus) in self.numbers

    def __str__(self) -> str:
        of = "" if self.group == PILES else f" of {self.group}"
        if self.digit is None:
            return f"sum {self.numbers_text}{of}"
        words = ONE_DIGIT if (self.numbers, self.modulus) == ((1,), None) else DIGIT_WORDS
        return f"{self.numbers_text} {words[self.digit]}{of}"

    @property
    def numbers_text(self) -> str:
        """The text of the counts that the guard allows, such as `even` or `0 or 3 mod 4`."""
        if self.modulus == 2 and self.numbers in ((0,), (1,)):
            return next(word for word, rest in PARITIES.items() if rest == self.numbers[0])
        return " or ".join(runs(self.numbers)) + ("" if self.modulus is None else f" mod {self.modulus}")


def runs(numbers: Sequence[int]) -> Iterator[str]:
    """Yield the ascending numbers of a guard as text; three or more consecutive numbers become a range such as `2..4`.

    >>> list(runs((0, 2, 3, 4, 6, 7)))
    ['0', '2..4', '6', '7']
    """
    place = 0
    while place < len(numbers):
        last = place
        while last + 1 < len(numbers) and numbers[last + 1] == numbers[last] + 1:
            last += 1
        if last < place + 2:
            last = place
        yield str(numbers[place]) if last == place else f"{numbers[place]}..{numbers[last]}"
        place = last + 1


@dataclass(frozen=True, slots=True)
class Spelt:
    """A guard of a column program that lists columns of digits; the constant ANY matches every digit."""

    columns: tuple[Column, ...]

    def fits(self, column: Column, groups: Groups) -> bool:
        """Return whether a column matches one of the listed columns."""
        return any(
            all(wanted in (ANY, digit) for wanted, digit in zip(pattern, column, strict=True))
            for pattern in self.columns
        )

    def __str__(self) -> str:
        return " or ".join("".join("*" if digit == ANY else str(digit) for digit in column) for column in self.columns)


@dataclass(frozen=True, slots=True)
class Place:
    """A change of groups in a column program: numbers with a given digit move to another group.

    The numbers of `group` that have the digit `digit` move to the group `into`; if `digit` is None, all numbers of
    `group` move.
    """

    digit: int | None
    group: str
    into: str

    def __str__(self) -> str:
        who = "all" if self.digit is None else DIGIT_WORDS[self.digit]
        of = "" if self.group == PILES else f" of {self.group}"
        return f"{who}{of} {FREE if self.into == FREE else f'in {self.into}'}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a stage in a column program: if a column satisfies the guard, go to the stage or decision `to`."""

    guard: tuple[Count | Spelt, ...]
    to: str
    places: tuple[Place, ...] = ()
    not_last: bool = False

    def fits(self, column: Column, groups: Groups) -> bool:
        """Return whether a column of digits satisfies every part of the line's guard."""
        return all(part.fits(column, groups) for part in self.guard)

    def regrouped(self, column: Column, groups: Groups) -> Groups:
        """Return the group of each number after a line of a column program has been applied.

        If several changes of groups apply to a number, only the first of these changes takes effect.
        """
        moved = []
        for digit, group in zip(column, groups, strict=True):
            into = (p.into for p in self.places if p.group == group and p.digit in (None, digit))
            moved.append(next(into, group))
        return tuple(moved)

    def __str__(self) -> str:
        places = f" with {' and '.join(map(str, self.places))}" if self.places else ""
        last = " not last" if self.not_last else ""
        return f"{' and '.join(map(str, self.guard)) or 'else'} -> {self.to}{last}{places}"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a column program, whose lines are tried in order; `ends` states whether the input may end there."""

    name: str
    lines: tuple[Line, ...]
    ends: bool = True

    def __str__(self) -> str:
        lines = [*map(str, self.lines), *([] if self.ends else [f"end -> {NO}"])]
        return f"{self.name}: {'; '.join(lines)}"


_FIBONACCI_NUMBER = (
    Stage("start", (Line((Count((1,), 1, PILES),), "zeros"),)),
    Stage("zeros", (Line((Count((0,), 1, PILES),), "zeros"),)),
)


@dataclass(frozen=True, slots=True)
class ColumnProgram:
    """A column program: its terms, the group of each term, the base (0 for Fibonacci digits) and its stages."""

    terms: tuple[Expression, ...]
    groups: Groups
    base: int
    stages: tuple[Stage, ...]

    # Methods that all conditions of formulas have.

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the terms of the column program."""
        return frozenset().union(*(term.names for term in self.terms))

    @property
    def key(self) -> object:
        """A key for comparison: column programs that differ only in the order of terms have equal keys."""
        if any(isinstance(part, Spelt) for stage in self.stages for line in stage.lines for part in line.guard):
            return str(self)
        named = dict.fromkeys(self.groups)
        members = {
            group: [t for t, own in zip(self.terms, self.groups, strict=True) if own == group] for group in named
        }
        return (
            "columns",
            frozenset((group, multiset_key(terms)) for group, terms in members.items()),
            self.base,
            self.stages,
        )

    def substitute(self, values: Mapping[str, Linear]) -> ColumnProgram:
        """Return the column program with names replaced by terms."""
        return ColumnProgram(tuple(t.substitute(values) for t in self.terms), self.groups, self.base, self.stages)

    def __str__(self) -> str:
        if self.is_fibonacci_number:
            return f"fibonacci({self.terms[0]})"
        return f"{self.head} {{ {'; '.join(map(str, self.stages))} }}"

    @staticmethod
    def fibonacci_number(term: Expression) -> ColumnProgram:
        """Return the condition that a term is a Fibonacci number: its Fibonacci digits are a 1 followed by zeros, or 0.

        >>> print(ColumnProgram.fibonacci_number(Expression.of("a")))
        fibonacci(a)
        """
        return ColumnProgram((term,), (PILES,), 0, _FIBONACCI_NUMBER)

    @property
    def is_fibonacci_number(self) -> bool:
        """Whether the program is the condition `fibonacci(term)`."""
        return self.base == 0 and self.stages == _FIBONACCI_NUMBER and self.groups == (PILES,)

    @property
    def head(self) -> str:
        """The text of the column program before its stages: the terms and the base."""
        entries = (
            str(term) if group == PILES else f"{term} in {group}"
            for term, group in zip(self.terms, self.groups, strict=True)
        )
        digits = {0: " fibonacci", 2: ""}.get(self.base, f" base {self.base}")
        return f"columns({', '.join(entries)}){digits}"

    # Methods that use the column program as an automaton, which reads columns of digits.

    @property
    def digits(self) -> int:
        """The number of different digits that the program reads: its base, or 2 for Fibonacci digits."""
        return self.base or 2

    @property
    def start(self) -> Reading:
        """The state of the column program before the first column."""
        return self.stages[0].name, self.groups, self.stages[0].ends

    def stage(self, name: str) -> Stage:
        """Return the stage of the column program with the given name."""
        return next(stage for stage in self.stages if stage.name == name)

    def line(self, reading: Reading, column: Column) -> Line | None:
        """Return the line that applies to a column in a state; None if no line applies or the state is a decision."""
        name, groups, _ = reading
        if name in DECIDED:
            return None
        return next((line for line in self.stage(name).lines if line.fits(column, groups)), None)

    def after(self, reading: Reading, column: Column) -> Reading:
        """Return the state of the column program after one more column."""
        if reading[0] == YES:
            return YES, (), True
        if (line := self.line(reading, column)) is None or line.to == NO:
            return NO, (), False
        if line.to in DECIDED:
            return line.to, (), not line.not_last
        return line.to, line.regrouped(column, reading[1]), not line.not_last and self.stage(line.to).ends
