"""Conditions on named integers: chained comparisons, residues, powers.

A condition can be *checked* at given values, and it can be *bounded*: turned into linear
equations and inequalities that hold wherever it does. Where the bounds say all of it the
condition is linear; where they do not (`!=`, `mod`, `power of`) it must also be checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sprague.integers import is_power
from sprague.rules.linear import Linear

RELATIONS = ("<", "<=", "=", "!=", ">=", ">")
_MIRRORED = {">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Residue:
    """`term mod modulus`, a number from 0 to modulus - 1."""

    term: Linear
    modulus: int

    @property
    def names(self) -> tuple[str, ...]:
        return self.term.names

    def substitute(self, values: Mapping[str, Linear]) -> Residue:
        return Residue(self.term.substitute(values), self.modulus)

    def value(self, values: Mapping[str, int]) -> int:
        return self.term.value(values) % self.modulus

    def __str__(self) -> str:
        simple = self.term.is_name or (self.term.is_constant and self.term.constant >= 0)
        return f"{self.term if simple else f'({self.term})'} mod {self.modulus}"


Side = Linear | Residue


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a condition says in linear terms: equations `= 0` and inequalities `>= 0`."""

    equations: tuple[Linear, ...] = ()
    inequalities: tuple[Linear, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain such as `1 <= d <= t` or `a mod 2 = 0`."""

    sides: tuple[Side, ...]
    relations: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for side in self.sides for name in side.names)

    def links(self) -> Iterator[tuple[Side, str, Side]]:
        """The chain's single comparisons, each with <, <=, = or != ."""
        for left, relation, right in zip(self.sides[:-1], self.relations, self.sides[1:], strict=True):
            if relation in _MIRRORED:
                yield right, _MIRRORED[relation], left
            else:
                yield left, relation, right

    def substitute(self, values: Mapping[str, Linear]) -> Comparison:
        return Comparison(tuple(side.substitute(values) for side in self.sides), self.relations)

    def holds(self, values: Mapping[str, int]) -> bool:
        for left, relation, right in self.links():
            low, high = left.value(values), right.value(values)
            if relation == "<":
                true = low < high
            elif relation == "<=":
                true = low <= high
            elif relation == "=":
                true = low == high
            else:
                true = low != high
            if not true:
                return False
        return True

    def bounds(self) -> Bounds:
        equations: list[Linear] = []
        inequalities: list[Linear] = []
        complete = True
        for left, relation, right in self.links():
            if relation == "!=":
                complete = False
            elif isinstance(left, Linear) and isinstance(right, Linear):
                if relation == "=":
                    equations.append(right - left)
                else:
                    inequalities.append(right - left - (1 if relation == "<" else 0))
            else:
                # A residue lies between 0 and modulus - 1; that much is linear.
                complete = False
                inequalities.append(_largest(right) - _least(left) - (1 if relation == "<" else 0))
                if relation == "=":
                    inequalities.append(_largest(left) - _least(right))
        return Bounds(tuple(equations), tuple(inequalities), complete)

    def __str__(self) -> str:
        text = str(self.sides[0])
        for relation, side in zip(self.relations, self.sides[1:], strict=True):
            text += f" {relation} {side}"
        return text


def _least(side: Side) -> Linear:
    return side if isinstance(side, Linear) else Linear()


def _largest(side: Side) -> Linear:
    return side if isinstance(side, Linear) else Linear((), side.modulus - 1)


@dataclass(frozen=True, slots=True)
class PowerOf:
    """`term power of base`: the term is 1, base, base^2, …."""

    term: Linear
    base: int

    @property
    def names(self) -> tuple[str, ...]:
        return self.term.names

    def substitute(self, values: Mapping[str, Linear]) -> PowerOf:
        return PowerOf(self.term.substitute(values), self.base)

    def holds(self, values: Mapping[str, int]) -> bool:
        return is_power(self.term.value(values), self.base)

    def bounds(self) -> Bounds:
        return Bounds((), (self.term - 1,), complete=False)

    def __str__(self) -> str:
        return f"{self.term} power of {self.base}"


Condition = Comparison | PowerOf


def condition_key(condition: Condition) -> frozenset[tuple[str, ...]]:
    """The same for conditions that differ only in how they are written: `a < b`, `b > a`."""
    if isinstance(condition, PowerOf):
        return frozenset({("power", str(condition))})
    links: set[tuple[str, ...]] = set()
    for left, relation, right in condition.links():
        if isinstance(left, Linear) and isinstance(right, Linear):
            difference = right - left - (1 if relation == "<" else 0)
            if relation in ("=", "!="):
                links.add((relation, *sorted((str(difference), str(-difference)))))
            else:
                links.add(("<=", str(difference)))
        elif relation in ("=", "!="):
            links.add((relation, *sorted((str(left), str(right)))))
        else:
            links.add((relation, str(left), str(right)))
    return frozenset(links)
