"""Random rules and their meaning: an evaluator that tries every choice in a box and shares nothing with the package.

A `Model` is a rule as plain data. It writes itself in the notation (`text`), and finds its options
by trying all orders and all choices (`options`). In a model from `bounded_models` every choice
comes with a number at the position that it cannot exceed, by its own conditions; a box up to that
number therefore holds every legal choice.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from operator import eq, ge, gt, le, lt, ne

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

Values = dict[str, int]
Position = tuple[int, ...]

COMPARE = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}


WANTED = os.environ.get("SPRAGUE_EXAMPLES", "")
#: Whether there are enough examples to expect every kind of rule among them.
THOROUGH = bool(WANTED)
#: How kernels run: `make test` compiles no kernel of a random rule, which takes longer than all its examples.
WAYS = ("plain", "compiled") if THOROUGH else ("plain",)


def examples(count: int) -> settings:
    """Return settings for a number of examples, the same in every run.

    `make test` tries a fifth of them; `make check` sets SPRAGUE_EXAMPLES=all and tries all. SPRAGUE_EXAMPLES=5000
    tries that many random ones instead.
    """
    return settings(
        max_examples=int(WANTED) if WANTED.isdigit() else count if WANTED else max(5, count // 5),
        derandomize=not WANTED.isdigit(),
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )


@dataclass(frozen=True)
class Term:
    """A sum of multiples of names and a constant, kept in the order written; `style` says how products look."""

    parts: tuple[tuple[str, int], ...]
    constant: int = 0
    style: int = 0

    def value(self, values: Mapping[str, int]) -> int:
        return self.constant + sum(factor * values[name] for name, factor in self.parts)

    def names(self) -> set[str]:
        return {name for name, _ in self.parts}

    def __str__(self) -> str:
        text = ""
        for name, factor in self.parts:
            size = abs(factor)
            shape = ("{}{}", "{}*{}", "{}({})", "{} * ({})")[self.style]
            piece = name if size == 1 else shape.format(size, name)
            text += (" - " if factor < 0 else " + " if text else "") + piece
        if self.constant or not text:
            text += (" - " if self.constant < 0 else " + ") + str(abs(self.constant)) if text else str(self.constant)
        return text.strip()


@dataclass(frozen=True)
class Residue:
    term: Term
    modulus: int

    def value(self, values: Mapping[str, int]) -> int:
        return self.term.value(values) % self.modulus

    def names(self) -> set[str]:
        return self.term.names()

    def __str__(self) -> str:
        return f"({self.term}) mod {self.modulus}"


@dataclass(frozen=True)
class Chain:
    sides: tuple[Term | Residue, ...]
    relations: tuple[str, ...]

    def holds(self, values: Mapping[str, int]) -> bool:
        numbers = [side.value(values) for side in self.sides]
        return all(
            COMPARE[sign](left, right)
            for left, sign, right in zip(numbers[:-1], self.relations, numbers[1:], strict=True)
        )

    def names(self) -> set[str]:
        return set().union(*(side.names() for side in self.sides))

    def __str__(self) -> str:
        text = f"{self.sides[0]}"
        for left, sign, side in zip(self.sides[:-1], self.relations, self.sides[1:], strict=True):
            # Without brackets, a = b mod 2 may be meant as a congruence.
            unclear = sign in ("=", "!=") and isinstance(side, Residue) and not isinstance(left, Residue)
            text += f" {sign} ({side})" if unclear else f" {sign} {side}"
        return text


@dataclass(frozen=True)
class Power:
    term: Term
    base: int

    def holds(self, values: Mapping[str, int]) -> bool:
        return self.term.value(values) in [self.base**exponent for exponent in range(12)]

    def names(self) -> set[str]:
        return self.term.names()

    def __str__(self) -> str:
        return f"{self.term} power of {self.base}"


Condition = Chain | Power


@dataclass(frozen=True)
class Family:
    """A kind of move; `limits` holds, for each choice, a term in the position that it cannot exceed."""

    target: tuple[Term, ...]
    where: tuple[Condition, ...]
    limits: tuple[tuple[str, Term], ...] = ()

    def choices(self, known: tuple[str, ...]) -> list[str]:
        used = set().union(*(part.names() for part in (*self.target, *self.where)))
        return sorted(used - set(known))


@dataclass(frozen=True)
class Model:
    piles: tuple[str, ...]
    remembered: tuple[str, ...]
    families: tuple[Family, ...]
    blocks: tuple[tuple[int, ...], ...] = ()
    floor: int = 0
    stop: tuple[tuple[Condition, ...], ...] = ()
    win: tuple[tuple[Condition, ...], ...] = ()
    domain: tuple[tuple[Condition, ...], ...] = ()
    standing: str = ""  # how piles stand: in a "circle", in a "row", or neither
    standing_of: tuple[int, ...] = ()  # which piles do, in that order; all, if there are none
    blocking: int = 0  # options that may be forbidden

    @property
    def names(self) -> tuple[str, ...]:
        return self.piles + self.remembered

    def text(self) -> str:
        """The rule in the notation."""
        moves = []
        for family in self.families:
            where = " where " + ", ".join(map(str, family.where)) if family.where else ""
            moves.append(self._brackets(family.target) + where)
        text = f"{self._brackets(self.names)} -> " + " ; ".join(moves)
        for block in self.blocks:
            text += " any order of " + ", ".join(self.piles[i] for i in block)
        if self.standing:
            text += f" in a {self.standing}"
        if self.standing_of:
            text += " of " + ", ".join(self.piles[i] for i in self.standing_of)
        if self.floor:
            text += f" piles >= {self.floor}"
        for word, alternatives in (("positions where", self.domain), ("stop when", self.stop), ("win when", self.win)):
            if alternatives:
                text += f" {word} " + " or ".join(" and ".join(map(str, part)) for part in alternatives)
        return text + (f" block {self.blocking}" if self.blocking else "")

    def _brackets(self, entries: tuple[Term, ...] | tuple[str, ...]) -> str:
        texts = [str(entry) for entry in entries]
        piles, rest = texts[: len(self.piles)], texts[len(self.piles) :]
        return "(" + ", ".join(piles) + (" | " + ", ".join(rest) if rest else "") + ")"

    def sorted(self, position: Position) -> Position:
        entries = list(position)
        for block in self.blocks:
            for place, entry in zip(block, sorted(position[i] for i in block), strict=True):
                entries[place] = entry
        return tuple(entries)

    def lowest(self, index: int) -> int:
        return self.floor if index < len(self.piles) else 0

    def over(self, position: Position) -> bool:
        return self._meets(self.stop + self.win, position)

    def is_won(self, position: Position) -> bool:
        return self._meets(self.win, position)

    def is_position(self, entries: Position) -> bool:
        high_enough = all(entry >= self.lowest(index) for index, entry in enumerate(entries))
        return high_enough and (not self.domain or self._meets(self.domain, entries))

    def _meets(self, alternatives: tuple[tuple[Condition, ...], ...], entries: Position) -> bool:
        values = dict(zip(self.names, entries, strict=True))
        return any(all(condition.holds(values) for condition in part) for part in alternatives)

    def orders(self, family: Family) -> Iterator[list[int]]:
        """Which pile plays which part: every permutation within the blocks, and every start."""
        group = self.standing_of or tuple(range(len(self.piles)))
        for shuffled in product(self._starts(family, group), *(permutations(block) for block in self.blocks)):
            order = list(range(len(self.names)))
            for block, new in zip((group, *self.blocks), shuffled, strict=True):
                for part, pile in zip(block, new, strict=True):
                    order[part] = pile
            yield order

    def _starts(self, family: Family, group: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """These piles moved round; in a row only if the move names none that would come round the end."""
        if not self.standing:
            yield group
            return
        count = len(group)
        entries = zip(self.names, family.target, strict=True)
        changed = [(name, term) for name, term in entries if term != Term(((name, 1),), 0, term.style)]
        spoken = {name for name, _ in changed}.union(
            *(part.names() for part in (*family.where, *(t for _, t in changed)))
        )
        parts = [place for place, index in enumerate(group) if self.piles[index] in spoken]
        for shift in range(-count, count):
            if self.standing == "circle" or all(0 <= part + shift < count for part in parts):
                yield tuple(group[(part + shift) % count] for part in range(count))

    def options(self, position: Position) -> set[Position]:
        """Every position reached, by trying all orders and all choices up to their limits."""
        found: set[Position] = set()
        if self.over(position):
            return found
        for family, order in [(one, order) for one in self.families for order in self.orders(one)]:
            start = {name: position[pile] for name, pile in zip(self.names, order, strict=True)}
            limits = dict(family.limits)
            choices = family.choices(self.names)
            for chosen in product(*(range(limits[choice].value(start) + 1) for choice in choices)):
                values = start | dict(zip(choices, chosen, strict=True))
                if not all(condition.holds(values) for condition in family.where):
                    continue
                reached = list(position)
                for part, pile in enumerate(order):
                    reached[pile] = family.target[part].value(values)
                if self.is_position(tuple(reached)):
                    found.add(self.sorted(tuple(reached)))
        return found


PILE_NAMES = (("a", "b", "c"), ("x1", "x2", "x3"), ("n_R", "n_B", "n_G"), ("x", "x'", "y"), ("z", "b", "a"))
CHOICE_NAMES = (("u", "v", "w"), ("k", "j", "i"), ("y2", "y1", "y3"))


@st.composite
def terms(draw: st.DrawFn, names: list[str], most_names: int = 3) -> Term:
    chosen = draw(st.lists(st.sampled_from(names), max_size=most_names, unique=True))
    factors = [draw(st.sampled_from((1, 1, 1, -1, -1, 2, -2))) for _ in chosen]
    return Term(
        tuple(zip(chosen, factors, strict=True)), draw(st.integers(-3, 3)), draw(st.sampled_from((0, 0, 1, 2, 3)))
    )


@st.composite
def conditions(draw: st.DrawFn, names: list[str]) -> Condition:
    kind = draw(st.sampled_from(("chain", "chain", "chain", "residue", "power")))
    if kind == "power":
        alone = Term(((draw(st.sampled_from(names)), 1),))
        return Power(draw(st.sampled_from((alone, draw(terms(names))))), draw(st.integers(2, 3)))
    if kind == "residue":
        sides: list[Term | Residue] = [Residue(draw(terms(names)), draw(st.integers(1, 4)))]
        sides.append(draw(terms(names, 1)) if draw(st.booleans()) else Residue(draw(terms(names)), 3))
        if draw(st.booleans()):
            sides.reverse()
    else:
        sides = [draw(terms(names)) for _ in range(draw(st.sampled_from((2, 2, 3))))]
    # A chain that turns, such as a > b < c, is refused.
    known = draw(st.sampled_from((("<", "<=", "=", "!="), ("=", "!=", ">=", ">"))))
    signs = [draw(st.sampled_from(known)) for _ in sides[1:]]
    return Chain(tuple(sides), tuple(signs))


@st.composite
def limit_terms(draw: st.DrawFn, known: list[str]) -> Term:
    """A natural number at the position, not too large: a name or the sum of two, plus at most 2."""
    chosen = draw(st.lists(st.sampled_from(known), min_size=1, max_size=2, unique=True))
    return Term(tuple((name, 1) for name in chosen), draw(st.integers(0, 2)))


@st.composite
def bounded_families(draw: st.DrawFn, piles: list[str], remembered: list[str], choices: list[str]) -> Family:
    known = piles + remembered
    target: list[Term] = []
    for name in known:
        shape = draw(st.sampled_from(("keep", "choice", "minus", "plus", "any")))
        if shape == "any":
            target.append(draw(terms(known + choices)))
        elif shape == "keep" or not choices:
            target.append(Term(((name, 1),), draw(st.sampled_from((0, 0, -1, -2, 1)))))
        else:
            choice = draw(st.sampled_from(choices))
            parts = {"choice": ((choice, 1),), "minus": ((name, 1), (choice, -1)), "plus": ((name, 1), (choice, 1))}
            target.append(Term(parts[shape]))
    # A choice with which nothing is done would be refused.
    place = draw(st.integers(0, len(target) - 1))
    idle = [choice for choice in choices if not any(choice in entry.names() for entry in target)]
    target[place] = replace(target[place], parts=target[place].parts + tuple((choice, 1) for choice in idle))
    where: list[Condition] = []
    limits: dict[str, Term] = {}
    if len(choices) > 1 and draw(st.booleans()):
        # Natural numbers that add up to a number: none of them exceeds it.
        total = draw(limit_terms(known))
        sides = (Term(tuple((choice, 1) for choice in choices)), total)
        where.append(Chain(sides, ("=",)))
        limits = dict.fromkeys(choices, total)
    for index, choice in enumerate(choices):
        taken = [name for name, term in zip(piles, target, strict=False) if term.parts == ((name, 1), (choice, -1))]
        if choice in limits:
            continue
        if draw(st.booleans()) and taken:
            # What is left of the pile must not be negative.
            limits[choice] = Term(((taken[0], 1),))
            continue
        limits[choice] = draw(limit_terms(known))
        single = Term(((choice, 1),))
        sign = draw(st.sampled_from(("<", "<=", "=")))
        shape = draw(st.sampled_from(("plain", "mirrored", "chained", "after")))
        if shape == "mirrored":
            where.append(Chain((limits[choice], single), (sign.replace("<", ">"),)))
        elif shape == "chained":
            where.append(Chain((Term((), 1), single, limits[choice]), ("<=", sign)))
        elif shape == "after" and index:
            # Bounded by the choice before it, which is bounded by the position.
            limits[choice] = limits[choices[index - 1]]
            where.append(Chain((single, Term(((choices[index - 1], 1),))), (sign,)))
        else:
            where.append(Chain((single, limits[choice]), (sign,)))
    where += draw(st.lists(conditions(known + choices), max_size=2))
    shuffled = draw(st.permutations(where))
    return Family(tuple(target), tuple(shuffled), tuple(limits.items()))


@st.composite
def endings(
    draw: st.DrawFn, piles: list[str], remembered: list[str], blocks: tuple[tuple[int, ...], ...]
) -> tuple[tuple[Condition, ...], ...]:
    """Conditions that mean the same whatever the order of the piles within a block."""
    shape = draw(st.sampled_from(("none", "none", "total", "each", "some")))
    if shape == "none":
        return ()
    if shape == "total":
        factors = {name: draw(st.integers(0, 2)) for name in piles + remembered}
        for block in blocks:
            factors |= {piles[i]: factors[piles[block[0]]] for i in block}
        total = Term(tuple(factors.items()))
        relation = draw(st.sampled_from(("<", "<=", "=")))
        return ((Chain((total, Term((), draw(st.integers(0, 4)))), (relation,)),),)
    modulus, number = draw(st.integers(1, 3)), draw(st.integers(0, 2))
    single = [Chain((Residue(Term(((name, 1),)), modulus), Term((), number)), ("=",)) for name in piles]
    return (tuple(single),) if shape == "each" else tuple((condition,) for condition in single)


@st.composite
def domains(
    draw: st.DrawFn, piles: list[str], remembered: list[str], blocks: tuple[tuple[int, ...], ...]
) -> tuple[tuple[Condition, ...], ...]:
    """Which tuples are positions; the same whatever the order of the piles within a block."""
    names = [Term(((name, 1),)) for name in piles]
    shape = draw(st.sampled_from(("ending", "bounded", "distinct", "free")))
    if shape == "bounded":
        sign = draw(st.sampled_from(("<=", ">=", "!=")))
        return (tuple(Chain((name, Term((), 2)), (sign,)) for name in names),)
    if shape == "distinct" and len(names) > 1:
        return (tuple(Chain((one, two), ("!=",)) for one, two in combinations(names, 2)),)
    if shape == "free" and not blocks:
        count = draw(st.integers(1, 2))
        return tuple((draw(conditions(piles + remembered)),) for _ in range(count))
    return draw(endings(piles, remembered, blocks))


@st.composite
def bounded_models(draw: st.DrawFn) -> Model:
    """A rule in which every choice is bounded by the position."""
    count = draw(st.integers(1, 3))
    piles = list(draw(st.sampled_from(PILE_NAMES))[:count])
    remembered = ["t"] if draw(st.sampled_from((False, False, True))) else []
    names = draw(st.sampled_from(CHOICE_NAMES))
    families = tuple(
        draw(bounded_families(piles, remembered, list(names[: draw(st.sampled_from((0, 1, 1, 2, 2, 3)))])))
        for _ in range(draw(st.integers(1, 3)))
    )
    block = draw(st.sampled_from(("none", "all", "all", "some")))
    blocks: tuple[tuple[int, ...], ...] = ()
    if block == "all":
        blocks = (tuple(range(count)),)
    elif block == "some":
        blocks = (tuple(sorted(draw(st.sets(st.integers(0, count - 1), min_size=1, max_size=2)))),)
    stop, win = (draw(endings(piles, remembered, blocks)) for _ in range(2))
    domain = draw(domains(piles, remembered, blocks)) if draw(st.sampled_from((False, False, True))) else ()
    floor = draw(st.sampled_from((0, 0, 1)))
    standing = "" if blocks or count == 1 else draw(st.sampled_from(("", "", "circle", "row")))
    return Model(tuple(piles), tuple(remembered), families, blocks, floor, stop, win, domain, standing)


@st.composite
def positions(draw: st.DrawFn, model: Model, most: int = 4) -> Position:
    """A position of the game with small numbers, its piles in any order."""
    small = product(*(range(model.lowest(index), most + 1) for index in range(len(model.names))))
    real = [entries for entries in small if model.is_position(entries)]
    assume(real)
    return draw(st.sampled_from(real))
