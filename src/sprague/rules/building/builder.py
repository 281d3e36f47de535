"""Building rules from Python expressions, without text: `piles`, `choice`, `remembered` and `move`.

>>> a, b = piles("a", "b")
>>> k = choice("k")
>>> built = (move((a, b), (a - k, b), where=k >= 1) | move((a, b), (a - k, b - k), where=k >= 1)).any_order()
>>> print(built)
(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - k) where k >= 1 any order
>>> built.rule().options((1, 2))
[(0, 2), (1, 1), (0, 1)]

A comparison of two terms is a condition; `&`, `|` and `~` combine conditions. A term has the methods `isin`, `divides`,
`is_square` and `is_prime`. The operators `%` and `//` stand for `mod` and `div` of the notation; `abs(a - b)`,
`minimum` and `maximum` are also available.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sprague.arguments import format_argument
from sprague.errors import ArgumentTypeError, SpragueError
from sprague.rules.building.terms import (
    ATOM,
    CHOICE,
    PILE,
    REMEMBERED,
    SUM,
    Condition,
    Term,
    condition_text,
    entries_of,
    number_text,
    operand_text,
)
from sprague.rules.ruleset import Ruleset, parse

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_']*")


@dataclass(frozen=True, eq=False)
class RuleBuilder:
    """A rule under construction; the method `rule()` returns the finished rule, and the operator `|` adds moves.

    A builder prints as its rule in the notation, and is equal to its rule and to all builders of the same rule.

    >>> (n,), (u, v) = piles("n"), choices("u", "v")
    >>> kayles = move((n,), (u,), (v,), where=[u + v >= n - 2, u + v <= n - 1])
    >>> print(kayles)
    (n) -> (u) + (v) where u + v >= n - 2, u + v <= n - 1
    """

    source: tuple[Term, ...]
    moves: tuple[str, ...]
    clauses: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text of the rule in the notation."""
        moves = " ; ".join(self.moves)
        return " ".join([f"{_tuple_text(self.source, self.source)} -> {moves}", *self.clauses])

    def rule(self, name: str = "") -> Ruleset:
        """Return the finished rule, with a name if one is given.

        >>> import sprague
        >>> (a,) = sprague.piles("a")
        >>> sprague.move((a,), (a - 1,)).rule().options((3,))
        [(2,)]

        Raises:
            SpragueError: The rule is not valid, for example because a choice has no upper bound.

        Args:
            name: The name of the rule; it may be empty.
        """
        return parse(self.text, name=name)

    def any_order(self, *of: Term) -> RuleBuilder:
        """Return the rule with `any order`: the order of all piles, or of the given piles, does not matter.

        >>> import sprague
        >>> a, b = sprague.piles("a", "b")
        >>> print(sprague.move((a, b), (a - 1, b)).any_order())
        (a, b) -> (a - 1, b) any order

        Args:
            of: The piles whose order does not matter; all piles if none is given.

        Raises:
            SpragueError: A term is not a pile of the rule.
        """
        return self._with("any order" + (f" of {_names(of)}" if of else ""))

    def in_a_circle(self, *of: Term) -> RuleBuilder:
        """Return the rule with all piles, or the given piles, arranged in a circle.

        >>> import sprague
        >>> a, b, c = sprague.piles("a", "b", "c")
        >>> print(sprague.move((a, b, c), (a - 1, b - 1, c)).in_a_circle())
        (a, b, c) -> (a - 1, b - 1, c) in a circle

        Args:
            of: The piles in the circle; all piles if none is given.

        Raises:
            SpragueError: A term is not a pile of the rule.
        """
        return self._with("in a circle" + (f" of {_names(of)}" if of else ""))

    def in_a_row(self, *of: Term) -> RuleBuilder:
        """Return the rule with all piles, or the given piles, arranged in a row.

        >>> import sprague
        >>> a, b, c = sprague.piles("a", "b", "c")
        >>> print(sprague.move((a, b, c), (a - 1, b - 1, c)).in_a_row())
        (a, b, c) -> (a - 1, b - 1, c) in a row

        Args:
            of: The piles in the row; all piles if none is given.

        Raises:
            SpragueError: A term is not a pile of the rule.
        """
        return self._with("in a row" + (f" of {_names(of)}" if of else ""))

    def piles_at_least(self, number: int) -> RuleBuilder:
        """Return the rule in which every pile must have at least `number` chips.

        >>> import sprague
        >>> a, b = sprague.piles("a", "b")
        >>> print(sprague.move((a, b), (a - 1, b)).piles_at_least(1))
        (a, b) -> (a - 1, b) piles >= 1

        Args:
            number: The least number of chips of a pile, 0 or 1.

        Raises:
            ArgumentTypeError: `number` is not an integer.
        """
        return self._with(f"piles >= {number_text(number)}")

    def positions_where(self, condition: Condition) -> RuleBuilder:
        """Return the rule whose positions satisfy a condition.

        >>> import sprague
        >>> a, b = sprague.piles("a", "b")
        >>> print(sprague.move((a, b), (a - 1, b - 1)).positions_where(a <= b))
        (a, b) -> (a - 1, b - 1) positions where a <= b

        Args:
            condition: A comparison of terms, such as `a <= b`.

        Raises:
            ArgumentTypeError: `condition` is not a condition.
        """
        return self._with(f"positions where {condition_text(condition)}")

    def stop_when(self, condition: Condition) -> RuleBuilder:
        """Return the rule in which play stops when a condition is true.

        >>> import sprague
        >>> a, b = sprague.piles("a", "b")
        >>> print(sprague.move((a, b), (a - 1, b)).stop_when(a + b <= 3))
        (a, b) -> (a - 1, b) stop when a + b <= 3

        Args:
            condition: A comparison of terms, such as `a + b <= 3`.

        Raises:
            ArgumentTypeError: `condition` is not a condition.
        """
        return self._with(f"stop when {condition_text(condition)}")

    def win_when(self, condition: Condition) -> RuleBuilder:
        """Return the rule in which the player who has just moved wins as soon as a condition is true.

        >>> import sprague
        >>> a, b = sprague.piles("a", "b")
        >>> print(sprague.move((a, b), (a - 1, b)).win_when(a == b))
        (a, b) -> (a - 1, b) win when a = b

        Args:
            condition: A comparison of terms, such as `a == b`.

        Raises:
            ArgumentTypeError: `condition` is not a condition.
        """
        return self._with(f"win when {condition_text(condition)}")

    def block(self, number: int) -> RuleBuilder:
        """Return the rule with the clause `block`: each player may forbid up to `number` options of the opponent.

        >>> import sprague
        >>> a, b = sprague.piles("a", "b")
        >>> print(sprague.move((a, b), (a - 1, b)).block(1))
        (a, b) -> (a - 1, b) block 1

        Args:
            number: How many options may be forbidden.

        Raises:
            ArgumentTypeError: `number` is not an integer.
        """
        return self._with(f"block {number_text(number)}")

    def _with(self, clause: str) -> RuleBuilder:
        return replace(self, clauses=(*self.clauses, clause))

    def __or__(self, other: RuleBuilder) -> RuleBuilder:
        if not isinstance(other, RuleBuilder):
            raise ArgumentTypeError(f"expected a move or a rule after |, got {format_argument(other)}")
        if [term.text for term in self.source] != [term.text for term in other.source]:
            mine, theirs = (_tuple_text(one.source, one.source) for one in (self, other))
            raise SpragueError(
                f"all moves of a rule must start from the same tuple; expected a move from {mine}, got a move from "
                f"{theirs}"
            )
        return RuleBuilder(self.source, self.moves + other.moves, self.clauses + other.clauses)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RuleBuilder):
            return self.rule() == other.rule()
        return self.rule() == other if isinstance(other, Ruleset) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rule())

    def __str__(self) -> str:
        return str(self.rule())

    def __repr__(self) -> str:
        return f"<RuleBuilder {self.text}>"


def piles(*names: str) -> tuple[Term, ...]:
    """Return piles with the given names, as terms for building a rule with `move`.

    >>> piles("a", "b")
    (<Term a>, <Term b>)

    Args:
        names: The names of the piles, such as "a", "b".

    Returns:
        A term for each name.

    Raises:
        SpragueError: A name occurs twice, or is not a letter followed by letters, digits, `_` or `'`.
    """
    return _terms(names, PILE)


def choice(name: str) -> Term:
    """Return a number that the mover chooses, as a term for building a rule with `move`.

    >>> choice("k") >= 1
    Condition(text='k >= 1')

    Args:
        name: The name of the choice, such as "k".

    Returns:
        The choice as a term.

    Raises:
        SpragueError: The name is not a letter followed by letters, digits, `_` or `'`.
    """
    return _terms((name,), CHOICE)[0]


def choices(*names: str) -> tuple[Term, ...]:
    """Return several numbers that the mover chooses, as terms for building a rule with `move`.

    >>> choices("u", "v")
    (<Term u>, <Term v>)

    Args:
        names: The names of the choices, such as "u", "v".

    Returns:
        A term for each name.

    Raises:
        SpragueError: A name occurs twice, or is not a letter followed by letters, digits, `_` or `'`.
    """
    return _terms(names, CHOICE)


def remembered(*names: str) -> tuple[Term, ...]:
    """Return numbers that a position remembers besides its piles, as terms for building a rule with `move`.

    >>> (a, b), (t,), d = piles("a", "b"), remembered("t"), choice("d")
    >>> print(move((a, b, t), (a - d, b, 2 * d - 1), where=d.between(1, t)).any_order(a, b))
    (a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order

    Args:
        names: The names of the remembered numbers.

    Returns:
        A term for each name.

    Raises:
        SpragueError: A name occurs twice, or is not a letter followed by letters, digits, `_` or `'`.
    """
    return _terms(names, REMEMBERED)


def move(
    source: Sequence[Term], *targets: Sequence[Term | int], where: Condition | Iterable[Condition] = ()
) -> RuleBuilder:
    """Return a rule builder with one move; the operator `|` adds further moves, and methods add clauses.

    >>> (a, b), u = piles("a", "b"), choice("u")
    >>> nim = move((a, b), (u, b), where=u < a).any_order()
    >>> nim == parse("(a, b) -> (u, b) where u < a any order")
    True

    Args:
        source: The piles of a position, and then its remembered numbers.
        targets: The position that the move leads to; several positions if the move splits a heap.
        where: The condition of the move, or several conditions that must all be true.

    Returns:
        The builder of the rule.

    Raises:
        SpragueError: A target and the source have different numbers of entries.
        ArgumentTypeError: The source does not consist of piles and remembered numbers, or `where` is not a condition.
    """
    given: object = source
    start = tuple(source) if isinstance(given, Iterable) else ()
    order = [getattr(term, "kind", None) for term in start]
    if not start or not set(order) <= {PILE, REMEMBERED} or order != sorted(order, key=REMEMBERED.__eq__):
        raise ArgumentTypeError(
            "expected a position, such as (a, b) with a, b = piles('a', 'b'): a tuple of all piles, followed by the "
            f"remembered numbers of the rule; got {format_argument(source)}"
        )
    if len({term.text for term in start}) < len(start):
        raise SpragueError(f"the names of the piles must be distinct, got {_tuple_text(start, start)}")
    if not targets:
        raise SpragueError(
            f"the position after the move is missing; add a tuple as the argument after {_tuple_text(start, start)}"
        )
    written = " + ".join(_target(start, target) for target in targets)
    given = [where] if isinstance(where, Condition) else list(_conditions(where))
    unknown = entries_of([*given, *(entry for target in targets for entry in target)]) - {term.text for term in start}
    if unknown:
        missing = min(unknown)
        raise SpragueError(
            f"the name {missing} is not in the position {_tuple_text(start, start)}; add the pile {missing}, or "
            f"use choice('{missing}')"
        )
    conditions = ", ".join(condition_text(one, len(given) > 1 and " or " in str(one)) for one in given)
    return RuleBuilder(start, (f"{written} where {conditions}" if conditions else written,))


def _terms(names: Sequence[object], kind: str) -> tuple[Term, ...]:
    for name in names:
        if not isinstance(name, str):
            raise ArgumentTypeError(f"expected the name of a {kind}, such as 'a', got {format_argument(name)}")
        if not _NAME.fullmatch(name):
            raise SpragueError(f"expected the name of a {kind}, such as 'a', got {name!r}")
    if not names:
        raise SpragueError(f"expected the name of at least one {kind}, got none")
    if len(set(names)) < len(names):
        raise SpragueError(f"the names must be distinct, got {', '.join(map(repr, names))}")
    return tuple(Term(str(name), ATOM, kind) for name in names)


def _conditions(where: object) -> Iterable[Condition]:
    try:
        return iter(where)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise ArgumentTypeError(f"expected a condition such as k >= 1, got {format_argument(where)}") from None


def _names(terms: Iterable[object]) -> str:
    found = list(terms)
    wrong = next((term for term in found if not isinstance(term, Term) or term.kind != PILE), None)
    if wrong is not None:
        raise ArgumentTypeError(f"expected only piles, as returned by piles('a', 'b'), got {format_argument(wrong)}")
    return ", ".join(str(term) for term in found)


def _target(start: tuple[Term, ...], target: object) -> str:
    if isinstance(target, Term | int) or not isinstance(target, Iterable) or isinstance(target, str):
        raise ArgumentTypeError(
            f"expected a tuple for the position after the move, such as ({', '.join(map(str, start))},), got "
            f"{format_argument(target)}"
        )
    entries: list[Any] = list(target)
    if len(entries) != len(start):
        shown = ", ".join(str(one) for one in entries)
        source = _tuple_text(start, start)
        raise SpragueError(f"expected a position after the move with as many entries as {source}, got ({shown})")
    return _tuple_text(start, entries)


def _tuple_text(start: Sequence[Term], entries: Sequence[object]) -> str:
    texts = [operand_text(one, SUM) for one in entries]
    count = sum(term.kind == PILE for term in start)
    rest = f" | {', '.join(texts[count:])}" if texts[count:] else ""
    return f"({', '.join(texts[:count])}{rest})"
