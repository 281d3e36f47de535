"""Kernels generated for one rule that fill a table of sorted positions from accumulators: `run_kernel`.

For Grundy values and for outcomes of normal play, the generated kernel replaces
`sprague.tables.kernels.sorted_order.fill_sorted`. The generated kernel has a local variable for each accumulator that a
position uses, instead of loops over arrays. In a *run* of positions, only the lowest pile grows. With local variables,
the compiler can see which accumulators stay the same during a run.

For each accumulator of a position, the generated code uses only the entries that determine the accumulator's index.
Numbers that depend on the size of the table are read from arrays, so one kernel serves tables of all sizes.

The accumulator of an outcome is a flag that a P-position sets. If a flag that does not depend on the lowest pile is
set, all remaining positions of the run are N-positions. Before the kernel runs, all entries of the array of values must
be 1, which stands for N.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import NamedTuple

from sprague.jit import Kernel
from sprague.tables.generation.option_loops import Statements
from sprague.tables.generation.rule_kernels import GeneratedCode, generated_kernels
from sprague.tables.generation.syntax import (
    assign,
    binary,
    both,
    break_if,
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
    store,
    when,
)
from sprague.tables.kernels.levels import FibreArrays
from sprague.tables.kernels.states import GRUNDY, OUTCOME

MOST_ACCESSES = 64  # maximum number of accumulators per position for which a kernel is generated


class _Read(NamedTuple):
    """An accumulator that is read for a position: the entries on which its index depends, and the unchanged piles."""

    entries: tuple[int, ...]
    kept: tuple[int, ...]

    @property
    def is_fixed(self) -> bool:
        """Whether the same accumulator is read for all positions of a run."""
        return 0 not in self.entries and 0 not in self.kept

    @property
    def has_step_1(self) -> bool:
        """Whether the index of the accumulator grows by 1 when the lowest pile grows by 1."""
        return 0 not in self.entries and 0 in self.kept


class _Add(NamedTuple):
    """An accumulator to which a value is added: the coefficients of the rows of its index, and the unchanged piles."""

    rows: tuple[tuple[int, ...], ...]
    kept: tuple[int, ...]


class _Structure(NamedTuple):
    """The properties of a rule that determine the code of its generated kernel."""

    piles: int
    floor: int
    mode: int
    reads: tuple[_Read, ...]
    adds: tuple[_Add, ...]


def run_kernel(fibres: FibreArrays, count: int, mode: int, misere: bool) -> Kernel | None:
    """Return a generated kernel `fill_runs` for the accumulators of a rule; None if no kernel can be generated.

    The generated kernel returns the index of the first position without a value.
    """
    accesses = len(fibres.read_terms) + len(fibres.add_start)
    if mode not in (GRUNDY, OUTCOME) or misere or not accesses or accesses > MOST_ACCESSES:
        return None
    reads = tuple(
        _Read(tuple(i for i in range(count) if terms[i]), tuple(int(i) for i in kept if i >= 0))
        for terms, kept in zip(fibres.read_terms, fibres.read_kept, strict=True)
    )
    adds = tuple(
        _Add(
            tuple(tuple(map(int, row)) for row, size in zip(rows, sizes, strict=True) if size),
            tuple(int(i) for i in kept if i >= 0),
        )
        for rows, sizes, kept in zip(fibres.add_terms, fibres.add_size, fibres.add_kept, strict=True)
    )
    found = generated_kernels(_code(_Structure(count, int(fibres.floor), mode, reads, adds))).fill_runs
    assert isinstance(found, Kernel)
    return found


@lru_cache(maxsize=256)
def _code(rule: _Structure) -> GeneratedCode:
    """Return the code of the generated kernel `fill_runs`."""
    highest = name("p1") if rule.piles > 1 else name("top")
    body: Statements = [
        *(assign(f"p{i}", call("int", item("position", number(i)))) for i in range(1, rule.piles)),
        assign("pile", call("int", item("position", number(0)))),
        assign("highest", highest),
        *_kept_parts(rule),
        *_read_lines(rule),
        *(_grundy_run(rule) if rule.mode == GRUNDY else _outcome_run(rule)),
        when(
            ast.UnaryOp(ast.Not(), call("start_next_run", name("position"), number(rule.floor))), [give(name("number"))]
        ),
    ]
    main = repeat(compare(name("number"), "<", name("until")), body)
    parameters = ["values", "position", "number", "until", "totals", "fibres", "top", "cap"]
    tree = function("fill_runs", parameters, [*_unpack(rule), main, give(name("number"))])
    return GeneratedCode(ast.unparse(tree), tree)


def _unpack(rule: _Structure) -> Statements:
    """Return the first statements of the generated kernel, which read numbers that depend on the table size."""
    fields = ["read_terms", "add_low", "add_size", "add_stride", "add_start", "below"]
    statements = [assign(field, ast.Attribute(name("fibres"), field, ast.Load())) for field in fields]
    for r, read in enumerate(rule.reads):
        statements.append(assign(f"t{r}", item("read_terms", number(r), number(rule.piles))))
        statements += [assign(f"t{r}_{i}", item("read_terms", number(r), number(i))) for i in read.entries]
    for a, add in enumerate(rule.adds):
        statements.append(assign(f"start{a}", item("add_start", number(a))))
        for row in range(len(add.rows)):
            for field in ("low", "size", "stride"):
                statements.append(assign(f"{field}{a}_{row}", item(f"add_{field}", number(a), number(row))))
    if rule.mode == GRUNDY:
        words = ast.Subscript(ast.Attribute(name("totals"), "shape", ast.Load()), number(1), ast.Load())
        statements.append(assign("words", words))
    return statements


def _kept_parts(rule: _Structure) -> Statements:
    """Return generated statements that look up how much each unchanged pile, except the lowest, adds to an index."""
    accesses: list[_Read | _Add] = [*rule.reads, *rule.adds]
    wanted = sorted({(j, i) for access in accesses for j, i in enumerate(access.kept) if i})
    return [assign(f"kept{j}_{i}", item("below", number(j), _height(rule, i))) for j, i in wanted]


def _height(rule: _Structure, i: int) -> ast.expr:
    return binary(name(f"p{i}"), "-", number(rule.floor)) if rule.floor else name(f"p{i}")


def _kept_sum(rule: _Structure, kept: Sequence[int]) -> list[ast.expr]:
    """Return the terms that the unchanged piles add to the index of an accumulator if the lowest pile is 0."""
    terms: list[ast.expr] = [name(f"kept{j}_{i}") for j, i in enumerate(kept) if i]
    return [*terms, number(-rule.floor)] if 0 in kept and rule.floor else terms


def _sum(terms: Sequence[ast.expr]) -> ast.expr:
    return reduce(lambda left, right: binary(left, "+", right), terms)


def _read_lines(rule: _Structure) -> Statements:
    """Return the generated statements that compute the index of each accumulator read in a run of positions."""
    statements: Statements = []
    for r, read in enumerate(rule.reads):
        terms: list[ast.expr] = [name(f"t{r}")]
        terms += [binary(name(f"t{r}_{i}"), "*", name(f"p{i}")) for i in read.entries if i]
        terms += _kept_sum(rule, read.kept)
        step = _step(r, read)
        if step is not None:
            terms.append(binary(step, "*", name("pile")))
        statements.append(assign(f"r{r}", _sum(terms)))
    return statements


def _step(r: int, read: _Read) -> ast.expr | None:
    """Return how much an accumulator's index grows when the lowest pile grows by 1; None if it stays the same."""
    if read.is_fixed:
        return None
    if read.has_step_1:
        return number(1)
    return binary(name(f"t{r}_0"), "+", number(1)) if 0 in read.kept else name(f"t{r}_0")


def _add_lines(rule: _Structure) -> Statements:
    """Return the generated statements that compute the index of each accumulator to which the positions of a run add.

    In the generated code, the index of an accumulator is `a` if the lowest pile is 0, and grows by `s` with each chip
    of the lowest pile. Values are added only for positions whose lowest pile is between `first` and `last`.
    """
    statements: Statements = []
    for a, add in enumerate(rule.adds):
        base: list[ast.expr] = [name(f"start{a}"), *_kept_sum(rule, add.kept)]
        step: list[ast.expr] = [number(1)] if 0 in add.kept else []
        first: list[ast.expr] = [number(rule.floor)]
        last: list[ast.expr] = [name("highest")]
        for row, (slope, *factors, constant) in enumerate(add.rows):
            where, size, stride = f"where{a}_{row}", name(f"size{a}_{row}"), name(f"stride{a}_{row}")
            terms: list[ast.expr] = [number(constant)]
            terms += [
                binary(number(factor), "*", name(f"p{i}")) if factor != 1 else name(f"p{i}")
                for i, factor in enumerate(factors, 1)
                if factor
            ]
            statements.append(assign(where, binary(_sum(terms), "-", name(f"low{a}_{row}"))))
            base.append(binary(name(where), "*", stride))
            # Restrict the lowest pile so that `where + slope * pile`, the value of the row, lies between 0 and size -
            # 1. Other values of the row belong to no accumulator.
            remaining = binary(binary(size, "-", number(1)), "-", name(where))
            if slope:
                step.append(stride if slope == 1 else binary(number(slope), "*", stride))
                least, most = (name(where), remaining) if slope > 0 else (remaining, name(where))
                first.append(ast.UnaryOp(ast.USub(), binary(least, "//", number(abs(slope)))))
                last.append(binary(most, "//", number(abs(slope))))
            else:
                outside = ast.IfExp(
                    both([compare(number(0), "<=", name(where)), compare(name(where), "<", size)]),
                    name("highest"),
                    number(rule.floor - 1),
                )
                last.append(outside)
        statements.append(assign(f"a{a}", _sum(base)))
        statements.append(assign(f"s{a}", _sum(step) if step else number(0)))
        statements.append(assign(f"first{a}", call("max", *first) if len(first) > 1 else first[0]))
        statements.append(assign(f"last{a}", call("min", *last) if len(last) > 1 else last[0]))
    return statements


def _added(rule: _Structure, places: Sequence[ast.expr], bits: ast.expr) -> Statements:
    """Return the generated statements that add bits to the accumulators of the position whose lowest pile is `pile`."""
    statements: Statements = []
    for a, add in enumerate(rule.adds):
        index = binary(name(f"a{a}"), "+", binary(name(f"s{a}"), "*", name("pile")))
        merged: Statements = [store("totals", [index, *places], binary(item("totals", index, *places), "|", bits))]
        if add.rows:
            inside = [compare(name(f"first{a}"), "<=", name("pile")), compare(name("pile"), "<=", name(f"last{a}"))]
            merged = [when(both(inside), merged)]
        statements += merged
    return statements


def _union(reads: Sequence[int], place: ast.expr) -> ast.expr:
    """Return the generated expression for the bitwise OR of the words with index `place` of several accumulators."""
    return reduce(lambda left, right: binary(left, "|", right), [item("totals", name(f"r{r}"), place) for r in reads])


def _steps(rule: _Structure) -> Statements:
    """Return the generated statements that advance the indices of the accumulators when the lowest pile grows by 1."""
    steps = [(r, _step(r, read)) for r, read in enumerate(rule.reads)]
    return [assign(f"r{r}", binary(name(f"r{r}"), "+", step)) for r, step in steps if step is not None]


def _grundy_run(rule: _Structure) -> Statements:
    """Return the generated loop that computes the Grundy values of a run of positions from accumulators."""
    word = name("word")
    found: Statements = [
        assign("value", binary(binary(name("w"), "*", number(64)), "+", call("int", call("lowest_zero", word)))),
        ast.Break(),
    ]
    scan: Statements = [
        assign("word", _union(range(len(rule.reads)), name("w"))),
        when(compare(word, "!=", name("FULL")), found),
    ]
    too_small = compare(binary(name("words"), "*", number(64)), "<", name("cap"))
    beyond = ast.BoolOp(ast.Or(), [compare(name("value"), "<", number(0)), compare(name("cap"), "<", name("value"))])
    here: Statements = [store("position", [number(0)], name("pile")), give(name("number"))]
    bit = binary(call("uint64", number(1)), "<<", call("uint64", binary(name("value"), "&", number(63))))
    adding: Statements = [
        assign("w", binary(name("value"), ">>", number(6))),
        assign("bit", bit),
        *_added(rule, [name("w")], name("bit")),
    ]
    body: Statements = [
        assign("value", number(-1)),
        loop("w", number(0), name("words"), scan),
        when(beyond, [when(too_small, here), assign("value", name("cap"))]),
        store("values", [name("number")], name("value")),
        increase("number"),
        when(compare(name("value"), "<", name("cap")), adding),
        *_steps(rule),
        increase("pile"),
    ]
    return [*_add_lines(rule), repeat(compare(name("pile"), "<=", name("highest")), body)]


def _outcome_run(rule: _Structure) -> Statements:
    """Return the generated loop that finds the P-positions of a run from accumulators; N-positions keep the value 1."""
    zero = number(0)
    fixed = [r for r, read in enumerate(rule.reads) if read.is_fixed]
    near = [r for r, read in enumerate(rule.reads) if read.has_step_1]
    far = [r for r, read in enumerate(rule.reads) if not (read.is_fixed or read.has_step_1)]
    is_decided = compare(_union(fixed, zero), "!=", zero) if fixed else None
    adding: Statements = [
        store("values", [name("number")], zero),
        when(compare(name("ready"), "=", zero), [*_add_lines(rule), assign("ready", number(1))]),
        *_added(rule, [zero], number(1)),
        *([break_if(is_decided)] if is_decided is not None else []),
    ]
    for reads in (far, near):
        if reads:
            adding = [when(compare(_union(reads, zero), "=", zero), adding)]
    body: Statements = [*adding, *_steps(rule), increase("number"), increase("pile")]
    whole: Statements = [
        assign("ready", zero),
        assign(
            "after", binary(binary(binary(name("number"), "+", name("highest")), "-", name("pile")), "+", number(1))
        ),
    ]
    run = repeat(compare(name("pile"), "<=", name("highest")), body)
    undecided = run if is_decided is None else when(ast.UnaryOp(ast.Not(), is_decided), [run])
    return [*whole, undecided, assign("number", name("after"))]
