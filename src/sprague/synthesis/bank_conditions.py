"""`ConditionBank`: candidate conditions for formulas, cheapest first, each true for a different set of positions.

A condition compares a term with a small number or with another term, or states a residue of a term. Other conditions
count piles or read columns of digits, such as `all piles odd` and `all columns mod 3 = 0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, count, permutations

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.numeration import BINARY, FIBONACCI, Numeration
from sprague.errors import SpragueError
from sprague.formulas.arithmetic import fibonacci_weights
from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.number_sets import ATOM, OPEN, OR, FormulaText
from sprague.synthesis.set_sample import Flags, Frame
from sprague.synthesis.term_bank import LARGEST, MIXING, OMEGA, PRODUCT, QUOTIENT, UNDEFINED, Leaf, Numbers, TermBank

SINGLE = 1_200  # maximum number of terms that are compared with numbers
PAIRED = 110  # maximum number of terms that are compared with each other
DEARER = 450  # maximum number of terms that are compared with names of piles
LIMITS = 1_200  # maximum number of terms that are compared with names of remembered numbers
MOST_BOUND = 5  # greatest number with which terms are compared
ORDERED = 3  # additional cost of conditions on sorted piles other than the smallest and the largest
FUNCTIONS = 600  # maximum number of functions of a single pile
MODULI = (3, 4, 5, 6)  # moduli of the tested residues; for the modulus 2, conditions use `even` and `odd`


@dataclass
class ConditionBank:
    """Conditions for formulas, in order of cost; the row `masks[i]` says at which sample rows condition i is true."""

    frame: Frame
    terms: TermBank
    rows: Numbers
    costs: list[int] = field(default_factory=list)
    masks: Flags = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    _made: list[tuple[object, ...]] = field(default_factory=list)

    @staticmethod
    def of(
        frame: Frame, terms: TermBank, rows: Numbers, numeration: Numeration, more: Sequence[tuple[str, int]] = ()
    ) -> ConditionBank:
        """Return the bank of conditions on the terms; `more` contains further conditions as pairs (text, cost)."""
        bank = ConditionBank(frame, terms, rows)
        bank._fill(numeration, more)
        return bank

    def cheapest(self, most: int) -> ConditionBank:
        """Return the bank of the conditions that cost at most `most`."""
        count = int(np.searchsorted(self.costs, most, side="right"))
        return replace(self, costs=self.costs[:count], masks=self.masks[:count])

    def formula(self, index: int) -> FormulaText:
        """Return the text of the condition with a given index in the bank."""
        return self._text(self._made[index])

    def _fill(self, numeration: Numeration, more: Sequence[tuple[str, int]]) -> None:
        words = -(-len(self.rows) // 64)
        mixers = np.random.default_rng(11).integers(1, 1 << 62, words).astype(np.uint64) * np.uint64(2) + np.uint64(1)
        packed: list[NDArray[np.uint64]] = []
        hashes: list[NDArray[np.uint64]] = []
        costs: list[NDArray[np.int64]] = []
        made: list[tuple[object, ...]] = []
        blocks = chain(
            self._compared_with_numbers(numeration),
            self._compared_with_terms(),
            self._counted(),
            self._of_each_pile(numeration),
            self._written(numeration, more),
        )
        for some, cost, masks in blocks:
            bits = _packed(masks, words)
            mixed = bits * mixers
            mixed ^= mixed >> np.uint64(29)
            packed.append(bits)
            hashes.append((mixed * MIXING).sum(axis=1, dtype=np.uint64))
            costs.append(np.asarray(cost, np.int64) + self._order_costs(some))
            made += some
        every = np.concatenate(hashes)
        total = np.concatenate(costs)
        order = np.argsort(total, kind="stable")
        _, first = np.unique(every[order], return_index=True)
        kept = order[np.sort(first)]
        unpacked = np.unpackbits(np.concatenate(packed)[kept].view(np.uint8), axis=1, count=len(self.rows)).astype(
            np.bool_
        )
        useful = unpacked.any(axis=1) & ~unpacked.all(axis=1)
        self.masks, kept = unpacked[useful], kept[useful]
        self.costs, self._made = total[kept].tolist(), [made[i] for i in kept]

    def _order_costs(self, made: Sequence[tuple[object, ...]]) -> NDArray[np.int64]:
        """Return the additional costs of conditions that require the piles to be in ascending order."""
        names = self.frame.inner_names
        if not names or made[0][0] == "text":
            return np.zeros(len(made), np.int64)
        inner = self.terms.contains(names).astype(np.int64)
        of_two = [isinstance(kind, str) and kind.endswith("t") for kind, *_ in made]
        places = np.array([rest for _, *rest in made], np.int64)
        second = inner[np.where(of_two, places[:, 1], places[:, 0])]
        return np.asarray(ORDERED * (inner[places[:, 0]] | second))

    def _compared_with_numbers(
        self, numeration: Numeration
    ) -> Iterator[tuple[list[tuple[object, ...]], list[int], Flags]]:
        values = self.terms.values(self.rows.T, SINGLE)
        defined = values != UNDEFINED
        costs = np.array(self.terms.costs[: len(values)])
        usual = np.array([not self._is_constant(i) for i in range(len(values))])
        least = np.where(defined, values, OMEGA).min(axis=1)
        # Valuations cost more than residues, because a residue states more clearly that a power of the base divides a
        # term.
        dearer = 3 * np.array(self.terms.final[: len(values)])
        for bound in range(MOST_BOUND + 1):
            limits.check()
            chosen = np.flatnonzero(usual & (least <= bound) & (least >= 0))
            own, real = values[chosen], defined[chosen]
            cost = (costs + dearer)[chosen] + (1 if bound <= 2 else 2)
            equal, less = own == bound, own < bound
            yield self._block("=", chosen, bound, cost, equal & real)
            yield self._block("!=", chosen, bound, cost + 2, ~equal & real)
            yield self._block("<=", chosen, bound, cost, (equal | less) & real)
            yield self._block(">=", chosen, bound, cost, ~less & real)
        chosen = np.flatnonzero(usual)
        odd = (values[chosen] & 1).astype(np.bool_)
        for residue, masks in ((0, ~odd), (1, odd)):
            yield self._block("parity", chosen, residue, costs[chosen] + 1, masks & defined[chosen])
        chosen = np.flatnonzero(usual & (costs <= 4))
        own, real, cost = values[chosen], defined[chosen], costs[chosen] + 3
        for modulus in MODULI:
            residues = own % modulus
            for residue in range(modulus):
                yield self._block(("mod", modulus), chosen, residue, cost, (residues == residue) & real)
            for residue in range(1, modulus - 1):
                yield self._block(("mod<=", modulus), chosen, residue, cost + 1, (residues <= residue) & real)
        if numeration.base is not None:
            base = numeration.base
            powers = np.array([base**exponent for exponent in range(40 if base < 3 else 20)])
            yield self._block("power", chosen, base, cost, np.isin(own, powers) & real)
        if numeration == FIBONACCI:
            numbers = np.array([0, *fibonacci_weights(LARGEST)])
            yield self._block("fibonacci", chosen, 0, cost - 2, np.isin(own, numbers) & real)

    def _block(
        self, kind: object, chosen: NDArray[np.intp], number: int, costs: NDArray[np.int64], masks: Flags
    ) -> tuple[list[tuple[object, ...]], list[int], Flags]:
        return [(kind, i, number) for i in chosen.tolist()], costs.tolist(), masks

    def _compared_with_terms(self) -> Iterator[tuple[list[tuple[object, ...]], list[int], Flags]]:
        values = self.terms.values(self.rows.T, LIMITS if self.frame.rule.remembered else DEARER)
        defined = values != UNDEFINED
        costs = self.terms.costs
        names = self.frame.rule.names
        for i in range(min(PAIRED, len(values))):
            if self._is_constant(i):
                continue
            limits.check()
            last = min(PAIRED, len(values))
            if i < len(names):
                last = len(values) if names[i] in self.frame.rule.remembered else min(DEARER, len(values))
            chosen = [j for j in range(i + 1, last) if not self._is_constant(j)]
            if not chosen:
                continue
            one, two = values[i], values[chosen]
            both = defined[i] & defined[chosen]
            cost = [costs[i] + costs[j] + 1 for j in chosen]
            yield [("=t", i, j) for j in chosen], cost, (one == two) & both
            yield [("<t", i, j) for j in chosen], cost, (one < two) & both
            yield [("<t", j, i) for j in chosen], cost, (two < one) & both
            yield [("<=t", i, j) for j in chosen], cost, (one <= two) & both
            yield [("<=t", j, i) for j in chosen], cost, (two <= one) & both
            yield [("!=t", i, j) for j in chosen], [each + 2 for each in cost], (one != two) & both

    def _is_constant(self, index: int) -> bool:
        return 0 <= index - len(self.terms.leaves) < len(self.terms.constants)

    def _counted(self) -> Iterator[tuple[list[tuple[object, ...]], list[int], Flags]]:
        """Yield conditions on the number of piles with a property, such as `all piles odd`."""
        rule = self.frame.rule
        many = len(rule.piles)
        if many < 2:
            return
        piles = self.rows[:, [rule.names.index(pile) for pile in rule.piles]]
        for text, cost, holds in _properties(piles, rule.floor):
            number = holds.sum(axis=1)
            texts = [(f"all piles {text}", 2, number == many), (f"some pile {text}", 2, number > 0)]
            texts.append((f"no pile {text}", 3, number == 0))
            for exactly in range(1, many):
                noun = "pile" if exactly == 1 else "piles"
                texts.append((f"exactly {exactly} {noun} {text}", 4, number == exactly))
                texts.append((f"at most {exactly} {noun} {text}", 4, number <= exactly))
                if exactly > 1:
                    texts.append((f"at least {exactly} piles {text}", 4, number >= exactly))
            made: list[tuple[object, ...]] = [("text", each) for each, _, _ in texts]
            yield made, [cost + more for _, more, _ in texts], np.array([mask for _, _, mask in texts])

    def _of_each_pile(self, numeration: Numeration) -> Iterator[tuple[list[tuple[object, ...]], list[int], Flags]]:
        """Yield conditions on the values of one function for all piles, such as `(a + 2) div 3 = (b + 2) div 3`."""
        piles = self.frame.rule.piles
        if len(piles) < 2:
            return
        name = unused_name(self.frame.rule)
        bank = _pile_functions(name, numeration)
        # Skip linear functions and nim-sums with a constant, because for these functions `f(a) = f(b)` only says that a
        # = b.
        chosen = [i for i in range(len(bank)) if re.search("[a-z]", bank.text(i).replace(name, "").replace("xor", ""))]
        places = [self.frame.rule.names.index(pile) for pile in piles]
        values = np.array([bank.values(np.ascontiguousarray(self.rows[:, [place]].T))[chosen] for place in places])
        defined = (values != UNDEFINED).all(axis=0)
        costs = [len(piles) * (bank.costs[i] + 1) - 1 for i in chosen]
        sides = (bank.operand(i, PRODUCT if " mod " in bank.text(i) else QUOTIENT) for i in chosen)
        texts = ([_renamed(side, name, pile) for pile in piles] for side in sides)
        equal: list[tuple[object, ...]] = [("text", " = ".join(one)) for one in texts]
        yield equal, costs, (values == values[0]).all(axis=0) & defined
        if numeration != BINARY or len(piles) < 3:
            return
        natural = defined & ((values >= 0) & (values < OMEGA)).all(axis=0)
        nim_sums = np.bitwise_xor.reduce(np.where(natural, values, 1), axis=0)
        operands = ([_renamed(bank.nim_operand(i), name, pile) for pile in piles] for i in chosen)
        vanish: list[tuple[object, ...]] = [("text", f"{' xor '.join(one)} = 0") for one in operands]
        yield vanish, [cost + 2 for cost in costs], (nim_sums == 0) & natural

    def _written(
        self, numeration: Numeration, more: Sequence[tuple[str, int]]
    ) -> Iterator[tuple[list[tuple[object, ...]], list[int], Flags]]:
        rule = self.frame.rule
        orders = len(self.frame.orders)
        # Only the conditions with the golden ratio (Fibonacci digits) depend on the order of interchangeable piles.
        whole = len(rule.blocks) == 1 and len(rule.blocks[0]) == len(rule.piles)
        symmetric = whole and numeration != FIBONACCI
        rows = self.rows[::orders] if symmetric else self.rows
        values = {name: np.ascontiguousarray(rows[:, place]) for place, name in enumerate(rule.names)}
        found: list[tuple[object, ...]] = []
        costs: list[int] = []
        masks: list[Flags] = []
        for text, cost in chain(pile_conditions(rule, numeration), more):
            limits.check()
            try:
                mask = np.broadcast_to(
                    np.asarray(evaluate(_parsed(text, rule.names, rule.piles), values), np.bool_), len(rows)
                )
            except SpragueError:
                continue  # the condition has no valid text, for example because a pile has the name of a function
            found.append(("text", text))
            costs.append(cost)
            masks.append(np.repeat(mask, orders) if symmetric else mask)
        if found:
            yield found, costs, np.array(masks)

    def _text(self, made: tuple[object, ...]) -> FormulaText:
        kind, *rest = made
        if kind == "text":
            text = str(rest[0])
            return FormulaText(text, OPEN if ":" in text else OR if " or " in text else ATOM)
        one, two = int(str(rest[0])), int(str(rest[1]))
        match kind:
            case ("mod", modulus):
                return FormulaText(f"{self.terms.operand(one, PRODUCT)} mod {modulus} = {two}")
            case ("mod<=", modulus):
                return FormulaText(f"{self.terms.operand(one, PRODUCT)} mod {modulus} <= {two}")
            case "parity":
                text = self.terms.text(one)
                word = "odd" if two else "even"
                call = text.endswith(")") and "(" in text and not text.startswith("(")
                return FormulaText(
                    f"{word}({text})"
                    if call and " " not in text.split("(")[0] and text[0] in "vf"
                    else f"{self._side(one)} is {word}"
                )
            case "fibonacci":
                return FormulaText(f"fibonacci({self.terms.text(one)})")
            case "power":
                return FormulaText(f"{self._side(one)} power of {two}")
            case "=" | "!=" | "<=" | ">=":
                if (kind == "<=" and two == 0) or kind == "=":
                    return FormulaText(f"{self.terms.text(one)} {'=' if kind == '=' else '<='} {two}")
                return FormulaText(f"{self.terms.text(one)} {kind} {two}")
            case "=t" if (difference := _DIFFERENCE.fullmatch(self.terms.text(one))) is not None:
                return FormulaText(f"{difference[1]} = {difference[2]} + {self.terms.summand(two)}")
            case str(word):
                return FormulaText(f"{self._compared(one)} {word[:-1]} {self._compared(two)}")
        raise AssertionError(made)

    def _side(self, index: int) -> str:
        return self.terms.text(index)

    def _compared(self, index: int) -> str:
        """Return the text of one side of a comparison; residues get brackets because `a = b mod 2` is ambiguous."""
        text = self.terms.text(index)
        return f"({text})" if " mod " in text and not text.endswith(")") else text


@lru_cache(maxsize=32)
def _pile_functions(name: str, numeration: Numeration) -> TermBank:
    """Return the bank of terms that contain only the given name; they serve as functions of a single pile."""
    sample = np.random.default_rng(5).integers(0, 1 << 12, (1, 200))
    leaf = Leaf(name, 1, lambda entries: entries[0])
    return TermBank.built([leaf], numeration, sample, FUNCTIONS)


def _renamed(text: str, name: str, pile: str) -> str:
    """Return a term in which the name of a pile replaces another name."""
    return re.sub(rf"(?<![A-Za-z_]){name}(?![\w(])", pile, text)


def _properties(piles: Numbers, floor: int) -> Iterator[tuple[str, int, Flags]]:
    """Yield properties of a pile, such as `odd`, each with its cost and flags for the piles that have the property."""
    yield "odd", 1, piles % 2 == 1
    yield "even", 1, piles % 2 == 0
    for number in range(floor, floor + MOST_BOUND):
        yield f"= {number}", 2, piles == number
        if number > floor:
            yield f">= {number}", 2, piles >= number
    for modulus in MODULI:
        for residue in range(modulus):
            yield f"mod {modulus} = {residue}", 4, piles % modulus == residue
    yield "= max", 2, piles == piles.max(axis=1, keepdims=True)
    yield "= min", 2, piles == piles.min(axis=1, keepdims=True)


_DIFFERENCE = re.compile(r"([a-z_]\w*) - ([a-z_]\w*)")  # `a - b = c` is written as `a = b + c`
_parsed = lru_cache(maxsize=4096)(parse_formula)


def _packed(masks: Flags, words: int) -> NDArray[np.uint64]:
    """Return each row of Boolean flags packed into `words` 64-bit numbers."""
    bits = np.zeros((len(masks), words * 8), np.uint8)
    packed = np.packbits(masks, axis=1)
    bits[:, : packed.shape[1]] = packed
    return bits.view(np.uint64)


def unused_name(rule: Ruleset) -> str:
    """Return a variable name that the rule does not use, for conditions of the form `all piles x: …`."""
    names = chain(("x", "y", "z", "n"), (f"x{number}" for number in count(1)))
    return next(name for name in names if name not in rule.names)


def pile_conditions(rule: Ruleset, numeration: Numeration) -> Iterator[tuple[str, int]]:
    """Yield the texts of conditions on all piles or on columns of digits, each with its cost."""
    piles, floor = rule.piles, rule.floor
    many = len(piles)
    if numeration == FIBONACCI:
        # If n is the integer part of the golden ratio times b, then n - 1 is fib_shift(b - 1).
        for one, two in permutations(piles, 2):
            yield f"{one} <= fib_shift({two} - 1) + 1", 4
            yield f"not {one} <= fib_shift({two} - 1) + 1", 4
    if many < 2:
        return
    if many == 2:
        yield " = ".join(piles), 1
        yield " != ".join(piles), 3
    else:
        yield from (("all piles equal", 2), ("some two piles equal", 3), ("no two piles equal", 3))
    base = numeration.base
    if numeration == FIBONACCI or base is None:
        return
    name = unused_name(rule)
    shown = "" if base == 2 else f" base {base}"
    for modulus in range(2 if base > 2 else 3, 6):
        yield f"all columns{shown} mod {modulus} = 0", 3
    if base > 2:
        for added in range(1, base * base):
            yield f"all columns({', '.join(piles)}, {added}) base {base} mod {base} = 0", 4 + many
    yield " = ".join(f"v{base}({pile})" for pile in piles), 2 + many
    for word in ("even", "odd"):
        yield f"all piles {name}: {word}(v{base}({name}))", 5
        yield f"some pile {name}: {word}(v{base}({name}))", 5
    for least in sorted({floor, floor + 1} - {0}):
        less = ", ".join(f"{pile} - {least}" for pile in piles)
        if base == 2:
            yield from ((f"xor({less}) = {value}", 3 + many) for value in range(2))
            yield from ((f"low2(bitor({less}) + 1) = {1 << exponent}", 6 + many) for exponent in range(4))
        for modulus in range(2 if base > 2 else 3, 6):
            yield f"all columns({less}){shown} mod {modulus} = 0", 5 + many
