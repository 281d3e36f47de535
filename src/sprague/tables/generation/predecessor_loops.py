"""Kernels generated for one rule that mark the predecessors of each P-position: `sieve_kernel`.

A *predecessor* of a position y is a position x with a move from x to y. If y is a P-position, then its predecessors are
N-positions. The function `reverse_rule` returns the rule whose moves lead from y to x. The choices of a reversed move
are the numbers that y does not determine; the conditions of the move become conditions on y and these numbers. The
bounds of the table are additional entries of the positions of the reversed rule, so one kernel serves tables of all
sizes.

For example, the move (a - k, b) where 1 <= k <= b leads from (a + k, b) to (a, b).
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import NamedTuple

from sprague import limits
from sprague.errors import Cancelled, SpragueError
from sprague.jit import Kernels
from sprague.language.conditions import Chain, Condition
from sprague.language.expressions import Expression
from sprague.linear.constraints import solve_equations
from sprague.rules import Family, Linear, Ruleset
from sprague.rules.relations import option_name
from sprague.tables.generation.option_loops import (
    Collector,
    OptionLoops,
    Statements,
    TableShape,
    index_arrays,
)
from sprague.tables.generation.rule_kernels import (
    MERGING,
    GeneratedCode,
    RuleLoops,
    generated_kernels,
    rule_loops,
    shape_of,
    unpack,
)
from sprague.tables.generation.syntax import (
    assign,
    binary,
    both,
    call,
    compare,
    function,
    give,
    increase,
    item,
    name,
    number,
    repeat,
    run,
    store,
    when,
)
from sprague.tables.kernels.enumeration import ENDED, MARKED, LoopArrays
from sprague.tables.kernels.indexing import CHIPS
from sprague.tables.kernels.states import OUTCOME
from sprague.tables.loop_arrays import TermBounds
from sprague.tables.regions import Region


class _MarkPositions(Collector):
    """Generated code that marks a predecessor by setting the lowest bit of its value, and counts the marks."""

    def merge(self, value: ast.expr, index: ast.expr) -> Statements:
        return [store("values", [index], binary(value, "|", number(1))), increase("marks")]


@lru_cache(maxsize=256)
def reverse_rule(rule: Ruleset, by_chips: bool) -> Ruleset | None:
    """Return the rule whose moves lead from each position to its predecessors within a bound.

    A position of the reversed rule consists of a position of the rule, followed by the bounds. If `by_chips` is true,
    the only bound is the greatest number of chips. If `by_chips` is false, there is one bound for each group of
    interchangeable entries: their greatest value. Clauses of the rule such as `stop when` are ignored. The result is
    None if some move cannot be reversed.

    >>> from sprague.rules import parse
    >>> print(reverse_rule(parse("(a, b) -> (a - k, b) where 1 <= k <= b"), by_chips=True).families[0].target)
    (Linear('a + k'), Linear('b'), Linear('→most0'))
    """
    groups = [rule.piles] if by_chips else list(rule.pile_groups)
    bounds = [f"{option_name('most')}{group}" for group in range(len(groups))]
    families = []
    for family, facts in zip(rule.families, rule.constraints, strict=True):
        if family.splits or facts.products or len(facts.reached) < len(rule.names):
            return None
        before = {entry: Linear.of(option_name(entry)) for entry in rule.names}
        after = [Linear.of(entry) - facts.reached[entry].substitute(before) for entry in rule.names]
        given = [term.substitute(before) for term in facts.equations]
        # Eliminate entries rather than choices, because every entry has two bounds, but a choice may have no upper
        # bound.
        known, rest = solve_equations([*after, *given], [*facts.choices, *map(option_name, rule.names)])
        values = known | {entry: term.substitute(known) for entry, term in before.items()}
        where = [condition.substitute(values) for condition in family.where]
        where += [_compare(term, "=") for term in rest if term != Linear()]
        where += [_compare(known[choice], ">=") for choice in facts.choices if choice in known]
        target = [values[entry] for entry in rule.names]
        for bound, group in zip(bounds, groups, strict=True):
            reached = [values[entry] for entry in group]
            bounded = [sum(reached, Linear())] if by_chips else reached
            where += [_compare(Linear.of(bound) - term, ">=") for term in bounded]
        families.append(Family.to([*target, *map(Linear.of, bounds)], where))
    try:
        return Ruleset.from_families(rule.piles, tuple(families), (*rule.remembered, *bounds), rule.blocks, rule.floor)
    except Cancelled:
        raise
    except SpragueError:  # a choice of the reversed rule may have no upper bound or too many bounds
        limits.check()
        return None


def _compare(term: Linear, relation: str) -> Condition:
    return Chain.of(Expression.of(term), relation, Expression.of(Linear()))


def region_bounds(rule: Ruleset, region: Region) -> list[int]:
    """Return the bounds of a region, in the order of the additional entries of the reversed rule."""
    if region.layout.kind == CHIPS:
        return [max(region.highest)]
    highest = dict(zip(rule.names, region.highest, strict=True))
    return [max(highest[pile] for pile in group) for group in rule.pile_groups]


def can_be_sieved(rule: Ruleset, region: Region) -> bool:
    """Return whether all moves of a rule can be reversed, and can be enumerated with 64-bit integers in a region."""
    backwards = reverse_rule(rule, region.layout.kind == CHIPS)
    if backwards is None:
        return False
    every, top = range(len(rule.families)), max(region.highest)
    rules = (rule, backwards)
    return all(bounds.fit for one in rules for family in every for bounds in TermBounds.of_family(one, family, top))


class SieveKernel(NamedTuple):
    """A kernel that finds the P-positions of one rule, with the arrays of its loops over predecessors and options."""

    kernels: Kernels
    predecessors: LoopArrays
    options: LoopArrays


def sieve_kernel(rule: Ruleset, region: Region, misere: bool, by_list: bool) -> SieveKernel:
    """Return a generated kernel that finds the P-positions of a region; `can_be_sieved` must be true for the region."""
    shape, top = shape_of(region.layout), max(region.highest)
    backwards = reverse_rule(rule, shape.kind == CHIPS)
    assert backwards is not None
    # In normal play, the sieve needs no options, only predecessors.
    every = tuple(range(len(rule.families))) if misere else ()
    options = rule_loops(rule, every, shape, OUTCOME, misere, MERGING)
    predecessors = _sieve_loops(backwards, len(rule.names), shape, misere, by_list)
    tree = ast.Module([*options.code.tree.body, *predecessors.code.tree.body], [])
    code = GeneratedCode(f"{options.code.text}\n{predecessors.code.text}", tree)
    return SieveKernel(generated_kernels(code), predecessors.arrays(backwards, top), options.arrays(rule, top))


@lru_cache(maxsize=256)
def _sieve_loops(rule: Ruleset, count: int, shape: TableShape, misere: bool, by_list: bool) -> RuleLoops:
    """Return the generated function `fill_sieve` for a reversed rule, with the data that its loops read.

    Each position has a number: its table index, or, if `by_list` is true, its index in the array `places` of table
    indices. The generated function visits the unmarked positions with numbers from `at` to `until` - 1. The visited
    positions are P-positions, and the function marks their predecessors. Once the function has made `most` marks, it
    returns the number of the next position. The function adds the number of marks to `marked[0]`. In misère play, the
    function first calls `merge_options` to find out whether a visited position is terminal. A terminal position is an
    N-position, unless its bit `ENDED` is set.

    The first `count` entries of the reversed rule are a position; the other entries are bounds on the position.
    """
    loops = OptionLoops(rule, range(len(rule.families)), shape, _MarkPositions(), count)
    entries, bounds = range(count), range(count, len(rule.names))
    advance = assign("at", call("next_unmarked", name("values"), name("words"), name("at"), name("until")))
    if by_list:
        advance = assign("at", call("next_unmarked_place", name("values"), name("places"), name("at"), name("until")))
    body: Statements = [
        *unpack(loops),
        *loops.before,
        *index_arrays(count, shape),
        assign("piles", call("zeros", number(len(rule.names)), name("int64"))),
        *(store("piles", [number(i)], item("bounds", number(i - count))) for i in bounds),
        *(assign(f"p{i}", call("int", item("piles", number(i)))) for i in bounds),
        assign("marks", number(0)),
        assign("state", call("zeros", ast.Tuple([number(1), number(1)], ast.Load()), name("int64"))),
        advance,
        repeat(
            both([compare(name("at"), "<", name("until")), compare(name("marks"), "<", name("most"))]),
            [
                assign("place", item("places", name("at")) if by_list else name("at")),
                run(call("fill_position", name("piles"), name("place"), name("layout"))),
                *(assign(f"p{i}", call("int", item("piles", number(i)))) for i in entries),
                *(_unless_terminal(loops.statements) if misere else loops.statements),
                increase("at"),
                advance,
            ],
        ),
        store("marked", [number(0)], binary(item("marked", number(0)), "+", name("marks"))),
        give(name("at")),
    ]
    parameters = ["values", "words", "places", "at", "until", "most", "bounds", "marked", "loops", "options", "layout"]
    tree = function("fill_sieve", parameters, body)
    groups = tuple(tuple(map(tuple, group)) for group in loops.groups)
    return RuleLoops(GeneratedCode(ast.unparse(tree), tree), tuple(loops.visits), groups)


def _unless_terminal(statements: Statements) -> Statements:
    """Return generated statements that mark the position at index `place` if it is terminal, else run `statements`."""
    state = item("state", number(0), number(0))
    here = [name("state"), name("values"), name("piles"), name("options"), name("layout"), number(1)]
    bits = item("values", name("place"))
    goes_on = compare(binary(bits, "&", number(ENDED)), "=", number(0))
    return [
        store("state", [number(0), number(0)], number(2)),
        when(goes_on, [store("state", [number(0), number(0)], number(0)), run(call("merge_options", *here))]),
        when(compare(state, "=", number(0)), [store("values", [name("place")], number(MARKED))], statements),
    ]
