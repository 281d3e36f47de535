"""Linear equations over whole numbers, solved for some of their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sprague.rules.linear import Linear


def solve_equations(equations: Iterable[Linear], names: Sequence[str]) -> tuple[dict[str, Linear], list[Linear]]:
    """Solve equations (terms that are 0) for names with coefficient 1 or -1; what cannot be solved stays.

    >>> u, v, b = (Linear.of(name) for name in "uvb")
    >>> solve_equations([u + v - b, 2 * u - v], ["u", "v"])
    ({'v': Linear('b - u')}, [Linear('3u - b')])

    The last of the names in an equation is the one solved for, so that loops over choices run in the order written.
    """
    solved: dict[str, Linear] = {}
    left: list[Linear] = []
    for equation in equations:
        term = equation.substitute(solved)
        unit = [name for name in names if abs(term.coefficient(name)) == 1]
        if not unit:
            left.append(term)
            continue
        name = unit[-1]
        sign = term.coefficient(name)
        value = (term - sign * Linear.of(name)) * -sign
        solved = {old: was.substitute({name: value}) for old, was in solved.items()}
        solved[name] = value
    return solved, [term.substitute(solved) for term in left]
