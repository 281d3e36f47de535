"""Random rules with every construct of the notation, each with its meaning as plain Python.

The module combines the rules of the other modules: linear rules with all clauses, rules by cases, rules that are not
linear, and moves that split. It adds conditions on all piles, products, squares, primes, divisors, congruences,
`implies`, `iff`, `true` and `block`, several groups of piles, and several remembered numbers; `equivalent_notation`
writes all of them in other ways. `Meant` contains the data of a rule that a sweep needs, and shares nothing with the
package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import Any

from hypothesis import strategies as st

from sprague.rules import Ruleset
from tests.expected_tables import positions_within
from tests.properties.case_rules import any_conditions, made_falling, written_models
from tests.properties.equivalent_notation import WAYS, respelt
from tests.properties.random_rules import (
    CHOICE_NAMES,
    Family,
    Model,
    Position,
    bounded_families,
    bounded_models,
    endings,
    terms,
)
from tests.properties.test_nonlinear import CONDITIONS, ENDINGS, TARGETS, Written, divides, prime, square
from tests.properties.test_tables import rules
from tests.splitting_rules import SplitRule, split_rules


@dataclass(frozen=True)
class Meant:
    """A rule as text, its options and its won positions by their definitions, and some small positions."""

    text: str
    options: Callable[[Position], set[Position]]
    is_won: Callable[[Position], bool]
    blocking: int
    small: tuple[Position, ...]
    splits: bool = False


@dataclass(frozen=True)
class OfPiles:
    """How many piles have a property, or are equal."""

    piles: tuple[str, ...]
    text: str
    counted: Callable[[int], bool]
    enough: Callable[[int, int], bool]  # of how many, and of how many in all

    def holds(self, values: Mapping[str, int]) -> bool:
        return self.enough(sum(self.counted(values[name]) for name in self.piles), len(self.piles))

    def names(self) -> set[str]:
        return set()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class AllEqual:
    piles: tuple[str, ...]
    text: str
    wanted: Callable[[int, int], bool]  # of how many different heights, and of how many piles

    def holds(self, values: Mapping[str, int]) -> bool:
        return self.wanted(len({values[name] for name in self.piles}), len(self.piles))

    def names(self) -> set[str]:
        return set()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Whole:
    """The sum, the least or the largest of all piles, compared with a number."""

    piles: tuple[str, ...]
    word: str
    number: int
    listed: bool = False

    def holds(self, values: Mapping[str, int]) -> bool:
        heights = [values[name] for name in self.piles]
        whole = {"sum": sum(heights), "min": min(heights), "max": max(heights)}
        return whole[self.word] >= self.number

    def names(self) -> set[str]:
        return set()

    def __str__(self) -> str:
        listed = f"({', '.join(self.piles)})" if self.listed else ""
        return f"{self.word}{listed} >= {self.number}"


@dataclass(frozen=True)
class NotLinear:
    """A condition on two numbers that is not linear."""

    one: str
    two: str
    kind: int

    SHAPES = (
        ("{0} square", lambda a, b: square(a)),
        ("{0} + {1} is not prime", lambda a, b: not prime(a + b)),
        ("{0} divides {1}", divides),
        ("not {0} + 1 divides {1}", lambda a, b: not divides(a + 1, b)),
        ("{0}*{1} <= 6", lambda a, b: a * b <= 6),
        ("{0}*{1} mod 3 != 1", lambda a, b: a * b % 3 != 1),
    )

    def holds(self, values: Mapping[str, int]) -> bool:
        return bool(self.SHAPES[self.kind][1](values[self.one], values[self.two]))

    def names(self) -> set[str]:
        return {self.one} if self.kind == 0 else {self.one, self.two}

    def __str__(self) -> str:
        return self.SHAPES[self.kind][0].format(self.one, self.two)


@dataclass(frozen=True)
class Inferred:
    """An implication or equivalence of two conditions."""

    word: str
    left: Any
    right: Any

    def holds(self, values: Mapping[str, int]) -> bool:
        left, right = self.left.holds(values), self.right.holds(values)
        return (not left or right) if self.word == "implies" else left == right

    def names(self) -> set[str]:
        names: set[str] = self.left.names() | self.right.names()
        return names

    def __str__(self) -> str:
        return f"(({self.left}) {self.word} ({self.right}))"


@dataclass(frozen=True)
class Congruent:
    """A term leaves the same residue as a number."""

    term: Any
    number: int
    modulus: int
    shape: str

    SHAPES = ("{0} ≡ {1} (mod {2})", "{0} = {1} (mod {2})", "{0} ≡ {1} mod {2}", "not {0} ≡ {1} (mod {2})")

    def holds(self, values: Mapping[str, int]) -> bool:
        same = bool((self.term.value(values) - self.number) % self.modulus == 0)
        return same != self.shape.startswith("not")

    def names(self) -> set[str]:
        names: set[str] = self.term.names()
        return names

    def __str__(self) -> str:
        return self.shape.format(self.term, self.number, self.modulus)


@dataclass(frozen=True)
class Trivial:
    """A condition next to a trivial condition."""

    part: Any
    shape: str

    SHAPES = ("(({}) or false)", "(({}) and true)", "(true implies ({}))", "(not ({}) iff false)")

    def holds(self, values: Mapping[str, int]) -> bool:
        return bool(self.part.holds(values))

    def names(self) -> set[str]:
        names: set[str] = self.part.names()
        return names

    def __str__(self) -> str:
        return self.shape.format(self.part)


PROPERTIES: tuple[tuple[str, Callable[[int], bool]], ...] = (
    ("odd", lambda height: height % 2 == 1),
    ("even", lambda height: height % 2 == 0),
    (">= 2", lambda height: height >= 2),
    ("z: z mod 3 = 1", lambda height: height % 3 == 1),
    ("in {0, 2, 3}", lambda height: height in (0, 2, 3)),
    ("power of 2", lambda height: height in (1, 2, 4, 8, 16, 32, 64)),
)
HOW_MANY: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("all piles", lambda found, count: found == count),
    ("some pile", lambda found, count: found > 0),
    ("no pile", lambda found, count: found == 0),
    ("exactly 1 pile", lambda found, count: found == 1),
    ("at most one pile", lambda found, count: found <= 1),
    ("at least 1 pile", lambda found, count: found >= 1),
    ("at least two piles", lambda found, count: found >= 2),
    ("exactly 2 piles", lambda found, count: found == 2),
)
EQUAL: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("all piles equal", lambda heights, count: heights == 1),
    ("no piles equal", lambda heights, count: heights == count),
    ("some piles equal", lambda heights, count: heights < count),
    ("some 2 piles equal", lambda heights, count: heights < count),
    ("no two piles equal", lambda heights, count: heights == count),
)


@st.composite
def of_piles(draw: st.DrawFn, piles: tuple[str, ...]) -> OfPiles | AllEqual | Whole:
    """Draw a condition on all piles that does not depend on their order."""
    kind = draw(st.sampled_from(("property", "property", "equal", "whole")))
    if kind == "equal" and len(piles) > 1:
        return AllEqual(piles, *draw(st.sampled_from(EQUAL)))
    if kind == "whole":
        listed = len(piles) > 1 and draw(st.booleans())
        return Whole(piles, draw(st.sampled_from(("sum", "min", "max"))), draw(st.integers(1, 3)), listed)
    (many, enough), (words, counted) = draw(st.sampled_from(HOW_MANY)), draw(st.sampled_from(PROPERTIES))
    words = words.replace("z", "p" if "z" in piles else "z")
    return OfPiles(piles, f"{many} {words}", counted, enough)


@st.composite
def extra(draw: st.DrawFn, model: Model, family: Family) -> Any:
    """A condition of a kind that other generators leave out."""
    names = [*model.names, *family.choices(model.names)]
    kind = draw(st.sampled_from(("piles", "not linear", "inferred", "congruent", "trivial")))
    if kind == "piles" and not model.standing:  # in a row, what is said of all piles names them all
        return draw(of_piles(model.piles))
    if kind == "not linear":
        one, two = draw(st.sampled_from(names)), draw(st.sampled_from(names))
        return NotLinear(one, two, draw(st.integers(0, len(NotLinear.SHAPES) - 1)))
    if kind == "congruent":
        term, modulus = draw(terms(names)), draw(st.integers(1, 4))
        return Congruent(term, draw(st.integers(0, 3)), modulus, draw(st.sampled_from(Congruent.SHAPES)))
    left, right = (draw(any_conditions(names, 0)) for _ in range(2))
    if kind == "trivial":
        return Trivial(left, draw(st.sampled_from(Trivial.SHAPES)))
    return Inferred(draw(st.sampled_from(("implies", "iff"))), left, right)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """A rule whose moves do not split."""
    written = (written_models(3, falling=True), written_models(2, falling=True))
    model = draw(st.one_of(bounded_models(), *written, grouped_models(), remembering_models()))
    families = []
    for family in model.families:
        where = family.where
        if draw(st.sampled_from((False, False, True))):
            where = (*where, draw(extra(model, family)))
        families.append(replace(family, where=where))
    model = replace(model, families=tuple(families))
    for clause in ("stop", "win", "domain"):
        if not getattr(model, clause) and draw(st.sampled_from((False,) * 8 + (True,))):
            clauses: Any = {clause: ((draw(of_piles(model.piles)),),)}
            model = replace(model, **clauses)
    if not model.win and draw(st.sampled_from((False,) * 5 + (True,))):
        return replace(model, blocking=draw(st.integers(1, 2)))
    return model


@st.composite
def grouped_models(draw: st.DrawFn) -> Model:
    """Piles in groups: each in any order, or one of them in a circle or a row."""
    piles = ["a", "b", "c", "d"][: draw(st.integers(3, 4))]
    choices = list(draw(st.sampled_from(CHOICE_NAMES)))
    order = draw(st.permutations(range(len(piles))))
    first, second = order[:2], order[2:]
    kind = draw(st.sampled_from(("orders", "orders", "circle", "row")))
    blocks = tuple(tuple(sorted(group)) for group in ((first, second) if kind == "orders" else (second,)))
    blocks = tuple(block for block in blocks if len(block) > 1)
    families = []
    for _ in range(draw(st.integers(1, 2))):
        family = draw(bounded_families(piles, [], choices[: draw(st.sampled_from((0, 1, 1, 2)))]))
        # In a row, a condition on all piles would leave one place to start from.
        families.append(family if kind == "row" else made_falling(family, piles))
    stop = draw(endings(piles, [], blocks))
    standing = ("", ()) if kind == "orders" else (kind, tuple(first))
    return Model(tuple(piles), (), tuple(families), blocks, draw(st.integers(0, 1)), stop, (), (), *standing)


@st.composite
def remembering_models(draw: st.DrawFn) -> Model:
    """One or two piles beside two remembered numbers."""
    piles, remembered = ["a", "b"][: draw(st.integers(1, 2))], ["t", "s"]
    choices = list(draw(st.sampled_from(CHOICE_NAMES)))
    families = [
        draw(bounded_families(piles, remembered, choices[: draw(st.sampled_from((0, 1, 1)))]))
        for _ in range(draw(st.integers(1, 2)))
    ]
    blocks = ((0, 1),) if len(piles) > 1 and draw(st.booleans()) else ()
    stop = draw(endings(piles, remembered, blocks))
    return Model(tuple(piles), tuple(remembered), tuple(families), blocks, draw(st.integers(0, 1)), stop)


def meant_by_model(model: Model, most: int) -> Meant:
    ranges = (range(model.lowest(index), most + 1) for index in range(len(model.names)))
    found = [entries for entries in product(*ranges) if model.is_position(entries)]
    small = tuple(entries for entries in found if model.sorted(entries) == entries)
    return Meant(model.text(), model.options, model.is_won, model.blocking, small)


def meant_by_split(rule: SplitRule, most: int) -> Meant:
    width = len(rule.piles)

    def components(position: Position) -> tuple[Position, ...]:
        return rule.position(tuple(position[i : i + width] for i in range(0, len(position), width)))

    def options(position: Position) -> set[Position]:
        return {rule.flat(option) for option in rule.options(components(position))}

    single = product(range(most + 1), repeat=width)
    some = {rule.position(pair) for pair in combinations_with_replacement(list(single), 2)}
    return Meant(rule.text, options, lambda _: False, 0, tuple(sorted(map(rule.flat, some))), splits=True)


def meant_by_expressions(rule: Written, most: int) -> Meant:
    heights = range(rule.floor, most + 1)
    small = combinations_with_replacement(heights, 2) if rule.in_any_order else product(heights, repeat=2)
    return Meant(rule.text, rule.options, lambda _: False, 0, tuple(small))


@st.composite
def expressions(draw: st.DrawFn) -> Written:
    move = st.tuples(
        st.integers(0, len(TARGETS) - 1),
        st.lists(st.integers(0, len(CONDITIONS) - 1), min_size=1, max_size=4, unique=True),
    )
    moves = draw(st.lists(move, min_size=1, max_size=2))
    return Written(moves, draw(st.booleans()), draw(st.integers(0, 1)), draw(st.integers(0, len(ENDINGS) - 1)))


def meant_by_rule(rule: Ruleset, most: int) -> Meant:
    """A rule of which the options are not in question, but all that follows from them."""
    small = tuple(positions_within(rule, limit=most + 1))
    return Meant(str(rule), lambda position: set(rule.options(position)), rule.is_won, 0, small)


#: A rule of any kind; the last are plain ones, of which more can be proved.
PLAIN_RULE: st.SearchStrategy[Meant] = st.one_of(
    models().map(lambda model: meant_by_model(model, (9, 4, 3, 2)[len(model.names) - 1])),
    models().map(lambda model: meant_by_model(model, (9, 4, 3, 2)[len(model.names) - 1])),
    models().map(lambda model: meant_by_model(model, (9, 4, 3, 2)[len(model.names) - 1])),
    split_rules(more=True).map(lambda rule: meant_by_split(rule, 3 if len(rule.piles) == 1 else 1)),
    expressions().map(lambda rule: meant_by_expressions(rule, 5)),
    rules(with_domain=True).map(lambda rule: meant_by_rule(rule, (12, 6, 4)[len(rule.names) - 1])),
    *[rules().map(lambda rule: meant_by_rule(rule, (12, 6, 4)[len(rule.names) - 1]))] * 4,
)


@st.composite
def any_rule(draw: st.DrawFn) -> Meant:
    """A rule of any kind, written as some would."""
    meant = draw(PLAIN_RULE)
    ways = draw(st.lists(st.sampled_from(sorted(WAYS)), max_size=4, unique=True))
    return replace(meant, text=respelt(meant.text, ways))


ANY_RULE: st.SearchStrategy[Meant] = any_rule()
