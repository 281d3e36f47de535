"""Families whose options are enumerated, as arrays of coefficients, which is what the kernels understand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sprague.rules import Linear, Ruleset
from sprague.rules.arithmetic import Divides, Prime, Square, Times
from sprague.rules.choices import Loop
from sprague.rules.choices import Loops as FamilyLoops
from sprague.rules.conditions import Chain, Condition, Not, Power
from sprague.rules.expressions import Expression
from sprague.rules.symmetry import arrangements
from sprague.tables.check_kernels import (
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
    Loops,
)
from sprague.tables.fibre_arrays import integers
from sprague.tables.fibres import Enumerated
from sprague.tables.members import Members
from sprague.tables.sizes import Sizes

Row = Callable[[Linear], list[int]]


def loop_arrays(rule: Ruleset, enumerated: Sequence[Enumerated], top: int) -> Loops:
    """The enumerated families, once for each arrangement of the piles, as arrays; no entry is above `top`."""
    count = len(rule.names)
    chosen = [
        (one.family, loops, order)
        for one in enumerated
        for loops in rule.plays[one.family].loops
        if loops.possible
        for order in arrangements(range(count), rule.plays[one.family].classes)
    ]
    most = max((len(loops.loops) for _, loops, _ in chosen), default=0)
    products = max((len(_products(loops)) for _, loops, _ in chosen), default=0)
    builder = _LoopBuilder(rule, most, count + most + products + 1)
    for number, loops, order in chosen:
        builder.add(number, loops, order, Sizes(rule, number, loops, top))
    return builder.arrays()


def _products(loops: FamilyLoops) -> list[Times]:
    return [*loops.products, *(product for loop in loops.loops for product in loop.products)]


def _is_line(loops: FamilyLoops) -> bool:
    """Whether options lie on a line while the last choice runs, and nothing is to be checked but where it ends."""
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
        self.members = Members()
        self.checks: list[list[int]] = []
        self.moduli: list[list[int]] = []
        self.relations: list[int] = []
        self.check_start: list[list[int]] = []

    def add(self, number: int, loops: FamilyLoops, order: Sequence[int], sizes: Sizes) -> None:
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
        for part in rule.facts[number].parts:
            rows = [[0] * self.width for _ in rule.names]
            for place, name in zip(order, rule.names, strict=True):
                rows[place] = row(part[name].substitute(derived))
            target += rows
        self.choices.append(len(loops.loops))
        self.parts.append(len(rule.facts[number].parts))
        self.line.append(len(rule.facts[number].parts) == 1 and _is_line(loops))
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
            # What ends the loop comes first: another check that fails would have it go on.
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

    def _add_visits(self, loops: Sequence[Loop], row: Row, sizes: Sizes) -> None:
        missing = self.most - len(loops)
        divided = [loop.visit.number.linear if isinstance(loop.visit, Divides) else None for loop in loops]
        rows = [-1 if loop.visit is None else self.members.row(loop.visit, sizes.visited(loop)) for loop in loops]
        self.visit.append(rows + [-1] * missing)
        self.visit_moves.append([int(number is not None) for number in divided] + [0] * missing)
        self.visit_term += [row(number or Linear()) for number in divided] + [[0] * self.width] * missing

    def _add_checks(self, checks: Sequence[Condition], row: Row) -> None:
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

    def _add_sides(self, left: Expression, right: Expression, row: Row, relation: int) -> None:
        """A check of two terms, each of them linear or a residue."""
        terms = [side.residue.term.linear if side.residue else side.linear for side in (left, right)]
        moduli = [side.residue.modulus if side.residue else 0 for side in (left, right)]
        self._add_check(row(terms[0]), row(terms[1]), moduli, relation)

    def _add_check(self, left: list[int], right: list[int], moduli: list[int], relation: int) -> None:
        self.checks += [left, right]
        self.moduli.append(moduli)
        self.relations.append(relation)

    def arrays(self) -> Loops:
        families, entries = len(self.choices), max(map(len, self.target), default=len(self.rule.names))
        target = [row for rows in self.target for row in rows + [[0] * self.width] * (entries - len(rows))]
        factors = max((len(places) for places in self.products), default=0)
        products = [places + [-1] * (factors - len(places)) for places in self.products]
        members, member_start = self.members.arrays()
        return Loops(
            integers(self.choices, (families,)),
            integers(self.parts, (families,)),
            integers(self.line, (families,)),
            integers(target, (families * entries, self.width)),
            integers(self.guards, (len(self.guards), self.width)),
            integers(self.guard_start, (families + 1,)),
            integers(products, (len(products), factors)),
            integers(self.product_place, (len(products),)),
            integers(self.product_start, (families, self.most + 2)),
            integers(self.bounds, (len(self.bounds), self.width)),
            integers(self.divisors, (len(self.divisors),)),
            integers(self.bound_start, (families, self.most, 3)),
            integers(self.visit, (families, self.most)),
            integers(self.visit_moves, (families, self.most)),
            integers(self.visit_term, (families * self.most, self.width)),
            members,
            member_start,
            integers(self.checks, (len(self.checks), self.width)),
            integers(self.moduli, (len(self.moduli), 2)),
            integers(self.relations, (len(self.relations),)),
            integers(self.check_start, (families, self.most + 2)),
        )
