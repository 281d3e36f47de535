"""Parser of column programs: `ProgramReader`.

The grammar of column programs is in docs/formulas.md. The module `column_programs` explains the meaning of a column
program.
"""

from __future__ import annotations

from dataclasses import dataclass

from sprague.language.column_programs import (
    ANY,
    DECIDED,
    DIGIT_WORDS,
    FREE,
    NO,
    ONE_DIGIT,
    PARITIES,
    PILES,
    YES,
    Column,
    ColumnProgram,
    Count,
    Line,
    Place,
    Spelt,
    Stage,
)
from sprague.language.expressions import Expression
from sprague.language.suggestions import suggest_name
from sprague.language.term_parser import TermReader
from sprague.language.tokens import Token

LARGEST_BASE = 10
MOST_COUNTED = 1000  # largest number of digits that a guard can count
_DIGITS = {word: digit for words in (DIGIT_WORDS, ONE_DIGIT) for digit, word in enumerate(words)}
_NO_STAGE = frozenset({*DECIDED, "end", "else"})


@dataclass
class ProgramReader:
    """A parser that reads a column program after the word `columns`."""

    reader: TermReader
    entries: int = 0
    digits: int = 2

    def program(self) -> ColumnProgram:
        """Read a column program after the word `columns`."""
        reader = self.reader
        terms, groups = self.head()
        base = self.base()
        self.entries, self.digits = len(terms), base or 2
        if not reader.accept("{"):
            raise reader.expected("'{' and the stages of a column program, or: all columns … mod … = 0")
        stages: list[Stage] = []
        mentioned: list[Token] = []
        while not stages or not reader.accept("}"):
            stages.append(self.stage(stages, mentioned))
        names = [stage.name for stage in stages]
        for token in mentioned:
            if token.text not in names:
                known = ", ".join((*names, *DECIDED))
                raise reader.fail(f"expected one of {known}, found {token}{suggest_name(token.text, names)}", token)
        return ColumnProgram(tuple(terms), tuple(groups), base, tuple(stages))

    def head(self) -> tuple[list[Expression], list[str]]:
        """Read the terms of a column program and their groups; without terms, the program reads all piles."""
        reader = self.reader
        if not reader.accept("("):
            return [Expression.of(pile) for pile in reader.piles], [PILES] * len(reader.piles)
        terms, groups = [], []
        while True:
            terms.append(reader.side()[0])
            groups.append(self.group() if self.word("in") else PILES)
            if not reader.accept(","):
                break
        reader.expect(")")
        return terms, groups

    def base(self) -> int:
        """Read the base of the digits of a column program; 0 stands for Fibonacci digits."""
        if self.word("fibonacci"):
            return 0
        if not self.word("base"):
            return 2
        found = self.reader.number("a base", 2)
        if found > LARGEST_BASE:
            raise self.reader.fail(f"expected a base of at most {LARGEST_BASE}", self.last)
        return found

    def stage(self, before: list[Stage], mentioned: list[Token]) -> Stage:
        """Read one stage of a column program; the stage ends before the next name of a stage or the closing brace."""
        token = self.named("the name of a stage")
        if token.text in _NO_STAGE or token.text in (stage.name for stage in before):
            raise self.reader.fail(f"expected a new name for a stage, found {token}", token)
        self.reader.expect(":")
        lines: list[Line] = []
        ends = True
        while True:
            if self.word("end"):
                ends = self.end()
            elif not self.comes("}", ";"):
                lines.append(self.line(mentioned))
            if self.comes("}"):
                break
            self.reader.expect(";")
            if self.starts_stage() or self.comes("}"):
                break
        return Stage(token.text, tuple(lines), ends)

    def starts_stage(self) -> bool:
        """Return whether the name of a stage of a column program comes next."""
        self.reader.skip_newlines()
        return self.reader.token.kind in ("name", "keyword") and self.reader.after.text == ":"

    def end(self) -> bool:
        """Read `-> yes` or `-> no` after the word `end`; return whether the columns of digits may end in this stage."""
        self.reader.expect("->")
        if self.word(NO):
            return False
        if not self.word(YES):
            raise self.reader.expected("'yes' or 'no'")
        return True

    def line(self, mentioned: list[Token]) -> Line:
        """Read one line of a stage of a column program: a guard, the next stage, and the changes of groups."""
        reader = self.reader
        guard: list[Count | Spelt] = []
        if not self.word("else"):
            guard.append(self.part())
            while self.word("and"):
                guard.append(self.part())
        reader.expect("->")
        to = self.named("the name of a stage, or yes, no or last")
        if to.text not in DECIDED:
            mentioned.append(to)
        not_last = self.word("not")
        if not_last and not self.word("last"):
            raise reader.expected("'last' after 'not'")
        places: list[Place] = []
        if self.word("with"):
            places.append(self.place())
            while self.word("and"):
                places.append(self.place())
        return Line(tuple(guard), to.text, tuple(places), not_last)

    # Guards

    def part(self) -> Count | Spelt:
        """Read one condition of a guard of a column program."""
        reader = self.reader
        if self.word("sum"):
            numbers, modulus = self.numbers()
            return Count(numbers, None, self.of_group(), modulus)
        start = reader.at
        if (columns := self.columns()) is not None:
            return Spelt(columns)
        reader.at = start
        numbers, modulus = self.numbers()
        return Count(numbers, self.digit(), self.of_group(), modulus)

    def columns(self) -> tuple[Column, ...] | None:
        """Read a guard of a column program that lists columns digit by digit; return None for any other guard."""
        found = [self.column()]
        while self.word("or"):
            found.append(self.column())
        if () in found or not self.comes("and", "->"):
            return None
        if wrong := [column for column in found if len(column) != self.entries]:
            counted = f"{self.entries} digits (* for any digit), one for each number, found {len(wrong[0])}"
            raise self.reader.fail(f"expected a column of {counted}; or the count of a digit, as in 2 ones")
        if any(digit >= self.digits for column in found for digit in column):
            raise self.reader.fail(f"expected digits below {self.digits}", self.last)
        return tuple(found)

    def column(self) -> Column:
        """Read a column of digits, that is, consecutive digits without a space between them."""
        reader = self.reader
        reader.skip_newlines()
        text, end = "", reader.token.offset
        while (reader.token.kind == "number" or reader.token.text in ("*", "**")) and reader.token.offset == end:
            text, end = text + reader.token.typed, reader.token.end
            reader.at += 1
        return tuple(ANY if sign == "*" else int(sign) for sign in text)

    def numbers(self) -> tuple[tuple[int, ...], int | None]:
        """Read the counts of digits that a guard allows, and the modulus if there is one."""
        reader = self.reader
        for parity, rest in PARITIES.items():
            if self.word(parity):
                return (rest,), 2
        found: set[int] = set()
        while True:
            low = high = self.amount()
            if reader.accept(".."):
                high = self.amount()
                if high < low:
                    raise reader.fail(f"expected a number of at least {low}", self.last)
            found.update(range(low, high + 1))
            if not self.word("or"):
                break
        return tuple(sorted(found)), reader.number("a modulus", 1) if self.word("mod") else None

    def amount(self) -> int:
        """Read one count of digits, such as 3, in a guard of a column program."""
        if self.word(NO):
            return 0
        found = self.reader.number("a number", 0)
        if found > MOST_COUNTED:
            raise self.reader.fail(f"expected a number of at most {MOST_COUNTED:,}", self.last)
        return found

    def digit(self) -> int:
        """Read the name of a digit in a column program, such as `ones`."""
        token = self.reader.token
        if (found := _DIGITS.get(token.text)) is None:
            raise self.reader.expected(f"the name of a digit, such as {DIGIT_WORDS[1]}")
        if found >= self.digits:
            raise self.reader.fail(f"expected a digit below {self.digits}, found {token}")
        self.reader.at += 1
        return found

    def of_group(self) -> str:
        """Read `of` and the name of a group of numbers; if the word `of` is missing, return the group `piles`."""
        if not self.word("of"):
            return PILES
        if self.comes(FREE):
            raise self.reader.expected("a group other than 'free', which is never counted")
        return self.group()

    def group(self) -> str:
        """Read the name of a group of numbers in a column program."""
        return self.named("the name of a group").text

    def place(self) -> Place:
        """Read a change of groups in a column program: numbers with one digit move to another group."""
        digit = None if self.word("all") else self.digit()
        group = self.of_group()
        if self.word(FREE):
            return Place(digit, group, FREE)
        if not self.word("in"):
            raise self.reader.expected("'free' or 'in' and the name of a group")
        return Place(digit, group, self.group())

    # Words

    @property
    def last(self) -> Token:
        """The most recently read token."""
        return self.reader.tokens[self.reader.at - 1]

    def comes(self, *texts: str) -> bool:
        """Return whether the next token is one of the given words or signs."""
        self.reader.skip_newlines()
        return self.reader.token.text in texts

    def word(self, text: str) -> bool:
        """Skip the given word if it comes next, as a name or as a keyword; return whether it was skipped."""
        if not self.comes(text):
            return False
        self.reader.at += 1
        return True

    def named(self, what: str) -> Token:
        """Read the name of a stage or group of a column program; `what` describes the name in error messages."""
        self.reader.skip_newlines()
        token = self.reader.token
        if token.kind not in ("name", "keyword"):
            raise self.reader.expected(what)
        self.reader.at += 1
        return token
