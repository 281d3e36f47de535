"""Entries for the OEIS in its internal format (`table_entry`, `list_entry`, `integer_sequence_entry`).

A new entry has the number A000000, until the OEIS assigns a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate

from sprague.errors import SpragueError
from sprague.games import find_game
from sprague.language.positions import show_position
from sprague.queries.sequence import IntegerSequence
from sprague.render.position_list_exports import PositionList, list_to_sequence
from sprague.render.table_exports import table_to_sequence
from sprague.tables.conversions import as_text
from sprague.tables.slices import FixedPiles, take_slice
from sprague.tables.table import Table
from sprague.version import __version__

NUMBER = "A000000"
MOST_DATA = 260  # maximum number of characters of data in an entry
LEAST_DATA = 200  # entries with fewer characters of data contain too little data for the OEIS
EXAMPLE_ROWS = 8  # number of table rows or positions in the example of an entry
NAMES = {"grundy": "Grundy value", "remoteness": "remoteness", "suspense": "suspense"}


def table_entry(table: Table, fixed: FixedPiles = None) -> str:
    """Return the OEIS entry of the values of a table; a table of two piles is read by antidiagonals.

    >>> import sprague
    >>> print(table_entry(sprague.tabulate("nim:piles=2", limit=3)).splitlines()[1])
    %S A000000 0,1,1,2,0,2
    """
    first, values = table_to_sequence(table, fixed, "oeis")
    part = take_slice(table, fixed)
    if part.is_of_differences:
        position = f"({table.game.floor},{','.join(part.axes)})"
    else:
        position = f"({','.join(str(part.fixed.get(name, name)) for name in table.game.names)})"
    value = f"the {NAMES[table.what]}{' in misère play' if table.misere else ''}"
    game = f"the game {table.game.display_name}"
    if len(part.axes) == 1:
        (axis,) = part.axes
        name = f"a({axis}) is {value} of the position {position} of {game}."
    else:
        order = "Triangle read by columns" if part.is_of_differences else "Array read by antidiagonals"
        name = f"{order}: T({','.join(part.axes)}) is {value} of the position {position} of {game}."
    example = as_text(table, EXAMPLE_ROWS, fixed=fixed).rstrip("\n").splitlines()
    keywords = "nonn" if len(part.axes) == 1 else "nonn,tabl"
    program = _program(table, part.axes, fixed, part.is_of_differences)
    return sequence_entry(values, first, name, _rule_comment(table), example, program, keywords)


def list_entry(listing: PositionList, pile: str | None = None) -> str:
    """Return the OEIS entry for a sequence whose terms are the sizes of one pile in the P-positions of a list."""
    check_nothing_fixed(listing.fixed)
    values = list_to_sequence(listing, pile, "oeis")
    table = listing.table
    named = pile or table.game.names[0]
    what = "P-position" if listing.value is None else f"position of Grundy value {listing.value}"
    play = " in misère play" if table.misere else ""
    name = (
        f"Size of the pile {named} in the n-th {what} {table.game.ast.tuple_text(table.game.names)} of the game "
        f"{table.game.display_name}{play}, by the number of chips, then in lexicographic order."
    )
    shown = [show_position(position) for position, _ in zip(listing, range(EXAMPLE_ROWS), strict=False)]
    example = [f"The first such positions are {', '.join(shown)}."]
    bound = f"limit={table.limit}" if table.limit is not None else f"chips={table.chips}"
    place = table.game.names.index(named)
    asked = f'what="outcome", misere={table.misere}' if listing.value is None else 'what="grundy"'
    value = '"P"' if listing.value is None else str(listing.value)
    program = [
        f"import sprague; t = sprague.tabulate({_game_literal(table)}, {bound}, {asked}); "
        f"print([p[{place}] for p in t.by_chips({value}) if sum(p) < t.complete_below])"
    ]
    return sequence_entry(values, 1, name, _rule_comment(table), example, program, "nonn")


def integer_sequence_entry(found: IntegerSequence, program: str, terms: int = MOST_DATA // 2) -> str:
    """Return the OEIS entry of an integer sequence of a game, with a Python program that prints its terms.

    >>> import sprague
    >>> found = sprague.sequence("wythoff", count="digits")
    >>> print(integer_sequence_entry(found, "…", terms=9).splitlines()[9])
    %F A000000 a(n) = 2*a(n-2) + a(n-3) for n >= 3.
    """
    values = found.terms(terms)
    rule = found.game
    comments = [f"The rule: {line}" for line in str(rule).splitlines()]
    if re.search(r"\b[PN]\b", found.title):
        comments.append(
            "A position is a P-position if the player who has just moved can force a win, and an N-position otherwise; "
            f"the player who makes the last move {'loses' if found.misere else 'wins'}."
        )
    if "value(" in found.title:
        comments.append("value(...) is the Grundy value: the least number that is not the value of an option.")
    source = "a proof about all positions" if found.proved else "a table"
    comments.append(f"The terms follow from {source} (sprague {__version__}).")
    if found.growth is not None:
        comments.append(f"The terms grow by the factor {found.growth:.6f}.")
    entry = find_game(rule.name.partition(":")[0]) if rule.name else None
    references = [str(one) for one in entry.sources] if entry else []
    formulas = (
        [] if found.recurrence is None else [f"{format_recurrence(found.recurrence)} for n >= {_first_index(found)}."]
    )
    example = [] if found.describe_example is None else [found.describe_example()]
    sign = "sign" if any(value < 0 for value in values) else "nonn"
    keywords = ",".join([sign, *["tabf"] * found.title.startswith("Table "), *["easy"] * found.proved])
    return sequence_entry(
        values, found.offset, found.title, comments, example, [program], keywords, references, formulas
    )


def _first_index(found: IntegerSequence) -> int:
    return found.offset + len(found.recurrence or ())


def format_recurrence(coefficients: Sequence[int | Fraction], name: str = "a") -> str:
    """Return a linear recurrence as text for an OEIS entry.

    >>> format_recurrence([1, 0, -2])
    'a(n) = a(n-1) - 2*a(n-3)'
    """
    text = ""
    for back, factor in enumerate(coefficients, 1):
        if factor == 0:
            continue
        shown = f"{'' if abs(factor) == 1 else f'{abs(factor)}*'}{name}(n-{back})"
        text += f" {'-' if factor < 0 else '+'} {shown}" if text else f"{'-' if factor < 0 else ''}{shown}"
    return f"{name}(n) = {text or '0'}"


def shortage_message(entry: str) -> str:
    """Return a warning if an OEIS entry has less data than the OEIS asks for, else ""."""
    data = entry.splitlines()[1].split(maxsplit=2)[2:]
    length = len(data[0]) if data else 0
    if length >= LEAST_DATA:
        return ""
    terms = len(data[0].split(",")) if data else 0
    return (
        f"the entry has {terms} terms in {length} characters, and the OEIS asks for about {MOST_DATA} characters; "
        "increase --limit or --chips"
    )


def check_nothing_fixed(fixed: FixedPiles) -> None:
    """Raise an error if some piles have fixed sizes, because an OEIS entry must be about all P-positions."""
    if fixed:
        raise SpragueError(
            "--fix cannot be used for an OEIS entry, which lists all P-positions; leave out --fix, or choose "
            "--format bfile"
        )


def _rule_comment(table: Table) -> list[str]:
    return [f"The rule: {line}" for line in str(table.game).splitlines()]


def _game_literal(table: Table) -> str:
    """Return the game of a table as a Python string literal, for the Python program in an OEIS entry."""
    return repr(table.game.name or str(table.game))


def _program(table: Table, axes: Sequence[str], fixed: FixedPiles, by_differences: bool) -> list[str]:
    bound = f"limit={table.limit}" if table.limit is not None else f"chips={table.chips}"
    cap = f", cap={table.cap}" if table.cap is not None else ""
    asked = f'what="{table.what}", misere={table.misere}{cap}'
    lines = [f"import sprague; t = sprague.tabulate({_game_literal(table)}, {bound}, {asked})"]
    floor = table.game.floor
    if by_differences:
        lines.append(f"print([t[{floor}, a, b] for b in range({floor}, {table.limit}) for a in range({floor}, b + 1)])")
        return lines
    entries = [str((fixed or {}).get(name, None)) for name in table.game.names]
    if len(axes) == 1:
        lines.append(f"print(t.row(({', '.join(entries)},)))")
        return lines
    starts = [table.game.lowest(axis) for axis in axes]
    free = iter(f"{start} + {place}" if start else place for start, place in zip(starts, ("i", "s - i"), strict=True))
    position = ", ".join(next(free) if entry == "None" else entry for entry in entries)
    count = min(take_slice(table, fixed).values.shape)
    lines.append(f"print([t[{position}] for s in range({count}) for i in range(s + 1)])")
    return lines


def sequence_entry(
    values: Sequence[int],
    first: int,
    name: str,
    comment: Iterable[str],
    example: Iterable[str],
    program: Sequence[str],
    keywords: str,
    references: Iterable[str] = (),
    formulas: Iterable[str] = (),
) -> str:
    """Return the OEIS entry of a sequence of integers, with its name, comments, example and program."""
    ends = accumulate(len(str(value)) + 1 for value in values)
    data = ",".join(str(value) for value, end in zip(values, ends, strict=True) if end <= MOST_DATA)
    unusual = next((place for place, value in enumerate(values, 1) if abs(value) > 1), 1)
    lines = [
        f"%I {NUMBER}",
        f"%S {NUMBER} {data}",
        f"%N {NUMBER} {name}",
        *(f"%C {NUMBER} {line}" for line in comment),
        *(f"%D {NUMBER} {line}" for line in references),
        *(f"%F {NUMBER} {line}" for line in formulas),
        *(f"%e {NUMBER} {line}" for line in example),
        f"%o {NUMBER} (Python) {program[0]}",
        *(f"%o {NUMBER} {line}" for line in program[1:]),
        f"%K {NUMBER} {keywords}",
        f"%O {NUMBER} {first},{unusual}",
    ]
    return "\n".join(lines) + "\n"
