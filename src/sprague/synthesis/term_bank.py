"""`TermBank`: terms over the entries of a position, enumerated by cost, without terms equal to cheaper ones.

The enumeration is bottom-up: terms of a cost are built from cheaper terms by the functions of the formula language. Two
terms with equal values on all sample positions count as equal, and only the cheaper one is kept. All terms of one
function are evaluated at once, as the rows of an array.

The bank depends on the names, the numeration and the frame, but not on the set that is described. In a sorted frame,
for example, interchangeable piles are in ascending order, so that `min(a, b)` equals `a`.

The costs prefer terms that mathematicians write. Names, `sum`, `xor`, `min` and `max` cost 1, and an operation costs 1
or more in addition to its operands. Differences, residues, quotients, valuations and bitwise operations cost more than
sums.

Two special values are not natural numbers: OMEGA stands for infinite values such as v2(0) and low2(0), and UNDEFINED
for a term that is not defined, such as `xor` of a negative number. Terms that can have the infinite value OMEGA are not
operands of other terms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.numeration import BINARY, Numeration
from sprague.formulas.arithmetic import fibonacci, fibonacci_weight, lowest_power, valuation

Numbers = NDArray[np.int64]

# the value of infinite terms such as v2(0); it is greater than all other values and divisible by all small numbers
OMEGA = 2520 << 40
UNDEFINED = -(1 << 56)  # the value of a term that is not defined at a position
LARGEST = 1 << 40  # bound on the absolute values of terms; larger terms are dropped
TABULATED = 1 << 16  # bound on the numbers for which functions of Fibonacci digits are tabulated
CHUNK = 1 << 21  # maximum number of array entries that are computed at once
MIXING = np.uint64(0x9E3779B97F4A7C15)

# Precedence of the text of a term, which decides whether an operand needs brackets
ATOM, PRODUCT, QUOTIENT, SUM, NIM_SUM = range(5)


class Leaf(NamedTuple):
    """A term without operands, such as `a` or `sum`, its cost, and the function that computes its values.

    `nim_sum` is a text such as `a xor b`, which replaces the single word `xor` in operands.
    """

    text: str
    cost: int
    values: Callable[[Numbers], Numbers]
    nim_sum: str = ""


@dataclass(frozen=True)
class _Batch:
    """Terms with the same outermost function: the function, its constant, and the operands of each term."""

    function: str
    number: int
    left: NDArray[np.intp]
    right: NDArray[np.intp]
    first: int


@dataclass
class TermBank:
    """Terms in order of cost; the methods refer to a term by its index.

    >>> names = [Leaf(name, 1, lambda entries, i=i: entries[i]) for i, name in enumerate("ab")]
    >>> sample = np.random.default_rng(1).integers(0, 40, (2, 60))
    >>> bank = TermBank.built(names, BINARY, sample, 300)
    >>> [bank.text(i) for i in range(2, 12)]
    ['1', '2', '3', '4', '2a', '2b', 'v2(a)', 'v2(b)', 'a + b', 'a + 1']
    """

    leaves: Sequence[Leaf]
    constants: Sequence[int]
    numeration: Numeration
    costs: list[int] = field(default_factory=list)
    batches: list[_Batch] = field(default_factory=list)
    final: list[bool] = field(default_factory=list)  # whether the term can have the infinite value OMEGA
    _texts: dict[int, tuple[str, int]] = field(default_factory=dict)

    @staticmethod
    def built(
        leaves: Sequence[Leaf],
        numeration: Numeration,
        sample: Numbers,
        most: int,
        constants: Sequence[int] = (1, 2, 3, 4),
    ) -> TermBank:
        """Return a bank with at most about `most` terms; `sample` contains positions, with one row for each entry."""
        bank = TermBank(leaves, constants, numeration)
        _Builder(bank, sample, most).run()
        return bank

    def __len__(self) -> int:
        return len(self.costs)

    def values(self, entries: Numbers, first: int | None = None) -> Numbers:
        """Return the values of the first terms (by default all) at positions; `entries` has one row for each entry."""
        count = len(self) if first is None else min(first, len(self))
        found = np.empty((count, entries.shape[1]), np.int64)
        start = [leaf.values(entries) for leaf in self.leaves]
        start += [np.full(entries.shape[1], constant) for constant in self.constants]
        found[: len(start)] = start[:count]
        for batch in self.batches:
            kept = min(len(batch.left), count - batch.first)
            if kept <= 0:
                break
            limits.check()
            step = max(1, CHUNK // max(1, entries.shape[1]))
            for at in range(0, kept, step):
                part = slice(at, min(at + step, kept))
                rows = _apply(batch.function, batch.number, found[batch.left[part]], found[batch.right[part]])
                found[batch.first + part.start : batch.first + part.stop] = rows
        return found

    def contains(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """Return for each term whether it contains one of the names."""
        found = np.zeros(len(self), np.bool_)
        found[: len(self.leaves)] = [leaf.text in names for leaf in self.leaves]
        for batch in self.batches:
            found[batch.first : batch.first + len(batch.left)] = found[batch.left] | found[batch.right]
        return found

    def text(self, index: int) -> str:
        """Return the text of the term with the given index."""
        return self._shown(index)[0]

    def operand(self, index: int, most: int = ATOM) -> str:
        """Return the text of a term, in brackets if its operator binds less tightly than the level `most`."""
        text, level = self._as_operand(index)
        return f"({text})" if level > most else text

    def summand(self, index: int) -> str:
        """Return the text of a term as a summand of a sum; quotients and residues are put in brackets."""
        text, level = self._as_operand(index)
        return text if level in (ATOM, PRODUCT, SUM) else f"({text})"

    def _as_operand(self, index: int) -> tuple[str, int]:
        if index < len(self.leaves) and self.leaves[index].nim_sum:
            return self.leaves[index].nim_sum, NIM_SUM
        return self._shown(index)

    def _shown(self, index: int) -> tuple[str, int]:
        if index not in self._texts:
            self._texts[index] = self._write(index)
        return self._texts[index]

    def _write(self, index: int) -> tuple[str, int]:
        if index < len(self.leaves):
            return self.leaves[index].text, ATOM
        if index < len(self.leaves) + len(self.constants):
            return str(self.constants[index - len(self.leaves)]), ATOM
        batch = next(batch for batch in reversed(self.batches) if batch.first <= index)
        left, right = int(batch.left[index - batch.first]), int(batch.right[index - batch.first])
        match batch.function:
            case "+" | "-":
                return self._sum(index)
            case "xor":
                if self._is_constant(left):
                    left, right = right, left
                return f"{self.nim_operand(left)} xor {self.nim_operand(right)}", NIM_SUM
            case "min" | "max" | "bitand" | "bitor" as word:
                return f"{word}({self._listed(left, word)}, {self._listed(right, word)})", ATOM
            case "times":
                text, level = self._as_operand(left)
                if level == PRODUCT:  # `4b` instead of `2(2b)`
                    rest = text.lstrip("0123456789")
                    return f"{batch.number * int(text.removesuffix(rest))}{rest}", PRODUCT
                return f"{batch.number}{self.operand(left)}", PRODUCT
            case "positive part":
                return f"max({self._listed(left, 'max')}, 0)", ATOM
            case "mod" | "div" as word:
                return f"{self.operand(left, PRODUCT)} {word} {batch.number}", QUOTIENT
            case word:
                return f"{word}({self.text(left)})", ATOM

    def _sum(self, index: int) -> tuple[str, int]:
        """Return the text of a sum or difference, with like summands combined: `5a` instead of `a + 4a`."""
        total = Counter[str]()
        self._add_summands(index, 1, total)
        constant = total.pop("", 0)
        ordered = sorted(total, key=_summand_order)
        shown = [(total[text], text) for text in ordered if total[text] > 0]
        shown += [(constant, "")] if constant > 0 and not shown else []
        shown += [(total[text], text) for text in ordered if total[text] < 0]
        shown += [(constant, "")] if constant and (constant, "") not in shown else []
        (first, name), *others = shown or [(0, "")]
        written = f"{'-' if first < 0 else ''}{_multiple(abs(first), name)}"
        for factor, text in others:
            written += f" {'-' if factor < 0 else '+'} {_multiple(abs(factor), text)}"
        return written, SUM if others or first < 0 else ATOM if first == 1 or not name else PRODUCT

    def _add_summands(self, index: int, factor: int, total: Counter[str]) -> None:
        """Add the summands of a term to `total`, which maps the text of a summand to its factor."""
        start = len(self.leaves)
        if start <= index < start + len(self.constants):
            total[""] += factor * self.constants[index - start]
            return
        batch = next((batch for batch in reversed(self.batches) if batch.first <= index), None)
        if batch is not None and batch.function in ("+", "-"):
            place = index - batch.first
            self._add_summands(int(batch.left[place]), factor, total)
            self._add_summands(int(batch.right[place]), factor if batch.function == "+" else -factor, total)
            return
        text, level = self._as_operand(index)
        rest = text.lstrip("0123456789")
        if level == PRODUCT:
            total[rest] += factor * int(text.removesuffix(rest))
        else:
            total[text if level == ATOM else f"({text})"] += factor

    def _is_constant(self, index: int) -> bool:
        return 0 <= index - len(self.leaves) < len(self.constants)

    def nim_operand(self, index: int) -> str:
        """Return the text of a term as an operand of xor."""
        text, level = self._as_operand(index)
        return text if level in (ATOM, NIM_SUM) else f"({text})"

    def _listed(self, index: int, word: str) -> str:
        """Return an operand of a function as text; if the operand calls the same function, return only its operands."""
        text = self._as_operand(index)[0]
        batch = next((batch for batch in reversed(self.batches) if batch.first <= index), None)
        return text[len(word) + 1 : -1] if batch is not None and batch.function == word else text


def _multiple(factor: int, text: str) -> str:
    """Return the text of a multiple of a summand; the empty text is the summand 1."""
    return str(factor) if not text else text if factor == 1 else f"{factor}{text}"


def _summand_order(text: str) -> tuple[bool, str]:
    """Return the sort key of a summand: names in alphabetical order, then summands in brackets."""
    return text.startswith("("), text


def _apply(function: str, number: int, one: Numbers, two: Numbers) -> Numbers:
    """Return the values of a function for each row of its operands."""
    undefined = one == UNDEFINED
    if function in ("+", "-", "xor", "min", "max", "bitand", "bitor"):
        undefined = undefined | (two == UNDEFINED)
    elif not undefined.any():
        undefined = np.False_
    match function:
        case "+":
            found = one + two
        case "-":
            found = one - two
        case "min":
            found = np.minimum(one, two)
        case "max":
            found = np.maximum(one, two)
        case "times":
            found = number * one
        case "positive part":
            found = np.maximum(one, 0)
        case "mod":
            found = one % number
        case "div":
            found = one // number
        case "xor" | "bitand" | "bitor":
            undefined = undefined | (one < 0) | (two < 0)
            found = one ^ two if function == "xor" else one & two if function == "bitand" else one | two
        case _ if function.endswith("_shift"):
            undefined = undefined | (one < 0)
            found = _fibonacci(np.where(one < 0, 0, one), number)[0]
        case _ if function.endswith("_zeros"):
            undefined = undefined | (one < 0)
            found = np.where(one == 0, OMEGA, _fibonacci(np.where(one < 0, 0, one), number)[1])
        case _ if function.endswith("_low"):
            undefined = undefined | (one < 0)
            zeros = _fibonacci(np.where(one < 0, 0, one), number)[1]
            found = np.where(one == 0, OMEGA, fibonacci_weight(zeros, number))
        case _ if function.startswith("low"):
            undefined = undefined | (one < 0)
            found = np.where(one == 0, OMEGA, lowest_power(one, number))
        case _:
            found = np.where(one == 0, OMEGA, valuation(one, number))
    return np.where(undefined, UNDEFINED, found) if np.any(undefined) else found


def _fibonacci(numbers: Numbers, times: int) -> tuple[Numbers, Numbers]:
    """Return `fib_shift` and `fib_zeros` of numbers; the values of small numbers are looked up."""
    if numbers.max(initial=0) >= TABULATED:
        return fibonacci(numbers, times)
    shifted, zeros = _small_fibonacci(times)
    return shifted[numbers], zeros[numbers]


@lru_cache(maxsize=8)
def _small_fibonacci(times: int) -> tuple[Numbers, Numbers]:
    shifted, zeros = fibonacci(np.arange(TABULATED), times)
    return shifted, zeros


# Functions of two terms. Each tuple contains a function, its cost without the operands, and a flag which says whether
# the operands may be swapped.
BINARY_FUNCTIONS = (("+", 1, True), ("-", 1, False), ("xor", 1, True), ("min", 1, True), ("max", 1, True))
BITWISE = (("bitand", 3, True), ("bitor", 3, True))
BITWISE_WORDS = ("xor", "bitand", "bitor")
PLAIN = ("+",)  # functions that cost the same for compound operands as for single names
# Functions of one term. Each tuple contains a function, a constant, and the cost of the function without its operand.
UNARY_FUNCTIONS = (
    ("times", 2, 1),
    ("mod", 2, 2),
    ("div", 2, 2),
    ("positive part", 0, 2),
    ("times", 3, 2),
    ("mod", 3, 3),
    ("mod", 4, 3),
    ("div", 3, 3),
    ("div", 4, 4),
    ("mod", 5, 4),
    ("mod", 6, 4),
)


def digit_functions(numeration: Numeration) -> list[tuple[str, int, int]]:
    """Return the functions of the digits of a numeration, each as a tuple of name, constant and additional cost."""
    if numeration.base is not None:
        return [(f"v{numeration.base}", numeration.base, 1), (f"low{numeration.base}", numeration.base, 2)]
    if (word := fibonacci_prefix(numeration)) is not None:
        times = numeration.recurrence[0]
        return [(f"{word}_shift", times, 1), (f"{word}_zeros", times, 1), (f"{word}_low", times, 2)]
    return []


def fibonacci_prefix(numeration: Numeration) -> str | None:
    """Return the prefix in the names of digit functions: `fib` for Fibonacci digits, `fib3` for the recurrence 3,1."""
    match numeration.recurrence:
        case (int(times), 1):
            return "fib" if times == 1 else f"fib{times}"
    return None


class _Builder:
    """Builds the terms of a bank in order of increasing cost."""

    def __init__(self, bank: TermBank, sample: Numbers, most: int) -> None:
        self.bank, self.most = bank, most
        self.seen: set[int] = set()
        self.rows: list[Numbers] = []  # for each term, its values on the sample
        self.bitwise: list[bool] = []  # for each term, whether it contains a bitwise operation
        self.by_cost: dict[int, list[int]] = {}  # the indices of the terms of each cost
        self.mixers = np.random.default_rng(7).integers(1, 1 << 62, sample.shape[1]).astype(np.uint64) * np.uint64(
            2
        ) + np.uint64(1)
        for leaf in bank.leaves:
            self._start(leaf.values(sample), leaf.cost, leaf.text == "xor")
        for constant in bank.constants:
            self._start(np.full(sample.shape[1], constant, np.int64), 1 if constant <= 2 else 2)

    def _start(self, row: Numbers, cost: int, bitwise: bool = False) -> None:
        self.seen.add(int(self._hashes(row[None])[0]))
        self._append(row[None], cost, False, [bitwise])

    def _hashes(self, rows: Numbers) -> NDArray[np.uint64]:
        mixed = rows.astype(np.uint64) * self.mixers
        mixed ^= mixed >> np.uint64(29)
        return np.asarray((mixed * MIXING).sum(axis=1, dtype=np.uint64))

    def _append(self, rows: Numbers, cost: int, final: bool, bitwise: Sequence[bool]) -> None:
        self.bitwise += bitwise
        for row in rows:
            if not final:
                self.by_cost.setdefault(cost, []).append(len(self.rows))
            self.rows.append(row)
            self.bank.costs.append(cost)
            self.bank.final.append(final)

    def run(self) -> None:
        """Add terms to the bank, cheapest first, until the bank is full."""
        numeration = self.bank.numeration
        pairs = [*BINARY_FUNCTIONS, *(BITWISE if numeration == BINARY else ())]
        if numeration != BINARY:
            pairs = [each for each in pairs if each[0] != "xor"]
        digits = digit_functions(numeration)
        for cost in range(2, 40):
            if not any(level in self.by_cost for level in range(max(1, cost - 6), cost)):
                return
            for function, more, swap in pairs:
                for left in sorted(self.by_cost):
                    for right in sorted(self.by_cost):
                        compound = function not in PLAIN and max(left, right) > 1
                        if left + right + more + compound == cost and not (swap and left > right):
                            self._pairs(function, left, right, swap, cost)
                            if len(self.bank) >= self.most:
                                return
            for function, number, more in (*UNARY_FUNCTIONS, *digits):
                if cost - more in self.by_cost:
                    chosen = np.array(self.by_cost[cost - more], np.intp)
                    self._add(function, number, chosen, chosen, cost)
                if len(self.bank) >= self.most:
                    return

    def _pairs(self, function: str, left: int, right: int, swap: bool, cost: int) -> None:
        one, two = (np.array(self.by_cost[level], np.intp) for level in (left, right))
        first, second = np.repeat(one, len(two)), np.tile(two, len(one))
        if swap and left == right:
            kept = first < second
            first, second = first[kept], second[kept]
        if function == "-" and left == right == 1:  # sort the pairs so that `max - min` comes before `min - max`
            negative = [bool((self.rows[i] < self.rows[j]).any()) for i, j in zip(first, second, strict=True)]
            order = np.argsort(negative, kind="stable")
            first, second = first[order], second[order]
        # skip minima and maxima of a term and a constant, because conditions are clearer
        if function in ("min", "max"):
            bitwise = np.array(self.bitwise)  # skip minima and maxima of nim-sums, which are hard to read
            clear = ~(self._are_constant(first) | self._are_constant(second) | bitwise[first] | bitwise[second])
            first, second = first[clear], second[clear]
        # skip sums of `sum` and another name, because `2a + b` is easier to read than `a + sum`
        if function == "+" and (total := self._total()) is not None:
            plain = ((first != total) | self._are_constant(second)) & ((second != total) | self._are_constant(first))
            first, second = first[plain], second[plain]
        self._add(function, 0, first, second, cost)

    def _total(self) -> int | None:
        return next((place for place, leaf in enumerate(self.bank.leaves) if leaf.text == "sum"), None)

    def _are_constant(self, indices: NDArray[np.intp]) -> NDArray[np.bool_]:
        leaves = len(self.bank.leaves)
        return np.asarray((leaves <= indices) & (indices < leaves + len(self.bank.constants)))

    def _add(self, function: str, number: int, left: NDArray[np.intp], right: NDArray[np.intp], cost: int) -> None:
        """Add the terms with the given operands, except terms that have the same values as an earlier term."""
        step = max(1, CHUNK // self.rows[0].size)
        for at in range(0, len(left), step):
            limits.check()
            one, two = left[at : at + step], right[at : at + step]
            rows = _apply(
                function, number, np.array([self.rows[i] for i in one]), np.array([self.rows[i] for i in two])
            )
            hashes = self._hashes(rows)
            large = ((np.abs(rows) > LARGEST) & (rows != OMEGA) & (rows != UNDEFINED)).any(axis=1)
            constant = (rows == rows[:, :1]).all(axis=1)
            undefined = (rows == UNDEFINED).mean(axis=1) > 0.75
            wanted = ~large & ~constant & ~undefined
            new: list[int] = []
            for place in np.flatnonzero(wanted):
                value = int(hashes[place])
                if value not in self.seen:
                    self.seen.add(value)
                    new.append(int(place))
            new = new[: self.most - len(self.bank)]
            if not new:
                continue
            first = len(self.bank)
            final = _is_final(function)
            bitwise = [function in BITWISE_WORDS or self.bitwise[one[i]] or self.bitwise[two[i]] for i in new]
            self._append(rows[new], cost, final, bitwise)
            self.bank.batches.append(_Batch(function, number, one[new], two[new], first))
            if len(self.bank) >= self.most:
                return


def _is_final(function: str) -> bool:
    """Return whether a function can have the infinite value OMEGA."""
    return function.endswith(("_zeros", "_low")) or (function[0] in "vl" and function[-1].isdigit())
