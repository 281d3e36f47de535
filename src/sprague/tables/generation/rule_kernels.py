"""Generated kernels that fill a table by enumerating moves: `rule_kernel` for all moves, `merging_kernels` for some.

A generated kernel takes one of three forms:

- A kernel *by index* visits positions in the order of their indices in the table.
- A kernel *by list* visits the positions in a list, which also says in which positions play has ended.
- A *merging* kernel merges the values of the options of one position; kernels that use accumulators or running unions
  call it.

Grundy values below 63 are computed with a bit set in one 64-bit word. Larger Grundy values need an array `seen`. The
kernel marks the value v of an option by writing the number of the current position to `seen[v]`. The Grundy value is
the index of the first entry of `seen` that differs from the number of the current position. The marks of earlier
positions contain other numbers, so the array `seen` need not be cleared for each position.

A process compiles equal generated code only once, even for different rules.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from sprague.jit import Kernels, compile_lazily
from sprague.rules import Ruleset
from sprague.tables.fibre_arrays import integer_array
from sprague.tables.generation.option_loops import (
    Collector,
    OptionLoops,
    Statements,
    TableShape,
    Visit,
    index_arrays,
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
    loop,
    name,
    number,
    repeat,
    run,
    store,
    when,
)
from sprague.tables.kernels import enumeration, indexing, sorted_order, states
from sprague.tables.kernels.enumeration import LoopArrays
from sprague.tables.kernels.indexing import SORTED, Layout
from sprague.tables.kernels.states import BLOCKED, GRUNDY, ONGOING, OUTCOME, WON
from sprague.tables.loop_arrays import NumberRows, TermBounds

BY_INDEX, BY_LIST, MERGING = "by index", "by list", "merging"
WORD_SIZE = 63  # number of Grundy values that can be marked in a signed 64-bit word
MOST_KERNELS = 256  # maximum number of generated kernels that a process stores

# The functions that generated code may call.
_FUNCTIONS: dict[str, Any] = {
    "uint64": np.uint64,
    "int64": np.int64,
    "zeros": np.zeros,
    "is_power": enumeration.is_power,
    "is_square": enumeration.is_square,
    "is_prime": enumeration.is_prime,
    "divides": enumeration.divides,
    "first_member": enumeration.first_member,
    "end_of_members": enumeration.end_of_members,
    "next_run": enumeration.next_run,
    "clear": enumeration.clear,
    "lowest_zero": states.lowest_zero,
    "merge_value": states.merge_value,
    "value_to_merge": states.value_to_merge,
    "value_of": states.value_of,
    "is_settled": states.is_settled,
    "start_next_run": sorted_order.start_next_run,
    "fill_position": indexing.fill_position,
    "next_unmarked": enumeration.next_unmarked,
    "next_unmarked_place": enumeration.next_unmarked_place,
    "FULL": states.FULL,
}


class _MarkValues(Collector):
    """Generated code that marks the Grundy values of options in the array `seen`."""

    def merge(self, value: ast.expr, index: ast.expr) -> Statements:
        return [store("seen", [value], name("stamp"))]


class _MarkBits(Collector):
    """Generated code that marks the Grundy values of options below `WORD_SIZE` as bits of the variable `word`."""

    def merge(self, value: ast.expr, index: ast.expr) -> Statements:
        bit = binary(number(1), "<<", call("int64", value))
        return [assign("word", binary(name("word"), "|", bit))]


class _FindP(Collector):
    """Generated code that finds out whether an option is a P-position and, in misère play, whether an option exists."""

    settled = compare(name("found"), "=", number(1))

    def __init__(self, misere: bool) -> None:
        self.misere = misere

    def merge(self, value: ast.expr, index: ast.expr) -> Statements:
        some = [assign("some", number(1))] if self.misere else []
        return [*some, when(compare(value, "=", number(0)), [assign("found", number(1))])]


class _MergeState(Collector):
    """Generated code that merges the values of options into row 0 of the array `state`."""

    def __init__(self, mode: int, misere: bool) -> None:
        self.mode, self.misere = mode, misere
        if mode in (OUTCOME, BLOCKED):
            self.settled = call("is_settled", name("state"), number(mode))

    def merge(self, value: ast.expr, index: ast.expr) -> Statements:
        mode = number(self.mode)
        merged = call("value_to_merge", call("int", value), index, mode)
        arguments = [name("state"), number(0), merged, mode, name("cap"), number(int(self.misere))]
        return [run(call("merge_value", *arguments))]


@dataclass(frozen=True)
class GeneratedCode:
    """The syntax tree of a generated module; two modules with the same text are equal."""

    text: str
    tree: ast.Module = field(compare=False, repr=False)

    def define(self, module: ModuleType) -> None:
        """Execute the definitions of a generated module.

        Numba caches only functions that have a file, so the generated code gets the file name of this module.
        """
        exec(compile(self.tree, __file__, "exec"), vars(module))


@dataclass(frozen=True)
class RuleLoops:
    """A generated function that enumerates the moves of a rule, with the data that its loops read.

    `visits` contains the loops over powers, squares, primes or divisors. `groups` contains the integers of merged
    loops, which differ only in these integers.
    """

    code: GeneratedCode
    visits: tuple[Visit, ...]
    groups: tuple[tuple[tuple[int, ...], ...], ...]

    def arrays(self, rule: Ruleset, top: int) -> LoopArrays:
        """Return the arrays that a generated function reads, for a table in which no entry exceeds `top`."""
        rows = NumberRows()
        first = []
        for visit in self.visits:
            assert visit.loop.visit is not None
            bounds = TermBounds(rule, visit.family, visit.loops, top)
            first.append(rows.row(visit.loop.visit, bounds.visited(visit.loop)))
        members, starts = rows.arrays()
        constants = [row for group in self.groups for row in group]
        width = max(map(len, constants), default=0)
        padded = [[*row, *[0] * (width - len(row))] for row in constants]
        ends = np.cumsum([0, *map(len, self.groups)])
        return LoopArrays(
            members,
            starts,
            integer_array(first, (len(first),)),
            integer_array(padded, (len(padded), width)),
            integer_array(ends, (len(ends),)),
        )


@lru_cache(maxsize=MOST_KERNELS)
def rule_loops(
    rule: Ruleset,
    families: tuple[int, ...],
    shape: TableShape,
    mode: int,
    misere: bool,
    form: str,
    in_word: bool = False,
) -> RuleLoops:
    """Return a generated function that enumerates the moves of some families; `form` says how it visits positions.

    If `in_word` is true, the generated function stops as soon as a Grundy value is `WORD_SIZE` or more.
    """
    collector: Collector
    if form == MERGING or mode not in (GRUNDY, OUTCOME):
        collector = _MergeState(mode, misere)
    else:
        collector = _FindP(misere) if mode == OUTCOME else _MarkBits() if in_word else _MarkValues()
    loops = OptionLoops(rule, families, shape, collector)
    count = len(rule.names)
    piles = [assign("piles", call("zeros", number(count), name("int64")))] if loops.is_shared else []
    head = [*unpack(loops), *loops.before, *index_arrays(count, shape), *piles]
    if form == MERGING:
        loads = [assign(f"p{i}", call("int", item("position", number(i)))) for i in range(count)]
        parameters = ["state", "values", "position", "loops", "layout", "cap"]
        body = [*head, *loads, *_fill_piles(loops, count), *loops.statements]
    else:
        head += _prepare(rule, mode, in_word)
        is_ended = bool(rule.stop or rule.win) and form == BY_LIST
        value = _value(loops, count, mode, misere, is_ended, in_word)
        if form == BY_INDEX:
            parameters = ["values", "position", "at", "until", "highest", "seen", "last", "loops", "layout", "cap"]
            body = [*head, *_by_index(count, shape, rule.floor, value, mode)]
        else:
            parameters = ["values", "places", "positions", "endings", "at", "until"]
            parameters += ["seen", "last", "loops", "layout", "cap"]
            body = [*head, *_by_list(count, value, mode)]
    title = "merge_options" if form == MERGING else "fill_enumerated"
    groups = tuple(tuple(map(tuple, group)) for group in loops.groups)
    tree = function(title, parameters, body)
    return RuleLoops(GeneratedCode(ast.unparse(tree), tree), tuple(loops.visits), groups)


def unpack(loops: OptionLoops) -> Statements:
    """Return the statements at the start of a generated kernel that unpack its tuple of arrays."""
    fields = ["members", "row_start", "first_row"] if loops.visits else []
    fields += ["constants", "group_start"] if loops.is_shared else []
    return [assign(field, ast.Attribute(name("loops"), field, ast.Load())) for field in fields]


def _prepare(rule: Ruleset, mode: int, in_word: bool) -> Statements:
    """Return the statements that allocate the working memory of a generated kernel for one call."""
    if in_word:
        return [assign("size", number(WORD_SIZE))]
    if mode == GRUNDY:
        length = call("len", name("seen"))
        return [assign("size", binary(length, "-", number(1))), assign("stamp", number(0))]
    if mode == OUTCOME:
        return []
    shape = ast.Tuple([number(1), number(rule.blocking + 1 if mode == BLOCKED else 2)], ast.Load())
    return [assign("state", call("zeros", shape, name("int64")))]


def _fill_piles(loops: OptionLoops, count: int) -> Statements:
    return [store("piles", [number(i)], name(f"p{i}")) for i in range(count)] if loops.is_shared else []


def _value(loops: OptionLoops, count: int, mode: int, misere: bool, is_ended: bool, in_word: bool) -> Statements:
    """Return the generated statements that compute the value of the position in the variables p0, p1, …."""
    statements = [*_fill_piles(loops, count), *loops.statements]
    if is_ended and statements:
        statements = [when(compare(name("ending"), "=", number(ONGOING)), statements)]
    won = compare(name("ending"), "=", number(WON)) if is_ended else ast.Constant(False)
    if in_word:
        free = call("int", call("lowest_zero", call("uint64", name("word"))))
        return [assign("word", number(0)), *statements, assign("value", free)]
    if mode == GRUNDY:
        restart = [run(call("clear", name("seen"))), assign("stamp", number(0))]
        begin = [when(compare(name("stamp"), "=", name("last")), restart), increase("stamp")]
        is_seen = compare(item("seen", name("value")), "=", name("stamp"))
        scan = [assign("value", number(0)), repeat(is_seen, [increase("value")])]
        return [*begin, *statements, *scan]
    if mode == OUTCOME:
        start = [assign("found", number(0)), *([assign("some", number(0))] if misere else [])]
        end: Statements = [assign("value", name("found"))]
        if misere:
            lost = both([compare(name("some"), "=", number(0)), ast.UnaryOp(ast.Not(), won)])
            end.append(when(lost, [assign("value", number(1))]))
        return [*start, *statements, *end]
    width = 2 if mode != BLOCKED else loops.rule.blocking + 1
    start = [store("state", [number(0), number(j)], number(-1)) for j in range(width)]
    value = call("value_of", name("state"), number(mode), number(int(misere)), won, name("cap"))
    return [*start, *statements, assign("value", value)]


def _return_if_too_large(mode: int, before: Statements) -> Statements:
    """Return the generated statements that cap a Grundy value, and end the kernel if the array `seen` is too small."""
    if mode != GRUNDY:
        return []
    full = compare(name("size"), "<=", name("value"))
    return [when(full, [*before, give(name("at"))]), assign("value", call("min", name("value"), name("cap")))]


def _by_list(count: int, value: Statements, mode: int) -> Statements:
    """Return the generated loop over a list of positions; the kernel returns how many positions have a value."""
    loads = [assign(f"p{i}", call("int", item("positions", name("at"), number(i)))) for i in range(count)]
    body = [
        *loads,
        assign("ending", item("endings", name("at"))),
        *value,
        *_return_if_too_large(mode, []),
        store("values", [item("places", name("at"))], name("value")),
        increase("at"),
    ]
    return [repeat(compare(name("at"), "<", name("until")), body), give(name("at"))]


def _by_index(count: int, shape: TableShape, floor: int, value: Statements, mode: int) -> Statements:
    """Return the generated loop over positions in the order of their indices; the kernel returns the next index.

    The argument `position` of the generated kernel is the position with the index `at`; the kernel updates both. In the
    inner loop, only one entry of the position grows: the lowest pile if positions are sorted, otherwise the last entry.
    """
    running = 0 if shape.kind == SORTED else count - 1
    is_sorted = number(int(shape.kind == SORTED))
    advance = call("next_run", name("position"), name("highest"), is_sorted, number(floor))
    others = [i for i in range(count) if i != running]
    here = [store("position", [number(running)], name(f"p{running}"))]
    top = name("p1") if shape.kind == SORTED and count > 1 else item("highest", number(running))
    left = binary(binary(name("begin"), "+", name("until")), "-", name("at"))
    inner = [
        *value,
        *_return_if_too_large(mode, here),
        store("values", [name("at")], name("value")),
        increase("at"),
    ]
    body = [
        *(assign(f"p{i}", call("int", item("position", number(i)))) for i in others),
        assign("begin", call("int", item("position", number(running)))),
        assign("top", binary(call("int", top), "+", number(1))),
        assign("end", call("min", name("top"), left)),
        loop(f"p{running}", name("begin"), name("end"), inner),
        store("position", [number(running)], name("end")),
        when(compare(name("end"), "=", name("top")), [run(advance)]),
    ]
    return [repeat(compare(name("at"), "<", name("until")), body), give(name("at"))]


def shape_of(layout: Layout) -> TableShape:
    """Return the part of a table's layout on which the code of a generated kernel depends."""
    return TableShape(layout.kind, layout.floor, bool(layout.reduced))


class RuleKernel(NamedTuple):
    """A kernel generated for one rule, with the arrays that it reads."""

    kernels: Kernels
    arrays: LoopArrays


def rule_kernel(
    rule: Ruleset, families: Sequence[int], layout: Layout, top: int, mode: int, misere: bool, form: str, in_word: bool
) -> RuleKernel:
    """Return a generated kernel `fill_enumerated` that computes the values of positions by enumerating all moves."""
    loops = rule_loops(rule, tuple(families), shape_of(layout), mode, misere, form, in_word)
    return RuleKernel(generated_kernels(loops.code), loops.arrays(rule, top))


def merging_kernels(
    caller: ModuleType, rule: Ruleset, families: Sequence[int], layout: Layout, top: int, mode: int, misere: bool
) -> RuleKernel:
    """Return kernels of a module that call a generated function `merge_options`, which enumerates moves of a rule."""
    loops = rule_loops(rule, tuple(families), shape_of(layout), mode, misere, MERGING)
    kernels = _linked(caller, loops.code) if families else compile_lazily(caller)
    return RuleKernel(kernels, loops.arrays(rule, top))


@lru_cache(maxsize=MOST_KERNELS)
def generated_kernels(code: GeneratedCode) -> Kernels:
    """Return the functions of generated code as kernels that `sprague.jit` can compile."""
    # Keep the name of this module, because numba imports the module when it loads a compiled function from its cache.
    module = ModuleType(__name__)
    vars(module).update(_FUNCTIONS)
    code.define(module)
    return Kernels(module)


@lru_cache(maxsize=MOST_KERNELS)
def _linked(caller: ModuleType, code: GeneratedCode) -> Kernels:
    """Return copies of a module's kernels that call the given generated function `merge_options`."""
    module = ModuleType(caller.__name__)
    names = vars(module)
    names.update(_FUNCTIONS)
    names.update((title, found) for title, found in vars(caller).items() if not title.startswith("__"))
    for title, found in vars(caller).items():
        if isinstance(found, FunctionType) and found.__module__ == caller.__name__:
            names[title] = FunctionType(found.__code__, names, title, found.__defaults__)
    code.define(module)
    return Kernels(module)
