"""Column programs as tables (`ProgramTable`) in plain text, LaTeX and HTML.

Each line of a stage is a row of the table: the stage, the columns to which the line applies, and the next stage or the
decision. If a line moves numbers to another group, the last column of the table describes the change.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from sprague.language.column_english import ProgramProse
from sprague.language.column_programs import LAST, NO, PILES, YES, ColumnProgram, Count, Line, Spelt, Stage
from sprague.language.expressions import Expression

HEADER = ("stage", "column of digits", "next stage", "change")
LONGEST = 50  # maximum width of a column in a text table, in characters
# LaTeX breaks lines in a column if the table is wider than WIDE_TABLE and the column wider than WIDE_COLUMN characters.
WIDE_TABLE, WIDE_COLUMN = 72, 20
_DECISIONS = {YES: "accept", NO: "reject", LAST: "accept if this is the last column"}


@dataclass(frozen=True)
class ProgramTable:
    """A column program as a table.

    Attributes:
        opening: A sentence that says which columns of digits the program reads.
        header: The headings of the columns of the table.
        rows: The rows; the stage is empty if it is the same as in the row above.
        notes: Sentences that say how to read the table.
    """

    opening: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]

    def lines(self) -> list[str]:
        """Return the table of a column program as lines of plain text.

        >>> from sprague.language.formula_parser import parse_formula
        >>> some = "columns { start: 0 or 4 ones -> start; 5 ones -> zeros; zeros: 0 ones -> zeros }"
        >>> for line in program_table(parse_formula(some, "abcde")).lines():
        ...     print(line)
        Read the binary columns of a, b, c, d, e from the top. Start with stage start.
          stage  column of digits  next stage
          -----  ----------------  ----------
          start  no or four ones   start
                 five ones         zeros
          zeros  no ones           zeros
        If no row of the current stage fits a column, the program rejects. After the last column the program accepts.
        """
        cells = [[textwrap.wrap(text, LONGEST) or [""] for text in row] for row in (self.header, *self.rows)]
        widths = [max(len(line) for row in cells for line in row[i]) for i in range(len(self.header))]
        table = [_text_row(row, widths) for row in cells]
        table.insert(1, ["  ".join("-" * width for width in widths)])
        return [self.opening, *(f"  {line}" for lines in table for line in lines), " ".join(self.notes)]

    def latex_lines(self) -> list[str]:
        r"""Return the table of a column program as lines of LaTeX: a `tabular` environment between two paragraphs.

        >>> from sprague.language.formula_parser import parse_formula
        >>> table = program_table(parse_formula("columns { s: 2 ones -> yes; else -> s; end -> no }", "ab"))
        >>> for line in table.latex_lines()[1:-1]:
        ...     print(line)
        \begin{center}
        \begin{tabular}{lll}
        stage & column of digits & next stage \\ \hline
        s & two ones & accept \\
         & any other column & s \\
         & end of the numbers & reject \\
        \end{tabular}
        \end{center}
        """
        columns = "".join(self._latex_columns())
        return [
            _escape_latex(self.opening),
            r"\begin{center}",
            rf"\begin{{tabular}}{{{columns}}}",
            " & ".join(self.header) + r" \\ \hline",
            *(" & ".join(map(_escape_latex, row)) + r" \\" for row in self.rows),
            r"\end{tabular}",
            r"\end{center}",
            " ".join(self.notes),
        ]

    def _latex_columns(self) -> Iterator[str]:
        """Yield the column types of a LaTeX `tabular` environment; wide columns of wide tables have line breaks."""
        widths = [max(len(row[i]) for row in (self.header, *self.rows)) for i in range(len(self.header))]
        wide = sum(width for width in widths if width > WIDE_COLUMN)
        for width in widths:
            is_wide = sum(widths) > WIDE_TABLE and width > WIDE_COLUMN
            yield rf"p{{{0.65 * width / wide:.2f}\linewidth}}" if is_wide else "l"

    def html(self) -> str:
        """Return the table of a column program as HTML: two paragraphs and a `table` element."""
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in self.header)
        rows = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in self.rows)
        table = f'<table class="program"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
        return f"<p>{escape(self.opening)}</p>{table}<p>{escape(' '.join(self.notes))}</p>"


def program_table(program: ColumnProgram, shown: Callable[[Expression], str] = str) -> ProgramTable:
    """Return a column program as a table; the function `shown` converts a term to text."""
    prose = ProgramProse(program, "", shown)
    rows = [row for stage in program.stages for row in _rows(prose, stage)]
    changes = any(row[-1] for row in rows)
    opening = f"{prose.opening()} Start with stage {program.stages[0].name}."
    return ProgramTable(
        opening,
        HEADER if changes else HEADER[:-1],
        tuple(row if changes else row[:-1] for row in rows),
        tuple(_notes(prose)),
    )


def _rows(prose: ProgramProse, stage: Stage) -> Iterator[tuple[str, ...]]:
    name = stage.name
    for line in stage.lines:
        places = sorted(line.places, key=lambda place: place.into != PILES)
        change = "; ".join(prose.place(place, line, stage) for place in places)
        yield name, _column(prose, line, stage), _target(line), change
        name = ""
    if not stage.lines:
        yield name, "any column", "reject", ""
        name = ""
    if not stage.ends:
        yield name, "end of the numbers", "reject", ""


def _column(prose: ProgramProse, line: Line, stage: Stage) -> str:
    """Return the English phrase for the columns of digits to which a line of a column program applies."""
    if not line.guard:
        return "any other column" if len(stage.lines) > 1 else "any column"
    return ", ".join(_part(prose, part, stage) for part in line.guard)


def _part(prose: ProgramProse, part: Count | Spelt, stage: Stage) -> str:
    """Return the English phrase for one condition on a column of digits, in the table of a column program."""
    if not isinstance(part, Count) or part.digit is not None:
        return prose.part(part, stage)
    group = part.group if part.group != PILES else prose.others(stage)
    noun = "digit" if prose.is_single(stage, part.group) and part.modulus is None else "digit sum"
    return f"{noun} {part.numbers_text}{f' of {group}' if group else ''}"


def _target(line: Line) -> str:
    target = _DECISIONS.get(line.to, line.to)
    return f"{target}; reject if this is the last column" if line.not_last else target


def _notes(prose: ProgramProse) -> Iterator[str]:
    """Yield the sentences that are printed below the table of a column program."""
    program = prose.program
    if _overlaps(program):
        yield "The first row of the current stage that fits a column applies."
    if not all(prose.takes_all(stage) or not stage.lines for stage in program.stages):
        yield "If no row of the current stage fits a column, the program rejects."
    if any(not stage.ends or any(line.not_last or line.to == LAST for line in stage.lines) for stage in program.stages):
        yield "After the last column the program accepts, unless a row says otherwise."
    else:
        yield "After the last column the program accepts."


def _overlaps(program: ColumnProgram) -> bool:
    """Return whether several rows of a stage may fit the same column of digits, so that their order matters."""
    for stage in program.stages:
        guards = [line.guard for line in stage.lines if line.guard]
        if len(guards) < 2:
            continue
        counts = [guard[0] for guard in guards if len(guard) == 1 and isinstance(guard[0], Count)]
        kinds = {(count.digit, count.group, count.modulus) for count in counts}
        numbers = [number for count in counts for number in count.numbers]
        if len(counts) < len(guards) or len(kinds) > 1 or len(set(numbers)) < len(numbers):
            return True
    return False


def _text_row(cells: Sequence[list[str]], widths: Sequence[int]) -> list[str]:
    height = max(map(len, cells))
    return [
        "  ".join(
            (cell[line] if line < len(cell) else "").ljust(width) for cell, width in zip(cells, widths, strict=True)
        ).rstrip()
        for line in range(height)
    ]


def _escape_latex(text: str) -> str:
    """Escape the special characters of LaTeX, except in formulas between dollar signs."""
    return re.sub(r"(\$[^$]*\$)|([_&%#])", lambda found: found[1] or f"\\{found[2]}", text)
