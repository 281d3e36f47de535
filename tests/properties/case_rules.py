"""Random rules with every construct of the notation, and their meaning as plain Python.

The terms and conditions here fit into a `Model`, whose options are found by trying every choice in a box. They share
nothing with the package: min, max, `div` and the rest are Python's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.properties import random_rules
from tests.properties.random_rules import Chain, Family, Model, Power, Residue, Term, limit_terms, terms


@dataclass(frozen=True)
class Extreme:
    """The largest or the least of terms."""

    word: str
    parts: tuple[AnyTerm, ...]

    def value(self, values: Mapping[str, int]) -> int:
        numbers = [part.value(values) for part in self.parts]
        return max(numbers) if self.word == "max" else min(numbers)

    def names(self) -> set[str]:
        return set().union(*(part.names() for part in self.parts))

    def __str__(self) -> str:
        return f"{self.word}({', '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Size:
    """How far a term is from 0."""

    term: AnyTerm
    shape: str = "|{}|"

    def value(self, values: Mapping[str, int]) -> int:
        return abs(self.term.value(values))

    def names(self) -> set[str]:
        return self.term.names()

    def __str__(self) -> str:
        return self.shape.format(self.term)


@dataclass(frozen=True)
class Quotient:
    """A term divided by a number and rounded; `shape` says which way, and how that is written."""

    term: AnyTerm
    divisor: int
    shape: str

    def value(self, values: Mapping[str, int]) -> int:
        number = self.term.value(values)
        return -(-number // self.divisor) if self.shape[0] in "c⌈" else number // self.divisor

    def names(self) -> set[str]:
        return self.term.names()

    def __str__(self) -> str:
        return self.shape.format(f"({self.term})", self.divisor)


@dataclass(frozen=True)
class Sum:
    """A term plus multiples of others."""

    plain: Term
    others: tuple[tuple[AnyTerm, int], ...]

    def value(self, values: Mapping[str, int]) -> int:
        return self.plain.value(values) + sum(factor * other.value(values) for other, factor in self.others)

    def names(self) -> set[str]:
        return self.plain.names().union(*(other.names() for other, _ in self.others))

    def __str__(self) -> str:
        signed = (f" {'-' if factor < 0 else '+'} {abs(factor)}*({other})" for other, factor in self.others)
        return str(self.plain) + "".join(signed)


AnyTerm = Term | Residue | Extreme | Size | Quotient | Sum


@dataclass(frozen=True)
class Compared:
    """A chain of comparisons of any terms."""

    sides: tuple[AnyTerm, ...]
    relations: tuple[str, ...]

    def holds(self, values: Mapping[str, int]) -> bool:
        return Chain(self.sides, self.relations).holds(values)  # type: ignore[arg-type]

    def names(self) -> set[str]:
        return set().union(*(side.names() for side in self.sides))

    def __str__(self) -> str:
        return str(Chain(self.sides, self.relations))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Member:
    """A term is one of these numbers, or between two; or it is not."""

    term: AnyTerm
    numbers: tuple[int, ...]
    shape: str

    def holds(self, values: Mapping[str, int]) -> bool:
        number = self.term.value(values)
        inside = self.numbers[0] <= number <= self.numbers[-1] if ".." in self.shape else number in self.numbers
        return inside != ("not" in self.shape)

    def names(self) -> set[str]:
        return self.term.names()

    def __str__(self) -> str:
        listed = ", ".join(map(str, self.numbers))
        return self.shape.format(self.term, listed, low=self.numbers[0], high=self.numbers[-1])


@dataclass(frozen=True)
class Parity:
    term: AnyTerm
    odd: bool
    shape: str

    def holds(self, values: Mapping[str, int]) -> bool:
        return self.term.value(values) % 2 == self.odd

    def names(self) -> set[str]:
        return self.term.names()

    def __str__(self) -> str:
        return self.shape.format(f"({self.term})", "odd" if self.odd else "even", "even" if self.odd else "odd")


@dataclass(frozen=True)
class Negation:
    part: AnyCondition

    def holds(self, values: Mapping[str, int]) -> bool:
        return not self.part.holds(values)

    def names(self) -> set[str]:
        return self.part.names()

    def __str__(self) -> str:
        return f"not ({self.part})"


@dataclass(frozen=True)
class Joined:
    word: str
    parts: tuple[AnyCondition, ...]

    def holds(self, values: Mapping[str, int]) -> bool:
        found = [part.holds(values) for part in self.parts]
        return all(found) if self.word == "and" else any(found)

    def names(self) -> set[str]:
        return set().union(*(part.names() for part in self.parts))

    def __str__(self) -> str:
        return "(" + f" {self.word} ".join(f"({part})" for part in self.parts) + ")"


AnyCondition = Compared | Member | Parity | Negation | Joined | Chain | Power

QUOTIENTS = ("{} div {}", "{} // {}", "floor({}/{})", "ceil({}/{})", "⌊{} / {}⌋", "⌈{} / {}⌉")
MEMBERS = ("{} in {{{}}}", "{} not in {{{}}}", "{} ∈ {{{}}}", "{} in {low}..{high}", "{} in {{{low}..{high}}}")
PARITIES = ("{0} {1}", "{0} is {1}", "{1}({0})", "{0} is not {2}", "not {0} {2}")


@st.composite
def any_terms(draw: st.DrawFn, names: list[str], depth: int = 2) -> AnyTerm:
    kind = (
        draw(st.sampled_from(("plain", "plain", "extreme", "size", "quotient", "residue", "sum"))) if depth else "plain"
    )
    if kind == "plain":
        return draw(terms(names, 2))

    def inner() -> AnyTerm:
        return draw(any_terms(names, depth - 1))

    if kind == "extreme":
        return Extreme(draw(st.sampled_from(("min", "max"))), tuple(inner() for _ in range(draw(st.integers(1, 3)))))
    if kind == "size":
        return Size(inner(), draw(st.sampled_from(("|{}|", "abs({})"))))
    if kind == "quotient":
        return Quotient(inner(), draw(st.integers(1, 3)), draw(st.sampled_from(QUOTIENTS)))
    if kind == "residue":
        return Residue(inner(), draw(st.integers(1, 3)))  # type: ignore[arg-type]
    return Sum(draw(terms(names, 1)), tuple((inner(), draw(st.sampled_from((1, 1, -1, 2, -2)))) for _ in range(2)))


@st.composite
def any_conditions(draw: st.DrawFn, names: list[str], depth: int = 2) -> AnyCondition:
    kinds = ("compared", "compared", "member", "parity", "power") + ("not", "and", "or", "or") * (depth > 0)
    kind = draw(st.sampled_from(kinds))
    if kind == "not":
        return Negation(draw(any_conditions(names, depth - 1)))
    if kind in ("and", "or"):
        return Joined(kind, tuple(draw(any_conditions(names, depth - 1)) for _ in range(2)))
    if kind == "power":
        return Power(draw(terms(names, 1)), draw(st.integers(2, 3)))
    term = draw(any_terms(names))
    if kind == "member":
        numbers = sorted(draw(st.sets(st.integers(0, 6), min_size=1, max_size=4)))
        return Member(term, tuple(numbers), draw(st.sampled_from(MEMBERS)))
    if kind == "parity":
        return Parity(term, draw(st.booleans()), draw(st.sampled_from(PARITIES)))
    sides = [term, *(draw(any_terms(names, 1)) for _ in range(draw(st.sampled_from((1, 1, 2)))))]
    # A chain that turns, such as a > b < c, is refused.
    known = draw(st.sampled_from((("<", "<=", "=", "!="), ("=", "!=", ">=", ">"))))
    signs = [draw(st.sampled_from(known)) for _ in sides[1:]]
    return Compared(tuple(sides), tuple(signs))


@st.composite
def written_families(draw: st.DrawFn, piles: list[str], choices: list[str]) -> Family:
    """A move whose choices are limited by the position, in conditions that stand by themselves."""
    target: list[AnyTerm] = []
    for name in piles:
        own = Term(((name, 1),))
        shapes: list[AnyTerm] = [own, own, Term(((name, 1),), -1), draw(any_terms(piles + choices))]
        shapes += [Term(((choice, 1),)) for choice in choices] + [Term(((name, 1), (c, -1))) for c in choices]
        target.append(draw(st.sampled_from(shapes)))
    if not set(choices) <= set().union(*(entry.names() for entry in target)):
        # A choice with which nothing is done would be refused.
        target[draw(st.integers(0, len(target) - 1))] = Term(tuple((choice, 1) for choice in choices))
    where: list[AnyCondition] = []
    limits: dict[str, Term] = {}
    for choice in choices:
        limits[choice] = draw(limit_terms(piles))
        where.append(Chain((Term(((choice, 1),)), limits[choice]), (draw(st.sampled_from(("<", "<="))),)))
    where += [draw(any_conditions(piles + choices)) for _ in range(draw(st.integers(1, 2)))]
    return Family(tuple(target), tuple(where), tuple(limits.items()))  # type: ignore[arg-type]


@st.composite
def written_models(draw: st.DrawFn, most_piles: int = 3, falling: bool = False) -> Model:
    """A rule with any constructs; if `falling`, every move is made to lower the number of chips."""
    count = draw(st.integers(1, most_piles))
    piles = list(draw(st.sampled_from(random_rules.PILE_NAMES))[:count])
    choices = list(draw(st.sampled_from(random_rules.CHOICE_NAMES)))
    families = [
        draw(written_families(piles, choices[: draw(st.sampled_from((0, 1, 1, 2)))]))
        for _ in range(draw(st.integers(1, 2)))
    ]
    if falling:
        families = [made_falling(family, piles) for family in families]
    blocks = draw(st.sampled_from(((), (), (tuple(range(count)),))))
    floor, ends = draw(st.sampled_from((0, 0, 1))), draw(_ends(piles, blocks))
    return Model(tuple(piles), (), tuple(families), blocks, floor, *ends)  # type: ignore[arg-type]


def made_falling(family: Family, piles: list[str]) -> Family:
    left = Sum(Term(()), tuple((entry, 1) for entry in family.target))
    fewer = Compared((left, Term(tuple((name, 1) for name in piles))), ("<",))
    return Family(family.target, (*family.where, fewer), family.limits)  # type: ignore[arg-type]


@st.composite
def _ends(draw: st.DrawFn, piles: list[str], blocks: object) -> list[tuple[tuple[AnyCondition, ...], ...]]:
    """When play stops, and when it is won: where the order of the piles does not matter, in terms of all of them."""
    found: list[tuple[tuple[AnyCondition, ...], ...]] = []
    for _ in range(2):
        kind = draw(st.sampled_from(("none", "none", "some")))
        if kind == "none":
            found.append(())
            continue
        alone = [Term(((name, 1),)) for name in piles]
        whole: list[AnyTerm] = [
            Extreme("max", tuple(alone)),
            Extreme("min", tuple(alone)),
            Term(tuple((n, 1) for n in piles)),
        ]
        number = Term((), draw(st.integers(0, 3)))
        symmetric = Compared((draw(st.sampled_from(whole)), number), (draw(st.sampled_from(("<", "<=", "=", "!="))),))
        condition = symmetric if blocks else draw(any_conditions(piles, 1))
        found.append(((condition,),))
    return found
