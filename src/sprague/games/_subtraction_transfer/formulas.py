"""Values of subtraction-transfer games in formulas: pieces from which the theorems put them together.

A floor is said by a residue: ⌊t/n⌋ is even if t leaves less than n on division by 2n.
"""

from __future__ import annotations

from collections.abc import Sequence

#: Windows of more entries are not written down.
MOST_ENTRIES = 4000


def even_block(term: str, size: int) -> str:
    """That ⌊term/size⌋ is even.

    >>> even_block("x + y", 3)
    '(x + y) mod 6 < 3'
    """
    return f"({term}) mod {2 * size} < {size}"


def odd_block(term: str, size: int) -> str:
    """That ⌊term/size⌋ is odd."""
    return f"({term}) mod {2 * size} >= {size}"


def in_packs(formula: str, size: int, names: tuple[str, str], inner: tuple[str, str]) -> str:
    """A formula about the inner names, where these are the outer ones divided by a number and rounded down.

    >>> in_packs("u = v", 2, ("x", "y"), ("u", "v"))
    'exists u <= x: 2u <= x < 2u + 2 and (exists v <= y: 2v <= y < 2v + 2 and (u = v))'
    """
    (x, y), (u, v) = names, inner
    return (
        f"exists {u} <= {x}: {size}{u} <= {x} < {size}{u} + {size} and "
        f"(exists {v} <= {y}: {size}{v} <= {y} < {size}{v} + {size} and ({formula}))"
    )


def by_window(rows: Sequence[Sequence[int]], period: int, columns: int, x: str, y: str) -> tuple[str, ...] | None:
    """One formula for each value, from rows of which the last `period` are repeated for ever.

    `rows[r][value]` has a bit for each column of row r, modulo the number of columns, that has the value.

    >>> by_window([(0b01, 0b10), (0b10, 0b01)], 2, 2, "x", "y")
    ('x mod 2 in {0} and y mod 2 in {0} or x mod 2 in {1} and y mod 2 in {1}', \
'x mod 2 in {0} and y mod 2 in {1} or x mod 2 in {1} and y mod 2 in {0}')
    """
    if len(rows) * columns > MOST_ENTRIES:
        return None
    start = len(rows) - period
    while start and rows[start - 1] == rows[start - 1 + period]:
        start -= 1
    before: list[dict[int, list[int]]] = [{} for _ in rows[0]]
    after: list[dict[int, list[int]]] = [{} for _ in rows[0]]
    for number, row in enumerate(rows[: start + period]):
        for value, where in enumerate(row):
            if where:
                rest = number if number < start else number % period
                (before if number < start else after)[value].setdefault(where, []).append(rest)
    onward = f"{x} >= {start} and " if start else ""
    found = []
    for first, repeated in zip(before, after, strict=True):
        cases = [f"{x} in {_set(numbers)} and {y} mod {columns} in {_bits(bits)}" for bits, numbers in first.items()]
        cases += [
            f"{onward}{x} mod {period} in {_set(sorted(numbers))} and {y} mod {columns} in {_bits(bits)}"
            for bits, numbers in repeated.items()
        ]
        found.append(" or ".join(cases) or "false")
    while found[-1] == "false":
        found.pop()
    return tuple(found)


def _set(numbers: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def _bits(mask: int) -> str:
    return _set([place for place in range(mask.bit_length()) if mask >> place & 1])
