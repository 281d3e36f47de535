"""Code of the nested loops over choices in kernels generated for one rule and one table layout: `OptionLoops`.

The generated code stores the entries of the position in the local variables p0, p1, …. Each move family becomes nested
loops over the choices of the mover; the bounds of a choice are the bounds of its loop. Each condition is checked as
soon as all choices in it have a value. The innermost loop passes the value of the option to a `Collector`.

If many generated loops differ only in integers, one loop replaces these loops and reads the integers from an array.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from sprague.language.number_conditions import Divides, Times
from sprague.linear.constraints import implies, is_possible
from sprague.rules import Linear, Ruleset
from sprague.rules.choice_loops import Bound, ChoiceLoop
from sprague.rules.choice_loops import ChoiceLoops as FamilyLoops
from sprague.rules.symmetry import role_assignments
from sprague.tables.generation.syntax import (
    Variables,
    assign,
    binary,
    both,
    break_if,
    call,
    compare,
    condition,
    increase,
    item,
    linear,
    loop,
    name,
    number,
    repeat,
    when,
)
from sprague.tables.kernels.indexing import CHIPS, DENSE, SORTED

Statements = list[ast.stmt]

# maximum number of separate loops; if there are more, loops that differ only in integers are merged
MOST_WRITTEN = 8


class Collector(ABC):
    """Protocol of the part of generated loops that collects the values of options, for example as a bit set."""

    # A generated expression that is true if no further option can change the result; None if all options must be
    # visited.
    settled: ast.expr | None = None

    @abstractmethod
    def merge(self, value: ast.expr, index: ast.expr) -> Statements:
        """Return the statements that collect the value of one option, given its index in the table."""


@dataclass(frozen=True)
class TableShape:
    """The part of a table's layout that determines how generated code computes the index of a position."""

    kind: int
    floor: int
    reduced: bool


class Visit(NamedTuple):
    """A generated loop over powers, squares, primes or divisors, with its move family and its outer loops."""

    family: int
    loops: FamilyLoops
    loop: ChoiceLoop


class OptionLoops:
    """The generated loops over the options of a position, as Python statements.

    `visits` contains the loops over powers, squares, primes or divisors. The loop `visits[i]` reads its numbers from
    the row `first_row[i]`. If similar loops are merged into one, `groups` contains the integers in which the merged
    loops differ. The statements in `before` are executed once, before the loop over positions.
    """

    def __init__(
        self,
        rule: Ruleset,
        families: Iterable[int],
        shape: TableShape,
        collector: Collector,
        indexed: int | None = None,
    ) -> None:
        self.rule, self.shape, self.collector = rule, shape, collector
        # the first `indexed` entries of a position determine its table index
        self.indexed = len(rule.names) if indexed is None else indexed
        self.visits: list[Visit] = []
        self.groups: list[list[list[int]]] = []
        self.before: Statements = []
        moves = [
            (family, loops, order)
            for family in families
            for loops in rule.enumerators[family].loops
            if loops.possible
            for order in role_assignments(range(len(rule.names)), rule.enumerators[family].classes)
        ]
        self.is_shared = len(moves) > MOST_WRITTEN
        if self.is_shared:
            self.statements, self.groups = _share_code([self._block(*move) for move in moves], collector.settled)
        else:
            possible = [move for move in moves if self._is_possible(*move)]
            self.statements = [statement for move in possible for statement in self._block(*move)]

    def _is_possible(self, family: int, loops: FamilyLoops, order: Sequence[int]) -> bool:
        """Return False if a move is never legal with the given assignment of its piles to the sorted entries."""
        rule = self.rule
        role_of = {pile: rule.names[role] for role, pile in enumerate(order)}
        rises = [
            Linear.of(role_of[high]) - Linear.of(role_of[low]) for block in rule.blocks for low, high in pairwise(block)
        ]
        return not rises or is_possible([*rule.constraints[family].all, *rises])

    def _block(self, family: int, loops: FamilyLoops, order: Sequence[int]) -> Statements:
        """Return the generated loops over the choices of a move family, for one assignment of its piles to entries."""
        names = self.rule.names
        sign = "r" if self.is_shared else "p"
        variables = {role: f"{sign}{place if self.is_shared else order[place]}" for place, role in enumerate(names)}
        variables |= {one.name: f"c{depth}" for depth, one in enumerate(loops.loops)}
        products = [*loops.products, *(product for one in loops.loops for product in one.products)]
        variables |= {product.name: f"m{number}" for number, product in enumerate(products)}
        statements: Statements = []
        if self.is_shared:
            statements += [assign(f"r{role}", item("piles", number(pile))) for role, pile in enumerate(order)]
        statements += _products(loops.products, variables)
        tests = [_is_natural(guard, variables) for guard in loops.guards if not guard.is_natural]
        tests += [condition(check, variables) for check in loops.guard_checks]
        derived = dict(loops.derived)
        parts = [[part[role].substitute(derived) for role in names] for part in self.rule.constraints[family].parts]
        innermost = self._merge(parts, order, variables)
        statements += _if_all(tests, self._loops(family, loops, 0, variables, innermost))
        settled = self.collector.settled
        return statements if settled is None else [when(ast.UnaryOp(ast.Not(), settled), statements)]

    def _loops(
        self, family: int, loops: FamilyLoops, depth: int, variables: Variables, innermost: Statements
    ) -> Statements:
        """Return the generated loops over the choices of a move family whose indices are `depth`, `depth + 1`, …."""
        if depth == len(loops.loops):
            return innermost
        one = loops.loops[depth]
        choice, low, high = f"c{depth}", f"low{depth}", f"high{depth}"
        body = _products(one.products, variables)
        # A condition may require that a term is at least 0. If the term never grows when the choice grows, the loop
        # ends as soon as the term is negative.
        body += [break_if(compare(linear(term, variables), "<", number(0))) for term in one.falling]
        tests = [_is_natural(term, variables) for term in one.rising]
        tests += [condition(check, variables) for check in one.checks]
        body += _if_all(tests, self._loops(family, loops, depth + 1, variables, innermost))
        if self.collector.settled is not None:
            body.append(break_if(self.collector.settled))
        statements = [assign(low, _lowest(one.lower, variables)), assign(high, _highest(one.upper, variables))]
        if one.visit is not None:
            self.visits.append(Visit(family, loops, one))
            return statements + self._visit(len(self.visits) - 1, one, depth, variables, body)
        if one.falling:
            goes_on: ast.expr = compare(name(choice), "<=", name(high))
            if self._is_ended_by_falling_terms(one):
                goes_on, statements = ast.Constant(True), statements[:1]
            statements.append(assign(choice, name(low)))
            statements.append(repeat(goes_on, [*body, increase(choice)]))
        else:
            statements.append(loop(choice, name(low), binary(name(high), "+", number(1)), body))
        return statements

    def _is_ended_by_falling_terms(self, one: ChoiceLoop) -> bool:
        """Return whether a choice of a loop is within its upper bounds whenever no term in `falling` is negative."""
        rule = self.rule
        least = {name: rule.lowest(name) for name in rule.names}
        least[one.name] = _constant_low(one.lower)
        facts = [*one.falling, *(Linear.of(name) - low for name, low in least.items())]
        for product in one.products:
            if len(product.factors) == 2 and set(product.factors) <= set(least):
                left, right = product.factors
                low, high = least[left], least[right]
                # Both factors of a product are at least their least values, so (left - low) * (right - high) >= 0.
                facts.append(Linear.of(product.name) - low * Linear.of(right) - high * Linear.of(left) + low * high)
        return implies(facts, [bound.term - bound.divisor * Linear.of(one.name) for bound in one.upper])

    def _visit(self, visit: int, one: ChoiceLoop, depth: int, variables: Variables, body: Statements) -> Statements:
        """Return a generated loop over the powers, squares, primes or divisors in one row of the array `members`."""
        choice, low, high = f"c{depth}", name(f"low{depth}"), name(f"high{depth}")
        row, at, first, end = f"row{depth}", f"at{depth}", f"first{depth}", f"end{depth}"
        after = binary(high, "+", number(1))
        find_row = assign(row, item("first_row", number(visit)))
        limits = [item("row_start", name(row)), item("row_start", binary(name(row), "+", number(1)))]
        find_first = assign(first, call("first_member", name("members"), *limits, low))
        find_end = assign(end, call("first_member", name("members"), name(first), limits[1], after))
        member = call("int", item("members", name(at)))
        if not isinstance(one.visit, Divides):
            statements = [find_row, find_first, find_end]
            if not self.is_shared:
                begin, stop, last = f"begin{visit}", f"stop{visit}", f"last{visit}"
                self.before += [find_row, assign(begin, limits[0]), assign(stop, limits[1]), assign(last, limits[0])]
                near = call("end_of_members", name("members"), name(begin), name(stop), high, name(last))
                find_first = assign(first, call("first_member", name("members"), name(begin), name(stop), low))
                statements = [find_first, assign(last, near), assign(end, name(last))]
                if all(bound.term.is_constant for bound in one.lower):
                    lowest = number(_constant_low(one.lower))
                    found = call("first_member", name("members"), name(begin), name(stop), lowest)
                    self.before.append(assign(f"least{visit}", found))
                    statements[0] = assign(first, name(f"least{visit}"))
            return [*statements, loop(at, name(first), name(end), [assign(choice, member), *body])]
        statements = [find_row]
        find = [find_first, find_end]
        divided = f"divided{depth}"
        statements.append(assign(divided, call("abs", linear(one.visit.number.linear, variables))))
        # Every number divides 0.
        is_zero = compare(name(divided), "=", number(0))
        from_row = [assign(row, binary(name(row), "+", name(divided))), *find]
        statements.append(when(is_zero, [assign(first, low), assign(end, after)], from_row))
        chosen = when(is_zero, [assign(choice, name(at))], [assign(choice, member)])
        return [*statements, loop(at, name(first), name(end), [chosen, *body])]

    def _merge(self, parts: Sequence[Sequence[Linear]], order: Sequence[int], variables: Variables) -> Statements:
        """Return the statements that look up and collect the value of an option, which may be a nim-sum."""
        statements: Statements = []
        value: ast.expr | None = None
        index: ast.expr = number(0)
        for component, entries in enumerate(parts):
            found, index = self._index(entries, order, variables, f"x{component}_")
            place = f"index{component}"
            statements += [*found, assign(place, index)]
            index = name(place)
            read = item("values", index)
            value = read if value is None else binary(value, "^", read)
        assert value is not None
        return [*statements, *self.collector.merge(value, index)]

    def _index(
        self, entries: Sequence[Linear], order: Sequence[int], variables: Variables, prefix: str
    ) -> tuple[Statements, ast.expr]:
        """Return the statements and the expression that compute the table index of an option with the given entries."""
        names = self.rule.names
        roles = range(len(names)) if self.is_shared else [order.index(pile) for pile in range(len(names))]
        entry_at = {pile: entries[role] for pile, role in enumerate(roles)}
        kept = {pile for pile, role in enumerate(roles) if entries[role] == Linear.of(names[role])}
        statements: Statements = []
        piles: dict[int, ast.expr] = {}
        for block in self.rule.blocks:
            # The unchanged piles are already in order, because the position is sorted.
            standing = [] if self.is_shared else [pile for pile in block if pile in kept]
            heights: list[ast.expr] = [name(f"p{pile}") for pile in standing]
            for pile in block:
                if pile not in standing:
                    inserted = f"{prefix}{pile}"
                    statements.append(assign(inserted, linear(entry_at[pile], variables)))
                    heights = _insert(heights, inserted, statements)
            piles |= dict(zip(block, heights, strict=True))
        for pile, entry in entry_at.items():
            if pile not in piles:
                piles[pile] = linear(entry, variables)
        return statements, index_expression([piles[pile] for pile in range(self.indexed)], self.shape)


def index_expression(piles: Sequence[ast.expr], shape: TableShape) -> ast.expr:
    """Return the expression for the index of a sorted position in a table."""
    floor: ast.expr = number(shape.floor)
    parts: list[ast.expr] = []
    if shape.kind == DENSE:
        parts = [binary(_minus(pile, floor), "*", name(f"stride{place}")) for place, pile in enumerate(piles[:-1])]
        parts.append(_minus(piles[-1], floor))  # omit the multiplication, because the last stride of a layout is 1
        parts += [name("middle")] if shape.reduced else []
    elif shape.kind == SORTED:
        floor = piles[0] if shape.reduced else floor
        for j, pile in enumerate(piles[shape.reduced :]):
            height = _minus(pile, floor)
            parts.append(item(f"below{j}", height) if j else height)
    else:
        assert shape.kind == CHIPS
        total: ast.expr | None = None
        for place in reversed(range(len(piles))):
            total = piles[place] if total is None else binary(total, "+", piles[place])
            count = number(len(piles) - place)
            before = piles[place - 1] if place else floor
            here = item("before", count, total, piles[place])
            parts.append(binary(here, "-", item("before", count, total, before)))
        assert total is not None
        parts.append(item("start", total))
    return _sum(parts)


def index_arrays(count: int, shape: TableShape) -> Statements:
    """Return the statements that load the arrays and strides that `index_expression` uses."""
    if shape.kind == DENSE:
        strides = ast.Attribute(name("layout"), "strides", ast.Load())
        middle = ast.Subscript(ast.Attribute(name("layout"), "start", ast.Load()), number(0), ast.Load())
        return [
            assign("strides", strides),
            *(assign(f"stride{place}", item("strides", number(place))) for place in range(count)),
            *([assign("middle", middle)] if shape.reduced else []),
        ]
    if shape.kind == SORTED:
        below = assign("below", ast.Attribute(name("layout"), "below", ast.Load()))
        return [below] + [assign(f"below{j}", item("below", number(j))) for j in range(1, count - shape.reduced)]
    return [assign(array, ast.Attribute(name("layout"), array, ast.Load())) for array in ("before", "start")]


def _minus(term: ast.expr, less: ast.expr) -> ast.expr:
    return term if isinstance(less, ast.Constant) and less.value == 0 else binary(term, "-", less)


def _sum(parts: Sequence[ast.expr]) -> ast.expr:
    return reduce(lambda left, right: binary(left, "+", right), parts) if parts else number(0)


def _insert(heights: Sequence[ast.expr], inserted: str, statements: Statements) -> list[ast.expr]:
    """Return the local variables of sorted piles after inserting a pile, and append the statements that sort them."""
    out: list[ast.expr] = []
    moving: ast.expr = name(inserted)
    for place, height in enumerate(heights):
        low, high = f"{inserted}_{place}", f"{inserted}_{place}_"
        statements.append(assign(low, call("min", height, moving)))
        statements.append(assign(high, call("max", height, moving)))
        out.append(name(low))
        moving = name(high)
    return [*out, moving]


def _products(products: Iterable[Times], variables: Variables) -> Statements:
    return [
        assign(
            variables[product.name],
            reduce(lambda left, right: binary(left, "*", right), [name(variables[one]) for one in product.factors]),
        )
        for product in products
    ]


def _is_natural(term: Linear, variables: Variables) -> ast.expr:
    return compare(number(0), "<=", linear(term, variables))


def _if_all(tests: Sequence[ast.expr], body: Statements) -> Statements:
    return [when(both(tests), body)] if tests else body


def _constant_low(bounds: Sequence[Bound]) -> int:
    """Return the largest constant among the lower bounds of a choice, or 0 if no constant is positive."""
    return max([0, *(-(-bound.term.constant // bound.divisor) for bound in bounds if bound.term.is_constant)])


def _lowest(bounds: Sequence[Bound], variables: Variables) -> ast.expr:
    """Return the expression for the least value of a choice in a generated loop: its largest lower bound, or 0."""
    constant = _constant_low(bounds)
    found: list[ast.expr] = []
    for bound in bounds:
        if bound.term.is_constant:
            continue
        if bound.divisor == 1:
            found.append(linear(bound.term, variables))
        else:
            divided = binary(linear(-bound.term, variables), "//", number(bound.divisor))
            found.append(ast.UnaryOp(ast.USub(), divided))
    return call("max", number(constant), *found) if found else number(constant)


def _highest(bounds: Sequence[Bound], variables: Variables) -> ast.expr:
    """Return the expression for the greatest value of a choice in a generated loop: its smallest upper bound."""
    found = []
    for bound in bounds:
        term = linear(bound.term, variables)
        found.append(term if bound.divisor == 1 else binary(term, "//", number(bound.divisor)))
    return found[0] if len(found) == 1 else call("min", *found)


class _Blanking(ast.NodeTransformer):
    """A transformer of syntax trees that replaces the integers in generated statements by other expressions."""

    def __init__(self, replaced: Mapping[int, ast.expr] | None = None) -> None:
        self.integers: list[int] = []
        self.replaced = replaced

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        assert isinstance(node.value, int)
        self.integers.append(node.value)
        if self.replaced is None:
            return ast.Constant(0)
        return self.replaced.get(len(self.integers) - 1, node)


def _share_code(blocks: Sequence[Statements], settled: ast.expr | None) -> tuple[Statements, list[list[list[int]]]]:
    """Merge loops that differ only in integers; return the generated statements, and the integers of each group.

    The merged loop of group g takes its integers from the rows `group_start[g]` to `group_start[g + 1] - 1` of the
    array `constants`.
    """
    groups: dict[str, list[tuple[Statements, list[int]]]] = {}
    for block in blocks:
        blank = _Blanking()
        skeleton = ast.dump(blank.visit(ast.Module(deepcopy(block), [])))
        groups.setdefault(skeleton, []).append((block, blank.integers))
    statements: Statements = []
    rows: list[list[list[int]]] = []
    for members in groups.values():
        columns = list(zip(*(integers for _, integers in members), strict=True))
        varying = [place for place, column in enumerate(columns) if len(set(column)) > 1]
        named = {place: name(f"k{j}") for j, place in enumerate(varying)}
        first = _Blanking(named).visit(ast.Module(deepcopy(members[0][0]), []))
        group = len(rows)
        rows.append([[integers[place] for place in varying] for _, integers in members])
        loads = [assign(f"k{j}", item("constants", name("row"), number(j))) for j in range(len(varying))]
        begin, end = item("group_start", number(group)), item("group_start", number(group + 1))
        body = [*loads, *first.body]
        if settled is not None:
            body.append(break_if(settled))
        statements.append(loop("row", begin, end, body))
    return statements, rows
