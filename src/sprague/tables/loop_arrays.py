"""Loops over choices as arrays for the kernels (`build_loop_arrays`), with bounds on terms that exclude overflow.

A loop over a choice may visit only powers of a base, squares, primes or divisors. These numbers are listed in rows of
one array. The powers of a base, the squares and the primes take one row each. Divisors take one row for each number
from 0 to the largest; the row of 0 is empty, because every number divides 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isqrt, log, prod

import numpy as np
import numpy.typing as npt

from sprague.language.conditions import Chain, Condition, Not, Power
from sprague.language.expressions import Expression
from sprague.language.number_conditions import Divides, Prime, Square, Times
from sprague.rules import Linear, Ruleset
from sprague.rules.choice_loops import ChoiceLoop
from sprague.rules.choice_loops import ChoiceLoops as FamilyLoops
from sprague.rules.number_kinds import NumberKind
from sprague.rules.symmetry import role_assignments
from sprague.tables.fibre_arrays import integer_array
from sprague.tables.fibres import EnumeratedFamily
from sprague.tables.kernels.enumeration import (
    AT_MOST,
    DIFFERENT,
    DIVIDES,
    EQUAL,
    FALLING,
    LESS,
    NOT,
    POWER,
    PRIME,
    SQUARE,
    LoopArrays,
)

Int64Array = npt.NDArray[np.int64]
Int32Array = npt.NDArray[np.int32]


def row_bytes(visit: NumberKind, most: int) -> int:
    """Return an estimate of the bytes for the rows of powers, squares, primes or divisors up to `most`."""
    if isinstance(visit, Divides):
        return int(most * (4 * log(most + 1) + 28))  # includes the row starts and the temporary arrays of the listing
    return 5 * most if isinstance(visit, Prime) else 4 * isqrt(most) + 256


class _NumberRows:
    """Rows of powers, squares, primes and divisors that loops over choices visit; each row is listed once."""

    def __init__(self) -> None:
        self.rows: list[Int32Array] = []
        self.starts: list[Int64Array] = [np.zeros(1, np.int64)]
        self._first: dict[tuple[object, ...], int] = {}

    def row(self, visit: NumberKind, most: int) -> int:
        """Return the index of the row of the visited numbers up to `most`; for divisors, the index of the row of 0."""
        match visit:
            case Power():
                powers = [visit.base**exponent for exponent in range(most.bit_length() + 1)]
                return self._listed((Power, visit.base, most), lambda: [n for n in powers if n <= most])
            case Square():
                return self._listed((Square, most), lambda: np.arange(isqrt(most) + 1, dtype=np.int64) ** 2)
            case Prime():
                return self._listed((Prime, most), lambda: primes(most))
            case Divides():
                key = (Divides, most)
                if key not in self._first:
                    self._add(key, *divisors(most))
                return self._first[key]

    def _listed(self, key: tuple[object, ...], numbers: Callable[[], npt.ArrayLike]) -> int:
        if key not in self._first:
            row = np.asarray(numbers(), dtype=np.int32)
            self._add(key, row, np.array([len(row)]))
        return self._first[key]

    def _add(self, key: tuple[object, ...], members: Int32Array, ends: Int64Array) -> None:
        """Append rows of numbers; each row ends at one of the given indices."""
        before = int(self.starts[-1][-1])
        self._first[key] = sum(map(len, self.starts)) - 1
        self.rows.append(members)
        self.starts.append(ends + before)

    def arrays(self) -> tuple[Int32Array, Int64Array]:
        """Return the numbers of all rows as one array, and the start of each row."""
        return np.concatenate([*self.rows, np.zeros(0, np.int32)]), np.concatenate(self.starts)


def primes(most: int) -> Int64Array:
    """Return the primes up to a number, as an array for loops over choices, by the sieve of Eratosthenes.

    >>> primes(20).tolist()
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    is_prime = np.ones(most + 1, dtype=np.bool_)
    is_prime[:2] = False
    for number in range(2, isqrt(most) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = False
    return np.flatnonzero(is_prime)


def divisors(most: int) -> tuple[Int32Array, Int64Array]:
    """Return the divisors of 0 (none), 1, 2, … up to a number as one array for loops, and the end of each list.

    >>> members, ends = divisors(4)
    >>> members.tolist(), ends.tolist()
    ([1, 1, 2, 1, 3, 1, 2, 4], [0, 1, 3, 5, 8])
    """
    # Each divisor up to the square root is added to the lists of all its multiples. A larger divisor is the quotient of
    # its multiple by a number below the root; all quotients by one such number are added together.
    root = isqrt(most)
    small = range(1, root + 1)
    quotients = range(most // (root + 1), 0, -1)
    counts = np.zeros(most + 1, dtype=np.int64)
    for number in small:
        counts[number::number] += 1
    for number in quotients:
        counts[number * (root + 1) :: number] += 1
    ends = np.cumsum(counts)
    members = np.zeros(ends[-1], dtype=np.int32)
    place = ends - counts
    for number in small:
        members[place[number::number]] = number
        place[number::number] += 1
    for number in quotients:
        there = slice(number * (root + 1), None, number)
        members[place[there]] = np.arange(root + 1, root + 1 + len(place[there]))
        place[there] += 1
    return members, ends


MAX_SAFE = 1 << 62


class TermBounds:
    """Upper bounds on the piles, choices and products in the loops of a move family, if no entry exceeds `top`.

    >>> from sprague.rules import parse
    >>> (sizes,) = TermBounds.of_family(parse("(a, b) -> (a - k*b, b) where k >= 1, b >= 1"), 0, 10)
    >>> sizes.of["k"], sizes.of["b*k"]
    (11, 110)
    """

    def __init__(self, rule: Ruleset, family: int, loops: FamilyLoops, top: int) -> None:
        self.loops, self.reached = loops, [entry for part in rule.constraints[family].parts for entry in part.values()]
        self.of = dict.fromkeys(rule.names, top)
        self._multiply(self.loops.products)
        for loop in self.loops.loops:
            above = (self.most(bound.term) // bound.divisor for bound in loop.upper)
            self.of[loop.name] = max(0, min(above))
            self._multiply(loop.products)
        for name, term in self.loops.derived:
            self.of[name] = max(0, self.most(term))

    @staticmethod
    def of_family(rule: Ruleset, family: int, top: int) -> list[TermBounds]:
        return [TermBounds(rule, family, loops, top) for loops in rule.enumerators[family].loops if loops.possible]

    def _multiply(self, products: tuple[Times, ...]) -> None:
        for product in products:
            self.of[product.name] = prod(self.of[factor] for factor in product.factors)

    def most(self, term: Linear) -> int:
        """Return an upper bound on a linear term."""
        return term.constant + sum(factor * self.of[name] for name, factor in term.coefficients if factor > 0)

    def visited(self, loop: ChoiceLoop) -> int:
        """Return the largest number that a loop over a choice visits, or whose divisors the loop visits."""
        divided = loop.visit.number.linear if isinstance(loop.visit, Divides) else None
        return self.of[loop.name] if divided is None else self.size(divided)

    @property
    def fit(self) -> bool:
        """Whether all terms of the move family fit into 64 bits."""
        loops = self.loops
        terms = [*loops.guards, *self.reached, *_terms(loops.guard_checks)]
        for loop in loops.loops:
            terms += [bound.term for bound in (*loop.lower, *loop.upper)]
            terms += [*loop.falling, *loop.rising, *_terms([*loop.checks, *([loop.visit] if loop.visit else [])])]
        return all(self.size(term) < MAX_SAFE for term in terms)

    def size(self, term: Linear) -> int:
        """Return an upper bound on the absolute value of a linear term."""
        return abs(term.constant) + sum(abs(factor) * self.of[name] for name, factor in term.coefficients)


def _terms(conditions: Iterable[Condition]) -> list[Linear]:
    """Return the linear terms that occur in conditions."""
    found: list[Linear] = []

    def look(term: Expression) -> Expression:
        found.append(term.linear)
        for call, _ in term.calls:
            for argument in call.arguments:
                look(argument)
        return term

    for condition in conditions:
        condition.with_terms(look)
    return found


RowBuilder = Callable[[Linear], list[int]]


def build_loop_arrays(rule: Ruleset, enumerated: Sequence[EnumeratedFamily], top: int) -> LoopArrays:
    """Return as arrays the loops over choices of the enumerated families, once for each arrangement of the piles."""
    count = len(rule.names)
    chosen = [
        (one.family, loops, order)
        for one in enumerated
        for loops in rule.enumerators[one.family].loops
        if loops.possible
        for order in role_assignments(range(count), rule.enumerators[one.family].classes)
    ]
    most = max((len(loops.loops) for _, loops, _ in chosen), default=0)
    products = max((len(_products(loops)) for _, loops, _ in chosen), default=0)
    builder = _LoopBuilder(rule, most, count + most + products + 1)
    for number, loops, order in chosen:
        builder.add(number, loops, order, TermBounds(rule, number, loops, top))
    return builder.arrays()


def _products(loops: FamilyLoops) -> list[Times]:
    return [*loops.products, *(product for loop in loops.loops for product in loop.products)]


def _is_line(loops: FamilyLoops) -> bool:
    """Return whether options lie on a line as the last choice grows, and only the end of this line must be checked."""
    if not loops.loops:
        return False
    last = loops.loops[-1]
    linear = all(product.factors.count(last.name) == 1 for product in last.products)
    return linear and not last.checks and not last.rising


class _LoopBuilder:
    def __init__(self, rule: Ruleset, most: int, width: int) -> None:
        self.rule, self.most, self.width = rule, most, width
        self.choices: list[int] = []
        self.parts: list[int] = []
        self.line: list[bool] = []
        self.target: list[list[list[int]]] = []
        self.guards: list[list[int]] = []
        self.guard_start = [0]
        self.products: list[list[int]] = []
        self.product_place: list[int] = []
        self.product_start: list[list[int]] = []
        self.bounds: list[list[int]] = []
        self.divisors: list[int] = []
        self.bound_start: list[list[list[int]]] = []
        self.visit: list[list[int]] = []
        self.visit_moves: list[list[int]] = []
        self.visit_term: list[list[int]] = []
        self.members = _NumberRows()
        self.checks: list[list[int]] = []
        self.moduli: list[list[int]] = []
        self.relations: list[int] = []
        self.check_start: list[list[int]] = []

    def add(self, number: int, loops: FamilyLoops, order: Sequence[int], sizes: TermBounds) -> None:
        rule = self.rule
        columns = {name: order[part] for part, name in enumerate(rule.names)}
        columns |= {loop.name: len(rule.names) + depth for depth, loop in enumerate(loops.loops)}
        first_product = len(rule.names) + self.most
        columns |= {product.name: first_product + place for place, product in enumerate(_products(loops))}

        def row(term: Linear) -> list[int]:
            values = [0] * self.width
            values[-1] = term.constant
            for name, factor in term.coefficients:
                values[columns[name]] += factor
            return values

        derived = dict(loops.derived)
        target = []
        for part in rule.constraints[number].parts:
            rows = [[0] * self.width for _ in rule.names]
            for place, name in zip(order, rule.names, strict=True):
                rows[place] = row(part[name].substitute(derived))
            target += rows
        self.choices.append(len(loops.loops))
        self.parts.append(len(rule.constraints[number].parts))
        self.line.append(len(rule.constraints[number].parts) == 1 and _is_line(loops))
        self.target.append(target)
        self.guards += [row(guard) for guard in loops.guards]
        self.guard_start.append(len(self.guards))
        starts, product_starts = [len(self.relations)], [len(self.products)]
        self._add_checks(loops.guard_checks, row)
        self._add_products(loops.products, columns)
        bound_starts = []
        for loop in loops.loops:
            starts.append(len(self.relations))
            product_starts.append(len(self.products))
            self._add_products(loop.products, columns)
            # Checks that can end the loop come first, because after any other failed check the loop continues.
            for term in loop.falling:
                self._add_check(row(term), row(Linear()), [0, 0], FALLING)
            self._add_checks([*(Chain.of(Linear(), "<=", term) for term in loop.rising), *loop.checks], row)
            first = len(self.bounds)
            for bound in (*loop.lower, *loop.upper):
                self.bounds.append(row(bound.term))
                self.divisors.append(bound.divisor)
            bound_starts.append([first, first + len(loop.lower), len(self.bounds)])
        missing = self.most - len(loops.loops)
        self.bound_start.append(bound_starts + [[0, 0, 0]] * missing)
        self._add_visits(loops.loops, row, sizes)
        for rows, ends in ((self.check_start, starts), (self.product_start, product_starts)):
            ends.append(len(self.relations) if ends is starts else len(self.products))
            rows.append(ends + [ends[-1]] * (self.most + 2 - len(ends)))

    def _add_products(self, products: Sequence[Times], columns: dict[str, int]) -> None:
        for product in products:
            self.products.append([columns[factor] for factor in product.factors])
            self.product_place.append(columns[product.name])

    def _add_visits(self, loops: Sequence[ChoiceLoop], row: RowBuilder, sizes: TermBounds) -> None:
        missing = self.most - len(loops)
        divided = [loop.visit.number.linear if isinstance(loop.visit, Divides) else None for loop in loops]
        rows = [-1 if loop.visit is None else self.members.row(loop.visit, sizes.visited(loop)) for loop in loops]
        self.visit.append(rows + [-1] * missing)
        self.visit_moves.append([int(number is not None) for number in divided] + [0] * missing)
        self.visit_term += [row(number or Linear()) for number in divided] + [[0] * self.width] * missing

    def _add_checks(self, checks: Sequence[Condition], row: RowBuilder) -> None:
        for check in checks:
            part = check.part if isinstance(check, Not) else check
            negated = NOT if isinstance(check, Not) else 0
            match part:
                case Power():
                    self._add_check(row(part.term.linear), row(Linear()), [part.base, 0], POWER + negated)
                case Square() | Prime():
                    kind = SQUARE if isinstance(part, Square) else PRIME
                    self._add_sides(part.term, Expression.of(0), row, kind + negated)
                case Divides():
                    self._add_sides(part.divisor, part.number, row, DIVIDES + negated)
                case Chain():
                    for link in part.links():
                        code = {"<": LESS, "<=": AT_MOST, "=": EQUAL, "!=": DIFFERENT}[link.relation]
                        self._add_sides(link.left, link.right, row, code)
                case _:
                    raise AssertionError(part)

    def _add_sides(self, left: Expression, right: Expression, row: RowBuilder, relation: int) -> None:
        """Add a check of a relation between two terms, each of them linear or a residue."""
        terms = [side.residue.term.linear if side.residue else side.linear for side in (left, right)]
        moduli = [side.residue.modulus if side.residue else 0 for side in (left, right)]
        self._add_check(row(terms[0]), row(terms[1]), moduli, relation)

    def _add_check(self, left: list[int], right: list[int], moduli: list[int], relation: int) -> None:
        self.checks += [left, right]
        self.moduli.append(moduli)
        self.relations.append(relation)

    def arrays(self) -> LoopArrays:
        families, entries = len(self.choices), max(map(len, self.target), default=len(self.rule.names))
        target = [row for rows in self.target for row in rows + [[0] * self.width] * (entries - len(rows))]
        factors = max((len(places) for places in self.products), default=0)
        products = [places + [-1] * (factors - len(places)) for places in self.products]
        members, member_start = self.members.arrays()
        return LoopArrays(
            integer_array(self.choices, (families,)),
            integer_array(self.parts, (families,)),
            integer_array(self.line, (families,)),
            integer_array(target, (families * entries, self.width)),
            integer_array(self.guards, (len(self.guards), self.width)),
            integer_array(self.guard_start, (families + 1,)),
            integer_array(products, (len(products), factors)),
            integer_array(self.product_place, (len(products),)),
            integer_array(self.product_start, (families, self.most + 2)),
            integer_array(self.bounds, (len(self.bounds), self.width)),
            integer_array(self.divisors, (len(self.divisors),)),
            integer_array(self.bound_start, (families, self.most, 3)),
            integer_array(self.visit, (families, self.most)),
            integer_array(self.visit_moves, (families, self.most)),
            integer_array(self.visit_term, (families * self.most, self.width)),
            members,
            member_start,
            integer_array(self.checks, (len(self.checks), self.width)),
            integer_array(self.moduli, (len(self.moduli), 2)),
            integer_array(self.relations, (len(self.relations),)),
            integer_array(self.check_start, (families, self.most + 2)),
        )
