"""`Atom`: a comparison of a linear form with a constant, or a condition on residues, with its text and truth values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd

import numpy as np

from sprague.synthesis.formula_cost import formula_cost
from sprague.synthesis.presburger.cells import Cells, Range
from sprague.synthesis.presburger.directions import Form
from sprague.synthesis.presburger.samples import Flags, Points

MOD_COST = 4  # cost of `mod`, in characters
NOT_COST = 3  # cost of `!=`, in characters
MOST_FUNCTIONS = 8  # maximum number of functions of one number that are combined by `min` and `max`
LARGEST_DIVISOR = 30  # largest divisor in a function with `div`
BOUND_COST = 4  # cost of a bound on a single number, in characters; an equation is easier to read

_BOUND = re.compile(r"(?<![+-] )\b\w+ [<>]=? \d+")


@dataclass(frozen=True)
class Comparison:
    """The condition low <= form <= high, or form != low if `negated`; a bound that is None does not apply."""

    form: Form
    low: int | None
    high: int | None
    negated: bool = False

    def holds(self, points: Points) -> Flags:
        """Return for each point whether the comparison is true."""
        values = points @ np.array(self.form, np.int64)
        found = np.ones(len(points), np.bool_)
        if self.low is not None:
            found &= values >= self.low
        if self.high is not None:
            found &= values <= self.high
        return ~found if self.negated else found

    @property
    def negation(self) -> Comparison | None:
        """The negation of the comparison as a single comparison; None for a condition with two bounds."""
        if self.low is not None and self.high is not None:
            same = self.low == self.high
            return Comparison(self.form, self.low, self.high, not self.negated) if same else None
        if self.high is not None:
            return Comparison(self.form, self.high + 1, None)
        return None if self.low is None else Comparison(self.form, None, self.low - 1)

    def text(self, names: Sequence[str]) -> str:
        """Return the condition in the notation of formulas, without minus signs.

        >>> Comparison((1, -2, 1), None, -1).text("abc"), Comparison((1, -1), 3, None).text("ab")
        ('a + c < 2b', 'a >= b + 3')
        >>> Comparison((2, -1), 0, 2).text("ab"), Comparison((1, -1), 0, 0, negated=True).text("ab")
        ('b <= 2a <= b + 2', 'a != b')
        >>> Comparison((1, -2, 1), -1, 1).text("abc")
        '|a + c - 2b| <= 1'
        """
        left = [_times(factor, name) for name, factor in zip(names, self.form, strict=True) if factor > 0]
        right = [_times(-factor, name) for name, factor in zip(names, self.form, strict=True) if factor < 0]
        if self.low is not None and self.low == self.high:
            left, right, constant = _single_name_first(left, right, self.low, names)
            return _compared(left, "!=" if self.negated else "=", right, constant)
        if self.low is not None and self.high is not None:
            if (quotient := self._quotient(names)) is not None:
                return quotient
            if self.low == -self.high and right:
                return f"|{_signed(self.form, names)}| <= {self.high}"
            middle = " + ".join(left)
            return f"{_sum(right, self.low)} <= {middle} <= {_sum(right, self.high)}"
        if self.high is not None:
            return _compared(left, "<", right, 0) if self.high == -1 else _compared(left, "<=", right, self.high)
        assert self.low is not None
        return _compared(left, ">", right, 0) if self.low == 1 else _compared(left, ">=", right, self.low)

    def _quotient(self, names: Sequence[str]) -> str | None:
        """Return the condition as an equation with `div` if it determines one of the numbers, or None.

        >>> Comparison((1, 1, -3), 0, 2)._quotient("abc"), Comparison((-1, 2), 0, 1)._quotient("ab")
        ('c = (a + b) div 3', 'b = (a + 1) div 2')
        """
        found = [
            function
            for track, factor in enumerate(self.form)
            if abs(factor) > 1 and (function := function_of(self, track)) is not None and any(function.form)
        ]
        return f"{names[found[0].track]} = {found[0].text(names)}" if found else None


_NEGATIVE = re.compile(r"(?:= |[(,] ?)-")  # a term that begins with a minus sign


@dataclass(frozen=True)
class Function:
    """The function (form + constant) div divisor, which gives the number on track `track` from the other numbers."""

    track: int
    form: Form
    constant: int
    divisor: int

    def values(self, points: Points) -> Points:
        """Return the values of the function for many points."""
        return np.asarray((points @ np.array(self.form, np.int64) + self.constant) // self.divisor)

    def without(self, summand: Form) -> Function:
        """Return the function minus a linear form.

        >>> Function(2, (3, -3, 0), 0, 2).without((1, -1, 0)).text("abc")
        '(a - b) div 2'
        """
        form = tuple(own - self.divisor * other for own, other in zip(self.form, summand, strict=True))
        return Function(self.track, form, self.constant, self.divisor)

    def text(self, names: Sequence[str]) -> str:
        """Return the function in the notation of formulas.

        >>> Function(2, (7, -7, 0), 0, 6).text("abc"), Function(2, (0, 1, 0), 3, 1).text("abc")
        ('(7a - 7b) div 6', 'b + 3')
        >>> Function(2, (1, 2, 0), 1, 2).text("abc")
        'b + ((a + 1) div 2)'
        """
        whole = tuple(0 if factor % self.divisor else factor // self.divisor for factor in self.form)
        if self.divisor > 1 and any(whole) and min(whole) >= 0:
            return f"{_signed(whole, names)} + ({self.without(whole)._text(names)})"
        return self._text(names)

    def _text(self, names: Sequence[str]) -> str:
        written = _signed(self.form, names)
        if not written:
            return str(self.constant // self.divisor)
        if self.constant:
            written += f" {'+' if self.constant > 0 else '-'} {abs(self.constant)}"
        if self.divisor == 1:
            return written
        return f"{f'({written})' if ' ' in written else written} div {self.divisor}"


def function_of(comparison: Comparison, track: int) -> Function | None:
    """Return the function f of the other numbers if a comparison is equivalent to an equation x = f, else None.

    The comparison low <= rest - k·x <= low + k - 1 is equivalent to x = (rest - low) div k.
    """
    factor, low, high = comparison.form[track], comparison.low, comparison.high
    if comparison.negated or low is None or high is None or not factor or abs(factor) != high - low + 1:
        return None
    sign = 1 if factor < 0 else -1
    rest = tuple(0 if other == track else sign * c for other, c in enumerate(comparison.form))
    return Function(track, rest, -low if factor < 0 else high, abs(factor))


@dataclass(frozen=True)
class Extreme:
    """The equation x = min(f, g) or x = max(f, g) of a number x and two functions f and g of the other numbers."""

    word: str  # "min" or "max"
    functions: tuple[Function, Function]

    def holds(self, points: Points) -> Flags:
        """Return for each point whether the equation is true."""
        choose = np.minimum if self.word == "min" else np.maximum
        one, two = self.functions
        return np.asarray(points[:, one.track] == choose(one.values(points), two.values(points)))

    def text(self, names: Sequence[str]) -> str:
        """Return the equation in the notation of formulas.

        >>> Extreme("max", (Function(1, (2, 0), 0, 1), Function(1, (1, 0), 3, 1))).text("ab")
        'b = max(2a, a + 3)'
        """
        one, two = self.functions
        plain = f"{names[one.track]} = {self.word}({one.text(names)}, {two.text(names)})"
        texts = [text for text in self._with_common_summand(names) if not _NEGATIVE.search(text)]
        return min([plain, *texts], key=lambda text: (formula_cost(text), text != plain, text))

    def _with_common_summand(self, names: Sequence[str]) -> Iterator[str]:
        """Yield texts of the equation in which a summand of both functions is written once.

        >>> functions = Function(2, (-1, 2, 0), 0, 2), Function(2, (-7, 7, 0), 0, 6)  # (2z - y) div 2, (7z - 7y) div 6
        >>> Extreme("min", functions).text("yzx")
        'x = z - y + min(y div 2, (z - y) div 6)'
        """
        for function in self.functions if all(function.divisor > 1 for function in self.functions) else ():
            # Quotients are rounded down, or rounded towards zero.
            down = tuple(factor // function.divisor for factor in function.form)
            to_zero = tuple(int(factor / function.divisor) for factor in function.form)
            for common in {down, to_zero}:
                if any(common):
                    one, two = (each.without(common).text(names) for each in self.functions)
                    yield f"{names[function.track]} = {_signed(common, names)} + {self.word}({one}, {two})"


def _single_name_first(
    left: list[str], right: list[str], constant: int, names: Sequence[str]
) -> tuple[list[str], list[str], int]:
    """Return the sides of an equation `left = right + constant`, exchanged if only the right side is a single name."""
    left_is_name = len(left) == 1 and left[0] in names and constant >= 0
    right_is_name = len(right) == 1 and right[0] in names and constant <= 0
    return (right, left, -constant) if right_is_name and not left_is_name else (left, right, constant)


@dataclass(frozen=True)
class Values:
    """The condition that a linear form has one of several values, which are all >= 0 or all <= 0."""

    form: Form
    values: frozenset[int]

    def holds(self, points: Points) -> Flags:
        """Return for each point whether the form has one of the values."""
        return np.isin(points @ np.array(self.form, np.int64), sorted(self.values))

    def text(self, names: Sequence[str]) -> str:
        """Return the condition in the notation of formulas.

        >>> Values((1, -1), frozenset([-3, 0])).text("ab")
        'b - a in {0, 3}'
        """
        form, values = self.form, sorted(self.values)
        if values[0] < 0:
            form, values = tuple(-factor for factor in form), sorted(-value for value in values)
        return f"{_signed(form, names)} in {{{', '.join(map(str, values))}}}"


def _sum(terms: Sequence[str], constant: int) -> str:
    written = " + ".join(terms)
    if not written:
        return str(constant)
    return written if not constant else f"{written} {'+' if constant > 0 else '-'} {abs(constant)}"


def _compared(left: list[str], relation: str, right: list[str], constant: int) -> str:
    if constant < 0:
        return f"{_sum(left, -constant)} {relation} {_sum(right, 0)}"
    return f"{_sum(left, 0)} {relation} {_sum(right, constant)}"


def _times(factor: int, name: str) -> str:
    return name if factor == 1 else f"{factor}{name}"


@dataclass(frozen=True)
class Residue:
    """The condition that a linear form has one of the given residues; `label` can replace the text of the form."""

    form: Form
    modulus: int
    residues: frozenset[int]
    label: str | None = None

    def holds(self, points: Points) -> Flags:
        """Return for each point whether the form has one of the residues."""
        wanted = np.zeros(self.modulus, np.bool_)
        wanted[list(self.residues)] = True
        return np.asarray(wanted[points @ np.array(self.form, np.int64) % self.modulus])

    @property
    def negation(self) -> Residue:
        """The condition that the form has none of the residues."""
        return Residue(self.form, self.modulus, frozenset(range(self.modulus)) - self.residues, self.label)

    def text(self, names: Sequence[str]) -> str:
        """Return the condition in the notation of formulas.

        >>> Residue((1, 1), 2, frozenset([0])).text("ab"), Residue((1, -1), 3, frozenset([0])).text("ab")
        ('a + b is even', 'a = b (mod 3)')
        >>> Residue((0, 1), 6, frozenset([1, 2])).text("ab"), Residue((0, 1), 3, frozenset([0, 1])).text("ab")
        ('1 <= b mod 6 <= 2', 'b mod 3 != 2')

        A condition on a multiple of the form can be simpler if the residues of the multiple are consecutive:

        >>> Residue((1, 2), 5, frozenset([1, 3])).text("ab")
        '(3a + b) mod 5 >= 3'
        """
        own = self._text(names)
        if len(self.residues) == 1 or " in {" not in own:
            return own
        return min([own, *self._multiples(names)], key=lambda text: (formula_cost(text), text != own, text))

    def _multiples(self, names: Sequence[str]) -> Iterator[str]:
        """Yield equivalent conditions on the multiples of the form by numbers coprime to the modulus."""
        for unit in range(2, self.modulus):
            if gcd(unit, self.modulus) == 1:
                form = tuple(unit * factor % self.modulus for factor in self.form)
                residues = frozenset(unit * residue % self.modulus for residue in self.residues)
                yield Residue(form, self.modulus, residues)._text(names)

    def _text(self, names: Sequence[str]) -> str:
        written = self.label or _signed(self.form, names)
        if len(self.residues) == 1 and sorted(filter(None, self.form)) == [-1, 1] and self.residues == {0}:
            one, two = (name for name, factor in zip(names, self.form, strict=True) if factor)
            return f"{one} = {two} (mod {self.modulus})"
        if self.modulus == 2:
            return f"{written} is {'odd' if 1 in self.residues else 'even'}"
        rest = f"({written}) mod {self.modulus}" if " " in written else f"{written} mod {self.modulus}"
        sorted_residues = sorted(self.residues)
        if len(sorted_residues) == self.modulus - 1:
            (without,) = set(range(self.modulus)) - self.residues
            return f"{rest} != {without}"
        low, high = sorted_residues[0], sorted_residues[-1]
        if low == high:
            return f"{rest} = {low}"
        if high - low + 1 == len(sorted_residues):
            if low == 0:
                return f"{rest} <= {high}"
            return f"{rest} >= {low}" if high == self.modulus - 1 else f"{low} <= {rest} <= {high}"
        return f"{rest} in {{{', '.join(map(str, sorted_residues))}}}"


@dataclass(frozen=True)
class Congruent:
    """The condition that some of the numbers are congruent to each other modulo m."""

    tracks: tuple[int, ...]
    modulus: int

    def holds(self, points: Points) -> Flags:
        """Return for each point whether the numbers are congruent."""
        rest = points[:, list(self.tracks)] % self.modulus
        return np.asarray((rest == rest[:, :1]).all(axis=1))

    def text(self, names: Sequence[str]) -> str:
        """Return the condition in the notation of formulas.

        >>> Congruent((0, 1, 3), 2).text("abcd")
        'a = b = d (mod 2)'
        """
        return f"{' = '.join(names[track] for track in self.tracks)} (mod {self.modulus})"


@dataclass(frozen=True)
class PileExtreme:
    """The condition that a pile is a smallest or a largest pile; `tracks` are the tracks of all piles."""

    word: str  # "min" or "max"
    track: int
    tracks: tuple[int, ...]

    def holds(self, points: Points) -> Flags:
        """Return for each point whether the condition is true."""
        piles = points[:, list(self.tracks)]
        extreme = piles.min(axis=1) if self.word == "min" else piles.max(axis=1)
        return np.asarray(points[:, self.track] == extreme)

    def text(self, names: Sequence[str]) -> str:
        """Return the condition in the notation of formulas.

        >>> PileExtreme("max", 1, (0, 1, 2)).text("abc")
        'b = max'
        """
        return f"{names[self.track]} = {self.word}"


@dataclass(frozen=True)
class AllPiles:
    """The condition that all piles have the same given residue; `tracks` are the tracks of the piles."""

    tracks: tuple[int, ...]
    modulus: int
    residue: int

    def holds(self, points: Points) -> Flags:
        """Return for each point whether all piles have the residue."""
        return np.asarray((points[:, list(self.tracks)] % self.modulus == self.residue).all(axis=1))

    def text(self, names: Sequence[str]) -> str:
        """Return the condition in the notation of formulas.

        >>> AllPiles((0, 1), 2, 1).text("ab"), AllPiles((0, 1), 3, 0).text("ab")
        ('all piles odd', 'all piles mod 3 = 0')
        """
        if self.modulus == 2:
            return "all piles odd" if self.residue else "all piles even"
        return f"all piles mod {self.modulus} = {self.residue}"


Atom = Comparison | Extreme | Values | Residue | Congruent | PileExtreme | AllPiles


def _signed(form: Form, names: Sequence[str]) -> str:
    terms = sorted(
        ((factor, name) for name, factor in zip(names, form, strict=True) if factor), key=lambda term: term[0] < 0
    )
    written = ""
    for factor, name in terms:
        sign = (" - " if factor < 0 else " + ") if written else "-" * (factor < 0)
        written += f"{sign}{_times(abs(factor), name)}"
    return written


def atom_cost(text: str) -> int:
    """Return the cost of an atom: its length, and more for constructs that are harder to read."""
    bounds = BOUND_COST * len(_BOUND.findall(text))
    return len(text) + 2 + MOD_COST * text.count("mod") + NOT_COST * text.count("!=") + bounds


def function_atoms(cells: Cells, points: Points) -> Iterator[Atom]:
    """Yield equations x = f, x = min(f, g) and x = max(f, g), where f and g are functions of the numbers except x.

    The argument `points` contains members of the set. For each number x, the functions that equal x at the most members
    are tried.
    """
    if not len(points):
        return
    for track in range(points.shape[1]):
        found: dict[Function, tuple[int, Comparison]] = {}
        for part in cells.ranges:
            size = abs(part.form[track])
            for low in range(part.low - size + 1, part.high + 1) if 0 < size <= LARGEST_DIVISOR else ():
                comparison = Comparison(part.form, low, low + size - 1)
                function = function_of(comparison, track)
                if function is not None and any(function.form):
                    found[function] = int((function.values(points) == points[:, track]).sum()), comparison
        likely = [f for f in sorted(found, key=lambda f: (-found[f][0], abs(f.constant), f.form)) if found[f][0] > 1]
        yield from (found[function][1] for function in likely[:MOST_FUNCTIONS] if function.divisor > 1)
        for pair in combinations(likely[:MOST_FUNCTIONS], 2):
            if pair[0].form != pair[1].form:
                yield from (Extreme(word, pair) for word in ("min", "max"))


def atoms_of_cells(cells: Cells, tracks: int, piles: Sequence[int]) -> Iterator[Atom]:
    """Yield atoms that are constant on each cell: comparisons of forms, and residues of small forms."""
    for part in cells.ranges:
        yield from _comparisons(part)
    for divisor in range(2, cells.modulus + 1):
        if cells.modulus % divisor == 0:
            yield from _residues(cells, divisor, tracks, piles)


def _comparisons(part: Range) -> Iterator[Atom]:
    for number in range(part.low, part.high + 1):
        yield Comparison(part.form, number, number)
        yield Comparison(part.form, number, number, negated=True)
        yield Comparison(part.form, None, number)
        yield Comparison(part.form, number, None)


def _residues(cells: Cells, divisor: int, tracks: int, piles: Sequence[int]) -> Iterator[Atom]:
    for size in range(2, tracks + 1):
        yield from (Congruent(some, divisor) for some in combinations(range(tracks), size))
    if len(piles) > 1:
        yield from (AllPiles(tuple(piles), divisor, residue) for residue in range(divisor))
    total = tuple(int(track in piles) for track in range(tracks))
    forms: dict[Form, str | None] = {}
    for size in (1, 2, 3):
        for some in combinations(range(tracks), size):
            forms[tuple(int(track in some) for track in range(tracks))] = None
    if len(piles) > 1:
        forms[total] = "sum"
    if divisor > 2:
        for one, two in combinations(range(tracks), 2):
            forms[tuple(int(track == one) - int(track == two) for track in range(tracks))] = None
            for first, second in ((one, two), (two, one)):
                forms[tuple(int(track == first) + 2 * int(track == second) for track in range(tracks))] = None
        for part in cells.ranges:
            forms.setdefault(part.form, None)
    for form, label in forms.items():
        for residue in range(divisor):
            yield Residue(form, divisor, frozenset([residue]), label)
            if divisor > 2:
                yield Residue(form, divisor, frozenset(range(divisor)) - {residue}, label)
