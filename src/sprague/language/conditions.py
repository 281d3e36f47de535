"""AST of the conditions in rules and formulas: `Compare`, `Chain`, `Power`, `Member`, `Junction`, `Not`, `Exists`.

An *atom* is a chain of comparisons or another condition without parts, such as `a in {1, 3}` or `a power of 2`. Atoms
are combined by `and`, `or`, `not` and quantifiers over numbers. A `Chain` is a chain of comparisons as written; a
`Compare` is a single comparison, the form that proofs use.

A condition of a rule compares linear terms and residues, or states that a term is a power. Rules that are not used in
proofs may also contain products, squares, primes and divisors (`number_conditions`). For a condition of a rule, `holds`
checks given values, and `bounds` returns linear equations and inequalities that the condition implies. A condition is
*linear* if it is equivalent to its bounds. A condition that is not linear (`!=`, `mod`, `power of`) must also be
checked for every choice that satisfies its bounds.

A formula may contain every kind of node; `sprague.formulas.evaluation` evaluates formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne

from sprague.integers import is_power
from sprague.language.column_programs import ColumnProgram
from sprague.language.expressions import Expression, Mod, multiset_key
from sprague.language.number_conditions import Divides, OfKind, Prime, Square
from sprague.linear.constraints import Bounds
from sprague.linear.terms import Linear

RELATIONS = ("<", "<=", "=", "!=", ">=", ">")
COMPARISON_SIGNS = (*RELATIONS, "≡")  # the signs that may follow the first side of a comparison or congruence
TURNED = {">": "<", ">=": "<="}
MOVE, VALUE = "move", "value"  # names of sets with their own notation: `move(a; b)` and `value(a) = 2`


_SIGNS: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}


@dataclass(frozen=True, slots=True)
class Compare:
    """The condition that compares two terms by <, <=, = or !=."""

    left: Expression
    relation: str
    right: Expression

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the comparison."""
        return self.left.names | self.right.names

    @property
    def key(self) -> object:
        """The key of the comparison; conditions that differ only in the order of operands have equal keys."""
        sides = self.left.key, self.right.key
        return self.relation, frozenset(sides) if self.relation in ("=", "!=") else sides

    def substitute(self, values: Mapping[str, Linear]) -> Compare:
        """Return the comparison with names replaced by terms."""
        return Compare(self.left.substitute(values), self.relation, self.right.substitute(values))

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {_right(self.left, self.relation, self.right)}"


@dataclass(frozen=True, slots=True)
class Chain:
    """A condition that is a chain of comparisons as written, such as `a > b` or `1 <= d <= t`."""

    sides: tuple[Expression, ...]
    relations: tuple[str, ...]

    @staticmethod
    def of(*parts: Expression | Linear | str) -> Chain:
        """Return the chain of comparisons built from its parts: a term, a relation, a term, and so on.

        >>> print(Chain.of(Linear.of(1), "<=", Linear.of("d"), "<=", Linear.of("t")))
        1 <= d <= t
        """
        sides = [part if isinstance(part, Expression) else Expression.of(part) for part in parts[::2]]
        return Chain(tuple(sides), tuple(str(relation) for relation in parts[1::2]))

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the chain of comparisons."""
        return frozenset().union(*(side.names for side in self.sides))

    def links(self) -> Iterator[Compare]:
        """Yield each comparison of the chain, written with <, <=, = or !=."""
        for left, relation, right in zip(self.sides[:-1], self.relations, self.sides[1:], strict=True):
            if relation in TURNED:
                yield Compare(right, TURNED[relation], left)
            else:
                yield Compare(left, relation, right)

    @property
    def key(self) -> object:
        """The key of the chain of comparisons; conditions that differ only in the order of operands have equal keys."""
        return all_of(list(self.links())).key

    def with_terms(self, change: Callable[[Expression], Expression]) -> Chain:
        """Apply `change` to every term of the chain of comparisons; return the result."""
        return Chain(tuple(map(change, self.sides)), self.relations)

    def substitute(self, values: Mapping[str, Linear]) -> Chain:
        """Return the chain of comparisons with names replaced by terms."""
        return self.with_terms(lambda side: side.substitute(values))

    def holds(self, values: Mapping[str, int]) -> bool:
        """Return whether the chain is true for the given values; sides may be linear terms, residues and products."""
        # Compute each side only once, because this method is called for every choice that is tried.
        low = self.sides[0].value(values)
        for relation, side in zip(self.relations, self.sides[1:], strict=True):
            high = side.value(values)
            if not _SIGNS[relation](low, high):
                return False
            low = high
        return True

    def bounds(self) -> Bounds:
        """Return linear equations and inequalities that the chain of comparisons implies."""
        equations: list[Linear] = []
        inequalities: list[Linear] = []
        complete = True
        for link in self.links():
            strict = 1 if link.relation == "<" else 0
            if link.relation == "!=":
                complete = False
            elif link.left.is_linear and link.right.is_linear:
                difference = link.right.linear - link.left.linear
                if link.relation == "=":
                    equations.append(difference)
                else:
                    inequalities.append(difference - strict)
            else:
                # A residue satisfies three linear inequalities: it is at least 0, less than its modulus, and at most
                # its argument.
                complete = False
                low, high = link.left, link.right
                if all(side.is_linear or side.residue for side in (low, high)):
                    for less, more in [(low, high), (high, low)] if link.relation == "=" else [(low, high)]:
                        inequalities += [above - _least(less) - strict for above in _largest(more)]
        return Bounds(tuple(equations), tuple(inequalities), complete)

    def __str__(self) -> str:
        text = str(self.sides[0])
        for left, relation, side in zip(self.sides[:-1], self.relations, self.sides[1:], strict=True):
            text += f" {relation} {_right(left, relation, side)}"
        return text


def _right(left: Expression, relation: str, side: Expression) -> str:
    """Return the text of the right side of a comparison, in brackets if `a = b mod 2` could mean a congruence."""
    return f"({side})" if may_be_congruence(left, relation, side) else str(side)


def may_be_congruence(left: Expression, relation: str, right: Expression) -> bool:
    """Return whether an equation printed as `left = b mod 2` needs brackets, because it could mean a congruence."""
    if relation not in ("=", "!=") or not isinstance(right.call, Mod) or isinstance(left.call, Mod):
        return False
    return not (left.is_constant and 0 <= left.linear.constant < right.call.modulus)


def _least(side: Expression) -> Linear:
    return Linear() if side.residue is not None else side.linear


def _largest(side: Expression) -> list[Linear]:
    if (residue := side.residue) is None:
        return [side.linear]
    most, term = Linear((), residue.modulus - 1), residue.term.linear
    return [most, term] if term.is_natural else [most]


@dataclass(frozen=True, slots=True)
class Power(OfKind):
    """The condition `term power of base`: the term is 1, base, base², …."""

    base: int
    word = "power of"
    least = 1

    @staticmethod
    def of(term: Linear | str, base: int) -> Power:
        """Return the condition that a term is a power of a base."""
        return Power(Expression.of(term), base)

    def includes(self, number: int) -> bool:
        """Return whether a number is a power of the base."""
        return is_power(number, self.base)

    def __str__(self) -> str:
        return f"{self.term} {self.word} {self.base}"


@dataclass(frozen=True, slots=True)
class Member:
    """The condition that a term is in a set of numbers, `term in {1, 3, 5..8}`; the numbers are in ascending order."""

    term: Expression
    numbers: tuple[int, ...]

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the membership condition."""
        return self.term.names

    @property
    def key(self) -> object:
        """The key of the membership condition; conditions that differ only in the order of operands have equal keys."""
        return "in", self.term.key, self.numbers

    def substitute(self, values: Mapping[str, Linear]) -> Member:
        """Return the membership condition with names replaced by terms."""
        return Member(self.term.substitute(values), self.numbers)

    @property
    def runs(self) -> list[tuple[int, int]]:
        """The numbers of the set as runs of consecutive numbers: the first and the last number of each run."""
        first = [number for number in self.numbers if number - 1 not in self.numbers]
        last = [number for number in self.numbers if number + 1 not in self.numbers]
        return list(zip(first, last, strict=True))

    @property
    def meaning(self) -> Formula:
        """The membership condition as an equivalent condition that consists of comparisons."""
        numbers = ((Expression.of(low), Expression.of(high)) for low, high in self.runs)
        return some_of(
            [
                Chain((self.term, low), ("=",)) if low == high else Chain((low, self.term, high), ("<=", "<="))
                for low, high in numbers
            ]
        )

    def __str__(self) -> str:
        shown = (
            f"{low}..{high}" if high > low + 1 else ", ".join(map(str, range(low, high + 1))) for low, high in self.runs
        )
        return f"{self.term} in {{{', '.join(shown)}}}"


@dataclass(frozen=True, slots=True)
class Columns:
    """The condition that a modulus divides the digit sum of each column if terms are written below each other."""

    terms: tuple[Expression, ...]
    base: int
    modulus: int

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the condition on column sums."""
        return frozenset().union(*(term.names for term in self.terms))

    @property
    def key(self) -> object:
        """The key of the condition on column sums; the order of the terms does not change the key."""
        return "columns", multiset_key(self.terms), self.base, self.modulus

    def substitute(self, values: Mapping[str, Linear]) -> Columns:
        """Return the condition on column sums with names replaced by terms."""
        return Columns(tuple(term.substitute(values) for term in self.terms), self.base, self.modulus)

    def __str__(self) -> str:
        inside = ", ".join(str(term) for term in self.terms)
        return f"all columns({inside}) base {self.base} mod {self.modulus} = 0"


@dataclass(frozen=True, slots=True)
class InSet:
    """The condition that the values of terms form a tuple in a named set, as in `P(a, b + 1)`.

    Only questions (`question_parser`) contain the condition `InSet`. The condition contains only the name of the set;
    `sprague.queries` finds the automaton of the set.

    The set `move` contains pairs of positions. The set `value` contains positions followed by their Grundy value, and
    `value=2` contains the positions of Grundy value 2.
    """

    name: str
    terms: tuple[Expression, ...]

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the terms of the condition on a named set."""
        return frozenset().union(*(term.names for term in self.terms))

    @property
    def key(self) -> object:
        """The key of the condition on a named set; the order of summands in its terms does not change the key."""
        return "set", self.name, tuple(term.key for term in self.terms)

    def substitute(self, values: Mapping[str, Linear]) -> InSet:
        """Return the condition on a named set with names replaced by terms."""
        return InSet(self.name, tuple(term.substitute(values) for term in self.terms))

    def __str__(self) -> str:
        name, _, number = self.name.partition("=")
        texts = [str(term) for term in self.terms]
        kind = name.rpartition(".")[2]
        if kind == MOVE:
            half = len(texts) // 2
            return f"{name}({', '.join(texts[:half])}; {', '.join(texts[half:])})"
        if number:
            return f"{name}({', '.join(texts)}) = {number}"
        if kind == VALUE:
            return f"{name}({', '.join(texts[:-1])}) = {texts[-1]}"
        return f"{name}({', '.join(texts)})"


@dataclass(frozen=True, slots=True)
class Not:
    """The negation of a condition."""

    part: Formula

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the negation."""
        return self.part.names

    @property
    def key(self) -> object:
        """The key of the negation; conditions that differ only in the order of operands have equal keys."""
        return "not", self.part.key

    def substitute(self, values: Mapping[str, Linear]) -> Not:
        """Return the negation with names replaced by terms."""
        return Not(self.part.substitute(values))

    def with_terms(self, change: Callable[[Expression], Expression]) -> Not:
        """Apply `change` to every term of the negation; return the result."""
        return Not(self.atom.with_terms(change))

    @property
    def atom(self) -> Square | Prime | Divides:
        """The condition that a move family contains in negated form: a condition on a square, a prime or a divisor."""
        assert isinstance(self.part, Square | Prime | Divides)
        return self.part

    def holds(self, values: Mapping[str, int]) -> bool:
        """Return whether the negation holds for the given values of names."""
        return not self.atom.holds(values)

    def bounds(self) -> Bounds:
        """Return linear equations and inequalities that the negation implies."""
        return Bounds(complete=False)

    def __str__(self) -> str:
        return f"not {self.part}" if isinstance(self.part, Not) else f"not ({self.part})"


@dataclass(frozen=True, slots=True)
class Junction:
    """The conjunction (`and`) or disjunction (`or`) of conditions; an empty `and` is true, an empty `or` is false."""

    word: str
    parts: tuple[Formula, ...]

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the conjunction or disjunction."""
        return frozenset().union(*(part.names for part in self.parts))

    @property
    def key(self) -> object:
        """The key of the conjunction or disjunction; the order of its parts does not change the key."""
        if self.word == "or":
            return self.word, frozenset(part.key for part in self.parts)
        parts = [link for part in self.parts for link in (part.links() if isinstance(part, Chain) else [part])]
        equal = [part for part in parts if isinstance(part, Compare) and part.relation == "="]
        return self.word, _equal_terms(equal), frozenset(part.key for part in parts if part not in equal)

    def substitute(self, values: Mapping[str, Linear]) -> Junction:
        """Return the conjunction or disjunction with names replaced by terms."""
        return Junction(self.word, tuple(part.substitute(values) for part in self.parts))

    def __str__(self) -> str:
        if not self.parts:
            return "true" if self.word == "and" else "false"
        bracketed = (
            f"({part})" if isinstance(part, Exists) or (isinstance(part, Junction) and part.parts) else str(part)
            for part in self.parts
        )
        return f" {self.word} ".join(bracketed)


def _equal_terms(equations: Sequence[Compare]) -> frozenset[frozenset[object]]:
    """Return a key of a system of equations: the sets of terms that the equations make equal.

    For example, `a = b and b = c` and `a = c and b = c` have equal keys.
    """
    groups: list[frozenset[object]] = []
    for equation in equations:
        together = frozenset((equation.left.key, equation.right.key))
        apart = [group for group in groups if not group & together]
        groups = [*apart, together.union(*(group for group in groups if group & together))]
    return frozenset(groups)


@dataclass(frozen=True, slots=True)
class Exists:
    """The condition `exists n: …`, or `exists n <= bound: …`: some natural number n satisfies the condition `body`."""

    name: str
    body: Formula
    bound: Expression | None = None

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the quantified condition."""
        return (self.body.names - {self.name}) | (self.bound.names if self.bound else frozenset())

    @property
    def key(self) -> object:
        """The key of the quantified condition; conditions that differ only in the order of operands have equal keys."""
        return "exists", self.name, self.body.key, self.bound and self.bound.key

    def substitute(self, values: Mapping[str, Linear]) -> Exists:
        """Return the quantified condition with names replaced by terms."""
        # Substitute in the bound separately, because the bound is outside the scope of the quantified name.
        bound = self.bound.substitute(values) if self.bound else None
        free = {name: term for name, term in values.items() if name != self.name and name in self.body.names}
        name, body = self.name, self.body
        if any(name in term.names for term in free.values()):
            while name in body.names or any(name in term.names for term in free.values()):
                name += "'"
            body = body.substitute({self.name: Linear.of(name)})
        return Exists(name, body.substitute(free), bound)

    def __str__(self) -> str:
        return f"exists {self.name}{f' <= {self.bound}' if self.bound else ''}: {self.body}"


Formula = (
    Compare
    | Chain
    | Power
    | Member
    | Square
    | Prime
    | Divides
    | Columns
    | ColumnProgram
    | InSet
    | Not
    | Junction
    | Exists
)
Condition = Chain | Power | Square | Prime | Divides | Not  # the types of conditions in move families

TRUE = Junction("and", ())
FALSE = Junction("or", ())


def all_of(parts: Sequence[Formula]) -> Formula:
    """Return the conjunction of conditions; a single condition is returned unchanged."""
    return parts[0] if len(parts) == 1 else Junction("and", tuple(parts))


def some_of(parts: Sequence[Formula]) -> Formula:
    """Return the disjunction of conditions; a single condition is returned unchanged."""
    return parts[0] if len(parts) == 1 else Junction("or", tuple(parts))


def condition_key(condition: Condition) -> frozenset[object]:
    """Return a key of a condition; conditions that differ only in notation have equal keys.

    For example, `a < b` and `b > a` have equal keys.
    """
    if not isinstance(condition, Chain):
        return frozenset({condition.key})
    links: set[object] = set()
    for link in condition.links():
        if link.left.is_linear and link.right.is_linear:
            difference = link.right.linear - link.left.linear - (1 if link.relation == "<" else 0)
            if link.relation in ("=", "!="):
                links.add((link.relation, *sorted((str(difference), str(-difference)))))
            else:
                links.add(("<=", str(difference)))
        else:
            links.add(link.key)
    return frozenset(links)


def column_programs(formula: Formula) -> Iterator[ColumnProgram]:
    """Yield the column programs in a formula, except the column programs that `fibonacci(n)` stands for."""
    match formula:
        case ColumnProgram():
            if not formula.is_fibonacci_number:
                yield formula
        case Not(part) | Exists(_, part, _):
            yield from column_programs(part)
        case Junction(_, parts):
            for part in parts:
                yield from column_programs(part)
