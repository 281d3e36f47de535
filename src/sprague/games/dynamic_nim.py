"""Dynamic Nim: how much you may take depends on what was taken before."""

from collections.abc import Callable
from numbers import Integral

from sprague.errors import SpragueError
from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names, whole
from sprague.rules import Linear, Ruleset, parse, parse_term


@catalogued("Dynamic Nim", sources=[Source("dynamic-nim")])
def dynamic_nim(piles: int = 2, stop: int = 0, limit: str | int | Callable[[int], int] = "x") -> Ruleset:
    """Take d chips from one pile, at most t; then your opponent may take at most limit(d); at `stop` chips it ends.

    >>> dynamic_nim(1, limit="2x - 1").options((9, 2))
    [(8, 1), (7, 3)]
    >>> dynamic_nim(1, limit=lambda x: x * x).options((9, 3))
    [(8, 1), (7, 4), (6, 9)]

    The last number of a position is t, the most that may be taken now. `limit` is a linear term in
    one name, or a Python function from positive numbers to positive numbers; with a function the
    rule is no longer linear. Play ends when at most `stop` chips are left in all.
    """
    names = pile_names(pile_count("piles", piles))
    first, *others = names
    # The names of piles and of the choice d are taken; piles from the fourth on would be d, e, f.
    if len(names) > 3:
        names = [f"x{number}" for number in range(1, len(names) + 1)]
        first, *others = names
    functions: dict[str, Callable[[int], int]] = {}
    if callable(limit):
        functions["f"] = limit
        remembered = "f(d)"
    elif isinstance(limit, str) or (isinstance(limit, Integral) and not isinstance(limit, bool)):
        remembered = str(_limit_term(str(limit)))
    else:
        raise SpragueError(f"expected limit to be a term such as 2x-1 or a function, got {limit!r}")
    ending = f" stop when {' + '.join(names)} <= {stop}" if whole("stop", stop, 0) else ""
    return parse(
        f"({', '.join(names)} | t) -> ({', '.join([f'{first} - d', *others])} | {remembered}) "
        f"where 1 <= d <= t any order{ending}",
        functions,
    )


def _limit_term(text: str) -> Linear:
    term = parse_term(text)
    if len(term.names) > 1:
        raise SpragueError(f"expected limit to be a term in one name, such as x or 2x-1, got {text!r}")
    name = term.names[0] if term.names else "x"
    if term.coefficient(name) < 0 or term.value({name: 1}) < 1:
        raise SpragueError(f"expected limit to be at least 1 for every x >= 1, got {text!r}")
    return term.substitute({name: Linear.of("d")})
